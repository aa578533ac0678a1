"""The numbers of an observation: every one of the documented layout, and `out`."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import spades
from random_play import act, positions
from random_rules import any_rules
from spades import CardSet, Game, Observation, Round, SpadesError
from spades._core import OBSERVATION_LAYOUT

# The layout of `to_numpy`, documented in docs/observation.md: name and length of each block.
# Seats are counted from the observing one, clockwise; sides from its own; cards by id.
LAYOUT = {
    "hand": 52,
    "own discards": 52,
    "other discards": 52,
    "other hands": 52,
    "shown": 52,
    "trick": 4 * 52,
    "played": 4 * 52,
    "gone": 52,
    "voids": 4 * 4,
    "bids": 4 * 20,
    "tricks": 4,
    "phase": 5,
    "turn": 4,
    "leader": 4,
    "opener": 4,
    "broken": 1,
    "players": 3,
    "drafted": 1,
    "choices": 26,
    "points": 4,
    "bags": 4,
    "rounds": 1,
}
PHASES = ("blind", "draft", "bid", "play", "over")
DRAFT = ("keep", "refuse", "up", "down")
SUITS = ("clubs", "diamonds", "hearts", "spades")


def blocks(numbers: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """Cut the numbers into their blocks."""
    assert numbers.dtype == np.float32
    assert numbers.shape == (spades.OBSERVATION_SIZE,) == (sum(LAYOUT.values()),)
    ends = np.cumsum(list(LAYOUT.values()))
    parts = dict(zip(LAYOUT, np.split(numbers, ends[:-1]), strict=True))
    return {
        name: part.reshape(4, -1) if name in ("trick", "played", "voids", "bids") else part
        for name, part in parts.items()
    }


def cards(numbers: NDArray[np.float32]) -> set[int]:
    """Read a block of cards."""
    assert set(numbers.tolist()) <= {0.0, 1.0}
    return set(np.flatnonzero(numbers).tolist())


def ids(held: CardSet) -> set[int]:
    """Give the ids of cards."""
    return {int(card) for card in held}


def one_hot(place: int | None, size: int) -> list[float]:
    """Give zeros with a one."""
    return [float(place == i) for i in range(size)]


def check_numbers(seen: Observation) -> None:
    """Compare every number with what the observation shows otherwise."""
    at = blocks(seen.to_numpy())
    rules, me, players = seen.rules, seen.seat, seen.rules.players
    order = [(me + i) % players for i in range(players)]
    assert cards(at["hand"]) == ids(seen.hand)
    discards = [ids(seen.discards[seat]) for seat in order]
    assert cards(at["own discards"]) == (discards[0] if players == 2 else set())
    assert cards(at["other discards"]) == (discards[1] if players == 2 else set())
    assert cards(at["other hands"]) == {
        card for seat in order[1:] for card in ids(seen.known_hands[seat])
    }
    assert cards(at["shown"]) == (set() if seen.shown_card is None else {int(seen.shown_card)})
    on_table, history = dict(seen.trick), [(s, a.card) for s, a in seen.history if a.card]
    for place, seat in enumerate(order):
        mine = {int(on_table[seat])} if seat in on_table else set()
        assert cards(at["trick"][place]) == mine
        assert cards(at["played"][place]) == {int(card) for s, card in history if s == seat}
        assert at["voids"][place].tolist() == [float(suit in seen.voids[seat]) for suit in SUITS]
        bid = seen.bids[seat]
        index = 0 if bid is None else 19 if bid.is_blind else 1 + int(bid)
        assert at["bids"][place].tolist() == one_hot(index, 20)
        assert at["tricks"][place] == pytest.approx(seen.tricks[seat] / 13)
    for name in ("trick", "played", "voids", "bids"):
        assert not at[name][players:].any()
    assert not at["tricks"][players:].any()
    known_before = ids(seen.played) - {int(card) for _, card in history}
    assert cards(at["gone"]) == known_before - {int(card) for card in on_table.values()}
    assert at["phase"].tolist() == one_hot(PHASES.index(seen.phase), 5)
    assert at["turn"].tolist() == one_hot(None if seen.turn is None else order.index(seen.turn), 4)
    assert at["leader"].tolist() == one_hot(order.index(seen.leader), 4)
    assert at["opener"].tolist() == one_hot(order.index(seen.opener), 4)
    assert at["broken"].tolist() == [float(seen.broken)]
    assert at["players"].tolist() == one_hot(players - 2, 3)
    assert at["drafted"] == pytest.approx(seen.drafted / 26)
    said = [str(action) for _, action in seen.history]
    choices = [1.0 if a in ("keep", "up") else -1.0 for a in said if a in DRAFT]
    assert at["choices"].tolist() == choices + [0.0] * (26 - len(choices))
    sides = [(rules.side_of(me) + i) % rules.sides for i in range(rules.sides)]
    for place, side in enumerate(sides):
        assert at["points"][place] == pytest.approx(seen.scores[side].points / 100)
        assert at["bags"][place] == pytest.approx(seen.scores[side].bags / 10)
    assert not at["points"][len(sides) :].any()
    assert not at["bags"][len(sides) :].any()
    assert at["rounds"] == pytest.approx(seen.rounds / 10)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_every_number_of_the_layout(preset: str) -> None:
    for seed in range(6):
        for round in positions(preset, random.Random(seed)):
            for seat in range(round.rules.players):
                check_numbers(round.observation(seat))


def test_every_number_under_random_rules_and_in_games() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        rules = any_rules(rng).replace(target=10_000, rounds=0, max_rounds=3)
        game = Game(rules, seed)
        while not game.is_over:
            act(game, rng)
            if rng.random() < 0.1:
                check_numbers(game.observation(rng.randrange(rules.players)))


def test_every_number_of_set_ups() -> None:
    rng = random.Random(1)
    for preset in spades.PRESETS:
        for round in positions(preset, rng, every=0.5):
            if round.phase == "play":
                twin = Round.setup(
                    preset,
                    round.hands,
                    round.bids,
                    round.tricks,
                    round.turn or 0,
                    round.trick,
                    round.broken,
                    played=round.observation(0).played,
                )
                for seat in range(round.rules.players):
                    check_numbers(twin.observation(seat))


def test_the_layout_is_the_one_of_the_core() -> None:
    sizes = list(LAYOUT.values())
    expected = [(sum(sizes[:i]), size) for i, size in enumerate(sizes)]
    assert [(first, length) for _, first, length in OBSERVATION_LAYOUT] == expected
    assert sum(sizes) == spades.OBSERVATION_SIZE


def test_the_layout_is_documented() -> None:
    path = Path(__file__).parent.parent / "docs" / "observation.md"
    if not path.exists():
        pytest.skip("docs/observation.md is not written yet")
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith("|")
    ]
    found = [(int(row[0]), int(row[1])) for row in rows if row[0].isdigit()]
    assert found == [(first, length) for _, first, length in OBSERVATION_LAYOUT]


def test_out_is_written_into() -> None:
    rng = random.Random(1)
    out = np.full(spades.OBSERVATION_SIZE, np.nan, np.float32)
    for round in positions("partners", rng):
        seen = round.observation(1)
        assert seen.to_numpy(out) is out
        assert (out == seen.to_numpy()).all()
        assert seen.to_numpy(out=out) is out
    # Two calls without `out` share no memory.
    first = seen.to_numpy()
    first[:] = 7
    assert not (seen.to_numpy() == 7).any()
    # A row of a batch.
    batch = np.zeros((3, spades.OBSERVATION_SIZE), np.float32)
    seen.to_numpy(batch[1])
    assert (batch[1] == seen.to_numpy()).all()
    assert not batch[[0, 2]].any()


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(spades.OBSERVATION_SIZE),
        np.zeros(spades.OBSERVATION_SIZE, np.float16),
        np.zeros(spades.OBSERVATION_SIZE, np.int32),
        np.zeros(spades.OBSERVATION_SIZE, ">f4"),
        np.zeros(spades.OBSERVATION_SIZE, object),
        np.zeros(spades.OBSERVATION_SIZE - 1, np.float32),
        np.zeros(spades.OBSERVATION_SIZE + 1, np.float32),
        np.zeros(0, np.float32),
        np.zeros((1, spades.OBSERVATION_SIZE), np.float32),
        np.zeros(2 * spades.OBSERVATION_SIZE, np.float32)[::2],
        np.zeros(spades.OBSERVATION_SIZE, np.float32)[::-1],
        np.frombuffer(bytes(4 * spades.OBSERVATION_SIZE), np.float32),
        np.frombuffer(
            bytearray(4 * spades.OBSERVATION_SIZE + 1), np.float32, spades.OBSERVATION_SIZE, 1
        ),
        [0.0] * spades.OBSERVATION_SIZE,
        bytearray(4 * spades.OBSERVATION_SIZE),
        "out",
        1,
    ],
)
def test_out_that_does_not_fit(out: object) -> None:
    seen = Round.deal("partners", seed=1).observation(0)
    before = bytes(memoryview(out)) if isinstance(out, bytearray) else str(out)
    with pytest.raises(SpadesError, match=r"out: .*float32"):
        seen.to_numpy(out)  # type: ignore[arg-type]
    assert before == (bytes(memoryview(out)) if isinstance(out, bytearray) else str(out))
