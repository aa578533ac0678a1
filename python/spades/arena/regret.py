"""What a bot's actions lose in the eyes of a judge."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Collection, Generator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

import spades._core
from spades._core import Action, Observation, Rules
from spades.arena.arguments import (
    checked_between,
    checked_count,
    checked_limit,
    checked_rules,
    seed_of,
)
from spades.arena.checkpoint import Checkpoint
from spades.arena.columns import WIDTH, columns, short
from spades.arena.deals import start, stream_seed
from spades.arena.executor import Spread, check_stop
from spades.arena.losses import Losses, Verdict
from spades.arena.names import identity, name_of, named
from spades.arena.run import Path, Progress
from spades.arena.stats import signed
from spades.arena.table import act
from spades.bots import Bot, Choice, Limit
from spades.errors import SpadesError

Scale: TypeAlias = Literal["value", "win"]
PHASES = ("blind", "draft", "bid", "play")
# A judge that has said nothing of so many positions will say nothing of any.
_PATIENCE = 100


@dataclass(frozen=True, slots=True)
class RegretResult:
    """What a judge found. `print(result)` is a table of at most 80 columns.

    Attributes:
        bot: Name of the bot.
        judge: Name of the judge.
        rules: The rules.
        seed: Seed of the deals and of the choice of positions.
        scale: "value" or "win".
        threshold: A loss above it is a blunder.
        all: Over all positions.
        phases: By phase, those in which there were positions.
        stopped: Whether it was interrupted before its end.
    """

    bot: str
    judge: str
    rules: Rules
    seed: int
    scale: Scale
    threshold: float
    all: Losses
    phases: dict[str, Losses]
    stopped: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "bot": self.bot,
            "judge": self.judge,
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "scale": self.scale,
            "threshold": self.threshold,
            "all": self.all.to_dict(),
            "phases": {phase: losses.to_dict() for phase, losses in self.phases.items()},
            "stopped": self.stopped,
        }

    def to_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        digits = 2 if self.scale == "value" else 4
        rows = [("phase", "positions", "loss", "95 % interval", "blunders", "same", "worst")]
        for phase, losses in (*self.phases.items(), ("all", self.all)):
            mean = losses.mean
            count = losses.positions
            rows.append(
                (
                    phase,
                    str(count),
                    signed(mean.mean, digits),
                    f"{signed(mean.low, digits)} .. {signed(mean.high, digits)}",
                    f"{losses.blunders / count * 100:.1f} %" if count else "-",
                    f"{losses.same / count * 100:.1f} %" if count else "-",
                    f"{losses.worst:.{digits}f}",
                )
            )
        unit = "points" if self.scale == "value" else "chance to win"
        lines = [short(f"{self.bot} judged by {self.judge}", WIDTH)]
        lines.append(short(f"{self.rules.name}, seed {self.seed}, {self.all.rounds} rounds", WIDTH))
        lines.append(f"loss in {unit}; a blunder loses more than {self.threshold:g}")
        if self.all.unjudged:
            lines.append(f"{self.all.unjudged} more positions, of which the judge says nothing")
        if self.stopped:
            lines.append("stopped before its end")
        return "\n".join([*lines, "", *columns(rows)])


@dataclass(frozen=True)
class _Trial:
    """All that a worker needs: plays a round of the bot against itself and has it judged."""

    bot: Bot
    judge: Bot
    name: str
    rules: Rules
    seed: int
    limit: Limit | None
    judge_limit: Limit | None
    standings: bool
    each: int
    phases: tuple[str, ...]
    scale: Scale

    def rounds(self, first: int, stop: int) -> list[list[Verdict]]:
        """The verdicts on rounds first..stop-1."""
        return [self._round(number) for number in range(first, stop)]

    def _round(self, number: int) -> list[Verdict]:
        game = start(self.rules, self.seed, "regret", number, standings=self.standings)
        before, where = len(game.rounds), f"regret round {number}"
        decisions: list[tuple[str, Observation, Action]] = []
        while (turn := game.turn) is not None and len(game.rounds) == before:
            check_stop()
            obs = game.observation(turn)
            action = act(game, turn, self.bot, self.name, self.limit, where)
            if obs.phase in self.phases and len(obs.legal_actions()) > 1:
                decisions.append((obs.phase, obs, action))
        rng = random.Random(stream_seed(self.seed, "regret choice", number))
        if len(decisions) > self.each:
            chosen = sorted(rng.sample(range(len(decisions)), self.each))
            decisions = [decisions[index] for index in chosen]
        return [self._judged(*decision) for decision in decisions]

    def _judged(self, phase: str, obs: Observation, action: Action) -> Verdict:
        check_stop()
        choice = self.judge.choose(obs, self.judge_limit)
        values = _values(choice, self.scale)
        loss = max(values.values()) - values[action] if action in values else None
        return Verdict(phase, loss, action == choice.action)


def regret(
    bot: Bot,
    judge: Bot,
    rules: Rules | str = "two-handed",
    positions: int = 1000,
    seed: int = 1,
    executor: Executor | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    *,
    judge_limit: Limit | None = None,
    threshold: float | None = None,
    scale: Scale = "value",
    phases: Collection[str] = PHASES,
    each: int = 6,
    standings: bool = False,
    workers: int | None = None,
    processes: bool = False,
    checkpoint: Path | None = None,
) -> RegretResult:
    """Has a judge value the actions of a bot in positions from its play against itself.

    The loss of an action is the judge's best value less its value of that action, so that it is
    never below zero, and noise of the judge makes it too large: the best of noisy values is
    better than it is. Differences between two bots under one judge are sound; for small losses
    give the judge many worlds. It should have another seed than the bot, or it shares the bot's
    luck.

    Args:
        bot: The bot.
        judge: A bot whose reports give values: a `SearchBot` with more worlds and another seed.
            A position in which it did not look into the bot's action is left out, and counted.
        rules: The rules, or a preset's name.
        positions: Positions with more than one legal action to judge.
        seed: Seed of the deals and of the choice of positions.
        executor: See `match`, as for all that is not said here.
        limit: How long the bot may think.
        progress: Called with the positions done and `positions`.
        judge_limit: How long the judge may think.
        threshold: A loss above it is a blunder; None: 10 points, or a chance of 0.05.
        scale: "value" or "win": which of the judge's figures counts.
        phases: Judge positions of these phases only.
        each: At most so many positions of one round, drawn at random.
        standings: Begin the rounds at random standings.
        workers: See `match`.
        processes: See `match`.
        checkpoint: See `match`.

    Returns:
        The losses, over all and by phase; after Ctrl-C those so far, marked as `stopped`.

    Raises:
        SpadesError: When an argument is not what it should be, or the judge gives no values.
    """
    trial = _Trial(
        bot=bot,
        judge=judge,
        name=next(iter(named([bot, judge], 2))),
        rules=checked_rules(rules),
        seed=seed_of(seed),
        limit=checked_limit(limit),
        judge_limit=checked_limit(judge_limit),
        standings=standings,
        each=checked_count("each", each, 1),
        phases=_phases(phases),
        scale=_scale(scale),
    )
    wanted = checked_count("positions", positions, 1)
    if threshold is None:
        threshold = 10.0 if scale == "value" else 0.05
    threshold = checked_between("threshold", threshold, -math.inf, math.inf)
    total = Losses()
    by_phase = {phase: Losses() for phase in trial.phases}
    stopped = False
    with Spread(executor, workers, processes=processes) as spread, ExitStack() as stack:
        try:
            rounds = stack.enter_context(closing(_rounds(trial, wanted, spread, checkpoint)))
            for verdicts in rounds:
                verdicts = _first(verdicts, wanted - total.positions)
                for phase in by_phase:
                    own = [verdict for verdict in verdicts if verdict.phase == phase]
                    by_phase[phase] = by_phase[phase].plus(own, threshold)
                total = total.plus(verdicts, threshold)
                if not total.positions and total.unjudged >= _PATIENCE:
                    raise SpadesError(
                        f"judge {name_of(judge)!r} gives no {scale} for what the bot did in the "
                        f"first {total.unjudged} positions"
                    )
                if progress is not None:
                    progress(total.positions, wanted)
                if total.positions >= wanted:
                    break
        except KeyboardInterrupt:
            stopped = True
    return RegretResult(
        bot=trial.name,
        judge=name_of(judge),
        rules=trial.rules,
        seed=trial.seed,
        scale=trial.scale,
        threshold=threshold,
        all=total,
        phases={phase: losses for phase, losses in by_phase.items() if losses.positions},
        stopped=stopped,
    )


def _first(verdicts: list[Verdict], judged: int) -> list[Verdict]:
    """The verdicts up to so many with a loss."""
    kept = []
    for verdict in verdicts:
        kept.append(verdict)
        judged -= verdict.loss is not None
        if not judged:
            break
    return kept


def _rounds(
    trial: _Trial, wanted: int, spread: Spread, checkpoint: Path | None
) -> Generator[list[Verdict], None, None]:
    """The verdicts round by round: those of the results file, then those played now."""
    # Each round has a position to judge or more, as good as always; this ends if none has.
    done, most = 0, wanted + 100
    with ExitStack() as stack:
        file: Checkpoint[list[Verdict]] | None = None
        if checkpoint is not None:
            config = _config(trial)
            file = stack.enter_context(Checkpoint(checkpoint, config, _read, _write))
            for verdicts in file.results():
                done += 1
                yield verdicts
        rounds = stack.enter_context(closing(spread.run(trial.rounds, done, most)))
        for verdicts in rounds:
            if file is not None:
                file.add(verdicts)
            yield verdicts


def _config(trial: _Trial) -> dict[str, Any]:
    limits = {
        field: None if held is None else {"time": held.time, "worlds": held.worlds}
        for field, held in (("limit", trial.limit), ("judge_limit", trial.judge_limit))
    }
    return {
        "task": "regret",
        "spades": spades._core.__version__,
        "rules": trial.rules.as_dict(),
        "bot": identity(trial.bot),
        "judge": identity(trial.judge),
        "seed": trial.seed,
        "standings": trial.standings,
        "each": trial.each,
        "phases": list(trial.phases),
        "scale": trial.scale,
        **limits,
    }


def _read(line: object) -> list[Verdict]:
    if not isinstance(line, list):
        raise ValueError("expected the verdicts of a round")
    verdicts = []
    for item in line:
        match item:
            case {"phase": str(phase), "loss": None | int() | float() as loss, "same": bool(same)}:
                verdicts.append(Verdict(phase, None if loss is None else float(loss), same))
            case _:
                raise ValueError("expected a verdict")
    return verdicts


def _write(verdicts: list[Verdict]) -> object:
    return [asdict(verdict) for verdict in verdicts]


def _values(choice: Choice, scale: Scale) -> dict[Action, float]:
    values = {entry.action: getattr(entry, scale) for entry in choice.report.actions}
    return {
        action: value
        for action, value in values.items()
        if value is not None and math.isfinite(value)
    }


def _phases(phases: Collection[str]) -> tuple[str, ...]:
    if isinstance(phases, str) or not phases or not set(phases) <= set(PHASES):
        raise SpadesError(f"phases: expected some of {', '.join(PHASES)}, found {phases!r}")
    return tuple(phase for phase in PHASES if phase in phases)


def _scale(scale: str) -> Scale:
    if scale == "value":
        return "value"
    if scale == "win":
        return "win"
    raise SpadesError(f"scale: expected 'value' or 'win', found {scale!r}")
