"""Plays the units: one deal, or one game, in every arrangement of two bots."""

from __future__ import annotations

from dataclasses import dataclass

from spades._core import Action, Game, Rules
from spades.arena.deals import Kind, start
from spades.arena.executor import check_stop
from spades.arena.tally import Pricing, Tally, Unit
from spades.bots import Bot, Limit
from spades.errors import IllegalActionError, SpadesError


@dataclass(frozen=True)
class Job:
    """All that a worker needs to play any unit. It is pickled once a task.

    Attributes:
        bots: The bots.
        names: What each is called.
        pairings: Pairs of indices of bots: the first against the second.
        rules: The rules.
        seed: The dealer's seed.
        limit: How long a bot may think; None: its own default.
        standings: Whether single rounds begin at a random standing.
    """

    bots: tuple[Bot, ...]
    names: tuple[str, ...]
    pairings: tuple[tuple[int, int], ...]
    rules: Rules
    seed: int
    limit: Limit | None = None
    standings: bool = False

    def units(self, kind: Kind, first: int, stop: int) -> list[Unit]:
        """Plays units; number n is the pairing n % pairings at the deal n // pairings."""
        pricing = Pricing.of(self.rules)
        count = len(self.pairings)
        return [
            self._unit(kind, number // count, number % count, pricing)
            for number in range(first, stop)
        ]

    def rounds(self, first: int, stop: int) -> list[Unit]:
        """Plays units of single rounds."""
        return self.units("round", first, stop)

    def games(self, first: int, stop: int) -> list[Unit]:
        """Plays units of whole games."""
        return self.units("game", first, stop)

    def _unit(self, kind: Kind, deal: int, pairing: int, pricing: Pricing) -> Unit:
        whole = kind == "game"
        origin = start(self.rules, self.seed, kind, deal, standings=self.standings and not whole)
        points: list[int] = []
        priced: list[int] = []
        won: list[int] = []
        first = second = Tally()
        a, b = self.pairings[pairing]
        for own in range(self.rules.sides):
            seats = [
                a if self.rules.side_of(seat) == own else b for seat in range(self.rules.players)
            ]
            game = self._play(origin.copy(), seats, whole, f"{kind} {deal}")
            sums = [Tally()] * self.rules.sides
            for played in game.rounds[len(origin.rounds) :]:
                counted = pricing.tallies(played)
                sums = [total + more for total, more in zip(sums, counted, strict=True)]
            points.append(_lead([tally.points for tally in sums], own))
            priced.append(_lead([tally.priced for tally in sums], own))
            if whole:
                winner = game.outcome.winner if game.outcome else None
                won.append(1 if winner is None else 2 if winner == own else 0)
            for side, tally in enumerate(sums):
                if side == own:
                    first += tally
                else:
                    second += tally
        return Unit(kind, deal, pairing, tuple(points), tuple(priced), tuple(won), first, second)

    def _play(self, game: Game, seats: list[int], whole: bool, where: str) -> Game:
        """Plays the round, or the game, to its end."""
        before = len(game.rounds)
        while (turn := game.turn) is not None and (whole or len(game.rounds) == before):
            check_stop()
            bot, name = self.bots[seats[turn]], self.names[seats[turn]]
            act(game, turn, bot, name, self.limit, where)
        return game


def act(game: Game, seat: int, bot: Bot, name: str, limit: Limit | None, where: str) -> Action:
    """Asks a bot, does what it says and returns that.

    Raises:
        IllegalActionError: Naming bot, seat and unit, when the action is not legal.
        SpadesError: When the bot answers with something else than a `Choice`.
    """
    at = f"bot {name!r} in seat {seat}, {where}"
    try:
        choice = bot.choose(game.observation(seat), limit)
    except Exception as error:
        error.add_note(f"raised by {at}")
        raise
    action = getattr(choice, "action", None)
    if action is None:
        raise SpadesError(f"{at}: expected a Choice, found {choice!r}")
    try:
        return game.apply(action)
    except IllegalActionError as error:
        raise type(error)(error.action, f"{error.reason} ({at})", error.legal) from error


def _lead(points: list[int], own: int) -> int:
    """The side's points times the number of the others, less all of theirs."""
    return points[own] * len(points) - sum(points)


def divisor(rules: Rules) -> int:
    """What a unit's summed leads are divided by to be the mean difference in points."""
    return rules.sides * (rules.sides - 1)
