"""What the functions of the arena have in common: their arguments, checked."""

from __future__ import annotations

from spades._core import Rules
from spades.arena.deals import Kind
from spades.bots import Limit
from spades.bots.bot import check_seed
from spades.bots.limit import whole
from spades.errors import RulesError, SpadesError

DEFAULT_ROUNDS = 1000
_MAX = 10**9


def checked_rules(rules: object) -> Rules:
    """The rules, or those of a preset's name.

    Raises:
        RulesError: When they are neither.
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return Rules.preset(rules)
    raise RulesError(f"rules: expected Rules or a preset's name, found {rules!r}")


def counts(rounds: object, games: object) -> dict[Kind, int]:
    """How many deals of each kind, those of which there are none left out.

    Raises:
        SpadesError: When there are none at all, or a number is none.
    """
    number = checked_count("games", games)
    first = checked_count("rounds", rounds) if rounds is not None else None
    if first is None:
        first = 0 if number else DEFAULT_ROUNDS
    wanted: dict[Kind, int] = {"round": first, "game": number}
    found: dict[Kind, int] = {kind: count for kind, count in wanted.items() if count}
    if not found:
        raise SpadesError("rounds: expected a number above zero, unless games are played")
    return found


def checked_count(field: str, value: object, least: int = 0) -> int:
    """A whole number, from `least` to a thousand million.

    Raises:
        SpadesError: Naming the field.
    """
    number = whole(value)
    if number is None or not least <= number <= _MAX:
        found = f"found {value!r}" if number is None or number < least else f"at most {_MAX}"
        raise SpadesError(f"{field}: expected a whole number from {least}, {found}")
    return number


def seed_of(seed: object) -> int:
    """The seed; there is no fresh one here, so that every result can be had again.

    Raises:
        SpadesError: When it is no whole number from 0 to 2**64 - 1.
    """
    if seed is None:
        raise SpadesError("seed: expected a whole number from 0 to 2**64 - 1, found None")
    return check_seed(seed)


def checked_confidence(value: object) -> float:
    """A chance strictly between 0 and 1.

    Raises:
        SpadesError: When it is none.
    """
    return checked_between("confidence", value, 0.0, 1.0)


def checked_between(field: str, value: object, low: float, high: float) -> float:
    """A number strictly between two others.

    Raises:
        SpadesError: Naming the field.
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and low < value < high:
        return float(value)
    raise SpadesError(
        f"{field}: expected a number above {low:g} and below {high:g}, found {value!r}"
    )


def checked_limit(limit: object) -> Limit | None:
    """The limit, or None.

    Raises:
        SpadesError: When it is neither.
    """
    if limit is None or isinstance(limit, Limit):
        return limit
    raise SpadesError(f"limit: expected a Limit or None, found {limit!r}")
