"""A match as a table of at most 80 columns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from spades.arena.account import Part
from spades.arena.columns import WIDTH, columns, short
from spades.arena.stats import Interval, signed

if TYPE_CHECKING:
    from spades.arena.match import MatchResult

_NAME = 24  # columns for the name of a bot that heads a column


def match_text(result: MatchResult) -> str:
    """The whole result."""
    first, second = result.bots
    many = "" if result.rules.sides == 2 else f"{result.rules.sides - 1} of "
    lines = [short(f"{first} against {many}{second}", WIDTH)]
    said = [result.rules.name, f"seed {result.seed}"]
    if result.limit is not None:
        said += [f"{field} {value}" for field, value in _limits(result) if value is not None]
    lines.append(short(", ".join(said), WIDTH))
    if result.stopped:
        lines.append("stopped before its end")
    for part in (result.rounds, result.games):
        if part is not None:
            lines += ["", *_part(result, part)]
    return "\n".join(lines)


def _limits(result: MatchResult) -> list[tuple[str, float | int | None]]:
    assert result.limit is not None
    return [("time", result.limit.time), ("worlds", result.limit.worlds)]


def _part(result: MatchResult, part: Part) -> list[str]:
    sides = result.rules.sides
    unit = "pairs" if sides == 2 else "deals"
    what = "whole games" if part.kind == "game" else "single rounds"
    if part.kind == "round" and result.standings:
        what += " at random standings"
    lines = [f"{what}: {part.pairs} {unit}, each with the seats changed {_times(sides)}"]
    if not part.pairs:
        return lines
    ends = f"{result.confidence * 100:g} % interval"
    rows = [(f"difference a {part.kind}", "mean", ends)]
    rows.append(("points", *_cells(part.points)))
    where = "side" if result.rules.partnerships else "seat"
    rows += [(f"  in {where} {own}", *_cells(held)) for own, held in enumerate(part.by_side)]
    rows.append(("points, a bag at -5", *_cells(part.priced)))
    lines += columns(rows)
    if part.wins is not None:
        lines += ["", *_wins(part, where, ends)]
    return [*lines, "", *_habits(result.bots, part)]


def _times(sides: int) -> str:
    return "once" if sides == 2 else f"{sides - 1} times"


def _cells(interval: Interval) -> tuple[str, str]:
    return signed(interval.mean), f"{signed(interval.low)} .. {signed(interval.high)}"


def _wins(part: Part, where: str, ends: str) -> list[str]:
    wins, score = part.wins, part.score
    assert wins is not None
    assert score is not None
    rows = [("games won, a draw as a half", "share", f"{ends} (Wilson)")]
    rows.append((f"{wins.won} won, {wins.drawn} drawn, {wins.lost} lost", *_shares(wins.rate)))
    rows += [(f"  in {where} {own}", *_shares(rate)) for own, rate in enumerate(wins.by_side)]
    rows.append(("by the spread of the pairs", *_shares(score)))
    return columns(rows)


def _shares(rate: Interval) -> tuple[str, str]:
    return percent(rate.mean), f"{percent(max(rate.low, 0))} .. {percent(min(rate.high, 1))}"


def percent(share: float) -> str:
    """A share in per cent, `-` when there is none."""
    return f"{share * 100:.1f} %" if math.isfinite(share) else "-"


def _habits(bots: tuple[str, str], part: Part) -> list[str]:
    a, b = part.first, part.second
    rows = [("a round and side", *(short(name, _NAME) for name in bots))]

    def row(title: str, first: str, second: str) -> None:
        rows.append((title, first, second))

    def mean(title: str, field: str) -> None:
        row(title, *(_mean(getattr(tally, field), tally.rounds) for tally in (a, b)))

    mean("points", "points")
    mean("bid", "bid")
    mean("tricks", "tricks")
    mean("bags", "bags")
    mean("bag penalty", "penalties")
    row("sets, of the contracts", *(_share(tally.sets, tally.contracts) for tally in (a, b)))
    row("nils made, of those bid", *(f"{t.nils_made} of {t.nils}" for t in (a, b)))
    if a.blind_nils or b.blind_nils:
        blind = (f"{t.blind_nils_made} of {t.blind_nils}" for t in (a, b))
        row("  of them blind", *blind)
    row("rounds", str(a.rounds), str(b.rounds))
    return columns(rows)


def _mean(total: int, rounds: int) -> str:
    return f"{total / rounds:.2f}" if rounds else "-"


def _share(part: int, whole: int) -> str:
    return percent(part / whole) if whole else "-"
