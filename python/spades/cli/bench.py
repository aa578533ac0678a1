"""`bench`: how fast this machine is, and a number that says whether it counts as all others do."""

from __future__ import annotations

import hashlib
import json
import random
import statistics
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np

import spades
from spades.bots import Limit, SearchBot
from spades.cli.program import FINE

RUNS, SECONDS = 5, 0.04  # runs of a measurement, and about how long each takes
FIXED_ROUNDS, FIXED_WORLDS = 5000, 4  # of each preset, in the signature


@dataclass(frozen=True)
class Speed:
    """One line of the table."""

    group: str
    name: str
    value: float
    unit: str


def run_bench(options: Namespace) -> int:
    """Measure, and print the table and the signature."""
    with _progress() as tell:
        speeds = []
        for what, measure in _measurements(options.threads):
            tell(what)
            speeds += measure()
        tell("signature")
        number = signature(options.threads, tell)
    if options.json:
        rows = [vars(speed) for speed in speeds]
        told = {"version": spades.__version__, "threads": options.threads, "speeds": rows}
        print(json.dumps({**told, "signature": number}))
        return FINE
    group = ""
    for speed in speeds:
        if speed.group != group:
            group = speed.group
            print(group)
        print(f"  {speed.name:22}{_figure(speed.value):>12} {speed.unit}")
    print(f"signature {number}")
    return FINE


def signature(threads: int = 1, tell: Callable[[str], None] = lambda _: None) -> int:
    """A number of 48 bits made from the results of fixed work.

    Args:
        threads: They never change it.
        tell: Is told what is being done.

    The search bot has no part in it: it is meant to get better.
    """
    digest = hashlib.sha256()
    for preset in spades.PRESETS:
        rounds = spades.playouts(
            preset, FIXED_ROUNDS, seed=1, threads=threads, progress=lambda _: None
        )
        for array in (rounds.bids, rounds.blind, rounds.tricks, rounds.points):
            # The bytes of a number are not in one order on all machines.
            digest.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
        tell(f"signature: {preset}")
        for seed in range(FIXED_WORLDS):
            for line in _round_in_words(preset, seed):
                digest.update(line.encode())
    return int.from_bytes(digest.digest()[:6], "big")


def _round_in_words(preset: str, seed: int) -> Iterator[str]:
    """A round of pseudo-random choices: all that was done and seen, and endings solved."""
    round = spades.Round.deal(preset, seed)
    state = seed + 1
    while (turn := round.turn) is not None:
        legal = round.legal_actions()
        # The generator of Lehmer: the same in all versions of Python.
        state = state * 48271 % 0x7FFFFFFF
        action = round.apply(legal[state % len(legal)])
        yield f"{turn}{action} "
        seen = round.observation(turn)
        if state % 8 == 0:
            yield seen.key()
            yield seen.to_numpy().astype(np.int32).astype("<i4").tobytes().hex()
            yield from (str(world.hands) for world in seen.sample(state, 2))
        if round.phase == "play" and len(round.hands) == 2 and state % 4 == 0:
            yield str(spades.solve(round).value)
    yield str([score.points for score in round.score()])


def _measurements(threads: int) -> Iterator[tuple[str, Callable[[], list[Speed]]]]:
    for preset in spades.PRESETS:
        yield f"random rounds: {preset}", partial(_playouts, preset, threads)
    yield "single calls", _calls
    yield "solver", _solver
    yield "search", partial(_search, threads)


def _playouts(preset: str, threads: int) -> list[Speed]:
    rules = spades.Rules.preset(preset)
    speed = _per_second(lambda n: spades.playouts(rules, n, threads=threads), 4096 * threads)
    return [Speed("random rounds", preset, speed, "rounds/s")]


def _calls() -> list[Speed]:
    round, rng = spades.Round.deal("partners", 1), random.Random(1)
    for _ in range(28):
        round.apply(rng.choice(round.legal_actions()))
    seen, out = round.observation(0), np.zeros(spades.OBSERVATION_SIZE, np.float32)
    calls: list[tuple[str, Callable[[], object]]] = [
        ("legal_actions", round.legal_actions),
        ("legal_mask", round.legal_mask),
        ("copy", round.copy),
        ("observation", lambda: round.observation(0)),
        ("to_numpy", seen.to_numpy),
        ("to_numpy(out)", lambda: seen.to_numpy(out)),
    ]
    speeds = [Speed("one call", name, _nanoseconds(call), "ns") for name, call in calls]
    action = round.legal_actions()[0]
    taken = []
    for _ in range(4 * RUNS):
        copies = [round.copy() for _ in range(1000)]
        start = time.perf_counter()
        for copy in copies:
            copy.apply(action)
        taken.append((time.perf_counter() - start) / len(copies))
    return [*speeds, Speed("one call", "apply", statistics.median(taken) * 1e9, "ns")]


def _solver() -> list[Speed]:
    seen = _at_play().observation(0)
    worlds = seen.sample(1, 64)

    def solve(n: int) -> None:
        for i in range(n):
            spades.solve(worlds[i % len(worlds)])

    return [Speed("solver", "two-handed, 13 cards", _per_second(solve, 16), "worlds/s")]


def _search(threads: int) -> list[Speed]:
    seen, bot = _at_play().observation(0), SearchBot(seed=1)
    limit = Limit(worlds=128, threads=threads)
    decisions = _per_second(lambda n: [bot.choose(seen, limit) for _ in range(n)], 1)
    return [Speed("search", "first lead, 128 worlds", 1e3 / decisions, "ms")]


def _at_play() -> spades.Round:
    """A two-handed round at the first lead."""
    round = spades.Round.deal("two-handed", 1)
    for action in ("keep", "refuse") * 13:
        round.apply(action)
    for bid in ("4", "4"):
        round.apply(bid)
    return round


def _per_second(work: Callable[[int], object], least: int) -> float:
    """Units of work a second: the median of a few runs."""
    n = least
    while True:
        start = time.perf_counter()
        work(n)
        taken = time.perf_counter() - start
        if taken > SECONDS / 2:
            break
        n *= 2
    speeds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work(n)
        speeds.append(n / (time.perf_counter() - start))
    return statistics.median(speeds)


def _nanoseconds(call: Callable[[], object]) -> float:
    def calls(n: int) -> None:
        for _ in range(n):
            call()

    return 1e9 / _per_second(calls, 1000)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """What is being done, on stderr and only if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    def tell(text: str) -> None:
        print(f"\r\x1b[K{text} ...", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
