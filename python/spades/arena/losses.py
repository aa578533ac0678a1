"""Losses of judged actions, added up."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from spades.arena.stats import Interval, student, wilson


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of one action.

    Attributes:
        phase: The phase of the round.
        loss: What the action loses; None when the judge did not look into it.
        same: Whether it is the judge's own choice.
    """

    phase: str
    loss: float | None
    same: bool


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of some positions, added up round by round.

    Attributes:
        rounds: Rounds that they come from.
        positions: Positions judged.
        unjudged: Positions left out, since the judge did not look into the bot's action.
        loss: Sum of the losses.
        blunders: Losses above the threshold.
        same: Actions that are the judge's own choice.
        worst: The greatest loss.
    """

    rounds: int = 0
    positions: int = 0
    loss: float = 0.0
    blunders: int = 0
    same: int = 0
    worst: float = 0.0
    unjudged: int = 0
    _loss_loss: float = 0.0
    _loss_positions: float = 0.0
    _positions_positions: int = 0

    def plus(self, verdicts: Collection[Verdict], threshold: float) -> Losses:
        """With the verdicts of one more round."""
        losses = [verdict.loss for verdict in verdicts if verdict.loss is not None]
        unjudged = self.unjudged + len(verdicts) - len(losses)
        if not losses:
            return replace(self, unjudged=unjudged)
        loss, count = math.fsum(losses), len(losses)
        same = sum(verdict.same for verdict in verdicts if verdict.loss is not None)
        return Losses(
            self.rounds + 1,
            self.positions + count,
            self.loss + loss,
            self.blunders + sum(value > threshold for value in losses),
            self.same + same,
            max(self.worst, *losses),
            unjudged,
            self._loss_loss + loss * loss,
            self._loss_positions + loss * count,
            self._positions_positions + count * count,
        )

    @property
    def mean(self) -> Interval:
        """Mean loss of a position.

        Positions of one round share their cards, so that the interval takes rounds as the unit.
        """
        if not self.positions:
            return Interval(math.nan, -math.inf, math.inf, math.inf, 0)
        ratio = self.loss / self.positions
        squares = (
            self._loss_loss
            - 2 * ratio * self._loss_positions
            + ratio * ratio * self._positions_positions
        )
        if self.rounds < 2:
            return student(ratio, math.inf, self.rounds)
        # The variance of a ratio of sums over clusters, linearised.
        each = self.positions / self.rounds
        variance = max(squares, 0.0) / (self.rounds - 1) / (each * each)
        return student(ratio, variance, self.rounds)

    @property
    def blunder_rate(self) -> Interval:
        """Share of the positions with a blunder, with Wilson's interval."""
        return wilson(self.blunders, self.positions)

    @property
    def agreement(self) -> Interval:
        """Share of the positions in which the bot does what the judge would, the same way."""
        return wilson(self.same, self.positions)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "rounds": self.rounds,
            "positions": self.positions,
            "mean": self.mean.to_dict(),
            "blunders": self.blunders,
            "blunder_rate": self.blunder_rate.to_dict(),
            "agreement": self.agreement.to_dict(),
            "worst": self.worst,
            "unjudged": self.unjudged,
        }
