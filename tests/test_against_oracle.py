"""The core against the oracle: same deck, same actions, everything compared at every step."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

import oracle
import spades
from random_play import random_action
from random_rules import any_rules, oracle_rules, random_rules

if TYPE_CHECKING:
    from spades._types import ActionLike

PACK = range(52)
MISDEAL = oracle.MISDEAL


def mask(cards: Iterable[int]) -> int:
    """Give the cards as the bits of `CardSet.mask`."""
    return sum(1 << card for card in cards)


def oracle_bids(bids: Iterable[oracle.Bid | None]) -> list[str | None]:
    """Give the oracle's bids as texts."""
    return [None if bid is None else str(bid) for bid in bids]


def same(core: spades.Round, true: oracle.OracleRound) -> None:
    """Compare all that both know of a position."""
    assert core.phase == true.phase
    assert core.turn == true.turn
    assert core.is_over == (true.turn is None)
    assert [int(action) for action in core.legal_actions()] == true.legal()
    assert [hand.mask for hand in core.hands] == [mask(hand) for hand in true.hands]
    assert [cards.mask for cards in core.discards] == [mask(cards) for cards in true.discards]
    assert [None if bid is None else str(bid) for bid in core.bids] == oracle_bids(true.bids)
    assert list(core.tricks) == true.tricks
    assert [(seat, int(card)) for seat, card in core.trick] == true.trick
    assert core.leader == true.leader
    assert core.broken == true.broken
    assert core.opener == true.opener
    assert core.drafted == true.draft_turn


def same_knowledge(core: spades.Round, true: oracle.OracleRound, seat: int) -> None:
    """Compare what a seat is shown: no more (a leak) and no less."""
    seen = core.observation(seat)
    assert seen.known.mask == mask(true.known_cards(seat)), (seat, true.phase)
    legal = true.legal() if seat == true.turn else []
    assert [int(action) for action in seen.legal_actions()] == legal
    # What is known to be in a hand is in it.
    for holder, cards in enumerate(seen.known_hands):
        assert cards.mask & ~mask(true.hands[holder]) == 0
    own = seen.hand.mask
    assert own in (0, mask(true.hands[seat]))
    assert seen.played.mask == mask(true.played)
    assert list(seen.cards_left) == [len(hand) for hand in true.hands]


def shown_voids(log: list[tuple[int, int]], players: int) -> list[set[int]]:
    """Give the suits that each seat has shown not to hold.

    It did not follow a suit, or led a spade while spades were not broken: then it held only spades.
    """
    voids: list[set[int]] = [set() for _ in range(players)]
    plays = [(seat, oracle.suit(action)) for seat, action in log if action < 52]
    broken = False
    for i, (seat, suit) in enumerate(plays):
        led = plays[i - i % players][1]
        if suit != led:
            voids[seat].add(led)
        if i % players == 0 and suit == oracle.SPADES and not broken:
            voids[seat] |= {0, 1, 2}
        broken |= suit == oracle.SPADES
    return voids


def same_log(core: spades.Round, log: list[tuple[int, int]]) -> None:
    """Compare what was said and played, and what it shows of each seat."""
    assert [(seat, int(action)) for seat, action in core.history] == log
    seen = core.observation(0)
    assert seen.history == core.history
    names = ("clubs", "diamonds", "hearts", "spades")
    expected = [{names[suit] for suit in shown} for shown in shown_voids(log, len(core.hands))]
    assert [set(suits) for suits in seen.voids] == expected


def deck_of(hands: Iterable[spades.CardSet], opener: int) -> list[int]:
    """Give a deck that deals these hands: "one card at a time", the first to the opener."""
    left = [[int(card) for card in hand] for hand in hands]
    dealt: list[int] = []
    while any(left):
        dealt.append(left[(opener + len(dealt)) % len(left)].pop())
    return dealt + [card for card in PACK if card not in dealt]


def some_form(action: int, rng: random.Random) -> ActionLike:
    """Give an action as its id, its text or an object."""
    made = spades.Action(action)
    forms: list[ActionLike] = [action, made, str(made)]
    if made.card is not None:
        forms += [made.card, str(made.card).lower(), str(made.card)[::-1]]
    elif made.bid is not None:
        forms.append(made.bid)
    return rng.choice(forms)


def compare_round(rules: spades.Rules, rng: random.Random, *, knowledge: bool) -> None:
    """Play one random round in both."""
    deck, opener = rng.sample(PACK, 52), rng.randrange(rules.players)
    core = spades.Round.deal(rules, rng.getrandbits(64), opener, deck=deck)
    true = oracle.OracleRound(oracle_rules(rules), deck, opener)
    log: list[tuple[int, int]] = []
    while True:
        same(core, true)
        if knowledge:
            same_knowledge(core, true, rng.randrange(rules.players))
            same_log(core, log)
        legal = true.legal()
        if not legal:
            break
        action = random_action(rng, legal)
        log = [] if action == MISDEAL else [*log, (true.turn or 0, action)]
        assert int(core.apply(some_form(action, rng))) == action
        true.apply(action, deck_of(core.hands, opener) if action == MISDEAL else None)
    bags = [rng.randint(0, 12) for _ in range(rules.sides)]
    bids = [bid for bid in true.bids if bid is not None]
    scores = [(side.points, side.bags) for side in core.score(bags)]
    assert scores == oracle.score_round(true.rules, bids, true.tricks, bags)


@pytest.mark.parametrize("block", range(20))
def test_10000_random_rounds(block: int) -> None:
    for number in range(block * 500, (block + 1) * 500):
        rng = random.Random(number)
        rules = any_rules(rng)
        try:
            compare_round(rules, rng, knowledge=number % 4 == 0)
        except Exception as error:
            error.add_note(f"round {number} of {rules!r}")
            raise


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_knowledge_of_every_seat_at_every_step(preset: str) -> None:
    rules = spades.Rules.preset(preset)
    for number in range(20):
        rng = random.Random(number)
        deck, opener = rng.sample(PACK, 52), rng.randrange(rules.players)
        core = spades.Round.deal(rules, number, opener, deck=deck)
        true = oracle.OracleRound(oracle_rules(rules), deck, opener)
        while legal := true.legal():
            for seat in range(rules.players):
                same_knowledge(core, true, seat)
            action = random_action(rng, legal)
            core.apply(action)
            true.apply(action, deck_of(core.hands, opener) if action == MISDEAL else None)


def test_scores_of_random_numbers() -> None:
    for number in range(20_000):
        rng = random.Random(number)
        rules = random_rules(rng) if number % 2 else spades.Rules.preset(rng.choice(spades.PRESETS))
        nils: list[oracle.Bid] = ["nil", "blind-nil"] if rules.blind_nil_bonus else ["nil"]
        bids: list[oracle.Bid] = [
            rng.choice([*nils, rng.randint(0, rules.max_bid), rules.max_bid])
            for _ in range(rules.players)
        ]
        tricks = [0] * rules.players
        for _ in range(rules.hand_size):
            tricks[rng.choice([0, rng.randrange(rules.players)])] += 1
        rng.shuffle(tricks)
        bags = [rng.choice([0, 9, rng.randint(0, 25)]) for _ in range(rules.sides)]
        scores = spades.score_round(rules, bids, tricks, bags)
        found = [(side.points, side.bags) for side in scores]
        true = oracle.score_round(oracle_rules(rules), bids, tricks, bags)
        assert found == true, (rules, bids, tricks, bags)
        assert all(sum(n for _, n in side.lines) == side.points for side in scores)


def compare_game(rules: spades.Rules, rng: random.Random) -> str:
    """Play one random game; every round is played again in the oracle from its deck."""
    opener = rng.randrange(rules.players)
    game = spades.Game(rules, rng.getrandbits(64), opener)
    true = oracle.OracleGame(oracle_rules(rules), opener)
    while not true.over:
        assert not game.is_over
        assert game.outcome is None
        number = true.rounds_played
        assert len(game.rounds) == number
        first = game.round.opener
        assert first == (first if true.next_opener is None else true.next_opener)
        assert not game.round.broken
        redealt: list[list[int]] = []
        while len(game.rounds) == number:
            action = random_action(rng, [int(a) for a in game.legal_actions()])
            game.apply(action)
            if action == MISDEAL:
                redealt.append(deck_of(game.round.hands, first))
        done = game.rounds[number]
        played = oracle.OracleRound(true.rules, [int(card) for card in done.deck], first)
        for made in done.actions:
            played.apply(int(made), redealt.pop(0) if int(made) == MISDEAL else None)
        assert played.turn is None
        assert list(done.tricks) == played.tricks
        assert [str(bid) for bid in done.bids] == oracle_bids(played.bids)
        assert done.opener == first
        bids = [bid for bid in played.bids if bid is not None]
        scored = oracle.score_round(true.rules, bids, played.tricks, true.bags)
        assert [(side.points, side.bags) for side in done.score] == scored
        true.finish_round([points for points, _ in scored], [bags for _, bags in scored])
        assert [score.points for score in game.scores] == true.scores
        assert [score.bags for score in game.scores] == true.bags
    assert game.is_over
    assert game.turn is None
    assert game.outcome is not None
    assert true.outcome == (game.outcome.winner, game.outcome.reason)
    assert game.outcome.scores == game.scores
    return true.outcome[1]


def test_random_games() -> None:
    reasons = set()
    for number in range(250):
        rng = random.Random(number)
        rules = random_rules(rng)
        if rules.max_rounds > 20:
            rules = rules.replace(max_rounds=max(rules.rounds, 10))
        try:
            reasons.add(compare_game(rules, rng))
        except Exception as error:
            error.add_note(f"game {number} of {rules!r}")
            raise
    assert reasons == {"target", "lose_score", "rounds", "max_rounds"}


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_random_games_of_presets(preset: str) -> None:
    for number in range(5):
        # Random bids hardly ever reach a target of 300: low targets end games and see ties.
        rules = spades.Rules.preset(preset).replace(target=number * 40 + 1, max_rounds=40)
        compare_game(rules, random.Random(number))
