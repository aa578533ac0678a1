"""Golden scores: `golden/scoring.json` and the worked examples of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import spades

GOLDEN = Path(__file__).parent / "golden"


def cases(name: str) -> list[Any]:
    """Read a golden file into pytest parameters that name their case."""
    read = json.loads((GOLDEN / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=f"{case['rules']}-{i}") for i, case in enumerate(read)]


CASES = cases("scoring.json") + cases("worked_examples.json")


def rules_of(case: dict[str, Any]) -> spades.Rules:
    """Give the preset of a case with its changes."""
    return spades.Rules.preset(case["rules"]).replace(**case["overrides"])


def check(case: dict[str, Any], scores: tuple[spades.RoundScore, ...]) -> None:
    """Compare scores with those of a case; None stands for what the case does not tell."""
    assert len(scores) == len(case["points"]) == len(case["bags_after"])
    for score, points, bags in zip(scores, case["points"], case["bags_after"], strict=True):
        if points is not None:
            assert (score.points, score.bags) == (points, bags)
        assert sum(line for _, line in score.lines) == score.points


def test_the_golden_files_are_whole() -> None:
    assert len(cases("scoring.json")) == 72
    assert len(cases("worked_examples.json")) == 16
    assert {case.values[0]["rules"] for case in CASES} == set(spades.PRESETS)


@pytest.mark.parametrize("case", CASES)
def test_score_round(case: dict[str, Any]) -> None:
    scores = spades.score_round(rules_of(case), case["bids"], case["tricks"], case["bags"])
    check(case, scores)


@pytest.mark.parametrize("case", CASES)
def test_score_round_takes_bids_in_every_form(case: dict[str, Any]) -> None:
    rules, expected = rules_of(case), None
    for form in (spades.Bid, lambda bid: str(spades.Bid(bid)), lambda bid: spades.Action(str(bid))):
        bids = [form(bid) for bid in case["bids"]]
        scores = spades.score_round(rules, bids, tuple(case["tricks"]), tuple(case["bags"]))
        expected = expected or scores
        assert scores == expected
    assert expected is not None
    check(case, expected)


@pytest.mark.parametrize("case", CASES)
def test_the_end_of_a_round_scores_the_same(case: dict[str, Any]) -> None:
    """The last trick of a round is played, then `Round.score` tells the same."""
    rules = rules_of(case)
    winner = next(seat for seat, tricks in enumerate(case["tricks"]) if tricks > 0)
    tricks = list(case["tricks"])
    tricks[winner] -= 1
    # One heart each, the winner's the highest.
    low = iter("2345")
    hands = [f".{'A' if seat == winner else next(low)}.." for seat in range(rules.players)]
    round = spades.Round.setup(rules, hands, case["bids"], tricks, turn=winner)
    while not round.is_over:
        (only,) = round.legal_actions()
        round.apply(only)
    assert list(round.tricks) == case["tricks"]
    check(case, round.score(case["bags"]))


def test_lines_name_what_is_scored() -> None:
    def lines(rules: str, bids: list[object], tricks: list[int], bags: list[int]) -> object:
        return dict(spades.score_round(rules, bids, tricks, bags)[0].lines)  # type: ignore[arg-type]

    assert lines("two-handed", [5, 5], [8, 5], [7, 0]) == {
        "contract": 50,
        "overtricks": 3,
        "bag-penalty": -100,
    }
    assert lines("two-handed", [4, 5], [3, 10], [0, 0]) == {"contract": -40}
    assert lines("two-handed", ["nil", 5], [0, 13], [0, 0]) == {"nil": 100}
    assert lines("two-handed-open", ["blind-nil", 5], [0, 13], [0, 0]) == {"blind-nil": 200}
    assert lines("two-handed-open", [13, 0], [13, 0], [0, 0]) == {"moon": 250}
    assert lines("two-handed-open", [13, 0], [12, 1], [0, 0])["bags"] == 12  # type: ignore[index]
    double = lines("partners-double-nil", ["nil", 6, "nil", 5], [0, 7, 0, 6], [0, 0])
    assert double == {"double-nil": 500}
