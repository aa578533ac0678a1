"""What bots are called in results, and how a results file tells them apart."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from spades.bots import Bot
from spades.errors import SpadesError

# Options that do not change what a bot is.
_QUIET = ("seed", "threads")


def name_of(bot: Bot) -> str:
    """The bot's name with its options that are not the default ones, as the command line has them.

    Examples:
        >>> from spades.bots import RandomBot, SearchBot
        >>> name_of(SearchBot(seed=3, worlds=20, memory=False)), name_of(RandomBot(seed=1))
        ('search:worlds=20,memory=off', 'random')
        >>> name_of(SearchBot(seed=3, level="club"))
        'search:level=club'
    """
    name = str(getattr(bot, "name", type(bot).__name__))
    if not dataclasses.is_dataclass(bot):
        return name
    options = []
    usual = _usual(bot)
    usual_worlds = getattr(usual, "worlds", None)
    for field in dataclasses.fields(bot):
        value = getattr(bot, field.name)
        if field.name in _QUIET or field.default is dataclasses.MISSING:
            continue
        if value == field.default:
            continue
        # Of the options that a level sets only those that differ are told.
        if field.name != "level" and value == getattr(usual, field.name, dataclasses.MISSING):
            continue
        # Not given, it follows from the worlds.
        if field.name == "table_worlds" and value == getattr(bot, "worlds", None) != usual_worlds:
            continue
        if isinstance(value, bool):
            value = "on" if value else "off"
        if isinstance(value, int | float | str):
            options.append(f"{field.name}={value}")
    if not options:
        return name
    return f"{name}{',' if ':' in name else ':'}{','.join(options)}"


def _usual(bot: Bot) -> object:
    """The bot of the same level with nothing else said, or None for a bot without levels."""
    level = getattr(bot, "level", None)
    return None if level is None else type(bot)(level=level)  # type: ignore[call-arg]


def named(bots: Sequence[Bot] | Mapping[str, Bot], least: int) -> dict[str, Bot]:
    """Bots by names that differ: those given, else their own, numbered where they are the same.

    Raises:
        SpadesError: When there are too few, or one is no bot.
    """
    if isinstance(bots, Mapping):
        pairs = list(bots.items())
    elif isinstance(bots, Sequence) and not isinstance(bots, str):
        pairs = [("", bot) for bot in bots]
    else:
        raise SpadesError(f"bots: expected a list of bots or a mapping, found {bots!r}")
    if len(pairs) < least:
        raise SpadesError(f"bots: expected {least} or more, found {len(pairs)}")
    found: dict[str, Bot] = {}
    for given, bot in pairs:
        if not callable(getattr(bot, "choose", None)):
            raise SpadesError(f"bots: {bot!r} is no bot: it has no choose()")
        base = name = str(given) or name_of(bot)
        number = 1
        while name in found:
            number += 1
            name = f"{base} #{number}"
        found[name] = bot
    return found


def identity(bot: Bot) -> str:
    """A text that is the same for the same bot in another process: its `repr` if that says it all.

    Examples:
        >>> from spades.bots import RandomBot
        >>> identity(RandomBot(seed=1))
        'RandomBot(seed=1)'
    """
    kind = type(bot)
    if kind.__repr__ is object.__repr__:  # it would show an address
        return f"{kind.__module__}.{kind.__qualname__}"
    return repr(bot)
