"""The bot's advice in words."""

from __future__ import annotations

from spades.bots import Choice
from spades.cli.screen import Screen


def hint_words(screen: Screen, choice: Choice) -> str:
    """What the bot would do and what it expects of it, against its second choice."""
    face = screen.face
    text = face.action(choice.action)
    best = choice.report[choice.action]
    if best.value is None:
        return f"{text}."
    text += f": about {best.value:+.1f} points"
    if best.error is not None:
        text += f" (give or take {best.error:.1f}"
        text += f", {best.worlds} deals looked at)" if best.worlds else ")"
    if best.win is not None:
        text += f", {best.win:.0%} to win the game"
    others = [entry for entry in choice.report.actions if entry.action != choice.action]
    if others and others[0].value is not None:
        text += f"; next best {face.action(others[0].action)} {others[0].value:+.1f}"
    return f"{text}."
