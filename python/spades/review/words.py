"""How cards, losses and decisions are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spades._core import Action, Bid, Card, CardSet, Rules
from spades.review.decision import Decision
from spades.review.estimate import Estimate
from spades.review.reason import reason, shown
from spades.review.verdict import Verdict

SUITS = ("spades", "hearts", "diamonds", "clubs")
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Words:
    """Words for a review, with suit signs or letters.

    Args:
        ascii_only: Letters in place of signs.

    Examples:
        >>> Words(ascii_only=True).card(Card("TH")), Words().card(Card("TH"))
        ('10H', '10♥')
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        self.ascii = ascii_only
        self.signs = {suit: suit[0].upper() for suit in SUITS} if ascii_only else SIGNS
        self.give_or_take = "+-" if ascii_only else "±"

    def card(self, card: Card) -> str:
        """`A♠`, or `AS` in letters."""
        return f"{RANKS[card.rank]}{self.signs[card.suit]}"

    def cards(self, cards: Iterable[Card]) -> str:
        """A hand in one line, suit by suit, those that it lacks left out."""
        held = CardSet(cards)
        suits = []
        for suit in SUITS:
            ranks = [RANKS[card.rank] for card in sorted(held.suit(suit), reverse=True)]
            if ranks:
                suits.append(f"{self.signs[suit]} {' '.join(ranks)}")
        return "  ".join(suits)

    def action(self, action: Action) -> str:
        """A card as its face, any other action as its text."""
        return shown(action, self.card)

    def reason(self, decision: Decision) -> str:
        """The decision's reason, with cards as they are written here."""
        if not decision.reason:
            return ""
        position, verdict = decision.position, decision.verdict
        return reason(decision.rules, decision.phase, position, verdict, self.card)

    def what(self, decision: Decision, names: Sequence[str]) -> str:
        """What was done and what would have been better."""
        who, better = names[decision.seat], decision.better
        done, other = self._done(decision), better and self._wanted(decision, better)
        return f"{who} {done}; better: {other}" if other else f"{who} {done}"

    def _done(self, decision: Decision) -> str:
        action = str(decision.action)
        shown = decision.position.shown
        card = "the card shown" if shown is None else self.card(shown)
        drafts = {
            "keep": f"kept {card}",
            "refuse": f"refused {card}",
            "up": f"took {card}, face up",
            "down": f"took the card face down and not {card}",
        }
        if action in drafts:
            return drafts[action]
        if decision.phase == "play":
            return f"played {self.action(decision.action)}"
        return f"bid {action}" if decision.action.bid is not None else f"said {action}"

    def _wanted(self, decision: Decision, better: Action) -> str:
        shown = decision.position.shown
        card = "the card shown" if shown is None else self.card(shown)
        drafts = {
            "keep": "keep it",
            "refuse": "refuse it",
            "up": card,
            "down": "the card face down",
        }
        return drafts.get(str(better), self.action(better))

    def where(self, decision: Decision) -> str:
        """Round and trick, or phase."""
        if decision.phase == "play":
            return f"Round {decision.round}, trick {decision.trick}"
        phase = {"bid": "bidding", "blind": "before the cards", "draft": "draft"}
        text = f"Round {decision.round}, {phase[decision.phase]}"
        if decision.phase == "draft":
            text += f", card {decision.position.drafted + 1}"
        return text

    def loss(self, verdict: Verdict, rules: Rules) -> str:
        """What a decision cost, with its error."""
        if verdict.tricks is not None:
            points = verdict.tricks.mean * rules.trick_points
            return f"{verdict.tricks.mean:.2f} tricks, about {points:.0f} points"
        told = []
        if verdict.points is not None:
            told.append(f"{self.estimate(verdict.points)} points")
        if verdict.win is not None:
            told.append(f"{self.estimate(verdict.win, 100)} % of the game")
        decided = "; the game was decided" if verdict.decided else ""
        return " and ".join(told) + decided

    def estimate(self, estimate: Estimate, scale: float = 1) -> str:
        """A mean, give or take half its 95 % interval."""
        half = estimate.half95 * scale
        return f"{estimate.mean * scale:.1f} {self.give_or_take} {half:.1f}"

    def bids(self, bids: Sequence[Bid | None], names: Sequence[str]) -> str:
        """Who bid what."""
        told = (
            f"{name} {'-' if bid is None else bid}" for name, bid in zip(names, bids, strict=True)
        )
        return ", ".join(told)


def accuracy(share: float | None) -> str:
    """A share in percent; `-` when there is none. Only all of them are 100 %.

    Examples:
        >>> accuracy(0.999), accuracy(1.0), accuracy(None)
        ('99.9 %', '100 %', '-')
    """
    if share is None:
        return "-"
    if share == 1:
        return "100 %"
    return f"{min(share * 100, 99.9):.1f} %"
