"""Plays two bots until it is clear which of two hypotheses holds."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from spades._core import Rules
from spades.arena.account import Account
from spades.arena.arguments import checked_count, checked_limit, checked_rules, seed_of
from spades.arena.columns import WIDTH, short
from spades.arena.deals import Kind
from spades.arena.executor import Spread
from spades.arena.match import MatchResult, result_of
from spades.arena.names import named
from spades.arena.run import Path, Progress, play
from spades.arena.sequential import MIN_PAIRS, Decision, Sequential, elo_share, share_elo
from spades.arena.stats import CONFIDENCE, Moments, finite
from spades.arena.table import Job, divisor
from spades.bots import Bot, Limit
from spades.errors import SpadesError


@dataclass(frozen=True, slots=True)
class SprtResult:
    """What a sequential test decided.

    Attributes:
        decision: "H1", "H0", or None when it ran out of pairs or was stopped.
        scale: What the bounds are of: "elo", "points" or "priced".
        bounds: The two hypotheses: H0 and H1.
        alpha: Chance of H1 when H0 holds. Wald's bounds keep it nearly: the last step goes past
            them (which makes the errors rarer), and the variance is estimated.
        beta: Chance of H0 when H1 holds.
        ratio: The log-likelihood ratio at the end.
        lower: At or below it H0 is accepted.
        upper: At or above it H1 is accepted.
        match: The pairs played. It ends when the result looks good, so that its means lie too far
            out and its intervals cover less often than they say: for an estimate play a match of
            a size that is fixed beforehand.
        stopped: Whether it was interrupted.
    """

    decision: Decision | None
    scale: str
    bounds: tuple[float, float]
    alpha: float
    beta: float
    ratio: float
    lower: float
    upper: float
    match: MatchResult
    stopped: bool = False

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return self.match.pairs

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "decision": self.decision,
            "scale": self.scale,
            "bounds": list(self.bounds),
            "alpha": self.alpha,
            "beta": self.beta,
            "ratio": finite(self.ratio),
            "lower": self.lower,
            "upper": self.upper,
            "pairs": self.pairs,
            "match": self.match.to_dict(),
            "stopped": self.stopped,
        }

    def to_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        first, second = self.match.bots
        unit = {"elo": "Elo", "points": "points a round", "priced": "points, a bag at -5"}
        low, high = self.bounds
        kept = {"H0": f"H0, {low:g}", "H1": f"H1, {high:g}", None: "none yet"}[self.decision]
        part = self.match.games if self.scale == "elo" else self.match.rounds
        lines = [
            short(f"{first} against {second}", WIDTH),
            short(f"{self.match.rules.name}, seed {self.match.seed}", WIDTH),
            f"H0: {low:g}   H1: {high:g} {unit[self.scale]}",
            f"decision: {kept}{' (stopped)' if self.stopped else ''}, after {self.pairs} pairs",
            f"log-likelihood ratio {self.ratio:.2f}, between {self.lower:.2f} and {self.upper:.2f}",
            f"alpha {self.alpha:g}, beta {self.beta:g}",
        ]
        if part is not None and part.pairs:
            if part.score is not None:
                seen = (
                    f"{part.score.mean * 100:.1f} % of games, {share_elo(part.score.mean):+.0f} Elo"
                )
            else:
                mean = (part.priced if self.scale == "priced" else part.points).mean
                seen = f"{mean:+.2f}"
            lines.append(f"seen: {seen} (biased: the test ends when it looks good)")
        return "\n".join(lines)


def sprt(
    bot_a: Bot,
    bot_b: Bot,
    rules: Rules | str = "two-handed",
    *,
    elo: Sequence[float] | None = None,
    points: Sequence[float] | None = None,
    priced: Sequence[float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_pairs: int = 20_000,
    least: int = MIN_PAIRS,
    seed: int = 1,
    executor: Executor | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    standings: bool = False,
    workers: int | None = None,
    processes: bool = False,
    checkpoint: Path | None = None,
) -> SprtResult:
    """Plays mirrored pairs until one of two hypotheses is accepted.

    Exactly one of `elo`, `points` and `priced` is given, as (H0, H1).

    Args:
        bot_a: The bot that is hoped to be better.
        bot_b: The other one.
        rules: The rules, or a preset's name.
        elo: Bounds on the games won: (0, 20) asks whether `bot_a` is 20 Elo points better rather
            than none. Whole games are played; for two sides only.
        points: Bounds on the mean difference in points a round. Single rounds are played.
        priced: The same with a bag at -5.
        alpha: Chance to accept H1 when H0 holds, above 0 and below 0.5.
        beta: Chance to accept H0 when H1 holds.
        max_pairs: Without a decision after so many pairs there is none.
        least: Pairs before which nothing is decided.
        seed: The dealer's seed, 0 to 2**64 - 1.
        executor: See `match`, as for all below.
        limit: How long a bot may think about an action.
        progress: Called with the pairs done and `max_pairs`.
        standings: Begin single rounds at random standings.
        workers: See `match`.
        processes: See `match`.
        checkpoint: See `match`. The bounds are no part of it: the same pairs can be tested anew.

    Returns:
        The decision. Pairs count in their order, so that it does not depend on the executor.

    Raises:
        SpadesError: When an argument is not what it should be.

    Examples:
        >>> from spades.arena import sprt
        >>> from spades.bots import RandomBot
        >>> bots = RandomBot(seed=1), RandomBot(seed=2)
        >>> sprt(*bots, "partners", points=(0, 150), max_pairs=200).decision
        'H0'
    """
    rules = checked_rules(rules)
    scale, bounds = _scale(rules, elo=elo, points=points, priced=priced)
    means = (elo_share(bounds[0]), elo_share(bounds[1])) if scale == "elo" else bounds
    test = Sequential(means[0], means[1], alpha, beta, least)
    entered = named([bot_a, bot_b], 2)
    kind: Kind = "game" if scale == "elo" else "round"
    deals: dict[Kind, int] = {kind: checked_count("max_pairs", max_pairs, 1)}
    job = Job(
        bots=tuple(entered.values()),
        names=tuple(entered),
        pairings=((0, 1),),
        rules=rules,
        seed=seed_of(seed),
        limit=checked_limit(limit),
        standings=standings,
    )
    over = 2 * rules.sides if scale == "elo" else divisor(rules)
    account, decision, stopped = Account.empty(rules.sides), None, False
    with Spread(executor, workers, processes=processes) as spread:
        try:
            with closing(play(job, deals, spread, checkpoint, progress)) as units:
                for unit in units:
                    account = account.plus(unit)
                    decision = test.decision(_sample(account, scale), over)
                    if decision is not None:
                        break
        except KeyboardInterrupt:
            stopped = True
    return SprtResult(
        decision=decision,
        scale=scale,
        bounds=bounds,
        alpha=alpha,
        beta=beta,
        ratio=test.ratio(_sample(account, scale), over),
        lower=test.lower,
        upper=test.upper,
        match=result_of(job, 0, {kind: account}, CONFIDENCE),
        stopped=stopped,
    )


def _sample(account: Account, scale: str) -> Moments:
    if scale == "elo":
        return account.score
    return account.points if scale == "points" else account.priced


def _scale(rules: Rules, **given: Sequence[float] | None) -> tuple[str, tuple[float, float]]:
    chosen = [(scale, bounds) for scale, bounds in given.items() if bounds is not None]
    if len(chosen) != 1:
        raise SpadesError(f"expected one of elo, points and priced, found {len(chosen)} of them")
    [(scale, bounds)] = chosen
    if (
        not isinstance(bounds, Sequence)
        or len(bounds) != 2
        or not all(
            isinstance(bound, int | float) and not isinstance(bound, bool) and math.isfinite(bound)
            for bound in bounds
        )
    ):
        raise SpadesError(f"{scale}: expected two numbers (H0, H1), found {bounds!r}")
    if scale == "elo" and rules.sides != 2:
        raise SpadesError("elo: says something about two sides only; use points")
    low, high = float(bounds[0]), float(bounds[1])
    if not low < high:
        raise SpadesError(f"{scale}: expected H0 below H1, found {bounds!r}")
    return scale, (low, high)
