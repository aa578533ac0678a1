"""What a search reports: values, errors, chances, the cards that the other may hold."""

from __future__ import annotations

import json
import math
import random

import pytest

import spades
from random_play import act
from random_rules import random_rules
from spades import Card, Limit, Observation, Round, Rules
from spades.bots import Report, SearchBot

WORLDS = 12
TWO = [name for name in spades.PRESETS if Rules.preset(name).players == 2]


def observations(
    rules: Rules | str, rng: random.Random, chance: float = 0.4
) -> list[tuple[Round, Observation]]:
    """Give some positions of a random round, seen by the seat to act."""
    found = []
    round = Round.deal(rules, seed=rng.getrandbits(64))
    for _ in range(200):
        if round.is_over:
            break
        if rng.random() < chance:
            assert round.turn is not None
            found.append((round.copy(), round.observation(round.turn)))
        act(round, rng)
    return found


def check_report(seen: Observation, report: Report, bot: SearchBot) -> None:
    """Check what holds of every report."""
    assert sorted(entry.action for entry in report.actions) == list(seen.legal_actions())
    for entry in report.actions:
        assert report[entry.action] is entry
        if entry.value is None:
            assert (entry.error, entry.worlds, entry.win, entry.made) == (None, 0, None, None)
            continue
        assert math.isfinite(entry.value)
        assert entry.error is not None
        assert 0 <= entry.error < math.inf
        assert entry.worlds == report.worlds
        if entry.win is not None:
            assert bot.equity
            assert 0 <= entry.win <= 1
        if entry.made is not None:
            assert entry.action.bid is not None or entry.action.card is not None
            assert 0 <= entry.made <= 1
    plain = json.loads(report.to_json())
    assert plain == report.to_dict()
    assert {entry["action"] for entry in plain["actions"]} == set(map(str, seen.legal_actions()))
    for entry in plain["actions"]:
        kept = report[entry["action"]]
        assert (entry["value"], entry["error"], entry["worlds"], entry["win"], entry["made"]) == (
            *(kept.value, kept.error, kept.worlds, kept.win, kept.made),
        )
    assert {Card(name): chance for name, chance in plain["held"].items()} == dict(report.held)
    lines = str(report).splitlines()
    assert len(lines) == 2 + len(report.actions)
    assert lines[-1] == f"{report.worlds} worlds, {report.nodes} positions, {report.seconds:.3f} s"
    assert plain["seconds"] == report.seconds > 0
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_every_report_is_sound(preset: str) -> None:
    rng = random.Random(f"report {preset}")
    for i in range(4):
        bot = SearchBot(seed=i, worlds=WORLDS, equity=i % 2 == 0, memory=i < 3)
        for _, seen in observations(preset, rng):
            check_report(seen, bot.choose(seen).report, bot)


def test_every_report_is_sound_under_random_rules() -> None:
    rng = random.Random(7)
    for i in range(16):
        bot = SearchBot(seed=i, worlds=WORLDS)
        for _, seen in observations(random_rules(rng), rng, 0.2):
            check_report(seen, bot.choose(seen).report, bot)


@pytest.mark.parametrize("preset", TWO)
def test_a_searched_card_has_a_mean_an_error_and_a_chance_to_win(preset: str) -> None:
    rng = random.Random(f"values {preset}")
    searched = spread = 0
    for _ in range(3):
        for _, seen in observations(preset, rng):
            if seen.phase != "play" or len(seen.legal_actions()) == 1:
                continue
            report = SearchBot(seed=1, worlds=WORLDS).choose(seen).report
            for entry in report.actions:
                assert entry.value is not None
                assert entry.error is not None
                assert entry.win is not None
                assert entry.worlds == report.worlds >= 1
                # An error only where worlds were drawn.
                spread += entry.error > 0
                assert entry.error == 0 or seen.worlds() > 1
            searched += 1
    assert searched > 10
    assert (spread > 0) == (preset != "two-handed-open")


def test_the_error_falls_with_the_number_of_worlds() -> None:
    rng = random.Random(8)
    few = many = 0.0
    for _ in range(4):
        for _, seen in observations("two-handed", rng):
            if seen.phase == "play" and len(seen.hand) > 9:
                bot = SearchBot(seed=1)
                few += sum(e.error or 0 for e in bot.choose(seen, Limit(worlds=10)).report.actions)
                many += sum(e.error or 0 for e in bot.choose(seen, Limit(worlds=90)).report.actions)
    assert 2 < few / many < 4.5  # three, but for chance


def held_off(seen: Observation, bot: SearchBot) -> float:
    """How far the chances are from adding up to the cards in the other hand.

    Those of them that the seat has seen (taken face up in a pick) are there with a chance of one.
    """
    report = bot.choose(seen).report
    other = 1 - seen.seat
    assert all(-1e-12 <= chance <= 1 + 1e-12 for _, chance in report.held)
    cards = [card for card, _ in report.held]
    assert cards == sorted(set(cards))
    if bot.memory:
        sure = {int(card) for card in seen.known_hands[other]}
        known = {int(card) for card in cards} & {int(card) for card in seen.known}
        assert known == sure
        assert all(chance == 1 for card, chance in report.held if int(card) in sure)
        void = seen.voids[other]
        assert all(chance < 1e-9 for card, chance in report.held if card.suit in void)
    return abs(sum(chance for _, chance in report.held) - seen.cards_left[other])


@pytest.mark.parametrize("posterior", [True, False])
@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("preset", TWO)
def test_held_chances_add_up_to_the_hidden_cards(
    preset: str, memory: bool, posterior: bool
) -> None:
    rng = random.Random(f"held {preset}")
    bot = SearchBot(seed=1, worlds=2, memory=memory, posterior=posterior, equity=False)
    checked = 0
    for _ in range(5):
        for _, seen in observations(preset, rng):
            if seen.phase in ("bid", "play"):
                assert held_off(seen, bot) < 1e-6, seen.key()
                checked += 1
    assert checked > 20


def test_a_card_that_is_kept_more_often_is_held_more_often() -> None:
    round = Round.deal("two-handed", seed=4, opener=0)
    while round.phase == "draft":
        assert round.turn is not None
        seen = round.observation(round.turn)
        round.apply(SearchBot(seed=1).choose(seen).action)
    seen = round.observation(0)
    held = dict(SearchBot(seed=1, worlds=2).choose(seen).report.held)
    flat = dict(SearchBot(seed=1, worlds=2, posterior=False).choose(seen).report.held)
    assert set(held) == set(flat)
    assert len(held) == 26
    assert all(abs(chance - 0.5) < 1e-9 for chance in flat.values())
    trumps = [chance for card, chance in held.items() if card.suit == "spades"]
    low = [chance for card, chance in held.items() if card.suit != "spades" and card.rank < 8]
    assert sum(trumps) / len(trumps) > 0.75
    assert sum(low) / len(low) < 0.4


# With points as the value the search also reckons with what bags cost in later rounds, so that
# its values are those of `solve` only where bags have no later cost.
NO_LATER_BAGS = [{"target": 0, "rounds": 1}, {"bag_limit": 0}, {"bag_penalty": 0}]


@pytest.mark.parametrize("changes", NO_LATER_BAGS, ids=["one-round", "no-limit", "no-penalty"])
def test_open_discards_are_played_exactly(changes: dict[str, int]) -> None:
    rules = Rules.preset("two-handed-open").replace(**changes)
    rng = random.Random(9)
    bot = SearchBot(seed=1, worlds=WORLDS, equity=False)
    checked = 0
    for _ in range(6):
        for round, seen in observations(rules, rng):
            if seen.phase != "play":
                continue
            choice = bot.choose(seen)
            assert choice.report.exact
            assert seen.worlds() == 1
            (world,) = seen.sample(1, 1)
            assert world.hands == round.hands
            if len(seen.legal_actions()) == 1:
                continue
            solution = spades.solve(world)
            assert choice.report.worlds == 1
            values = {entry.action: entry.value for entry in choice.report.actions}
            assert values == solution.actions
            assert solution.actions[choice.action] == solution.value
            checked += 1
    assert checked > 30


def test_open_discards_are_exact_with_equity_and_bags_too() -> None:
    rng = random.Random(10)
    for equity in (True, False):
        for _ in range(3):
            for _, seen in observations("two-handed-open", rng):
                report = SearchBot(seed=1, worlds=WORLDS, equity=equity).choose(seen).report
                assert report.exact == (seen.phase in ("bid", "play"))
                if seen.phase == "play":
                    assert all(not entry.error for entry in report.actions)
                    assert report.worlds <= 1


@pytest.mark.parametrize("preset", ["two-handed", "pick"])
def test_a_hand_that_must_be_what_it_is(preset: str) -> None:
    """Late in a round, with the play seen, every possible hand is taken or the hand is known."""
    rng = random.Random(11)
    bot = SearchBot(seed=1, worlds=400, equity=False)
    whole = 0
    for _ in range(8):
        for _, seen in observations(preset, rng):
            if seen.phase != "play" or len(seen.hand) > 4 or len(seen.legal_actions()) == 1:
                continue
            report = bot.choose(seen).report
            if report.worlds < 400 and not report.exact:
                assert all(entry.error == 0 for entry in report.actions)
                whole += 1
    assert whole > 0
