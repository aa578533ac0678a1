"""Rules, fast simulation and strong players for the card game Spades.

Everything a program needs is a name of this package; see the README for a tour.
"""

from spades._core import (
    NUM_ACTIONS,
    OBSERVATION_SIZE,
    PRESETS,
    Action,
    Bid,
    Card,
    CardSet,
    FinishedRound,
    Game,
    Observation,
    Outcome,
    Round,
    RoundScore,
    Rules,
    Score,
    __version__,
    score_round,
)
from spades.errors import (
    IllegalActionError,
    ParseError,
    RecordError,
    RulesError,
    SpadesError,
)

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION_SIZE",
    "PRESETS",
    "Action",
    "Bid",
    "Card",
    "CardSet",
    "FinishedRound",
    "Game",
    "IllegalActionError",
    "Observation",
    "Outcome",
    "ParseError",
    "RecordError",
    "Round",
    "RoundScore",
    "Rules",
    "RulesError",
    "Score",
    "SpadesError",
    "__version__",
    "score_round",
]
