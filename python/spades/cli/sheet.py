"""Score tables."""

from __future__ import annotations

from collections.abc import Sequence

from spades import FinishedRound, Outcome, Rules
from spades.cli.names import Names
from spades.cli.screen import Screen, points
from spades.cli.text import Text

# The lines of a score by their names in `RoundScore.lines`, in words.
_LINES = {
    "contract": "for the bid",
    "overtricks": "for tricks above it",
    "nil": "for nil",
    "blind-nil": "for blind nil",
    "double-nil": "for both nils",
    "moon": "for all 13 bid and won",
    "bags": "for tricks that are bags",
    "bag-penalty": "for too many bags",
}


def round_table(
    screen: Screen, rules: Rules, names: Names, rounds: Sequence[FinishedRound], index: int
) -> None:
    """Print how a finished round was scored, line by line, and the totals after it."""
    finished = rounds[index]
    screen.heading(f"Score of round {index + 1}")
    rows: list[list[str | Text]] = [
        ["Bid", *(_of_side(rules, finished.bids, side) for side in range(rules.sides))],
        ["Tricks won", *(_of_side(rules, finished.tricks, side) for side in range(rules.sides))],
    ]
    for name, words in _LINES.items():
        cells = [_amounts(score.lines, name) for score in finished.score]
        if any(cells):
            rows.append([f"  {words}", *cells])
    rows.append(["This round", *(_signed(screen, score.points) for score in finished.score)])
    totals = totals_after(rules, rounds, index)
    rows.append([("Score"), *(screen.text((str(total), "bold")) for total in totals)])
    limit = f" (of {rules.bag_limit})" if rules.bag_limit else ""
    rows.append([f"Bags{limit}", *(str(score.bags) for score in finished.score)])
    screen.table(["", *names.sides], rows)


def game_table(screen: Screen, rules: Rules, names: Names, rounds: Sequence[FinishedRound]) -> None:
    """Print a line a round: of each side bid, tricks, points, and the score so far.

    Where the screen is too narrow for all sides, the points or all but the score are left out.
    """
    room = (screen.width - 6) // rules.sides
    parts = 3 if room >= 22 else 2 if room >= 16 else 1
    rows = []
    for index, finished in enumerate(rounds):
        totals = totals_after(rules, rounds, index)
        cells = []
        for side in range(rules.sides):
            bid = _of_side(rules, finished.bids, side).replace(" + ", "+")
            won = _of_side(rules, finished.tricks, side).replace(" + ", "+")
            scored = points(finished.score[side].points)
            cells += [scored, f"{bid}/{won}", str(totals[side])][-parts:]
        rows.append([str(index + 1), *cells])
    columns = ["Round"]
    for name in names.sides:
        columns += ["", name, "Score"][-parts:] if parts > 1 else [name]
    screen.table(columns, rows)
    shown = {3: "points, bid/won tricks, score", 2: "bid/won tricks, score", 1: "score"}[parts]
    screen.line((f"For each side: {shown} after the round.", "dim"))


def totals_after(rules: Rules, rounds: Sequence[FinishedRound], index: int) -> tuple[int, ...]:
    """Points of each side after the round at `index`."""
    return tuple(
        sum(finished.score[side].points for finished in rounds[: index + 1])
        for side in range(rules.sides)
    )


def outcome_words(rules: Rules, names: Names, outcome: Outcome, rounds: int) -> str:
    """Who won and why, in a sentence."""
    why = {
        "target": f"the target of {rules.target} is reached",
        "lose_score": f"a side fell to {rules.lose_score} or below",
        "rounds": "the one round is played" if rounds == 1 else f"the {rounds} rounds are played",
        "max_rounds": f"after {rules.max_rounds} rounds no more are played",
    }[outcome.reason]
    scores = [score.points for score in outcome.scores]
    if outcome.winner is None:
        return f"A draw at {max(scores)} points: {why}."
    rest = [str(score) for side, score in enumerate(scores) if side != outcome.winner]
    wins = names.side_does(outcome.winner, "win")
    return f"{wins} the game, {scores[outcome.winner]} to {' and '.join(rest)}: {why}."


def _of_side(rules: Rules, values: Sequence[object], side: int) -> str:
    """`4`, or `nil + 4` for partners."""
    seats = [seat for seat in range(rules.players) if rules.side_of(seat) == side]
    return " + ".join(str(values[seat]) for seat in seats)


def _amounts(lines: Sequence[tuple[str, int]], name: str) -> str:
    """The points of all lines of a name: partners may both have bid nil."""
    return ", ".join(points(amount) for line, amount in lines if line == name)


def _signed(screen: Screen, value: int) -> Text:
    return screen.text((points(value), "green" if value > 0 else "red" if value < 0 else ""))
