"""Makes `perft.json` with the oracle: `python tests/golden/make_perft.py`.

Each case is a small ending with the number of play sequences of every length, and for the whole
ending the tricks that each seat wins, added up over all sequences (a wrong winner changes them).
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from oracle import PRESETS, OracleRound, OracleRules  # noqa: E402

SUITS = "SHDC"
RANKS = "23456789TJQKA"
# Name, rules, cards a hand, cards on the table, whether spades are broken.
SHAPES = [
    ("two", "two-handed", 5, 0),
    ("two-follow", "two-handed", 5, 1),
    ("two-open", "two-handed-open", 6, 0),
    ("pick", "pick", 5, 0),
    ("three", "three-handed", 4, 0),
    ("three-second", "three-handed", 3, 1),
    ("three-third", "three-handed", 4, 2),
    ("four", "partners", 3, 0),
    ("four-second", "partners-double-nil", 3, 1),
    ("four-last", "partners", 3, 3),
]


def name_of(card: int) -> str:
    """Give a card's text."""
    return RANKS[card % 13] + "CDHS"[card // 13]


def text_of(hand: set[int]) -> str:
    """Give a hand's text: spades, hearts, diamonds, clubs, high cards first."""
    lanes = ([c for c in sorted(hand, reverse=True) if c // 13 == 3 - i] for i in range(4))
    return ".".join("".join(RANKS[c % 13] for c in lane) for lane in lanes)


def position(rules: OracleRules, size: int, on_table: int, broken: bool, seed: int) -> OracleRound:
    """Give an ending at the play: random cards of few ranks, some spades among them."""
    rng = random.Random(seed)
    round = OracleRound(rules, list(range(52)), opener=rng.randrange(rules.players))
    while round.phase != "play":
        # One trick each, and "look" and "keep" on the way there.
        legal = round.legal()
        round.apply(57 if 57 in legal else legal[-1] if 79 in legal else legal[0])
    pack = [c for c in range(52) if c % 13 >= 6]
    cards: list[int] = []
    while not 3 <= sum(c >= 39 for c in cards) <= 5:
        cards = rng.sample(pack, size * rules.players)
    round.hands = [set(cards[i :: rules.players]) for i in range(rules.players)]
    round.broken = broken
    for _ in range(on_table):
        round.apply(rng.choice(round.legal()))
    return round


def play(round: OracleRound, depth: int, counts: list[int], tricks: list[int]) -> None:
    """Walk through all sequences that go on from one of `depth` cards."""
    counts[depth] += 1
    legal = round.legal()
    if not legal:
        for seat, won in enumerate(round.tricks):
            tricks[seat] += won
    for card in legal:
        saved = (
            [set(hand) for hand in round.hands],
            *(list(round.tricks), list(round.trick), list(round.played)),
            *(round.leader, round.broken, round.turn, round.phase),
        )
        round.apply(card)
        play(round, depth + 1, counts, tricks)
        round.hands, round.tricks, round.trick, round.played = saved[:4]
        round.leader, round.broken, round.turn, round.phase = saved[4:]


def case(name: str, preset: str, size: int, on_table: int, broken: bool, seed: int) -> object:
    """Give one case as plain data."""
    round = position(PRESETS[preset], size, on_table, broken, seed)
    given = {
        "name": name,
        "rules": preset,
        "hands": [text_of(hand) for hand in round.hands],
        "turn": round.turn,
        "trick": [[seat, name_of(card)] for seat, card in round.trick],
        "broken": round.broken,
    }
    cards = sum(len(hand) for hand in round.hands)
    counts, tricks = [0] * (cards + 1), [0] * round.rules.players
    play(round, 0, counts, tricks)
    return given | {"counts": counts, "tricks": tricks}


def main() -> None:
    """Write the file."""
    cases = [
        case(f"{name}-{state}-{seed}", preset, size, table, state == "broken", seed)
        for name, preset, size, table in SHAPES
        for state in ("unbroken", "broken")
        for seed in (1, 2)
    ]
    lines = ",\n  ".join(json.dumps(case) for case in cases)
    (HERE / "perft.json").write_text(f"[\n  {lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
