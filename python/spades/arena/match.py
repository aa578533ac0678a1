"""Two bots against each other on the same cards."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
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
from spades.arena.match_text import match_text
from spades.arena.names import identity, named
from spades.arena.run import Path, Progress, play
from spades.arena.stats import CONFIDENCE, Interval
from spades.arena.table import Job
from spades.bots import Bot, Limit
from spades.errors import SpadesError


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match found. `print(result)` is a table of at most 80 columns.

    Attributes:
        bots: Names of the two bots.
        identities: Their constructor code, with seeds and options, as far as they tell it.
        rules: The rules.
        seed: The dealer's seed.
        limit: How long a bot was allowed to think; None: its own default.
        standings: Whether the single rounds began at random standings.
        confidence: Of the intervals.
        rounds: The single rounds; None when none were asked for.
        games: The whole games; None when none were asked for.
        stopped: Whether it was interrupted before its end.
    """

    bots: tuple[str, str]
    identities: tuple[str, str]
    rules: Rules
    seed: int
    limit: Limit | None
    standings: bool
    confidence: float
    rounds: Part | None
    games: Part | None
    stopped: bool = False

    @property
    def points(self) -> Interval:
        """The mean difference in points: a round if single rounds were played, else a game."""
        return self._main.points

    @property
    def priced(self) -> Interval:
        """The same with a bag at -5 and no bag penalty."""
        return self._main.priced

    @property
    def pairs(self) -> int:
        """Pairs that `points` rests on."""
        return self._main.pairs

    @property
    def _main(self) -> Part:
        part = self.rounds or self.games
        assert part is not None  # a match plays something
        return part

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        limit = self.limit
        return {
            "bots": list(self.bots),
            "identities": list(self.identities),
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "limit": None if limit is None else {"time": limit.time, "worlds": limit.worlds},
            "standings": self.standings,
            "confidence": self.confidence,
            "rounds": self.rounds.to_dict() if self.rounds else None,
            "games": self.games.to_dict() if self.games else None,
            "stopped": self.stopped,
        }

    def to_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        return match_text(self)


def match(
    bot_a: Bot,
    bot_b: Bot,
    rules: Rules | str = "two-handed",
    rounds: int | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    *,
    games: int = 0,
    standings: bool = False,
    workers: int | None = None,
    processes: bool = False,
    checkpoint: Path | None = None,
    names: tuple[str, str] | None = None,
    confidence: float = CONFIDENCE,
) -> MatchResult:
    """Plays two bots against each other on mirrored deals.

    Each deal is played once for every side that `bot_a` can have, with the same pack and opener
    and `bot_b` in all the other sides: twice between two players or partnerships, three times at
    a table of three. The mean over these rounds is one observation, so that the luck of the cards
    largely cancels, and the interval is Student's over the deals.

    The deals depend on `seed` alone and not on any bot's seed. If the bots choose by what they
    see and their seeds alone, and no time limit is set, the result is the same on every machine,
    for any executor and any number of workers.

    Args:
        bot_a: The bot whose lead is measured.
        bot_b: The other one.
        rules: The rules, or a preset's name.
        rounds: Deals played as single rounds from 0 : 0, each in every arrangement; None: 1000,
            or 0 when `games` is given.
        seed: The dealer's seed, 0 to 2**64 - 1.
        executor: Where the work is done; it stays open. None: threads, made here.
        limit: How long a bot may think about an action; None: each bot's own default.
        progress: Called with the pairs done and all pairs, after each.
        games: Whole games to be played, each in every arrangement: the same packs in the same
            order, as far as both games go.
        standings: Begin single rounds at a random standing of a game, the same for both
            arrangements, so that what a bot makes of the score shows.
        workers: Threads, or how many tasks to keep an executor busy with; None: as many as it
            has.
        processes: Make processes instead of threads, for bots in pure Python.
        checkpoint: A file that every pair is added to; if it exists, it is gone on with, and
            refused when it is of another match.
        names: What to call the bots; None: by their options.
        confidence: Of all intervals.

    Returns:
        The result; after Ctrl-C that of the pairs played so far, marked as `stopped`.

    Raises:
        SpadesError: When an argument is not what it should be, the checkpoint is of another
            match, or a bot does something illegal.

    Examples:
        >>> from spades.arena import match
        >>> from spades.bots import RandomBot
        >>> result = match(RandomBot(seed=1), RandomBot(seed=2), "two-handed", rounds=20)
        >>> result.pairs, result.points.low < result.points.mean < result.points.high
        (20, True)
    """
    rules = checked_rules(rules)
    bots = named([bot_a, bot_b] if names is None else _under(names, bot_a, bot_b), 2)
    deals = counts(rounds, games)
    job = Job(
        bots=tuple(bots.values()),
        names=tuple(bots),
        pairings=((0, 1),),
        rules=rules,
        seed=seed_of(seed),
        limit=checked_limit(limit),
        standings=standings,
    )
    confidence = checked_confidence(confidence)
    accounts: dict[Kind, Account] = {kind: Account.empty(rules.sides) for kind in deals}
    stopped = False
    with Spread(executor, workers, processes=processes) as spread:
        try:
            with closing(play(job, deals, spread, checkpoint, progress)) as units:
                for unit in units:
                    accounts[unit.kind] = accounts[unit.kind].plus(unit)
        except KeyboardInterrupt:
            stopped = True
    return replace(result_of(job, 0, accounts, confidence), stopped=stopped)


def result_of(
    job: Job, pairing: int, accounts: dict[Kind, Account], confidence: float
) -> MatchResult:
    """The result of one pairing of a job."""
    a, b = job.pairings[pairing]
    parts = {kind: Part.of(kind, account, confidence) for kind, account in accounts.items()}
    return MatchResult(
        bots=(job.names[a], job.names[b]),
        identities=(identity(job.bots[a]), identity(job.bots[b])),
        rules=job.rules,
        seed=job.seed,
        limit=job.limit,
        standings=job.standings,
        confidence=confidence,
        rounds=parts.get("round"),
        games=parts.get("game"),
    )


def _under(names: tuple[str, str], bot_a: Bot, bot_b: Bot) -> dict[str, Bot]:
    if not isinstance(names, tuple | list) or len(names) != 2 or names[0] == names[1]:
        raise SpadesError(f"names: expected two that differ, found {names!r}")
    return {str(names[0]): bot_a, str(names[1]): bot_b}
