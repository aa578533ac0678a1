"""The marks of speed: each as a ratio measured in one run, beside the peer where there is one.

`pytest benches/bench_marks.py -s` prints them (docs/performance.md keeps them). Both sides are
measured in turns by the CPU time of this process and medians are compared; the floors asserted here
are lower than what is measured on a quiet machine, so that a busy one does not fail them.
"""

from __future__ import annotations

import importlib
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from instructions import build
from random_rounds import (
    CARDS_PLAYED,
    PARTNERS,
    State,
    openspiel_game,
    ours,
    ours_at_play,
    theirs,
    theirs_at_play,
)

import spades

SPIEL = openspiel_game()
needs_openspiel = pytest.mark.skipif(
    SPIEL is None, reason="open_spiel is not installed (extra: peers)"
)
TURNS = 9
# Cards played before the single calls are measured: leads and replies, early and in the middle.
POSITIONS = (0, 1, 24, 25, 40, 43)


def seconds(work: Callable[[], object]) -> float:
    """CPU time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def in_turns(*works: Callable[[], object], turns: int = TURNS) -> list[list[float]]:
    """CPU times of each piece of work, all of them measured in turns."""
    for work in works:
        work()
    rows = [[seconds(work) for work in works] for _ in range(turns)]
    return [list(column) for column in zip(*rows, strict=True)]


def report(name: str, mark: str, mine: list[float], other: list[float]) -> float:
    """Print how many times as long the other takes, with the spread; give the median."""
    ratios = sorted(b / a for a, b in zip(mine, other, strict=True))
    middle = statistics.median(other) / statistics.median(mine)
    shown = f"{middle:.2f} x" if middle >= 1 else f"{1 / middle:.2f} times as long"
    print(f"\n{name}: {shown} ({ratios[0]:.2f}-{ratios[-1]:.2f}), mark {mark}", end="")
    return middle


def check(rounds: spades.Playouts) -> None:
    """The sums and means of random play."""
    size = rounds.tricks.sum(axis=1)
    assert (size == size[0]).all()
    assert rounds.tricks.mean(axis=0).std() < 0.1
    assert abs(rounds.bids.mean() - 6.5) < 0.1


@needs_openspiel
def test_playouts() -> None:
    """Whole rounds, against OpenSpiel's loop in Python, its C++ bots and its C++ rollouts."""
    spiel: Any = importlib.import_module("pyspiel")
    bots = [spiel.make_uniform_random_bot(player, 7 + player) for player in range(4)]
    play = theirs_at_play(SPIEL)
    evaluator = spiel.RandomRolloutEvaluator(256, 3)
    # Two simulations of 256 rollouts each: the way to them from Python.
    mcts = spiel.MCTSBot(SPIEL, evaluator, 2.0, 2, 1000, False, 42, False)
    n, loop, cpp = 60_000, 100, 300

    def evaluate() -> None:
        for i in range(cpp):
            returns = spiel.evaluate_bots(SPIEL.new_initial_state(), bots, i)
            assert len(returns) == 4

    check(spades.playouts(PARTNERS, n, seed=1))
    mine, python, inside, rollouts = in_turns(
        lambda: spades.playouts(PARTNERS, n, seed=1),
        lambda: theirs(range(loop), SPIEL),
        evaluate,
        lambda: mcts.step(play),
    )
    mine = [t / n for t in mine]
    print(f"\n{1 / statistics.median(mine):,.0f} rounds/s", end="")
    assert report("OpenSpiel from Python", "220 x", mine, [t / loop for t in python]) > 100
    assert report("OpenSpiel's C++ bots", "80 x", mine, [t / cpp for t in inside]) > 35
    # Ours are dealt, bid and scored, theirs only played.
    report("whole rounds, C++ rollouts of the play", "none", mine, [t / 512 for t in rollouts])


def child_seconds(*command: object) -> float:
    """CPU time of another program."""
    before = os.times()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


@needs_openspiel
def test_play_alone() -> None:
    """The 52 plays of one deal in Rust, against rollouts in C++."""
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed: this piece of work is not seen from Python")
    program = build()
    spiel: Any = importlib.import_module("pyspiel")
    evaluator = spiel.RandomRolloutEvaluator(256, 3)
    mcts = spiel.MCTSBot(SPIEL, evaluator, 2.0, 2, 1000, False, 42, False)
    play, n, steps = theirs_at_play(SPIEL), 2_000_000, 40
    mine, other = [], []
    for _ in range(5):
        mine.append(child_seconds(program, "replay", n // 2) / n)
        other.append(seconds(lambda: [mcts.step(play) for _ in range(steps)]) / (512 * steps))
    print(f"\n{1 / statistics.median(mine):,.0f} plays of a deal/s", end="")
    assert report("C++ rollouts of the play", "30 x", mine, other) > 12


def test_two_handed_rounds() -> None:
    """Whole rounds, draft included; the mark is 0.75 of the deals that `rust_floor` plays."""
    n = 60_000
    two, four = in_turns(
        lambda: spades.playouts("two-handed", n), lambda: spades.playouts(PARTNERS, n)
    )
    print(f"\n{n / statistics.median(two):,.0f} two-handed rounds/s", end="")
    assert report("two-handed rounds beside partners", "none", two, four) > 1


@needs_openspiel
def test_python_loop() -> None:
    n = 100

    def mine() -> None:
        tricks = ours(range(n))
        assert 0.15 < tricks / (n * 13) < 0.35

    ours_times, theirs_times = in_turns(mine, lambda: theirs(range(n), SPIEL), turns=11)
    assert report("the plain Python loop", "5 x", ours_times, theirs_times) > 3


def at(played: int) -> tuple[spades.Round, State]:
    """A round and OpenSpiel's, so many cards into the play."""
    mine, other = ours_at_play(), theirs_at_play(SPIEL)
    rng = random.Random(played)
    for _ in range(played):
        mine.apply(rng.choice(mine.legal_actions()))
        other.apply_action(rng.choice(other.legal_actions()))
    return mine, other


def repeated(call: Callable[[], object], n: int = 4000) -> Callable[[], None]:
    """The call many times."""

    def work() -> None:
        for _ in range(n):
            call()

    return work


def bare(times: list[float], n: int = 4000) -> list[float]:
    """The times without the loop's own."""
    loop = statistics.median(seconds(lambda: [None for _ in range(n)]) for _ in range(5))
    return [max(t - loop, 1e-9) for t in times]


@needs_openspiel
@pytest.mark.parametrize(
    ("call", "peer", "mark"),
    [
        ("legal_actions", "legal_actions", 0.4),
        ("copy", "clone", 0.15),
        ("legal_mask", "legal_actions_mask", None),
    ],
)
def test_one_call(call: str, peer: str, mark: float | None) -> None:
    sums = [[0.0] * TURNS, [0.0] * TURNS]
    for played in POSITIONS:
        mine, other = at(played)
        times = in_turns(repeated(getattr(mine, call)), repeated(getattr(other, peer)))
        for total, column in zip(sums, times, strict=True):
            for i, value in enumerate(bare(column)):
                total[i] += value
    share = 1 / report(call, f"{mark} times as long" if mark else "none", *sums)
    assert share < 0.8


@needs_openspiel
def test_apply() -> None:
    """The action alone: the copies that it is done in are made before."""
    n = 500
    sums = [[0.0] * TURNS, [0.0] * TURNS]
    for played in POSITIONS:
        mine, other = at(played)
        action, theirs_action = mine.legal_actions()[0], other.legal_actions()[0]
        for turn in range(TURNS):
            copies = [mine.copy() for _ in range(n)]
            start = time.process_time()
            for copy in copies:
                copy.apply(action)
            sums[0][turn] += time.process_time() - start
            assert copies[0].history[-1][1] == action
            clones = [other.clone() for _ in range(n)]
            start = time.process_time()
            for clone in clones:
                clone.apply_action(theirs_action)
            sums[1][turn] += time.process_time() - start
    assert 1 / report("apply (checked)", "0.15 times as long", *sums) < 0.4


@needs_openspiel
def test_to_numpy() -> None:
    """Numbers of an observation, by as many of them."""
    mine, other = at(24)
    seen = mine.observation(0)
    out = np.zeros(spades.OBSERVATION_SIZE, np.float32)
    size = len(other.observation_tensor(0))
    buffer = np.zeros(size, np.float32)
    per = spades.OBSERVATION_SIZE / size
    new, into, theirs_new, theirs_into = in_turns(
        repeated(seen.to_numpy, 2000),
        repeated(lambda: seen.to_numpy(out), 2000),
        repeated(lambda: other.observation_tensor(0), 2000),
        repeated(lambda: other.write_observation_tensor(buffer), 2000),
    )
    assert (out == seen.to_numpy()).all()
    scaled = [t / per for t in new]
    assert report("to_numpy()", "0.05 times as long", scaled, theirs_new) > 5
    report("to_numpy(out)", "0.2 times as long", [t / per for t in into], theirs_into)


def in_two_processes(n: int) -> None:
    """Half of the rounds in this process, the other half in a copy of it."""
    child = os.fork()
    if child == 0:
        spades.playouts(PARTNERS, n // 2)
        os._exit(0)
    spades.playouts(PARTNERS, n - n // 2)
    os.waitpid(child, 0)


def test_two_threads() -> None:
    """Elapsed time of one thread over that of two, and the CPU time that two use over one's.

    The first is printed only, for other work may be running; on two free cores it is twice the
    second's inverse. Two processes, which share nothing, show what the machine gives just now.
    """
    n = 600_000
    works: list[Callable[[], object]] = [
        lambda: spades.playouts(PARTNERS, n),
        lambda: spades.playouts(PARTNERS, n, threads=2),
    ]
    if hasattr(os, "fork"):
        works.append(lambda: in_two_processes(n))
    elapsed: list[list[float]] = []
    used = []
    for _ in range(TURNS):
        row = []
        for work in works:
            start, cpu = time.perf_counter(), time.process_time()
            work()
            row.append(time.perf_counter() - start)
            used.append(time.process_time() - cpu)
        elapsed.append(row)
    for name, at in (("two threads", 1), ("two processes", 2)):
        times = sorted(row[0] / row[at] for row in elapsed if at < len(row))
        if times:
            middle = statistics.median(times)
            print(f"\n{name}: {middle:.2f} x one thread ({times[0]:.2f}-{times[-1]:.2f})", end="")
    ones, twos = used[:: len(works)], used[1 :: len(works)]
    share = statistics.median(two / one for one, two in zip(ones, twos, strict=True))
    print(f"\nCPU time of two threads: {share:.3f} of one's: at most {2 / share:.2f} x, mark 1.9 x")
    assert share < 1.15


def test_growth() -> None:
    """Ten times the rounds take ten times as long."""
    few, many = in_turns(
        lambda: spades.playouts(PARTNERS, 40_000),
        lambda: spades.playouts(PARTNERS, 400_000),
        turns=5,
    )
    ratio = statistics.median(many) / statistics.median(few)
    print(f"\n400,000 rounds take {ratio:.1f} times as long as 40,000", end="")
    assert 7 < ratio < 13


def test_size_of_a_round() -> None:
    """Python's object: a `Round` of Rust in 128 bytes, its history, the rules and a header."""
    size = spades.Round.__basicsize__
    print(f"\na round takes {size} bytes", end="")
    assert size <= 300
    assert sys.getsizeof(ours_at_play()) <= 320
    assert CARDS_PLAYED == 52
