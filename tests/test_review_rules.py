"""Reviews of any game under any rules: nothing fails, all fits."""

from __future__ import annotations

import json
import random

import pytest

import spades
from random_rules import random_rules
from record_games import GAMES, play
from spades import Game, Limit, Record
from spades.review import Review, review


def check(found: Review) -> None:
    """Check what holds of every review."""
    plain = json.loads(found.to_json())
    assert len(plain["decisions"]) == len(found.decisions)
    for ascii_only in (False, True):
        text = found.to_text(1000, ascii_only=ascii_only)
        assert max(map(len, text.splitlines())) <= 80, text
        assert text.replace("\n", "").isprintable()
    page = found.to_html(1000)
    assert page.count('<svg class="table"') == len(found.costliest())
    for one in found.decisions:
        assert one.verdict.kind in ("best", "fine", "mistake", "blunder", "unvalued")
        assert bool(one.reason) == one.verdict.wrong


@pytest.mark.parametrize("name", GAMES)
def test_games_of_all_kinds(name: str) -> None:
    record = Record.from_game(GAMES[name]())
    check(review(record, limit=Limit(worlds=2), luck=2))


@pytest.mark.parametrize("seed", range(30))
def test_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng).replace(rounds=1, max_rounds=1)
    game = play(Game(rules, seed), seed=seed)
    check(review(Record.from_game(game), limit=Limit(worlds=2), luck=2))


def test_a_misdeal_is_a_decision() -> None:
    game = GAMES["misdeal"]()
    record = Record.from_game(game)
    found = review(record, limit=Limit(worlds=4), luck=2)
    told = [one for one in found.decisions if str(one.action) == "misdeal"]
    assert told
    assert all(one.phase == "bid" for one in told)
    assert spades.Action("misdeal") in record.rounds[0].actions
