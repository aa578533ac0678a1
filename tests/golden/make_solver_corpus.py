"""Makes `solver_corpus.jsonl`: `python tests/golden/make_solver_corpus.py`, some minutes.

Positions of two hands with the value that `spades.solve` gave every legal card, each checked when
it was made. Up to 8 cards a hand: against a plain minimax written here, with the rules and the
score of the oracle. Above that, by three other routes through the solver: the position after every
card, solved on its own; the same after every answer, too; and the position with the seats and the
side suits changed round.

The first line is `{"seed": ..., "rules": [changed fields, ...]}`, every other one a position:
[rules, hand 0, hand 1, bid 0, bid 1, tricks 0, tricks 1, turn, card led or "", broken, values],
the values in the order of `Round.legal_actions`.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import spades

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from oracle import OracleRules, legal_cards, score_round, trick_winner  # noqa: E402

SEED = 20261130
# Positions by cards a hand (of the seat to act).
SIZES = {1: 40, 2: 120, 3: 160, 4: 200, 5: 210, 6: 210} | dict.fromkeys(range(7, 12), 160)
SIZES |= {12: 130, 13: 130}
PLAIN = 8  # the plain minimax goes so far
RULE_SETS = 60
SUITS, RANKS = "CDHS", "23456789TJQKA"


def random_scoring(rng: random.Random) -> dict[str, Any]:
    """Give random fields of scoring, as far as they matter without bags from earlier rounds."""
    return {
        "nil_bonus": rng.choice([100, 50, 0, rng.randint(0, 300)]),
        "nil_penalty": rng.choice([100, 0, rng.randint(0, 300)]),
        "nil_tricks": rng.choice(["ignored", "bags", "contract"]),
        "blind_nil_bonus": rng.choice([0, 200, rng.randint(1, 400)]),
        "blind_nil_penalty": rng.choice([0, 200, rng.randint(1, 400)]),
        "moon_bonus": rng.choice([0, 250, rng.randint(1, 400)]),
        "trick_points": rng.choice([10, 10, 0, rng.randint(1, 20)]),
        "bag_points": rng.choice([1, -5, 0, rng.randint(-12, 12)]),
        "bag_limit": rng.choice([10, 3, 0, rng.randint(1, 12)]),
        "bag_penalty": rng.choice([100, 0, rng.randint(1, 200)]),
    }


def rule_sets(rng: random.Random) -> list[dict[str, Any]]:
    """Give the two-handed presets, as what they change, and random rules."""
    plain = spades.Rules().as_dict()
    presets = [spades.Rules.preset(name) for name in spades.PRESETS]
    changes = [
        {field: value for field, value in rules.as_dict().items() if plain[field] != value}
        for rules in presets
        if rules.players == 2
    ]
    return changes + [random_scoring(rng) for _ in range(RULE_SETS - len(changes))]


def name_of(card: int) -> str:
    """Give a card's text."""
    return RANKS[card % 13] + SUITS[card // 13]


def text_of(hand: set[int]) -> str:
    """Give a hand's text: spades, hearts, diamonds, clubs, high cards first."""
    lanes = ([c for c in sorted(hand, reverse=True) if c // 13 == 3 - i] for i in range(4))
    return ".".join("".join(RANKS[c % 13] for c in lane) for lane in lanes)


def random_pack(rng: random.Random, size: int) -> list[int]:
    """Draw 2 * size cards: of the whole pack, of two or three suits, or with many spades."""
    kind = rng.random()
    pack = list(range(52))
    if kind < 0.2 and size <= 6:
        suits = rng.sample(range(4), rng.randint(2, 3))
        pack = [card for card in pack if card // 13 in suits]
    elif kind < 0.35 and size <= 8:
        pack = [card for card in pack if card % 13 >= rng.choice([5, 6, 8]) or card >= 39]
    if len(pack) < 2 * size:
        pack = list(range(52))
    return rng.sample(pack, 2 * size)


def random_bid(rng: random.Random, rules: spades.Rules, length: int) -> str:
    """Draw a bid: any kind, most often one that is in reach."""
    draw = rng.random()
    if draw < 0.15:
        return "nil"
    if draw < 0.25 and rules.blind_nil_bonus:
        return "blind-nil"
    if draw < 0.33:
        return "13"
    if draw < 0.45:
        return str(rng.randint(1, 13))
    return str(min(13, max(1, round(rng.gauss(length / 2, 1.5)))))


def random_position(rng: random.Random, size: int, rules: spades.Rules) -> dict[str, Any]:
    """Draw what `Round.setup` takes, but the rules."""
    cards = random_pack(rng, size)
    hands = [set(cards[:size]), set(cards[size:])]
    won = rng.randint(0, 13 - size)
    tricks = [won, 0]
    if rng.random() < 0.8:
        tricks[1] = 13 - size - won
    turn = rng.randrange(2)
    given: dict[str, Any] = {"tricks": tricks, "turn": turn, "broken": rng.random() < 0.5}
    if rng.random() < 0.5:
        legal = legal_cards(hands[1 - turn], [], given["broken"])
        led = rng.choice(sorted(legal))
        hands[1 - turn].remove(led)
        given["trick"] = [(1 - turn, name_of(led))]
    given["bids"] = [random_bid(rng, rules, size + sum(tricks)) for _ in range(2)]
    given["hands"] = [text_of(hand) for hand in hands]
    return given


class Plain:
    """Minimax without any pruning: a position is looked at once, and every card is tried."""

    def __init__(self, rules: OracleRules, bids: tuple[str, str]) -> None:
        self.rules = rules
        self.bids = [int(bid) if bid.isdecimal() else bid for bid in bids]
        self.seen: dict[tuple[Any, ...], int] = {}

    def end(self, tricks: tuple[int, int]) -> int:
        """Points of seat 0 less those of seat 1."""
        first, second = score_round(self.rules, self.bids, list(tricks), [0, 0])
        return first[0] - second[0]

    def after(
        self,
        hands: tuple[frozenset[int], frozenset[int]],
        turn: int,
        led: int | None,
        broken: bool,
        tricks: tuple[int, int],
        card: int,
    ) -> int:
        """The value for seat 0 when a card is played."""
        left = list(hands)
        left[turn] = hands[turn] - {card}
        rest = (left[0], left[1])
        broken = broken or card // 13 == 3
        if led is None:
            return self.value(rest, 1 - turn, card, broken, tricks)
        winner = trick_winner([(1 - turn, led), (turn, card)])
        won = (tricks[0] + (winner == 0), tricks[1] + (winner == 1))
        return self.value(rest, winner, None, broken, won)

    def value(
        self,
        hands: tuple[frozenset[int], frozenset[int]],
        turn: int,
        led: int | None,
        broken: bool,
        tricks: tuple[int, int],
    ) -> int:
        """The value for seat 0."""
        if led is None and not hands[0]:
            return self.end(tricks)
        key = (hands, turn, led, broken, tricks)
        found = self.seen.get(key)
        if found is None:
            trick = [] if led is None else [(1 - turn, led)]
            legal = legal_cards(set(hands[turn]), trick, broken)
            values = [self.after(hands, turn, led, broken, tricks, card) for card in legal]
            found = self.seen[key] = max(values) if turn == 0 else min(values)
        return found


def plain_values(round: spades.Round) -> list[int]:
    """The value of every legal card for the seat to act, by the plain minimax."""
    turn = round.turn
    assert turn is not None
    hands = tuple(frozenset(int(card) for card in hand) for hand in round.hands)
    led = int(round.trick[0][1]) if round.trick else None
    bids = (str(round.bids[0]), str(round.bids[1]))
    plain = Plain(OracleRules(**round.rules.as_dict()), bids)
    start = ((hands[0], hands[1]), turn, led, round.broken, (round.tricks[0], round.tricks[1]))
    sign = 1 if turn == 0 else -1
    return [sign * plain.after(*start, int(action)) for action in round.legal_actions()]


def solved(round: spades.Round) -> list[int]:
    """The value of every legal card for the seat to act, as the solver has it."""
    values = spades.solve(round).actions
    return [values[action] for action in round.legal_actions()]


def child_values(round: spades.Round, depth: int) -> list[int]:
    """The same from the positions `depth` cards later."""
    if depth == 0:
        return solved(round)
    values = []
    for action in round.legal_actions():
        child = round.copy()
        child.apply(action)
        if child.is_over:
            first, second = child.score()
            value = first.points - second.points
            values.append(value if round.turn == 0 else -value)
        else:
            best = max(child_values(child, depth - 1))
            values.append(best if child.turn == round.turn else -best)
    return values


def changed_round(given: dict[str, Any], rules: spades.Rules, rng: random.Random) -> list[int]:
    """The values with the seats exchanged and the side suits permuted, in the order of old ids."""
    suits = [*rng.sample(range(3), 3), 3]

    def moved(card: int) -> int:
        return suits[card // 13] * 13 + card % 13

    old = spades.Round.setup(rules, **given)
    hands = [text_of({moved(int(card)) for card in hand}) for hand in old.hands]
    new = given | {
        "hands": hands[::-1],
        "bids": given["bids"][::-1],
        "tricks": given["tricks"][::-1],
        "turn": 1 - given["turn"],
    }
    if old.trick:
        ((seat, led),) = old.trick
        new["trick"] = [(1 - seat, name_of(moved(int(led))))]
    values = spades.solve(spades.Round.setup(rules, **new)).actions
    return [values[spades.Action(moved(int(action)))] for action in old.legal_actions()]


def verify(given: dict[str, Any], rules: spades.Rules, rng: random.Random) -> list[int]:
    """Give the values of a position that every other route agrees with."""
    round = spades.Round.setup(rules, **given)
    values = solved(round)
    assert round.turn is not None
    size = len(round.hands[round.turn])
    others = [child_values(round, 1), changed_round(given, rules, rng)]
    if size <= PLAIN:
        others.append(plain_values(round))
    else:
        others.append(child_values(round, 2))
    for other in others:
        assert other == values, (given, rules.as_dict(), values, other)
    return values


def main() -> None:
    """Write the file."""
    rng = random.Random(SEED)
    changes = rule_sets(rng)
    rules = [spades.Rules(**fields) for fields in changes]
    lines = [json.dumps({"seed": SEED, "rules": changes})]
    for size, wanted in SIZES.items():
        for _ in range(wanted):
            while True:
                index = rng.randrange(len(rules))
                given = random_position(rng, size, rules[index])
                values = solved(spades.Round.setup(rules[index], **given))
                # Where all cards are equal little is tested.
                if size == 1 or len(set(values)) > 1 or rng.random() < 0.1:
                    break
            assert verify(given, rules[index], rng) == values
            trick = given.get("trick")
            line = [index, *given["hands"], *given["bids"], *given["tricks"], given["turn"]]
            line += [trick[0][1] if trick else "", int(given["broken"]), values]
            lines.append(json.dumps(line, separators=(",", ":")))
        print(f"{size} cards: {wanted} positions", flush=True)
    (HERE / "solver_corpus.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
