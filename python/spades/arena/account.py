"""What units add up to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from spades.arena.stats import Interval, Moments, wilson
from spades.arena.tally import Tally, Unit


@dataclass(frozen=True, slots=True)
class Account:
    """Units of one kind and one pairing, added up; a constant size however many they are.

    Attributes:
        sides: Sides of a game.
        points: Of the units' mean differences, times `sides * (sides - 1)`.
        priced: The same with a bag at its price.
        score: Of the units' games won (2, a draw 1), summed over the sides.
        by_side: Per side that the first bot had: differences times `sides - 1`.
        won: Per side that the first bot had: games won, drawn and lost.
        first: What the first bot did.
        second: What the second bot did.
    """

    sides: int
    points: Moments
    priced: Moments
    score: Moments
    by_side: tuple[Moments, ...]
    won: tuple[tuple[int, int, int], ...]
    first: Tally
    second: Tally

    @classmethod
    def empty(cls, sides: int) -> Account:
        """No unit yet."""
        none = Moments()
        return cls(sides, none, none, none, (none,) * sides, ((0, 0, 0),) * sides, Tally(), Tally())

    def plus(self, *units: Unit) -> Account:
        """With the units of one more deal, which count as one observation.

        A new value, so that an interruption never leaves half of one.
        """
        won, first, second = self.won, self.first, self.second
        for unit in units:
            if unit.won:
                won = tuple(
                    (w + (result == 2), d + (result == 1), n + (result == 0))
                    for (w, d, n), result in zip(won, unit.won, strict=True)
                )
            first, second = first + unit.first, second + unit.second
        return replace(
            self,
            points=self.points.plus(sum(sum(unit.points) for unit in units)),
            priced=self.priced.plus(sum(sum(unit.priced) for unit in units)),
            score=self.score.plus(sum(sum(unit.won) for unit in units)),
            by_side=tuple(
                held.plus(sum(unit.points[side] for unit in units))
                for side, held in enumerate(self.by_side)
            ),
            won=won,
            first=first,
            second=second,
        )


@dataclass(frozen=True, slots=True)
class Wins:
    """Games won by the first bot.

    Attributes:
        won: Games won.
        drawn: Games drawn.
        lost: Games that another side won.
        rate: Share of the games won, a draw as a half, with Wilson's interval, which takes every
            game as independent. The two games of a pair share their cards, so that it is rather
            too wide for bots of like strength.
        by_side: The same rate, per side that the first bot had.
    """

    won: int
    drawn: int
    lost: int
    rate: Interval
    by_side: tuple[Interval, ...]

    @property
    def games(self) -> int:
        """Games played."""
        return self.won + self.drawn + self.lost

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "rate": self.rate.to_dict(),
            "by_side": [rate.to_dict() for rate in self.by_side],
        }


@dataclass(frozen=True, slots=True)
class Part:
    """The outcome of the single rounds of a match, or of its whole games.

    Attributes:
        kind: "round" or "game".
        pairs: Deals (or game seeds), each played in every arrangement of the seats.
        points: The first bot's points less the mean of the other sides', a round (or a game):
            the mean over the pairs with its interval.
        priced: The same with a bag at -5 and no bag penalty.
        by_side: `points` per side that the first bot had.
        wins: Games won; None for single rounds.
        score: Games won (a draw as a half) as a mean over the pairs, with the interval that the
            pairs give; None for single rounds.
        first: What the first bot did, summed over its rounds.
        second: What the second bot did.
    """

    kind: str
    pairs: int
    points: Interval
    priced: Interval
    by_side: tuple[Interval, ...]
    wins: Wins | None
    score: Interval | None
    first: Tally
    second: Tally

    @property
    def share(self) -> Interval | None:
        """Share of the games won, with the wider of Wilson's interval and that of the pairs.

        Each is too narrow somewhere: the pairs' when every game was won, Wilson's when many games
        share their cards, as in a ladder.
        """
        if self.wins is None or self.score is None:
            return None
        rate, score = self.wins.rate, self.score
        low = min(rate.low, max(score.low, 0.0))
        high = max(rate.high, min(score.high, 1.0))
        return Interval(rate.mean, low, high, max(rate.error, score.error), rate.count)

    @classmethod
    def of(cls, kind: str, account: Account, confidence: float, each: int = 1) -> Part:
        """What an account comes to, with so many units in each observation."""
        sides = account.sides
        wins = score = None
        if kind == "game":
            wins = wins_of(account, confidence)
            score = account.score.interval(2 * sides * each, confidence)
        return cls(
            kind,
            account.points.count,
            account.points.interval(sides * (sides - 1) * each, confidence),
            account.priced.interval(sides * (sides - 1) * each, confidence),
            tuple(held.interval((sides - 1) * each, confidence) for held in account.by_side),
            wins,
            score,
            account.first,
            account.second,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "pairs": self.pairs,
            "points": self.points.to_dict(),
            "priced": self.priced.to_dict(),
            "by_side": [interval.to_dict() for interval in self.by_side],
            "wins": self.wins.to_dict() if self.wins else None,
            "score": self.score.to_dict() if self.score else None,
            "first": self.first.to_dict(),
            "second": self.second.to_dict(),
        }


def wins_of(account: Account, confidence: float) -> Wins:
    """The games won in an account."""
    won, drawn, lost = (sum(column) for column in zip(*account.won, strict=True))
    by_side = tuple(wilson(w + d / 2, w + d + n, confidence) for w, d, n in account.won)
    rate = wilson(won + drawn / 2, won + drawn + lost, confidence)
    return Wins(won, drawn, lost, rate, by_side)
