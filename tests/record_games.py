"""Games whose records are tested."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import spades
from spades import Action, Game, Rules
from spades.record import Record


def play(game: Game, actions: int | None = None, seed: int = 1) -> Game:
    """Plays at random: so many actions, or to the end of the game."""
    chance = random.Random(seed)
    while not game.is_over and actions != 0:
        legal = game.legal_actions()
        # Misdeals are rare: take every one.
        game.apply(legal[-1] if legal[-1] == Action("misdeal") else chance.choice(legal))
        actions = None if actions is None else actions - 1
    return game


def short(preset: str, rounds: int = 2) -> Rules:
    return Rules.preset(preset).replace(target=0, rounds=rounds)


def with_misdeal() -> Game:
    """A game that begins with a misdeal."""
    for seed in range(1000):
        game = Game(short("three-handed"), seed, 0)
        if Action("misdeal") in game.legal_actions():
            return game
    raise AssertionError("no misdeal in 1000 deals")


def preset_game(name: str) -> Game:
    return play(Game(short(name), 5))


GAMES: dict[str, Callable[[], Game]] = {
    **{name: partial(preset_game, name) for name in spades.PRESETS},
    "begun": lambda: Game("two-handed", 2**64 - 1, 1),
    "drafting": lambda: play(Game("two-handed-open", 4), 9),
    "bidding": lambda: play(Game("partners", 4), 2),
    "second round": lambda: play(Game("partners", 4), 56 + 30),
    "between rounds": lambda: play(Game("partners", 4), 56),
    "misdeal": lambda: play(with_misdeal()),
    "after a misdeal": lambda: play(with_misdeal(), 2),
    "odd name": lambda: play(Game(Rules(name='q"\\\x7f\n\u2028🂡'), 3), 5),
}


EDITED = {name: Record.from_game(GAMES[name]()) for name in GAMES}


def cut_record(record: Record, rounds: int) -> Record:
    """What can be read of a record whose file ends after so many rounds."""
    outcome = record.outcome if rounds == len(record.rounds) else None
    return replace(record, rounds=record.rounds[:rounds], outcome=outcome, truncated=True)


CUT = Record.from_game(play(Game(short("two-handed", 3), 7, 0)), ["you", "séarch"])
CUT_MISDEAL = Record.from_game(play(with_misdeal()), comment="[[rounds]]")
