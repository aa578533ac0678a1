"""What `odds` prints."""

from __future__ import annotations

from spades import Observation
from spades.cli.cards import SUITS, in_order
from spades.cli.names import Names
from spades.cli.odds import Odds
from spades.cli.screen import Screen
from spades.cli.text import Text, cells


def draw_odds(screen: Screen, names: Names, seen: Observation, odds: Odds) -> None:
    """Print what each choice is worth, the best first, and who may hold which card."""
    _draw_actions(screen, seen, odds)
    others = [seat for seat in range(seen.rules.players) if seat != seen.seat]
    if not any(any(chances) for chances in odds.held.values()):
        if not any(seen.cards_left[seat] for seat in others):
            screen.line(("Nobody else holds a card yet.", "dim"))
        else:
            screen.line(("You know where every card is.", "dim"))
        return
    screen.line("Who holds the cards that you have not seen, in %:")
    width = max(cells(names.seats[seat]) for seat in others)
    for suit in SUITS:
        cards = in_order(card for card in odds.held if card.suit == suit)
        if not cards:
            continue
        heading = Text(screen.face.signs[suit]).padded(width + 1)
        for card in cards:
            heading.append(f"{screen.face.rank(card):>4}")
        lines = [heading.styled("bold")]
        for seat in others:
            line = Text(names.seats[seat]).padded(width + 1)
            for card in cards:
                line.append(f"{odds.held[card][seat] * 100:4.0f}")
            lines.append(line)
        screen.lines(lines)


def _draw_actions(screen: Screen, seen: Observation, odds: Odds) -> None:
    drafting = seen.phase == "draft"
    looked = [entry for entry in odds.report.actions if entry.value is not None]
    if not looked:
        screen.line("There is nothing to weigh here.")
        return
    win = any(entry.win is not None for entry in looked)
    made = any(entry.made is not None for entry in looked)
    beaten = any(entry.beaten is not None for entry in looked)
    columns = ["", "Tricks" if drafting else "Points", "+/-"]
    columns += ["Wins game"] * win + ["Makes bid"] * made + ["Breaks theirs"] * beaten
    rows: list[list[str | Text]] = []
    for entry in looked:
        best = entry.action == odds.choice.action
        name = screen.face.action(entry.action)
        value = 0.0 if entry.value is None else entry.value
        row: list[str | Text] = [
            Text(f"{'>' if best else ' '} {name}", "bold" if best else ""),
            f"{value:+.2f}" if drafting else f"{value:+.1f}",
            "" if not entry.error else f"{entry.error:.1f}",
        ]
        row += ["" if entry.win is None else f"{entry.win:.0%}"] * win
        row += ["" if entry.made is None else f"{entry.made:.0%}"] * made
        row += ["" if entry.beaten is None else f"{entry.beaten:.0%}"] * beaten
        rows.append(row)
    screen.table(columns, rows)
    about = (
        "Tricks: what the choice adds to your hand."
        if drafting
        else "Points: how far ahead of the best other side the round ends, on average."
    )
    rest = len(odds.report.actions) - len(looked)
    more = f" {rest} more were not worth a look." if rest else ""
    screen.line((about + more, "dim"))
