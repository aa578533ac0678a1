"""The same choice and the same report for any number of threads, and whenever it is asked."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace

import pytest

import spades
from random_play import act
from random_rules import random_rules
from spades import Limit, Observation, Round, Rules
from spades.bots import SearchBot

EACH_PHASE = 6  # positions
WORLDS = 24


def by_phase(rules: Rules | str, seed: int) -> dict[str, list[Observation]]:
    """Give some positions of every phase, of the play the early ones as well as the late ones."""
    rng = random.Random(seed)
    found: dict[str, list[Observation]] = defaultdict(list)
    for _ in range(EACH_PHASE):
        round = Round.deal(rules, seed=rng.getrandbits(64))
        here: dict[str, list[Observation]] = defaultdict(list)
        for _ in range(200):
            if round.is_over:
                break
            assert round.turn is not None
            here[round.phase].append(round.observation(round.turn))
            act(round, rng)
        for phase, seen in here.items():
            found[phase].append(rng.choice(seen))
        # Threads are used while hands are large.
        found["play"] += here["play"][: rng.randrange(4)][-1:]
    return found


def check(seen: Observation, bot: SearchBot) -> None:
    """Check one position."""
    limits = [Limit(worlds=WORLDS, threads=threads) for threads in (1, 2, 8)]
    one, two, eight = (bot.choose(seen, limit) for limit in limits)
    assert one == two == eight, seen.key()
    # What the report writes, but the work that it took.
    work = {"nodes": 0, "seconds": 0}
    written = [choice.report.to_dict() | work for choice in (one, two, eight)]
    assert written[0] == written[1] == written[2]
    assert bot.choose(seen, limits[0]) == one
    threaded = replace(bot, threads=3)
    assert threaded.choose(seen, Limit(worlds=WORLDS)) == one


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_threads_change_nothing(preset: str) -> None:
    found = by_phase(preset, seed=3)
    rules = Rules.preset(preset)
    assert ("draft" in found) == (rules.deal != "dealt")
    assert ("blind" in found) == (rules.blind_nil_bonus > 0)
    assert len(found["bid"]) >= EACH_PHASE
    for positions in found.values():
        for i, seen in enumerate(positions):
            check(seen, SearchBot(seed=i, equity=i % 3 != 0, memory=i % 4 != 0))


def test_threads_change_nothing_under_random_rules() -> None:
    rng = random.Random(4)
    for i in range(8):
        for positions in by_phase(random_rules(rng), seed=i).values():
            for seen in positions[:3]:
                check(seen, SearchBot(seed=i))


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_more_threads_than_worlds(preset: str) -> None:
    for seen in by_phase(preset, seed=5)["play"][:4]:
        few = [SearchBot(seed=1).choose(seen, Limit(worlds=1, threads=n)) for n in (1, 64)]
        assert few[0] == few[1]


@pytest.mark.parametrize("preset", ["two-handed", "pick", "partners", "three-handed"])
def test_another_seed_looks_at_other_worlds(preset: str) -> None:
    values = {
        tuple(entry.value for entry in SearchBot(seed=seed, worlds=5).choose(seen).report.actions)
        for seen in by_phase(preset, seed=6)["bid"][:1]
        for seed in range(8)
    }
    assert len(values) > 1
