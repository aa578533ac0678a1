"""A difference with its error, taken from batches of worlds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spades.arena.stats import t_quantile

# Chance that the interval covers the difference: of a hundred decisions that lose nothing a half
# is accused.
CONFIDENCE = 0.99


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error.

    Attributes:
        mean: The mean.
        error: Its standard error; 0 where all worlds are alike or all were looked at.
        count: Independent batches that both were taken from.

    Examples:
        >>> estimate = Estimate.of([1.0, 2.0, 3.0])
        >>> estimate.mean, round(estimate.error, 3), estimate.sure
        (2.0, 0.577, False)
        >>> Estimate.of([2.0, 2.0]).sure
        True
    """

    mean: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """The mean of independent values."""
        count = len(values)
        mean = math.fsum(values) / count
        if count < 2:
            return cls(mean, 0.0, count)
        squares = math.fsum((value - mean) ** 2 for value in values)
        return cls(mean, math.sqrt(squares / (count - 1) / count), count)

    @property
    def half(self) -> float:
        """Half the width of the interval of the confidence 99 %."""
        return self._half(CONFIDENCE)

    @property
    def half95(self) -> float:
        """Half the width of the interval of the confidence 95 %."""
        return self._half(0.95)

    @property
    def sure(self) -> bool:
        """Whether the interval lies above zero."""
        return self.mean - self.half > 0

    @property
    def surely_negative(self) -> bool:
        """Whether the interval lies below zero."""
        return self.mean + self.half < 0

    def _half(self, confidence: float) -> float:
        if self.count < 2 or self.error == 0:
            return 0.0
        return t_quantile((1 + confidence) / 2, self.count - 1) * self.error

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"mean": self.mean, "error": self.error}
