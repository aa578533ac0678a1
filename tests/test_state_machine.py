"""A hypothesis state machine over `Game`: what must hold at every point of every game."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import spades
from random_play import act, snapshot
from random_rules import random_rules

PACK = (1 << 52) - 1
SEEDS = st.integers(0, 2**64 - 1)


def check_actions(game: spades.Game) -> None:
    """The list, the mask and `why_not` tell the same for every id."""
    legal = game.legal_actions()
    ids = [int(action) for action in legal]
    assert ids == sorted(set(ids))
    assert (ids == []) == game.is_over == (game.turn is None) == (game.phase == "over")
    mask = game.legal_mask()
    assert mask.dtype == np.bool_
    assert mask.shape == (spades.NUM_ACTIONS,)
    assert np.flatnonzero(mask).tolist() == ids
    for action in range(spades.NUM_ACTIONS):
        why = game.why_not(action)
        assert (why is None) == (action in ids), action
        assert why is None or len(why) > 5
    if game.turn is not None:
        hand = game.round.hands[game.turn]
        assert all(action.card in hand for action in legal if action.card is not None)
        assert (game.phase == "play") == (legal[0].card is not None)
        assert game.observation(game.turn).legal_actions() == legal


def check_cards(round: spades.Round) -> None:
    """No card is in two places, and no more of them than the pack has."""
    rules = round.rules
    played = round.observation(0).played
    places = [*round.hands, *round.discards, played]
    union = 0
    for place in places:
        assert union & place.mask == 0
        union |= place.mask
    assert union & ~PACK == 0
    held = sum(len(hand) for hand in round.hands) + len(played)
    gone = sum(len(cards) for cards in round.discards)
    in_draft = rules.deal != "dealt" and round.phase in ("blind", "draft")
    assert held == (round.drafted if in_draft else rules.players * rules.hand_size)
    assert gone == round.drafted
    assert in_draft or rules.deal == "dealt" or union == PACK
    assert sum(round.tricks) * rules.players + len(round.trick) == len(played)
    assert round.broken == any(card.suit == "spades" for card in played)
    if round.is_over:
        assert sum(round.tricks) == rules.hand_size


def check_scores(game: spades.Game) -> None:
    """The lines add up to the points, the points of the rounds to the score."""
    for side, score in enumerate(game.scores):
        assert score.points == sum(round.score[side].points for round in game.rounds)
        assert score.bags == (game.rounds[-1].score[side].bags if game.rounds else 0)
    for round in game.rounds:
        assert sum(round.tricks) == game.rules.hand_size
        for side_score in round.score:
            assert sum(points for _, points in side_score.lines) == side_score.points
    assert (game.outcome is not None) == game.is_over
    if game.outcome is not None:
        assert game.outcome.scores == game.scores


class GameMachine(RuleBasedStateMachine):
    """One game, driven by legal and illegal actions, undo, copies and looks at observations."""

    @initialize(seed=SEEDS, preset=st.sampled_from([*spades.PRESETS, None, None, None]))
    def begin(self, seed: int, preset: str | None) -> None:
        self.rng = random.Random(seed)
        rules = random_rules(self.rng) if preset is None else spades.Rules.preset(preset)
        # Short games, so that ends are met.
        rules = (
            rules.replace(rounds=min(rules.rounds, 3), max_rounds=3) if preset is None else rules
        )
        self.game = spades.Game(rules, seed)
        self.before: list[spades.Game] = []

    def act(self) -> None:
        self.before.append(self.game.copy())
        act(self.game, self.rng)

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def one_action(self) -> None:
        self.act()

    @rule(steps=st.integers(2, 90))
    def some_actions(self, steps: int) -> None:
        for _ in range(steps):
            if not self.game.is_over:
                self.act()

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=st.integers(0, 90))
    def every_form_of_an_action_does_the_same(self, choice: int) -> None:
        legal = self.game.legal_actions()
        action = legal[choice % len(legal)]
        forms: list[Any] = [action, int(action), str(action), str(action).upper(), f" {action} "]
        if action.card is not None:
            forms += [action.card, np.int64(int(action)), str(action.card)[::-1]]
        if action.bid is not None:
            forms.append(action.bid)
        ends = []
        for form in forms:
            game = self.game.copy()
            assert game.why_not(form) is None
            assert game.apply(form) == action
            ends.append(game)
        assert all(end == ends[0] for end in ends)

    @rule(action=st.integers(0, spades.NUM_ACTIONS - 1))
    def an_illegal_action_changes_nothing(self, action: int) -> None:
        reason = self.game.why_not(action)
        if reason is None:
            return
        before, seen = self.game.copy(), snapshot(self.game)
        with pytest.raises(spades.IllegalActionError) as caught:
            self.game.apply(action)
        assert caught.value.reason == reason
        assert caught.value.legal == self.game.legal_actions()
        assert reason in str(caught.value)
        assert self.game == before
        assert snapshot(self.game) == seen

    @rule(steps=st.integers(1, 40))
    def undo_goes_back(self, steps: int) -> None:
        for _ in range(min(steps, len(self.before))):
            previous, done = self.before.pop(), self.game.copy()
            undone = self.game.undo()
            assert self.game == previous
            again = self.game.copy()
            assert again.apply(undone) == undone
            assert again == done
        if self.before or self.game.actions:
            return
        with pytest.raises(spades.SpadesError):
            self.game.undo()

    @rule()
    def copies_are_equal_and_go_their_own_way(self) -> None:
        seen = snapshot(self.game)
        for other in (
            self.game.copy(),
            copy.copy(self.game),
            copy.deepcopy(self.game),
            pickle.loads(pickle.dumps(self.game)),
        ):
            assert other == self.game
            assert snapshot(other) == seen
            if not other.is_over:
                act(other, random.Random(1))
                assert other != self.game
                assert other.undo() is not None
                assert other == self.game
        assert snapshot(self.game) == seen
        round = self.game.round
        for again in (round.copy(), copy.deepcopy(round), pickle.loads(pickle.dumps(round))):
            assert again == round
            if not again.is_over:
                act(again, random.Random(1))
                assert again != round
        assert snapshot(self.game) == seen

    @rule(seed=SEEDS)
    def hidden_cards_may_be_swapped(self, seed: int) -> None:
        """In a world drawn for one seat, that seat sees what it saw; so does who sees less."""
        round = self.game.round
        for seat in range(round.rules.players):
            seen = round.observation(seat)
            for world in seen.sample(seed, 2):
                again = world.observation(seat)
                assert again == seen
                assert hash(again) == hash(seen)
                assert again.key() == seen.key()
                assert (again.to_numpy() == seen.to_numpy()).all()
                assert again.legal_actions() == seen.legal_actions()
                check_cards(world)
                assert (world.turn, world.phase) == (round.turn, round.phase)
            assert pickle.loads(pickle.dumps(seen)) == seen
        assert self.game.round == round

    @invariant()
    def everything_adds_up(self) -> None:
        game = self.game
        check_actions(game)
        check_cards(game.round)
        check_scores(game)


def test_game_machine() -> None:
    run_state_machine_as_test(
        GameMachine,
        settings=settings(
            max_examples=150,
            stateful_step_count=40,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_first_round_of_a_game_is_the_round_of_its_seed() -> None:
    for preset in spades.PRESETS:
        game = spades.Game(preset, seed=11)
        assert game.round == spades.Round.deal(game.rules, game.round_seed, game.opener)
        rng = random.Random(1)
        while not game.rounds:
            act(game, rng)
        done = game.rounds[0]
        round = spades.Round.deal(game.rules, done.seed, done.opener)
        for action in done.actions:
            round.apply(action)
        assert round.is_over
        assert (round.bids, round.tricks) == (done.bids, done.tricks)
        assert spades.Round.deal(
            game.rules, done.seed, done.opener, deck=done.deck
        ) == spades.Round.deal(game.rules, done.seed, done.opener)
