"""The known faults of OpenSpiel's spades: each a test that ours is right.

Where OpenSpiel is installed, what it does is shown too (`pytest -rP`), but nothing fails when it is
mended there.
"""

from __future__ import annotations

import importlib
import random
from typing import Any, Protocol

import pytest

import spades
from random_play import act

BIDS = [3, 3, 3, 3]
LOWEST_SPADE = 39


try:
    SPIEL: Any = importlib.import_module("pyspiel").load_game("spades")
except ImportError:
    SPIEL = None


class State(Protocol):
    """A state of OpenSpiel, as far as it is used here."""

    def apply_action(self, action: int) -> None: ...
    def legal_actions(self) -> list[int]: ...
    def is_terminal(self) -> bool: ...
    def set_current_scores(self, scores: list[int]) -> None: ...
    def get_current_scores(self) -> list[int]: ...
    def is_game_over(self) -> bool: ...


def spiel_at_play(seed: int, bids: list[int], pack: list[int] | None = None) -> State | None:
    """Give a state of OpenSpiel with the bids made, or None."""
    if SPIEL is None:
        return None
    state: State = SPIEL.new_initial_state()
    for card in pack or random.Random(seed).sample(range(52), 52):
        state.apply_action(card)
    for n in bids:
        state.apply_action(52 + n)
    return state


def spiel_score(seed: int, bids: list[int], before: list[int]) -> object:
    """Give the scores and "over" of OpenSpiel after a random round, or None."""
    state = spiel_at_play(seed, bids)
    if state is None:
        return None
    state.set_current_scores(before)
    rng = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state.get_current_scores(), state.is_game_over()


def at_play(pack: list[int]) -> spades.Round:
    """Give a round of ours with the bids made."""
    round = spades.Round.deal("partners", deck=pack, opener=0)
    for n in BIDS:
        round.apply(spades.Bid(n))
    return round


def test_spades_never_break() -> None:
    """Once a spade was thrown, spades may be led; OpenSpiel goes on refusing."""
    leads = refused = 0
    for seed in range(50):
        rng = random.Random(seed)
        pack = rng.sample(range(52), 52)
        round, state = at_play(pack), spiel_at_play(seed, BIDS, pack)
        while not round.is_over:
            assert round.turn is not None
            hand = {int(card) for card in round.hands[round.turn]}
            legal = [int(action) for action in round.legal_actions()]
            if not round.trick and round.broken:
                assert set(legal) == hand
                if max(hand) >= LOWEST_SPADE > min(hand):
                    leads += 1
                    refused += state is not None and max(state.legal_actions()) < LOWEST_SPADE
            # Play on with a card that both allow.
            others = [card for card in legal if card < LOWEST_SPADE]
            card = rng.choice(others if not round.trick and others else legal)
            round.apply(card)
            if state is not None:
                state.apply_action(card)
    assert leads > 50
    print(f"OpenSpiel offered no spade in {refused} of {leads} such leads")


def test_illegal_plays_are_accepted() -> None:
    """A spade led before spades are broken is refused and changes nothing."""
    pack = list(range(52))  # seat 0 holds every fourth card of each suit
    round = at_play(pack)
    before = round.copy()
    with pytest.raises(spades.IllegalActionError, match="spades are not broken"):
        round.apply("2S" if "2S" in round.hands[0] else next(iter(round.hands[0].suit("S"))))
    assert round == before


def test_target_is_tested_against_one_round() -> None:
    """A side that passes the target over several rounds wins; no round alone reaches it."""
    rules = spades.Rules.preset("partners").replace(target=60, bag_penalty=0)
    for seed in range(50):
        game = spades.Game(rules, seed)
        rng = random.Random(seed)
        while not game.is_over:
            if game.phase == "bid":
                game.apply("1")
            else:
                act(game, rng)
        assert game.outcome is not None
        winner = game.outcome.winner
        assert winner is not None
        assert game.scores[winner].points >= 60
        assert all(round.score[winner].points < 60 for round in game.rounds)
        assert len(game.rounds) >= 2
    print("OpenSpiel from 495:0, target 500:", spiel_score(1, BIDS, [495, 0]))


def test_bags_are_read_off_the_score() -> None:
    """Bags are a counter of their own, whatever the digits of the score are."""
    taken = [5, 3, 4, 1]  # side 0 takes nine for a contract of two
    for bags, points, after in [(0, 27, 7), (2, 27, 9), (3, 27 - 100, 0), (9, 27 - 100, 6)]:
        score = spades.score_round("partners", [1, 1, 1, 1], taken, [bags, 0])[0]
        assert (score.points, score.bags) == (points, after)
    # Points with a last digit that is no number of bags.
    odd = spades.Rules.preset("partners").replace(trick_points=31)
    score = spades.score_round(odd, [6, 1, 4, 1], taken, [4, 0])[0]
    assert (score.points, score.bags) == (-310, 4)
    for before in (9, 49, -31, -1):
        print(f"OpenSpiel: from {before} to", spiel_score(11, [1, 1, 1, 1], [before, 0]))


def test_negative_scores_are_never_punished_for_bags() -> None:
    """A side below zero holds its bags, and its tenth costs the penalty as any other."""
    rules = spades.Rules.preset("partners").replace(target=1000, max_rounds=40)
    below = 0
    for seed in range(10):
        game = spades.Game(rules, seed)
        rng = random.Random(seed)
        bags = [0, 0]
        while not game.is_over:
            rounds = len(game.rounds)
            while len(game.rounds) == rounds:
                act(game, rng)
            for side, score in enumerate(game.rounds[-1].score):
                lines = dict(score.lines)
                new = lines.get("overtricks", 0) + lines.get("bags", 0)
                tens, bags[side] = divmod(bags[side] + new, 10)
                assert lines.get("bag-penalty", 0) == -100 * tens
                assert score.bags == game.scores[side].bags == bags[side]
                below += tens > 0 and game.scores[side].points - score.points < 0
    assert below > 20


def test_no_information_state() -> None:
    """`key()` is one: never the same at two points of a round, the same in every fitting world."""
    round = spades.Round.deal("partners", seed=1)
    rng = random.Random(1)
    keys = []
    while not round.is_over:
        keys.append(round.observation(0).key())
        for world in round.observation(0).sample(1, 1):
            assert world.observation(0).key() == keys[-1]
        act(round, rng)
    assert len(set(keys)) == len(keys)
    if SPIEL is not None:
        print("OpenSpiel has one:", SPIEL.get_type().provides_information_state_string)


def test_the_tensor_overflows_when_west_takes_all_thirteen() -> None:
    """Thirteen tricks of the last seat fit into the numbers, and only theirs change with them."""
    hands = ["...AKQJT98765432", "..AKQJT98765432.", ".AKQJT98765432..", "AKQJT98765432..."]
    round = spades.Round.setup("partners", hands, [1, 1, 1, "13"], turn=3)
    while not round.is_over:
        for seat in range(4):
            numbers = round.observation(seat).to_numpy()
            assert numbers.shape == (spades.OBSERVATION_SIZE,)
            assert (numbers >= 0).all()
            assert (numbers <= 1).all()
        round.apply(round.legal_actions()[0])
    assert round.tricks == (0, 0, 0, 13)
    # Seen from seat 3 itself and from seat 0, whose last seat it is.
    for seat in (0, 3):
        numbers = round.observation(seat).to_numpy()
        fewer = spades.Round.setup("partners", ["..."] * 4, [1, 1, 1, "13"], [0, 0, 0, 12], turn=3)
        zero = spades.Round.setup("partners", ["..."] * 4, [1, 1, 1, "13"], [0, 0, 0, 13], turn=3)
        changed = zero.observation(seat).to_numpy() != fewer.observation(seat).to_numpy()
        assert changed.sum() == 1
        assert numbers.shape == changed.shape


def test_a_partner_may_not_bid_freely() -> None:
    """Every bid is open to a partner, also 13 beside a 10."""
    round = spades.Round.deal("partners", seed=1, opener=0)
    for made in ("10", "nil"):
        round.apply(made)
    assert [int(action) for action in round.legal_actions()] == list(range(56, 70))
