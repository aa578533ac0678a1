"""The styles of the searching bot: what it minds, never what it knows."""

from __future__ import annotations

import pytest

import spades
from spades import Game, Observation, SpadesError
from spades.bots import LEVELS, STYLES, SearchBot
from spades.play import play_game

DEALS = 40


def at_the_bid(preset: str, seed: int) -> Observation:
    """Give what the first bidder sees."""
    game = Game(preset, seed=seed, opener=0)
    keeper = SearchBot(seed=1, worlds=2)
    while game.phase != "bid":
        assert game.turn is not None
        game.apply(keeper.choose(game.observation(game.turn)).action)
    assert game.turn is not None
    return game.observation(game.turn)


def bids(preset: str, style: str, level: str = "strong") -> list[int]:
    """Give the first bids of some deals, nil as 0."""
    bot = SearchBot(seed=1, level=level, worlds=20, style=style)
    chosen = [bot.choose(at_the_bid(preset, seed)).action for seed in range(DEALS)]
    return [int(action.bid) for action in chosen if action.bid is not None]


@pytest.mark.parametrize("preset", ["two-handed", "pick", "partners", "three-handed"])
def test_a_bold_player_bids_more_and_a_cautious_one_less(preset: str) -> None:
    bold, steady, cautious = (bids(preset, style) for style in ("bold", "steady", "cautious"))
    # Of contracts: a nil is a bold bid as well.
    both = [(b, s) for b, s in zip(bold, steady, strict=False) if b and s]
    assert sum(b - s for b, s in both) >= 4
    both = [(c, s) for c, s in zip(cautious, steady, strict=False) if c and s]
    assert sum(s - c for c, s in both) >= 4


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_be_bold(level: str) -> None:
    assert sum(bids("two-handed", "bold", level)) > sum(bids("two-handed", "cautious", level))


def test_a_bold_player_bids_nil_more_often() -> None:
    nils = {style: bids("partners", style).count(0) for style in STYLES}
    assert nils["bold"] > nils["steady"] >= nils["cautious"]


@pytest.mark.parametrize("preset", ["partners", "three-handed"])
def test_a_style_changes_what_is_wanted_and_not_what_is_expected(preset: str) -> None:
    for seed in range(5):
        seen = at_the_bid(preset, seed)
        told = []
        for style in STYLES:
            report = SearchBot(seed=1, worlds=20, style=style).choose(seen).report
            told.append([(entry.action, entry.value, entry.made) for entry in report.actions])
        assert told[0] == told[1] == told[2]


def test_a_cautious_player_plays_for_its_contract() -> None:
    """Some cards differ, not the bids alone."""
    different = 0
    for seed in range(4):
        game = Game("two-handed", seed=seed, opener=0)
        players = [SearchBot(seed=2, worlds=6, style=style) for style in ("bold", "cautious")]
        while not game.rounds and not game.is_over:
            assert game.turn is not None
            seen = game.observation(game.turn)
            choices = [player.choose(seen).action for player in players]
            different += game.phase == "play" and choices[0] != choices[1]
            game.apply(choices[1])
    assert different > 0


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("preset", spades.PRESETS)
def test_every_style_plays_every_preset(preset: str, style: str) -> None:
    rules = spades.Rules.preset(preset).replace(target=0, rounds=1)
    bots = [SearchBot(seed=seat, worlds=3, style=style) for seat in range(rules.players)]
    # `play_game` refuses an illegal action, with the bot's name.
    assert play_game(bots, rules, seed=5).replay().is_over


@pytest.mark.parametrize("bad", ["Bold", "", "wild", None, 1, ["bold"]])
def test_no_style(bad: object) -> None:
    with pytest.raises(SpadesError, match="style: expected steady, bold, cautious, found"):
        SearchBot(style=bad)  # type: ignore[arg-type]


def test_the_search_refuses_a_style_by_itself() -> None:
    seen = at_the_bid("partners", 1)
    with pytest.raises(spades.ParseError, match="no style"):
        spades._core.search(seen, seed=1, worlds=1, style="w" * 10_000)
