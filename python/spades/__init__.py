"""Rules, fast simulation and strong players for the card game Spades.

Everything a program needs is a name of this package; see the README for a tour.
"""

from spades._core import (
    NUM_ACTIONS,
    OBSERVATION_BYTES,
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
    Playouts,
    Round,
    RoundScore,
    Rules,
    Score,
    Solution,
    VectorEnv,
    __version__,
    estimate_tricks,
    playouts,
    score_round,
    solve,
    unpack_observations,
)
from spades.errors import (
    IllegalActionError,
    ParseError,
    RecordError,
    RulesError,
    SpadesError,
)

TYPE_CHECKING = False  # as in `typing`, whose import takes longer than all the rest
if TYPE_CHECKING:
    from spades import arena, bots, review
    from spades.bots import Limit
    from spades.play import play_game
    from spades.record import Record

# Imported when first asked for: most programs need few of them, and the start is to be quick.
_LATER = {
    "arena": "spades.arena",
    "bots": "spades.bots",
    "Limit": "spades.bots",
    "play_game": "spades.play",
    "Record": "spades.record",
    "review": "spades.review",
}

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION_BYTES",
    "OBSERVATION_SIZE",
    "PRESETS",
    "Action",
    "Bid",
    "Card",
    "CardSet",
    "FinishedRound",
    "Game",
    "IllegalActionError",
    "Limit",
    "Observation",
    "Outcome",
    "ParseError",
    "Playouts",
    "Record",
    "RecordError",
    "Round",
    "RoundScore",
    "Rules",
    "RulesError",
    "Score",
    "Solution",
    "SpadesError",
    "VectorEnv",
    "__version__",
    "arena",
    "bots",
    "estimate_tricks",
    "play_game",
    "playouts",
    "review",
    "score_round",
    "solve",
    "unpack_observations",
]


def __getattr__(name: str) -> object:
    """Imports the names of the Python part when they are first used (PEP 562)."""
    if name not in _LATER:
        raise AttributeError(f"module 'spades' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(_LATER[name])
    value = module if module.__name__ == f"spades.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
