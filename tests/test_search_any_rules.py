"""SearchBot at tables of three and four under any rules: always a legal action, and sound numbers.

A longer run: `python tests/test_search_any_rules.py 2000` plays games 0 to 1999.
"""

from __future__ import annotations

import math
import random
import sys

import pytest

import spades
from random_rules import random_rules
from spades.bots import LEVELS, SearchBot

MOST = 1_000_000
# What a table may ask for at the edge of what `Rules` allows.
EDGES: tuple[dict[str, int], ...] = (
    {},
    {},
    {"nil_bonus": MOST, "nil_penalty": MOST},
    {"trick_points": MOST, "bag_points": -MOST},
    {"trick_points": 0, "bag_points": 0, "nil_bonus": 0, "nil_penalty": 0},
    {"bag_limit": 1, "bag_penalty": MOST},
    {"bag_limit": MOST, "bag_penalty": 1},
    {"target": 1},
    {"target": MOST},
    {"max_bid": 0},
    {"max_bid": 1, "moon_bonus": MOST},
    {"blind_nil_bonus": MOST, "blind_nil_penalty": 0},
)


def table_rules(rng: random.Random) -> spades.Rules:
    """Draw rules for three or four players, some of them at the edge."""
    while True:
        rules = random_rules(rng)
        if rules.players > 2:
            return rules.replace(**rng.choice(EDGES))


def play(seed: int, share: float) -> int:
    """Play up to three rounds, a share of the decisions by search; give the number of these."""
    rng = random.Random(seed)
    rules = table_rules(rng)
    levels = {level: SearchBot(seed=seed, level=level) for level in LEVELS}
    game = spades.Game(rules, seed=seed)
    searched = 0
    while game.turn is not None and len(game.rounds) < 3:
        legal = game.legal_actions()
        action = rng.choice(legal)
        if rng.random() < share:
            obs = game.observation(game.turn)
            bot = levels[rng.choice(list(LEVELS))]
            choice = bot.choose(obs, spades.Limit(worlds=rng.randint(1, 3)))
            action = choice.action
            searched += 1
            assert action in legal, (seed, rules)
            assert choice.report is not None
            for entry in choice.report.actions:
                assert entry.value is None or math.isfinite(entry.value), (seed, rules)
                for chance in (entry.made, entry.win, entry.beaten):
                    assert chance is None or 0.0 <= chance <= 1.0, (seed, rules, entry)
        game.apply(action)
    return searched


@pytest.mark.parametrize("seed", range(40))
def test_search_plays_under_any_rules(seed: int) -> None:
    assert play(seed, share=0.3) > 0


if __name__ == "__main__":
    print(sum(play(seed, share=1.0) for seed in range(int(sys.argv[1]))), "decisions")
