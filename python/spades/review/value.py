"""What an action is worth, over all that the bot looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spades._core import Action
from spades.bots import ActionReport


@dataclass(frozen=True, slots=True)
class Value:
    """What an action is worth to the side of the seat that acts.

    Attributes:
        action: The action.
        mean: Points of the round more than the best other side's; in a draft tricks.
        win: Chance to win the game; None when unknown.
        made: Chance that the own nil or the side's contract is made; None when unknown.
        tricks: Tricks of the own side in the whole round; None when unknown.
        beaten: Chance that an opponent's nil or contract fails; None when unknown.
    """

    action: Action
    mean: float
    win: float | None = None
    made: float | None = None
    tricks: float | None = None
    beaten: float | None = None

    @classmethod
    def over(cls, entries: Sequence[ActionReport]) -> Value | None:
        """The mean over reports of the same action; None when one has no value."""
        means = [entry.value for entry in entries]
        if not means or any(mean is None or not math.isfinite(mean) for mean in means):
            return None
        first = entries[0]

        def mean(field: str) -> float | None:
            values = [getattr(entry, field) for entry in entries]
            return None if None in values else math.fsum(values) / len(values)

        value = mean("value")
        assert value is not None  # all of them are finite
        rest = {field: mean(field) for field in ("win", "made", "tricks", "beaten")}
        return cls(first.action, value, **rest)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the action as text."""
        return {
            "action": str(self.action),
            "value": self.mean,
            "win": self.win,
            "made": self.made,
            "tricks": self.tricks,
            "beaten": self.beaten,
        }
