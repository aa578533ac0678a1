"""Means with their intervals, by hand: exact sums, Student's t, Wilson's interval.

Sources: Student's t through the incomplete beta function by its continued fraction (Lentz);
E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Any

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval.

    Attributes:
        mean: The estimate; nan when there is nothing to take it from.
        low: Lower end; -inf when the spread cannot be told (fewer than two units).
        high: Upper end.
        error: Standard error of the estimate.
        count: Independent units that it rests on.

    Examples:
        >>> print(Interval(3.21, 1.04, 5.38, 1.1, 500))
        +3.21 (+1.04 .. +5.38)
    """

    mean: float
    low: float
    high: float
    error: float
    count: int

    @property
    def half(self) -> float:
        """Half the width: the interval is the mean, give or take this, if it is symmetrical."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, Any]:
        """Plain values; what is not finite is None."""
        return {
            "mean": finite(self.mean),
            "low": finite(self.low),
            "high": finite(self.high),
            "error": finite(self.error),
            "count": self.count,
        }

    def __str__(self) -> str:
        return f"{signed(self.mean)} ({signed(self.low)} .. {signed(self.high)})"


@dataclass(frozen=True, slots=True)
class Moments:
    """Count, sum and sum of squares of whole numbers, so that no order of adding changes them.

    Examples:
        >>> sample = Moments()
        >>> for value in (4, -2, 10, 0):
        ...     sample = sample.plus(value)
        >>> sample.interval(divisor=2).mean
        1.5
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, value: int) -> Moments:
        """With one more value."""
        return Moments(self.count + 1, self.total + value, self.squares + value * value)

    def mean(self, divisor: int = 1) -> float:
        """The mean of the values over the divisor; nan when there are none."""
        return float(Fraction(self.total, self.count * divisor)) if self.count else math.nan

    def variance(self, divisor: int = 1) -> float:
        """The sample's variance (over count - 1); inf for fewer than two values."""
        if self.count < 2:
            return math.inf
        spread = self.count * self.squares - self.total * self.total
        return float(Fraction(spread, self.count * (self.count - 1) * divisor * divisor))

    def interval(self, divisor: int = 1, confidence: float = CONFIDENCE) -> Interval:
        """The mean of the values over the divisor with Student's interval.

        Args:
            divisor: What each value is to be divided by.
            confidence: Chance that the interval covers the mean, above 0 and below 1.
        """
        return student(self.mean(divisor), self.variance(divisor), self.count, confidence)


def student(mean: float, variance: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Student's interval of a mean.

    Args:
        mean: The sample's mean.
        variance: The sample's variance; not finite when it is unknown.
        count: Size of the sample.
        confidence: Chance that the interval covers the mean, above 0 and below 1.
    """
    if count < 2 or not math.isfinite(variance):
        return Interval(mean, -math.inf, math.inf, math.inf, count)
    error = math.sqrt(max(variance, 0.0) / count)
    half = t_quantile((1 + confidence) / 2, count - 1) * error
    return Interval(mean, mean - half, mean + half, error, count)


def wilson(wins: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval of a proportion.

    Args:
        wins: How many of them; a draw is a half.
        count: Out of how many independent trials.
        confidence: Chance that the interval covers the proportion, above 0 and below 1.

    Examples:
        >>> interval = wilson(8, 10)
        >>> round(interval.low, 3), round(interval.high, 3)
        (0.49, 0.943)
    """
    if count == 0:
        return Interval(math.nan, 0.0, 1.0, math.inf, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = wins / count
    scale = 1 + z * z / count
    middle = (share + z * z / (2 * count)) / scale
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / scale
    error = math.sqrt(share * (1 - share) / count)
    # At 0 and 1 the end is exact; rounding must not move it past the proportion.
    low = 0.0 if wins <= 0 else max(0.0, middle - half)
    high = 1.0 if wins >= count else min(1.0, middle + half)
    return Interval(share, low, high, error, count)


@lru_cache(maxsize=4096)
def t_quantile(chance: float, freedom: int) -> float:
    """The value below which Student's t lies with this chance.

    Args:
        chance: From 0.5 up to below 1.
        freedom: Degrees of freedom, from 1.

    Raises:
        ValueError: When an argument is out of its range.

    Examples:
        >>> round(t_quantile(0.975, 10), 4), round(t_quantile(0.975, 10**9), 4)
        (2.2281, 1.96)
    """
    if not 0.5 <= chance < 1 or freedom < 1:
        raise ValueError(f"no quantile {chance!r} of t with {freedom!r} degrees of freedom")
    normal = NormalDist().inv_cdf(chance)
    if freedom > 1_000_000:  # the difference is below 1e-5
        return normal
    low, high = 0.0, max(normal, 1.0)
    while _t_cdf(high, freedom) < chance:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _t_cdf(middle, freedom) < chance:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_cdf(value: float, freedom: int) -> float:
    """Chance that Student's t is below a value that is not negative."""
    return 1 - _beta(freedom / (freedom + value * value), freedom / 2, 0.5) / 2


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, 0 <= x <= 1."""
    if x <= 0 or x >= 1:
        return min(max(x, 0.0), 1.0)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1 - _beta(1 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log_front + a * math.log(x) + b * math.log1p(-x)) / a
    tiny = 1e-300
    numerator, denominator = 1.0, 1 / _away(1 - (a + b) * x / (a + 1), tiny)
    fraction = denominator
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            denominator = 1 / _away(1 + term * denominator, tiny)
            numerator = _away(1 + term / numerator, tiny)
            change = denominator * numerator
            fraction *= change
        if abs(change - 1) < 1e-15:
            break
    return front * fraction


def _away(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny


def finite(value: float) -> float | None:
    """The value, or None when it is not finite, as JSON wants it."""
    return value if math.isfinite(value) else None


def signed(value: float, digits: int = 2) -> str:
    """The value with its sign, `-` when there is none."""
    return f"{value:+.{digits}f}" if math.isfinite(value) else "-"
