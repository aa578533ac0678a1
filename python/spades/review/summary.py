"""Decisions of a seat, counted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from spades.review.decision import Decision
from spades.review.estimate import Estimate

PHASES = ("blind", "draft", "bid", "play")


@dataclass(frozen=True, slots=True)
class Summary:
    """What the decisions of a phase, or of all, come to.

    Attributes:
        decisions: Those with a choice.
        mistakes: Of them mistakes, blunders included.
        blunders: Of them blunders.
        unvalued: Of them those for which the bot has no value.
        points: Points lost by the mistakes; None where losses are not in points.
        win: Chance to win the game lost by the mistakes, added up; None where it is not known.
        tricks: Tricks lost by mistakes in a draft; None where there was none.
        mean: Mean loss of all decisions with a value, in points (in tricks in a draft alone); small
            losses and those within the noise are in it, gains too. None without decisions.
    """

    decisions: int
    mistakes: int
    blunders: int
    unvalued: int
    points: Estimate | None
    win: Estimate | None
    tricks: Estimate | None
    mean: float | None

    @property
    def accuracy(self) -> float | None:
        """Share of the decisions with a value that are no mistakes; None without decisions."""
        valued = self.decisions - self.unvalued
        return (valued - self.mistakes) / valued if valued else None

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> Summary:
        """The summary of some decisions."""
        taken = [decision.verdict for decision in decisions]
        wrong = [verdict for verdict in taken if verdict.wrong]
        valued = [verdict for verdict in taken if verdict.kind != "unvalued"]
        points = [verdict.points for verdict in valued if verdict.unit != "tricks"]
        drafted = [verdict.tricks for verdict in valued if verdict.unit == "tricks"]
        scale = points or drafted
        chances = [verdict.win for verdict in valued if verdict.win is not None]
        return cls(
            decisions=len(taken),
            mistakes=len(wrong),
            blunders=sum(verdict.kind == "blunder" for verdict in taken),
            unvalued=len(taken) - len(valued),
            points=_sum(verdict.points for verdict in wrong) if points else None,
            win=_sum(verdict.win for verdict in wrong) if chances else None,
            tricks=_sum(verdict.tricks for verdict in wrong) if drafted else None,
            mean=math.fsum(loss.mean for loss in scale if loss) / len(scale) if scale else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
            "unvalued": self.unvalued,
            "accuracy": self.accuracy,
            "lost": {
                "points": self.points and self.points.to_dict(),
                "win": self.win and self.win.to_dict(),
                "tricks": self.tricks and self.tricks.to_dict(),
            },
            "mean_loss": self.mean,
        }


def _sum(losses: Iterable[Estimate | None]) -> Estimate:
    """The sum of independent losses."""
    known = [loss for loss in losses if loss is not None]
    error = math.sqrt(math.fsum(loss.error**2 for loss in known))
    return Estimate(math.fsum(loss.mean for loss in known), error, max([2, *_counts(known)]))


def _counts(losses: Iterable[Estimate]) -> Iterable[int]:
    return (loss.count for loss in losses)
