"""How cards and actions look on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spades import Action, Card, CardSet
from spades.cli.text import Text

# Hands are shown by suit, trumps first, each from the top; or by rank, aces first.
SUITS = ("spades", "hearts", "diamonds", "clubs")
_SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_LETTERS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_STYLES = {"spades": "bold", "hearts": "red", "diamonds": "red", "clubs": ""}


def in_order(cards: Iterable[Card], by_rank: bool = False) -> list[Card]:
    """Cards as a hand shows them: by suit, trumps first, from the top; or all from the top."""
    if by_rank:
        return sorted(cards, key=lambda card: (-card.rank, SUITS.index(card.suit)))
    return sorted(cards, key=lambda card: (SUITS.index(card.suit), -card.rank))


def choices(actions: Sequence[Action], by_rank: bool = False) -> tuple[Action, ...]:
    """Legal actions in the order in which they are shown and numbered."""
    cards = [a for a in actions if a.card is not None]
    rest = [a for a in actions if a.card is None]
    ordered = in_order((a.card for a in cards if a.card is not None), by_rank)
    return (*(Action(card) for card in ordered), *rest)


class CardFace:
    """Texts of cards, with suit signs or, for terminals without them, letters."""

    def __init__(self, ascii_only: bool) -> None:
        self.signs = _LETTERS if ascii_only else _SIGNS

    def rank(self, card: Card) -> str:
        """`A`, `10`, `2`."""
        return _RANKS[card.rank]

    def plain(self, card: Card) -> str:
        """`A♠`, or `AS` in letters."""
        return f"{_RANKS[card.rank]}{self.signs[card.suit]}"

    def action(self, action: Action) -> str:
        """A card as its face, any other action as its text."""
        return str(action) if action.card is None else self.plain(action.card)

    def text(self, card: Card) -> Text:
        """A card in the colour of its suit."""
        return Text(self.plain(card), _STYLES[card.suit])

    def several(self, cards: Iterable[Card]) -> Text:
        """Cards side by side."""
        line = Text()
        for card in in_order(cards):
            line.append(" " if line else "").append(self.text(card))
        return line

    def one_line(self, hand: CardSet) -> Text:
        """A hand in one line: `♠ A K 9  ♥ 10`, suits that it lacks left out."""
        line = Text()
        for suit in SUITS:
            cards = in_order(hand.suit(suit))
            if cards:
                ranks = " ".join(map(self.rank, cards))
                line.append("  " if line else "")
                line.append(f"{self.signs[suit]} {ranks}", _STYLES[suit])
        return line

    def suit_lines(self, hand: CardSet, playable: Iterable[Card] | None) -> list[Text]:
        """A hand, a line a suit. With `playable`, other cards are dim and in brackets."""
        allowed = None if playable is None else set(playable)
        lines = []
        for suit in SUITS:
            style = _STYLES[suit]
            line = Text("  ").append(self.signs[suit], style).append(" ")
            cards = in_order(hand.suit(suit))
            if not cards:
                line.append(" -", "dim")
            for card in cards:
                if allowed is None or card in allowed:
                    line.append(f"  {self.rank(card)}", style)
                else:
                    line.append(f" ({self.rank(card)})", "dim")
            lines.append(line)
        return lines

    def rank_line(self, hand: CardSet, playable: Iterable[Card] | None) -> Text:
        """A hand from the highest card to the lowest, to be wrapped; marked as in `suit_lines`."""
        allowed = None if playable is None else set(playable)
        line = Text(" ")
        for card in in_order(hand, by_rank=True):
            line.append(" ")
            if allowed is None or card in allowed:
                line.append(" ").append(self.text(card))
            else:
                line.append(f"({self.plain(card)})", "dim")
        return line
