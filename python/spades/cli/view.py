"""The table as the player sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades import Observation, Rules
from spades.cli.names import Names
from spades.cli.screen import Screen
from spades.cli.standing import needs

if TYPE_CHECKING:
    from rich.text import Text


def draw_table(screen: Screen, names: Names, seen: Observation, round_number: int) -> None:
    """Print everything that lies on the table: the seats with bids, tricks, cards and scores.

    As long as nothing of that is there, while hands are made, the scores are one line.
    """
    screen.heading(_title(seen, round_number))
    if seen.phase in ("blind", "draft"):
        screen.line((_scores(names, seen), "dim"))
        return
    playing = seen.phase != "bid"
    columns = {"": 0, "Bid": 3}
    if playing:
        columns |= {"Won": 3, "Needs": 10, "Card": 7}
    columns |= {"Score": 5, "Bags": 4}
    rows = [_seat_row(screen, names, seen, seat, playing) for seat in _seats_by_side(seen.rules)]
    screen.table(columns, rows, left=("Card",), widths=columns)
    if playing:
        broken = "Spades are broken." if seen.broken else "Spades are not broken yet."
        screen.line((broken, "dim"))


def draw_thrown(screen: Screen, names: Names, seen: Observation) -> None:
    """Print the cards known to have been thrown away, if there are any."""
    for seat, cards in enumerate(seen.discards):
        if cards:
            threw = f"{names.seats[seat]} threw away  "
            screen.line((threw, "dim"), screen.face.one_line(cards))


def draw_hand(screen: Screen, seen: Observation, marked: bool = True) -> None:
    """Print the hand, a line a suit; with `marked`, cards that may not be played in brackets."""
    if not seen.hand:
        hidden = seen.cards_left[seen.seat] and seen.phase != "draft"
        screen.line("Your cards are still face down." if hidden else "You hold no card yet.")
        return
    playable = None
    note = ""
    if marked and seen.phase == "play" and seen.turn == seen.seat:
        playable = [a.card for a in seen.legal_actions() if a.card is not None]
        if len(playable) < len(seen.hand):
            note = "  (in brackets: may not be played now)"
    screen.line("Your hand", (note, "dim"))
    screen.lines(screen.face.hand_lines(seen.hand, playable))


def _title(seen: Observation, round_number: int) -> str:
    title = f"Round {round_number}"
    if seen.phase == "play":
        size = seen.rules.hand_size
        return f"{title}, trick {min(sum(seen.tricks) + 1, size)} of {size}"
    if seen.phase == "draft":
        own = sum(seat == seen.seat for seat, action in seen.history if _drafts(str(action)))
        return f"{title}, making hands: your card {min(own + 1, 13)} of 13"
    return f"{title}, " + {"blind": "before the cards are seen", "bid": "bids"}.get(
        seen.phase, "over"
    )


def _drafts(action: str) -> bool:
    return action in ("keep", "refuse", "up", "down")


def _seats_by_side(rules: Rules) -> list[int]:
    return sorted(range(rules.players), key=lambda seat: (rules.side_of(seat), seat))


def _scores(names: Names, seen: Observation) -> str:
    sides = zip(names.sides, seen.scores, strict=True)
    told = [f"{name} {score.points} ({_bags(score.bags)})" for name, score in sides]
    return f"Score: {', '.join(told)}"


def _bags(count: int) -> str:
    return "1 bag" if count == 1 else f"{count} bags"


def _seat_row(
    screen: Screen, names: Names, seen: Observation, seat: int, playing: bool
) -> list[str | Text]:
    rules, turn = seen.rules, seen.turn == seat
    side = rules.side_of(seat)
    first = seat == side  # a side's numbers stand beside its first seat
    bid, score = seen.bids[seat], seen.scores[side]
    row: list[str | Text] = [
        screen.text((f"{'>' if turn else ' '} {names.seats[seat]}", "bold" if turn else "")),
        "-" if bid is None else str(bid),
    ]
    if playing:
        cards = dict(seen.trick)
        led = " led" if seen.trick and seen.trick[0][0] == seat else ""
        played = screen.text(screen.face.text(cards[seat]), (led, "dim")) if seat in cards else ""
        row += [str(seen.tricks[seat]), needs(rules, seen.bids, seen.tricks, seat), played]
    return [*row, str(score.points) if first else "", str(score.bags) if first else ""]
