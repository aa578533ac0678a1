"""Whose decisions are reviewed, and what the seats are called."""

from __future__ import annotations

from spades.bots.limit import whole
from spades.errors import SpadesError
from spades.record import Record

YOU = "you"
# What the table writes into the comment of a game in which a person sits in seat 0, who may have
# another name than "you".
PLAYED = "opponent: "


def seats_of(record: Record, seat: object = None) -> tuple[int, ...]:
    """The seats to review: the one given; or that of the person who played; or all.

    Raises:
        SpadesError: When there is no such seat.
    """
    players = record.rules.players
    if seat is None:
        own = tuple(at for at, name in enumerate(record.players) if name.casefold() == YOU)
        if not own and record.players and record.comment.startswith(PLAYED):
            own = (0,)
        return own or tuple(range(players))
    number = whole(seat)
    if number is None or not 0 <= number < players:
        found = repr(seat) if number is None or abs(number) < 10**9 else "one beyond them"
        raise SpadesError(f"seat: expected one from 0 to {players - 1}, found {found}")
    return (number,)


def names_of(record: Record) -> tuple[str, ...]:
    """Names by seat: those of the record, those that occur twice with their seat."""
    names = record.players or ("seat",) * record.rules.players
    shown = ["You" if name.casefold() == YOU else plain(name) or "seat" for name in names]
    return tuple(
        name if shown.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(shown)
    )


def sides_of(record: Record, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names by side."""
    rules = record.rules
    return tuple(
        " + ".join(name for seat, name in enumerate(names) if rules.side_of(seat) == side)
        for side in range(rules.sides)
    )


def plain(name: str, most: int = 16) -> str:
    r"""A name without control characters, short enough for a table.

    Examples:
        >>> plain("\x1b[31mAnn\n"), plain("a very long name")
        ('[31mAnn', 'a very long name')
    """
    name = "".join(char for char in name if char.isprintable()).strip()
    return name if len(name) <= most else name[: most - 1] + "…"
