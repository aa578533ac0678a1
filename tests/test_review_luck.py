"""The luck of the deal: whose cards were better, and nothing else."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import pytest

import spades
from record_games import with_misdeal
from review_games import short
from spades import Card, CardSet, Record, Round, Rules
from spades.bots import RuleBot
from spades.review import luck_of
from spades.review.luck import moved_pack, pack_of, seat_places


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_places_are_those_of_the_dealer(preset: str) -> None:
    rules = Rules.preset(preset)
    chance = random.Random(preset)
    for opener in range(rules.players):
        places = seat_places(rules, opener)
        assert len({place for own in places for place in own}) == sum(map(len, places))
        assert len(set(map(len, places))) == 1
        pack = [Card(card) for card in chance.sample(range(52), 52)]
        round = Round.deal(rules, 1, opener, deck=pack)
        while round.phase in ("blind", "draft"):
            round.apply(chance.choice([a for a in round.legal_actions() if str(a) != "blind-nil"]))
        for seat, own in enumerate(places):
            cards = round.hands[seat] | round.discards[seat]
            assert cards == CardSet(pack[place] for place in own)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_moved_pack_gives_each_seat_the_next_ones_cards(preset: str) -> None:
    rules = Rules.preset(preset)
    places = seat_places(rules, 0)
    pack = tuple(Card(card) for card in random.Random(1).sample(range(52), 52))
    assert moved_pack(pack, places, 0) == pack
    again = pack
    for _ in range(rules.players):
        moved = moved_pack(again, places, 1)
        for seat, own in enumerate(places):
            theirs = places[(seat + 1) % rules.players]
            assert [moved[place] for place in own] == [again[place] for place in theirs]
        assert sorted(moved) == sorted(pack)
        again = moved
    assert again == pack


def one_round(rules: Rules, seed: int) -> spades.record.RecordRound:
    return spades.play_game([RuleBot()] * rules.players, rules, seed=seed).rounds[0]


def with_pack(rules: Rules, hands: list[str]) -> spades.record.RecordRound:
    """A round with the hands given; what was done in it does not matter."""
    played = one_round(rules, 1)
    redeals = (tuple(CardSet(hand) for hand in hands),)
    return replace(played, redeals=redeals)


def test_the_better_cards_are_the_better_luck() -> None:
    rules = short("partners").replace(nil_bonus=0)  # no cards at all are good for a nil
    hands = ["AKQJ.AKQ.AKQ.AKQ", "T987.543.543.543", "5432.JT9.JT9.JT9", "6.8762.8762.8762"]
    luck = luck_of(rules, with_pack(rules, hands), times=3)
    ours, theirs = luck.sides
    assert ours.mean > 40
    assert theirs.mean == -ours.mean
    moved = luck_of(rules, with_pack(rules, [*hands[1:], hands[0]]), times=3)
    assert moved.sides[0].mean < -40


def test_alike_cards_are_no_luck_for_anybody_in_the_long_run() -> None:
    """Unbiased: the mean over deals is nothing, whoever opens."""
    for preset, deals in (("two-handed", 40), ("three-handed", 25)):
        rules = short(preset)
        found = [
            luck_of(rules, one_round(rules, seed), times=2, seed=seed).sides[0].mean
            for seed in range(deals)
        ]
        mean = sum(found) / deals
        spread = math.sqrt(sum((one - mean) ** 2 for one in found) / (deals - 1) / deals)
        assert abs(mean) < 3.5 * spread
        assert spread > 0


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_two_sides_have_opposite_luck(preset: str) -> None:
    rules = short(preset)
    steps = Counter[str]()
    luck = luck_of(rules, one_round(rules, 5), 2, 1, lambda: steps.update(["step"]))
    assert steps["step"] == 2 * rules.players
    assert len(luck.sides) == rules.sides
    if rules.sides == 2:
        assert luck.sides[0].mean == -luck.sides[1].mean
    assert luck == luck_of(rules, one_round(rules, 5), 2, 1)
    for side, turns in zip(luck.sides, luck.turns, strict=True):
        assert side.mean == pytest.approx(sum(turns) / len(turns))


def test_after_a_misdeal_the_cards_that_were_played_count() -> None:
    game = with_misdeal()
    game.apply("misdeal")
    hands = game.round.hands
    while not game.rounds:
        game.apply(RuleBot().choose(game.observation(game.turn or 0)).action)
    played = Record.from_game(game).rounds[0]
    if len(played.redeals) > 1:
        hands = played.redeals[-1]
    places = seat_places(game.rules, played.opener)
    pack = pack_of(game.rules, played, places)
    assert sorted(pack) == sorted(played.deck)
    assert Round.deal(game.rules, opener=played.opener, deck=pack).hands == hands
