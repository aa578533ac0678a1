"""Games that the reviews are tested with."""

from __future__ import annotations

from functools import lru_cache

import spades
from spades import Limit, Record, Rules
from spades.bots import Bot, RandomBot, RuleBot, SearchBot
from spades.review import Review, review

QUICK = Limit(worlds=6)


def short(preset: str, rounds: int = 1) -> Rules:
    return Rules.preset(preset).replace(target=0, rounds=rounds)


@lru_cache
def record_of(preset: str, rounds: int = 1) -> Record:
    """You play at random, against and with bots that follow rules of thumb."""
    rules = short(preset, rounds)
    bots: list[Bot] = [RandomBot(seed=1), *[RuleBot()] * (rules.players - 1)]
    played = spades.play_game(bots, rules, seed=3)
    names = ["You", *["rule"] * (rules.players - 1)]
    return Record.from_game(played.replay(), names)


@lru_cache
def bots_game(preset: str, worlds: int) -> Record:
    """A game of searching bots of one strength, with seeds that the review has not."""
    rules = Rules.preset(preset).replace(target=200)
    bots = [SearchBot(seed=1000 + seat, worlds=worlds) for seat in range(rules.players)]
    return spades.play_game(bots, rules, seed=8)


@lru_cache
def review_of(preset: str, rounds: int = 1) -> Review:
    return review(record_of(preset, rounds), limit=QUICK, luck=2)
