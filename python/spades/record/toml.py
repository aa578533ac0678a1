"""One record as a TOML file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from spades._text_file import path_text, read_text, write_text
from spades.errors import RecordError
from spades.record.check import Checker, Fault, replay
from spades.record.lines import parse_lines
from spades.record.model import Record
from spades.record.table import Table, header_table, result_table

# Lists that are written one item a line.
_LONG = ("deck", "actions", "redeals")

# The line that begins a round or the result; both are written at the start of a line.
_HEADING = re.compile(r"^\[(?:\[ *rounds *\]|( *result *))\][ \t]*$", re.MULTILINE)
_END = re.compile(r"^complete *= *true\s*\Z", re.MULTILINE)


def header_text(table: Table) -> str:
    """A header as TOML."""
    top = {key: value for key, value in table.items() if key != "rules"}
    return _pairs(top) + "\n[rules]\n" + _pairs(table["rules"])


def round_text(table: Table) -> str:
    """A round as TOML."""
    return "\n[[rounds]]\n" + _pairs(table)


def result_text(table: Table) -> str:
    """The result as TOML."""
    return "\n[result]\n" + _pairs(table)


def save(record: Record, path: object) -> None:
    """Writes a record to a TOML file, whole or not at all.

    Raises:
        RecordError: When the record does not replay, or the file cannot be written.
    """
    replay(record)
    header = header_table(record)
    checker = Checker(header)
    rounds = [round_text(checker.table(round)) for round in record.rounds]
    result = result_text(result_table(record))
    write_text(path, [header_text(header), *rounds, result], RecordError)


def load(path: object) -> Record:
    """Reads a file with one game, TOML or JSON lines, and checks all of it.

    Raises:
        RecordError: Naming the file, line and round, and what is wrong.
    """
    name = path_text(path, RecordError)
    text = read_text(path, RecordError)
    if not text.strip():
        raise RecordError(f"{name}: the file is empty")
    # No TOML begins with a brace.
    if text.lstrip().startswith("{"):
        # The first two are enough to know.
        records = [record for record, _ in zip(_games(text, name), range(2), strict=False)]
        if len(records) != 1:
            raise RecordError(f"{name}: more than one game: read it with iter_jsonl")
        return records[0]
    try:
        return _parse(text, name)
    except Fault as fault:
        line = _line(text, fault)
        where = name if line is None else f"{name}, line {line}"
        raise RecordError(f"{where}: {fault}") from fault


def _games(text: str, name: str) -> Iterator[Record]:
    return parse_lines(iter(text.encode().splitlines(keepends=True)), name)


def _parse(text: str, name: str) -> Record:
    try:
        data = _toml(text)
    except ValueError as cause:
        if _END.search(text):
            raise RecordError(f"{name}: not TOML: {cause}") from cause
        return _cut(text, f"{name}: not TOML: {cause}")
    rounds, result = data.pop("rounds", []), data.pop("result", None)
    if data.get("format") is not None and (
        result is None or (isinstance(result, dict) and "complete" not in result)
    ):
        return _cut(text, f"{name}: cut off before its first round")
    checker = Checker(data)
    if not isinstance(rounds, list):
        raise Fault("rounds: expected a list of tables")
    for round in rounds:
        checker.round(round)
    checker.result(result)
    return checker.record()


def _cut(text: str, message: str) -> Record:
    """The whole rounds of a text that does not end as a record does."""
    *_, last = [None, *_HEADING.finditer(text)]
    if last is None:
        # The heading of the first round may be cut off too.
        body, tail = re.sub(r"\n\[[^\n]*\Z", "\n", text), ""
    else:
        body, tail = text[: last.start()], text[last.end() :]
    # What is cut off in the middle says nothing: 50 may have been 500.
    if not tail.endswith("\n"):
        tail = tail[: tail.rfind("\n") + 1]
    try:
        data = _toml(body)
        rounds = data.pop("rounds", [])
        checker = Checker(data)
    except Fault:
        if last is not None:
            raise
        raise RecordError(message) from None
    except ValueError as cause:
        raise RecordError(message) from cause
    if not isinstance(rounds, list) or "result" in data:
        raise RecordError(message)
    for round in rounds:
        checker.round(round)
    if last is None:
        return checker.record(truncated=True)
    end, cut_key = _tail(tail, message)
    if last[1]:
        checker.result(end, cut=True)
    elif "check" in end:
        checker.round(end)
    else:
        checker.cut_round(end, cut_key)
    return checker.record(truncated=True)


def _tail(tail: str, message: str) -> tuple[Table, str]:
    """The keys of a table that is cut off, and the last of them if its list is cut off."""
    try:
        return _toml(tail), ""
    except ValueError:
        try:
            table = _toml(tail + "]")
        except ValueError as cause:
            raise RecordError(message) from cause
        return table, list(table)[-1]


def _toml(text: str) -> Table:
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError as cause:
        raise ValueError("nested too deeply") from cause


def _pairs(table: Table) -> str:
    return "".join(f"{key} = {_value(value, key in _LONG)}\n" for key, value in table.items())


def _value(value: object, long: bool = False) -> str:
    if isinstance(value, list):
        items = [_value(item) for item in value]
        if long:
            return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
        return f"[{', '.join(items)}]"
    # JSON writes texts, ints and bools as TOML does, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _line(text: str, fault: Fault) -> int | None:
    """The line, from 1, of the key that a fault names; of its table when the key is not there."""
    *tables, key = (fault.key or "").split(".")
    wanted = "rounds" if fault.round is not None else ".".join(tables)
    table, rounds, found = "", 0, None if wanted else 1
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if heading := re.match(r"\s*\[+\s*([\w.]+)\s*\]+\s*(#.*)?$", line):
            table = heading[1]
            rounds += table == "rounds"
        here = table == wanted and (fault.round is None or rounds == fault.round)
        if here and heading:
            found = number
        elif here and re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line):
            return number + _item(lines[number - 1 :], fault)
    return found


def _item(lines: list[str], fault: Fault) -> int:
    """How many lines below its key the item is that a fault names."""
    left = fault.item
    if fault.key not in _LONG or left == 0:
        left = 0 if fault.key in _LONG else -1
    for below, line in enumerate(lines if left >= 0 else []):
        for item in re.findall(r'"([^"]*)"', line):
            # An action is a word of its line, a card list or a hand a whole text.
            left -= len(item.split()) if fault.key == "actions" else 1
            if left < 0:
                return below
    return 0
