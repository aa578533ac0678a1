"""The generator of random rules reaches every field and every value of it."""

from __future__ import annotations

import random

import pytest

from random_rules import FIELD_MAKERS, oracle_rules, random_rules
from spades import _core

RULES = [random_rules(random.Random(seed)) for seed in range(1000)]


def test_every_field_is_drawn() -> None:
    assert set(FIELD_MAKERS) == set(_core.RULES_FIELDS)


@pytest.mark.parametrize("field", _core.RULES_FIELDS)
def test_every_field_varies(field: str) -> None:
    values = {getattr(rules, field) for rules in RULES}
    named: dict[str, set[object]] = {
        "players": {2, 3, 4},
        "deal": {"draw", "pick", "dealt"},
        "discards": {"private", "face-up"},
        "opener": {"rotate", "random"},
        "nil_tricks": {"ignored", "bags", "contract"},
    }
    assert values >= named.get(field, set())
    assert len(values) >= 2


def test_the_oracle_gets_the_same_values() -> None:
    for rules in RULES[:50]:
        assert vars(oracle_rules(rules)) == rules.as_dict()
