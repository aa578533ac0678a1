"""Many records as JSON lines.

A game is either one line (`append`, `save_jsonl`) or, when it is written while it is played, a
line for its header, one for each round and one for its result (`RecordWriter`). Both may stand in
one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from spades._text_file import MAX_BYTES, os_reason, path_text, sync, write_text
from spades.errors import RecordError
from spades.record.check import Checker, Fault, replay
from spades.record.model import Record
from spades.record.table import Table, header_table, result_table

if TYPE_CHECKING:
    from os import PathLike

_ROUNDS = '"rounds": ['
_END = '"complete": true}}'


def json_line(table: Table) -> str:
    """A table as one line."""
    return json.dumps(table, ensure_ascii=False, allow_nan=False) + "\n"


def save_jsonl(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Writes games to a file, one a line, whole or not at all.

    Args:
        records: The games; only one is held at a time.
        path: The file.

    Raises:
        RecordError: When a record does not replay, or the file cannot be written.

    Examples:
        >>> import os, spades, tempfile
        >>> rules = spades.Rules(target=0, rounds=1)
        >>> bots = [spades.bots.RandomBot(seed=seat) for seat in range(2)]
        >>> games = [spades.play_game(bots, rules, seed=seed) for seed in range(3)]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "games.jsonl")
        ...     save_jsonl(games, file)
        ...     list(iter_jsonl(file)) == games
        True
    """
    write_text(path, map(game_line, records), RecordError)


def append(record: Record, path: str | PathLike[str]) -> None:
    """Adds a game at the end of a file of JSON lines, which it makes if need be.

    Raises:
        RecordError: When the record does not replay, the file cannot be written, or it ends in
            the middle of a line.
    """
    line = game_line(record).encode()
    name = path_text(path, RecordError)
    try:
        with open_to_append(name) as file:
            file.write(line)
            sync(file)
    except OSError as cause:
        raise RecordError(f"{name}: cannot be written: {os_reason(cause)}") from cause


def iter_jsonl(path: str | PathLike[str]) -> Iterator[Record]:
    """Reads and checks the games of a file of JSON lines, one at a time.

    A game whose writer died, or that the end of the file cuts off, has its whole rounds and
    `truncated` True.

    Yields:
        The games in order.

    Raises:
        RecordError: Naming the file, the line and the round, and what is wrong.
    """
    name = path_text(path, RecordError)
    try:
        with open(name, "rb") as file:
            yield from parse_lines(iter(lambda: file.readline(MAX_BYTES), b""), name)
    except (OSError, ValueError) as cause:
        if isinstance(cause, RecordError):
            raise
        raise RecordError(f"{name}: cannot be read: {os_reason(cause)}") from cause


def parse_lines(lines: Iterator[bytes], name: str) -> Iterator[Record]:
    """The games of lines that end with a line break each, but perhaps the last.

    Raises:
        RecordError: Naming the line and what is wrong.
    """
    game: Checker | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        where = f"{name}, line {number}"
        if len(line) >= MAX_BYTES:
            raise RecordError(f"{where}: longer than {MAX_BYTES} bytes")
        try:
            text = _decode(line, where)
            if not text.strip():
                continue
            try:
                data = _json(text)
            except ValueError as cause:
                if line.endswith(b"\n") or text.rstrip().endswith(_END):
                    raise RecordError(f"{where}: not JSON: {cause}") from cause
                if _ROUNDS in text:
                    if game is not None:
                        yield game.record(truncated=True)
                    game = _cut_game(text)
                elif game is None:
                    message = f"{where}: cut off before its first round: {cause}"
                    raise RecordError(message) from cause
                continue
            if not isinstance(data, dict):
                raise Fault("expected a header, a round or a result")
            if "format" not in data:
                if game is None or data.keys() not in ({"round"}, {"result"}):
                    raise Fault("expected a header before any round or result")
                if "round" in data:
                    game.round(data["round"])
                else:
                    game.result(data["result"])
                    yield game.record()
                    game = None
                continue
            if game is not None:
                yield game.record(truncated=True)
            game = Checker({key: data[key] for key in data if key not in ("rounds", "result")})
            if "rounds" in data or "result" in data:
                _rest(game, data)
                yield game.record()
                game = None
        except Fault as fault:
            raise RecordError(f"{where}: {fault}") from fault
    if game is not None:
        yield game.record(truncated=True)


def game_line(record: Record) -> str:
    """A whole game as one line.

    Raises:
        RecordError: When the record does not replay.
    """
    if not isinstance(record, Record):
        raise RecordError(f"expected a Record, found {record!r}")
    replay(record)
    header = header_table(record)
    checker = Checker(header)
    rounds = [checker.table(round) for round in record.rounds]
    return json_line({**header, "rounds": rounds, "result": result_table(record)})


def open_to_append(name: str) -> BinaryIO:
    """Opens a file of JSON lines at its end.

    Raises:
        RecordError: When its last line is cut off: what is added would be part of it.
        OSError: When it cannot be opened.
    """
    try:
        file = open(name, "ab+")  # noqa: SIM115 - it is handed on
    except ValueError as cause:
        raise RecordError(f"{name!r} is no path: {cause}") from cause
    if file.seekable() and file.seek(0, os.SEEK_END):
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            file.close()
            raise RecordError(
                f"{name}: its last line is cut off: end or remove that line, or use another file"
            )
    return file


def _rest(game: Checker, data: Table) -> None:
    rounds = data.get("rounds")
    if not isinstance(rounds, list):
        raise Fault("expected a list of rounds", key="rounds")
    for round in rounds:
        game.round(round)
    game.result(data.get("result"))


def _cut_game(text: str) -> Checker:
    """The whole rounds of a game on one line that is cut off."""
    start = text.index(_ROUNDS)
    head = text[:start].rstrip().removesuffix(",") + "}"
    try:
        game = Checker(_json(head))
    except ValueError as cause:
        if isinstance(cause, Fault):
            raise
        raise Fault(f"not JSON: {cause}") from cause
    at = start + len(_ROUNDS)
    while text.startswith("{", at):
        try:
            round, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        game.round(round)
        at += len(", ") if text.startswith(", ", at) else 0
    return game


def _decode(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as cause:
        # The end of the file may cut a character in two.
        if not line.endswith(b"\n") and cause.end == len(line) and "end of data" in cause.reason:
            return line[: cause.start].decode("utf-8")
        raise RecordError(f"{where}: not UTF-8 text: {cause.reason}") from cause


def _json(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except RecursionError as cause:
        raise ValueError("nested too deeply") from cause


def _no_twice(pairs: list[tuple[str, Any]]) -> Table:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key is there twice")
    return table


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no number of a record")


_DECODER = json.JSONDecoder(object_pairs_hook=_no_twice, parse_constant=_no_constant)
