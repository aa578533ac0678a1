"""Bots written as text: `search:worlds=20,memory=off,seed=3`."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from spades.arena.limited import LimitedBot
from spades.bots import LEVELS, NAMES, BookBot, Bot, Limit, RandomBot, RuleBot, SearchBot
from spades.errors import SpadesError

# A bot that is given no seed has this one, so that a command gives the same result each time.
DEFAULT_SEED = 1

_KINDS: dict[str, type[Any]] = {
    "random": RandomBot,
    "rule": RuleBot,
    "book": BookBot,
    "search": SearchBot,
}
_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
# Options of the command line that a bot without a use for them does without.
_THOUGHT = ("worlds", "time")


def bot_from_spec(
    spec: str, *, worlds: int | None = None, time: float | None = None
) -> tuple[str, Bot]:
    """The bot that a text means, with its name in tables: the text, and what was added to it.

    Args:
        spec: `NAME` or `NAME:OPTION=VALUE,...`: a bot's name, or a level of the bot that searches,
            and the options of its class; for a bot that searches also `time=SECONDS`.
        worlds: For a bot that searches and says neither `worlds` nor `time` itself.
        time: The same.

    Raises:
        SpadesError: Naming the part that is wrong.

    Examples:
        >>> bot_from_spec("random")
        ('random', RandomBot(seed=1))
        >>> name, bot = bot_from_spec("search:worlds=20,memory=off,seed=3")
        >>> bot.worlds, bot.memory, bot.seed
        (20, False, 3)
        >>> name, bot = bot_from_spec("casual:style=bold")
        >>> bot.level, bot.style
        ('casual', 'bold')
        >>> bot_from_spec("search:world=20")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        spades.errors.SpadesError: bot 'search:world=20': no option 'world': there are seed, ...
    """
    try:
        return _parsed(spec, worlds, time)
    except SpadesError as error:
        raise SpadesError(f"bot {spec!r}: {error}") from None


def spec_name(spec: str) -> str:
    """The text by which a bot goes in tables.

    Examples:
        >>> spec_name("Search: worlds=20")
        'search:worlds=20'
    """
    return "".join(spec.split()).lower()


def _parsed(spec: str, worlds: int | None, time: float | None) -> tuple[str, Bot]:
    text = spec_name(spec)
    kind, colon, rest = text.partition(":")
    if kind not in _KINDS and kind not in LEVELS:
        raise SpadesError(f"no bot {kind!r}: expected {', '.join(NAMES)}, or {', '.join(LEVELS)}")
    if colon and not rest:
        raise SpadesError(f"expected options after {kind}:, such as {kind}:seed=3")
    values = dict(_option(part) for part in rest.split(",")) if rest else {}
    if rest and len(values) < rest.count(",") + 1:
        raise SpadesError("an option is given twice")
    if kind in LEVELS and values.setdefault("level", kind) != kind:
        raise SpadesError(f"{kind} is a level: there cannot be another one")
    made = _KINDS.get(kind, SearchBot)
    fields = {field.name: field for field in dataclasses.fields(made)}
    thinks = "worlds" in fields
    if thinks and not any(name in values for name in _THOUGHT):
        given = {"worlds": worlds, "time": time}
        said = {name: str(value) for name, value in given.items() if value is not None}
        values |= said
        for name, value in said.items():
            text += f"{',' if ':' in text else ':'}{name}={value}"
    own = _seconds(values.pop("time")) if thinks and "time" in values else None
    options: dict[str, Any] = {"seed": DEFAULT_SEED} if "seed" in fields else {}
    for name, value in values.items():
        if name not in fields:
            there = [*fields, *(["time"] if thinks else [])]
            listed = ", ".join(there) if there else "none"
            raise SpadesError(f"no option {name!r}: there are {listed}")
        options[name] = _value(name, value, fields[name])
    bot: Bot = made(**options)
    if own is None:
        return text, bot
    # A time alone would let the bot go on to its own number of worlds at most.
    most = options.get("worlds")
    return text, LimitedBot(bot, Limit(time=own, worlds=most))


def _option(part: str) -> tuple[str, str]:
    name, equals, value = part.partition("=")
    if not equals or not name or not value:
        raise SpadesError(f"{part!r} is not OPTION=VALUE")
    return name, value


def _value(name: str, text: str, field: dataclasses.Field[Any]) -> object:
    kind = str(field.type)
    if kind.startswith("bool"):
        if text not in _SWITCH:
            raise SpadesError(f"{name}: expected on or off, found {text!r}")
        return _SWITCH[text]
    if kind.startswith("str"):
        return text
    try:
        return float(text) if kind.startswith("float") else int(text)
    except ValueError:
        raise SpadesError(f"{name}: expected a number, found {text!r}") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise SpadesError(f"time: expected seconds above zero, found {text!r}")
    return seconds
