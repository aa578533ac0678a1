"""Bots for the tests of the arena: at module level, so that processes can be sent them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from spades import Action, Observation
from spades.bots import ActionReport, Choice, Limit, Report


@dataclass(frozen=True)
class PickBot:
    """Takes the legal action at an index, counted from the end when it is negative."""

    index: int = 0
    name: str = "pick"

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        legal = obs.legal_actions()
        index = min(self.index, len(legal) - 1) if self.index >= 0 else -1
        return Choice(legal[index], Report.of(map(ActionReport, legal)))


@dataclass(frozen=True)
class BidBot:
    """Bids one number, plays the highest or the lowest card that it may."""

    bid: int
    high: bool
    name: str = "bidder"

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        legal = obs.legal_actions()
        if obs.phase == "bid":
            wanted = [action for action in legal if action.bid and int(action.bid) == self.bid]
            return Choice(wanted[0], Report(()))
        cards = sorted(legal, key=lambda action: action.card.rank if action.card else 0)
        return Choice(cards[-1 if self.high else 0], Report(()))


@dataclass
class WatchingBot:
    """Tells what it is shown to a function; for threads of one process."""

    tell: Callable[[Observation], None]
    name: str = "watching"

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        self.tell(obs)
        return PickBot().choose(obs)


@dataclass(frozen=True)
class SlowBot:
    """Takes its time."""

    seconds: float = 0.01
    name: str = "slow"

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        time.sleep(self.seconds)
        return PickBot().choose(obs)


@dataclass(frozen=True)
class JudgeBot:
    """Values each action by its id: the higher the better."""

    name: str = "judge"
    silent: frozenset[str] = field(default_factory=frozenset)

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        legal = obs.legal_actions()
        if obs.phase in self.silent:
            return Choice(legal[-1], Report.of(map(ActionReport, legal)))
        values = [ActionReport(action, value=float(int(action)), win=0.5) for action in legal]
        return Choice(legal[-1], Report.of(values))


@dataclass(frozen=True)
class WrongBot:
    """Answers with something that is not legal, or no answer at all."""

    answer: str
    name: str = "wrong"

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        if self.answer == "raise":
            raise RuntimeError("out of order")
        if self.answer == "nothing":
            return None  # type: ignore[return-value]
        return Choice(Action(self.answer), Report(()))
