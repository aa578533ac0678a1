"""Each row of a `VectorEnv` is a `Round` on its own; their random play is that of `playouts`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import spades
from random_play import random_action
from random_rules import any_rules

Actions = NDArray[np.int64]


def chosen(env: spades.VectorEnv, rng: random.Random) -> Actions:
    """Draw an action of each row; nil, misdeal and the highest bids more often than evenly."""
    legal = [np.flatnonzero(row).tolist() for row in env.legal_mask]
    return np.array([random_action(rng, ids) for ids in legal])


def uniform(env: spades.VectorEnv, rng: np.random.Generator) -> Actions:
    """Draw an action of each row evenly."""
    odds = env.legal_mask * (1 - rng.random(env.legal_mask.shape))
    actions: Actions = odds.argmax(axis=1)
    return actions


def shown(env: spades.VectorEnv) -> list[bytes]:
    """Give all that an environment shows."""
    arrays: list[NDArray[Any]] = [env.turn, env.legal_mask, env.seeds, env.openers]
    arrays += [env.observation, env.observation_bits]
    return [array.tobytes() for array in arrays]


class Alone:
    """The rounds of an environment, each replayed with a `Round`."""

    def __init__(self, env: spades.VectorEnv) -> None:
        self.env = env
        self.rounds = [self.dealt(row) for row in range(env.n)]
        self.finished = 0

    def dealt(self, row: int) -> spades.Round:
        env = self.env
        return spades.Round.deal(env.rules, int(env.seeds[row]), int(env.openers[row]))

    def check(self) -> None:
        env = self.env
        numbers = spades.unpack_observations(env.observation_bits)
        for row, round in enumerate(self.rounds):
            assert round.turn == env.turn[row]
            assert (round.legal_mask() == env.legal_mask[row]).all()
            seen = round.observation(int(env.turn[row])).to_numpy()
            assert (seen == env.observation[row]).all()
            assert (seen == numbers[row]).all()
            assert env.round(row) == round

    def step(self, actions: Actions) -> None:
        rewards, dones = self.env.step(actions)
        for row, round in enumerate(self.rounds):
            round.apply(int(actions[row]))
            assert dones[row] == round.is_over
            points = [score.points for score in round.score()] if round.is_over else 0
            assert (rewards[row] == points).all()
            if round.is_over:
                self.rounds[row] = self.dealt(row)
                self.finished += 1


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), n=st.integers(1, 6), how=st.randoms(use_true_random=False))
def test_each_row_is_a_round_on_its_own(seed: int, n: int, how: random.Random) -> None:
    env = spades.VectorEnv(any_rules(how), n, seed, threads=how.choice([1, 2]), observation="both")
    alone = Alone(env)
    for _ in range(how.randint(1, 200)):
        alone.check()
        alone.step(chosen(env, how))
    alone.check()


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_all_presets_to_the_end_and_on(preset: str) -> None:
    env = spades.VectorEnv(preset, 8, seed=3, observation="both")
    alone, rng = Alone(env), random.Random(preset)
    for _ in range(200):
        alone.check()
        alone.step(chosen(env, rng))
    assert alone.finished > 8


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), how=st.randoms(use_true_random=False))
def test_refused_actions_change_nothing(seed: int, how: random.Random) -> None:
    env = spades.VectorEnv(any_rules(how), 5, seed, observation="both")
    alone = Alone(env)
    for _ in range(how.randint(1, 90)):
        actions = chosen(env, how)
        wrong = actions.copy()
        bad = sorted(how.sample(range(5), how.randint(1, 5)))
        for row in bad:
            legal = np.flatnonzero(env.legal_mask[row])
            wrong[row] = how.choice([a for a in (*range(-2, 140), 2**40) if a not in legal])
        before, rounds = shown(env), [env.round(row) for row in range(5)]
        with pytest.raises(spades.IllegalActionError) as caught:
            env.step(wrong)
        assert f"row {bad[0]}: " in str(caught.value)
        assert "no round has changed" in str(caught.value)
        if len(bad) > 1:
            named = ", ".join(map(str, bad))
            assert f"{len(bad)} of 5 are not legal: rows {named};" in str(caught.value)
        assert caught.value.legal == env.round(bad[0]).legal_actions()
        assert shown(env) == before
        assert [env.round(row) for row in range(5)] == rounds
        alone.step(actions)
    alone.check()


def test_the_error_tells_why() -> None:
    env = spades.VectorEnv("two-handed", 20)
    actions = np.where(np.arange(20) < 3, 74, 51)
    with pytest.raises(spades.IllegalActionError) as caught:
        env.step(actions)
    assert caught.value.action == spades.Action("AS")
    assert str(caught.value) == (
        "AS is not legal: row 3: AS is not possible now: keep or refuse is to be chosen "
        "(17 of 20 are not legal: rows 3, 4, 5, 6, 7 and 12 more; no round has changed)"
    )
    actions = np.full(20, 75)
    actions[7] = -5
    with pytest.raises(spades.IllegalActionError, match=r"^row 7: -5 is the id of no action \(the"):
        env.step(actions)


def trace(env: spades.VectorEnv, steps: int) -> list[bytes]:
    """Play random actions that depend on nothing but the masks, and give all that was shown."""
    rng, seen = np.random.default_rng(1), []
    for _ in range(steps):
        rewards, dones = env.step(uniform(env, rng))
        seen += [rewards.tobytes(), dones.tobytes(), *shown(env)]
    return seen


def test_threads_change_nothing() -> None:
    def made(threads: int) -> spades.VectorEnv:
        return spades.VectorEnv("three-handed", 1301, 5, threads, observation="both")

    one = trace(made(1), 60)
    for threads in (2, 3, 256):
        assert trace(made(threads), 60) == one


def test_rows_do_not_depend_on_their_number() -> None:
    few, many = (spades.VectorEnv("pick", n, seed=9) for n in (3, 50))
    rng = np.random.default_rng(1)
    for _ in range(130):
        actions = uniform(many, rng)
        many.step(actions)
        few.step(actions[:3])
        assert (few.seeds == many.seeds[:3]).all()
        assert (few.observation == many.observation[:3]).all()
    assert len(np.unique(many.seeds)) == 50


def test_seeds_and_openers() -> None:
    env = spades.VectorEnv("partners", 2000, seed=1)
    # A frozen map: the same seed gives the same rounds in every version.
    assert env.seeds[:3].tolist() == GOLDEN
    assert env.openers.tolist() == [row % 4 for row in range(2000)]
    assert env.turn.tolist() == env.openers.tolist()
    first, done = env.seeds.copy(), False
    while not done:
        done = bool(env.step(env.legal_mask.argmax(axis=1))[1].all())
    assert env.openers.tolist() == [(row + 1) % 4 for row in range(2000)]
    assert len(np.unique([first, env.seeds])) == 4000
    # Drawn openers: all seats alike (a binomial; five standard deviations).
    drawn = spades.VectorEnv("three-handed", 9000, observation=None).openers
    assert all(abs(int((drawn == seat).sum()) - 3000) < 5 * 45 for seat in range(3))


GOLDEN = [14704515261937684930, 8071335990259455168, 7701723226203544052]


def test_reset() -> None:
    env = spades.VectorEnv("two-handed-open", 7, seed=4, observation="both")
    start = shown(env)
    played = trace(env, 70)
    env.reset()
    assert env.seed == 4
    assert shown(env) == start
    assert trace(env, 70) == played
    env.reset(seed=5)
    assert env.seed == 5
    other = spades.VectorEnv("two-handed-open", 7, seed=5, observation="both")
    assert shown(env) == shown(other) != start
    assert trace(env, 70) == trace(other, 70) != played


def test_the_rounds_in_progress_are_copies() -> None:
    env = spades.VectorEnv("partners", 2)
    copy = env.round(1)
    copy.apply("5")
    assert env.round(1) != copy
    assert env.round(np.int64(1)).turn == env.turn[1]


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_random_play_agrees_with_playouts(preset: str) -> None:
    """Mean points and tricks, and the length of a round."""
    n = 4000
    env = spades.VectorEnv(preset, n, seed=11, observation=None)
    rules, rng = env.rules, np.random.default_rng(2)
    points = np.zeros((n, rules.sides))
    length = np.zeros(n, int)
    blind = np.zeros(n, int)
    done = np.zeros(n, bool)
    while not done.all():
        actions = uniform(env, rng)
        # The actions of a deal that was thrown in do not count.
        length = np.where(done, length, np.where(actions == 80, 0, length + 1))
        blind += ~done & (actions == 78)
        rewards, dones = env.step(actions)
        points[dones & ~done] = rewards[dones & ~done]
        done |= dones
    expected = spades.playouts(rules, 100_000, seed=5)
    blinds = expected.blind.sum(axis=1)
    for found, wanted in [(points.T[side], expected.points.T[side]) for side in range(rules.sides)]:
        error = np.hypot(found.std() / np.sqrt(n), wanted.std() / np.sqrt(100_000))
        # Five standard errors.
        assert abs(found.mean() - wanted.mean()) < 5 * error
    drafted = 0 if rules.deal == "dealt" else 26
    said = rules.players * (1 + (rules.blind_nil_bonus > 0))
    assert (length == drafted + said - blind + rules.players * rules.hand_size).all()
    if rules.blind_nil_bonus > 0:
        error = np.hypot(blind.std() / np.sqrt(n), blinds.std() / np.sqrt(100_000))
        assert abs(blind.mean() - blinds.mean()) < 5 * error
