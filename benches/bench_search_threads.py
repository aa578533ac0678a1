"""The search on two threads against one, in turns: how much sooner it ends, with the same choice.

    pytest benches/bench_search_threads.py -s

With two players each thread has a table of solved positions of its own, and what one has learnt
from a world the other does not know: with few worlds the second thread helps less.
"""

from __future__ import annotations

import dataclasses
import statistics
import time

import pytest

import spades
from spades.bots import SearchBot

DEALS = 6


def first_lead(preset: str, seed: int) -> spades.Observation:
    """What the seat knows that leads to the first trick."""
    game = spades.Game(preset, seed=seed, opener=0)
    bot = SearchBot(seed=1, worlds=4)
    while game.phase != "play":
        assert game.turn is not None
        game.apply(bot.choose(game.observation(game.turn)).action)
    assert game.turn is not None
    return game.observation(game.turn)


@pytest.mark.parametrize(
    ("preset", "worlds"),
    [("two-handed", 300), ("two-handed", 5000), ("three-handed", 1000), ("partners", 1000)],
)
def test_two_threads(preset: str, worlds: int) -> None:
    ratios = []
    for seed in range(DEALS):
        seen = first_lead(preset, seed)
        spent, choices = [], []
        for threads in (1, 2):
            begin = time.perf_counter()
            choice = SearchBot(seed=1).choose(seen, spades.Limit(worlds=worlds, threads=threads))
            spent.append(time.perf_counter() - begin)
            # What is told of the work, which differs, is left out.
            report = dataclasses.replace(choice.report, nodes=0, seconds=0)
            choices.append((choice.action, report))
        assert choices[0] == choices[1]
        ratios.append(spent[0] / spent[1])
    print(
        f"\n{preset}, {worlds} worlds on two threads: {statistics.median(ratios):.2f} x one "
        f"({min(ratios):.2f}-{max(ratios):.2f}), mark 1.8 x"
    )
