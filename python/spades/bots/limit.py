"""How long a bot may think."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import SupportsIndex

from spades.errors import SpadesError


@dataclass(frozen=True, slots=True)
class Limit:
    """How much thought a bot may give one decision; what is None is left to the bot.

    Attributes:
        time: Seconds of the wall clock. The choice then depends on the machine. The first decision
            under new rules takes 0.1 to 0.2 s more, for the table of chances to win.
        worlds: Hidden deals that the bot imagines. With it alone and a seed, the choice is the
            same on every machine, for any number of threads. At a table of two all possible deals
            are taken when they are hardly more (up to three times as many, and no more than 70).
        threads: Threads to think with.

    When both `time` and `worlds` are given, the one reached first ends the thought.

    Raises:
        SpadesError: When a number is not above zero, not finite, or no number at all.

    Examples:
        >>> Limit(time=0.5)
        Limit(time=0.5, worlds=None, threads=None)
        >>> Limit(worlds=0)
        Traceback (most recent call last):
        spades.errors.SpadesError: worlds: expected a whole number above zero, found 0
    """

    time: float | None = None
    worlds: int | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None:
            object.__setattr__(self, "time", _seconds(self.time))
        for field in ("worlds", "threads"):
            value = getattr(self, field)
            if value is not None:
                object.__setattr__(self, field, count(field, value))


# More than any search does; fits 32 bits in the core.
MAX_COUNT = 2**31 - 1


def count(field: str, value: object) -> int:
    """The value as a whole number above zero.

    Raises:
        SpadesError: Naming the field.
    """
    number = whole(value)
    if number is not None and 0 < number <= MAX_COUNT:
        return number
    what = "a whole number above zero"
    if number is not None and number > MAX_COUNT:
        raise SpadesError(f"{field}: expected {what} and at most {MAX_COUNT}")
    raise SpadesError(f"{field}: expected {what}, found {value!r}")


def whole(value: object) -> int | None:
    """The value as an int if it is a whole number (numpy's too), which True is not."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of more than one number has the method too
        return None


def _seconds(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            seconds = float(value)
        except OverflowError:
            seconds = math.inf
        if 0 < seconds < math.inf:
            return seconds
        raise SpadesError(f"time: expected seconds above zero, found {seconds}")
    raise SpadesError(f"time: expected seconds above zero, found {value!r}")
