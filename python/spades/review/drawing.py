"""The table at a decision as a drawing (SVG)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from spades._core import Card, CardSet
from spades.review.decision import Decision
from spades.review.words import RANKS, SUITS, Words

WIDTH, HEIGHT = 420, 340
_CARD_W, _CARD_H = 42, 60
_HAND_Y, _RAISED = 268, 12
_MIDDLE = 134
# In a box of 10 by 10.
_SUITS = {
    "spades": "M5 0C8 3 10 4.6 10 6.4A2.4 2.4 0 0 1 5.7 7.6L6.6 10H3.4L4.3 7.6"
    "A2.4 2.4 0 0 1 0 6.4C0 4.6 2 3 5 0Z",
    "hearts": "M5 9.5C1 6.4 0 4.6 0 2.9A2.5 2.5 0 0 1 5 2.3A2.5 2.5 0 0 1 10 2.9"
    "C10 4.6 9 6.4 5 9.5Z",
    "diamonds": "M5 0L9.2 5L5 10L.8 5Z",
    "clubs": "M5 0a2.3 2.3 0 0 1 1.9 3.7A2.3 2.3 0 1 1 5.8 7.4L6.6 10H3.4L4.2 7.4"
    "A2.3 2.3 0 1 1 3.1 3.7A2.3 2.3 0 0 1 5 0Z",
}
_CROSS = "M-5-5L5 5M5-5L-5 5"
_TICK = "M-6 0L-2 5L6-5"


def table_drawing(decision: Decision, names: Sequence[str], key: str) -> str:
    """The table as the seat saw it: its hand, the trick, bids and tricks won.

    What was done is marked by a cross, what would have been better by a tick, so that it reads
    without colour. Colours come from the page's style.

    Args:
        decision: The decision.
        names: By seat.
        key: Of the drawing on its page, for the ids of its title and description.
    """
    words, position = Words(), decision.position
    title = f"{words.where(decision)}: {words.what(decision, names)}"
    parts = [
        f'<svg class="table" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" aria-labelledby="{key}-t {key}-d">',
        f'<title id="{key}-t">{escape(title)}</title>',
        f'<desc id="{key}-d">{escape(_described(decision, names, words))}</desc>',
        f'<rect class="felt" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="16"/>',
    ]
    players = len(names)
    for seat in range(players):
        parts.append(_seat(decision, names, seat))
    for seat, card in position.trick:
        x, y = _played_at((seat - decision.seat) % players, players)
        parts.append(_card(card, x, y))
    parts += _middle(decision, words)
    parts += _hand(decision)
    return "".join([*parts, "</svg>"])


def _seat(decision: Decision, names: Sequence[str], seat: int) -> str:
    players, position = len(names), decision.position
    away = (seat - decision.seat) % players
    bid = position.bids[seat]
    facts = []
    if decision.phase in ("bid", "play") or bid is not None:
        waits = "to bid" if away == 0 else "no bid yet"
        facts.append(waits if bid is None else f"bid {bid}")
    if decision.phase == "play":
        facts.append(f"won {position.tricks[seat]}")
    name, told = names[seat], " · ".join(facts)
    if away == 0:
        return _text(WIDTH / 2, 236, f"{name}{' · ' if told else ''}{told}", "middle")
    places = {
        2: [(WIDTH / 2, "middle", 26)],
        3: [(14.0, "start", 26), (WIDTH - 14.0, "end", 26)],
        4: [(14.0, "start", 92), (WIDTH / 2, "middle", 26), (WIDTH - 14.0, "end", 92)],
    }
    x, anchor, y = places[players][away - 1]
    return _text(x, y, name, anchor) + _text(x, y + 19, told, anchor, "quiet")


def _played_at(away: int, players: int) -> tuple[float, float]:
    """Left upper corner of the card that a seat has played."""
    middle = (WIDTH - _CARD_W) / 2
    places = {
        2: [(middle, 62.0)],
        3: [(middle - 62, 74.0), (middle + 62, 74.0)],
        4: [(middle - 62, 112.0), (middle, 62.0), (middle + 62, 112.0)],
    }
    return places[players][away - 1]


def _middle(decision: Decision, words: Words) -> list[str]:
    """What is no card of the hand: the card shown, or the bids that are compared."""
    position, parts = decision.position, []
    x = WIDTH / 2
    if decision.phase == "draft" and position.shown is not None:
        parts.append(_card(position.shown, x - _CARD_W / 2, 74.0))
    if decision.phase != "play":
        left, y = x - 34, 166 if decision.phase == "draft" else 118
        for mark, action in (("cross", decision.action), ("tick", decision.better)):
            if action is not None:
                parts.append(_mark(left, y - 6, mark))
                parts.append(_text(left + 18, y, str(action), kind="said"))
                y += 28
    else:
        if not position.trick:
            parts.append(_text(x, _MIDDLE, "to lead", "middle", "quiet"))
        broken = "spades broken" if position.broken else "spades not broken"
        parts.append(_text(WIDTH - 14, 212, broken, "end", "quiet"))
    return parts


def _hand(decision: Decision) -> list[str]:
    held = in_order(decision.position.hand)
    if not held:
        return [_text(WIDTH / 2, _HAND_Y + 30, "no card yet", "middle", "quiet")]
    step = min(_CARD_W + 4.0, (WIDTH - 24.0 - _CARD_W) / max(len(held) - 1, 1))
    left = (WIDTH - step * (len(held) - 1) - _CARD_W) / 2
    better = None if decision.better is None else decision.better.card
    parts = []
    for place, card in enumerate(held):
        x = left + step * place
        mark = {decision.action.card: "cross", better: "tick"}.get(card)
        up = _RAISED if mark else 0
        parts.append(_card(card, x, _HAND_Y - up, mark or ""))
        if mark:
            # Of a card that is half hidden the left part is seen.
            middle = x + min(step, _CARD_W) / 2
            parts.append(_mark(middle, _HAND_Y - up - 9, mark))
    return parts


def in_order(cards: CardSet) -> list[Card]:
    """By suit, spades first, each from the top."""
    return [card for suit in SUITS for card in sorted(cards.suit(suit), reverse=True)]


def _card(card: Card, x: float, y: float, mark: str = "") -> str:
    red = " red" if card.suit in ("hearts", "diamonds") else ""
    narrow = ' textLength="16" lengthAdjust="spacingAndGlyphs"' if card.rank == 8 else ""
    kind = f"card{red} {mark}".rstrip()
    rank, path = RANKS[card.rank], _SUITS[card.suit]
    return (
        f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})">'
        f'<rect width="{_CARD_W}" height="{_CARD_H}" rx="5"/>'
        f'<text x="4" y="18"{narrow}>{rank}</text>'
        f'<path transform="translate(4 24) scale(1.3)" d="{path}"/></g>'
    )


def _mark(x: float, y: float, mark: str) -> str:
    path = _CROSS if mark == "cross" else _TICK
    return f'<path class="mark {mark}" transform="translate({x:.1f} {y:.1f})" d="{path}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    if not text:
        return ""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def _described(decision: Decision, names: Sequence[str], words: Words) -> str:
    position = decision.position
    told = [f"Hand: {_spoken(position.hand)}"]
    if position.trick:
        cards = (f"{names[seat]} {_name(card)}" for seat, card in position.trick)
        told.append(f"trick: {', '.join(cards)}")
    if decision.phase in ("bid", "play"):
        told.append(f"bids: {words.bids(position.bids, names)}")
    return "; ".join(told) + "."


def _spoken(cards: CardSet) -> str:
    return ", ".join(map(_name, in_order(cards))) or "no card yet"


def _name(card: Card) -> str:
    return f"{RANKS[card.rank]} of {card.suit}"
