"""A record's tables against the game that its rules, seed and actions give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from spades._core import Action, Card, Game, Rules
from spades._rules_file import check_fields, shown
from spades.errors import RecordError, SpadesError
from spades.record.model import Record, RecordOutcome, RecordRound
from spades.record.table import (
    FORMAT,
    VERSION,
    Table,
    header_table,
    result_table,
    round_table,
)

_MISDEAL = Action("misdeal")
_NOTHING = object()


class Fault(RecordError):  # noqa: N818 - a place in a record, raised on as a RecordError
    """What is wrong with a record, and where.

    Attributes:
        round: Number of the round, None for the header and the result.
        key: The key, with the path of its table ("rules.target").
        item: Place in a list, from 0; for actions, of the action.
    """

    def __init__(
        self, message: str, round: int | None = None, key: str | None = None, item: int = 0
    ) -> None:
        super().__init__(message, round, key, item)
        self.message, self.round, self.key, self.item = message, round, key, item

    def __str__(self) -> str:
        where = [] if self.round is None else [f"round {self.round}"]
        return ": ".join([*where, *([self.key] if self.key else []), self.message])


class Checker:
    """Takes a record's tables one by one, and knows what each must say.

    Args:
        header: The header's table.

    Raises:
        Fault: When it is not one.
    """

    def __init__(self, header: object) -> None:
        table = _table(header, None)
        if table.get("format") != FORMAT:
            raise Fault(f"not a record: expected format = {FORMAT!r}", key="format")
        if not _same(table.get("version"), VERSION):
            found = shown(table.get("version"))
            raise Fault(f"this program reads version {VERSION}, found {found}", key="version")
        rules = _rules(table.get("rules", _NOTHING))
        seed, opener = _seed(table.get("seed", _NOTHING)), table.get("opener", _NOTHING)
        if type(opener) is not int or not 0 <= opener < rules.players:
            what = f"a seat from 0 to {rules.players - 1}"
            raise Fault(f"expected {what}, found {_shown(opener)}", key="opener")
        names, comment = table.get("players", []), table.get("comment", "")
        if not (
            isinstance(names, list)
            and all(isinstance(name, str) for name in names)
            and len(names) in (0, rules.players)
        ):
            what = f"{rules.players} names, one per seat"
            raise Fault(f"expected {what}, found {shown(names)}", key="players")
        if not isinstance(comment, str):
            raise Fault(f"expected a text, found {shown(comment)}", key="comment")
        for key, text in [("comment", comment), *(("players", name) for name in names)]:
            if any("\ud800" <= char <= "\udfff" for char in text):
                raise Fault("half of a character pair cannot be written", key=key)
        self._game = Game(rules, seed, opener)
        self._rounds: list[RecordRound] = []
        self._head = Record(rules, seed, opener, (), None, tuple(names), comment)
        wanted = header_table(self._head)
        _compare(wanted, table, None, skip=("comment", "seed", "players", "rules"))
        self._check: str = wanted["check"]

    @property
    def game(self) -> Game:
        """The game as far as it has been checked."""
        return self._game

    def table(self, round: RecordRound) -> Table:
        """The table of a round of this game."""
        return round_table(round, self._head.rules.players, self._check)

    def play(self, actions: Iterable[Action]) -> RecordRound:
        """Plays the next round, or its beginning, and notes it.

        Raises:
            Fault: When the game is over or an action is not legal.
        """
        self._may_go_on()
        self._rounds.append(_play(self._game, actions))
        return self._rounds[-1]

    def round(self, found: object) -> None:
        """Checks the table of the next round.

        Raises:
            Fault: When it does not say what happened.
        """
        number = len(self._rounds) + 1
        table = _table(found, number)
        self._may_go_on()
        start = self._game.copy()
        try:
            wanted = self.table(self.play(_actions(table, number)))
        except Fault:
            # With another deal no action fits: then the deal is what is wrong.
            wanted = self._dealt(start, number)
            _compare(wanted, _only(wanted, table), number, partial=True)
            raise
        _compare(wanted, table, number, skip=("actions",))

    def cut_round(self, found: object, last: str) -> None:
        """Checks as much as there is of the round that a file was cut off in.

        Args:
            found: Its keys as far as they are there.
            last: The key whose list is cut off, or "".

        Raises:
            Fault: When it is not the beginning of a round that happened.
        """
        number = len(self._rounds) + 1
        table = _table(found, number)
        self._may_go_on()
        wanted = self._dealt(self._game, number)
        if actions := _actions(table, number) if "actions" in table else []:
            try:
                played = self.table(_play(self._game.copy(), actions))
            except Fault:
                _compare(wanted, _only(wanted, table), number, partial=True)
                raise
            wanted = played if last != "actions" else wanted
        whole = {key: value for key, value in table.items() if key != last}
        _compare(wanted, whole, number, partial=True, skip=("actions",))

    def result(self, found: object, cut: bool = False) -> None:
        """Checks the table of the result, or as much as there is of it.

        Raises:
            Fault: When it does not say how the game stands.
        """
        _compare(result_table(self.record()), _table(found, None, "result"), None, "result.", cut)

    def record(self, truncated: bool = False) -> Record:
        """The record of all that has been checked."""
        head, end = self._head, self._game.outcome
        outcome = None if end is None else RecordOutcome(end.winner, end.reason)
        rounds = tuple(self._rounds)
        return Record(
            head.rules,
            head.seed,
            head.opener,
            rounds,
            outcome,
            head.players,
            head.comment,
            truncated,
        )

    def _may_go_on(self) -> None:
        rounds = len(self._rounds)
        if self._game.is_over:
            raise Fault(f"the game was over after round {rounds}", rounds + 1)
        if self._rounds and not self._rounds[-1].finished:
            actions = len(self._rounds[-1].actions)
            raise Fault(f"the round is not over after {actions} actions", rounds, "actions")

    def _dealt(self, start: Game, number: int) -> Table:
        table = self.table(RecordRound(number, start.round.opener, _deck(start), ()))
        return {key: table[key] for key in ("number", "opener", "deck")}


def replay(record: Record) -> Game:
    """The game of a record, every part of it checked.

    Raises:
        RecordError: Naming the round and what is wrong.
    """
    try:
        checker = Checker(header_table(record))
        for round in record.rounds:
            checker.round(checker.table(round))
        checker.result(result_table(record))
    except RecordError:
        raise
    except (AttributeError, TypeError, ValueError) as cause:
        # A record that was put together by hand, from other things than it is made of.
        raise RecordError(f"not a record: {cause}") from cause
    return checker.game


def _play(game: Game, actions: Iterable[Action]) -> RecordRound:
    number, opener = len(game.rounds) + 1, game.round.opener
    done: list[Action] = []
    redeals = []
    over = False
    for index, action in enumerate(actions):
        turn = game.turn
        if over:
            message = f"action {index + 1}, {action}: the round was over before it"
            raise Fault(message, number, "actions", index)
        try:
            done.append(game.apply(action))
        except SpadesError as cause:
            message = f"action {index + 1}, seat {turn}: {cause}"
            raise Fault(message, number, "actions", index) from cause
        if action == _MISDEAL:
            redeals.append(game.round.hands)
        over = action.card is not None and game.phase != "play"
    if not done:
        raise Fault("no actions: a round that has not begun is not recorded", number, "actions")
    if not over:
        return RecordRound(number, opener, _deck(game), tuple(done), tuple(redeals))
    end, scores = game.rounds[-1], game.rounds[-1].score
    return RecordRound(
        number=number,
        opener=opener,
        deck=end.deck,
        actions=tuple(done),
        redeals=tuple(redeals),
        bids=end.bids,
        tricks=end.tricks,
        points=tuple(score.points for score in scores),
        bags=tuple(score.bags for score in scores),
        totals=tuple(score.points for score in game.scores),
    )


def _deck(game: Game) -> tuple[Card, ...]:
    """The pack of the round in progress, which the game tells of rounds that are over only."""
    number, game = len(game.rounds), game.copy()
    over = False
    while not over:
        # The first legal action is never a misdeal.
        action = game.apply(game.legal_actions()[0])
        over = action.card is not None and game.phase != "play"
    return game.rounds[number].deck


def _compare(
    wanted: Table,
    found: Table,
    round: int | None,
    prefix: str = "",
    partial: bool = False,
    skip: Sequence[str] = (),
) -> None:
    """Names the first key that does not say what it must.

    With `partial` the last keys may be missing.
    """
    for key in found:
        if key not in wanted and key not in skip:
            raise Fault("unknown key", round, prefix + key)
    for index, (key, value) in enumerate(wanted.items()):
        if partial and found.keys().isdisjoint([*wanted][index:]):
            break
        if key in skip:
            continue
        other = found.get(key, _NOTHING)
        if _same(value, other):
            continue
        if key == "check":
            what = "seed, opener, players or rules" if round is None else "round"
            raise Fault(
                f"the {what} changed after the record was written: the check should be {value}, "
                f"found {_shown(other)}",
                round,
                prefix + key,
            )
        item, text = 0, shown(value)
        if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
            item = next(i for i in range(len(value)) if not _same(value[i], other[i]))
            if key == "deck":
                text, other = f"line {item + 1} to be {value[item]}", other[item]
        raise Fault(f"expected {text}, found {_shown(other)}", round, prefix + key, item)


def _only(wanted: Table, found: Table) -> Table:
    return {key: found[key] for key in wanted if key in found}


def _same(a: object, b: object) -> bool:
    """Equal and of the same types: 1, 1.0 and true are three things in a file."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and a == b


def _shown(value: object) -> str:
    return "nothing" if value is _NOTHING else shown(value)


def _table(value: object, round: int | None, key: str | None = None) -> Table:
    if not isinstance(value, dict):
        raise Fault(f"expected a table, found {shown(value)}", round, key)
    return value


def _actions(table: Table, number: int) -> list[Action]:
    lines: Any = table.get("actions", _NOTHING)
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise Fault(f"expected a list of texts, found {_shown(lines)}", number, "actions")
    actions: list[Action] = []
    for word in " ".join(lines).split():
        try:
            actions.append(Action(word))
        except SpadesError as cause:
            place = len(actions)
            raise Fault(f"action {place + 1}: {cause}", number, "actions", place) from cause
    return actions


def _rules(value: object) -> Rules:
    if not isinstance(value, dict):
        raise Fault(f"expected a table, found {_shown(value)}", key="rules")
    try:
        rules = Rules(**check_fields(value, "rules."))
    except SpadesError as cause:
        key, _, reason = str(cause).partition(": ")
        key = key if key.startswith("rules.") else f"rules.{key}"
        raise Fault(reason, key=key) from cause
    for field in rules.as_dict():
        if field not in value and field != "lose_score":
            raise Fault("missing: a record names every field", key=f"rules.{field}")
    return rules


def _seed(value: object) -> int:
    number: object = value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20:
        number = int(value)
    if type(number) is not int or not 0 <= number < 2**64:
        what = "a whole number from 0 to 2**64 - 1"
        raise Fault(f"expected {what}, found {_shown(value)}", key="seed")
    return number
