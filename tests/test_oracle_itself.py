"""The oracle against `rules.md`: golden scores and whole random rounds.

Nothing of `spades` is imported here: this file says whether the yardstick itself is straight.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

# isort: split
from oracle import PRESETS, OracleRound, OracleRules, score_round
from oracle_setups import MISDEAL, PACK, SOLO_2, SOLO_3, SOLO_4, rest_of_deck, shuffled

GOLDEN = Path(__file__).parent / "golden"


# ---- tables and golden files ----


def test_defaults_are_those_of_the_table() -> None:
    expected: dict[str, Any] = {
        "players": 2, "partnerships": False, "deal": "draw", "discards": "private",
        "opener": "rotate", "hand_hidden_until_bid": False, "misdeal": False, "max_bid": 13,
        "nil_bonus": 100, "nil_penalty": 100, "nil_tricks": "ignored", "blind_nil_bonus": 0,
        "blind_nil_penalty": 0, "moon_bonus": 0, "double_nil_bonus": 0, "trick_points": 10,
        "bag_points": 1, "bag_limit": 10, "bag_penalty": 100, "target": 300, "rounds": 0,
        "max_rounds": 500, "lose_score": None,
    }  # fmt: skip
    assert asdict(OracleRules(name="x")) == {"name": "x", **expected}


def test_presets_are_those_of_the_table() -> None:
    table: dict[str, list[Any]] = {
        "name": ["two-handed", "two-handed-open", "partners", "pick", "three-handed",
                 "partners-double-nil"],
        "players": [2, 2, 4, 2, 3, 4],
        "partnerships": [False, False, True, False, False, True],
        "deal": ["draw", "draw", "dealt", "pick", "dealt", "dealt"],
        "discards": ["private", "face-up", "private", "private", "private", "private"],
        "opener": ["rotate", "rotate", "rotate", "random", "random", "random"],
        "hand_hidden_until_bid": [False, False, False, False, True, True],
        "misdeal": [False, False, False, False, True, True],
        "max_bid": [13, 13, 13, 13, 13, 13],
        "nil_bonus": [100, 100, 100, 100, 100, 100],
        "nil_penalty": [100, 0, 100, 100, 100, 100],
        "nil_tricks": ["ignored", "bags", "bags", "ignored", "ignored", "bags"],
        "blind_nil_bonus": [0, 200, 0, 0, 0, 0],
        "blind_nil_penalty": [0, 0, 0, 0, 0, 0],
        "moon_bonus": [0, 250, 0, 0, 0, 0],
        "double_nil_bonus": [0, 0, 0, 0, 0, 500],
        "target": [300, 500, 500, 300, 300, 300],
    }  # fmt: skip
    assert list(PRESETS) == table["name"]
    for column, rules in enumerate(PRESETS.values()):
        row = {field: values[column] for field, values in table.items()}
        assert asdict(rules) == asdict(OracleRules()) | row


def golden_cases() -> list[Any]:
    """Give every case of both golden files."""
    names = ("worked_examples", "scoring")
    return [
        pytest.param(case, id=f"{name}-{i}")
        for name in names
        for i, case in enumerate(json.loads((GOLDEN / f"{name}.json").read_text()))
    ]


@pytest.mark.parametrize("case", golden_cases())
def test_golden_scores(case: dict[str, Any]) -> None:
    rules = replace(PRESETS[case["rules"]], **case["overrides"])
    assert sum(case["tricks"]) == (17 if rules.players == 3 else 13)
    got = score_round(rules, case["bids"], case["tricks"], case["bags"])
    expected = zip(case["points"], case["bags_after"], strict=True)
    for (points, bags), (want_points, want_bags) in zip(got, expected, strict=True):
        assert want_points in (None, points)
        assert want_bags in (None, bags)


def test_every_worked_example_is_in_the_golden_file() -> None:
    assert len(json.loads((GOLDEN / "worked_examples.json").read_text())) == 16


# ---- whole rounds ----

MORE_RULES = [
    SOLO_2,
    SOLO_4,
    replace(SOLO_3, max_bid=17, misdeal=True, blind_nil_bonus=100, hand_hidden_until_bid=True),
    replace(PRESETS["pick"], name="pick-blind", blind_nil_bonus=200, max_bid=5),
    replace(PRESETS["partners"], name="partners-blind", blind_nil_bonus=200, misdeal=True),
]


@pytest.mark.parametrize("rules", [*PRESETS.values(), *MORE_RULES], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(30))
def test_random_rounds(rules: OracleRules, seed: int) -> None:
    rng = random.Random(seed)
    size = 17 if rules.players == 3 else 13
    opener = rng.randrange(rules.players)
    game = OracleRound(rules, shuffled(rng), opener)
    phases = [game.phase]
    while game.turn is not None:
        legal = game.legal()
        assert legal
        assert legal == sorted(set(legal))
        for seat in range(rules.players):
            assert not game.known_cards(seat) & hidden_from(game, seat)
        if game.phase == "play":
            assert game.known_cards(game.turn) >= set(legal) | set(game.played)
        action = rng.choice(legal)
        game.apply(action, shuffled(rng) if action == MISDEAL else None)
        where = [*game.hands, *game.discards, set(game.played), rest_of_deck(game)]
        assert sorted(card for place in where for card in place) == PACK
        assert sum(game.tricks) * rules.players + len(game.trick) == len(game.played)
        if game.phase != phases[-1]:
            phases.append(game.phase)
    assert game.phase == "over"
    assert game.legal() == []
    assert sum(game.tricks) == size
    assert len(game.played) == size * rules.players
    assert game.opener == opener
    assert None not in game.bids
    drafted = rules.deal != "dealt"
    assert [len(pile) for pile in game.discards] == [13 if drafted else 0] * rules.players
    assert ("blind" in phases) == (rules.blind_nil_bonus > 0)
    assert ("draft" in phases) == drafted


def hidden_from(game: OracleRound, seat: int) -> set[int]:
    """Give cards that `seat` can never have been shown."""
    others = {card for s, hand in enumerate(game.hands) if s != seat for card in hand}
    if game.rules.deal == "pick":  # a face-up card is seen by both
        return {card for i, card in enumerate(game.deck) if i % 2} & others
    if game.rules.deal == "draw":
        return others | set(game.deck[2 * game.draft_turn + 1 :])
    return others | rest_of_deck(game)
