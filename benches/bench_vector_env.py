"""The speed of `VectorEnv.step`, beside what the memory and another library's environments allow.

`pytest benches/bench_vector_env.py -s` prints the figures. Random actions are chosen beforehand (an
environment that is reset deals the same rounds), so that nothing but the steps is timed. Both sides
of a ratio are measured in turns by CPU time, and medians are compared.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

import spades

N, STEPS, TURNS = 1024, 168, 9
PRESETS = ("two-handed", "partners")
Form = Literal["float32", "bits"] | None
FORMS: tuple[Form, ...] = (None, "bits", "float32")

# The mark is 5 M steps a second with 578 numbers each; ours are more.
SCALE = spades.OBSERVATION_SIZE / 578
# Of the numbers that numpy writes by second, with nothing else to do, a step writes so many.
LEAST_OF_MEMORY = 0.4
LEAST_OF_PGX = 50.0


def tape(preset: str) -> NDArray[np.uint8]:
    """Give random legal actions of N rows for each of some steps."""
    env = spades.VectorEnv(preset, N, observation=None)
    rng = np.random.default_rng(1)
    taken = []
    for _ in range(STEPS):
        odds = env.legal_mask * (1 - rng.random(env.legal_mask.shape))
        taken.append(odds.argmax(axis=1).astype(np.uint8))
        env.step(taken[-1])
    return np.array(taken)


def replay(env: spades.VectorEnv, actions: NDArray[np.uint8]) -> int:
    """Do all steps from the beginning and give the rounds that were finished."""
    env.reset()
    ended = 0
    for ids in actions:
        ended += int(env.step(ids)[1].sum())
    # The slowest rounds have 56 actions, and no round has fewer than 54 (these have no blind nil).
    assert STEPS // 56 * N <= ended <= STEPS // 54 * N
    return ended


def seconds(work: Callable[[], object]) -> float:
    """Give the CPU time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def in_turns(*works: Callable[[], object], turns: int = TURNS) -> list[float]:
    """Give the median CPU time of each piece of work, all of them measured in turns."""
    for work in works:
        work()
    times = [[seconds(work) for work in works] for _ in range(turns)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


@pytest.mark.parametrize("preset", PRESETS)
def test_against_the_memory(preset: str) -> None:
    """A step with observations, beside writing as many numbers with numpy."""
    actions = tape(preset)
    envs = [spades.VectorEnv(preset, N, observation=form) for form in FORMS]
    numbers = np.zeros((N, spades.OBSERVATION_SIZE), np.float32)

    def fill() -> None:
        for i in range(STEPS):
            numbers.fill(i)

    *steps, filled = in_turns(*((lambda env=env: replay(env, actions)) for env in envs), fill)
    done = N * STEPS
    for form, time_taken in zip(FORMS, steps, strict=True):
        print(f"\n{preset}, observation={form}: {done / time_taken / 1e6:.1f} M steps/s", end="")
    print(f" ({done / steps[-1] * SCALE / 1e6:.1f} M by 578 numbers)", end="")
    print(f"\nwriting {spades.OBSERVATION_SIZE} numbers: {done / filled / 1e6:.1f} M rows/s")
    assert filled / steps[-1] > LEAST_OF_MEMORY


def pgx_steps(folder: Path, steps: int) -> Callable[[], int]:
    """Give a function that does steps of pgx's bridge bidding in N rows, dealt anew when over."""
    try:
        jax = importlib.import_module("jax")
        bidding: Any = importlib.import_module("pgx.bridge_bidding")
        auto_reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
    except ImportError:
        pytest.skip("pgx is not installed (python -m pip install pgx)")
    # The hundred deals that pgx brings along stand for its table of ten million.
    table = folder / "deals.npy"
    np.save(table, np.stack([np.asarray(part) for part in bidding._load_sample_hash()]))
    env = bidding.BridgeBidding(str(table))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.PRNGKey(1), (steps, N))
    start = jax.jit(jax.vmap(env.init))(keys[0])
    # Random legal calls, chosen beforehand as ours are.
    rng, state, calls = np.random.default_rng(1), start, []
    for i in range(steps):
        odds = np.asarray(state.legal_action_mask) * (1 - rng.random((N, 38)))
        calls.append(jax.numpy.asarray(odds.argmax(axis=1)))
        state = step(state, calls[-1], keys[i])
    rewards = np.asarray(state.rewards)

    def work() -> int:
        state = start
        for call, key in zip(calls, keys, strict=True):
            state = step(state, call, key)
        assert (np.asarray(state.rewards) == rewards).all()
        return steps * N

    return work


def test_against_pgx(tmp_path: Path) -> None:
    """Without an observation, with bits (pgx: 480 bools), and with float32 by 578 numbers."""
    theirs = pgx_steps(tmp_path, steps := 20)
    actions = tape("partners")
    for form in FORMS:
        env = spades.VectorEnv("partners", N, observation=form)
        mine, other = in_turns(lambda env=env: replay(env, actions), theirs)  # type: ignore[misc]
        ratio = (N * STEPS / mine) / (steps * N / other)
        if form == "float32":
            ratio *= SCALE
        mine, other = N * STEPS / mine, steps * N / other
        print(f"\n{form}: {mine:,.0f} /s, pgx {other:,.0f} /s: {ratio:.0f} x")
        assert ratio > LEAST_OF_PGX


def test_two_threads() -> None:
    """Elapsed time of one thread over that of two, with eight times as many rows; printed only."""
    envs = [spades.VectorEnv("partners", 8 * N, threads=threads) for threads in (1, 2)]
    taken, sums = [], []
    for _ in range(TURNS):
        for env in envs:
            env.reset()
            for _ in range(12):
                ids = env.legal_mask.argmax(axis=1)
                start = time.perf_counter()
                env.step(ids)
                taken.append(time.perf_counter() - start)
            sums.append(env.observation.sum())
    assert len(set(sums)) == 1
    each = np.array(taken).reshape(TURNS, 2, 12).sum(axis=2)
    one, two = np.median(each, axis=0)
    print(f"\ntwo threads: {one / two:.2f} x one")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("preset", PRESETS)
def test_step(benchmark: BenchmarkFixture, preset: str, form: Form) -> None:
    actions = tape(preset)
    env = spades.VectorEnv(preset, N, observation=form)
    benchmark.extra_info["steps"] = N * STEPS
    assert benchmark(replay, env, actions) >= N


def test_unpack(benchmark: BenchmarkFixture) -> None:
    env = spades.VectorEnv("partners", N, observation="both")
    numbers = benchmark(spades.unpack_observations, env.observation_bits)
    assert (numbers == env.observation).all()
