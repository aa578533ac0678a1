"""Perft: the number of play sequences of small endings, as the oracle counted them.

`golden/make_perft.py` made `golden/perft.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import spades

CASES = json.loads((Path(__file__).parent / "golden" / "perft.json").read_text(encoding="utf-8"))


def position(case: dict[str, Any]) -> spades.Round:
    """Set up the position of a case."""
    rules = spades.Rules.preset(case["rules"])
    given = {key: case[key] for key in ("hands", "turn", "trick", "broken")}
    return spades.Round.setup(rules, bids=["1"] * rules.players, **given)


def play(round: spades.Round, depth: int, counts: list[int], tricks: list[int]) -> None:
    """Walk through all sequences that go on from one of `depth` cards."""
    counts[depth] += 1
    if round.is_over:
        assert round.turn is None
        for seat, won in enumerate(round.tricks):
            tricks[seat] += won
    for action in round.legal_actions():
        after = round.copy()
        after.apply(action)
        play(after, depth + 1, counts, tricks)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_perft(case: dict[str, Any]) -> None:
    counts, tricks = [0] * len(case["counts"]), [0] * len(case["tricks"])
    play(position(case), 0, counts, tricks)
    assert counts == case["counts"]
    assert tricks == case["tricks"]


def test_the_cases_are_worth_their_name() -> None:
    assert {len(case["hands"]) for case in CASES} == {2, 3, 4}
    assert {len(case["trick"]) for case in CASES} == {0, 1, 2, 3}
    assert {case["broken"] for case in CASES} == {False, True}
    refused = 0  # leads where spades are held and may not be led
    for case in CASES:
        round = position(case)
        assert round.turn is not None
        suits = {card.suit for card in round.hands[round.turn]}
        refused += not round.trick and not round.broken and "spades" in suits and len(suits) > 1
    assert refused >= 5
    assert sum(sum(case["counts"]) for case in CASES) > 50_000
