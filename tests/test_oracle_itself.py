"""The oracle against `rules.md`: golden scores, whole random rounds, a small case a sentence.

Nothing of `spades` is imported here: this file says whether the yardstick itself is straight.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

# isort: split
from oracle import PRESETS, OracleRound, OracleRules, score_round, trick_winner

GOLDEN = Path(__file__).parent / "golden"
PACK = list(range(52))
KEEP, REFUSE, UP, DOWN, BLIND_NIL, LOOK, MISDEAL = range(74, 81)
NIL = 56
SOLO_2 = OracleRules(deal="dealt")
SOLO_3 = OracleRules(deal="dealt", players=3)
SOLO_4 = OracleRules(deal="dealt", players=4)
BLIND_4 = replace(SOLO_4, blind_nil_bonus=200)
SPADES = set(range(39, 52))


def cards(text: str) -> list[int]:
    """Read cards such as "AS TH 2C" into ids."""
    return ["CDHS".index(c[1]) * 13 + "23456789TJQKA".index(c[0]) for c in text.split()]


def bid_of(n: int) -> int:
    """Give the action id of a bid."""
    return 56 + n


def shuffled(rng: random.Random) -> list[int]:
    """Give a shuffled pack."""
    return rng.sample(PACK, 52)


def deck_for(hand: str, players: int) -> list[int]:
    """Give a deck that deals exactly `hand` to the opener."""
    mine = cards(hand)
    rest = [card for card in PACK if card not in mine]
    return [(mine if i % players == 0 and mine else rest).pop(0) for i in range(52)]


def at_play(rules: OracleRules, hands: list[str], opener: int = 0) -> OracleRound:
    """Give a round whose bids (1 each) are made, with small hands put in for the dealt ones."""
    game = OracleRound(rules, PACK, opener)
    while game.phase != "play":
        game.apply(bid_of(1))
    game.hands = [set(cards(hand)) for hand in hands]
    return game


def play(game: OracleRound, text: str) -> None:
    """Play cards in order."""
    for card in cards(text):
        game.apply(card)


def legal_is(game: OracleRound, text: str) -> bool:
    """Compare the legal cards."""
    return game.legal() == sorted(cards(text))


# ---- tables and golden files ----


def test_defaults_are_those_of_the_table() -> None:
    expected: dict[str, Any] = {
        "players": 2, "partnerships": False, "deal": "draw", "discards": "private",
        "opener": "rotate", "hand_hidden_until_bid": False, "misdeal": False, "max_bid": 13,
        "nil_bonus": 100, "nil_penalty": 100, "nil_tricks": "ignored", "blind_nil_bonus": 0,
        "blind_nil_penalty": 0, "moon_bonus": 0, "double_nil_bonus": 0, "trick_points": 10,
        "bag_points": 1, "bag_limit": 10, "bag_penalty": 100, "target": 300, "rounds": 0,
        "max_rounds": 500, "lose_score": None,
    }  # fmt: skip
    assert asdict(OracleRules(name="x")) == {"name": "x", **expected}


def test_presets_are_those_of_the_table() -> None:
    table: dict[str, list[Any]] = {
        "name": ["two-handed", "two-handed-open", "partners", "pick", "three-handed",
                 "partners-double-nil"],
        "players": [2, 2, 4, 2, 3, 4],
        "partnerships": [False, False, True, False, False, True],
        "deal": ["draw", "draw", "dealt", "pick", "dealt", "dealt"],
        "discards": ["private", "face-up", "private", "private", "private", "private"],
        "opener": ["rotate", "rotate", "rotate", "random", "random", "random"],
        "hand_hidden_until_bid": [False, False, False, False, True, True],
        "misdeal": [False, False, False, False, True, True],
        "max_bid": [13, 13, 13, 13, 13, 13],
        "nil_bonus": [100, 100, 100, 100, 100, 100],
        "nil_penalty": [100, 0, 100, 100, 100, 100],
        "nil_tricks": ["ignored", "bags", "bags", "ignored", "ignored", "bags"],
        "blind_nil_bonus": [0, 200, 0, 0, 0, 0],
        "blind_nil_penalty": [0, 0, 0, 0, 0, 0],
        "moon_bonus": [0, 250, 0, 0, 0, 0],
        "double_nil_bonus": [0, 0, 0, 0, 0, 500],
        "target": [300, 500, 500, 300, 300, 300],
    }  # fmt: skip
    assert list(PRESETS) == table["name"]
    for column, rules in enumerate(PRESETS.values()):
        row = {field: values[column] for field, values in table.items()}
        assert asdict(rules) == asdict(OracleRules()) | row


def golden_cases() -> list[Any]:
    """Give every case of both golden files."""
    names = ("worked_examples", "scoring")
    return [
        pytest.param(case, id=f"{name}-{i}")
        for name in names
        for i, case in enumerate(json.loads((GOLDEN / f"{name}.json").read_text()))
    ]


@pytest.mark.parametrize("case", golden_cases())
def test_golden_scores(case: dict[str, Any]) -> None:
    rules = replace(PRESETS[case["rules"]], **case["overrides"])
    assert sum(case["tricks"]) == (17 if rules.players == 3 else 13)
    got = score_round(rules, case["bids"], case["tricks"], case["bags"])
    expected = zip(case["points"], case["bags_after"], strict=True)
    for (points, bags), (want_points, want_bags) in zip(got, expected, strict=True):
        assert want_points in (None, points)
        assert want_bags in (None, bags)


def test_every_worked_example_is_in_the_golden_file() -> None:
    assert len(json.loads((GOLDEN / "worked_examples.json").read_text())) == 16


# ---- whole rounds ----

MORE_RULES = [
    SOLO_2,
    SOLO_4,
    replace(SOLO_3, max_bid=17, misdeal=True, blind_nil_bonus=100, hand_hidden_until_bid=True),
    replace(PRESETS["pick"], name="pick-blind", blind_nil_bonus=200, max_bid=5),
    replace(PRESETS["partners"], name="partners-blind", blind_nil_bonus=200, misdeal=True),
]


@pytest.mark.parametrize("rules", [*PRESETS.values(), *MORE_RULES], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(30))
def test_random_rounds(rules: OracleRules, seed: int) -> None:
    rng = random.Random(seed)
    size = 17 if rules.players == 3 else 13
    opener = rng.randrange(rules.players)
    game = OracleRound(rules, shuffled(rng), opener)
    phases = [game.phase]
    while game.turn is not None:
        legal = game.legal()
        assert legal
        assert legal == sorted(set(legal))
        for seat in range(rules.players):
            assert not game.known_cards(seat) & hidden_from(game, seat)
        if game.phase == "play":
            assert game.known_cards(game.turn) >= set(legal) | set(game.played)
        action = rng.choice(legal)
        game.apply(action, shuffled(rng) if action == MISDEAL else None)
        where = [*game.hands, *game.discards, set(game.played), rest_of_deck(game)]
        assert sorted(card for place in where for card in place) == PACK
        assert sum(game.tricks) * rules.players + len(game.trick) == len(game.played)
        if game.phase != phases[-1]:
            phases.append(game.phase)
    assert game.phase == "over"
    assert game.legal() == []
    assert sum(game.tricks) == size
    assert len(game.played) == size * rules.players
    assert game.opener == opener
    assert None not in game.bids
    drafted = rules.deal != "dealt"
    assert [len(pile) for pile in game.discards] == [13 if drafted else 0] * rules.players
    assert ("blind" in phases) == (rules.blind_nil_bonus > 0)
    assert ("draft" in phases) == drafted


def rest_of_deck(game: OracleRound) -> set[int]:
    """Give the cards not yet drafted, or set aside."""
    players = game.rules.players
    dealt = 17 * 3 if players == 3 else 13 * players
    return set(game.deck[dealt if game.rules.deal == "dealt" else 2 * game.draft_turn :])


def hidden_from(game: OracleRound, seat: int) -> set[int]:
    """Give cards that `seat` can never have been shown."""
    others = {card for s, hand in enumerate(game.hands) if s != seat for card in hand}
    if game.rules.deal == "pick":  # a face-up card is seen by both
        return {card for i, card in enumerate(game.deck) if i % 2} & others
    if game.rules.deal == "draw":
        return others | set(game.deck[2 * game.draft_turn + 1 :])
    return others | rest_of_deck(game)


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


# ---- play ----


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
