"""OpenSpiel's spades where its rules agree with ours (its faults: `test_openspiel_faults.py`)."""

from __future__ import annotations

import random
from typing import Any, Protocol

import pytest

import spades

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra: peers)")
SPIEL = pyspiel.load_game("spades")
FIRST_BID = 52  # of OpenSpiel; a card's id is the same in both


class State(Protocol):
    """A state of OpenSpiel, as far as it is used here."""

    def apply_action(self, action: int) -> None: ...
    def legal_actions(self) -> list[int]: ...
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> list[float]: ...


def dealt(seed: int) -> tuple[State, list[int]]:
    """Deal in OpenSpiel; give its state and the pack."""
    rng = random.Random(seed)
    pack = rng.sample(range(52), 52)
    state = SPIEL.new_initial_state()
    for card in pack:
        state.apply_action(card)
    return state, pack


def bid(state: State, round: spades.Round, bids: list[int]) -> None:
    """Make the same bids in both."""
    for n in bids:
        state.apply_action(FIRST_BID + n)
        round.apply(spades.Bid(n))


def some_bids(rng: random.Random) -> list[int]:
    """Give bids above nil; OpenSpiel does not let partners bid more than 13 together."""
    first, second = rng.randint(1, 7), rng.randint(1, 7)
    return [first, second, rng.randint(1, 13 - first), rng.randint(1, 13 - second)]


def ids(state: State | spades.Round) -> list[int]:
    """Give the ids of the legal actions."""
    return [int(action) for action in state.legal_actions()]


@pytest.mark.parametrize("block", range(3))
def test_legality_winners_and_scores_agree(block: int) -> None:
    for seed in range(block * 100, (block + 1) * 100):
        rng = random.Random(seed)
        state, pack = dealt(seed)
        round = spades.Round.deal("partners", deck=pack, opener=0)
        bids = some_bids(rng)
        bid(state, round, bids)
        while not round.is_over:
            assert state.current_player() == round.turn  # so the winners agree
            ours, theirs = ids(round), ids(state)
            if round.trick or not round.broken:
                assert ours == theirs
            else:  # a lead after spades broke: a fault of OpenSpiel
                assert set(theirs) <= set(ours)
            card = rng.choice(theirs)
            state.apply_action(card)
            round.apply(card)
        assert state.is_terminal()
        scores = round.score([0, 0])
        expected = [float(scores[seat % 2].points) for seat in range(4)]
        assert list(state.returns()) == expected, (bids, round.tricks)


def test_nil_scores_agree_when_kept() -> None:
    found = 0
    for seed in range(400):
        rng = random.Random(seed)
        state, pack = dealt(seed)
        round = spades.Round.deal("partners", deck=pack, opener=0)
        bid(state, round, [0, 3, 4, 3])
        while not round.is_over:
            # Seat 0 plays its lowest cards, so that some nils are kept.
            card = (
                min(ids(state), key=lambda c: c % 13) if round.turn == 0 else rng.choice(ids(state))
            )
            state.apply_action(card)
            round.apply(card)
        if round.tricks[0] == 0:
            found += 1
            assert state.returns()[0] == round.score()[0].points
            assert dict(round.score()[0].lines)["nil"] == 100
    assert found >= 5
