"""Plots of results, with matplotlib (the extra `plot`)."""

from __future__ import annotations

import importlib
import math
import os
from typing import TYPE_CHECKING, Any

from spades._text_file import os_reason, path_text
from spades.arena.columns import short
from spades.arena.ladder import LadderResult
from spades.arena.match import MatchResult
from spades.arena.stats import Interval
from spades.errors import SpadesError

if TYPE_CHECKING:
    from spades.arena.run import Path

FORMATS = ("png", "svg", "pdf")


def plot(result: MatchResult | LadderResult, path: Path) -> None:
    """Draws the leads with their intervals into a file.

    Args:
        result: A ladder, a bar a bot; or a match, its lead as a whole and by seat.
        path: Where to; the ending says what it is: .png, .svg or .pdf.

    Raises:
        SpadesError: When matplotlib is missing, the ending is another, or the file cannot be
            written.
    """
    name = path_text(path, SpadesError)
    check_plot(name)
    figure_module: Any = importlib.import_module("matplotlib.figure")
    bars, what = _bars(result)
    figure = figure_module.Figure(figsize=(8, 1.6 + 0.42 * len(bars)), layout="constrained")
    axes = figure.add_subplot()
    heights = range(len(bars))[::-1]
    for height, (_, bar, middle) in zip(heights, bars, strict=True):
        if math.isfinite(bar.mean):
            ends = [[max(bar.mean - bar.low, 0)], [max(bar.high - bar.mean, 0)]]
            spread = ends if math.isfinite(bar.half) else None
            axes.errorbar(
                [bar.mean], [height], xerr=spread, fmt="o", color="#1f4e79", capsize=3, markersize=5
            )
        axes.axvline(middle, color="0.6", linewidth=1, zorder=0)
    axes.set_yticks(list(heights), [short(label, 40) for label, _, _ in bars])
    axes.set_ylim(-0.6, len(bars) - 0.4)
    axes.grid(axis="x", color="0.9")
    axes.set_axisbelow(True)
    axes.set_xlabel(f"{what}, with {result.confidence * 100:g} % intervals")
    axes.set_title(_title(result), fontsize=10)
    try:
        # Without a date, and with fixed ids, the same result is the same file.
        matplotlib: Any = importlib.import_module("matplotlib")
        with matplotlib.rc_context({"svg.hashsalt": "spades"}):
            undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
            figure.savefig(name, dpi=150, metadata=undated.get(_ending(name)))
    except OSError as cause:
        raise SpadesError(f"{name}: cannot be written: {os_reason(cause)}") from cause


def check_plot(path: Path) -> None:
    """Whether a plot could be made, so that this is known before the work and not after it.

    Raises:
        SpadesError: When matplotlib is missing, or the file's ending is none of `FORMATS`.
    """
    name = path_text(path, SpadesError)
    if _ending(name) not in FORMATS:
        wanted = ", ".join(f".{ending}" for ending in FORMATS)
        raise SpadesError(f"{name}: a plot ends in one of {wanted}")
    try:
        importlib.import_module("matplotlib")
    except ImportError:
        raise SpadesError("a plot needs matplotlib: python -m pip install 'spades[plot]'") from None


def _ending(name: str) -> str:
    return os.path.splitext(name)[1][1:].lower()


def _bars(result: MatchResult | LadderResult) -> tuple[list[tuple[str, Interval, float]], str]:
    """Label, interval and the line of no difference, for each bar; and what they measure."""
    if isinstance(result, LadderResult):
        if result.rounds:
            return [(row.bot, row.part.points, 0.0) for row in result.rounds], "points a round"
        even = 1 / result.rules.sides
        shares = [(row.bot, row.part.share, even) for row in result.games]
        bars = [(bot, share, even) for bot, share, even in shares if share is not None]
        return bars, "share of games won"
    part = result.rounds or result.games
    assert part is not None  # a match plays something
    where = "side" if result.rules.partnerships else "seat"
    bars = [("points", part.points, 0.0), ("points, a bag at -5", part.priced, 0.0)]
    bars += [(f"points in {where} {own}", bar, 0.0) for own, bar in enumerate(part.by_side)]
    return bars, f"points a {part.kind}"


def _title(result: MatchResult | LadderResult) -> str:
    if isinstance(result, MatchResult):
        who = f"{short(result.bots[0], 30)} against {short(result.bots[1], 30)}"
    else:
        against = f"against {result.reference}" if result.reference else "all against all"
        who = f"{len(result.bots)} bots, {short(against, 40)}"
    part = (
        result.rows[0].part if isinstance(result, LadderResult) else result.rounds or result.games
    )
    deals = part.pairs if part is not None else 0
    return f"{who}; {result.rules.name}, {deals} deals, seed {result.seed}"
