"""The scores of a game as lines in the terminal, round by round."""

from __future__ import annotations

from collections.abc import Sequence

from spades import FinishedRound, Rules
from spades.cli.names import Names
from spades.cli.screen import Screen
from spades.cli.sheet import totals_after
from spades.cli.text import Text

_ROWS = 9
_STEP = 6  # most columns from round to round
_MARKS = ("●○▲△", "ox+#")
_STYLES = ("green", "red", "bold", "")


def draw_scores(
    screen: Screen, names: Names, rules: Rules, rounds: Sequence[FinishedRound]
) -> None:
    """Print the scores after each round, a line for each side, and the target."""
    scores = [(0,) * rules.sides]
    scores += [totals_after(rules, rounds, index) for index in range(len(rounds))]
    marks = _MARKS[screen.ascii]
    heading = Text("Scores  ")
    for side, name in enumerate(names.sides):
        heading.append(marks[side], _STYLES[side]).append(f" {name}  ")
    screen.line(heading)
    screen.lines(score_lines(scores, rules.target, min(screen.width, 100), marks))


def score_lines(scores: Sequence[Sequence[int]], target: int, width: int, marks: str) -> list[Text]:
    """The plot.

    Args:
        scores: Points by side: at the start, and after each round.
        target: Marked by a dim line, if it is above 0.
        width: Columns.
        marks: A sign for each side.
    """
    values = [points for after in scores for points in after]
    low, high = min(values), max([*values, target])
    high = max(high, low + 1)
    label = max(len(str(low)), len(str(high)))
    last = len(scores) - 1
    room = max(width - label - 3, 2)
    step = min(_STEP, (room - 1) / max(last, 1))
    cells = [[(" ", "")] * (round(last * step) + 1) for _ in range(_ROWS)]

    def row(points: float) -> int:
        return round((high - points) / (high - low) * (_ROWS - 1))

    levels = {row(low): low, row(0) if low < 0 else row(low): min(0, low) if low >= 0 else 0}
    levels[row(high)] = high
    if target > 0:
        levels[row(target)] = target
        cells[row(target)] = [("-", "dim")] * len(cells[0])
    for side in range(len(scores[0])):
        line = [after[side] for after in scores]
        for column in range(len(cells[0])):
            before = min(int(column / step), last)
            part = column / step - before
            points = line[before] + (line[min(before + 1, last)] - line[before]) * part
            cells[row(points)][column] = (".", _STYLES[side])
        for index, points in enumerate(line):
            cells[row(points)][round(index * step)] = (marks[side], _STYLES[side])
    told = []
    for number, columns in enumerate(cells):
        level = str(levels[number]) if number in levels else ""
        told.append(Text(f"{level:>{label}} |", "dim").append(Text.of(columns)))
    return told
