"""What the arena costs: time of a pair with bots that do not think.

python examples/overhead.py
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import spades
from spades import Observation, Rules
from spades.arena import match
from spades.bots import Choice, Limit, Report

_NOTHING = Report(())


@dataclass(frozen=True)
class First:
    """Takes the first legal action."""

    name: str

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        """Chooses the first legal action."""
        return Choice(obs.legal_actions()[0], _NOTHING)


def main(deals: int = 400) -> None:
    """Prints a line for each preset."""
    for preset in spades.PRESETS:
        sides = Rules.preset(preset).sides
        started = time.process_time()
        match(First("a"), First("b"), preset, rounds=deals, workers=1)
        each = (time.process_time() - started) / deals
        print(f"{preset:20} {each * 1000:.2f} ms a deal, played {sides} times")


if __name__ == "__main__":
    main()
