"""The sequential test by itself: fed with observations, it says when it has seen enough.

Source: A. Wald, "Sequential tests of statistical hypotheses", 1945, for the bounds; the ratio is
the generalised one for a normal mean whose variance is not known (M. Van den Bergh, "The
generalized sequential probability ratio test", as used for chess engines).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from spades.arena.arguments import checked_between, checked_count
from spades.arena.stats import Moments
from spades.errors import SpadesError

Decision: TypeAlias = Literal["H0", "H1"]

# Before so many observations the variance is not known well enough to decide by it.
MIN_PAIRS = 32


@dataclass(frozen=True, slots=True)
class Sequential:
    """Tests whether a mean is `mean0` (H0) or `mean1` (H1), observation by observation.

    Attributes:
        mean0: The mean under H0.
        mean1: The mean under H1, above `mean0`.
        alpha: Chance to decide for H1 when the mean is `mean0`, about.
        beta: Chance to decide for H0 when the mean is `mean1`, about.
        least: Observations before which nothing is decided.

    Raises:
        SpadesError: When the means are not in order or a chance is none.

    Examples:
        >>> test = Sequential(0.0, 2.0)
        >>> sample = Moments()
        >>> while (decision := test.decision(sample, divisor=10)) is None:
        ...     sample = sample.plus(30 if sample.count % 2 else 10)
        >>> decision, sample.count
        ('H1', 32)
    """

    mean0: float
    mean1: float
    alpha: float = 0.05
    beta: float = 0.05
    least: int = MIN_PAIRS

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mean0) and math.isfinite(self.mean1)):
            raise SpadesError(f"bounds: expected two numbers, found {self.mean0}, {self.mean1}")
        if not self.mean0 < self.mean1:
            raise SpadesError(
                f"bounds: expected the first below the second, found {self.mean0:g}, {self.mean1:g}"
            )
        checked_between("alpha", self.alpha, 0, 0.5)
        checked_between("beta", self.beta, 0, 0.5)
        checked_count("least", self.least, 2)

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this log-likelihood ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, sample: Moments, divisor: int = 1) -> float:
        """The log-likelihood ratio of H1 to H0, each with the variance that suits it best.

        Args:
            sample: The observations.
            divisor: What each of them is to be divided by.
        """
        if sample.count < 2:
            return 0.0
        mean = sample.mean(divisor)
        spread = sample.variance(divisor) * (sample.count - 1) / sample.count
        # Equal observations tell no variance: then neither may a ratio be infinite.
        floor = ((self.mean1 - self.mean0) / 100) ** 2
        spread0 = max(spread + (mean - self.mean0) ** 2, floor)
        spread1 = max(spread + (mean - self.mean1) ** 2, floor)
        return sample.count / 2 * math.log(spread0 / spread1)

    def decision(self, sample: Moments, divisor: int = 1) -> Decision | None:
        """What is decided, or None for not yet."""
        if sample.count < self.least:
            return None
        ratio = self.ratio(sample, divisor)
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else None


def elo_share(elo: float) -> float:
    """The share of the games that a player wins who is so many Elo points better.

    Examples:
        >>> elo_share(0), round(elo_share(200), 3)
        (0.5, 0.76)
    """
    # Beyond 4000 points the share is 0 or 1 to ten digits, and the power may overflow.
    return 1 / (1 + 10 ** (-min(max(elo, -4000.0), 4000.0) / 400))


def share_elo(share: float) -> float:
    """The Elo difference at which a player wins this share of the games; infinite at 0 and 1.

    Examples:
        >>> round(share_elo(0.57), 1)
        49.0
    """
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return -400 * math.log10(1 / share - 1)
