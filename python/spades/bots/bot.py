"""What every bot is, and what every bot checks and derives."""

from __future__ import annotations

import hashlib
from typing import Protocol, runtime_checkable

from spades._core import Observation
from spades.bots.limit import Limit, whole
from spades.bots.report import Choice
from spades.errors import SpadesError

_SEEDS = 1 << 64


@runtime_checkable
class Bot(Protocol):
    """Anything that can sit at a table: it gets an `Observation` and gives a `Choice`."""

    @property
    def name(self) -> str:
        """What the bot is called in tables and records."""
        ...

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        """Chooses a legal action.

        Args:
            obs: What the seat to act knows.
            limit: How long to think; None: the bot's own default.

        Raises:
            SpadesError: When it is not the observing seat's turn.
        """
        ...


def check(obs: object, limit: object) -> Observation:
    """The observation, if it is one of the seat to act, and the limit is one.

    Raises:
        SpadesError: Otherwise, with the reason.
    """
    if not isinstance(obs, Observation):
        raise SpadesError(
            f"a bot chooses from an Observation, not from {type(obs).__name__}: "
            "use game.observation(game.turn)"
        )
    if limit is not None and not isinstance(limit, Limit):
        raise SpadesError(f"limit: expected a Limit or None, found {limit!r}")
    if obs.turn is None:
        raise SpadesError("the round is over: there is nothing to choose")
    if obs.turn != obs.seat:
        raise SpadesError(f"it is seat {obs.turn}'s turn, not seat {obs.seat}'s")
    return obs


def check_seed(seed: object) -> int:
    """The seed, or a fresh one for None.

    Raises:
        SpadesError: When it is no whole number from 0 to 2**64 - 1.
    """
    if seed is None:
        import secrets

        return secrets.randbits(64)
    number = whole(seed)
    if number is not None and 0 <= number < _SEEDS:
        return number
    found = repr(seed) if number is None else "a number beyond them"
    raise SpadesError(f"seed: expected a whole number from 0 to 2**64 - 1, found {found}")


def decision_seed(name: str, seed: int, obs: Observation) -> int:
    """A seed from 0 to 2**64 - 1 that depends on the bot, its seed and what it knows alone.

    So a bot keeps no state: it chooses the same whenever it is asked the same.
    """
    text = f"{name}\0{seed}\0{obs.key()}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
