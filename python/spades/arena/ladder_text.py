"""A ladder as a table of at most 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades.arena.columns import WIDTH, columns, short
from spades.arena.match_text import percent
from spades.arena.stats import signed

if TYPE_CHECKING:
    from spades.arena.ladder import LadderResult, LadderRow


def ladder_text(result: LadderResult) -> str:
    """The whole table."""
    against = f"against {result.reference}" if result.reference else "all against all"
    lines = [short(f"{len(result.bots)} bots, {against}", WIDTH)]
    lines.append(short(f"{result.rules.name}, seed {result.seed}", WIDTH))
    if result.stopped:
        lines.append("stopped before its end")
    for title, rows in (("single rounds", result.rounds), ("whole games", result.games)):
        if rows:
            deals = rows[0].part.pairs
            lines += ["", f"{title}: {deals} deals, each with the seats changed"]
            lines += columns(_table(result, rows))
    return "\n".join(lines)


def _table(result: LadderResult, rows: tuple[LadderRow, ...]) -> list[tuple[str, ...]]:
    games = rows[0].part.share is not None
    ends = f"{result.confidence * 100:g} % interval"
    head = ("bot", "won", ends, "points") if games else ("bot", "points", ends, "bag at -5")
    table: list[tuple[str, ...]] = [(*head, "bid", "bags", "sets")]
    for row in rows:
        part = row.part
        points = (
            signed(part.points.mean),
            f"{signed(part.points.low)} .. {signed(part.points.high)}",
        )
        if (share := part.share) is not None:
            between = f"{percent(share.low)} .. {percent(share.high)}"
            main = (percent(share.mean), between, points[0])
        else:
            main = (*points, signed(part.priced.mean))
        own = part.first
        habits = tuple(
            f"{value / own.rounds:.1f}" if own.rounds else "-" for value in (own.bid, own.bags)
        )
        sets = percent(own.sets / own.contracts) if own.contracts else "-"
        table.append((row.bot, *main, *habits, sets))
    return table
