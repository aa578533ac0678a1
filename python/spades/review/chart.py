"""How the game went and what the deals alone would have given, as a drawing (SVG)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from spades.review.model import Review

WIDTH, HEIGHT = 420, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 66, 14, 30


def course_chart(review: Review, seat: int, key: str) -> str:
    """Two lines over the rounds: the results added up, and the luck of the deals added up.

    Args:
        review: The review.
        seat: Whose.
        key: Of the drawing on its page, for the ids of its title and description.

    Returns:
        The drawing; "" with fewer than two rounds whose luck is known.
    """
    side = review.rules.side_of(seat)
    known = [(result, luck) for result, luck in review.rounds() if luck is not None]
    if len(known) < 2:
        return ""
    result = [0.0, *accumulate(float(result.margins[side]) for result, _ in known)]
    deal = [0.0, *accumulate(luck.sides[side].mean for _, luck in known)]
    low, high = min(*result, *deal), max(*result, *deal)
    high = max(high, low + 1.0)

    def x(place: int) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * place / len(known)

    def y(points: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - points) / (high - low)

    def line(values: Sequence[float], kind: str) -> str:
        points = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate(values))
        return f'<polyline class="{kind}" points="{points}"/>'

    def text(left: float, top: float, words: str, anchor: str = "end") -> str:
        return f'<text x="{left:.1f}" y="{top:.1f}" text-anchor="{anchor}">{escape(words)}</text>'

    ends = sorted(((y(result[-1]), "result"), (y(deal[-1]), "deal")))
    if ends[1][0] - ends[0][0] < 16:  # the words must not lie on each other
        middle = min(max((ends[0][0] + ends[1][0]) / 2, _TOP + 8), HEIGHT - _BOTTOM - 8)
        ends = [(middle - 8, ends[0][1]), (middle + 8, ends[1][1])]
    clear = min(y(0) - y(high), y(low) - y(0)) > 14  # of the labels at both ends
    name = review.players[seat]
    told = f"result {result[-1]:+.0f}, deal {deal[-1]:+.0f} after round {known[-1][0].round}"
    every = max(1, -(-len(known) // 12))
    parts = [
        f'<svg class="chart" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" aria-labelledby="{key}-t {key}-d">',
        f'<title id="{key}-t">{escape(name)}: results and deals added up</title>',
        f'<desc id="{key}-d">{escape(told)}</desc>',
        f'<path class="axis" d="M{_LEFT} {y(0):.1f}H{WIDTH - _RIGHT}"/>',
        *(text(_LEFT - 6, y(value) + 5, f"{value:+.0f}") for value in {low, high} - {0.0}),
        text(_LEFT - 6, y(0) + 5, "0") if 0 in (low, high) or clear else "",
        *(
            text(x(place), HEIGHT - 8, str(result.round), "middle")
            for place, (result, _) in enumerate(known, 1)
            if place % every == 0
        ),
        line(deal, "deal"),
        line(result, "result"),
        *(text(WIDTH - _RIGHT + 8, top + 5, words, "start") for top, words in ends),
        "</svg>",
    ]
    return "".join(parts)
