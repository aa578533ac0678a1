"""Random `partners` rounds driven move by move from Python, in this engine and in OpenSpiel."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from typing import Any, Protocol

import spades

PARTNERS = spades.Rules.preset("partners")
CARDS_PLAYED = 52


class State(Protocol):
    """A state of OpenSpiel, as far as it is used here."""

    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def clone(self) -> State: ...
    def returns(self) -> list[float]: ...
    def history(self) -> list[int]: ...
    def observation_tensor(self, player: int) -> Sequence[float]: ...
    def write_observation_tensor(self, out: object) -> None: ...


def openspiel_game() -> Any:  # noqa: ANN401
    """Give OpenSpiel's game, or None where it is not installed."""
    try:
        return importlib.import_module("pyspiel").load_game("spades")
    except ImportError:
        return None


def ours(seeds: range) -> int:
    """Play whole random rounds; give the tricks of seat 0 together."""
    draw = random.random
    tricks = 0
    for seed in seeds:
        round = spades.Round.deal(PARTNERS, seed)
        while not round.is_over:
            legal = round.legal_actions()
            round.apply(legal[int(draw() * len(legal))])
        round.score()
        tricks += round.tricks[0]
    return tricks


def theirs(seeds: range, game: Any) -> int:  # noqa: ANN401
    """Play whole random rounds in OpenSpiel, its deal included; give how many."""
    draw = random.random
    done = 0
    for _ in seeds:
        state: State = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        state.returns()
        done += 1
    return done


def ours_at_play(seed: int = 1) -> spades.Round:
    """Give a round of which the bids are made."""
    round = spades.Round.deal(PARTNERS, seed)
    for _ in range(4):
        round.apply("3")
    return round


def theirs_at_play(game: Any, seed: int = 1) -> State:  # noqa: ANN401
    """Give a state of OpenSpiel of which the bids are made."""
    rng = random.Random(seed)
    state: State = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for _ in range(4):
        state.apply_action(CARDS_PLAYED + 3)
    return state


def ours_play_only(start: spades.Round, n: int) -> int:
    """Play the 52 cards of copies of one deal; give the tricks together."""
    draw = random.random
    tricks = 0
    for _ in range(n):
        round = start.copy()
        for _ in range(CARDS_PLAYED):
            legal = round.legal_actions()
            round.apply(legal[int(draw() * len(legal))])
        tricks += sum(round.tricks)
    return tricks


def theirs_play_only(start: State, n: int) -> int:
    """The same in OpenSpiel; give the number of rounds that are over."""
    draw = random.random
    over = 0
    for _ in range(n):
        state = start.clone()
        for _ in range(CARDS_PLAYED):
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        over += state.is_terminal()
    return over
