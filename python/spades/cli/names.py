"""What seats and sides are called, and sentences about them."""

from __future__ import annotations

from collections.abc import Sequence

from spades import Rules, SpadesError
from spades.cli.text import cells

YOU = "You"

# Seats go clockwise, so the next one sits on your left.
_AROUND = {
    2: (YOU, "Computer"),
    3: (YOU, "Left", "Right"),
    4: (YOU, "Left", "Across", "Right"),
}


# A name fits beside the table of a narrow screen.
LONGEST = 12


class Names:
    """Names by seat and by side; sides are named by their seats."""

    __slots__ = ("seats", "sides")

    def __init__(self, rules: Rules, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        self.sides = tuple(
            " + ".join(name for seat, name in enumerate(seats) if rules.side_of(seat) == side)
            for side in range(rules.sides)
        )

    @classmethod
    def for_player(cls, rules: Rules, own: str | None = None, others: Sequence[str] = ()) -> Names:
        """Seat 0 is you.

        Args:
            rules: The rules of the table.
            own: What you are called; None: "You".
            others: What the other seats are called, from your left on; the rest by their places.

        Raises:
            SpadesError: When there are more names than seats, or two are the same.
        """
        seats = list(_AROUND[rules.players])
        if rules.partnerships:
            seats[2] = "Partner"
        if len(others) >= rules.players:
            raise SpadesError(
                f"names: {len(others)}, but there are {rules.players - 1} other seats"
            )
        seats[0] = YOU if own is None or own.lower() == YOU.lower() else own
        seats[1 : 1 + len(others)] = others
        if YOU.lower() in (name.lower() for name in others):
            raise SpadesError("names: only your own seat is called You")
        if len({name.lower() for name in seats}) < len(seats):
            raise SpadesError(f"names: two seats are called alike: {', '.join(seats)}")
        return cls(rules, seats)

    @classmethod
    def for_bots(cls, rules: Rules, bots: Sequence[str]) -> Names:
        """Bots by seat, such as `search 0`; fewer than seats are repeated around the table."""
        return cls(rules, [f"{bots[s % len(bots)]} {s}" for s in range(rules.players)])

    @classmethod
    def for_seats(cls, rules: Rules) -> Names:
        """Seats of which only the number is known."""
        return cls(rules, [f"Seat {seat}" for seat in range(rules.players)])

    def does(self, seat: int, verb: str) -> str:
        """`You keep`, `Computer keeps`."""
        return _does(self.seats[seat], verb)

    def side_does(self, side: int, verb: str) -> str:
        """`You win`, `Computer wins`, `Left + Right win`."""
        return _does(self.sides[side], verb)

    def whose(self, seat: int) -> str:
        """`Your`, `Computer's`."""
        return "Your" if self.seats[seat] == YOU else f"{self.seats[seat]}'s"


def _does(who: str, verb: str) -> str:
    plural = who == YOU or " + " in who
    return f"{who} {verb if plural else verb + 's'}"


def checked(name: str) -> str:
    """A name that someone gave, if it can stand at the table.

    Raises:
        SpadesError: When it is empty, too long, or has signs that no name has.
    """
    text = " ".join(name.split())
    if not text or cells(text) > LONGEST or not text.isprintable() or set(text) & set("+,;:"):
        shown = repr(text if len(text) < 30 else text[:29] + "…")
        raise SpadesError(f"name {shown}: expected 1 to {LONGEST} letters, without + , ; or :")
    return text
