"""Measures how honest a review is: whom it accuses, and whether the losses hold.

    python tools/review_honesty.py two-handed strong 12

Games of bots of one level against each other are reviewed. Each mistake found is then looked at
once more with another seed: if the review took luck for losses, the sum of the losses would shrink.
"""

from __future__ import annotations

import sys

import spades
from spades import Game, Limit
from spades.bots import SearchBot
from spades.review import Judge, review
from spades.review.judge import WORLDS


def main(preset: str, level: str, games: int) -> None:
    """Review games and print what was found."""
    rules = spades.Rules.preset(preset)
    print(f"{preset}, {level}: {games} games, every seat reviewed (draft left out)")
    print(*measured(rules, level, games), sep="\n")


def measured(rules: spades.Rules, level: str, games: int) -> list[str]:
    """Lines about the games of one level."""
    decisions = mistakes = confirmed = 0
    found, again, spread = 0.0, 0.0, 0.0
    judge = Judge(Limit(worlds=WORLDS), seed=77)
    for number in range(games):
        bots = [SearchBot(seed=100 * number + seat, level=level) for seat in range(rules.players)]
        record = spades.play_game(bots, rules, seed=9000 + number)
        told = [one for one in review(record, luck=0).decisions if one.phase != "draft"]
        decisions += len(told)
        wrong = {(one.round, one.number): one for one in told if one.verdict.wrong}
        mistakes += len(wrong)
        game = Game(record.rules, record.seed, record.opener)
        for played in record.rounds:
            for at, action in enumerate(played.actions, 1):
                one = wrong.get((played.number, at))
                if one is not None and one.better is not None and one.verdict.points is not None:
                    verdict = judge.compare(game.observation(one.seat), action, one.better)
                    assert verdict is not None  # it has been valued before
                    assert verdict.points is not None  # it is no draft
                    found += one.verdict.points.mean
                    again += verdict.points.mean
                    spread += one.verdict.points.error**2 + verdict.points.error**2
                    confirmed += verdict.wrong
                game.apply(action)
    share = mistakes / decisions * 100
    return [
        f"{decisions} decisions, {mistakes} mistakes ({share:.1f} %)",
        f"called mistakes again with another seed: {confirmed} of {mistakes}",
        f"points lost by them: {found:.1f} at first, {again:.1f} again "
        f"(the difference has a standard error of {spread**0.5:.1f})",
    ]


if __name__ == "__main__":
    arguments = sys.argv[1:] or ["two-handed", "strong", "12"]
    main(arguments[0], arguments[1], int(arguments[2]))
