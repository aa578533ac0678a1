"""The levels of the searching bot, and what its switches do."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import spades
from random_play import act
from spades import Game, Limit, Observation, Round, Rules
from spades.arena import match
from spades.bots import LEVELS, RandomBot, SearchBot
from spades.bots.search import TABLE_WORLDS
from spades.play import play_game

PAIRS = 30
TWO = [name for name in spades.PRESETS if Rules.preset(name).players == 2]


def lead(stronger: str, weaker: str, seed: int, rules: str = "two-handed") -> tuple[float, float]:
    """Give the stronger level's mean lead a round, bags priced, and the low end of its interval."""
    bots = SearchBot(seed=1, level=stronger), SearchBot(seed=2, level=weaker)
    result = match(*bots, rules, rounds=PAIRS, seed=seed)
    return result.priced.mean, result.priced.low


def test_the_levels_are_in_order() -> None:
    assert list(LEVELS) == ["beginner", "casual", "club", "strong"]
    # A stronger level never knows less than a weaker one.
    for weaker, stronger in pairwise(LEVELS.values()):
        assert all(stronger[option] >= weaker[option] for option in weaker)
        assert stronger != weaker
    assert SearchBot(seed=1) == SearchBot(seed=1, level="strong")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", spades.PRESETS)
def test_every_level_plays_every_preset(preset: str, level: str) -> None:
    rules = Rules.preset(preset).replace(target=0, rounds=2)
    bots = [SearchBot(seed=seat, level=level) for seat in range(rules.players)]
    # `play_game` refuses an illegal action, with the bot's name.
    game = play_game(bots, rules, seed=5).replay()
    assert game.is_over
    assert len(game.rounds) == 2


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", spades.PRESETS)
def test_every_level_finds_something_legal_in_odd_positions(preset: str, level: str) -> None:
    rng = random.Random(f"{preset} {level}")
    bot = SearchBot(seed=1, level=level)
    game = Game(preset, seed=rng.getrandbits(64))
    for _ in range(400):
        if game.is_over:
            break
        assert game.turn is not None
        seen = game.observation(game.turn)
        if rng.random() < 0.25:
            assert bot.choose(seen, Limit(worlds=3)).action in seen.legal_actions()
        act(game, rng)


# Stronger, weaker, rules.
ORDER = [
    ("casual", "beginner", "two-handed"),
    ("club", "beginner", "two-handed"),
    ("club", "casual", "two-handed"),
    ("casual", "beginner", "pick"),
    ("casual", "beginner", "partners"),
    ("club", "beginner", "three-handed"),
    ("strong", "beginner", "pick"),
    ("club", "casual", "two-handed-open"),
    ("strong", "beginner", "two-handed-open"),
    ("strong", "casual", "pick"),
]


@pytest.mark.parametrize(("stronger", "weaker", "rules"), ORDER)
def test_a_stronger_level_wins(stronger: str, weaker: str, rules: str) -> None:
    mean, low = lead(stronger, weaker, seed=21, rules=rules)
    assert mean > 0
    # A beginner bids so badly after a draft that a few dozen pairs leave no doubt.
    assert low > 0 or (weaker, rules) != ("beginner", "two-handed")


def test_strong_is_no_weaker_than_club() -> None:
    """They differ in games more than in points: 30 pairs of rounds only show a blunder."""
    mean, _ = lead("strong", "club", seed=23)
    assert mean > -10


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_beats_chance(level: str) -> None:
    bots = SearchBot(seed=1, level=level), RandomBot(seed=2)
    assert match(*bots, "two-handed", rounds=10, seed=24).points.low > 0


def game_positions(preset: str, seed: int) -> list[Observation]:
    """Give what a strong player sees in a round, at a standing that odd play has led to."""
    rng = random.Random(seed)
    game = Game(Rules.preset(preset).replace(target=100, max_rounds=8), seed=seed, opener=0)
    before = rng.randint(1, 3)
    while not game.is_over and len(game.rounds) < before:
        act(game, rng)
    found = []
    bot = SearchBot(seed=1, worlds=3)
    while not game.is_over and len(game.rounds) == before:
        assert game.turn is not None
        seen = game.observation(game.turn)
        if seen.phase != "blind" and len(seen.legal_actions()) > 1:
            found.append(seen)
        game.apply(bot.choose(seen).action)
    return found


SWITCHES = [
    ("two-handed", "memory"),
    ("two-handed", "posterior"),
    ("two-handed", "equity"),
    ("two-handed", "bids"),
    ("two-handed", "draft"),
    ("two-handed-open", "memory"),
    ("two-handed-open", "equity"),
    ("pick", "memory"),
    ("pick", "equity"),
    ("pick", "bids"),
    ("pick", "draft"),
]


@pytest.mark.parametrize(("preset", "switch"), SWITCHES)
def test_a_switch_changes_some_choices(preset: str, switch: str) -> None:
    options: dict[str, Any] = {switch: False}
    on, off = SearchBot(seed=1, worlds=12), SearchBot(seed=1, worlds=12, **options)
    different = 0
    for seed in range(30):
        seen = game_positions(preset, seed)
        different += sum(on.choose(s).action != off.choose(s).action for s in seen)
        if different > 2:
            return
    raise AssertionError(f"{different} choices differ")


@pytest.mark.parametrize("switch", ["memory", "posterior"])
def test_a_switch_changes_what_is_believed(switch: str) -> None:
    options: dict[str, Any] = {switch: False}
    seen = next(s for i in range(9) for s in game_positions("two-handed", i) if s.phase == "bid")
    on = SearchBot(seed=1, worlds=2).choose(seen).report.held
    off = SearchBot(seed=1, worlds=2, **options).choose(seen).report.held
    assert on != off
    # A forgotten discard may be anywhere.
    assert len(on) == 26
    assert len(off) == (39 if switch == "memory" else 26)


def test_open_cards_leave_nothing_to_believe() -> None:
    positions = [seen for i in range(3) for seen in game_positions("two-handed-open", i)]
    positions = [seen for seen in positions if seen.phase != "draft"]
    assert len(positions) > 20
    for seen in positions:
        on, off = SearchBot(seed=1, worlds=4), SearchBot(seed=1, worlds=4, posterior=False)
        assert on.choose(seen).action == off.choose(seen).action


def test_discards_that_lie_open_are_forgotten_without_memory() -> None:
    seen = next(s for s in game_positions("two-handed-open", 1) if s.phase == "bid")
    on = SearchBot(seed=1, worlds=4).choose(seen).report
    off = SearchBot(seed=1, worlds=4, memory=False).choose(seen).report
    assert on.exact
    assert not off.exact
    # Thirteen in the other hand, twenty-six thrown away.
    assert len(off.held) == 39
    assert sum(chance for _, chance in off.held) == pytest.approx(13)


MANY = [name for name in spades.PRESETS if name not in TWO]


@pytest.mark.parametrize("option", ["memory", "posterior", "equity"])
def test_each_switch_changes_a_choice_of_three_and_four(option: str) -> None:
    for preset in MANY:
        options: dict[str, Any] = {option: False}
        on, off = SearchBot(seed=1, worlds=12), SearchBot(seed=1, worlds=12, **options)
        seen = [obs for seed in range(3, 7) for obs in game_positions(preset, seed)[::3]]
        if any(on.choose(obs).report != off.choose(obs).report for obs in seen):
            return
    raise AssertionError(f"{option} changes nothing")


def test_worlds_at_a_table_of_three_and_four() -> None:
    assert SearchBot(seed=1).table_worlds == TABLE_WORLDS["strong"]
    assert SearchBot(seed=1, worlds=7).table_worlds == 7
    bot = SearchBot(seed=1, worlds=7, table_worlds=3)
    assert (bot.worlds, bot.table_worlds) == (7, 3)
    obs = Round.deal("partners", seed=1).observation(0)
    assert bot.choose(obs).report.worlds == 3
    with pytest.raises(spades.SpadesError, match="table_worlds"):
        SearchBot(seed=1, table_worlds=0)
