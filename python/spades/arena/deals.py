"""Where a unit begins: the same pack, opener and standing for every arrangement of the bots.

The dealer's seeds are drawn from the match's seed by a hash of their own, so that they have
nothing in common with any bot's seed, and unit 17 is the same in every match of one seed.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Literal, TypeAlias

from spades._core import Action, Game, Rules

Kind: TypeAlias = Literal["round", "game"]

# A standing is made of at most this many rounds, and no side is left in an endless game.
_MAX_STANDING_ROUNDS = 40
# How the rounds that make a standing end: mostly made with a bag or two, sometimes set.
_OVER_THE_BID = (-1, 0, 0, 0, 1, 1, 1, 2, 2, 3)


def stream_seed(seed: int, stream: str, index: int) -> int:
    """The seed at an index of a named stream, 0 to 2**64 - 1.

    Examples:
        >>> stream_seed(1, "round", 0) == stream_seed(1, "game", 0)
        False
    """
    text = f"spades.arena\0{stream}\0{seed}\0{index}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def start(rules: Rules, seed: int, kind: str, index: int, *, standings: bool = False) -> Game:
    """The game in which the unit is played: at its first round, or at a random standing.

    Args:
        rules: The rules.
        seed: The match's seed.
        kind: Name of the stream: "round", "game", ...
        index: Number of the unit. The opener goes round with it.
        standings: Play some rounds first (not by the bots), so that the scores are anything.

    Examples:
        >>> rules = Rules.preset("partners")
        >>> [start(rules, 1, "round", index).opener for index in range(5)]
        [0, 1, 2, 3, 0]
    """
    game = Game(rules, stream_seed(seed, kind, index), index % rules.players)
    if not standings:
        return game
    rng = random.Random(stream_seed(seed, f"{kind} standing", index))
    starts = [game]
    while not game.is_over and len(starts) < _MAX_STANDING_ROUNDS:
        game = _with_a_round(game, rng)
        if not game.is_over:
            starts.append(game)
    return rng.choice(starts)


def _with_a_round(game: Game, rng: random.Random) -> Game:
    """The game after one more round, with bids that suit the tricks taken."""
    game = game.copy()
    play = rng.getrandbits(64)
    # The same cards are played whatever is bid, so a first pass tells the tricks.
    trial = _played(game.copy(), [None] * game.rules.players, random.Random(play))
    bids = [max(1, tricks - rng.choice(_OVER_THE_BID)) for tricks in trial.rounds[-1].tricks]
    return _played(game, bids, random.Random(play))


def _played(game: Game, bids: Sequence[int | None], rng: random.Random) -> Game:
    done = len(game.rounds) + 1
    while len(game.rounds) < done:
        turn = game.turn
        assert turn is not None  # the round is not over
        legal = game.legal_actions()
        if game.phase == "bid":
            game.apply(_bid(legal, bids[turn]))
        elif game.phase == "blind":
            game.apply("look")
        else:
            game.apply(rng.choice(legal))
    return game


def _bid(legal: Sequence[Action], wanted: int | None) -> Action:
    """The bid nearest to the one wanted, and no nil unless there is no other."""
    bids = [action for action in legal if action.bid is not None]
    return min(
        bids, key=lambda action: (_number(action) == 0, abs(_number(action) - (wanted or 1)))
    )


def _number(action: Action) -> int:
    assert action.bid is not None  # a bid
    return int(action.bid)
