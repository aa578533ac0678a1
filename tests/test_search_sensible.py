"""What is lost or won already is played on sensibly: positions with a plain best card.

All cards but those held have been played in view of both, so that the hands are known. Seat 0 is
to act. Each position is also given to the exact solver, to see that it is what it is meant to be.
"""

from __future__ import annotations

from typing import Any

import pytest

import spades
from spades import CardSet, Game, Round, Rules
from spades.bots import LEVELS, RandomBot, SearchBot

FREE_BAGS = [{"bag_limit": 0}, {"bag_penalty": 0}]
BOTS = [SearchBot(seed=1, level=level) for level in LEVELS]
PLAIN = Rules.preset("two-handed")


def chosen(
    rules: Rules,
    hands: tuple[str, str],
    bids: tuple[str, str],
    tricks: tuple[int, int],
    led: str | None = None,
) -> set[str]:
    """Give the cards that the bots of all levels play, with and without equity."""
    cards = CardSet(hands[0]) | CardSet(hands[1])
    if led:
        cards |= CardSet([led])
    given: dict[str, Any] = {"trick": [(1, led)]} if led else {}
    round = Round.setup(
        rules,
        list(hands),
        list(bids),
        list(tricks),
        0,
        broken=True,
        played=CardSet(range(52)) - cards,
        **given,
    )
    seen = round.observation(0)
    assert seen.worlds() == 1
    return {str(bot.choose(seen).action) for bot in BOTS}


def points(
    rules: Rules,
    hands: tuple[str, str],
    bids: tuple[str, str],
    tricks: tuple[int, int],
    led: str | None = None,
) -> dict[str, int]:
    """Give what every card is worth in this round alone, exactly."""
    given: dict[str, Any] = {"trick": [(1, led)]} if led else {}
    round = Round.setup(rules, list(hands), list(bids), list(tricks), 0, broken=True, **given)
    return {str(action): value for action, value in spades.solve(round).actions.items()}


# Hearts are gone but for ours; spades have to be drawn first, or the king takes a heart.
DRAW = ("A.A3..", "K...KQ")


def test_a_lost_contract_still_sets_the_other() -> None:
    # Seat 0 bid 8 and has 2 of the 10 tricks: lost. Seat 1 bid 9 and lacks one.
    place = (PLAIN, DRAW, ("8", "9"), (2, 8))
    values = points(*place)
    assert values["AS"] - values["AH"] == 180
    assert values["AH"] == values["3H"]
    assert chosen(*place) == {"AS"}


def test_a_contract_that_hangs_on_the_last_tricks_is_made() -> None:
    # Seat 0 lacks all three; seat 1 has long made its own.
    assert chosen(PLAIN, DRAW, ("5", "4"), (2, 8)) == {"AS"}
    # Both lack them.
    assert chosen(PLAIN, DRAW, ("5", "9"), (2, 8)) == {"AS"}


def test_a_broken_nil_takes_no_more_bags_than_it_must() -> None:
    # Under these rules the tricks of a failed nil are bags; seat 1 has made its bid.
    rules = PLAIN.replace(nil_tricks="bags", bag_points=-5)
    place = (rules, (".K2..", "...A"), ("nil", "5"), (3, 8), "5H")
    values = points(*place)
    assert values["2H"] > values["KH"]
    assert chosen(*place) == {"2H"}


def test_a_broken_nil_still_denies_tricks() -> None:
    # Its own tricks count for nothing, but seat 1 lacks one of the last two.
    place = (PLAIN, (".K2..", ".3.."), ("nil", "9"), (3, 8), "5H")
    values = points(*place)
    assert values["KH"] == values["2H"]  # one of both falls to seat 1 in any case
    place = (PLAIN, (".K2..", "...A"), ("nil", "9"), (3, 8), "5H")
    values = points(*place)
    assert values["KH"] - values["2H"] >= 180
    assert chosen(*place) == {"KH"}


def test_a_nil_that_can_be_kept_is_kept() -> None:
    # The king goes away on the club only after the four has slipped under the five.
    place = (PLAIN, (".K4..", "...3"), ("nil", "5"), (0, 11), "5H")
    assert chosen(*place) == {"4H"}


def test_a_nil_of_the_other_is_broken() -> None:
    # Seat 0 has made its bid; the four lets seat 1 have the trick.
    place = (PLAIN, (".K4..", "...3"), ("5", "nil"), (11, 0), "5H")
    values = points(*place)
    assert values["4H"] - values["KH"] > 190
    assert chosen(*place) == {"4H"}


# Both bids are made; the king wins this trick and the two the last, the two loses both.
BAGS = ((".K2..", "...A"), ("3", "3"), (6, 5), "5H")


def test_bags_that_are_punished_are_ducked() -> None:
    assert chosen(PLAIN, *BAGS) == {"2H"}
    assert chosen(PLAIN.replace(bag_points=-5), *BAGS) == {"2H"}
    # The penalty falls due in this very round.
    rules = PLAIN.replace(bag_limit=4)
    values = points(rules, *BAGS)
    assert values["2H"] - values["KH"] > 90
    assert chosen(rules, *BAGS) == {"2H"}


@pytest.mark.parametrize("changes", FREE_BAGS, ids=["no-limit", "no-penalty"])
def test_bags_that_cost_nothing_are_taken(changes: dict[str, int]) -> None:
    rules = PLAIN.replace(**changes)
    values = points(rules, *BAGS)
    assert values["KH"] - values["2H"] == 4
    assert chosen(rules, *BAGS) == {"KH"}


@pytest.mark.parametrize("changes", FREE_BAGS, ids=["no-limit", "no-penalty"])
def test_bags_are_taken_in_every_trick_when_they_cost_nothing(changes: dict[str, int]) -> None:
    """A whole hand of winners and losers: no trick is thrown away."""
    rules = PLAIN.replace(**changes)
    hands, bids = ("AK.A2.K.", "32.K.A.3"), ("1", "1")
    values = points(rules, hands, bids, (4, 3))
    best = {card for card, value in values.items() if value == max(values.values())}
    assert chosen(rules, hands, bids, (4, 3)) <= best
    assert len(best) < len(values)


def test_in_the_last_round_bags_cost_nothing_later() -> None:
    """They would never come to ten: each is a point, and the higher score wins."""
    rules = PLAIN.replace(target=0, rounds=1)
    assert chosen(rules, *BAGS) == {"KH"}


def test_of_cards_that_are_the_same_any_may_be_played() -> None:
    """All is the same to the score, and the cards are neighbours: either hides the other."""
    rules = PLAIN.replace(bag_points=0, bag_limit=0)
    place = (rules, (".KQ..", ".A..3"), ("5", "2"), (6, 5))
    assert len(set(points(*place).values())) == 1
    assert chosen(*place) <= {"QH", "KH"}


def last_round(winner: int) -> Game:
    """Give a game in which seat `winner` leads by hundreds, at the play of its last round."""
    rules = Rules.preset("two-handed-open").replace(
        target=0, rounds=6, bag_limit=0, blind_nil_bonus=0, moon_bonus=0, nil_penalty=100
    )
    game = Game(rules, seed=6, opener=0)
    bot = RandomBot(seed=1)
    while len(game.rounds) < 5 or game.phase != "play":
        assert game.turn is not None
        if game.phase == "bid":
            last = len(game.rounds) == 5
            game.apply("5" if last else "1" if game.turn == winner else "13")
        else:
            game.apply(bot.choose(game.observation(game.turn)).action)
    ahead = game.scores[winner].points - game.scores[1 - winner].points
    assert ahead > 400  # more than any round brings
    return game


@pytest.mark.parametrize("winner", [0, 1])
def test_a_decided_game_is_played_out_for_points(winner: int) -> None:
    """No card wins or loses the game any more; each costs what it costs in this round."""
    game = last_round(winner)
    bot, checked = SearchBot(seed=1), 0
    while not game.is_over:
        assert game.turn is not None
        solution = spades.solve(game.round)
        choice = bot.choose(game.observation(game.turn))
        assert solution.actions[choice.action] == solution.value
        for entry in choice.report.actions:
            assert entry.win in (None, float(game.turn == winner))
        checked += len(set(solution.actions.values())) > 1
        game.apply(choice.action)
    assert checked > 0
    assert game.outcome is not None
    assert game.outcome.winner == winner


def test_the_game_goes_before_the_round() -> None:
    """In a last round in full view a card that wins the game is never passed over for points."""
    rules = Rules.preset("two-handed-open").replace(target=0, rounds=2, blind_nil_bonus=0)
    seen_wins = 0
    for seed in range(6):
        game = Game(rules, seed=seed, opener=0)
        bot = SearchBot(seed=1)
        while not game.is_over:
            assert game.turn is not None
            choice = bot.choose(game.observation(game.turn))
            wins = [e.win for e in choice.report.actions if e.win is not None]
            if game.phase == "play" and len(game.rounds) == 1 and wins:
                assert choice.report[choice.action].win == max(wins)
                seen_wins += len(set(wins)) > 1
            game.apply(choice.action)
    assert seen_wins > 0
