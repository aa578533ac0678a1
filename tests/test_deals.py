"""What a seed deals: the same for ever, and fair."""

from __future__ import annotations

import importlib.util
import itertools
import json
from pathlib import Path

import spades
from sampling import chi_square

GOLDEN = Path(__file__).parent / "golden"


def test_a_seed_deals_what_it_always_dealt() -> None:
    spec = importlib.util.spec_from_file_location("make_deals", GOLDEN / "make_deals.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    expected = json.loads((GOLDEN / "deals.json").read_text(encoding="utf-8"))
    assert module.deals() == expected


def test_the_same_seed_gives_the_same_game() -> None:
    for preset in spades.PRESETS:
        assert spades.Game(preset, 5) == spades.Game(preset, 5)
        assert spades.Game(preset, 5).opener == spades.Game(preset, 5).opener
        assert spades.Round.deal(preset, 5) == spades.Round.deal(preset, 5)
        assert spades.Round.deal(preset, 5) != spades.Round.deal(preset, 6)


def test_without_a_seed_each_game_is_another() -> None:
    games = [spades.Game("partners") for _ in range(20)]
    assert len({game.seed for game in games}) == 20
    assert len({game.round.hands for game in games}) == 20
    for game in games:
        assert spades.Game("partners", game.seed) == game
    rounds = {spades.Round.deal("partners").hands for _ in range(20)}
    assert len(rounds) == 20


def test_openers_are_fair() -> None:
    for preset in spades.PRESETS:
        players = spades.Rules.preset(preset).players
        openers = [spades.Game(preset, seed).opener for seed in range(1200)]
        chi_square(openers, range(players))


def test_random_openers_are_drawn_anew_each_round() -> None:
    rules = spades.Rules.preset("three-handed").replace(target=10_000, max_rounds=40, misdeal=False)
    pairs = []
    for seed in range(20):
        game = spades.Game(rules, seed)
        while not game.is_over:
            game.apply(game.legal_actions()[0])
        openers = [done.opener for done in game.rounds]
        pairs += list(itertools.pairwise(openers))
    chi_square(pairs, [(a, b) for a in range(3) for b in range(3)])


def test_cards_are_dealt_fairly() -> None:
    """Who gets which card, and which card comes first and last: each as often as any other."""
    rounds = [spades.Round.deal("partners", seed) for seed in range(4000)]
    for card in (0, 25, 51):
        holders = (next(s for s in range(4) if card in round.hands[s]) for round in rounds)
        chi_square(holders, range(4))
    tops = (int(spades.Round.deal("two-handed", seed).shown_card or -1) for seed in range(4000))
    chi_square(tops, range(52))
    # Two cards in one hand: 12 times of 51.
    together = sum(any(0 in hand and 1 in hand for hand in round.hands) for round in rounds)
    assert abs(together - 4000 * 12 / 51) < 5 * (4000 * 12 / 51 * 39 / 51) ** 0.5


def test_rounds_of_a_game_have_packs_of_their_own() -> None:
    game = spades.Game(spades.Rules(deal="dealt", target=0, rounds=30), seed=1)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    packs = {done.deck for done in game.rounds}
    assert len(packs) == 30
    assert len({done.seed for done in game.rounds}) == 30
    other = spades.Game(spades.Rules(deal="dealt", target=0, rounds=30), seed=2)
    assert other.round_seed not in {done.seed for done in game.rounds}
