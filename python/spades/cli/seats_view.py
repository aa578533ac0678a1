"""The seats around the table, you at the bottom, and the trick in the middle."""

from __future__ import annotations

from spades import Card, Observation
from spades.cli.names import Names
from spades.cli.screen import Screen
from spades.cli.standing import needs, winning
from spades.cli.text import Text

_SIDE = 16  # columns left and right of the table, for a seat
_WIDEST = 80
_NARROWEST = 48  # on narrower screens the seats are lines
# Where the next seats sit, clockwise from you.
_PLACES = {2: ("top",), 3: ("left", "right"), 4: ("left", "top", "right")}


def draw_seats(screen: Screen, names: Names, seen: Observation) -> None:
    """Print the seats with bids and tricks, and the cards on the table in front of them."""
    if screen.width < _NARROWEST:
        for step in range(seen.rules.players):
            seat = (seen.seat + step) % seen.rules.players
            parts = [_name(names, seen, seat), Text(", ".join(["", *_facts(seen, seat)]))]
            screen.line(*parts, "  ", _card(screen, seen, seat))
        return
    width = min(screen.width, _WIDEST)
    room = width - 2 * _SIDE - 2
    at = {"bottom": seen.seat}
    for step, place in enumerate(_PLACES[seen.rules.players], 1):
        at[place] = (seen.seat + step) % seen.rules.players
    cards = {place: _card(screen, seen, seat) for place, seat in at.items()}
    middle = [Text(), Text(), Text()]
    if "top" in at:
        middle[0] = cards["top"].centered(room)
        if "left" not in at:  # two players: a line less
            del middle[1]
    if "left" in at:
        half = room // 2
        middle[1] = cards["left"].centered(half).append(cards["right"].centered(room - half))
    middle[-1] = cards["bottom"].centered(room)
    lines = []
    if "top" in at:
        lines.append(_in_a_line(names, seen, at["top"]).centered(width))
    edge = "-" if screen.ascii else "─"
    corners, bar = ("++++", "|") if screen.ascii else ("╭╮╰╯", "│")
    blank = Text(" " * _SIDE)
    lines.append(Text().append(blank).append(f"{corners[0]}{edge * room}{corners[1]}", "dim"))
    left = _beside(names, seen, at.get("left"), len(middle))
    right = _beside(names, seen, at.get("right"), len(middle))
    for index, line in enumerate(middle):
        row = left[index].centered(_SIDE).append(bar, "dim").append(line.padded(room))
        lines.append(row.append(bar, "dim").append(right[index].centered(_SIDE)))
    lines.append(Text().append(blank).append(f"{corners[2]}{edge * room}{corners[3]}", "dim"))
    lines.append(_in_a_line(names, seen, seen.seat).centered(width))
    screen.lines(lines)


def _card(screen: Screen, seen: Observation, seat: int) -> Text:
    """The card that a seat has on the table; a dot for one that is still to come."""
    cards: dict[int, Card] = dict(seen.trick)
    if seat in cards:
        best = winning(seen.trick) == seat and len(cards) > 1
        return screen.face.text(cards[seat]).styled("bold" if best else "")
    if seen.phase != "play":
        return Text()
    return Text("." if screen.ascii else "·", "dim")


def _name(names: Names, seen: Observation, seat: int) -> Text:
    if seen.turn == seat:
        return Text(f"> {names.seats[seat]}", "bold")
    return Text(names.seats[seat])


def _facts(seen: Observation, seat: int) -> list[str]:
    """Bid, tricks won, and what is still needed."""
    bid = seen.bids[seat]
    if bid is None:
        return ["no bid yet"]
    told = str(bid).replace("-", " ") if bid.is_nil else f"bid {bid}"
    if seen.phase == "bid":
        return [told]
    standing = needs(seen.rules, seen.bids, seen.tricks, seat)
    # Of partners the contract is told with their score.
    alone = not seen.rules.partnerships or bid.is_nil
    return [f"{told}, won {seen.tricks[seat]}", *([standing] if standing and alone else [])]


def _in_a_line(names: Names, seen: Observation, seat: int) -> Text:
    return _name(names, seen, seat).append(": " + ", ".join(_facts(seen, seat)))


def _beside(names: Names, seen: Observation, seat: int | None, lines: int) -> list[Text]:
    """A seat in so many lines."""
    if seat is None:
        return [Text()] * lines
    told = [_name(names, seen, seat), *map(Text, _facts(seen, seat))]
    return (told + [Text()] * lines)[:lines]
