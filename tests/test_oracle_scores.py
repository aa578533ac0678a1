"""The scores and games of the oracle by hand-written cases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

# isort: split
from oracle import PRESETS, OracleGame, OracleRules, score_round
from oracle_setups import (
    SOLO_2,
    SOLO_3,
)

GOLDEN = Path(__file__).parent / "golden"


# ---- scores: what the golden files leave open ----

MOON_3 = replace(SOLO_3, max_bid=17, moon_bonus=250)
MOON_4 = replace(PRESETS["partners"], moon_bonus=250, nil_tricks="contract")
DOUBLE = PRESETS["partners-double-nil"]


@pytest.mark.parametrize(
    ("rules", "bids", "tricks", "bags", "first"),
    [
        (SOLO_2, [13, 1], [13, 0], [0, 0], (130, 0)),  # no moon: an ordinary bid
        (SOLO_2, [13, 1], [12, 1], [0, 0], (-130, 0)),
        (SOLO_2, [0, 1], [0, 13], [0, 0], (100, 0)),  # bid 0 is nil
        (SOLO_2, [1, 1], [11, 2], [0, 0], (-80, 0)),  # exactly ten bags
        (SOLO_2, [1, 1], [12, 1], [9, 0], (-179, 0)),  # exactly two tens
        (SOLO_2, [5, 5], [4, 9], [9, 0], (-50, 9)),  # short: no bags
        (replace(SOLO_2, bag_points=-3), [1, 1], [3, 10], [0, 0], (4, 2)),
        (MOON_3, [13, 1, 1], [15, 1, 1], [8, 0, 0], (152, 0)),  # + 2 overtricks, ten bags
        (MOON_3, [14, 1, 1], [15, 1, 1], [0, 0, 0], (141, 1)),  # the moon is 13 alone
        (MOON_3, [13, 1, 1], [0, 8, 9], [0, 0, 0], (0, 0)),
        # a failed moon never helps the partner, and is not part of the contract
        (MOON_4, [13, 1, 2, 1], [9, 2, 1, 1], [0, 0], (-11, 9)),
        (MOON_4, [13, 1, 2, 1], [9, 0, 3, 1], [0, 0], (30 - 100, 0)),
        (MOON_4, [13, 1, "nil", 1], [9, 0, 3, 1], [0, 0], (12 - 200, 2)),
        (MOON_4, [13, 1, "nil", 1], [13, 0, 0, 0], [3, 0], (350, 3)),
        # "contract": a failed nil helps the partner, the rest are overtricks
        (MOON_4, ["nil", 1, 4, 1], [2, 3, 2, 6], [0, 0], (-60, 0)),
        (MOON_4, ["nil", 1, 4, 1], [2, 3, 3, 5], [0, 0], (-59, 1)),
        (MOON_4, ["nil", 1, 4, 1], [1, 4, 2, 6], [0, 0], (-140, 0)),
        # two nils: of either kind, and one by one without the bonus
        (DOUBLE, ["blind-nil", 1, "nil", 1], [0, 6, 0, 7], [0, 0], (500, 0)),
        (DOUBLE, ["nil", 1, "blind-nil", 1], [3, 6, 0, 4], [0, 0], (0, 0)),
        (replace(DOUBLE, double_nil_bonus=0), ["nil", 1, "nil", 1], [0, 6, 2, 5], [0, 0], (2, 2)),
        (DOUBLE, ["nil", 1, 4, 1], [0, 4, 4, 5], [0, 0], (140, 0)),  # only one nil
        # blind nil has its own points; its tricks go by nil_tricks
        (replace(SOLO_2, blind_nil_bonus=200), ["blind-nil", 1], [1, 12], [0, 0], (0, 0)),
        (
            replace(SOLO_2, blind_nil_bonus=200, blind_nil_penalty=150, nil_tricks="bags"),
            ["blind-nil", 1],
            [4, 9],
            [5, 0],
            (-146, 9),
        ),
    ],
)
def test_scores(
    rules: OracleRules, bids: list[Any], tricks: list[int], bags: list[int], first: tuple[int, int]
) -> None:
    assert score_round(rules, bids, tricks, bags)[0] == first


# ---- games ----

GAME = OracleRules(name="game", target=300)


def ending(rules: OracleRules, *rounds: list[int]) -> tuple[int | None, str] | None:
    """Give the outcome after rounds of these points; all but the last leave the game open."""
    game = OracleGame(rules)
    for points in rounds:
        assert not game.over
        game.finish_round(points, [0] * len(points))
    return game.outcome


def test_scores_and_bags_are_carried_and_go_below_zero() -> None:
    game = OracleGame(PRESETS["partners"], 3)
    assert (game.scores, game.bags, game.over) == ([0, 0], [0, 0], False)
    game.finish_round([-100, 53], [0, 3])
    game.finish_round([-80, -47], [4, 0])
    assert (game.scores, game.bags) == ([-180, 6], [4, 0])


@pytest.mark.parametrize(
    ("change", "rounds", "outcome"),
    [
        ({}, [[299, 0]], None),
        ({}, [[300, 0]], (0, "target")),
        ({}, [[310, 350]], (1, "target")),
        ({}, [[310, 310]], None),  # shared: another round
        ({}, [[310, 310], [10, 20]], (1, "target")),
        ({}, [[310, 310], [-100, -50]], None),  # "tested in the same way"
        ({"target": 0}, [[900, 0]], None),  # 0: no target
        ({"rounds": 2}, [[10, 50], [20, 0]], (1, "rounds")),
        ({"rounds": 2}, [[10, 50], [40, 0]], (None, "rounds")),
        ({"rounds": 1, "target": 0}, [[-10, -50]], (0, "rounds")),
        ({"rounds": 1}, [[300, 0]], (0, "target")),  # the target is tested first
        ({"rounds": 1}, [[300, 300]], (None, "rounds")),
        ({"max_rounds": 2}, [[10, 50], [20, 0]], (1, "max_rounds")),
        ({"max_rounds": 1}, [[310, 310]], (None, "max_rounds")),
        ({"max_rounds": 1, "rounds": 1}, [[1, 0]], (0, "rounds")),
        ({"lose_score": -200}, [[-199, 0]], None),
        ({"lose_score": -200}, [[-200, 0]], (1, "lose_score")),
        ({"lose_score": -200}, [[-250, -250]], (None, "lose_score")),
        ({"lose_score": -200}, [[-200, 300]], (1, "target")),
        ({"lose_score": -200, "rounds": 1}, [[-200, 0]], (1, "lose_score")),
        ({"lose_score": -200, "players": 3}, [[300, -200, 300]], (None, "lose_score")),
        ({"players": 3}, [[310, 310, 0], [0, 0, 320]], (2, "target")),
    ],
)
def test_end_of_a_game(change: dict[str, Any], rounds: list[list[int]], outcome: object) -> None:
    assert ending(replace(GAME, **change), *rounds) == outcome


def test_a_finished_game_takes_no_round() -> None:
    game = OracleGame(GAME)
    game.finish_round([300, 0], [0, 0])
    with pytest.raises(ValueError, match="over"):
        game.finish_round([0, 0], [0, 0])


def test_the_opener_rotates_clockwise() -> None:
    game = OracleGame(PRESETS["partners"], 2)
    seen = []
    for _ in range(5):
        seen.append(game.next_opener)
        game.finish_round([0, 0], [0, 0])
    assert seen == [2, 3, 0, 1, 2]
    drawn = OracleGame(PRESETS["pick"], 1)
    assert drawn.next_opener == 1  # the first may be given
    drawn.finish_round([0, 0], [0, 0])
    assert drawn.next_opener is None
