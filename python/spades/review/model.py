"""The review of a game."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from spades._core import Rules
from spades.bots import Limit
from spades.review.decision import Decision
from spades.review.estimate import Estimate
from spades.review.luck import RoundLuck
from spades.review.summary import PHASES, Summary

FORMAT = "spades review"
VERSION = 1


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a finished round ended.

    Attributes:
        round: Its number.
        points: By side, of this round.
        margins: By side, points more than the best other side's.
    """

    round: int
    points: tuple[int, ...]
    margins: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"round": self.round, "points": list(self.points), "margins": list(self.margins)}


@dataclass(frozen=True, slots=True)
class Review:
    """What a review found. `print(review)` is a text of at most 80 columns.

    Attributes:
        rules: The rules of the game.
        players: Names by seat.
        side_names: Names by side.
        seats: The seats that were reviewed.
        decisions: All their decisions with a choice, in order.
        results: The finished rounds.
        luck: What the cards of the finished rounds were worth; empty when it was left out.
        scores: By side, points at the end.
        winner: The side that won; None for a draw, or when the game is not over.
        over: Whether the game is over.
        truncated: Whether the record was cut off.
        stopped: Whether the review was interrupted.
        limit: Of the first look.
        seed: Of the review.
    """

    rules: Rules
    players: tuple[str, ...]
    side_names: tuple[str, ...]
    seats: tuple[int, ...]
    decisions: tuple[Decision, ...]
    results: tuple[RoundResult, ...]
    luck: tuple[RoundLuck, ...]
    scores: tuple[int, ...]
    winner: int | None
    over: bool
    truncated: bool
    stopped: bool
    limit: Limit
    seed: int

    def of(self, seat: int, phase: str | None = None) -> tuple[Decision, ...]:
        """The decisions of a seat, in a phase or in all."""
        return tuple(
            decision
            for decision in self.decisions
            if decision.seat == seat and phase in (None, decision.phase)
        )

    def summary(self, seat: int, phase: str | None = None) -> Summary:
        """What the decisions of a seat come to, in a phase or in all."""
        return Summary.of(self.of(seat, phase))

    def phases(self, seat: int) -> dict[str, Summary]:
        """By phase, those in which the seat had to decide."""
        return {phase: self.summary(seat, phase) for phase in PHASES if self.of(seat, phase)}

    def costliest(self, count: int | None = None) -> tuple[Decision, ...]:
        """The mistakes, the costliest first, at most so many of them."""
        wrong = [decision for decision in self.decisions if decision.verdict.wrong]
        wrong.sort(key=lambda d: (-d.verdict.weight, d.round, d.number))
        return tuple(wrong if count is None else wrong[: max(count, 0)])

    def lost(self, seat: int, round: int) -> float:
        """Points that a seat lost in a round by its mistakes, tricks of a draft at their price."""
        wrong = [d.verdict for d in self.of(seat) if d.round == round and d.verdict.wrong]
        points = math.fsum(v.points.mean for v in wrong if v.points is not None)
        tricks = math.fsum(v.tricks.mean for v in wrong if v.tricks is not None)
        return points + tricks * self.rules.trick_points

    def deal(self, side: int) -> Estimate | None:
        """What all the deals together were worth to a side; None when that was left out."""
        if not self.luck:
            return None
        repeats = zip(*(luck.turns[side] for luck in self.luck), strict=True)
        return Estimate.of([math.fsum(repeat) for repeat in repeats])

    def to_dict(self) -> dict[str, Any]:
        """Plain values; docs/review.md describes the keys."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.as_dict(),
            "players": list(self.players),
            "sides": list(self.side_names),
            "over": self.over,
            "winner": self.winner,
            "scores": list(self.scores),
            "truncated": self.truncated,
            "stopped": self.stopped,
            "limit": {"worlds": self.limit.worlds, "time": self.limit.time},
            "seed": self.seed,
            "rounds": [result.to_dict() for result in self.results],
            "seats": [self._seat(seat) for seat in self.seats],
            "decisions": [decision.to_dict() for decision in self.decisions],
        }

    def to_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_text(self, top: int = 5, *, ascii_only: bool = False) -> str:
        """The same to read, at most 80 columns wide.

        Args:
            top: How many of the costliest decisions are shown with their table.
            ascii_only: Letters in place of suit signs.
        """
        from spades.review.text import review_text

        return review_text(self, top, ascii_only=ascii_only)

    def to_html(self, top: int = 5) -> str:
        """The same as a page of its own, which needs nothing else.

        Args:
            top: How many of the costliest decisions are shown with their table.
        """
        from spades.review.page import review_page

        return review_page(self, top)

    def __str__(self) -> str:
        return self.to_text()

    def _seat(self, seat: int) -> dict[str, Any]:
        side = self.rules.side_of(seat)
        deal = self.deal(side)
        return {
            "seat": seat,
            "side": side,
            "name": self.players[seat],
            "phases": {phase: summary.to_dict() for phase, summary in self.phases(seat).items()},
            "all": self.summary(seat).to_dict(),
            "deal": deal and deal.to_dict(),
            "rounds": [
                {
                    "round": result.round,
                    "result": result.margins[side],
                    "deal": luck and luck.sides[side].to_dict(),
                    "lost": self.lost(seat, result.round),
                    "rest": rest_of(self, seat, result, luck),
                }
                for result, luck in self.rounds()
            ],
        }

    def rounds(self) -> Iterable[tuple[RoundResult, RoundLuck | None]]:
        """The finished rounds with the luck of their deals, as far as it is known."""
        known = {luck.round: luck for luck in self.luck}
        return [(result, known.get(result.round)) for result in self.results]


def rest_of(review: Review, seat: int, result: RoundResult, luck: RoundLuck | None) -> float | None:
    """What neither the deal nor the seat's mistakes explain: the others', and how cards lay."""
    if luck is None:
        return None
    side = review.rules.side_of(seat)
    return result.margins[side] - luck.sides[side].mean + review.lost(seat, result.round)
