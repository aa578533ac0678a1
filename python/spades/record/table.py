"""Records as tables of plain values (texts, ints, lists), the same for TOML and JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from spades._core import Action
from spades.record.model import Record, RecordRound

Table = dict[str, Any]

FORMAT = "spades-record"
VERSION = 1

# TOML's ints have 64 bits with a sign: a larger seed is written as a text.
_MAX_INT = 2**63 - 1


def header_table(record: Record) -> Table:
    """What is known before the first card is dealt."""
    table: Table = {"format": FORMAT, "version": VERSION}
    if record.comment != "":
        table["comment"] = record.comment
    table["seed"] = record.seed if record.seed <= _MAX_INT else str(record.seed)
    table["opener"] = record.opener
    if record.players:
        table["players"] = list(record.players)
    rules = {key: value for key, value in record.rules.as_dict().items() if value is not None}
    return {**table, "check": header_check(table, rules), "rules": rules}


def header_check(table: Table, rules: Table) -> str:
    """A digest of what no replay can check; the comment alone may be changed at will."""
    named = {key: table.get(key) for key in ("format", "version", "opener", "players")}
    return _digest([{**named, "seed": str(table.get("seed"))}, rules])


def round_table(round: RecordRound, players: int, header: str) -> Table:
    """A round; `header` is the header's digest, so that no round moves to another game."""
    table: Table = {
        "number": round.number,
        "opener": round.opener,
        "deck": [" ".join(map(str, round.deck[i : i + 13])) for i in range(0, 52, 13)],
        "actions": list(_lines(round.actions, players)),
    }
    if round.redeals:
        table["redeals"] = [[str(hand) for hand in hands] for hands in round.redeals]
    if round.finished:
        table["bids"] = [str(bid) for bid in round.bids]
        for key in ("tricks", "points", "bags", "totals"):
            table[key] = list(getattr(round, key))
    actions = " ".join(map(str, round.actions))
    return {**table, "check": _digest([header, {**table, "actions": actions}])}


def result_table(record: Record) -> Table:
    """How the record ends; its last key tells a whole file from one that is cut off."""
    table: Table = {"rounds": len(record.rounds), "over": record.outcome is not None}
    if record.outcome is not None:
        table["reason"] = record.outcome.reason
        if record.outcome.winner is not None:
            table["winner"] = record.outcome.winner
    return {**table, "complete": True}


def _lines(actions: tuple[Action, ...], players: int) -> Iterator[str]:
    """Actions as texts: the blind decisions, 13 turns of a draft, the bids, each trick."""
    line: list[str] = []
    before = ""
    for action in actions:
        kind = _kind(int(action))
        if line and (kind != before or len(line) == (players if kind == "card" else 13)):
            yield " ".join(line)
            line = []
        line.append(str(action))
        # A misdeal ends the bidding: what follows is a new deal.
        before = "" if line[-1] == "misdeal" else kind
    if line:
        yield " ".join(line)


def _kind(action: int) -> str:
    if action < 52:
        return "card"
    return "draft" if 74 <= action <= 77 else "blind" if 78 <= action <= 79 else "bid"


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
