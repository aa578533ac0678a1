"""The speed of the core as Python sees it, and how many times OpenSpiel's it is.

`pytest benches -s` shows the ratios. Both sides of a ratio are measured in turns in one process by
its CPU time, and medians are compared: the machine has slow spells.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from random_rounds import (
    PARTNERS,
    openspiel_game,
    ours,
    ours_at_play,
    ours_play_only,
    theirs,
    theirs_at_play,
    theirs_play_only,
)

import spades

SPIEL = openspiel_game()
needs_openspiel = pytest.mark.skipif(
    SPIEL is None, reason="open_spiel is not installed (extra: peers)"
)
LEAST_PYTHON = 2.0
LEAST_PLAYOUTS = 50.0


def per_second(work: Callable[[], int]) -> float:
    """Give units of work by second of CPU time; `work` gives how many it did."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def ratio(ours: Callable[[], int], theirs: Callable[[], int], turns: int = 7) -> float:
    """Measure both in turns and give how many times as fast ours is."""
    ours(), theirs()  # warm
    pairs = [(per_second(ours), per_second(theirs)) for _ in range(turns)]
    mine = statistics.median(pair[0] for pair in pairs)
    other = statistics.median(pair[1] for pair in pairs)
    print(f"\n{mine:,.0f} /s, OpenSpiel {other:,.0f} /s: {mine / other:.1f} x")
    return mine / other


@needs_openspiel
def test_python_loop_against_openspiel() -> None:
    def mine() -> int:
        tricks = ours(range(200))
        # 13 tricks a round, a quarter of them seat 0's.
        assert 0.2 < tricks / (200 * 13) < 0.3
        return 200

    assert ratio(mine, lambda: theirs(range(200), SPIEL)) >= LEAST_PYTHON


@needs_openspiel
def test_python_loop_of_the_play_alone_against_openspiel() -> None:
    start, other = ours_at_play(), theirs_at_play(SPIEL)

    def mine() -> int:
        assert ours_play_only(start, 200) == 200 * 13
        return 200

    def spiel() -> int:
        assert theirs_play_only(other, 200) == 200
        return 200

    assert ratio(mine, spiel) > 1  # no mark: more than half of it is the loop itself


@needs_openspiel
def test_playouts_against_openspiel() -> None:
    n = 20_000

    def mine() -> int:
        check_playouts(spades.playouts(PARTNERS, n, seed=1))
        return n

    assert ratio(mine, lambda: theirs(range(200), SPIEL)) >= LEAST_PLAYOUTS


def check_playouts(done: Any) -> None:  # noqa: ANN401
    """Check the answer of `playouts`, a sample of it by the scoring of single rounds."""
    assert done.bids.shape == done.tricks.shape == (len(done), 4)
    assert done.points.shape == (len(done), 2)
    assert (done.tricks.sum(axis=1) == 13).all()
    assert abs(done.tricks.mean() - 13 / 4) < 0.05
    for i in range(0, len(done), max(len(done) // 20, 1)):
        bids = [int(bid) for bid in done.bids[i]]
        scores = spades.score_round(PARTNERS, bids, done.tricks[i])
        assert [score.points for score in scores] == done.points[i].tolist()


def test_playouts(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["rounds"] = 10_000
    check_playouts(benchmark(spades.playouts, PARTNERS, 10_000, seed=1))


def test_python_loop(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["rounds"] = 20
    assert 0 < benchmark(ours, range(20)) < 20 * 13


@needs_openspiel
def test_python_loop_of_openspiel(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["rounds"] = 20
    assert benchmark(theirs, range(20), SPIEL) == 20


def lead() -> spades.Round:
    """Give a round at the lead of its seventh trick."""
    round, rng = ours_at_play(), random.Random(1)
    for _ in range(24):
        round.apply(rng.choice(round.legal_actions()))
    return round


def test_legal_actions(benchmark: BenchmarkFixture) -> None:
    round = lead()
    legal = benchmark(round.legal_actions)
    assert 0 < len(legal) <= 7


def test_legal_mask(benchmark: BenchmarkFixture) -> None:
    round = lead()
    mask = benchmark(round.legal_mask)
    assert mask.sum() == len(round.legal_actions())


def test_copy(benchmark: BenchmarkFixture) -> None:
    round = lead()
    assert benchmark(round.copy) == round


def test_apply(benchmark: BenchmarkFixture) -> None:
    start = lead()
    action = start.legal_actions()[0]

    def copies() -> tuple[tuple[list[spades.Round]], dict[str, Any]]:
        return ([start.copy() for _ in range(200)],), {}

    def apply_all(rounds: list[spades.Round]) -> spades.Round:
        for round in rounds:
            round.apply(action)
        return rounds[-1]

    benchmark.extra_info["calls"] = 200
    after = benchmark.pedantic(  # type: ignore[no-untyped-call]
        apply_all, setup=copies, rounds=200
    )
    assert len(after.trick) == 1


def test_observation(benchmark: BenchmarkFixture) -> None:
    round = lead()
    assert benchmark(round.observation, 0).hand == round.hands[0]


def test_to_numpy(benchmark: BenchmarkFixture) -> None:
    seen = lead().observation(0)
    numbers = benchmark(seen.to_numpy)
    assert numbers[:52].sum() == len(seen.hand)


def test_to_numpy_into_an_array(benchmark: BenchmarkFixture) -> None:
    seen = lead().observation(0)
    out = np.zeros(spades.OBSERVATION_SIZE, np.float32)
    assert benchmark(seen.to_numpy, out) is out
    assert (out == seen.to_numpy()).all()


def test_sample(benchmark: BenchmarkFixture) -> None:
    seen = lead().observation(0)
    worlds = benchmark(seen.sample, 1, 100)
    assert len(worlds) == 100
    assert worlds[0].observation(0) == seen


def test_random_game(benchmark: BenchmarkFixture) -> None:
    def play() -> spades.Game:
        game, rng = spades.Game("two-handed", seed=1), random.Random(1)
        while len(game.rounds) < 3:
            game.apply(rng.choice(game.legal_actions()))
        return game

    assert len(benchmark(play).rounds) == 3
