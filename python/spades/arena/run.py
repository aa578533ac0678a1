"""Plays the units of a job that a results file does not have yet."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from typing import Any, TypeAlias

import spades._core
from spades.arena.checkpoint import Checkpoint
from spades.arena.deals import Kind
from spades.arena.executor import Spread
from spades.arena.names import identity
from spades.arena.table import Job
from spades.arena.tally import Unit
from spades.errors import SpadesError

Progress: TypeAlias = Callable[[int, int], None]
Path: TypeAlias = str | os.PathLike[str]


def config_of(job: Job, task: str) -> dict[str, Any]:
    """All that the units of a job depend on, as plain values."""
    limit = job.limit
    return {
        "task": task,
        "spades": spades._core.__version__,
        "rules": job.rules.as_dict(),
        "bots": {name: identity(bot) for name, bot in zip(job.names, job.bots, strict=True)},
        "pairings": [list(pairing) for pairing in job.pairings],
        "seed": job.seed,
        "standings": job.standings,
        # Threads change no choice.
        "limit": None if limit is None else {"time": limit.time, "worlds": limit.worlds},
    }


def play(
    job: Job,
    deals: dict[Kind, int],
    spread: Spread,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
    task: str = "match",
) -> Generator[Unit, None, None]:
    """Yields the units in order: those of the results file first, then those played now.

    Args:
        job: What is played.
        deals: How many deals of each kind.
        spread: Where the units are played.
        checkpoint: Results file; None: none.
        progress: Called with the units done and all units, after each.
        task: Name of what is done, for the results file.

    Raises:
        SpadesError: When the results file is of something else.
    """
    each = len(job.pairings)
    total = {kind: count * each for kind, count in deals.items()}
    done: dict[Kind, int] = {"round": 0, "game": 0}
    told = sum(total.values())

    def tell() -> None:
        if progress is not None:
            progress(sum(min(done[kind], total[kind]) for kind in total), told)

    with ExitStack() as stack:
        file: Checkpoint[Unit] | None = None
        if checkpoint is not None:
            file = stack.enter_context(
                Checkpoint(checkpoint, config_of(job, task), Unit.from_line, Unit.to_line)
            )
            for unit in file.results():
                _check(unit, done, job, checkpoint)
                done[unit.kind] += 1
                if done[unit.kind] <= total.get(unit.kind, 0):
                    yield unit
        tell()
        for kind in total:
            work = job.rounds if kind == "round" else job.games
            units = stack.enter_context(closing(spread.run(work, done[kind], total[kind])))
            for unit in units:
                if file is not None:
                    file.add(unit)
                done[kind] += 1
                yield unit
                tell()


def _check(unit: Unit, done: dict[Kind, int], job: Job, path: Path) -> None:
    each = len(job.pairings)
    number = unit.deal * each + unit.pairing
    if number != done[unit.kind] or unit.pairing >= each or len(unit.points) != job.rules.sides:
        raise SpadesError(
            f"{os.fspath(path)}: {unit.kind} {unit.deal} is not the one that should follow there"
        )
