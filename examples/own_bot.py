"""A bot of one's own, measured: is it better to bid two less than the sure tricks?

    python examples/own_bot.py

A bot is anything with a `name` and `choose(observation, limit)`. A frozen dataclass at the top of
a module can be pickled and compared, so that it also runs in processes and can be resumed.
"""

from __future__ import annotations

from dataclasses import dataclass

from spades import Observation
from spades.arena import sprt
from spades.bots import Choice, Limit, Report, RuleBot


@dataclass(frozen=True)
class Shy:
    """The rule bot, but it bids less."""

    less: int = 2

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return "shy"

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        """Chooses as the rule bot does, and takes some of its bid back."""
        choice = RuleBot().choose(obs, limit)
        bid = choice.action.bid
        if bid is None or int(bid) <= self.less:
            return choice
        wanted = int(bid) - self.less
        lower = [
            action for action in obs.legal_actions() if action.bid and int(action.bid) == wanted
        ]
        return Choice(lower[0], Report(())) if lower else choice


if __name__ == "__main__":
    print(sprt(Shy(), RuleBot(), "two-handed", points=(0, 5), max_pairs=2000, processes=True))
