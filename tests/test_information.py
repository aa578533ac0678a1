"""What a seat may know: the same key and sight for what it cannot tell apart, and only for that."""

from __future__ import annotations

import random
from typing import Any

import pytest

import spades
from random_play import act, play_out
from spades import CardSet, Game, Observation, Round, Rules


def ids(held: CardSet) -> set[int]:
    """Give the ids of cards."""
    return {int(card) for card in held}


def all_of(seen: Observation) -> tuple[object, ...]:
    """Give everything that can be read of an observation, but the key and the numbers."""
    return (
        *(seen.seat, seen.turn, seen.phase, seen.opener, seen.leader, seen.hand, seen.discards),
        *(seen.known_hands, seen.known, seen.played, seen.shown_card, seen.voids),
        *(seen.cards_left, seen.bids, seen.tricks, seen.trick, seen.broken, seen.drafted),
        *(seen.history, seen.scores, seen.rounds, seen.legal_actions(), seen.worlds()),
    )


class Keys:
    """Observations by their keys: one key never stands for two of them."""

    def __init__(self) -> None:
        self.seen: dict[str, Observation] = {}

    def add(self, seen: Observation) -> None:
        other = self.seen.setdefault(seen.key(), seen)
        assert other == seen, seen.key()
        assert hash(other) == hash(seen)
        assert all_of(other) == all_of(seen)
        assert (other.to_numpy() == seen.to_numpy()).all()


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_keys_differ_when_something_seen_differs(preset: str) -> None:
    """All seats at all points of rounds that begin alike: the same packs, other actions."""
    keys = Keys()
    for seed in range(30):
        rng = random.Random(seed)
        round = Round.deal(preset, seed=seed % 3, opener=0)
        while not round.is_over:
            for seat in range(round.rules.players):
                keys.add(round.observation(seat))
            act(round, rng)
    assert len(keys.seen) > 500


def test_keys_of_set_ups_differ_when_something_seen_differs() -> None:
    base: dict[str, Any] = {
        "rules": "partners",
        "hands": ["A.2..", "K..3.", "Q...4", "J.5.."],
        "bids": [1, 2, 3, 4],
        "tricks": [1, 0, 2, 0],
        "turn": 0,
        "broken": False,
        "opener": 0,
        "played": "...KQJT",
    }
    changes: list[dict[str, Any]] = [
        {"hands": ["A.3..", "K..3.", "Q...4", "J.5.."]},
        {"hands": ["A...", "K...", "Q...", "J..."]},
        {"bids": [1, 2, 3, 5]},
        {"bids": [1, 2, "nil", 4]},
        {"bids": [1, 2, 3, None], "tricks": [0] * 4, "turn": 3},
        {"tricks": [0, 1, 2, 0]},
        {"turn": 1},
        {"turn": 2},
        {"opener": 3},
        {"broken": True},
        {"played": "...KQJ9"},
        {"played": "..."},
        {"hands": ["A.2..", "K..3.", "Q...4", "J..."], "trick": ["4H"], "turn": 0},
        {"hands": ["A.2..", "K..3.", "Q...4", "J..."], "trick": ["6H"], "turn": 0},
        {"hands": ["A.2..", "K..3.", "Q...", "J..."], "trick": ["4H", "5H"], "turn": 0},
        {"hands": ["A.2..", "K..3.", "Q...", "J..."], "trick": ["4H", "5C"], "turn": 0},
    ]
    keys = [Keys() for _ in range(4)]
    for change in [{}, *changes]:
        round = Round.setup(**{**base, **change})
        for seat in range(4):
            keys[seat].add(round.observation(seat))
    assert len(keys[0].seen) == len(changes) + 1
    # What seat 0 cannot see does not differ for it.
    other = Round.setup(**{**base, "hands": ["A.2..", "9..3.", "8...4", "7.5.."]})
    assert other.observation(0) == Round.setup(**base).observation(0)
    assert other.observation(0).key() == Round.setup(**base).observation(0).key()
    assert other.observation(1) != Round.setup(**base).observation(1)


@pytest.mark.parametrize("preset", ["two-handed", "pick"])
def test_permuted_hidden_cards_change_nothing(preset: str) -> None:
    """Two packs that differ in cards that seat 0 never saw, the same actions: the same sight."""
    for seed in range(30):
        rng = random.Random(seed)
        deck = rng.sample(range(52), 52)
        first = Round.deal(preset, seed=1, opener=seed % 2, deck=deck)
        while first.phase == "draft":
            act(first, rng)
        unseen = [card for card in deck if card not in first.observation(0).known]
        to = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        second = Round.deal(
            preset, seed=2, opener=seed % 2, deck=[to.get(card, card) for card in deck]
        )
        assert len(unseen) >= 2
        for _, action in first.history:
            second.apply(action)
        ours, theirs = first.observation(0), second.observation(0)
        assert ours == theirs
        assert ours.key() == theirs.key()
        assert (ours.to_numpy() == theirs.to_numpy()).all()
        assert all_of(ours) == all_of(theirs)
        assert first.hands != second.hands or to == {card: card for card in unseen}


def test_scores_of_the_game_are_in_it() -> None:
    game = Game(Rules.preset("partners").replace(target=5000, max_rounds=4), seed=1)
    rng = random.Random(1)
    while not game.is_over:
        seen = game.observation(0)
        assert seen.scores == game.scores
        assert seen.rounds == len(game.rounds)
        assert (game.round.observation(0) == seen) == (len(game.rounds) == 0)
        if game.rounds:
            assert game.round.observation(0).key() != seen.key()
        act(game, rng)
    # The last round of a game is observed with the standing that it was played at.
    seen = game.observation(0)
    before = [sum(done.score[side].points for done in game.rounds[:-1]) for side in (0, 1)]
    assert [score.points for score in seen.scores] == before
    assert seen.rounds == 3


def test_a_hand_that_is_hidden_until_the_bid() -> None:
    round = Round.deal("three-handed", seed=1, opener=1)
    for seat, visible in [(1, [1]), (2, [1, 2]), (0, [0, 1, 2])]:
        assert round.turn == seat
        for other in range(3):
            seen = round.observation(other)
            assert (seen.hand == round.hands[other]) == (other in visible)
            assert seen.cards_left == (17, 17, 17)
            assert len(seen.known) == (17 if other in visible else 0)
        round.apply("3")


def test_face_up_discards_are_seen_by_both() -> None:
    for preset, both in [("two-handed", False), ("two-handed-open", True)]:
        round = Round.deal(preset, seed=1)
        rng = random.Random(1)
        while round.phase in ("blind", "draft"):
            act(round, rng)
        for seat in (0, 1):
            seen = round.observation(seat)
            assert seen.discards[seat] == round.discards[seat]
            expected = round.discards[1 - seat] if both else CardSet()
            assert seen.discards[1 - seat] == expected
            assert seen.worlds() == (1 if both else 10_400_600)


def test_what_is_thrown_and_kept_in_a_draw() -> None:
    round = Round.deal("two-handed", deck=range(52), opener=0)
    first, other = round.observation(0), round.observation(1)
    assert str(first.shown_card) == "2C"
    assert other.shown_card is None
    round.apply("refuse")
    assert [ids(hand) for hand in round.hands] == [{1}, set()]
    assert [ids(cards) for cards in round.discards] == [{0}, set()]
    assert ids(round.observation(0).known) == {0, 1}
    assert round.observation(0).shown_card is None
    assert str(round.observation(1).shown_card) == "4C"
    assert ids(round.observation(1).known) == {2}
    assert [str(action) for _, action in round.observation(1).history] == ["refuse"]


def test_what_is_seen_in_a_pick() -> None:
    round = Round.deal("pick", deck=range(52), opener=1)
    for seat in (0, 1):
        assert str(round.observation(seat).shown_card) == "2C"
    round.apply("down")
    taker, other = round.observation(1), round.observation(0)
    assert ids(taker.known) == {0, 1, 2}
    assert ids(other.known) == {0, 2}
    assert ids(other.discards[1]) == {0}
    assert ids(other.known_hands[1]) == set()
    round.apply("up")
    assert ids(round.observation(0).known_hands[1]) == {2}
    assert ids(round.observation(1).known) == {0, 1, 2, 4}  # 3, thrown face down, by nobody
    play_out(round, random.Random(1))
