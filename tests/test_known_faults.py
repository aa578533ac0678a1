"""Faults known of other engines; a test each that this one has not got them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import spades
from random_play import act, play_out, positions, snapshot
from spades import Game, IllegalActionError, Round, Rules, SpadesError

DEALT = Rules(deal="dealt", target=10, bag_points=0, bag_limit=0)


def play_round(game: Game, bids: list[str], rng: random.Random) -> spades.FinishedRound:
    """Play one round of a game with these bids, the opener's first."""
    rounds = len(game.rounds)
    for bid in bids:
        game.apply(bid)
    while len(game.rounds) == rounds:
        act(game, rng)
    return game.rounds[-1]


def test_broken_flag_is_stale_in_the_next_round() -> None:
    rng = random.Random(1)
    for preset in spades.PRESETS:
        game = Game(preset, seed=1)
        for number in range(5):
            while len(game.rounds) == number and not game.is_over:
                before = game.round
                act(game, rng)
            assert before.broken
            if not game.is_over:
                assert not game.round.broken
                assert not game.observation(0).broken


def test_a_forced_spade_lead_does_not_break() -> None:
    round = Round.setup("two-handed", ["A2...", ".A.A."], [1, 1])
    assert not round.broken
    round.apply("2S")
    assert round.broken
    assert round.observation(1).broken
    round.apply("AD")
    # From the next lead on a spade may be led beside other suits.
    round = Round.setup("two-handed", ["32...", "A.A.."], [1, 1])
    round.apply("2S")
    round.apply("AS")
    assert round.broken
    assert [str(action) for action in round.legal_actions()] == ["AH"]
    round = Round.setup("two-handed", ["432...", "AK.A.."], [1, 1])
    round.apply("2S")
    round.apply("AS")
    assert [str(action) for action in round.legal_actions()] == ["AH", "KS"]


def test_a_leader_with_only_spades_has_no_legal_card() -> None:
    round = Round.setup("two-handed", ["A2...", ".A.A."], [1, 1])
    assert [str(action) for action in round.legal_actions()] == ["2S", "AS"]
    for preset in spades.PRESETS:
        for seed in range(30):
            for position in positions(preset, random.Random(seed)):
                assert position.is_over or position.legal_actions()


def test_two_tens_of_bags_are_one_penalty() -> None:
    score = spades.score_round("two-handed", [1, 3], [13, 0], [9, 0])[0]
    assert (score.points, score.bags) == (10 + 12 - 200, 1)
    assert score.lines == (("contract", 10), ("overtricks", 12), ("bag-penalty", -200))


def test_overtricks_lose_their_point() -> None:
    score = spades.score_round("two-handed", [5, 3], [8, 5], [0, 0])[0]
    assert (score.points, score.bags) == (53, 3)
    assert spades.score_round("partners", ["nil", 3, 4, 3], [2, 4, 4, 3])[0].points == -58


def test_a_summary_does_not_add_up_to_the_score() -> None:
    for preset in spades.PRESETS:
        game = Game(Rules.preset(preset).replace(max_rounds=12, target=10_000), seed=3)
        play_out(game, random.Random(3))
        for side, score in enumerate(game.scores):
            lines = [points for done in game.rounds for _, points in done.score[side].lines]
            assert sum(lines) == score.points


def test_both_sides_are_past_the_target_and_the_first_one_wins() -> None:
    """The higher score wins, not the lower seat, nor who opened."""
    found = 0
    for seed in range(30):
        game = Game(DEALT.replace(target=20), seed, opener=0)
        done = play_round(game, ["2", "3"], random.Random(seed))
        if done.tricks[0] >= 2 and done.tricks[1] >= 3:
            found += 1
            assert game.outcome is not None
            assert [score.points for score in game.scores] == [20, 30]
            assert (game.outcome.winner, game.outcome.reason) == (1, "target")
    assert found >= 3


def test_a_tie_ends_the_game() -> None:
    """With a target a shared highest score is played on; the next round decides it."""
    found = 0
    for seed in range(40):
        rng = random.Random(seed)
        game = Game(DEALT, seed, opener=0)
        done = play_round(game, ["1", "1"], rng)
        if min(done.tricks) == 0:
            continue
        assert [score.points for score in game.scores] == [10, 10]
        assert not game.is_over
        done = play_round(game, ["1", "1"], rng)  # a tie again, above the target
        if min(done.tricks) == 0:
            continue
        assert [score.points for score in game.scores] == [20, 20]
        assert not game.is_over
        done = play_round(game, ["1", "2"], rng)  # the opener is seat 0 again
        if done.tricks[0] >= 1 and done.tricks[1] >= 2:
            found += 1
            assert game.outcome is not None
            assert (game.outcome.winner, game.outcome.reason) == (1, "target")
    assert found >= 3


def test_a_tie_after_fixed_rounds_is_a_draw() -> None:
    found = 0
    for seed in range(20):
        game = Game(DEALT.replace(target=0, rounds=1), seed, opener=0)
        if min(play_round(game, ["1", "1"], random.Random(seed)).tricks) > 0:
            found += 1
            assert game.outcome is not None
            assert (game.outcome.winner, game.outcome.reason) == (None, "rounds")
    assert found >= 3


def test_the_last_trick_is_lost_at_the_end() -> None:
    for preset in spades.PRESETS:
        rules = Rules.preset(preset).replace(target=0, rounds=1)
        for seed in range(10):
            game = Game(rules, seed)
            while not game.is_over:
                before = game.round
                act(game, random.Random(seed))
            assert sum(before.tricks) == rules.hand_size - 1
            assert sum(game.rounds[0].tricks) == rules.hand_size
            # The last round stays to be looked at, its last trick counted.
            assert game.round.is_over
            assert game.round.tricks == game.rounds[0].tricks
            assert game.rounds[0].score == game.round.score()


def test_a_game_never_ends() -> None:
    """Nobody makes a bid of 13: the game ends by `max_rounds`, the default too."""
    for rules, rounds in [
        (Rules.preset("two-handed").replace(max_rounds=7), 7),
        (Rules(deal="dealt"), 500),
    ]:
        game = Game(rules, seed=1)
        rng = random.Random(1)
        while not game.is_over:
            legal = game.legal_actions()
            game.apply("13" if game.phase == "bid" else rng.choice(legal))
        assert game.outcome is not None
        assert game.outcome.reason == "max_rounds"
        assert len(game.rounds) == rounds
        assert max(score.points for score in game.scores) < 0


@pytest.mark.parametrize("deal", ["draw", "pick", "dealt"])
def test_a_blind_bid_is_offered_after_cards_were_seen(deal: str) -> None:
    rules = Rules(deal=deal, blind_nil_bonus=200)
    for seed in range(10):
        rng = random.Random(seed)
        round = Round.deal(rules, seed, opener=seed % 2)
        said = []
        while round.phase == "blind":
            assert round.turn is not None
            seen = round.observation(round.turn)
            assert seen.hand == spades.CardSet()
            assert seen.known == spades.CardSet()
            assert seen.shown_card is None
            assert [str(action) for action in round.legal_actions()] == ["blind-nil", "look"]
            said.append(str(round.apply(rng.choice(["blind-nil", "look"]))))
        assert len(said) == 2  # each was asked once
        while not round.is_over:
            assert not {"blind-nil", "look"} & set(map(str, round.legal_actions()))
            assert round.why_not("blind-nil") is not None
            act(round, rng)
        assert [str(bid) == "blind-nil" for bid in round.bids].count(True) == said.count(
            "blind-nil"
        )


def test_without_blind_nil_it_is_never_offered() -> None:
    for preset in spades.PRESETS:
        if Rules.preset(preset).blind_nil_bonus == 0:
            for round in positions(preset, random.Random(1)):
                assert "blind-nil" not in map(str, round.legal_actions())
                assert round.why_not("blind-nil") is not None


def refused(state: Round | Game, action: object, reason: str) -> None:
    """Check that an action is refused with a reason and changes nothing."""
    before, seen = state.copy(), snapshot(state)
    with pytest.raises(IllegalActionError, match=reason) as caught:
        state.apply(action)  # type: ignore[arg-type]
    assert caught.value.legal == state.legal_actions()
    why = state.why_not(action)  # type: ignore[arg-type]
    assert why is not None
    assert why in str(caught.value)
    assert state == before
    assert snapshot(state) == seen


def test_the_same_card_is_played_twice() -> None:
    for preset in spades.PRESETS:
        rng, game = random.Random(1), Game(preset, seed=1)
        played: list[int] = []
        while not game.rounds:
            if game.phase == "play":
                for card in rng.sample(played, min(len(played), 3)):
                    refused(game, card, "has been played already")
            action = act(game, rng)
            if action < 52:
                played.append(action)
        assert len(set(played)) == len(played)


def test_a_card_that_is_not_held() -> None:
    game = Game("partners", seed=1)
    for bid in ["3", "3", "3", "3"]:
        game.apply(bid)
    assert game.turn is not None
    for other in range(4):
        if other != game.turn:
            for card in game.round.hands[other]:
                refused(game, card, f"you do not hold {card}")


@pytest.mark.parametrize(
    "bid", [True, False, 1.0, -1, 14, "14", "x", float("nan"), "-1", "1.0", "True", "", None, "18"]
)
def test_a_bid_that_is_no_bid(bid: object) -> None:
    game = Game("partners", seed=1)
    refused(game, bid, ".")
    round = Round.deal("partners", seed=1)
    refused(round, bid, ".")
    with pytest.raises(SpadesError):
        spades.score_round("partners", [bid, 1, 1, 1], [4, 3, 3, 3])  # type: ignore[list-item]


def test_numbers_are_ids_and_texts_are_bids() -> None:
    """14 is a card's id and "14" no bid of these rules; 57 and "1" are the bid of one."""
    game = Game("partners", seed=1)
    refused(game, 14, "3D is not possible now")
    assert game.copy().apply(57) == game.copy().apply("1") == spades.Action("1")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Round.setup("partners", ["AKQJT98765432..."] * 4, [None] * 4),
        lambda: Round.setup("two-handed", ["AKQJT98765432.A..", ".2.AKQJT98765432."], [1, 1]),
        lambda: Round.setup("two-handed", ["AKQJT9876543...", "..AKQJT98765432."], [1, 1]),
        lambda: Round.setup("two-handed", ["AKQJT9876543...", "..AKQJT9876543."], [1, 1], [1, 1]),
        lambda: Round.setup("two-handed", [["AS", "AS"], ["2C", "3C"]], [1, 1]),  # type: ignore[list-item]
        lambda: Round.setup("two-handed", ["AA...", "32..."], [1, 1]),
        lambda: Round.setup("two-handed", ["A...", "A..."], [1, 1]),
        lambda: Round.setup("two-handed", ["A...", "2..."], [1, 1], trick=["AS"]),
        lambda: Round.deal("two-handed", deck=range(51)),
        lambda: Round.deal("two-handed", deck=range(53)),
        lambda: Round.deal("two-handed", deck=[*range(51), 50]),
    ],
)
def test_a_set_up_of_12_or_14_cards_or_a_card_twice(make: Callable[[], Round]) -> None:
    with pytest.raises(SpadesError):
        make()


def test_a_set_up_of_12_cards_is_a_round_that_has_begun() -> None:
    hands = ["AKQJT9876543...", "..AKQJT9876543."]
    assert len(Round.setup("two-handed", hands, [1, 1], [1, 0]).hands[0]) == 12


def test_an_action_for_a_finished_round() -> None:
    for preset in spades.PRESETS:
        round = Round.deal(preset, seed=1)
        play_out(round, random.Random(1))
        assert round.legal_actions() == ()
        assert not round.legal_mask().any()
        for action in range(spades.NUM_ACTIONS):
            if action in range(52, 56) or action > 80:
                assert round.why_not(action) is not None
            else:
                refused(round, action, "the round is over")
        game = Game(Rules.preset(preset).replace(target=0, rounds=1), seed=1)
        play_out(game, random.Random(1))
        for action in (0, 51, 56, 74, 80):
            refused(game, action, "the game is over")
