"""What seats and sides are called, and sentences about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spades import Rules

YOU = "You"

# Seats go clockwise, so the next one sits on your left.
_AROUND = {
    2: (YOU, "Computer"),
    3: (YOU, "Left", "Right"),
    4: (YOU, "Left", "Across", "Right"),
}


@dataclass(frozen=True)
class Names:
    """Names by seat and by side."""

    seats: tuple[str, ...]
    sides: tuple[str, ...]

    @classmethod
    def for_player(cls, rules: Rules) -> Names:
        """Seat 0 is you."""
        seats = list(_AROUND[rules.players])
        if rules.partnerships:
            seats[2] = "Partner"
        return cls.of(rules, seats)

    @classmethod
    def for_bots(cls, rules: Rules, bots: Sequence[str]) -> Names:
        """Bots by seat, such as `search 0`; fewer than seats are repeated around the table."""
        return cls.of(rules, [f"{bots[s % len(bots)]} {s}" for s in range(rules.players)])

    @classmethod
    def for_seats(cls, rules: Rules) -> Names:
        """Seats of which only the number is known."""
        return cls.of(rules, [f"Seat {seat}" for seat in range(rules.players)])

    @classmethod
    def of(cls, rules: Rules, seats: Sequence[str]) -> Names:
        """Sides are named by their seats."""
        sides = tuple(
            " + ".join(name for seat, name in enumerate(seats) if rules.side_of(seat) == side)
            for side in range(rules.sides)
        )
        return cls(tuple(seats), sides)

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
