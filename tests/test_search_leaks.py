"""No bot knows more than the seat it plays for: hidden cards permuted, the same choice.

10,000 positions; `SPADES_LEAK_POSITIONS=2000` looks at fewer.
"""

from __future__ import annotations

import os
import pickle
import random
from collections import Counter
from typing import Any

import pytest

import spades
from random_play import act
from random_rules import random_rules
from spades import Game, Observation, Round, Rules, SpadesError, _core
from spades.bots import STYLES, BookBot, Bot, RandomBot, RuleBot, SearchBot

POSITIONS = int(os.environ.get("SPADES_LEAK_POSITIONS", "10000"))
# Presets, and blocks of random rules: each block looks at the same number of positions.
RANDOM_BLOCKS = 6
EACH = -(-POSITIONS // (len(spades.PRESETS) + RANDOM_BLOCKS))
# Positions of one random set of rules: the first search under rules reckons their equity.
EACH_RULES = 60
WORLDS = 3


def check(round: Round, rng: random.Random) -> None:
    """Look at a position and at one that differs in what the seat to act does not know."""
    seat = round.turn
    assert seat is not None
    seen = round.observation(seat)
    (world,) = seen.sample(rng.getrandbits(64), 1)
    again = world.observation(seat)
    assert again == seen
    assert again.key() == seen.key()
    assert pickle.dumps(again) == pickle.dumps(seen)
    options: dict[str, Any] = {
        "memory": rng.random() < 0.8,
        "posterior": rng.random() < 0.8,
        "equity": rng.random() < 0.8,
        "style": rng.choice(STYLES),
    }
    search = SearchBot(seed=rng.getrandbits(64), worlds=WORLDS, **options)
    chosen = search.choose(seen)
    assert search.choose(again) == chosen, (seen.key(), options)
    assert RuleBot().choose(again) == RuleBot().choose(seen)
    assert BookBot().choose(again) == BookBot().choose(seen)
    assert chosen.action in seen.legal_actions()


def walk(rules: Rules, rng: random.Random, positions: int, phases: Counter[str]) -> None:
    """Check that number of positions of random rounds, of a draft only some."""
    left = positions
    while left:
        round = Round.deal(rules, seed=rng.getrandbits(64), opener=rng.randrange(rules.players))
        for _ in range(200):  # a random player may ask for a new deal for long
            if round.is_over or not left:
                break
            if rng.random() < (0.25 if round.phase == "draft" else 0.8):
                check(round, rng)
                phases[round.phase] += 1
                left -= 1
            act(round, rng)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_hidden_cards_change_no_choice(preset: str) -> None:
    rng = random.Random(f"leak {preset}")
    phases: Counter[str] = Counter()
    rules = Rules.preset(preset)
    walk(rules, rng, EACH, phases)
    wanted = {"bid", "play"}
    wanted |= {"draft"} if rules.deal != "dealt" else set()
    wanted |= {"blind"} if rules.blind_nil_bonus else set()
    assert set(phases) == wanted
    assert min(phases.values()) * 50 >= EACH


@pytest.mark.parametrize("block", range(RANDOM_BLOCKS))
def test_hidden_cards_change_no_choice_under_random_rules(block: int) -> None:
    rng = random.Random(f"leak rules {block}")
    left = EACH
    while left:
        positions = min(left, EACH_RULES)
        walk(random_rules(rng), rng, positions, Counter())
        left -= positions


def two_packs(preset: str, seed: int) -> tuple[Round, Round]:
    """Give two rounds that differ in cards that seat 0 has never seen, after the same actions."""
    rng = random.Random(seed)
    rules = Rules.preset(preset)
    deck = rng.sample(range(52), 52)
    opener = rng.randrange(rules.players)
    first = Round.deal(rules, seed=1, opener=opener, deck=deck)
    phases = ["bid"] if rules.deal == "dealt" else ["draft", "bid"]
    # After a draft with open discards nothing is hidden.
    until = "draft" if rules.discards == "face-up" else rng.choice(phases)
    wait = rng.randrange(12) if until == "draft" else 0
    while first.turn != 0 or first.phase != until or first.drafted < wait:
        legal = first.legal_actions()
        first.apply(legal[0] if first.phase == "bid" else rng.choice(legal))
    unseen = sorted(set(range(52)) - {int(card) for card in first.observation(0).known})
    for _ in range(1000):
        to = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        second = Round.deal(rules, 2, opener, deck=[to.get(card, card) for card in deck])
        try:
            for _, action in first.history:
                second.apply(action)
        except SpadesError:  # the other hands could not say the same, as for a misdeal
            continue
        if any(card != other for card, other in to.items()):
            return first, second
    raise AssertionError("nothing is hidden")


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_pickled_observation_holds_no_hidden_card(preset: str) -> None:
    """Two packs that differ in cards that were never seen: the same bytes, the same choices."""
    different = 0
    for seed in range(30):
        first, second = two_packs(preset, seed)
        assert pickle.dumps(first) != pickle.dumps(second)
        ours, theirs = first.observation(0), second.observation(0)
        assert ours == theirs
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.dumps(ours, protocol) == pickle.dumps(theirs, protocol)
        assert ours.__reduce__() == theirs.__reduce__()
        assert ours.key() == theirs.key()
        assert repr(ours) == repr(theirs)
        for bot in (SearchBot(seed=seed, worlds=3), RuleBot(), BookBot(), RandomBot(seed=seed)):
            assert bot.choose(ours) == bot.choose(theirs)
        # The eyes of the others do see the difference.
        seats = range(1, first.rules.players)
        different += any(first.observation(s) != second.observation(s) for s in seats)
    if not (rules := Rules.preset(preset)).hand_hidden_until_bid and rules.discards != "face-up":
        assert different > 10


def test_the_seed_of_the_deal_is_not_seen() -> None:
    deck = list(range(52))
    one, other = (Round.deal("partners", seed, 0, deck=deck) for seed in (1, 2))
    assert pickle.dumps(one.observation(0)) == pickle.dumps(other.observation(0))
    # A game's seed deals later rounds, too.
    games = [Game("partners", seed=seed, opener=0) for seed in range(2)]
    for game in games:
        seen = pickle.dumps(game.observation(0))
        (world,) = game.observation(0).sample(3, 1)
        assert pickle.dumps(world.observation(0)) == seen


class Dressed:
    """Has all that an observation has, and a round behind it."""

    def __init__(self, round: Round) -> None:
        self.round = round

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self.round.observation(0), name)


BOTS: list[Bot] = [
    *(SearchBot(seed=1, worlds=2, level=level) for level in spades.bots.LEVELS),
    RuleBot(),
    RuleBot(bids="fitted"),
    BookBot(),
    RandomBot(seed=1),
]


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_nothing_but_an_observation_is_taken(preset: str) -> None:
    game = Game(preset, seed=1, opener=0)
    round = game.round
    what: Any
    for what in (game, round, Dressed(round), round.hands, pickle.dumps(game.observation(0))):
        for bot in BOTS:
            with pytest.raises(SpadesError, match="Observation"):
                bot.choose(what)
        with pytest.raises(SpadesError, match="Observation"):
            _core.search(what, seed=1, worlds=1)
        with pytest.raises(SpadesError, match="Observation"):
            _core.rule_action(what)
        with pytest.raises(SpadesError, match="Observation"):
            _core.book_action(what)
    with pytest.raises(TypeError):
        type("Spy", (Observation,), {})
    assert not hasattr(game.observation(0), "hands")


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_bot_forgets_what_another_seat_saw(preset: str) -> None:
    """One bot may play all seats: what it was asked for one is not known to it in another."""
    rng = random.Random(preset)
    for seed in range(4):
        round = Round.deal(preset, seed=seed)
        used = SearchBot(seed=seed, worlds=3)
        while not round.is_over:
            assert round.turn is not None
            seen = round.observation(round.turn)
            chosen = used.choose(seen)
            if rng.random() < 0.1:
                assert SearchBot(seed=seed, worlds=3).choose(seen) == chosen
            round.apply(chosen.action)
