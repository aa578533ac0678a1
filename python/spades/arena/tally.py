"""What is counted of a bot's rounds, and what a unit leaves behind: whole numbers only."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Any, TypeAlias

from spades._core import FinishedRound, Rules, score_round
from spades.arena.deals import Kind

BAG_PRICE = -5


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the rounds of a side that a bot played.

    Attributes:
        rounds: Rounds, counted once for each side that the bot played.
        points: Points as scored.
        priced: Points with a bag at its price, see `Pricing`.
        bid: Contracts: the bids above nil.
        tricks: Tricks taken.
        bags: Bags taken.
        contracts: Rounds with a contract above nil.
        sets: Contracts that were set.
        nils: Nils bid, blind ones too.
        nils_made: Nils kept.
        blind_nils: Blind nils bid.
        blind_nils_made: Blind nils kept.
        penalties: Points lost by bag penalties.
    """

    rounds: int = 0
    points: int = 0
    priced: int = 0
    bid: int = 0
    tricks: int = 0
    bags: int = 0
    contracts: int = 0
    sets: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    penalties: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def to_dict(self) -> dict[str, float | int | None]:
        """Counts as they are, the others as means over the rounds (None when there are none)."""
        counts = ("rounds", "contracts", "sets", "nils", "nils_made", "blind_nils")
        values: dict[str, float | int | None] = {}
        for field in fields(self):
            value: int = getattr(self, field.name)
            if field.name in counts or field.name == "blind_nils_made":
                values[field.name] = value
            else:
                values[field.name] = value / self.rounds if self.rounds else None
        return values


@dataclass(frozen=True, slots=True)
class Pricing:
    """Points of a round in which each bag counts `BAG_PRICE` instead of its own points.

    The penalty for the bag that makes ten full is left out, so that a round is judged by itself
    and not by the bags that happened to lie there. Where the rules punish no bags, the price is
    the rules' own.
    """

    rules: Rules
    free: Rules
    price: int

    @classmethod
    def of(cls, rules: Rules) -> Pricing:
        """The pricing under these rules.

        Examples:
            >>> Pricing.of(Rules.preset("two-handed")).price
            -5
            >>> Pricing.of(Rules.preset("two-handed").replace(bag_limit=0)).price
            1
        """
        free = rules.replace(bag_limit=0)
        punished = rules.bag_limit > 0 and rules.bag_penalty > 0
        return cls(rules, free, BAG_PRICE if punished else rules.bag_points)

    def tallies(self, played: FinishedRound) -> tuple[Tally, ...]:
        """One tally per side for a round."""
        rules = self.rules
        free = score_round(self.free, played.bids, played.tricks)
        return tuple(
            self._tally(side, played, free[side].points, free[side].bags)
            for side in range(rules.sides)
        )

    def _tally(self, side: int, played: FinishedRound, points: int, bags: int) -> Tally:
        bid = tricks = nils = made = blind = blind_made = 0
        for seat, (seat_bid, taken) in enumerate(zip(played.bids, played.tricks, strict=True)):
            if self.rules.side_of(seat) != side:
                continue
            bid += int(seat_bid)
            tricks += taken
            if seat_bid.is_nil:
                nils += 1
                made += taken == 0
                blind += seat_bid.is_blind
                blind_made += seat_bid.is_blind and taken == 0
        score = played.score[side]
        lines = dict(score.lines)
        return Tally(
            rounds=1,
            points=score.points,
            priced=points + (self.price - self.rules.bag_points) * bags,
            bid=bid,
            tricks=tricks,
            bags=bags,
            contracts=int(bid > 0),
            sets=int(lines.get("contract", 0) < 0),
            nils=nils,
            nils_made=made,
            blind_nils=blind,
            blind_nils_made=blind_made,
            penalties=-lines.get("bag-penalty", 0),
        )


Numbers: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """One deal (or game) of one pair of bots, played in every arrangement of the seats.

    Attributes:
        kind: A single round, or a whole game.
        deal: Number of the deal.
        pairing: Which pair of bots, as an index of the job's pairings.
        points: Per side that the first bot had: its points times the number of other sides, less
            the points of the others. All of it, over sides * (sides - 1), is the mean difference.
        priced: The same with a bag at its price.
        won: Per side, 2 when the first bot won the game, 1 for a draw, 0 when another won; empty
            for a single round.
        first: What the first bot did.
        second: What the second bot did, in all the other sides.
    """

    kind: Kind
    deal: int
    pairing: int
    points: Numbers
    priced: Numbers
    won: Numbers
    first: Tally
    second: Tally

    def turned(self) -> Unit:
        """The same for the second bot, where there are two sides.

        Raises:
            ValueError: When there are more: the bots are then not in each other's place.
        """
        if len(self.points) != 2:
            raise ValueError("a unit of more than two sides has one bot that is alone")
        return Unit(
            self.kind,
            self.deal,
            self.pairing,
            tuple(-value for value in reversed(self.points)),
            tuple(-value for value in reversed(self.priced)),
            tuple(2 - value for value in reversed(self.won)),
            self.second,
            self.first,
        )

    def to_line(self) -> dict[str, Any]:
        """The unit as a line of a results file."""
        return {
            "kind": self.kind,
            "deal": self.deal,
            "pairing": self.pairing,
            "points": self.points,
            "priced": self.priced,
            "won": self.won,
            "first": astuple(self.first),
            "second": astuple(self.second),
        }

    @classmethod
    def from_line(cls, line: object) -> Unit:
        """The unit that a line tells.

        Raises:
            ValueError: When it tells none.
        """
        if not isinstance(line, dict) or line.get("kind") not in ("round", "game"):
            raise ValueError("expected a unit")
        width = len(fields(Tally))
        sides = len(_numbers(line, "points"))
        deal, pairing = _numbers({"at": [line.get("deal"), line.get("pairing")]}, "at", 2)
        return cls(
            kind=line["kind"],
            deal=deal,
            pairing=pairing,
            points=_numbers(line, "points"),
            priced=_numbers(line, "priced", sides),
            won=_numbers(line, "won", sides if line["kind"] == "game" else 0),
            first=Tally(*_numbers(line, "first", width)),
            second=Tally(*_numbers(line, "second", width)),
        )


def _numbers(line: dict[str, Any], field: str, length: int | None = None) -> Numbers:
    values = line.get(field)
    if (
        not isinstance(values, list)
        or not all(type(value) is int for value in values)
        or (length is not None and len(values) != length)
    ):
        wanted = "whole numbers" if length is None else f"{length} whole numbers"
        raise ValueError(f"{field}: expected {wanted}")
    return tuple(values)
