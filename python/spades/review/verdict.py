"""What is said of a decision, and from which loss on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from spades.review.estimate import Estimate
from spades.review.value import Value

Unit: TypeAlias = Literal["win", "points", "tricks"]
Kind: TypeAlias = Literal["best", "fine", "mistake", "blunder", "unvalued"]

# Least loss of a mistake and of a blunder, by unit. A tenth of a trick is about a point.
LEAST: dict[Unit, float] = {"win": 0.005, "points": 1.0, "tricks": 0.1}
BLUNDER: dict[Unit, float] = {"win": 0.05, "points": 10.0, "tricks": 1.0}
DECIDED = 0.01


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision lost against what the bot would have done.

    A loss below zero is a gain. Which loss counts is told by `unit`: the chance to win the game
    where the bot knows it, or points; in a draft the tricks that the card is worth.

    Attributes:
        kind: "best": what the bot would have done, or worth the same; "fine": the loss is small
            or within the noise; "mistake"; "blunder"; "unvalued": the bot has no value for it.
        unit: "win", "points" or "tricks".
        played: What the action is worth; None when the bot has no value for it.
        better: What the bot's own choice is worth.
        points: Loss in points; None in a draft.
        win: Loss in chance to win the game; None when unknown.
        tricks: Loss in tricks, in a draft; else None.
        worlds: Hidden deals that the losses are taken from.
        exact: Whether the hidden hand was known, so that the losses are exact.
    """

    kind: Kind
    unit: Unit
    played: Value | None
    better: Value | None
    points: Estimate | None = None
    win: Estimate | None = None
    tricks: Estimate | None = None
    worlds: int = 0
    exact: bool = False

    @property
    def wrong(self) -> bool:
        """Whether it is a mistake or a blunder."""
        return self.kind in ("mistake", "blunder")

    @property
    def loss(self) -> Estimate | None:
        """The loss that counts, in its unit."""
        return {"win": self.win, "points": self.points, "tricks": self.tricks}[self.unit]

    @property
    def weight(self) -> float:
        """The loss as a part of a blunder, by which decisions of all units are ordered.

        Points and the chance to win count alike, as they do in the bot's own choice. What is no
        blunder weighs no more than one.
        """
        losses: dict[Unit, Estimate | None] = {
            "points": self.points,
            "win": self.win,
            "tricks": self.tricks,
        }
        parts = [loss.mean / BLUNDER[unit] for unit, loss in losses.items() if loss is not None]
        weight = sum(parts) / len(parts) if parts else 0.0
        return weight if self.kind == "blunder" else min(weight, 1.0)

    @property
    def decided(self) -> bool:
        """Whether the game was as good as won or lost, whatever was done."""
        if self.played is None or self.better is None:
            return False
        return is_decided(self.played.win, self.better.win)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        losses = {"points": self.points, "win": self.win, "tricks": self.tricks}
        return {
            "verdict": self.kind,
            "unit": self.unit,
            "loss": {unit: loss and loss.to_dict() for unit, loss in losses.items()},
            "played": self.played and self.played.to_dict(),
            "better": self.better and self.better.to_dict(),
            "worlds": self.worlds,
            "exact": self.exact,
        }


def is_decided(*chances: float | None) -> bool:
    """Whether all chances to win are known and below 1 %, or all above 99 %."""
    known = [chance for chance in chances if chance is not None]
    if len(known) < len(chances):
        return False
    return max(known) < DECIDED or min(known) > 1 - DECIDED


def kind_of(unit: Unit, loss: Estimate, other: Estimate | None = None) -> Kind:
    """What a loss is called.

    Args:
        unit: Its unit.
        loss: The loss.
        other: The loss in another unit, which must not say the contrary.

    Examples:
        >>> kind_of("points", Estimate(4.0, 0.5, 16)), kind_of("points", Estimate(4.0, 2.0, 16))
        ('mistake', 'fine')
    """
    if not loss.sure or loss.mean < LEAST[unit] or (other is not None and other.surely_negative):
        return "fine"
    return "blunder" if loss.mean >= BLUNDER[unit] else "mistake"


def kind_of_both(points: Estimate, win: Estimate, decided: bool) -> tuple[Kind, Unit]:
    """What a loss is called that is known in points and in chance to win.

    Either of them makes a mistake, unless the other says the contrary: points that cost no chance
    at all are none, as long as the game is open. When it is decided they count, but are never a
    blunder.

    Args:
        points: The loss in points.
        win: The loss in chance to win.
        decided: Whether the game is won or lost whatever is done.

    Returns:
        The name, and the unit of the loss that counts.
    """
    by_win, by_points = kind_of("win", win, points), kind_of("points", points, win)
    if win.mean <= 0 and not decided:
        by_points = "fine"
    if by_points == "blunder" and by_win != "blunder":
        return ("mistake" if decided else "blunder"), "points"
    if by_win == "fine" and by_points != "fine":
        return by_points, "points"
    return by_win, "win"


def confirmed(second: Verdict, third: Verdict) -> Verdict:
    """What is said of a decision that the second look found wrong: the losses of the third.

    It stays a mistake unless the third look finds less than the least loss; a blunder if it is
    large enough for one in the third look too.
    """
    unit = second.unit
    loss = {"win": third.win, "points": third.points, "tricks": third.tricks}[unit]
    if loss is None or loss.mean < LEAST[unit]:
        kind: Kind = "fine"
    elif second.kind == "blunder" and loss.mean >= BLUNDER[unit]:
        kind = "blunder"
    else:
        kind = "mistake"
    return replace(third, kind=kind, unit=unit)
