"""The arena's statistics: against tables, and by their error rates on simulated data."""

from __future__ import annotations

import math
import random

import pytest

from spades import SpadesError
from spades.arena import Interval, Losses, Sequential
from spades.arena.losses import Verdict
from spades.arena.sequential import elo_share, share_elo
from spades.arena.stats import Moments, student, t_quantile, wilson


@pytest.mark.parametrize(
    ("chance", "freedom", "expected"),
    [  # any printed table of Student's t
        (0.975, 1, 12.7062),
        (0.975, 2, 4.3027),
        (0.975, 5, 2.5706),
        (0.975, 30, 2.0423),
        (0.975, 120, 1.9799),
        (0.995, 10, 3.1693),
        (0.95, 7, 1.8946),
        (0.9995, 3, 12.9240),
        (0.75, 1, 1.0),
        (0.975, 10**6, 1.95997),
        (0.975, 10**7, 1.95996),
    ],
)
def test_quantiles_of_t(chance: float, freedom: int, expected: float) -> None:
    assert t_quantile(chance, freedom) == pytest.approx(expected, rel=3e-5)


def test_the_median_of_t_is_zero() -> None:
    assert t_quantile(0.5, 4) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("chance", "freedom"), [(0.4, 3), (1.0, 3), (0.9, 0), (math.nan, 3)])
def test_no_quantile(chance: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="no quantile"):
        t_quantile(chance, freedom)


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    # R: prop.test(wins, count, correct=FALSE)$conf.int
    [(15, 20, 0.5313, 0.8881), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 2, 0.0945, 0.9055)],
)
def test_wilson(wins: int, count: int, low: float, high: float) -> None:
    interval = wilson(wins, count)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)
    assert interval.low <= interval.mean <= interval.high


def test_nothing_to_estimate_from() -> None:
    assert wilson(0, 0).to_dict() == {
        "mean": None, "low": 0.0, "high": 1.0, "error": None, "count": 0
    }  # fmt: skip
    none, one = Moments().interval(), Moments().plus(3).interval()
    assert none.count == 0
    assert math.isnan(none.mean)
    assert (one.mean, one.low, one.high) == (3.0, -math.inf, math.inf)
    assert str(one) == "+3.00 (- .. -)"


def test_moments_are_exact_in_any_order() -> None:
    rng = random.Random(1)
    values = [rng.randrange(-(10**15), 10**15) for _ in range(200)]

    def of(numbers: list[int]) -> Moments:
        sample = Moments()
        for number in numbers:
            sample = sample.plus(number)
        return sample

    assert of(values) == of(sorted(values))
    small = of([1, 2, 3, 6])
    assert small.mean(2) == 1.5
    assert small.variance(2) == pytest.approx((4 + 1 + 0 + 9) / 3 / 4)


def coverage(hits: int, trials: int, chance: float = 0.95) -> None:
    spread = math.sqrt(chance * (1 - chance) / trials)
    assert abs(hits / trials - chance) < 4 * spread, hits / trials


@pytest.mark.parametrize("size", [3, 10, 100])
def test_students_interval_covers_the_mean_as_often_as_it_says(size: int) -> None:
    rng = random.Random(size)
    hits, trials = 0, 2000
    for _ in range(trials):
        sample = Moments()
        for _ in range(size):
            sample = sample.plus(round(rng.gauss(7.0, 30.0) * 1000))
        interval = sample.interval(1000)
        hits += interval.low <= 7.0 <= interval.high
    coverage(hits, trials)


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_wilsons_interval_covers_the_share(share: float) -> None:
    rng = random.Random(5)
    trials, games = 2000, 200
    hits = 0
    for _ in range(trials):
        interval = wilson(sum(rng.random() < share for _ in range(games)), games)
        hits += interval.low <= share <= interval.high
    assert 0.93 < hits / trials < 0.97  # it is a count: the chance jumps


def test_losses_take_rounds_as_the_unit() -> None:
    """Positions of a round share its luck; taken as independent they would cover far too rarely."""
    rng = random.Random(3)
    trials, hits, naive_hits = 1000, 0, 0
    for _ in range(trials):
        losses = Losses()
        values: list[float] = []
        for _ in range(40):
            level = rng.gauss(5, 2)
            verdicts = [Verdict("play", level + rng.gauss(0, 1), False) for _ in range(6)]
            values += [verdict.loss for verdict in verdicts if verdict.loss is not None]
            losses = losses.plus(verdicts, 10.0)
        interval = losses.mean
        hits += interval.low <= 5 <= interval.high
        mean = math.fsum(values) / len(values)
        variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        naive = student(mean, variance, len(values))
        naive_hits += naive.low <= 5 <= naive.high
    assert 0.92 < hits / trials < 0.97
    assert naive_hits / trials < 0.8


def run_test(
    test: Sequential, draw: random.Random, mean: float, sd: float, most: int
) -> str | None:
    sample = Moments()
    for _ in range(most):
        sample = sample.plus(round(draw.gauss(mean, sd) * 100))
        decision = test.decision(sample, 100)
        if decision is not None:
            return decision
    return None


@pytest.mark.parametrize("sd", [4.0, 10.0])
@pytest.mark.parametrize(("mean", "wrong"), [(0.0, "H1"), (2.0, "H0")])
def test_the_sequential_test_errs_as_rarely_as_it_says(mean: float, wrong: str, sd: float) -> None:
    test = Sequential(0.0, 2.0, alpha=0.05, beta=0.05)
    rng = random.Random(11)
    trials = 800
    found = [run_test(test, rng, mean, sd, 20_000) for _ in range(trials)]
    assert None not in found
    # 0.05 and what 800 trials let it stray (4 standard errors).
    assert found.count(wrong) / trials < 0.05 + 4 * math.sqrt(0.05 * 0.95 / trials)


def test_the_sequential_test_on_games_won() -> None:
    """Pairs of games: 0, 1/2 or 1, as discrete as it gets."""
    test = Sequential(elo_share(0), elo_share(60), alpha=0.05, beta=0.05)
    rng = random.Random(13)
    wrong = {0.0: 0, 60.0: 0}
    trials = 300
    for elo in wrong:
        share = elo_share(elo)
        for _ in range(trials):
            sample = Moments()
            while (decision := test.decision(sample, 4)) is None:
                sample = sample.plus(2 * ((rng.random() < share) + (rng.random() < share)))
            wrong[elo] += decision == ("H1" if elo == 0 else "H0")
    assert max(wrong.values()) / trials < 0.05 + 4 * math.sqrt(0.05 * 0.95 / trials)


def test_equal_observations_do_not_decide_at_once() -> None:
    test = Sequential(0.0, 2.0)
    sample = Moments()
    for _ in range(40):
        assert math.isfinite(test.ratio(sample))
        assert sample.count >= test.least or test.decision(sample) is None
        sample = sample.plus(2)
    assert test.decision(sample) == "H1"
    middle = Moments(40, 40, 40)  # forty times 1: as far from 0 as from 2
    assert test.decision(middle) is None


def test_walds_bounds() -> None:
    test = Sequential(0.0, 1.0, alpha=0.01, beta=0.2)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


@pytest.mark.parametrize(
    ("means", "chances", "reason"),
    [
        ((1.0, 1.0), (0.05, 0.05), "the first below the second"),
        ((2.0, 1.0), (0.05, 0.05), "the first below the second"),
        ((0.0, math.nan), (0.05, 0.05), "two numbers"),
        ((0.0, 1.0), (0.0, 0.05), "alpha"),
        ((0.0, 1.0), (0.05, 0.5), "beta"),
    ],
)
def test_no_sequential_test(
    means: tuple[float, float], chances: tuple[float, float], reason: str
) -> None:
    with pytest.raises(SpadesError, match=reason):
        Sequential(*means, *chances)


@pytest.mark.parametrize("elo", [-300.0, 0.0, 12.5, 400.0])
def test_elo_there_and_back(elo: float) -> None:
    assert share_elo(elo_share(elo)) == pytest.approx(elo, abs=1e-6)
    assert share_elo(1) == -share_elo(0) == math.inf


def test_an_interval_as_text() -> None:
    assert str(Interval(1.0, -0.5, 2.5, 0.7, 9)) == "+1.00 (-0.50 .. +2.50)"
    assert Interval(1.0, -0.5, 2.5, 0.7, 9).half == 1.5
