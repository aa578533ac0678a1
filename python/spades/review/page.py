"""A review as a page of its own (HTML), which needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from spades.review.chart import course_chart
from spades.review.decision import Decision
from spades.review.drawing import table_drawing
from spades.review.facts import facts_of
from spades.review.model import Review
from spades.review.style import STYLE
from spades.review.text import (
    DEAL,
    METHOD,
    deal_words,
    ending,
    round_rows,
    summary_rows,
    title,
)
from spades.review.words import Words


def review_page(review: Review, top: int) -> str:
    """The whole page.

    Args:
        review: The review.
        top: How many decisions are shown with their table drawn.
    """
    words = Words()
    body = [f"<h1>Review: {escape(title(review))}</h1>", _p(ending(review))]
    if review.stopped:
        body.append(_p("Interrupted: this is what was reviewed until then.", "bad"))
    for seat in review.seats:
        body += _seat(review, seat)
    body += _costliest(review, top, words)
    body.append(_p(METHOD, "quiet"))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            # Without it a browser asks for an icon.
            '<link rel="icon" href="data:,">',
            f"<title>Review: {escape(title(review))}</title>",
            f"<style>{STYLE}</style></head>",
            "<body><main>",
            *body,
            "</main></body></html>",
            "",
        ]
    )


def _seat(review: Review, seat: int) -> list[str]:
    rows = summary_rows(review, seat)
    parts = [
        f"<h2>{escape(review.players[seat])}</h2>",
        _table(rows, f"Decisions of {review.players[seat]}", last="all"),
        _p("pt: points, tr: tricks; the last columns add up what the mistakes lost.", "quiet"),
    ]
    unvalued = review.summary(seat).unvalued
    if unvalued:
        parts.append(_p(f"{unvalued} of them the bot has no value for.", "quiet"))
    if not review.results:
        return parts
    rows = [
        (*row[:2], f"{row[2]} ± {row[3]}" if row[3] else row[2], *row[4:])
        for row in round_rows(review, seat)
    ]
    name = review.players[seat]
    parts += ["<h3>Luck of the deal</h3>", _table(rows, f"The rounds of {name}")]
    parts.append(course_chart(review, seat, f"course{seat}"))
    told = deal_words(review, seat)
    if told:
        parts += [_p(told), _p(DEAL, "quiet")]
    return parts


def _costliest(review: Review, top: int, words: Words) -> list[str]:
    wrong = review.costliest()
    if not wrong:
        return [_p("No mistake was found.", "verdict good")]
    shown = review.costliest(top)
    if not shown:
        return []
    count = f"{len(shown)} of {len(wrong)}" if len(shown) < len(wrong) else str(len(wrong))
    parts = [f"<h2>The costliest decisions ({count})</h2>"]
    parts.append(_p("A cross marks what was done, a tick what would have been better.", "quiet"))
    parts += (_article(review, number, one, words) for number, one in enumerate(shown, 1))
    return parts


def _article(review: Review, number: int, decision: Decision, words: Words) -> str:
    names = review.players
    cost = f"{decision.verdict.kind.capitalize()}: {words.loss(decision.verdict, review.rules)}."
    facts = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(fact)}</dd>"
        for label, fact in facts_of(decision, names, review.side_names, words)
    )
    return (
        f"<article><div>{table_drawing(decision, names, f'table{number}')}</div><div>"
        f"<h3>{number}. {escape(words.where(decision))}</h3>"
        f"{_p(words.what(decision, names), 'verdict')}{_p(cost, 'bad')}"
        f"{_p(words.reason(decision))}<dl>{facts}</dl></div></article>"
    )


def _table(rows: Sequence[Sequence[str]], caption: str, last: str = "") -> str:
    head, *body = rows
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(
        f"<tr{_kind('all' if row[0] == last else '')}>{_cells(row)}</tr>" for row in body
    )
    # A table that is too wide for a phone is scrolled, and so must be reachable by keyboard.
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def _cells(row: Sequence[str]) -> str:
    first, *rest = (escape(cell) for cell in row)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest)


def _p(text: str, kind: str = "") -> str:
    return f"<p{_kind(kind)}>{escape(text)}</p>"


def _kind(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
