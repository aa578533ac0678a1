"""The solver of four hands against DDS, the double dummy solver of bridge, on the same deals.

    pytest benches/bench_four_hands.py -s                        # a quick look, answers checked
    python benches/bench_four_hands.py [--deals 1000] [--bits 20]  # more deals

Spades are trump, one seat leads, and there is no breaking rule, as in bridge. Positions with fewer
than 13 cards a hand are reached by random legal play. Needs `pip install endplay`, which packs DDS.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import random
import shutil
import statistics
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Cards a hand: deals of a quick look, repetitions on our side, the mark.
LOOK = {13: (40, 1, 1.7), 10: (60, 2, 1.5), 8: (150, 4, 1.5), 6: (400, 10, 4.0), 4: (600, 40, 30.0)}
Hands = list[list[tuple[int, int]]]  # per seat: suits 0 (clubs) to 3 (spades), ranks 2 to 14


class Deal(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("trick_suit", ctypes.c_int * 3),
        ("trick_rank", ctypes.c_int * 3),
        ("remain", (ctypes.c_uint * 4) * 4),
    )


class Tricks(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


def missing() -> str | None:
    """Why there is nothing to compare with."""
    if importlib.util.find_spec("endplay") is None:
        return "endplay, which packs DDS, is not installed"
    return None if shutil.which("cargo") else "there is no cargo to build the solver with"


@cache
def dds() -> ctypes.CDLL:
    spec = importlib.util.find_spec("endplay")
    assert spec is not None
    assert spec.origin is not None
    library = next((Path(spec.origin).parent / "_dds").glob("*dds.*"))
    found = ctypes.CDLL(str(library))
    found.SolveBoard.argtypes = [Deal, *[ctypes.c_int] * 3, ctypes.POINTER(Tricks), ctypes.c_int]
    found.SetMaxThreads(1)
    return found


@cache
def program() -> Path:
    """The solver, built."""
    command = ["cargo", "build", "--release", "-p", "spades-core", "--example", "four_hands"]
    subprocess.run([*command, "--message-format=short"], cwd=ROOT, check=True, capture_output=True)
    text = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version=1"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    target = text.split('"target_directory":"')[1].split('"')[0]
    return Path(target) / "release" / "examples" / "four_hands"


def position(rng: random.Random, cards: int) -> tuple[Hands, int]:
    """A random deal after random legal play, and who leads."""
    deck = [(suit, rank) for suit in range(4) for rank in range(2, 15)]
    rng.shuffle(deck)
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
    leader = rng.randrange(4)
    for _ in range(13 - cards):
        trick: list[tuple[int, int]] = []
        for place in range(4):
            hand = hands[(leader + place) % 4]
            follow = [card for card in hand if trick and card[0] == trick[0][0]]
            card = rng.choice(follow or hand)
            hand.remove(card)
            trick.append(card)
        led = trick[0][0]
        strength = [(suit == 3, suit == led, rank) for suit, rank in trick]
        leader = (leader + strength.index(max(strength))) % 4
    return hands, leader


def ask_dds(deals: list[tuple[Hands, int]]) -> tuple[list[int], float]:
    """The tricks of seats 0 and 2 by DDS, and the seconds."""
    asked = []
    for hands, leader in deals:
        deal = Deal(trump=0, first=leader)
        for seat, hand in enumerate(hands):
            for suit, rank in hand:
                deal.remain[seat][3 - suit] |= 1 << rank
        asked.append(deal)
    found, tricks = Tricks(), []
    solve = dds().SolveBoard
    start = time.process_time()
    for deal in asked:
        assert solve(deal, -1, 1, 1, ctypes.byref(found), 0) == 1
        tricks.append(found.score[0])
    spent = time.process_time() - start
    for number, (hands, leader) in enumerate(deals):
        if leader % 2:
            tricks[number] = len(hands[0]) - tricks[number]
    return tricks, spent


def ask_ours(
    deals: list[tuple[Hands, int]], bits: int = 20, repeat: int = 1
) -> tuple[list[int], float, float]:
    """The tricks of seats 0 and 2 by the solver, the seconds and the positions it visited."""
    text = "".join(
        " ".join(f"{sum(1 << 13 * suit + rank - 2 for suit, rank in hand):x}" for hand in hands)
        + f" {leader}\n"
        for hands, leader in deals
    )
    command = [str(program()), str(bits), str(repeat)]
    done = subprocess.run(command, input=text, check=True, capture_output=True, text=True)
    *tricks, last = done.stdout.splitlines()
    nodes, spent = last.split()
    return [int(line) for line in tricks], float(spent), float(nodes)


def compare(cards: int, count: int, repeat: int, bits: int, turns: int = 3) -> str:
    """Both solvers in turns on the same deals: a line about their speed."""
    rng = random.Random(2026 + cards)
    deals = [position(rng, cards) for _ in range(count)]
    ratios, nodes = [], 0.0
    for _ in range(turns):
        theirs, their_time = ask_dds(deals)
        ours, our_time, nodes = ask_ours(deals, bits, repeat)
        assert ours == theirs
        ratios.append(their_time / our_time)
    return (
        f"{cards:2} cards, {count} deals: {statistics.median(ratios):.2f} x DDS "
        f"({min(ratios):.2f}-{max(ratios):.2f}), mark {LOOK[cards][2]}; {nodes / count:,.0f} nodes"
    )


@pytest.mark.parametrize("cards", LOOK)
def test_four_hands(cards: int) -> None:
    if (reason := missing()) is not None:
        pytest.skip(reason)
    count, repeat, _ = LOOK[cards]
    print(f"\n{compare(cards, count, repeat, 20)}", end="")


@pytest.mark.parametrize("bits", [6, 10, 14])
def test_small_tables(bits: int) -> None:
    if (reason := missing()) is not None:
        pytest.skip(reason)
    rng = random.Random(bits)
    deals = [position(rng, cards) for cards in (10, 9, 8) for _ in range(20)]
    assert ask_ours(deals, bits)[0] == ask_dds(deals)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description="The solver of four hands against DDS.")
    parser.add_argument("--deals", type=int, default=0, help="deals per number of cards")
    parser.add_argument("--bits", type=int, default=20, help="size of the table")
    parser.add_argument("--cards", type=int, nargs="*", default=list(LOOK))
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    if (reason := missing()) is not None:
        raise SystemExit(reason)
    for cards in options.cards:
        count, repeat, _ = LOOK.get(cards, (100, 1, 0.0))
        LOOK.setdefault(cards, (count, repeat, 0.0))
        print(compare(cards, options.deals or count, repeat, options.bits, options.turns))


if __name__ == "__main__":
    main()
