"""The table as a seat saw it when it had to decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spades._core import Bid, Card, CardSet, Observation, Score


@dataclass(frozen=True, slots=True)
class Position:
    """What was on the table and in the hand; nothing of it was hidden from the seat.

    Attributes:
        seat: Who was to act.
        opener: Who opened the round.
        hand: The own cards.
        shown: The card looked at in a draft, if the seat saw it.
        drafted: Cards that it had drafted.
        bids: By seat; None where none had been made.
        tricks: Won by seat.
        trick: The cards on the table as (seat, card) pairs.
        broken: Whether spades were broken.
        scores: By side, before the round.
        thrown: Cards known to be thrown away, by seat.
        voids: By seat, suits that it had shown not to hold.
        open_cards: By seat, cards of others that were known to be held.
    """

    seat: int
    opener: int
    hand: CardSet
    shown: Card | None
    drafted: int
    bids: tuple[Bid | None, ...]
    tricks: tuple[int, ...]
    trick: tuple[tuple[int, Card], ...]
    broken: bool
    scores: tuple[Score, ...]
    thrown: tuple[CardSet, ...]
    voids: tuple[tuple[str, ...], ...]
    open_cards: tuple[CardSet, ...]

    @classmethod
    def of(cls, obs: Observation) -> Position:
        """The position that a seat observed."""
        held = tuple(
            CardSet() if seat == obs.seat else cards for seat, cards in enumerate(obs.known_hands)
        )
        draft = obs.phase in ("blind", "draft")
        return cls(
            obs.seat,
            obs.opener,
            obs.hand,
            obs.shown_card,
            len(obs.hand) if draft else 0,
            obs.bids,
            obs.tricks,
            obs.trick,
            obs.broken,
            obs.scores,
            obs.discards,
            obs.voids,
            held,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values: cards and bids as text, hands as spades.hearts.diamonds.clubs."""
        return {
            "hand": str(self.hand),
            "shown": self.shown and str(self.shown),
            "bids": [bid and str(bid) for bid in self.bids],
            "tricks": list(self.tricks),
            "trick": [[seat, str(card)] for seat, card in self.trick],
            "broken": self.broken,
            "scores": [{"points": score.points, "bags": score.bags} for score in self.scores],
            "thrown": [str(cards) for cards in self.thrown],
            "voids": [list(suits) for suits in self.voids],
            "open_cards": [str(cards) for cards in self.open_cards],
        }


def winning(trick: tuple[tuple[int, Card], ...]) -> int:
    """Place in the trick of the card that wins it so far.

    Examples:
        >>> winning(((0, Card("9H")), (1, Card("KH")), (2, Card("AD"))))
        1
    """
    led = trick[0][1].suit

    def strength(place: int) -> tuple[bool, bool, int]:
        card = trick[place][1]
        return card.suit == "spades", card.suit == led, card.rank

    return max(range(len(trick)), key=strength)
