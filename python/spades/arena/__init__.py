"""Measures bots against each other: mirrored deals, honest intervals."""

from spades.arena.account import Part, Wins
from spades.arena.ladder import LadderResult, LadderRow, ladder
from spades.arena.match import MatchResult, match
from spades.arena.stats import Interval
from spades.arena.tally import Tally

__all__ = ["Interval", "MatchResult", "Part", "Tally", "Wins", "match"]
