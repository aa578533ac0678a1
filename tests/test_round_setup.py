"""`Round.setup`: any position, and what cannot be one."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import spades
from random_play import play_out, positions
from spades import Round, SpadesError

ENDING: dict[str, Any] = {"rules": "two-handed", "hands": ["A.2..", "K..3."], "bids": [1, 1]}


def test_all_that_is_given_can_be_read() -> None:
    round = Round.setup(
        "partners",
        hands=["A.2..", "K.3..", "Q..3.", "..2.2"],
        bids=["3", "nil", 4, spades.Bid(2)],
        tricks=[3, 0, 4, 4],
        turn=2,
        broken=True,
    )
    assert (round.phase, round.turn, round.leader, round.broken) == ("play", 2, 2, True)
    assert [str(hand) for hand in round.hands] == ["A.2..", "K.3..", "Q..3.", "..2.2"]
    assert [str(bid) for bid in round.bids] == ["3", "nil", "4", "2"]
    assert round.tricks == (3, 0, 4, 4)
    assert round.trick == ()
    assert len(round.observation(0).played) == 44


@pytest.mark.parametrize("pairs", [True, False])
def test_the_trick_on_the_table(pairs: bool) -> None:
    trick: list[Any] = [(3, "9D"), (0, "AD")] if pairs else ["9D", "AD"]
    round = Round.setup(
        "partners",
        hands=["A...", "K..3.", "..54.", "..2."],
        bids=[1, 1, 1, 1],
        turn=1,
        trick=trick,
    )
    assert round.trick == ((3, spades.Card("9D")), (0, spades.Card("AD")))
    assert round.leader == 3
    assert not round.broken
    assert round.legal_actions() == (spades.Action("3D"),)
    assert round.why_not("KS") == "you hold diamonds, which were led"
    assert round.observation(2).trick == round.trick
    round.apply("3D")
    round.apply("5D")
    assert len(round.trick) == 0
    assert (round.turn, round.leader, round.tricks) == (0, 0, (1, 0, 0, 0))


def test_a_spade_on_the_table_breaks_spades() -> None:
    round = Round.setup("two-handed", ["A...", "K.3.."], [1, 1], turn=1, trick=["2S"])
    assert round.broken


def test_without_all_bids_it_stands_in_the_bidding() -> None:
    hands = ["AKQ...", "JT9...", "876...", "543..."]
    round = Round.setup("partners", hands, [None, None, "4", "nil"], turn=0)
    assert (round.phase, round.turn, round.opener) == ("bid", 0, 2)
    round.apply("3")
    round.apply("5")
    assert (round.phase, round.turn, round.leader) == ("play", 2, 2)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": ["A.2.."]}, "hands"),
        ({"hands": ["A.2..", "K..3.", "Q..4."]}, "hands"),
        ({"hands": ["A.2..", "K..34."]}, "hand"),
        ({"hands": ["A.2..", "K.2.."]}, "2H"),
        ({"hands": [["AS", "AS"], "K..3."]}, "AS"),
        ({"hands": ["AKQJT98765432.2..", "...AKQJT98765432"]}, "cards"),
        ({"hands": ["AKQJT98765432.2..", ".3..AKQJT98765432"]}, "14"),
        ({"bids": [1]}, "bids"),
        ({"bids": [1, 1, 1]}, "bids"),
        ({"bids": [14, 1]}, "14"),
        ({"bids": ["blind-nil", 1]}, "blind nil"),
        ({"tricks": [12, 0]}, "12"),
        ({"tricks": [13, 0]}, "trick"),
        ({"tricks": [-1, 0]}, "tricks"),
        ({"tricks": [1]}, "tricks"),
        ({"turn": 2}, "turn"),
        ({"turn": -1}, "turn"),
        ({"opener": 2}, "opener"),
        ({"trick": [(0, "4H")]}, "seat"),
        ({"trick": [(1, "2H")], "hands": ["A.2..", "K..."]}, "2H"),
        ({"trick": [(1, "4H"), (0, "5H")]}, "trick"),
        ({"trick": [(1, "4H")]}, "hand"),
        ({"trick": [(1, "4D")], "hands": ["A.2..", "K..3."]}, "hand"),
        ({"trick": "4H"}, "4"),
        ({"trick": 5}, "trick"),
        ({"trick": [(1, "4H", 3)]}, "trick"),
        ({"discards": ["AS", "..."]}, "hand"),
        ({"discards": ["A...", "..."]}, "AS"),
        ({"played": "A..."}, "AS"),
        ({"broken": "no"}, "broken"),
        ({"bids": [None, 1], "tricks": [1, 0]}, "bids"),
        ({"bids": [1, None]}, "bids"),
        ({"rules": "whist"}, "preset"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    Round.setup(**ENDING)
    with pytest.raises(SpadesError, match=message):
        Round.setup(**{**ENDING, **changes})


def test_who_played_off_suit_may_not_hold_it() -> None:
    with pytest.raises(SpadesError, match="holds diamonds"):
        Round.setup(
            "three-handed",
            hands=["A...", "K..3.", "..54."],
            bids=[1, 1, 1],
            turn=2,
            trick=["9D", "AH"],
        )


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_position_of_play_set_up_again_plays_on_the_same(preset: str) -> None:
    rng = random.Random(1)
    for _ in range(10):
        for round in positions(preset, rng, every=0.3):
            if round.phase not in ("play", "over"):
                continue
            seen = round.observation(0)
            twin = Round.setup(
                preset,
                hands=round.hands,
                bids=round.bids,
                tricks=round.tricks,
                turn=round.turn or 0,
                trick=round.trick,
                broken=round.broken,
                opener=round.opener,
                discards=round.discards if any(round.discards) else None,
                played=seen.played,
            )
            assert twin.phase == round.phase
            while not round.is_over:
                assert twin.legal_actions() == round.legal_actions()
                assert (twin.turn, twin.trick, twin.tricks) == (
                    round.turn,
                    round.trick,
                    round.tricks,
                )
                assert (twin.leader, twin.broken) == (round.leader, round.broken)
                # What was seen in a pick is no part of a position that is set up.
                for seat in range(0 if preset == "pick" else round.rules.players):
                    assert twin.observation(seat).known == round.observation(seat).known
                action = rng.choice(round.legal_actions())
                round.apply(action)
                twin.apply(action)
            assert twin.is_over
            assert twin.score() == round.score()


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_setups_are_copied_pickled_and_sampled(preset: str) -> None:
    rng = random.Random(2)
    players = spades.Rules.preset(preset).players
    for _ in range(30):
        size = rng.randint(1, 4)
        cards = rng.sample(range(52), size * players)
        hands = [spades.CardSet(cards[seat::players]) for seat in range(players)]
        round = Round.setup(preset, hands, [1] * players, turn=rng.randrange(players))
        for seat in range(players):
            seen = round.observation(seat)
            for world in seen.sample(1, 3):
                assert world.observation(seat) == seen
                assert world.observation(seat).key() == seen.key()
                play_out(world, rng)
        assert pickle.loads(pickle.dumps(round)) == round
        play_out(round, rng)
        assert sum(round.tricks) == size
