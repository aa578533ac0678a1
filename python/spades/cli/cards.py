"""How cards and actions look on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spades import Action, Card, CardSet

if TYPE_CHECKING:
    from rich.text import Text

# Hands are shown trumps first, each suit from the top.
SUITS = ("spades", "hearts", "diamonds", "clubs")
_SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_LETTERS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_STYLES = {"spades": "bold", "hearts": "red", "diamonds": "red", "clubs": ""}


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards as a hand shows them: by suit, trumps first, from the top."""
    return sorted(cards, key=lambda card: (SUITS.index(card.suit), -card.rank))


def choices(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Legal actions in the order in which they are shown and numbered."""
    cards = [a for a in actions if a.card is not None]
    rest = [a for a in actions if a.card is None]
    ordered = in_order(a.card for a in cards if a.card is not None)
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
        from rich.text import Text

        return Text(self.plain(card), style=_STYLES[card.suit])

    def several(self, cards: Iterable[Card], none: str = "none") -> Text:
        """Cards side by side."""
        from rich.text import Text

        texts = [self.text(card) for card in in_order(cards)]
        return Text(" ").join(texts) if texts else Text(none, style="dim")

    def one_line(self, hand: CardSet) -> Text:
        """A hand in one line: `♠ A K 9  ♥ 10`, suits that it lacks left out."""
        from rich.text import Text

        line = Text()
        for suit in SUITS:
            cards = in_order(hand.suit(suit))
            if cards:
                ranks = " ".join(map(self.rank, cards))
                line.append("  " if line else "").append(
                    f"{self.signs[suit]} {ranks}", style=_STYLES[suit]
                )
        return line

    def hand_lines(self, hand: CardSet, playable: Iterable[Card] | None) -> list[Text]:
        """A hand, a line a suit. With `playable`, other cards are dim and in brackets."""
        from rich.text import Text

        allowed = None if playable is None else set(playable)
        lines = []
        for suit in SUITS:
            style = _STYLES[suit]
            line = Text("  ").append(self.signs[suit], style=style).append(" ")
            cards = in_order(hand.suit(suit))
            if not cards:
                line.append(" -", style="dim")
            for card in cards:
                if allowed is None or card in allowed:
                    line.append(f"  {self.rank(card)}", style=style)
                else:
                    line.append(f" ({self.rank(card)})", style="dim")
            lines.append(line)
        return lines
