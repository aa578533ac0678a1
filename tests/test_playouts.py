"""`playouts`: what it gives, what it refuses, and that it plays as the rules of the oracle do."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import oracle
import spades
from spades import SpadesError

CHUNK = 4096  # rounds that are done without a look at anything else


def arrays(rounds: spades.Playouts) -> list[Any]:
    return [rounds.bids, rounds.blind, rounds.tricks, rounds.points]


def same(a: spades.Playouts, b: spades.Playouts) -> bool:
    pairs = zip(arrays(a), arrays(b), strict=True)
    return all(x.dtype == y.dtype and np.array_equal(x, y) for x, y in pairs)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_shapes_and_types(preset: str) -> None:
    rules = spades.Rules.preset(preset)
    for n in (0, 1, 2, 3, 5):
        rounds = spades.playouts(rules, n)
        assert len(rounds) == n
        assert rounds.bids.shape == rounds.blind.shape == rounds.tricks.shape == (n, rules.players)
        assert rounds.points.shape == (n, rules.sides)
        assert [str(array.dtype) for array in arrays(rounds)] == ["int8", "bool", "int8", "int32"]
        assert (rounds.tricks.sum(axis=1) == rules.hand_size).all()


@pytest.mark.parametrize("preset", spades.PRESETS)
@pytest.mark.parametrize("n", [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
def test_threads_and_sizes_never_change_a_round(preset: str, n: int) -> None:
    whole = spades.playouts(preset, 3 * CHUNK + 5, seed=9)
    for threads in (1, 2, 7, 256):
        part = spades.playouts(preset, n, seed=9, threads=threads)
        for mine, all_rows in zip(arrays(part), arrays(whole), strict=True):
            assert np.array_equal(mine, all_rows[:n])


def test_seeds_differ_and_one_is_usual() -> None:
    assert same(spades.playouts("partners", 50), spades.playouts("partners", 50, seed=1))
    seeds = [0, 1, 2, 2**63, 2**64 - 1]
    found = {spades.playouts("partners", 50, seed=seed).tricks.tobytes() for seed in seeds}
    assert len(found) == len(seeds)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_points_are_those_of_the_score(preset: str) -> None:
    rules = spades.Rules.preset(preset)
    rounds = spades.playouts(rules, 200, seed=3)
    for bids, blind, tricks, points in zip(*arrays(rounds), strict=True):
        said = ["blind-nil" if b else int(bid) for bid, b in zip(bids, blind, strict=True)]
        scored = spades.score_round(rules, said, [int(t) for t in tricks])
        assert [score.points for score in scored] == points.tolist()


def slow_rounds(rules: oracle.OracleRules, n: int) -> dict[str, Any]:
    """Uniform legal play by the oracle's rules."""
    rng = random.Random(5)
    bids, blind, tricks, points = [], [], [], []
    deck = list(range(52))
    for i in range(n):
        opener = i % rules.players if rules.opener == "rotate" else rng.randrange(rules.players)
        rng.shuffle(deck)
        round = oracle.OracleRound(rules, deck, opener)
        while legal := round.legal():
            rng.shuffle(deck)
            round.apply(rng.choice(legal), deck[:])
        said = [bid for bid in round.bids if bid is not None]
        bids.append([0 if oracle.is_nil(bid) else int(bid) for bid in said])
        blind.append([bid == "blind-nil" for bid in said])
        tricks.append(round.tricks)
        scored = oracle.score_round(rules, said, round.tricks, [0] * len(oracle.sides(rules)))
        points.append([side[0] for side in scored])
    return {
        "bids": np.array(bids),
        "blind": np.array(blind),
        "tricks": np.array(tricks),
        "points": np.array(points),
    }


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_statistics_of_uniform_play_by_the_oracle(preset: str) -> None:
    """Means and spreads by seat or side, and how often a seat has each number of tricks."""
    n, many = 1200, 200_000
    slow = slow_rounds(oracle.PRESETS[preset], n)
    fast = spades.playouts(preset, many, seed=8)
    for name, found in slow.items():
        wanted = getattr(fast, name).astype(float)
        for column in range(found.shape[1]):
            a, b = found[:, column].astype(float), wanted[:, column]
            for x, y in ((a, b), ((a - b.mean()) ** 2, (b - b.mean()) ** 2)):
                error = np.hypot(x.std() / np.sqrt(n), y.std() / np.sqrt(many))
                assert abs(x.mean() - y.mean()) <= 5 * error + 1e-9, (name, column)
    for tricks in range(8):
        share = (fast.tricks == tricks).mean(axis=0)
        error = np.sqrt(share * (1 - share) / n)
        assert (abs((slow["tricks"] == tricks).mean(axis=0) - share) <= 5 * error + 1 / n).all()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"n": -1}, "n: -1 is not from 0 to"),
        ({"n": 10**30}, "n: 1000000"),
        ({"n": 200_000_001}, "is not from 0 to 200000000"),
        ({"n": 2.0}, "n: 2.0 is a float, expected a whole number"),
        ({"n": True}, "expected a whole number"),
        ({"n": "10"}, "expected a whole number"),
        ({"n": None}, "expected a whole number"),
        ({"n": np.float64(3)}, "expected a whole number"),
        ({"seed": -1}, "seed: -1 is not from 0 to 18446744073709551615"),
        ({"seed": 2**64}, "seed: 18446744073709551616 is not from 0"),
        ({"seed": 2**200}, "seed: 16069"),
        ({"seed": 1.5}, "seed: 1.5 is a float"),
        ({"threads": 0}, "threads: 0 is not from 1 to 256"),
        ({"threads": -2}, "threads: -2 is not from 1 to 256"),
        ({"threads": 10_000}, "threads: 10000 is not from 1 to 256"),
        ({"threads": 1.0}, "threads: 1.0 is a float"),
        ({"progress": 5}, "progress: 5 is no function"),
        ({"rules": "bridge"}, "bridge"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(SpadesError) as caught:
        spades.playouts(**{"rules": "partners", "n": 10, **arguments})
    assert told in str(caught.value)


def test_numpy_integers_are_numbers() -> None:
    rounds = spades.playouts("partners", np.int64(4), np.uint64(7), np.int8(2))
    assert same(rounds, spades.playouts("partners", 4, 7, 2))


def test_progress_is_told_in_this_thread() -> None:
    told: list[tuple[int, int]] = []
    n = 60 * CHUNK + 7
    rounds = spades.playouts(
        "partners",
        n,
        threads=2,
        progress=lambda done: told.append((done, threading.get_ident())),
    )
    counts = [done for done, _ in told]
    assert counts == sorted(set(counts))
    assert counts[-1] == n
    assert {thread for _, thread in told} == {threading.get_ident()}
    assert same(rounds, spades.playouts("partners", n))


def test_progress_of_few_rounds_and_of_none() -> None:
    told: list[int] = []
    spades.playouts("partners", 5, progress=told.append)
    spades.playouts("partners", 0, progress=told.append)
    assert told == [5]


class StopError(Exception):
    """What a callback raises."""


def stopping(_: int) -> None:
    raise StopError


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_the_callback_ends_the_work(threads: int) -> None:
    start = time.monotonic()
    with pytest.raises(StopError):
        # A minute's work.
        spades.playouts("partners", 50_000_000, threads=threads, progress=stopping)
    assert time.monotonic() - start < 5


def test_an_exception_in_the_last_call() -> None:
    with pytest.raises(StopError):
        spades.playouts("partners", 10, progress=stopping)


def test_the_callback_may_call_the_engine() -> None:
    told: list[int] = []

    def nested(_: int) -> None:
        told.append(int(spades.playouts("two-handed", 10).tricks.sum()))

    spades.playouts("partners", 40 * CHUNK, progress=nested)
    assert set(told) == {130}


INTERRUPTED = """
import sys, spades
spades.playouts("partners", 10)  # numpy is imported by now
print("begun", flush=True)
try:
    spades.playouts("partners", 100_000_000, threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print("stopped", len(spades.playouts("partners", 10)), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to another process")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_it_at_once(threads: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, threads], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "stopped 10\n"
        # Signals are looked for every 50 ms; the rest is for a busy machine.
        assert time.monotonic() - start < 5
        assert process.wait(30) == 0
    finally:
        process.kill()


def test_memory_is_that_of_the_arrays() -> None:
    """A million rounds: 20 MB of results, and little beside them."""
    resource = pytest.importorskip("resource", reason="Windows has no such count")
    code = (
        "import resource, spades, sys\n"
        "spades.playouts('partners', 10)\n"
        "most = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = most(); rounds = spades.playouts('partners', 1_000_000, threads=2)\n"
        "print(most() - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    kilobytes = int(done.stdout) / (1024 if sys.platform == "darwin" else 1)
    assert resource is not None
    assert kilobytes < 40_000


def test_other_threads_run_meanwhile() -> None:
    counted = [0]
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    try:
        spades.playouts("partners", 300_000)
    finally:
        stop.set()
        other.join()
    assert counted[0] > 10


def test_calls_in_many_threads_agree() -> None:
    results: list[spades.Playouts] = []

    def work(call: Callable[[], spades.Playouts]) -> None:
        results.append(call())

    threads = [
        threading.Thread(target=work, args=(lambda: spades.playouts("pick", 20_000, threads=2),))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all(same(result, results[0]) for result in results)
