"""Results as CSV: one line for each bot (or pair) and kind."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING

from spades._text_file import write_text
from spades.arena.account import Part
from spades.arena.ladder import LadderResult
from spades.arena.match import MatchResult
from spades.arena.stats import Interval
from spades.errors import SpadesError

if TYPE_CHECKING:
    from spades.arena.run import Path

_COLUMNS = (
    "kind",
    "bot",
    "against",
    "deals",
    "points",
    "points_low",
    "points_high",
    "priced",
    "priced_low",
    "priced_high",
    "games",
    "won",
    "drawn",
    "lost",
    "share",
    "share_low",
    "share_high",
    "rounds",
    "bid",
    "tricks",
    "bags",
    "contracts",
    "sets",
    "nils",
    "nils_made",
)


def csv_text(result: MatchResult | LadderResult) -> str:
    """The result as CSV with a header; what is not known is left empty.

    A match is one line for each kind, from the first bot's side.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for bot, against, part in _parts(result):
        writer.writerow([part.kind, bot, against, *_cells(part)])
    return out.getvalue()


def save_csv(result: MatchResult | LadderResult, path: Path) -> None:
    """Writes `csv_text` into a file, whole or not at all.

    Raises:
        SpadesError: When it cannot be written.
    """
    write_text(path, [csv_text(result)], SpadesError)


def _parts(result: MatchResult | LadderResult) -> list[tuple[str, str, Part]]:
    if isinstance(result, LadderResult):
        return [(row.bot, row.against, row.part) for row in (*result.rounds, *result.games)]
    first, second = result.bots
    return [(first, second, part) for part in (result.rounds, result.games) if part is not None]


def _cells(part: Part) -> list[str]:
    cells = [str(part.pairs), *_ends(part.points), *_ends(part.priced)]
    wins, share = part.wins, part.share
    if wins is None or share is None:
        cells += [""] * 7
    else:
        cells += [str(n) for n in (wins.games, wins.won, wins.drawn, wins.lost)]
        cells += _ends(share)
    own = part.first
    means = (own.bid, own.tricks, own.bags)
    cells.append(str(own.rounds))
    cells += [_number(value / own.rounds) if own.rounds else "" for value in means]
    return [*cells, *(str(n) for n in (own.contracts, own.sets, own.nils, own.nils_made))]


def _ends(interval: Interval) -> list[str]:
    return [_number(value) for value in (interval.mean, interval.low, interval.high)]


def _number(value: float) -> str:
    return f"{value:.6g}" if math.isfinite(value) else ""
