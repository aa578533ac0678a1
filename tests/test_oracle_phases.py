"""The oracle against `rules.md`: deals, drafts and bids, a small case a sentence.

Nothing of `spades` is imported here: this file says whether the yardstick itself is straight.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

# isort: split
from oracle import PRESETS, OracleRound, OracleRules
from oracle_setups import (
    BLIND_4,
    BLIND_NIL,
    DOWN,
    KEEP,
    LOOK,
    MISDEAL,
    NIL,
    PACK,
    REFUSE,
    SOLO_2,
    SOLO_3,
    SOLO_4,
    UP,
    bid_of,
    cards,
    deck_for,
    rest_of_deck,
    shuffled,
)

# ---- deal ----


@pytest.mark.parametrize(("rules", "size"), [(SOLO_2, 13), (SOLO_3, 17), (SOLO_4, 13)])
def test_dealt_one_card_at_a_time_from_the_opener(rules: OracleRules, size: int) -> None:
    deck = shuffled(random.Random(1))
    n = rules.players
    game = OracleRound(rules, deck, 1)
    for i in range(n):
        assert game.hands[(1 + i) % n] == set(deck[i : n * size : n])
        assert game.known_cards((1 + i) % n) == game.hands[(1 + i) % n]  # the rest is unseen
    assert rest_of_deck(game) == set(deck[n * size :])


def test_the_deck_is_52_cards() -> None:
    with pytest.raises(ValueError, match="52"):
        OracleRound(SOLO_2, [0, *PACK[:51]], 0)


# ---- draw ----


@pytest.mark.parametrize("preset", ["two-handed", "two-handed-open"])
def test_draw_keep_and_refuse(preset: str) -> None:
    deck = shuffled(random.Random(2))
    rules = replace(PRESETS[preset], blind_nil_bonus=0)
    face_up = preset == "two-handed-open"
    game = OracleRound(rules, deck, 1)
    assert (game.phase, game.turn, game.legal()) == ("draft", 1, [KEEP, REFUSE])
    assert game.known_cards(1) == {deck[0]}  # the player to act looks at the top card
    assert game.known_cards(0) == set()
    game.apply(KEEP)  # the first to the hand, the next is looked at and thrown away
    assert (game.hands[1], game.discards[1]) == ({deck[0]}, {deck[1]})
    assert game.turn == 0
    assert game.known_cards(1) == {deck[0], deck[1]}
    assert game.known_cards(0) == ({deck[1], deck[2]} if face_up else {deck[2]})
    game.apply(REFUSE)  # thrown away, and the next must be kept
    assert (game.hands[0], game.discards[0]) == ({deck[3]}, {deck[2]})
    assert game.turn == 1
    assert game.known_cards(0) == ({deck[1]} if face_up else set()) | {deck[2], deck[3]}
    assert game.known_cards(1) == ({deck[2]} if face_up else set()) | {deck[0], deck[1], deck[4]}
    turns = []
    while game.phase == "draft":
        turns.append(game.turn)
        game.apply(KEEP)
    assert turns == [1, 0] * 12
    assert (game.phase, game.turn) == ("bid", 1)
    for seat in (0, 1):
        assert (len(game.hands[seat]), len(game.discards[seat])) == (13, 13)
        thrown = game.discards[0] | game.discards[1] if face_up else game.discards[seat]
        assert game.known_cards(seat) == game.hands[seat] | thrown


# ---- pick ----


def test_pick_up_and_down() -> None:
    deck = shuffled(random.Random(3))
    game = OracleRound(PRESETS["pick"], deck, 1)
    assert (game.phase, game.turn, game.legal()) == ("draft", 1, [UP, DOWN])
    assert game.known_cards(0) == game.known_cards(1) == {deck[0]}
    game.apply(UP)
    assert (game.hands[1], game.discards[1]) == ({deck[0]}, {deck[1]})
    # "nobody sees a face-down card that was not taken"
    assert game.known_cards(0) == game.known_cards(1) == {deck[0], deck[2]}
    game.apply(DOWN)
    assert (game.hands[1], game.discards[1]) == ({deck[0], deck[3]}, {deck[1], deck[2]})
    # "the taker alone sees a face-down card that was"
    assert game.known_cards(0) == {deck[0], deck[2], deck[4]}
    assert game.known_cards(1) == {deck[0], deck[2], deck[3], deck[4]}
    turns = []
    while game.phase == "draft":
        turns.append(game.turn)
        game.apply(UP)
    assert turns == [1] * 11 + [0] * 13  # 13 pairs, then the other player
    assert (game.phase, game.turn) == ("bid", 1)
    assert game.hands[0] == set(deck[26::2])
    assert game.discards[0] == set(deck[27::2])
    face_up = set(deck[::2])
    assert game.known_cards(0) == face_up
    assert game.known_cards(1) == face_up | {deck[3]}


# ---- bidding ----


def test_bidding_goes_once_round_from_the_opener() -> None:
    game = OracleRound(SOLO_4, PACK, 2)
    assert game.phase == "bid"
    for seat, n in [(2, 5), (3, 2), (0, 0), (1, 13)]:  # a bid need not beat another
        assert game.turn == seat
        assert game.legal() == [bid_of(k) for k in range(14)]  # nobody passes
        game.apply(bid_of(n))
    assert game.bids == ["nil", 13, 5, 2]
    assert (game.phase, game.turn, game.leader) == ("play", 2, 2)  # the opener leads


@pytest.mark.parametrize("highest", [0, 4, 17])
def test_max_bid(highest: int) -> None:
    game = OracleRound(replace(SOLO_3, max_bid=highest), PACK, 0)
    assert game.legal() == [NIL + n for n in range(highest + 1)]
    with pytest.raises(ValueError, match="not legal"):
        game.apply(bid_of(highest + 1) if highest < 17 else KEEP)


def test_hand_hidden_until_the_turn_to_bid() -> None:
    game = OracleRound(replace(SOLO_3, hand_hidden_until_bid=True), PACK, 1)
    for done, seat in enumerate([1, 2, 0]):
        assert game.turn == seat
        seen = [bool(game.known_cards(s)) for s in (1, 2, 0)]
        assert seen == [place <= done for place in range(3)]
        assert game.known_cards(seat) == game.hands[seat]
        game.apply(bid_of(3))
    assert all(game.known_cards(s) == game.hands[s] for s in range(3))


# ---- misdeal ----

NO_SPADE = "AC KC QC JC TC AD KD QD JD TD AH KH QH"
NO_PICTURE = "AC TC 9C AD TD 9D AH TH 9H AS TS 9S 8S"


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        (NO_SPADE, True),
        (NO_PICTURE, True),  # aces do not count
        (NO_PICTURE.replace("8S", "JS"), False),
        (NO_PICTURE.replace("TD", "QD"), False),
        (NO_PICTURE.replace("9H", "KH"), False),
        (NO_SPADE.replace("TC", "2S"), False),
    ],
)
def test_who_may_call_misdeal(hand: str, allowed: bool) -> None:
    deck = deck_for(hand, 4)
    game = OracleRound(replace(SOLO_4, misdeal=True), deck, 0)
    assert game.hands[0] == set(cards(hand))
    assert (MISDEAL in game.legal()) == allowed
    assert game.legal()[:14] == [bid_of(n) for n in range(14)]
    assert MISDEAL not in OracleRound(SOLO_4, deck, 0).legal()


@pytest.mark.parametrize("blind", [False, True])
def test_misdeal_voids_bids_and_keeps_the_opener(blind: bool) -> None:
    rules = replace(SOLO_4, misdeal=True, blind_nil_bonus=200 if blind else 0)
    deck = deck_for(NO_SPADE, 4)
    deck = deck[-1:] + deck[:-1]  # the hand without a spade goes to the seat after the opener
    game = OracleRound(rules, deck, 3)
    if blind:
        for said in (LOOK, LOOK, BLIND_NIL, BLIND_NIL):
            game.apply(said)
    game.apply(bid_of(4))
    assert game.turn == 0
    with pytest.raises(ValueError, match="new_deck"):
        game.apply(MISDEAL)
    game.apply(MISDEAL, PACK)
    assert game.bids == [None] * 4
    assert (game.phase, game.turn, game.opener) == ("blind" if blind else "bid", 3, 3)
    assert game.hands[3] == set(PACK[::4])
    assert game.known_cards(0) == (set() if blind else game.hands[0])


# ---- blind nil ----


def test_blind_nil_is_said_before_any_card_is_seen_and_passed_over() -> None:
    game = OracleRound(BLIND_4, PACK, 1)
    for seat, said in [(1, BLIND_NIL), (2, LOOK), (3, BLIND_NIL), (0, LOOK)]:
        assert (game.phase, game.turn, game.legal()) == ("blind", seat, [BLIND_NIL, LOOK])
        assert game.known_cards(seat) == set()
        game.apply(said)
        assert game.known_cards(seat) == game.hands[seat]
    assert game.bids == [None, "blind-nil", None, "blind-nil"]
    assert (game.phase, game.turn) == ("bid", 2)
    game.apply(NIL)  # who looked may still bid nil
    assert game.turn == 0
    game.apply(bid_of(3))
    assert game.bids == [3, "blind-nil", "nil", "blind-nil"]
    assert (game.phase, game.turn) == ("play", 1)  # the opener leads, blind nil or not


@pytest.mark.parametrize("preset", ["two-handed", "two-handed-open", "pick"])
def test_blind_nil_comes_before_the_draft(preset: str) -> None:
    game = OracleRound(replace(PRESETS[preset], blind_nil_bonus=200), PACK, 0)
    for seat in (0, 1):
        assert (game.phase, game.turn) == ("blind", seat)
        assert game.known_cards(0) == game.known_cards(1) == set()
        game.apply(BLIND_NIL)
    assert game.phase == "draft"  # "still drafts as usual"
    while game.phase == "draft":
        game.apply(game.legal()[0])
    assert (game.phase, game.turn) == ("play", 0)  # all said blind-nil: nobody bids
    assert [len(hand) for hand in game.hands] == [13, 13]


def test_blind_nil_with_hidden_hands() -> None:
    game = OracleRound(replace(BLIND_4, hand_hidden_until_bid=True), PACK, 0)
    for said in (BLIND_NIL, LOOK, BLIND_NIL, LOOK):
        game.apply(said)
        assert game.phase != "blind" or not any(game.known_cards(s) for s in range(4))
    assert game.turn == 1
    assert [bool(game.known_cards(s)) for s in range(4)] == [True, True, False, False]
    game.apply(bid_of(2))
    assert game.turn == 3
    assert [bool(game.known_cards(s)) for s in range(4)] == [True, True, True, True]
