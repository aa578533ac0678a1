"""Pickles that were damaged: they are refused, or make a state that can be played on."""

from __future__ import annotations

import pickle
import random

import pytest

import spades
from random_play import play_out
from spades import Observation, Round, SpadesError


def states(preset: str, rng: random.Random) -> list[Round | Observation]:
    """Give a round and an observation somewhere in a random round."""
    round = Round.deal(preset, rng.getrandbits(64))
    for _ in range(rng.randrange(60)):
        if not round.is_over:
            round.apply(rng.choice(round.legal_actions()))
    return [round, round.observation(rng.randrange(round.rules.players))]


def use(state: Round | Observation) -> None:
    """Do everything with a state that was let in: no panic, no end without a legal action.

    What was damaged (who said what, say) may be a state of no real game.
    """
    repr(state)
    pickle.dumps(state)
    if isinstance(state, Round):
        for seat in range(state.rules.players):
            use(state.observation(seat))
        play_out(state, random.Random(1))
        assert len(state.score()) == state.rules.sides
    else:
        assert state.key()
        assert state.to_numpy().shape == (spades.OBSERVATION_SIZE,)
        assert state.worlds() >= 1
        assert state.legal_actions() or state.turn != state.seat
        assert len(state.cards_left) == state.rules.players
        for world in state.sample(1, 2):
            play_out(world, random.Random(1))


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_random_damage(preset: str) -> None:
    rng = random.Random(1)
    let_in = 0
    for _ in range(120):
        for state in states(preset, rng):
            restore, (rules, data) = state.__reduce__()
            assert restore(rules, data) == state
            assert pickle.loads(pickle.dumps(state)) == state
            for _ in range(10):
                damaged = bytearray(data)
                for _ in range(rng.choice([1, 1, 2])):
                    at = rng.randrange(len(damaged))
                    damaged[at] = rng.choice([0, 1, 2, 3, 4, 254, 255, rng.randrange(256)])
                try:
                    other = restore(rules, bytes(damaged))
                except SpadesError:
                    continue
                let_in += 1
                use(other)
    assert let_in > 0


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_cut_lengthened_and_foreign_bytes(preset: str) -> None:
    rng = random.Random(1)
    for state in states(preset, rng):
        restore, (rules, data) = state.__reduce__()
        for end in range(len(data)):
            with pytest.raises(SpadesError):
                restore(rules, data[:end])
        for more in (data + b"\0", b"\0" + data, data + data, b"", b"\xff" * len(data)):
            with pytest.raises(SpadesError):
                restore(rules, more)
        for other in spades.PRESETS:
            try:
                foreign = restore(spades.Rules.preset(other), data)
            except SpadesError:
                continue
            use(foreign)


def test_a_history_that_is_full() -> None:
    restore, (rules, data) = Round.deal("two-handed", 1).__reduce__()
    full = data[:-5] + bytes(4) + bytes([60]) + bytes([0, 74]) * 60
    try:
        round = restore(rules, full)
    except SpadesError:
        return
    play_out(round, random.Random(1))


def test_games() -> None:
    game = spades.Game("two-handed", seed=1)
    for _ in range(100):
        game.apply(game.legal_actions()[0])
    restore, args = game.__reduce__()
    assert restore(*args) == game
    rules, seed, opener, ids = args
    for bad in (ids[:-1] + b"\xff", ids + b"\x37", bytes(5), b"\xff" * 9, ids + bytes(10_000)):
        with pytest.raises(SpadesError):
            restore(rules, seed, opener, bad)
    for wrong in ((rules, seed, 7, ids), (rules, seed, 200, ids)):
        with pytest.raises(SpadesError):
            restore(*wrong)
