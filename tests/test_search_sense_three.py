"""Three and four players alone: positions with a plain best card, at several numbers of worlds.

Seat 0 is to act. Cards that nobody holds have been played in view of all.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spades import CardSet, Game, Limit, Round, Rules
from spades.bots import RandomBot, SearchBot

THREE = Rules.preset("three-handed")
WORLDS = (20, 60, 200)
SEEDS = (1, 2, 3)


def chosen(
    hands: Sequence[str],
    bids: Sequence[int | str],
    tricks: Sequence[int],
    trick: Sequence[tuple[int, str]] = (),
    rules: Rules = THREE,
) -> set[str]:
    """Give all cards that bots of several seeds and numbers of worlds choose."""
    held = CardSet(card for hand in hands for card in CardSet(hand))
    table = CardSet(card for _, card in trick)
    round = Round.setup(
        rules,
        list(hands),
        list(bids),
        list(tricks),
        0,
        list(trick),
        broken=True,
        played=CardSet(range(52)) - (held | table),
    )
    seen = round.observation(0)
    bots = [SearchBot(seed=seed) for seed in SEEDS]
    return {str(bot.choose(seen, Limit(worlds=n)).action) for bot in bots for n in WORLDS}


# Seat 2 wins so far, seat 0 plays last; the ace takes this trick, the two leaves it.
LAST = ((".A2..", "..8.", "..5."), [(1, "9H"), (2, "KH")])


def test_a_contract_is_made_with_the_last_trick() -> None:
    hands, trick = LAST
    assert chosen(hands, (6, 4, 4), (5, 5, 5), trick) == {"AH"}


def test_bags_are_ducked() -> None:
    hands, trick = LAST
    assert chosen(hands, (4, 4, 4), (5, 5, 5), trick) == {"2H"}


@pytest.mark.parametrize("changes", [{"bag_penalty": 0}, {"bag_limit": 0}])
def test_bags_that_cost_nothing_are_taken(changes: dict[str, int]) -> None:
    hands, trick = LAST
    assert chosen(hands, (4, 4, 4), (5, 5, 5), trick, THREE.replace(**changes)) == {"AH"}


def test_an_opponent_is_set() -> None:
    # Seat 2 lacks both tricks; seat 1 has made its contract.
    hands, trick = LAST
    assert chosen(hands, (4, 4, 7), (5, 5, 5), trick) == {"AH"}


def test_a_nil_that_wins_is_left_with_the_trick() -> None:
    hands, trick = LAST
    assert chosen(hands, (4, 4, "nil"), (8, 7, 0), trick) == {"2H"}


def test_an_own_nil_goes_under() -> None:
    hands, trick = LAST
    assert chosen(hands, ("nil", 4, 4), (0, 8, 7), trick) == {"2H"}


def test_the_last_player_wins_with_the_cheapest_card() -> None:
    hands = (".AQT2..", ".8.93.", ".5.T5.")
    assert chosen(hands, (6, 4, 4), (4, 5, 4), [(1, "9H"), (2, "7H")]) == {"TH"}


def test_alone_at_four_one_of_three_others_is_set() -> None:
    rules = Rules.preset("partners").replace(partnerships=False)
    hands = [".A2..", "..8.", "..5.", "..J."]
    trick = [(1, "9H"), (2, "3H"), (3, "KH")]
    assert chosen(hands, (3, 2, 2, 6), (3, 2, 1, 5), trick, rules) == {"AH"}


def last_round(seed: int) -> tuple[Game, int]:
    """Give a last round before its bids in which one seat is far ahead, and that seat."""
    rules = THREE.replace(target=0, rounds=2, misdeal=False)
    while True:
        seed += 1
        game = Game(rules, seed=seed, opener=0)
        bot = RandomBot(seed=1)
        while len(game.rounds) < 1:
            assert game.turn is not None
            if game.phase == "bid":
                game.apply("4" if game.turn == seed % 3 else "8")
            else:
                game.apply(bot.choose(game.observation(game.turn)).action)
        ranked = sorted((score.points, seat) for seat, score in enumerate(game.scores))
        if ranked[2][0] - ranked[1][0] > 100:
            return game, ranked[2][1]


def test_the_chance_to_win_is_that_of_the_standing() -> None:
    for seed in (10, 20, 30):
        game, leader = last_round(seed)
        while game.phase == "bid":
            assert game.turn is not None
            choice = SearchBot(seed=1).choose(game.observation(game.turn), Limit(worlds=80))
            win = choice.report[choice.action].win
            assert win is not None
            assert (win > 0.5) == (game.turn == leader)
            game.apply(choice.action)


def test_what_is_reported_adds_up() -> None:
    """At the first lead of a level game each of three is as likely to win as the others."""
    sums = [0.0, 0.0, 0.0]
    for seed in range(6):
        for seat in range(3):
            round = Round.deal(THREE, seed=seed, opener=seat)
            for _ in range(3):
                round.apply("5")
            choice = SearchBot(seed=1).choose(round.observation(seat), Limit(worlds=40))
            win = choice.report[choice.action].win
            assert win is not None
            sums[seat] += win / 6
    assert all(0.15 < win < 0.55 for win in sums)
