"""Games as files that are checked when they are read: TOML for one, JSON lines for many."""

from spades.record.lines import append, iter_jsonl, save_jsonl
from spades.record.model import Record, RecordOutcome, RecordRound
from spades.record.writer import RecordWriter

__all__ = [
    "Record",
    "RecordOutcome",
    "RecordRound",
    "RecordWriter",
    "append",
    "iter_jsonl",
    "save_jsonl",
]
