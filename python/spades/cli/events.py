"""The JSON lines of `--json`: one object a line, each with an `event`.

Cards, bids and actions are texts as in the library (`AS`, `nil`, `keep`), seats are numbers,
scores a list by side. What a viewer may not know is in no line; the seed, with which all cards
could be dealt again, comes with the last one.
"""

from __future__ import annotations

import json

from spades import Action, FinishedRound, Game, Observation, Outcome, Score
from spades.cli.cards import choices, in_order
from spades.cli.entry import COMMANDS
from spades.cli.names import Names
from spades.cli.rules_words import in_words
from spades.cli.settings import Settings
from spades.cli.sheet import totals_after
from spades.cli.steps import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from spades.bots import Choice, Report
    from spades.cli.odds import Odds


def emit(event: str, **fields: object) -> None:
    """Print one line, at once."""
    print(json.dumps({"event": event, **fields}, allow_nan=False), flush=True)


def _report(report: Report) -> dict[str, object]:
    """A report without its time: the same game is the same events."""
    return {name: value for name, value in report.to_dict().items() if name != "seconds"}


class EventReporter:
    """Prints events for the seat `viewer`; None: someone who sees all cards.

    `quiet`: only the events start, round and game.
    """

    def __init__(
        self,
        names: Names,
        viewer: int | None,
        *,
        quiet: bool = False,
        settings: Settings | None = None,
    ) -> None:
        self._names = names
        self._viewer = viewer
        self._quiet = quiet
        self._settings = settings or Settings()

    def start(self, game: Game) -> None:
        """`start`: the rules and who sits where."""
        emit(
            "start",
            rules=game.rules.as_dict(),
            seat=self._viewer,
            names=list(self._names.seats),
            sides=[game.rules.side_of(seat) for seat in range(game.rules.players)],
        )

    def deal(self, game: Game) -> None:
        """`deal`: a round begins."""
        if self._quiet:
            return
        emit(
            "deal",
            round=len(game.rounds) + 1,
            opener=game.round.opener,
            scores=scores(game.scores),
        )

    def step(self, game: Game, step: Step) -> None:
        """`action`: what was done and what it showed; `hands` before the play to who sees all."""
        if self._quiet:
            return
        emit("action", **step_fields(step))
        if self._viewer is None and step.phase != "play" and game.phase == "play":
            emit("hands", hands=[str(hand) for hand in game.round.hands])

    def scored(self, game: Game, index: int) -> None:
        """`round`: how it was scored."""
        emit("round", **round_fields(game, index))

    def ended(self, game: Game, outcome: Outcome) -> None:
        """`game`: who won and why."""
        emit("game", **outcome_fields(outcome), rounds=len(game.rounds), seed=game.seed)

    def turn(self, game: Game) -> str:
        """`turn`: what the seat knows and may do; `legal` is numbered from 1 for `#N` entries."""
        seen = game.observation(self._viewer or 0)
        legal = [str(action) for action in self._choices(seen)]
        emit("turn", seat=seen.seat, phase=seen.phase, legal=legal, observation=observed(seen))
        return ""

    def redraw(self, game: Game, what: str) -> None:
        """`table`, `hand`, `score`, `rules` or `help`, as the player asked."""
        seen = game.observation(self._viewer or 0)
        if what in ("table", "hand"):
            emit(what, observation=observed(seen))
        elif what == "score":
            rounds = [round_fields(game, index) for index in range(len(game.rounds))]
            emit(what, scores=scores(game.scores), rounds=rounds)
        elif what == "rules":
            emit(what, rules=game.rules.as_dict(), text=list(in_words(game.rules)))
        else:
            emit(what, commands=COMMANDS)

    def hint(self, game: Game, choice: Choice) -> None:
        """`hint`: the bot's choice with its report."""
        emit("hint", action=str(choice.action), report=_report(choice.report))

    def odds(self, game: Game, odds: Odds) -> None:
        """`odds`: the bot's report, and the chance that a seat holds a card, in order of seats."""
        held = {str(card): list(chances) for card, chances in odds.held.items()}
        emit("odds", report=_report(odds.report), held=held)

    def note(self, event: str, text: str, **fields: object) -> None:
        """`resume`, `save`, `setting`: something about the table."""
        emit(event, **fields)

    def kept(self, file: str) -> None:
        """`record`: the file of the game that is over."""
        emit("record", file=file)

    def thinking(self, seat: int | None) -> None:
        """Nothing: a program that reads the events need not be told."""

    def thought(self) -> None:
        """Nothing."""

    def why(self, game: Game, action: Action, reason: str | None) -> None:
        """`why`: whether an action may be done."""
        emit("why", action=str(action), legal=reason is None, reason=reason)

    def undone(self, game: Game, count: int) -> None:
        """`undo`: the number of actions taken back."""
        emit("undo", actions=count)

    def _choices(self, seen: Observation) -> tuple[Action, ...]:
        return choices(seen.legal_actions(), self._settings.sort == "rank")


def scores(values: tuple[Score, ...]) -> list[dict[str, int]]:
    """Points and bags by side."""
    return [{"points": score.points, "bags": score.bags} for score in values]


def step_fields(step: Step) -> dict[str, Any]:
    """An action as plain values; what is absent is left out."""
    fields: dict[str, Any] = {
        "seat": step.seat,
        "phase": step.phase,
        "action": str(step.action),
        "auto": step.auto,
    }
    if step.taken is not None:
        fields["taken"] = str(step.taken)
    if step.thrown is not None:
        fields["thrown"] = str(step.thrown)
    if step.winner is not None:
        fields["trick"] = [[seat, str(card)] for seat, card in step.trick]
        fields["winner"] = step.winner
    return fields


def round_fields(game: Game, index: int) -> dict[str, Any]:
    """A finished round as plain values."""
    finished = game.rounds[index]
    totals = totals_after(game.rules, game.rounds, index)
    return {"round": index + 1, **finished_fields(finished), "scores": _sides(finished, totals)}


def finished_fields(finished: FinishedRound) -> dict[str, Any]:
    """Opener, bids and tricks."""
    return {
        "opener": finished.opener,
        "bids": [str(bid) for bid in finished.bids],
        "tricks": list(finished.tricks),
    }


def outcome_fields(outcome: Outcome) -> dict[str, Any]:
    """The winning side (None: a draw), the reason and the scores."""
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "scores": scores(outcome.scores),
    }


def observed(seen: Observation) -> dict[str, Any]:
    """All that the seat knows, as plain values."""
    shown = seen.shown_card
    return {
        "seat": seen.seat,
        "turn": seen.turn,
        "phase": seen.phase,
        "opener": seen.opener,
        "leader": seen.leader,
        "hand": [str(card) for card in in_order(seen.hand)],
        "discards": [[str(card) for card in in_order(cards)] for cards in seen.discards],
        "known_hands": [[str(card) for card in in_order(cards)] for cards in seen.known_hands],
        "shown_card": None if shown is None else str(shown),
        "cards_left": list(seen.cards_left),
        "bids": [None if bid is None else str(bid) for bid in seen.bids],
        "tricks": list(seen.tricks),
        "trick": [[seat, str(card)] for seat, card in seen.trick],
        "played": [str(card) for card in in_order(seen.played)],
        "broken": seen.broken,
        "drafted": seen.drafted,
        "scores": scores(seen.scores),
        "rounds": seen.rounds,
    }


def _sides(finished: FinishedRound, totals: tuple[int, ...]) -> list[dict[str, Any]]:
    return [
        {
            "lines": [list(line) for line in score.lines],
            "points": score.points,
            "bags": score.bags,
            "total": totals[side],
        }
        for side, score in enumerate(finished.score)
    ]
