"""A ladder of bots, with its CSV and, if matplotlib is installed, its plot.

    python examples/ladder.py 200 ladder

plays 200 mirrored deals for each pair of bots and writes ladder.csv and ladder.svg.
"""

from __future__ import annotations

import sys

from spades import SpadesError
from spades.arena import ladder, plot, save_csv
from spades.bots import Bot, RandomBot, RuleBot, SearchBot


def main(deals: int, name: str) -> None:
    """Plays the ladder and writes its files."""
    bots: dict[str, Bot] = {
        "random": RandomBot(seed=1),
        "rule": RuleBot(),
        "search, 5 worlds": SearchBot(seed=1, worlds=5),
        "search, 20 worlds": SearchBot(seed=1, worlds=20),
        "search, 20 worlds, forgetful": SearchBot(seed=1, worlds=20, memory=False),
    }
    result = ladder(bots, "two-handed", rounds=deals, seed=2, checkpoint=f"{name}.jsonl")
    print(result)
    save_csv(result, f"{name}.csv")
    try:
        plot(result, f"{name}.svg")
    except SpadesError as error:
        print(error)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(int(sys.argv[1]), sys.argv[2])
