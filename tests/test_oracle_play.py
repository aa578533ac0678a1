"""The oracle against `rules.md`: the play of the cards, a small case a sentence.

Nothing of `spades` is imported here: this file says whether the yardstick itself is straight.
"""

from __future__ import annotations

import pytest

# isort: split
from oracle import OracleRound, trick_winner
from oracle_setups import (
    SOLO_2,
    SOLO_3,
    SOLO_4,
    SPADES,
    at_play,
    bid_of,
    cards,
    deck_for,
    legal_is,
    play,
)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2H AC KC QC", 0),  # only the led suit counts
        ("JH QH AH KH", 2),  # ace high
        ("9H TH 3H 2H", 1),
        ("AH 2S 3S KH", 2),  # the highest spade
        ("2S AH AD AC", 0),
        ("AH KH 2S QH", 2),  # always trump
    ],
)
def test_trick_winner(trick: str, winner: int) -> None:
    assert trick_winner(list(enumerate(cards(trick)))) == winner


def test_follow_suit_if_able_else_anything() -> None:
    game = at_play(SOLO_3, ["5H 6C", "2H AH KS 3D", "2S 9D 9C"])
    play(game, "5H")
    assert legal_is(game, "2H AH")
    play(game, "2H")
    assert legal_is(game, "2S 9D 9C")
    assert game.trick == [(0, cards("5H")[0]), (1, cards("2H")[0])]


def test_the_winner_leads_and_play_goes_clockwise() -> None:
    game = at_play(SOLO_4, ["4H 5H", "2H 2C", "AH 3C", "3H 4C"], opener=3)
    assert (game.turn, game.leader) == (3, 3)
    play(game, "3H 4H 2H AH")
    assert (game.turn, game.leader, game.trick, game.tricks) == (2, 2, [], [0, 0, 1, 0])
    play(game, "3C 4C 5H 2C")
    assert (game.turn, game.phase, game.tricks) == (None, "over", [0, 0, 1, 1])
    with pytest.raises(ValueError, match="not legal"):
        game.apply(0)


def test_spades_are_not_led_before_they_are_broken() -> None:
    game = at_play(SOLO_2, ["AS KS 2H 3D", "4S 5H 6H 7C"])
    assert not game.broken
    assert legal_is(game, "2H 3D")
    with pytest.raises(ValueError, match="not legal"):
        play(game, "AS")
    play(game, "2H 5H")
    assert legal_is(game, "6H 7C")


def test_a_spade_thrown_on_another_suit_breaks_spades() -> None:
    game = at_play(SOLO_2, ["AS 2H 3D", "4S 5S 7C"])
    play(game, "2H 4S")
    assert game.broken
    assert legal_is(game, "5S 7C")


def test_a_heart_or_an_ace_thrown_breaks_nothing() -> None:
    game = at_play(SOLO_2, ["AS 2D 3D", "AH 5S 7C"])
    play(game, "2D AH")
    assert not game.broken
    assert legal_is(game, "3D")


def test_a_leader_with_nothing_but_spades_leads_one_and_breaks_them() -> None:
    game = at_play(SOLO_3, ["2S KS 3S", "4H 5D 6D", "AH KD 7S"])
    assert legal_is(game, "2S 3S KS")
    play(game, "2S")
    assert game.broken  # though nobody else plays a spade
    assert legal_is(game, "4H 5D 6D")
    play(game, "4H")
    game.hands[2] = set(cards("AH KD"))
    play(game, "KD")
    game.hands[0].add(cards("AC")[0])
    assert legal_is(game, "AC 3S KS")


def test_every_round_starts_unbroken() -> None:
    game = OracleRound(SOLO_2, deck_for("AS KS QS JS TS 9S 2H 3H 4H 2D 3D 2C 3C", 2), 0)
    game.apply(bid_of(1))
    game.apply(bid_of(1))
    assert not game.broken
    assert not set(game.legal()) & SPADES


def test_played_cards_are_known_to_all() -> None:
    game = at_play(SOLO_3, ["5H 6C", "2H 3D", "2S 9D"])
    play(game, "5H 2H")
    assert game.known_cards(2) == set(cards("2S 9D 5H 2H"))
    assert game.known_cards(0) == set(cards("5H 6C 2H"))
