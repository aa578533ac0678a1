"""What a search tells beside the value: chances of contracts, tricks, and actions asked for."""

from __future__ import annotations

import pytest

import spades
from spades import Limit, Round
from spades._types import BidLike
from spades.bots import SearchBot

BOT = SearchBot(seed=1, equity=False)


@pytest.mark.parametrize(
    ("bids", "made", "beaten"), [((2, 11), 1, 0), ((3, 12), 0, 1), ((0, 12), 0, 1), ((1, 0), 1, 1)]
)
def test_cards_tell_contract_tricks_and_the_opponents_fall(
    bids: tuple[int, int], made: int, beaten: int
) -> None:
    """The two highest spades take the last two tricks, whatever the other holds."""
    round = Round.setup("two-handed", ["AK...", "Q...3"], bids, tricks=[0, 11], turn=0, broken=True)
    report = BOT.choose(round.observation(0), Limit(worlds=4)).report
    found = [(entry.made, entry.tricks, entry.beaten) for entry in report.actions]
    assert found == [(made, 2, beaten)] * 2


def test_partners_contract_and_nil() -> None:
    """Seat 0 takes the last two tricks; 1 has bid nil and has a trick, 2 has bid nil and none."""
    hands = ["A.A..", "..32.", "...32", ".32.."]
    cards = spades.CardSet(card for hand in hands for card in spades.CardSet(hand))
    gone = spades.CardSet(range(52)) - cards
    bids: tuple[BidLike, ...] = (3, "nil", "nil", 4)
    round = Round.setup("partners", hands, bids, [1, 1, 0, 9], turn=0, broken=True, played=gone)
    report = BOT.choose(round.observation(0), Limit(worlds=4)).report
    found = [(entry.made, entry.tricks, entry.beaten) for entry in report.actions]
    assert found == [(1, 3, 1)] * 2


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_shares_are_shares(preset: str) -> None:
    game = spades.Game(preset, seed=3)
    while game.turn is not None and not game.rounds:
        choice = BOT.choose(game.observation(game.turn), Limit(worlds=3))
        for entry in choice.report.actions:
            for share in (entry.made, entry.beaten):
                assert share is None or 0 <= share <= 1
            if entry.tricks is not None:
                assert entry.action.card is not None
                assert 0 <= entry.tricks <= game.rules.hand_size
            assert list(entry.to_dict())[-2:] == ["tricks", "beaten"]
        game.apply(choice.action)


def bidding(preset: str) -> spades.Game:
    game = spades.Game(preset, seed=3)
    while game.phase != "bid":
        assert game.turn is not None
        game.apply(BOT.choose(game.observation(game.turn), Limit(worlds=1)).action)
    return game


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_bid_that_is_asked_for_is_valued(preset: str) -> None:
    game = bidding(preset)
    obs = game.observation(game.turn or 0)
    usual = BOT.choose(obs, Limit(worlds=12)).report
    without = [entry.action for entry in usual.actions if entry.value is None]
    assert without
    for action in without:
        choice = BOT.choose(obs, Limit(worlds=12), also=action)
        entry = choice.report[action]
        assert entry.value is not None
        assert entry.worlds == (1 if choice.report.exact else 12)
        if action.bid is not None:
            assert entry.made is not None
        # The same worlds, so that nothing else changes.
        for other in usual.actions:
            if other.value is not None:
                assert choice.report[other.action].value == other.value


def test_a_blind_nil_of_four_players_is_valued_when_asked_for() -> None:
    rules = spades.Rules.preset("partners").replace(blind_nil_bonus=200, blind_nil_penalty=200)
    obs = spades.Game(rules, seed=3, opener=0).observation(0)
    report = BOT.choose(obs, Limit(worlds=40), also="blind-nil").report
    blind, look = report["blind-nil"], report["look"]
    assert blind.value is not None
    assert look.value is not None
    assert blind.value < look.value


def test_what_is_no_action_is_refused() -> None:
    obs = bidding("partners").observation(0)
    for bad in ("nonsense", 1000, 2.5):
        with pytest.raises(spades.ParseError):
            BOT.choose(obs, Limit(worlds=1), also=bad)  # type: ignore[arg-type]
    # A legal action of another phase is not looked at.
    assert BOT.choose(obs, Limit(worlds=1), also="AS") == BOT.choose(obs, Limit(worlds=1))
