"""Enumeration of the worlds behind an observation, and chi-square by hand, for sampler tests."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations

import spades


def fillings(
    hidden: frozenset[int], free: list[int], allowed: list[frozenset[int]]
) -> Iterator[tuple[frozenset[int], ...]]:
    """Give every way to put hidden cards into places, `free[i]` cards of `allowed[i]` into each.

    Cards that are left belong to no place.
    """
    if not free:
        yield ()
        return
    for cards in combinations(sorted(hidden & allowed[0]), free[0]):
        here = frozenset(cards)
        for rest in fillings(hidden - here, free[1:], allowed[1:]):
            yield (here, *rest)


def worlds_by_hand(seen: spades.Observation) -> list[tuple[frozenset[int], ...]]:
    """Give the hands of all seats in every world that fits an observation of the play.

    Only what the observation shows is used: known cards, cards left, suits shown void.
    """
    pack = range(52)
    hidden = frozenset(pack) - frozenset(int(card) for card in seen.known)
    known = [frozenset(int(card) for card in cards) for cards in seen.known_hands]
    free = [left - len(cards) for left, cards in zip(seen.cards_left, known, strict=True)]
    allowed = [
        frozenset(card for card in pack if spades.Card(card).suit not in void)
        for void in seen.voids
    ]
    return [
        tuple(mine | theirs for mine, theirs in zip(known, hands, strict=True))
        for hands in fillings(hidden, free, allowed)
    ]


def hands_of(world: spades.Round) -> tuple[frozenset[int], ...]:
    """Give the hands of a world in the form of `worlds_by_hand`."""
    return tuple(frozenset(int(card) for card in hand) for hand in world.hands)


def chi_square(found: Iterable[Hashable], expected: Iterable[Hashable]) -> None:
    """Check that the outcomes found are spread evenly over all expected ones.

    The statistic of n cells has mean n - 1 and variance 2 (n - 1); five deviations above the mean
    are a chance of about one in a million, and seeds are fixed.
    """
    cells = list(expected)
    counts = Counter(found)
    assert set(counts) <= set(cells), "a world that does not fit was drawn"
    total = sum(counts.values())
    mean = total / len(cells)
    assert mean >= 5, "too few draws to tell"
    statistic = sum((counts[cell] - mean) ** 2 / mean for cell in cells)
    freedom = len(cells) - 1
    assert statistic < freedom + 5 * math.sqrt(2 * freedom) + 5, (statistic, freedom)
