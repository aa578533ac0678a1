"""A review as text of at most 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from spades.review.decision import Decision
from spades.review.estimate import Estimate
from spades.review.facts import facts_of
from spades.review.model import Review, rest_of
from spades.review.seats import plain
from spades.review.summary import Summary
from spades.review.words import Words, accuracy

WIDTH = 80
_COLUMNS = (
    "pt: points, tr: tricks. The last columns add up what the mistakes lost, in points, in a draft "
    "in tricks, and in chance to win the game."
)
METHOD = (
    "Losses are against what the bot would have done with what the seat knew. A loss counts as a "
    "mistake only when a second look, in other worlds, confirms it beyond the noise; a third look "
    "says how large it is, with half of its 95 % interval."
)
DEAL = (
    "deal: what these cards bring when bots play them, less what the same cards bring over all "
    "seats. lost: by the mistakes. rest: the others' play, and how the cards lay."
)


def review_text(review: Review, top: int, *, ascii_only: bool) -> str:
    """The whole review.

    Args:
        review: The review.
        top: How many decisions are shown with their table.
        ascii_only: Letters in place of suit signs.
    """
    words = Words(ascii_only=ascii_only)
    lines = [*_wrapped(f"Review: {title(review)}"), *_wrapped(ending(review))]
    if review.stopped:
        lines.append("Interrupted: this is what was reviewed until then.")
    for seat in review.seats:
        lines += ["", *_heading(review.players[seat]), *_summary(review, seat)]
        lines += _rounds(review, seat, words)
    lines += _costliest(review, top, words)
    lines += ["", *_wrapped(METHOD)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.encode("ascii", "replace").decode() if ascii_only else text


def title(review: Review) -> str:
    """What was played, and by whom."""
    rounds = max([len(review.results), *(d.round for d in review.decisions)])
    played = f"{rounds} round{'' if rounds == 1 else 's'}"
    first, *others = review.side_names
    name = plain(review.rules.name, 40) or "custom"
    return f"{name}, {played}, {first} against {' and '.join(others)}"


def ending(review: Review) -> str:
    """How the game stands."""
    scores = ", ".join(
        f"{name} {points}" for name, points in zip(review.side_names, review.scores, strict=True)
    )
    if not review.over:
        cut = "the file is cut off" if review.truncated else "the game is not over"
        return f"Score: {scores}; {cut}."
    if review.winner is None:
        return f"Score: {scores}; a draw."
    name = review.side_names[review.winner]
    return f"Score: {scores}; {name} won."


def summary_rows(review: Review, seat: int) -> list[tuple[str, ...]]:
    """The table of a seat's phases; the last three columns are what the mistakes lost."""
    head = ("phase", "choices", "mistakes", "blunders", "accuracy", "mean loss")
    rows: list[tuple[str, ...]] = [(*head, "points", "tricks", "chance")]
    for phase, summary in (*review.phases(seat).items(), ("all", review.summary(seat))):
        counts = (summary.decisions, summary.mistakes, summary.blunders)
        lost = (_lost(summary.points), _lost(summary.tricks), _lost(summary.win, 100, " %"))
        share = accuracy(summary.accuracy)
        rows.append((phase, *map(str, counts), share, _mean(summary), *lost))
    return [row[:7] + row[8:] for row in rows] if not review.of(seat, "draft") else rows


def _lost(loss: Estimate | None, scale: float = 1, unit: str = "") -> str:
    return "-" if loss is None else f"{loss.mean * scale:.1f}{unit}"


def _mean(summary: Summary) -> str:
    if summary.mean is None:
        return "-"
    return f"{summary.mean:.2f} {'tr' if summary.points is None else 'pt'}"


def round_rows(review: Review, seat: int) -> list[tuple[str, ...]]:
    """The table of the rounds: result = deal - lost + rest."""
    rows: list[tuple[str, ...]] = [("round", "result", "deal", "", "lost", "rest")]
    side = review.rules.side_of(seat)
    for result, luck in review.rounds():
        deal, half = "-", ""
        if luck is not None:
            own = luck.sides[side]
            deal, half = _signed(own.mean), f"{own.half95:.0f}"
        rest = rest_of(review, seat, result, luck)
        given = -review.lost(seat, result.round)
        rows.append(
            (
                str(result.round),
                _signed(result.margins[side]),
                deal,
                half,
                _signed(given),
                "-" if rest is None else _signed(rest),
            )
        )
    return rows


def _signed(points: float) -> str:
    return f"{points:+.0f}" if round(points) else "0"


def _summary(review: Review, seat: int) -> list[str]:
    lines = [*_wrapped(_COLUMNS), *columns(summary_rows(review, seat))]
    unvalued = review.summary(seat).unvalued
    if unvalued:
        lines.append(f"{unvalued} of them the bot has no value for; they count in no share.")
    return lines


def _rounds(review: Review, seat: int, words: Words) -> list[str]:
    if not review.results:
        return []
    rows = [
        (*row[:3], f"{words.give_or_take} {row[3]}" if row[3] else "", *row[4:])
        for row in round_rows(review, seat)
    ]
    lines = ["", "Points more than the other side, round by round:", *columns(rows)]
    told = deal_words(review, seat)
    if told:
        lines += [told, *_wrapped(DEAL)]
    return lines


def deal_words(review: Review, seat: int) -> str:
    """What all the deals together were worth to a seat; "" when that was left out."""
    deal = review.deal(review.rules.side_of(seat))
    if deal is None:
        return ""
    low, high = deal.mean - deal.half95, deal.mean + deal.half95
    span = f"95 %: {_signed(low)} to {_signed(high)}"
    return f"The luck of all deals together: {_signed(deal.mean)} points ({span})."


def _costliest(review: Review, top: int, words: Words) -> list[str]:
    wrong = review.costliest()
    if not wrong:
        return ["", "No mistake was found."]
    shown = review.costliest(top)
    if not shown:
        return []
    count = f"{len(shown)} of {len(wrong)}" if len(shown) < len(wrong) else str(len(wrong))
    lines = ["", *_heading(f"The costliest decisions ({count})")]
    for number, decision in enumerate(shown, 1):
        lines += ["", *_decision(review, number, decision, words)]
    return lines


def _decision(review: Review, number: int, decision: Decision, words: Words) -> list[str]:
    names = review.players
    head = f"{number}. {words.where(decision)}: {words.what(decision, names)}"
    lines = _wrapped(head, "   ", "")
    cost = f"{decision.verdict.kind.capitalize()}: {words.loss(decision.verdict, review.rules)}."
    lines += _wrapped(f"{cost} {words.reason(decision)}", "   ")
    facts = facts_of(decision, names, review.side_names, words)
    for label, fact in facts:
        lines += _wrapped(fact, "            ", f"   {label:<8} ")
    return lines


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows below each other, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gap = "  " if sum(widths) + 2 * (len(widths) - 1) <= WIDTH else " "
    return [
        gap.join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]


def _heading(text: str) -> list[str]:
    return [text, "-" * min(len(text), WIDTH)]


def _wrapped(text: str, indent: str = "", first: str | None = None) -> list[str]:
    start = indent if first is None else first
    return wrap(text, WIDTH, initial_indent=start, subsequent_indent=indent) or [""]
