"""What each choice is worth, and who may hold which card."""

from __future__ import annotations

from collections.abc import Mapping

from spades import Card, Observation
from spades.bots import Choice, Report

# Deals that fit what the seat knows, drawn to see who holds what: a chance is good to 3 %.
_WORLDS = 1000
_SEED = 1


class Odds:
    """What `odds` shows.

    Attributes:
        choice: The bot's choice.
        report: What it thinks of each action.
        held: For each card of which the seat does not know where it is: the chance, by seat, that
            the seat holds it. The rest is the chance that it is out of play.
    """

    __slots__ = ("choice", "held", "report")

    def __init__(
        self, choice: Choice, report: Report, held: Mapping[Card, tuple[float, ...]]
    ) -> None:
        self.choice = choice
        self.report = report
        self.held = held


def odds_of(seen: Observation, choice: Choice) -> Odds:
    """The odds as a seat may know them.

    Args:
        seen: What the seat knows.
        choice: The choice of the bot that advises.
    """
    report = choice.report
    other = 1 - seen.seat
    if report.held and seen.rules.players == 2:
        chances = {card: chance for card, chance in report.held if card not in seen.known}
        held = {
            card: tuple(chance if seat == other else 0.0 for seat in range(2))
            for card, chance in chances.items()
        }
    else:
        held = _counted(seen)
    return Odds(choice, report, held)


def _counted(seen: Observation) -> dict[Card, tuple[float, ...]]:
    """How often each seat holds a card in deals that fit what is known."""
    players = range(seen.rules.players)
    unseen = [card for card in map(Card, range(52)) if card not in seen.known]
    counts = {card: [0] * len(players) for card in unseen}
    for world in seen.sample(_SEED, _WORLDS):
        for seat in players:
            if seat != seen.seat:
                for card in world.hands[seat] - seen.known:
                    counts[card][seat] += 1
    return {card: tuple(n / _WORLDS for n in found) for card, found in counts.items()}
