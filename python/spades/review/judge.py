"""One decision before the judge: a first look, a second one that decides, a third that measures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spades._core import Action, Observation
from spades.bots import ActionReport, Choice, Limit, Report, SearchBot
from spades.review.estimate import Estimate
from spades.review.value import Value
from spades.review.verdict import (
    Kind,
    Unit,
    Verdict,
    confirmed,
    is_decided,
    kind_of,
    kind_of_both,
)

# Worlds of the first look when nothing is said.
WORLDS = 64
# The second look is so many searches with seeds of their own, each as long as the first look.
# Their differences are independent, so that their spread gives the error.
BATCHES = 16
# The third look, at those few that the second one has found wrong, is twice as long.
MORE_BATCHES = 32
# Of a time limit the first look has this part.
_FIRST = 0.25
_SEEDS = 1 << 64


@dataclass(frozen=True, slots=True)
class Judge:
    """Values what a seat did in the light of what it knew, and of nothing else.

    The first look says what the bot would do. If that is something else than what was done, the
    second look compares these two actions alone, in worlds of its own: the bot's choice is the
    best of noisy values and looks better than it is where it was chosen, and not elsewhere. Where
    it finds a mistake, the third look says how large the loss is: those that the second look
    accuses are the ones that looked worst in it.

    Args:
        limit: Worlds of the first look, or seconds for a decision.
        seed: 0 to 2**64 - 1.

    Examples:
        >>> import spades
        >>> game = spades.Game("two-handed", seed=7, opener=0)
        >>> verdict = Judge(spades.Limit(worlds=8), 1).verdict(game.observation(0), "keep")
        >>> verdict.unit, verdict.points is None
        ('tricks', True)
    """

    limit: Limit
    seed: int = 1

    def verdict(self, obs: Observation, action: Action | str) -> Verdict | None:
        """What the action lost; None when there was nothing to choose.

        Args:
            obs: What the seat to act knew.
            action: What it did, legal.

        Raises:
            SpadesError: When it is not the observing seat's turn.
        """
        done = Action(action)
        if len(obs.legal_actions()) < 2:
            return None
        first = self._look(0, obs, done)
        report = first.report
        if obs.phase == "play" and not report.worlds:
            return None  # cards that are worth the same one
        played, better = report[done], report[first.action]
        draft = obs.phase == "draft"
        unit: Unit = "tricks" if draft else "points"
        if not draft and played.win is not None and better.win is not None:
            unit = "win"
        if played.value is None or better.value is None:
            known = Value.over([better]) if done != first.action else None
            kind: Kind = "best" if done == first.action else "unvalued"
            return Verdict(kind, unit, None, known, worlds=report.worlds)
        if draft or not report.worlds:  # by a table, without worlds
            return _verdict(unit, done, first.action, [report], exact=report.exact)
        if done == first.action or _same(played, better):
            return _verdict(unit, done, done, [report], exact=report.exact)
        second = self.compare(obs, done, first.action)
        if second is None or not second.wrong or second.exact:
            return second
        numbers = range(BATCHES + 1, BATCHES + MORE_BATCHES + 1)
        third = self.compare(obs, done, first.action, numbers)
        return third and confirmed(second, third)

    def compare(
        self,
        obs: Observation,
        action: Action,
        better: Action,
        numbers: Iterable[int] = range(1, BATCHES + 1),
    ) -> Verdict | None:
        """What an action loses against another one.

        Args:
            obs: What the seat to act knew.
            action: What it did.
            better: What it might have done.
            numbers: Of the searches, each of which has a seed of its own; those of the second look
                by default.

        Raises:
            SpadesError: When it is not the observing seat's turn, or an action is not legal.
        """
        looks = [self._both(number, obs, action, better) for number in numbers]
        unit: Unit = "tricks" if obs.phase == "draft" else "points"
        return _verdict(unit, action, better, looks, exact=looks[0].exact)

    def _both(self, number: int, obs: Observation, done: Action, wanted: Action) -> Report:
        report = self._look(number, obs, done).report
        if report[wanted].value is not None:
            return report
        # In these few worlds the bot saw no need to look at it. The worlds depend on the seed
        # alone, so that another search has the same.
        entry = self._look(number, obs, wanted).report[wanted]
        others = (other for other in report.actions if other.action != wanted)
        return Report.of([*others, entry], report.worlds, report.nodes, report.exact)

    def _look(self, number: int, obs: Observation, also: Action) -> Choice:
        searches = 1 + BATCHES + MORE_BATCHES
        bot = SearchBot(seed=(self.seed * searches + number) % _SEEDS)
        limit = self.limit
        if limit.time is not None:
            part = _FIRST if number == 0 else (1 - _FIRST) / BATCHES
            limit = Limit(limit.time * part, limit.worlds, limit.threads)
        return bot.choose(obs, limit, also=also)


def _same(one: ActionReport, other: ActionReport) -> bool:
    return (one.value, one.win, one.made) == (other.value, other.win, other.made)


def _verdict(
    unit: Unit, done: Action, wanted: Action, looks: Sequence[Report], exact: bool
) -> Verdict | None:
    played = Value.over([look[done] for look in looks])
    better = Value.over([look[wanted] for look in looks])
    if played is None or better is None:
        return None
    worlds = sum(look.worlds for look in looks)
    means = _loss(looks, done, wanted, "value")
    if unit == "tricks":
        assert means is not None  # both have a value
        points, win, tricks = None, None, means
    else:
        points, win, tricks = means, _loss(looks, done, wanted, "win"), None
    kind: Kind = "best"
    if done != wanted:
        if points is not None and win is not None:
            decided = is_decided(played.win, better.win)
            kind, unit = kind_of_both(points, win, decided)
        else:
            loss = points or tricks
            assert loss is not None  # one of them is known
            kind = kind_of(unit, loss)
    return Verdict(kind, unit, played, better, points, win, tricks, worlds, exact)


def _loss(looks: Sequence[Report], done: Action, wanted: Action, field: str) -> Estimate | None:
    losses = []
    for look in looks:
        more, less = (getattr(look[action], field) for action in (wanted, done))
        if more is None or less is None or not math.isfinite(more - less):
            return None
        losses.append(more - less)
    return Estimate.of(losses) if losses else None
