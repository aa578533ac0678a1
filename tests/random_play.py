"""Random actions and random positions, for tests that walk through games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import spades

NIL, MISDEAL = 56, 80


def random_action(rng: random.Random, legal: Sequence[int]) -> int:
    """Draw a legal action id: nil, the moon, misdeal and the highest bids more often than evenly.

    Evenly drawn bids would hardly ever give two nils, a moon or a misdeal.
    """
    if NIL in legal:
        draw = rng.random()
        if draw < 0.25:
            return NIL
        if draw < 0.35 and NIL + 13 in legal:
            return NIL + 13
        if draw < 0.6 and MISDEAL in legal:
            return MISDEAL
    return rng.choice(legal)


def act(state: spades.Round | spades.Game, rng: random.Random) -> int:
    """Do a random action and return its id."""
    action = random_action(rng, [int(a) for a in state.legal_actions()])
    state.apply(action)
    return action


def play_out(state: spades.Round | spades.Game, rng: random.Random) -> None:
    """Do random actions to the end."""
    while not state.is_over:
        act(state, rng)


def positions(
    rules: spades.Rules | str, rng: random.Random, every: float = 1.0
) -> Iterator[spades.Round]:
    """Walk through one random round and give copies of it, each with chance `every`."""
    players = spades.Rules.preset(rules).players if isinstance(rules, str) else rules.players
    round = spades.Round.deal(rules, seed=rng.getrandbits(64), opener=rng.randrange(players))
    while True:
        if rng.random() < every:
            yield round.copy()
        if round.is_over:
            return
        act(round, rng)


def snapshot(state: spades.Round | spades.Game) -> tuple[object, ...]:
    """Give all that can be read of a state, to see whether a refused call changed anything."""
    round = state.round if isinstance(state, spades.Game) else state
    seen: tuple[object, ...] = (
        *(round.phase, round.turn, round.hands, round.discards, round.bids, round.tricks),
        *(round.trick, round.leader, round.broken, round.opener, round.drafted, round.shown_card),
        *(round.history, round.legal_actions(), round.legal_mask().tobytes(), round.is_over),
        *(round.observation(seat).key() for seat in range(round.rules.players)),
    )
    if isinstance(state, spades.Game):
        seen += (state.seed, state.opener, state.scores, state.outcome, state.actions)
        seen += (state.turn, state.phase, state.legal_actions(), state.is_over, len(state.rounds))
        seen += (tuple(state.observation(seat).key() for seat in range(round.rules.players)),)
    return seen
