"""Random positions that are set up: seen, sampled, pickled and played on like dealt ones."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import spades
from random_play import act, play_out
from random_rules import any_rules
from spades import Bid, CardSet, Round

BIDS = ["nil", *(str(n) for n in range(1, 14))]


def random_setup(rng: random.Random) -> Round:
    """Set up a random position of the bidding or the play, sometimes with cards on the table."""
    rules = any_rules(rng)
    players, turn = rules.players, rng.randrange(rules.players)
    bids: list[str | Bid | None] = [rng.choice(BIDS[: rules.max_bid + 1]) for _ in range(players)]
    if rules.blind_nil_bonus and rng.random() < 0.3:
        bids[rng.randrange(players)] = "blind-nil"
    bidding = rng.random() < 0.3
    size = rng.randint(1, rules.hand_size if bidding else 6)
    pack = rng.sample(range(52), 52)
    hands = [CardSet(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    rest = pack[players * size :]
    tricks = [0] * players
    opener = None
    if bidding:
        opener = rng.randrange(players)
        for i in range((turn - opener) % players, players):
            seat = (opener + i) % players
            if i == (turn - opener) % players or bids[seat] != "blind-nil":
                bids[seat] = None
    else:
        for _ in range(rng.randint(0, rules.hand_size - size)):
            tricks[rng.randrange(players)] += 1
    discards = None
    if rules.deal != "dealt" and rng.random() < 0.5:
        n = rng.randint(0, 5)
        discards = [CardSet(rest[:n]), CardSet(rest[n : 2 * n])]
        rest = rest[2 * n :]
    played = CardSet(rest[: rng.randint(0, len(rest))]) if rng.random() < 0.5 else None
    round = Round.setup(
        rules,
        hands,
        bids,
        tricks,
        turn,
        broken=rng.random() < 0.5,
        opener=opener,
        discards=discards,
        played=played,
    )
    assert round.hands == tuple(hands)
    assert (round.turn, round.phase) == (turn, "bid" if bidding else "play")
    assert round.tricks == tuple(tricks)
    for _ in range(rng.randint(0, 2 * players)):
        if not round.is_over:
            act(round, rng)
    return round


def check(round: Round, rng: random.Random) -> None:
    """Check what holds of every round."""
    for again in (round.copy(), copy.deepcopy(round), pickle.loads(pickle.dumps(round))):
        assert again == round
    for seat in range(round.rules.players):
        seen = round.observation(seat)
        assert pickle.loads(pickle.dumps(seen)) == seen
        assert seen.hand in (round.hands[seat], CardSet())
        assert seen.worlds() >= 1
        for world in seen.sample(rng.getrandbits(64), 2):
            again = world.observation(seat)
            assert again == seen
            assert again.key() == seen.key()
            assert (again.to_numpy() == seen.to_numpy()).all()
            assert pickle.loads(pickle.dumps(world)) == world
            assert [len(hand) for hand in world.hands] == [len(hand) for hand in round.hands]
            play_out(world, rng)


@pytest.mark.parametrize("block", range(4))
def test_random_setups(block: int) -> None:
    for seed in range(block * 150, (block + 1) * 150):
        rng = random.Random(seed)
        try:
            round = random_setup(rng)
            check(round, rng)
            cards = sum(len(hand) for hand in round.hands) + len(round.trick)
            before = sum(round.tricks)
            dealt_again = "misdeal" in map(str, round.legal_actions())
            play_out(round, rng)
            if not dealt_again and not round.rules.misdeal:
                assert (sum(round.tricks) - before) * round.rules.players == cards
            check(round, rng)
        except Exception as error:
            error.add_note(f"set-up {seed}")
            raise


def test_worlds_of_dealt_rounds_are_pickled_and_copied() -> None:
    for seed in range(80):
        rng = random.Random(seed)
        rules = any_rules(rng)
        round = Round.deal(rules, seed, rng.randrange(rules.players))
        while not round.is_over:
            if rng.random() < 0.1:
                check(round, rng)
            act(round, rng)
        check(round, rng)


def test_a_misdeal_from_a_set_up_deals_a_whole_round() -> None:
    rules = spades.Rules.preset("three-handed")
    round = Round.setup(rules, ["..2.", "A...", "K..."], [None, None, None], turn=0)
    round.apply("misdeal")
    assert [len(hand) for hand in round.hands] == [17, 17, 17]
    assert (round.phase, round.turn, round.bids) == ("bid", 0, (None, None, None))
    check(round, random.Random(1))
    play_out(round, random.Random(1))
    assert sum(round.tricks) == 17


def test_a_misdeal_from_a_set_up_asks_for_blind_nil_again() -> None:
    rules = spades.Rules(deal="dealt", misdeal=True, blind_nil_bonus=200)
    round = Round.setup(rules, ["..2.", "A..."], [None, None])
    round.apply("misdeal")
    assert (round.phase, round.turn) == ("blind", 0)
    assert pickle.loads(pickle.dumps(round)) == round
    check(round, random.Random(1))
