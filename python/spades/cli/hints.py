"""The bot's advice in words."""

from __future__ import annotations

from spades.bots import Choice
from spades.cli.cards import CardFace


def hint_words(face: CardFace, choice: Choice, phase: str) -> str:
    """What the bot would do, what it expects of it, and how its second choice compares.

    Args:
        face: How cards are written.
        choice: The bot's choice with its report.
        phase: In a draft the values are tricks, later points more than the best other side's.
    """
    text = f"{face.action(choice.action)}."
    report = choice.report
    best = report[choice.action]
    if best.value is None:
        return text
    text += f" It expects {_expected(best.value, phase)}"
    details = []
    if best.error:
        details.append(f"give or take {best.error:.1f}")
    if report.worlds:
        details.append(f"{report.worlds} possible deals looked at")
    text += f" ({', '.join(details)})" if details else ""
    if best.win is not None:
        text += f", and {best.win:.0%} to win the game"
    others = [entry for entry in report.actions if entry.action != choice.action]
    if others and others[0].value is not None:
        second = others[0]
        win = "" if second.win is None else f", {second.win:.0%}"
        value = _expected(others[0].value, phase)
        text += f". {face.action(second.action)} instead: {value}{win}"
    return f"{text}."


def _expected(value: float, phase: str) -> str:
    if phase == "draft":
        return f"{value:+.2f} tricks of it"
    if abs(value) < 0.05:
        return "a round that ends level"
    return f"you to be {abs(value):.1f} points {'ahead' if value > 0 else 'behind'} in this round"
