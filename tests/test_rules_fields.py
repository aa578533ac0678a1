"""Each field of `Rules` changes a result, and a value that cannot be is refused by its name."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spades
from random_play import act, play_out
from spades import Rules, score_round
from spades._core import RULES_FIELDS

TWO = Rules.preset("two-handed")
OPEN = Rules.preset("two-handed-open")
FOUR = Rules.preset("partners")
DOUBLE = Rules.preset("partners-double-nil")
SOLO = Rules(deal="dealt")

Probe = Callable[[Rules], object]


def points(bids: list[Any], tricks: list[int], bags: int = 0) -> Probe:
    """Give what one round scores for the first side."""

    def probe(rules: Rules) -> object:
        before = [bags] * rules.sides
        return score_round(rules, bids, tricks, before)[0]

    return probe


def first_choice(rules: Rules) -> object:
    """Give the phase and the choices at the start."""
    round = spades.Round.deal(rules, seed=1)
    return round.phase, round.legal_actions()


def seen_at_the_bid(rules: Rules) -> object:
    """Give what the last to bid sees when the first is to bid."""
    round = spades.Round.deal(rules, seed=1)
    while round.phase == "draft":
        round.apply(round.legal_actions()[0])
    return round.observation(rules.players - 1).known


def openers(rules: Rules) -> object:
    """Give the openers of the first rounds."""
    game = spades.Game(rules, seed=1, opener=0)
    rng = random.Random(1)
    while len(game.rounds) < 12:
        act(game, rng)
    return [round.opener for round in game.rounds]


def no_spade(rules: Rules) -> object:
    """Give what a hand without spades may say at its turn to bid."""
    hands = [".AKQJT98765432..", "AKQJT98765432...", "..AKQJT98765432.", "...AKQJT98765432"]
    return spades.Round.setup(rules, hands, [None] * 4).legal_actions()


def ending(rules: Rules) -> object:
    """Give how a random game ends, and after how many rounds."""
    game = spades.Game(rules, seed=3, opener=0)
    play_out(game, random.Random(3))
    assert game.outcome is not None
    return game.outcome.reason, len(game.rounds)


# Field: the probe, the rules to start from, the other value.
CASES: dict[str, tuple[Probe, Rules, object]] = {
    "name": (lambda rules: (repr(rules), rules.as_dict()["name"]), TWO, "ours"),
    "players": (lambda rules: spades.Round.deal(rules, seed=1).hands, SOLO, 3),
    "partnerships": (points([3, 3, 3, 3], [3, 3, 4, 3]), FOUR, False),
    "deal": (first_choice, TWO, "pick"),
    "discards": (seen_at_the_bid, TWO, "face-up"),
    "opener": (openers, TWO.replace(target=10_000), "random"),
    "hand_hidden_until_bid": (seen_at_the_bid, SOLO, True),
    "misdeal": (no_spade, FOUR, True),
    "max_bid": (lambda rules: spades.Round.deal(rules, 1).legal_actions(), SOLO, 6),
    "nil_bonus": (points(["nil", 1], [0, 13]), TWO, 50),
    "nil_penalty": (points(["nil", 1], [2, 11]), TWO, 0),
    "nil_tricks": (points(["nil", 1], [2, 11]), TWO, "bags"),
    "blind_nil_bonus": (first_choice, TWO, 200),
    "blind_nil_penalty": (points(["blind-nil", 1], [2, 11]), OPEN, 200),
    "moon_bonus": (points([13, 1], [13, 0]), TWO, 250),
    "double_nil_bonus": (points(["nil", 5, "nil", 5], [1, 6, 0, 6]), DOUBLE, 0),
    "trick_points": (points([4, 5], [4, 9]), TWO, 7),
    "bag_points": (points([4, 5], [6, 7]), TWO, -1),
    "bag_limit": (points([4, 5], [6, 7], bags=4), TWO, 5),
    "bag_penalty": (points([4, 5], [6, 7], bags=9), TWO, 50),
    "target": (ending, TWO.replace(max_rounds=20), 1),
    "rounds": (ending, TWO.replace(target=0, rounds=3), 2),
    "max_rounds": (ending, TWO.replace(target=100_000), 4),
    "lose_score": (ending, TWO.replace(target=100_000, max_rounds=20), -50),
}


def test_every_field_has_its_case() -> None:
    assert tuple(CASES) == RULES_FIELDS


@pytest.mark.parametrize("field", RULES_FIELDS)
def test_the_field_changes_a_result(field: str) -> None:
    probe, rules, other = CASES[field]
    changed = rules.replace(**{field: other})
    assert getattr(changed, field) == other
    assert changed != rules
    assert probe(changed) != probe(rules)
    # Nothing else was changed, and the change can be taken back.
    different = {k for k, v in changed.as_dict().items() if v != rules.as_dict()[k]}
    assert different == {field}
    assert changed.replace(**{field: getattr(rules, field)}) == rules


@pytest.mark.parametrize("field", RULES_FIELDS)
def test_the_field_is_kept_in_a_file_and_in_repr(field: str, tmp_path: Path) -> None:
    _, rules, other = CASES[field]
    changed = rules.replace(**{field: other})
    changed.dump(tmp_path / "rules.toml")
    assert Rules.load(tmp_path / "rules.toml") == changed
    assert eval(repr(changed), {"Rules": Rules}) == changed


REFUSED: list[tuple[str, Rules, dict[str, object]]] = [
    ("players", FOUR, {"players": 5}),
    ("players", TWO, {"players": 1}),
    ("partnerships", TWO, {"partnerships": True}),
    ("partnerships", Rules.preset("three-handed"), {"partnerships": True}),
    ("deal", FOUR, {"deal": "draw"}),
    ("deal", TWO, {"players": 3}),
    ("deal", TWO, {"deal": "shuffle"}),
    ("discards", SOLO, {"discards": "face-up"}),
    ("discards", TWO, {"deal": "pick", "discards": "face-up"}),
    ("opener", TWO, {"opener": "dealer"}),
    ("hand_hidden_until_bid", TWO, {"hand_hidden_until_bid": True}),
    ("misdeal", TWO, {"misdeal": True}),
    ("misdeal", TWO, {"deal": "pick", "misdeal": True}),
    ("max_bid", TWO, {"max_bid": 14}),
    ("max_bid", Rules.preset("three-handed"), {"max_bid": 18}),
    ("max_bid", TWO, {"max_bid": -1}),
    ("nil_tricks", TWO, {"nil_tricks": "bag"}),
    ("double_nil_bonus", TWO, {"double_nil_bonus": 500}),
    ("target", TWO, {"target": 0}),
    ("target", TWO, {"target": -300}),
    ("rounds", TWO, {"rounds": -1}),
    ("rounds", TWO, {"rounds": 10, "max_rounds": 9}),
    ("max_rounds", TWO, {"max_rounds": 0}),
    ("bag_limit", TWO, {"bag_limit": -1}),
    ("lose_score", TWO, {"lose_score": 0}),
    ("lose_score", TWO, {"lose_score": 100}),
    ("name", TWO, {"name": 5}),
    ("targets", TWO, {"targets": 5}),
]


@pytest.mark.parametrize(("field", "rules", "changes"), REFUSED)
def test_what_cannot_be_is_refused_by_name(
    field: str, rules: Rules, changes: dict[str, object]
) -> None:
    with pytest.raises(spades.RulesError, match=rf"^{field}: .{{6}}"):
        rules.replace(**changes)
    with pytest.raises(spades.RulesError, match=rf"^{field}: .{{6}}"):
        Rules(**{**rules.as_dict(), **changes})


def test_three_players_have_seventeen_cards_and_bids() -> None:
    rules = Rules.preset("three-handed").replace(max_bid=17)
    assert rules.hand_size == 17
    round = spades.Round.deal(rules, seed=1)
    assert [len(hand) for hand in round.hands] == [17] * 3
    assert [int(a) - 56 for a in round.legal_actions() if 56 <= int(a) < 74] == list(range(18))


PRESET_TABLE: dict[str, dict[str, object]] = {
    "two-handed": {},
    "two-handed-open": {
        "discards": "face-up",
        "nil_penalty": 0,
        "nil_tricks": "bags",
        "blind_nil_bonus": 200,
        "moon_bonus": 250,
        "target": 500,
    },
    "partners": {
        "players": 4,
        "partnerships": True,
        "deal": "dealt",
        "nil_tricks": "bags",
        "target": 500,
    },
    "pick": {"deal": "pick", "opener": "random"},
    "three-handed": {
        "players": 3,
        "deal": "dealt",
        "opener": "random",
        "hand_hidden_until_bid": True,
        "misdeal": True,
    },
    "partners-double-nil": {
        "players": 4,
        "partnerships": True,
        "deal": "dealt",
        "opener": "random",
        "hand_hidden_until_bid": True,
        "misdeal": True,
        "nil_tricks": "bags",
        "double_nil_bonus": 500,
    },
}


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_presets_are_the_table_of_the_rules(preset: str) -> None:
    assert Rules.preset(preset) == Rules(name=preset, **PRESET_TABLE[preset])  # type: ignore[arg-type]
