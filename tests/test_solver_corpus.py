"""The frozen corpus of the solver: positions of two hands with the value of every legal card.

`golden/make_solver_corpus.py` made `golden/solver_corpus.jsonl` and checked every value by other
routes. A value that changes is a fault of the solver (or of the rules), never of the corpus.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import spades
from oracle import OracleRules, legal_cards, score_round, trick_winner

FILE = Path(__file__).parent / "golden" / "solver_corpus.jsonl"
HEADER, *LINES = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
RULES = [spades.Rules(**changes) for changes in HEADER["rules"]]
BLOCKS = 8
PLAIN = 4  # cards a hand that the plain minimax of this file looks at again


def position(line: list[Any]) -> spades.Round:
    """Set up the position of a line."""
    rules, first, second, bid_0, bid_1, tricks_0, tricks_1, turn, led, broken, _ = line
    return spades.Round.setup(
        RULES[rules],
        [first, second],
        [bid_0, bid_1],
        [tricks_0, tricks_1],
        turn,
        [(1 - turn, led)] if led else [],
        bool(broken),
    )


def plain(
    rules: OracleRules,
    bids: list[int | str],
    hands: list[set[int]],
    turn: int,
    led: int | None,
    broken: bool,
    tricks: list[int],
) -> dict[int, int]:
    """The value of every legal card for seat 0, by the oracle's rules and score alone."""
    values = {}
    for card in legal_cards(hands[turn], [] if led is None else [(1 - turn, led)], broken):
        left = [hand - {card} for hand in hands]
        now = broken or card // 13 == 3
        if led is None:
            after = plain(rules, bids, left, 1 - turn, card, now, tricks)
            values[card] = max(after.values()) if turn == 1 else min(after.values())
            continue
        winner = trick_winner([(1 - turn, led), (turn, card)])
        won = [taken + (seat == winner) for seat, taken in enumerate(tricks)]
        if any(left):
            after = plain(rules, bids, left, winner, None, now, won)
            values[card] = max(after.values()) if winner == 0 else min(after.values())
        else:
            (first, _), (second, _) = score_round(rules, bids, won, [0, 0])
            values[card] = first - second
    return values


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_value_is_what_it_was(block: int) -> None:
    for line in LINES[block::BLOCKS]:
        round = position(line)
        solution = spades.solve(round)
        values = [solution.actions[action] for action in round.legal_actions()]
        assert values == line[-1], line
        assert len(values) == len(solution.actions)
        assert solution.value == max(values)


def test_small_positions_against_a_plain_minimax() -> None:
    checked = 0
    for line in LINES:
        round = position(line)
        assert round.turn is not None
        if len(round.hands[round.turn]) > PLAIN:
            continue
        bids = [int(bid) if bid.isdecimal() else bid for bid in line[3:5]]
        found = plain(
            OracleRules(**round.rules.as_dict()),
            bids,
            [{int(card) for card in hand} for hand in round.hands],
            round.turn,
            int(round.trick[0][1]) if round.trick else None,
            round.broken,
            list(round.tricks),
        )
        sign = 1 if round.turn == 0 else -1
        assert [sign * found[int(action)] for action in round.legal_actions()] == line[-1], line
        checked += 1
    assert checked > 400


def test_the_corpus_is_worth_its_name() -> None:
    assert len(LINES) == 2000
    assert FILE.stat().st_size < 600_000
    sizes: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    for line in LINES:
        round = position(line)
        assert round.turn is not None
        cards = len(round.hands[round.turn])
        sizes[cards] += 1
        kinds["reply" if round.trick else "lead"] += 1
        kinds["broken" if round.broken else "unbroken"] += 1
        kinds[f"turn {round.turn}"] += 1
        kinds["moon"] += "13" in line[3:5] and round.rules.moon_bonus > 0
        kinds["nil"] += "nil" in line[3:5]
        kinds["blind nil"] += "blind-nil" in line[3:5]
        kinds[f"nil tricks {round.rules.nil_tricks}"] += 1
        kinds["cards differ"] += len(set(line[-1])) > 1
        held = round.hands[round.turn]
        suits = {card.suit for card in held}
        kinds["no spade may be led"] += (
            not round.trick and not round.broken and "spades" in suits and len(suits) > 1
        )
    assert set(sizes) == set(range(1, 14))
    assert min(sizes.values()) >= 40
    assert min(kinds.values()) >= 100, kinds
    assert kinds["cards differ"] > 1500
