"""Random valid `Rules`, over every field, and the oracle's rules with the same values."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import spades
from oracle import OracleRules

_Fields = dict[str, Any]
_Maker = Callable[[random.Random, _Fields], Any]


def _deal(rng: random.Random, so_far: _Fields) -> str:
    return rng.choice(["draw", "draw", "pick", "dealt"]) if so_far["players"] == 2 else "dealt"


def _max_bid(rng: random.Random, so_far: _Fields) -> int:
    most = 17 if so_far["players"] == 3 else 13
    return rng.choice([13, 13, 13, most, rng.randint(0, most)])


def _rounds(rng: random.Random, so_far: _Fields) -> int:
    return rng.randint(1, 5) if so_far["target"] == 0 else rng.choice([0, 0, rng.randint(1, 5)])


def _max_rounds(rng: random.Random, so_far: _Fields) -> int:
    fixed: int = so_far["rounds"]
    return rng.choice([500, fixed + rng.randint(1, 8)])


# In an order in which a field looks only at those above it.
FIELD_MAKERS: dict[str, _Maker] = {
    "name": lambda rng, _: rng.choice(["custom", "house", 'a "quoted" näme', ""]),
    "players": lambda rng, _: rng.choice([2, 2, 3, 4]),
    "partnerships": lambda rng, f: f["players"] == 4 and rng.random() < 0.6,
    "deal": _deal,
    "discards": lambda rng, f: rng.choice(["private", "face-up"][: 1 + (f["deal"] == "draw")]),
    "opener": lambda rng, _: rng.choice(["rotate", "random"]),
    "hand_hidden_until_bid": lambda rng, f: f["deal"] == "dealt" and rng.random() < 0.5,
    "misdeal": lambda rng, f: f["deal"] == "dealt" and rng.random() < 0.5,
    "max_bid": _max_bid,
    "nil_bonus": lambda rng, _: rng.choice([100, 50, 0, rng.randint(0, 300)]),
    "nil_penalty": lambda rng, _: rng.choice([100, 0, rng.randint(0, 300)]),
    "nil_tricks": lambda rng, _: rng.choice(["ignored", "bags", "contract"]),
    "blind_nil_bonus": lambda rng, _: rng.choice([0, 200, rng.randint(1, 400)]),
    "blind_nil_penalty": lambda rng, _: rng.choice([0, 200, rng.randint(1, 400)]),
    "moon_bonus": lambda rng, _: rng.choice([0, 250, rng.randint(1, 400)]),
    "double_nil_bonus": lambda rng, f: rng.choice([0, 500, 77]) if f["partnerships"] else 0,
    "trick_points": lambda rng, _: rng.choice([10, 10, 0, rng.randint(1, 20)]),
    "bag_points": lambda rng, _: rng.choice([1, 1, 0, rng.randint(-12, 12)]),
    "bag_limit": lambda rng, _: rng.choice([10, 10, 0, rng.randint(1, 12)]),
    "bag_penalty": lambda rng, _: rng.choice([100, 0, rng.randint(1, 200)]),
    "target": lambda rng, _: rng.choice([0, 300, rng.randint(1, 500)]),
    "rounds": _rounds,
    "max_rounds": _max_rounds,
    "lose_score": lambda rng, _: rng.choice([None, None, -rng.randint(1, 400)]),
}


def random_rules(rng: random.Random) -> spades.Rules:
    """Make rules in which every field is drawn from all that the others allow."""
    fields: _Fields = {}
    for field, make in FIELD_MAKERS.items():
        fields[field] = make(rng, fields)
    return spades.Rules(**fields)


def any_rules(rng: random.Random) -> spades.Rules:
    """Draw a preset half of the time, else random rules."""
    if rng.random() < 0.5:
        return spades.Rules.preset(rng.choice(spades.PRESETS))
    return random_rules(rng)


def oracle_rules(rules: spades.Rules) -> OracleRules:
    """Give the oracle's rules with the same values."""
    return OracleRules(**rules.as_dict())
