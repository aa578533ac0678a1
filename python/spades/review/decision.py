"""A decision of a game, and what was found of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spades._core import Action, Rules
from spades._types import Phase
from spades.review.position import Position
from spades.review.reason import reason
from spades.review.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was reviewed.

    Attributes:
        rules: The rules.
        round: Number of the round, 1 for the first.
        number: Number of the action in the round, 1 for the first.
        seat: Who decided.
        phase: "blind", "draft", "bid" or "play".
        action: What it did.
        position: What it saw.
        verdict: What was found.
    """

    rules: Rules
    round: int
    number: int
    seat: int
    phase: Phase
    action: Action
    position: Position
    verdict: Verdict

    @property
    def better(self) -> Action | None:
        """What the bot would have done instead; None when it would have done the same."""
        better = self.verdict.better
        return None if better is None or better.action == self.action else better.action

    @property
    def trick(self) -> int:
        """Number of the trick, 1 for the first; 0 before the play."""
        return sum(self.position.tricks) + 1 if self.phase == "play" else 0

    @property
    def reason(self) -> str:
        """Why the better action is better, in a sentence; "" where there is none."""
        if self.better is None or not self.verdict.wrong:
            return ""
        return reason(self.rules, self.phase, self.position, self.verdict)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "round": self.round,
            "number": self.number,
            "trick": self.trick or None,
            "seat": self.seat,
            "phase": self.phase,
            "action": str(self.action),
            "bot": str(self.better or self.action),
            **self.verdict.to_dict(),
            "reason": self.reason or None,
            "position": self.position.to_dict(),
        }
