"""Measures bots against each other: mirrored deals, honest intervals."""

from spades.arena.account import Part, Wins
from spades.arena.ladder import LadderResult, LadderRow, ladder
from spades.arena.losses import Losses
from spades.arena.match import MatchResult, match
from spades.arena.plot import plot
from spades.arena.regret import RegretResult, regret
from spades.arena.sequential import Sequential
from spades.arena.sprt import SprtResult, sprt
from spades.arena.stats import Interval
from spades.arena.table_file import csv_text, save_csv
from spades.arena.tally import Tally

__all__ = [
    "Interval",
    "LadderResult",
    "LadderRow",
    "Losses",
    "MatchResult",
    "Part",
    "RegretResult",
    "Sequential",
    "SprtResult",
    "Tally",
    "Wins",
    "csv_text",
    "ladder",
    "match",
    "plot",
    "regret",
    "save_csv",
    "sprt",
]
