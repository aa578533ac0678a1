"""What a bot chose, and what it thought of each action."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spades.errors import SpadesError

if TYPE_CHECKING:
    from spades._core import Action, Card
    from spades._types import ActionLike


@dataclass(frozen=True, slots=True)
class ActionReport:
    """What a bot thinks of one legal action.

    Attributes:
        action: The action.
        value: Mean over the worlds of what the action is worth to the bot's side; None when the
            bot does not count.
        error: Standard error of that mean.
        worlds: Worlds that the mean is taken over.
        win: Chance to win the game, 0 to 1; None when unknown.
        made: Chance to make the bid (of a card: the own bid, or the partners' contract), 0 to 1;
            None when unknown.
        tricks: Of a card: tricks of the own side in the whole round, in the mean; else None.
        beaten: Of a card: chance that an opponent's nil or contract fails, 0 to 1; else None.

    An action that the bot did not look into has no value, and no worlds.
    """

    action: Action
    value: float | None = None
    error: float | None = None
    worlds: int = 0
    win: float | None = None
    made: float | None = None
    tricks: float | None = None
    beaten: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, the action as text; a number that is not finite is None."""
        return {
            "action": str(self.action),
            "value": _finite(self.value),
            "error": _finite(self.error),
            "worlds": self.worlds,
            "win": _finite(self.win),
            "made": _finite(self.made),
            "tricks": _finite(self.tricks),
            "beaten": _finite(self.beaten),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What a bot thought of a decision: one entry per legal action, the best first.

    `print(report)` is a plain table of at most 80 columns, with a line about the work below it
    where it was timed.

    Attributes:
        actions: One `ActionReport` per legal action, by falling value (or chance to win, when the
            bot goes by that), equal ones in id order.
        worlds: Hidden deals that were looked at.
        nodes: Positions that were looked at: a measure of work that depends on the threads, and is
            left out when reports are compared.
        exact: Whether the values are exact for the worlds looked at (solved to the end).
        held: Cards that an opponent may hold, each with the chance that it is held by one and not
            out of play (1 for a card taken face up); empty when the bot has no such view.
        seconds: Time that the thought took; left out when reports are compared.

    Examples:
        >>> import spades
        >>> game = spades.Game("two-handed", seed=7, opener=0)
        >>> report = spades.bots.RandomBot(seed=1).choose(game.observation(0)).report
        >>> print(report)
        action   value   error  worlds     win    made
        keep         -       -       0       -       -
        refuse       -       -       0       -       -
    """

    actions: tuple[ActionReport, ...]
    worlds: int = 0
    nodes: int = field(default=0, compare=False)
    exact: bool = False
    held: tuple[tuple[Card, float], ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @classmethod
    def of(
        cls,
        actions: Iterable[ActionReport],
        worlds: int = 0,
        nodes: int = 0,
        exact: bool = False,
        held: Iterable[tuple[Card, float]] = (),
        by_win: bool = False,
        seconds: float = 0.0,
    ) -> Report:
        """A report with its actions put in order: by falling value, then by id.

        With `by_win` the chance to win goes before the value.
        """

        def order(entry: ActionReport) -> tuple[float, float, int]:
            win, value = _finite(entry.win) if by_win else 0.0, _finite(entry.value)
            return (
                math.inf if win is None else -win,
                math.inf if value is None else -value,
                int(entry.action),
            )

        ordered = tuple(sorted(actions, key=order))
        return cls(ordered, worlds, nodes, exact, tuple(held), seconds)

    def __getitem__(self, action: ActionLike) -> ActionReport:
        """The entry of an action, given as an `Action`, a `Card`, a text or an id.

        Raises:
            SpadesError: When the report has no such action.
        """
        from spades._core import Action

        wanted = Action(action)
        for entry in self.actions:
            if entry.action == wanted:
                return entry
        raise SpadesError(f"{wanted} is not in the report: it was not legal")

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, cards and actions as text."""
        return {
            "actions": [entry.to_dict() for entry in self.actions],
            "worlds": self.worlds,
            "nodes": self.nodes,
            "exact": self.exact,
            "held": {str(card): _finite(chance) for card, chance in self.held},
            "seconds": _finite(self.seconds),
        }

    def to_json(self) -> str:
        """The same as one line of JSON."""
        import json

        return json.dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        rows = [("action", "value", "error", "worlds", "win", "made")]
        for entry in self.actions:
            rows.append(
                (
                    str(entry.action),
                    _shown(entry.value, "{:.2f}".format),
                    _shown(entry.error, "{:.2f}".format),
                    str(entry.worlds),
                    _shown(entry.win, "{:.1%}".format),
                    _shown(entry.made, "{:.1%}".format),
                )
            )
        first = max(len(row[0]) for row in rows)
        widths = [max(6, *(len(row[i]) for row in rows)) for i in range(1, 6)]
        lines = ["  ".join([row[0].ljust(first), *map(str.rjust, row[1:], widths)]) for row in rows]
        if self.seconds:
            lines.append(f"{self.worlds} worlds, {self.nodes} positions, {self.seconds:.3f} s")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot does, and why.

    Attributes:
        action: The action, legal where the bot was asked.
        report: What it thought of each legal action.
    """

    action: Action
    report: Report


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _shown(value: float | None, write: Callable[[float], str]) -> str:
    return "-" if _finite(value) is None or value is None else write(value)
