"""What is asked before a game begins: which game, and whether to go on with one that was left."""

from __future__ import annotations

from spades import Game
from spades.cli.names import Names
from spades.cli.program import complain
from spades.cli.reader import Reader
from spades.cli.screen import Screen

# A line on each preset, in the order in which they are offered.
_ABOUT = {
    "two-handed": "2 players, keep or refuse each card",
    "two-handed-open": "2 players, discards seen, blind nil",
    "pick": "2 players, take one of two cards",
    "three-handed": "3 players, 17 cards each",
    "partners": "2 against 2",
    "partners-double-nil": "2 against 2, double nil wins 500",
}
_QUIT = ("q", "quit", "exit")


def choose_preset(screen: Screen, reader: Reader) -> str | None:
    """Ask for a preset; None when the player leaves."""
    names = tuple(_ABOUT)
    screen.line(("Spades", "bold"), " against the computer. Which game?")
    for number, (name, about) in enumerate(_ABOUT.items(), 1):
        screen.line(f" {number} ", (f"{name:<20}", "bold"), about)
    screen.line(("Easier computers: --opponent beginner, casual or club.", "dim"))
    reader.offer((*names, "quit"))
    while True:
        answer = reader.answer(f"a number or a name (Enter: {names[0]})> ")
        if answer is None or answer.lower() in _QUIT:
            return None
        found = _meant(answer.lower(), names)
        if found is not None:
            return found
        complain(f"type a number from 1 to {len(names)}, the name of a game, or quit")


def go_on(screen: Screen, reader: Reader, game: Game, names: Names) -> bool | None:
    """Ask whether to go on with a game that was left; None when the player leaves."""
    sides = zip(names.sides, game.scores, strict=True)
    scores = ", ".join(f"{name} {score.points}" for name, score in sides)
    where = f"round {len(game.rounds) + 1}"
    screen.line(("A game was left unfinished", "bold"), f": {game.rules.name}, {where}; {scores}.")
    reader.offer(("yes", "no", "quit"))
    while True:
        answer = reader.answer("go on with it? (Enter: yes; no, quit)> ")
        if answer is None or answer.lower() in _QUIT:
            return None
        if answer.lower() in ("", "y", "yes"):
            return True
        if answer.lower() in ("n", "no"):
            return False
        complain("type yes to go on with it, no for another game, or quit")


def _meant(answer: str, names: tuple[str, ...]) -> str | None:
    """The name that was typed, by its number or its beginning; the first for nothing."""
    if answer in names:
        return answer
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    if answer in numbers or not answer:
        return numbers.get(answer, names[0])
    begun = [name for name in names if name.startswith(answer)]
    return begun[0] if len(begun) == 1 else None
