"""Many bots on the same cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from spades._core import Rules
from spades.arena.account import Account, Part
from spades.arena.arguments import (
    checked_confidence,
    checked_limit,
    checked_rules,
    counts,
    seed_of,
)
from spades.arena.deals import Kind
from spades.arena.executor import Spread
from spades.arena.ladder_text import ladder_text
from spades.arena.match import MatchResult, result_of
from spades.arena.names import named
from spades.arena.run import Path, Progress, play
from spades.arena.stats import CONFIDENCE
from spades.arena.table import Job
from spades.arena.tally import Unit
from spades.bots import Bot, Limit
from spades.errors import SpadesError


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One bot of a ladder.

    Attributes:
        bot: Its name.
        against: The reference's name, or "all".
        part: Its lead over those it played against: the mean over all of them. One deal, with all
            that was played on it, is one observation.
    """

    bot: str
    against: str
    part: Part

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"bot": self.bot, "against": self.against, **self.part.to_dict()}


@dataclass(frozen=True, slots=True)
class LadderResult:
    """What a ladder found. `print(result)` is a table of at most 80 columns.

    Attributes:
        bots: Names of the bots, in the order in which they were given.
        rules: The rules.
        seed: The dealer's seed.
        reference: The bot that all others played against; None: all played against all.
        rounds: A row per bot from the single rounds, the best first; () when there were none.
        games: The same from whole games.
        matches: The result of each pair of bots.
        confidence: Of the intervals.
        stopped: Whether it was interrupted before its end.
    """

    bots: tuple[str, ...]
    rules: Rules
    seed: int
    reference: str | None
    rounds: tuple[LadderRow, ...]
    games: tuple[LadderRow, ...]
    matches: tuple[MatchResult, ...]
    confidence: float
    stopped: bool = False

    @property
    def rows(self) -> tuple[LadderRow, ...]:
        """The rows of the single rounds if there were any, else those of the games."""
        return self.rounds or self.games

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "bots": list(self.bots),
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "reference": self.reference,
            "confidence": self.confidence,
            "rounds": [row.to_dict() for row in self.rounds],
            "games": [row.to_dict() for row in self.games],
            "matches": [match.to_dict() for match in self.matches],
            "stopped": self.stopped,
        }

    def to_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        return ladder_text(self)


def ladder(
    bots: Sequence[Bot] | Mapping[str, Bot],
    rules: Rules | str = "two-handed",
    rounds: int | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    *,
    games: int = 0,
    reference: str | None = None,
    standings: bool = False,
    workers: int | None = None,
    processes: bool = False,
    checkpoint: Path | None = None,
    confidence: float = CONFIDENCE,
) -> LadderResult:
    """Plays each bot against each other, or against one of them, all on the same deals.

    With more than two sides a bot sits alone against a table of the other one, so that each pair
    is played both ways.

    Args:
        bots: Two bots or more, or names to bots.
        rules: The rules, or a preset's name.
        rounds: Deals played as single rounds by each pair, see `match`.
        seed: The dealer's seed, 0 to 2**64 - 1.
        executor: Where the work is done, see `match`.
        limit: How long a bot may think about an action; None: each bot's own default.
        progress: Called with the units done and all units, after each.
        games: Whole games played by each pair, see `match`.
        reference: Name of the bot that all others are to play against; None: all against all.
        standings: Begin single rounds at random standings.
        workers: See `match`.
        processes: See `match`.
        checkpoint: See `match`.
        confidence: Of all intervals.

    Returns:
        The table; after Ctrl-C that of what was played so far, marked as `stopped`.

    Raises:
        SpadesError: As `match` does, and when the reference is none of the bots.

    Examples:
        >>> from spades.arena import ladder
        >>> from spades.bots import RandomBot
        >>> bots = {name: RandomBot(seed) for seed, name in enumerate(["a", "b", "c"])}
        >>> result = ladder(bots, "two-handed", rounds=5)
        >>> len(result.matches), sorted(row.bot for row in result.rows)
        (3, ['a', 'b', 'c'])
    """
    rules = checked_rules(rules)
    entered = named(bots, 2)
    names = tuple(entered)
    deals = counts(rounds, games)
    confidence = checked_confidence(confidence)
    job = Job(
        bots=tuple(entered.values()),
        names=names,
        pairings=_pairings(names, rules, reference),
        rules=rules,
        seed=seed_of(seed),
        limit=checked_limit(limit),
        standings=standings,
    )
    books = {kind: _Book(job, reference is None) for kind in deals}
    stopped = False
    with Spread(executor, workers, processes=processes) as spread:
        try:
            units = play(job, deals, spread, checkpoint, progress, task="ladder")
            with closing(units):
                for unit in units:
                    books[unit.kind].add(unit)
        except KeyboardInterrupt:
            stopped = True
    against = reference or "all"
    tables = {kind: book.rows(kind, against, confidence) for kind, book in books.items()}
    return LadderResult(
        bots=names,
        rules=rules,
        seed=job.seed,
        reference=reference,
        rounds=tables.get("round", ()),
        games=tables.get("game", ()),
        matches=tuple(
            result_of(
                job,
                pairing,
                {kind: book.pairs[pairing] for kind, book in books.items()},
                confidence,
            )
            for pairing in range(len(job.pairings))
        ),
        confidence=confidence,
        stopped=stopped,
    )


class _Book:
    """Accounts of the pairs of bots, and of the bots."""

    def __init__(self, job: Job, everyone: bool) -> None:
        sides = job.rules.sides
        self._job = job
        # A bot that is alone against a table of another is not in that one's place.
        self._both = everyone and sides == 2
        self.pairs = [Account.empty(sides) for _ in job.pairings]
        self.bots = {name: Account.empty(sides) for name in job.names}
        self._deal: list[Unit] = []

    def add(self, unit: Unit) -> None:
        """Adds a unit; the bots' accounts get whole deals."""
        self.pairs[unit.pairing] = self.pairs[unit.pairing].plus(unit)
        self._deal = [*(self._deal if unit.pairing else []), unit]
        if len(self._deal) == len(self._job.pairings):
            added = {
                name: self.bots[name].plus(*units)
                for name in self.bots
                if (units := list(self._of(name, self._deal)))
            }
            self.bots = {**self.bots, **added}

    def rows(self, kind: Kind, against: str, confidence: float) -> tuple[LadderRow, ...]:
        """The rows, by falling lead, or by falling share of the games won."""
        rows = []
        for index, name in enumerate(self._job.names):
            each = sum(
                index == first or (self._both and index == second)
                for first, second in self._job.pairings
            )
            if each:
                part = Part.of(kind, self.bots[name], confidence, each)
                rows.append(LadderRow(name, against, part))

        def place(row: LadderRow) -> float:
            return -(row.part.score or row.part.points).mean if row.part.pairs else 0.0

        return tuple(sorted(rows, key=place))

    def _of(self, name: str, units: Sequence[Unit]) -> Iterator[Unit]:
        for unit, (first, second) in zip(units, self._job.pairings, strict=True):
            if self._job.names[first] == name:
                yield unit
            elif self._both and self._job.names[second] == name:
                yield unit.turned()


def _pairings(
    names: tuple[str, ...], rules: Rules, reference: str | None
) -> tuple[tuple[int, int], ...]:
    if reference is None:
        every = combinations if rules.sides == 2 else permutations
        return tuple((first, second) for first, second in every(range(len(names)), 2))
    if reference not in names:
        raise SpadesError(f"reference: expected one of {', '.join(names)}, found {reference!r}")
    fixed = names.index(reference)
    return tuple((index, fixed) for index in range(len(names)) if index != fixed)
