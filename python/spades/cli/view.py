"""The table as the player sees it."""

from __future__ import annotations

from spades import Observation
from spades.cli.names import Names
from spades.cli.screen import Screen
from spades.cli.seats_view import draw_seats
from spades.cli.standing import contract
from spades.cli.text import Text, cells


def draw_table(screen: Screen, names: Names, seen: Observation, round_number: int) -> None:
    """Print everything that lies on the table: the seats with bids, tricks and cards, the scores.

    As long as nothing of that is there, while hands are made, the scores are one line.
    """
    broken = "spades are broken" if seen.broken else "spades not broken"
    screen.heading(_title(seen, round_number), broken if seen.phase == "play" else "")
    if seen.phase not in ("blind", "draft"):
        draw_seats(screen, names, seen)
    _draw_scores(screen, names, seen)


def draw_thrown(screen: Screen, names: Names, seen: Observation) -> None:
    """Print the cards known to have been thrown away, if there are any."""
    for seat, cards in enumerate(seen.discards):
        if cards:
            threw = f"{names.seats[seat]} threw away  "
            screen.line((threw, "dim"), screen.face.one_line(cards))


def draw_hand(screen: Screen, seen: Observation, by_rank: bool = False) -> None:
    """Print the hand, a line a suit or by rank; cards that may not be played in brackets."""
    if not seen.hand:
        hidden = seen.cards_left[seen.seat] and seen.phase != "draft"
        screen.line("Your cards are still face down." if hidden else "You hold no card yet.")
        return
    playable = None
    note = ""
    if seen.phase == "play" and seen.turn == seen.seat:
        playable = [a.card for a in seen.legal_actions() if a.card is not None]
        if len(playable) < len(seen.hand):
            note = "  (in brackets: may not be played now)"
    screen.line("Your hand", (note, "dim"))
    if by_rank:
        screen.line(screen.face.rank_line(seen.hand, playable))
    else:
        screen.lines(screen.face.suit_lines(seen.hand, playable))


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


def _draw_scores(screen: Screen, names: Names, seen: Observation) -> None:
    """Points and bags of each side; of partners with how they stand to their contract."""
    sides = zip(names.sides, seen.scores, strict=True)
    if not seen.rules.partnerships:
        told = [f"{name} {score.points} ({_bags(score.bags)})" for name, score in sides]
        screen.line((f"Score: {', '.join(told)}", "dim"))
        return
    width = max(map(cells, names.sides))
    for side, (name, score) in enumerate(sides):
        parts = [f"score {score.points}", _bags(score.bags)]
        stands = contract(seen.rules, seen.bids, seen.tricks, side)
        line = Text(name).padded(width).append("  ").append(", ".join(parts), "dim")
        screen.line(line, f"; {stands}" if stands else "")


def _bags(count: int) -> str:
    return "1 bag" if count == 1 else f"{count} bags"
