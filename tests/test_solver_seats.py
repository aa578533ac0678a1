"""The solver where it matters which seat takes a trick: open nils, three or four players alone.

Small positions are compared with a plain minimax that knows only the oracle's rules and scores,
larger ones with themselves: along the best cards the value stays, to the score at the end.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time

import pytest

import spades
from oracle import OracleRules, legal_cards, score_round, trick_winner

NILS = [("partners", "bags"), ("partners", "ignored"), ("partners-double-nil", "contract")]


def margin(rules: OracleRules, bids: list[int | str], tricks: list[int], side: int) -> int:
    bags = [0] * (2 if rules.partnerships else rules.players)
    points = [points for points, _ in score_round(rules, bids, tricks, bags)]
    return points[side] - max(points[:side] + points[side + 1 :])


def plain(
    rules: OracleRules,
    bids: list[int | str],
    hands: list[frozenset[int]],
    trick: list[tuple[int, int]],
    leader: int,
    broken: bool,
    tricks: list[int],
    side: int,
) -> dict[int, int]:
    """The value to a side of every legal card, when all others want it low."""
    turn = (leader + len(trick)) % rules.players
    values = {}
    for card in legal_cards(set(hands[turn]), trick, broken):
        left = [hand - {card} for hand in hands]
        now, then, first, won = [*trick, (turn, card)], broken or card // 13 == 3, leader, tricks
        if len(now) == rules.players:
            first, won = trick_winner(now), list(tricks)
            won[first] += 1
            now = []
        if any(left):
            after = plain(rules, bids, left, now, first, then, won, side)
            next_turn = (first + len(now)) % rules.players
            ours = next_turn % 2 == side if rules.partnerships else next_turn == side
            values[card] = max(after.values()) if ours else min(after.values())
        else:
            values[card] = margin(rules, bids, won, side)
    return values


def deal(
    rng: random.Random, rules: spades.Rules, cards: int, bids: list[int | str]
) -> spades.Round:
    deck = rng.sample(range(52), cards * rules.players)
    hands = [
        spades.CardSet([spades.Card(card) for card in deck[seat * cards :][:cards]])
        for seat in range(rules.players)
    ]
    return spades.Round.setup(
        rules,
        hands,
        bids,
        [0] * rules.players,
        rng.randrange(rules.players),
        broken=rng.random() < 0.5,
    )


def small_bids(rng: random.Random, players: int) -> list[int | str]:
    choices: list[int | str] = ["nil", 1, 1, 2]
    bids = [rng.choice(choices) for _ in range(players)]
    bids[rng.randrange(players)] = "nil"
    return bids


@pytest.mark.parametrize("seed", range(60))
def test_against_a_plain_minimax(seed: int) -> None:
    rng = random.Random(seed)
    name, nil_tricks = NILS[seed % 3]
    rules = spades.Rules.preset(name).replace(nil_tricks=nil_tricks)
    if seed % 5 == 3:
        rules = rules.replace(partnerships=False, double_nil_bonus=0)
    if seed % 5 == 4:
        rules = spades.Rules.preset("three-handed").replace(nil_tricks=nil_tricks)
    bids = small_bids(rng, rules.players)
    round = deal(rng, rules, 3, bids)
    turn = round.turn
    assert turn is not None
    oracle = OracleRules(**rules.as_dict())
    hands = [frozenset(int(card) for card in hand) for hand in round.hands]
    side = turn % 2 if rules.partnerships else turn
    found = plain(oracle, bids, hands, [], turn, round.broken, [0] * rules.players, side)
    solution = spades.solve(round)
    assert {int(action): value for action, value in solution.actions.items()} == found
    assert solution.value == max(found.values())


@pytest.mark.parametrize("cards", [6, 8, 9, 10])
def test_the_best_cards_keep_the_value(cards: int) -> None:
    rng = random.Random(cards)
    for nil in range(4):
        bids: list[int | str] = [1 + rng.randrange(3) for _ in range(4)]
        bids[nil] = "nil"
        round = deal(rng, spades.Rules.preset("partners"), cards, bids)
        first = spades.solve(round).value
        first = first if round.turn in (0, 2) else -first
        while round.turn is not None:
            solution = spades.solve(round)
            value = solution.value if round.turn in (0, 2) else -solution.value
            assert value == first
            round.apply(max(solution.actions, key=lambda action: solution.actions[action]))
        ours, theirs = spades.score_round(round.rules, list(bids), list(round.tricks))
        assert ours.points - theirs.points == first


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to the own process")
@pytest.mark.parametrize("preset", ["partners", "three-handed"])
def test_a_whole_round_is_begun_and_can_be_interrupted(preset: str) -> None:
    round = spades.Round.deal(preset, seed=3)
    for bid in ["nil", "4", "2", "3"][: round.rules.players]:
        round.apply(bid)
    assert round.phase == "play"
    presser = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))

    def solve() -> None:
        presser.start()
        spades.solve(round)
        time.sleep(60)  # so quick a machine that the key comes too late

    with pytest.raises(KeyboardInterrupt):
        solve()
    presser.join()
