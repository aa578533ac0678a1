"""The worlds of `Observation.sample`: they fit, they are uniform, and a seed gives them again."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import spades
from random_play import act, play_out, positions
from random_rules import random_rules
from sampling import chi_square, hands_of, worlds_by_hand
from spades import Round, SpadesError

# Endings in which some seats have shown what they do not hold: set up, then played a little. All
# cards but the few of `hidden` were seen before.
ENDINGS: dict[str, dict[str, Any]] = {
    "two": {
        "rules": "two-handed",
        "hands": ["A.K2..", "K..QJ."],
        "loose": "Q.3.4.5",
        "plays": [],
    },
    "two-void": {
        "rules": "two-handed",
        "hands": ["AK.K2..", "Q..QJ.9"],
        "loose": "J.3.4.5",
        "plays": ["KH", "QD"],
    },
    "two-only-spades": {
        "rules": Round.deal("two-handed", 1).rules.replace(deal="dealt"),
        "hands": ["AK2...", ".Q.5.9"],
        "loose": "Q3.43.4.5",
        "plays": ["KS", "9C"],
    },
    "three-void": {
        "rules": "three-handed",
        "hands": ["A.K2..", "Q..J4.", "J.T9.."],
        "loose": ".3..",
        "plays": ["KH", "4D"],
    },
    "three-two-voids": {
        "rules": "three-handed",
        "hands": ["A.K2..7", "Q..J4.2", "J..T9.3"],
        "loose": "..3.4",
        "plays": ["KH", "4D", "9D"],
    },
    "four": {
        "rules": "partners",
        "hands": ["A.K2..", "Q..J4.", "J..T9.", "K.3..3"],
        "loose": "...",
        "plays": ["KH", "4D"],
    },
    "four-all-void": {
        "rules": "partners-double-nil",
        "hands": ["A.K2..2", "Q..J4.3", "J..T9.4", "K..38.6"],
        "loose": "...",
        "plays": ["KH", "4D", "9D", "6C"],
    },
    "four-trumped": {
        "rules": "partners",
        "hands": ["2.K2..2", "QT..J4.", "J9..T9.", "K.Q.38."],
        "loose": "...",
        "plays": ["KH", "TS", "9S", "QH", "JD"],
    },
}


def ending(name: str) -> Round:
    """Set an ending up and play its cards."""
    case = ENDINGS[name]
    hands = [spades.CardSet(hand) for hand in case["hands"]]
    gone = spades.CardSet(range(52)) - spades.CardSet(case["loose"])
    for hand in hands:
        gone -= hand
    round = Round.setup(case["rules"], hands, [1] * len(hands), turn=0, broken=True, played=gone)
    if name == "two-only-spades":
        round = Round.setup(case["rules"], hands, [1] * len(hands), turn=0, played=gone)
    for card in case["plays"]:
        round.apply(card)
    return round


@pytest.mark.parametrize("name", ENDINGS)
def test_frequencies_against_full_enumeration(name: str) -> None:
    round = ending(name)
    for seat in range(round.rules.players):
        seen = round.observation(seat)
        expected = worlds_by_hand(seen)
        assert hands_of(round) in expected
        assert seen.worlds() == len(expected)
        draws = max(40 * len(expected), 200)
        assert len(expected) < 2000
        chi_square((hands_of(world) for world in seen.sample(seat, draws)), expected)


def test_the_endings_have_voids_to_get_wrong() -> None:
    shown = {name: sum(map(len, ending(name).observation(0).voids)) for name in ENDINGS}
    assert shown["two"] == 0
    assert shown["two-only-spades"] >= 3  # a spade led unbroken: nothing but spades
    assert shown["four-all-void"] == 3
    assert shown["four-trumped"] == 2


def test_the_number_of_worlds_in_the_bidding() -> None:
    for preset, worlds in [
        ("two-handed", math.comb(26, 13)),
        ("two-handed-open", 1),
        ("partners", math.comb(39, 13) * math.comb(26, 13)),
        ("three-handed", 35 * math.comb(34, 17)),
        ("partners-double-nil", math.comb(39, 13) * math.comb(26, 13)),
    ]:
        for round in positions(preset, random.Random(1)):
            if round.phase == "bid" and round.turn is not None:
                assert round.observation(round.turn).worlds() == worlds
    # Of a pick the other's cards taken face up are known, and whatever lay face up and was not.
    for round in positions("pick", random.Random(1)):
        if round.phase == "bid":
            seen = round.observation(0)
            down = 13 - len(seen.known_hands[1])
            hidden = 52 - len(seen.known)
            assert seen.worlds() == math.comb(hidden, down)


def check_worlds(round: Round, seed: int, n: int) -> None:
    """Every seat sees in every world what it sees in the round."""
    for seat in range(round.rules.players):
        seen = round.observation(seat)
        worlds = seen.sample(seed, n)
        assert len(worlds) == n
        assert worlds == seen.sample(seed, n)
        for world in worlds:
            again = world.observation(seat)
            assert again == seen
            assert again.key() == seen.key()
            assert [len(hand) for hand in world.hands] == [len(hand) for hand in round.hands]
            assert [len(cards) for cards in world.discards] == [
                len(cards) for cards in round.discards
            ]
            for name in ("phase", "turn", "bids", "tricks", "trick", "leader", "history"):
                assert getattr(world, name) == getattr(round, name)
        if worlds:
            play_out(worlds[0], random.Random(seed))
            assert sum(worlds[0].tricks) == round.rules.hand_size


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_every_phase_of_every_preset(preset: str) -> None:
    for seed in range(4):
        for round in positions(preset, random.Random(seed)):
            check_worlds(round, seed, 2)


def test_random_rules() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        rules = random_rules(rng)
        for round in positions(rules, rng, every=0.2):
            check_worlds(round, seed, 2)


def test_seeds() -> None:
    seen = Round.deal("partners", seed=1).observation(2)
    assert seen.sample(1, 20) == seen.sample(1, 20)
    assert seen.sample(1, 20) != seen.sample(2, 20)
    hands = {hands_of(world) for world in seen.sample(1, 200)}
    assert len(hands) == 200
    assert seen.sample(2**64 - 1, 1) != seen.sample(0, 1)


def test_n() -> None:
    seen = Round.deal("partners", seed=1).observation(2)
    assert seen.sample(1, 0) == []
    for n in (-1, True, 1.0, "3", None, 10**30, float("nan")):
        with pytest.raises(SpadesError, match="n:"):
            seen.sample(1, n)  # type: ignore[arg-type]
    for seed in (-1, True, 1.0, "3", 2**64, float("nan")):
        with pytest.raises(SpadesError, match="seed:"):
            seen.sample(seed, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_single_cards_are_uniform_before_the_play(preset: str) -> None:
    """In each phase before the play: where each hidden card is, as often as any other."""
    rules = spades.Rules.preset(preset)
    for stop in (0, 1, 9, 26, 27, 28, 30):
        rng, round = random.Random(stop), Round.deal(rules, seed=stop, opener=0)
        for _ in range(stop):
            act(round, rng)
        if round.phase == "play":
            continue
        for seat in range(rules.players):
            seen = round.observation(seat)
            hidden = [card for card in range(52) if card not in seen.known]
            worlds = seen.sample(7, 400)
            for other in range(rules.players):
                known = seen.known_hands[other]
                if len(round.hands[other]) > len(known) and len(hidden) > 1:
                    drawn = (int(c) for world in worlds for c in world.hands[other] - known)
                    chi_square(drawn, hidden)
            if round.phase == "draft" and seen.shown_card is None:
                shown = (int(world.shown_card or -1) for world in worlds)
                chi_square(shown, hidden)


@pytest.mark.parametrize("preset", ["two-handed", "pick", "two-handed-open"])
def test_the_stock_to_come_is_uniform(preset: str) -> None:
    """Worlds of a draft go on with cards that are drawn evenly too: the next card to come."""
    round = Round.deal(preset, seed=5, opener=0)
    rng = random.Random(5)
    while round.drafted < 7:
        act(round, rng)
    assert round.turn is not None
    seen = round.observation(round.turn)
    hidden = [card for card in range(52) if card not in seen.known]
    thrown_or_next = []
    for world in seen.sample(3, 600):
        action = "refuse" if "refuse" in map(str, world.legal_actions()) else "down"
        before = world.hands[round.turn]
        world.apply(action)
        (card,) = world.hands[round.turn] - before
        thrown_or_next.append(int(card))
    chi_square(thrown_or_next, hidden)


def test_misdeals_of_worlds_do_not_tell_the_pack_to_come() -> None:
    """The pack that a misdeal brings is drawn anew in each world."""
    # The opener has no picture.
    low = [card for card in range(52) if card % 13 < 9]
    high = [card for card in range(52) if card % 13 >= 9]
    mine, others = low[:17], low[17:] + high
    deck = [(mine if i % 3 == 0 and i < 51 else others).pop(0) for i in range(52)]
    round = Round.deal("three-handed", seed=1, deck=deck)
    true = round.copy()
    true.apply("misdeal")
    packs = set()
    for world in round.observation(0).sample(1, 50):
        world.apply("misdeal")
        packs.add(hands_of(world))
    assert len(packs) == 50
    assert hands_of(true) not in packs


@pytest.mark.parametrize("preset", ["two-handed", "two-handed-open", "pick"])
def test_the_number_of_worlds_in_a_draft(preset: str) -> None:
    """Every order of the cards not seen is a world: each place of the stock is another."""
    for round in positions(preset, random.Random(1)):
        if round.phase in ("blind", "draft"):
            for seat in (0, 1):
                seen = round.observation(seat)
                assert seen.worlds() == math.factorial(52 - len(seen.known))
