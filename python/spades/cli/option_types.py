"""What the values of options may be. Each function is a `type` of argparse."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

# The computer players by name, the strongest first. Bots with options, such as
# search:worlds=20, are looked at only when one is asked for.
LEVELS = ("strong", "club", "casual", "beginner")
BOTS = ("search", "book", "rule", "random")
SECONDS = 0.5  # thinking time of a bot when nothing else is said


def setting(text: str) -> tuple[str, str]:
    """`FIELD=VALUE`."""
    field, equals, value = text.partition("=")
    if not equals or not field.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not FIELD=VALUE, such as target=100")
    return field.strip().replace("-", "_"), value.strip()


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0, up to 3600")
    return value


def count(text: str) -> int:
    """A number of deals."""
    return _whole(text, 10_000_000, "number")


def thread_count(text: str) -> int:
    """A number of threads."""
    return _whole(text, 256, "number of threads")


def bots(text: str) -> tuple[str, ...]:
    """Names of bots by seat, with commas between them."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in (*LEVELS, *BOTS):
            there = ", ".join((*LEVELS, *BOTS))
            raise argparse.ArgumentTypeError(f"no bot {name!r}: there are {there}")
    if len(names) > 4:
        raise argparse.ArgumentTypeError(f"{len(names)} bots: a table has at most 4 seats")
    return names


def opponent(text: str) -> str:
    """A level, or a bot with or without options."""
    if text in (*LEVELS, *BOTS):
        return text
    from spades import SpadesError
    from spades.cli.opponents import opponent_of

    try:
        opponent_of(text, 1)
    except SpadesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def name(text: str) -> str:
    """A name for a seat."""
    from spades import SpadesError
    from spades.cli.names import checked

    try:
        return checked(text)
    except SpadesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def names(text: str) -> tuple[str, ...]:
    """Names for seats, with commas between them."""
    return tuple(name(part) for part in text.split(","))


def whole(least: int) -> Callable[[str], int]:
    """A whole number from `least` up to 2**64 - 1."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else -1
        if not least <= number < 2**64:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
        return number

    return read


def number(text: str) -> float:
    """Any finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def _whole(text: str, most: int, what: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 0 < number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a {what} from 1 to {most}")
    return number
