"""Bots by name."""

from __future__ import annotations

from spades.bots.bot import Bot, check_seed
from spades.bots.plain import BookBot, RandomBot, RuleBot
from spades.bots.search import SearchBot
from spades.errors import SpadesError

NAMES = ("random", "rule", "book", "search")


def make(name: str, seed: int | None = None) -> Bot:
    """The bot with this name.

    Args:
        name: One of `NAMES`.
        seed: 0 to 2**64 - 1, or None for a fresh one; "rule" and "book" need none.

    Raises:
        SpadesError: When there is no such bot, or the seed is none.

    Examples:
        >>> make("random", seed=1)
        RandomBot(seed=1)
        >>> make("best")
        Traceback (most recent call last):
        spades.errors.SpadesError: 'best' is no bot: expected random, rule, book or search
    """
    if name == "random":
        return RandomBot(seed)
    if name == "search":
        return SearchBot(seed)
    if name == "rule":
        check_seed(seed)
        return RuleBot()
    if name == "book":
        check_seed(seed)
        return BookBot()
    raise SpadesError(f"{name!r} is no bot: expected {', '.join(NAMES[:-1])} or {NAMES[-1]}")
