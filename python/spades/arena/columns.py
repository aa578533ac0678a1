"""Tables of plain text."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 80


def columns(rows: Sequence[Sequence[str]], widest: int = WIDTH) -> list[str]:
    """Lines of a table: the first column to the left and cut off at need, the others right.

    Args:
        rows: Cells; all rows have the same number.
        widest: The most columns of the screen that a line takes.

    Examples:
        >>> columns([("bot", "mean"), ("long name", "1.0")], widest=11)
        ['bot    mean', 'long…   1.0']
    """
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    first = max(min(widths[0], widest - sum(width + 2 for width in widths[1:])), 1)
    lines = []
    for row in rows:
        cells = [short(row[0], first).ljust(first)]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines


def short(text: str, width: int) -> str:
    """The text, with an ellipsis for what has no room.

    Examples:
        >>> short("search:worlds=20", 8)
        'search:…'
    """
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
