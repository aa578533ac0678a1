"""What a typed line means: an action or a command.

An entry is read against what is on the screen: the legal actions with their numbers and the hand.
Whether the action is legal is not decided here, so that the game itself can say why it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from spades import Action, Card, CardSet, ParseError
from spades.cli.cards import in_order

# Each command with what it does, in the order in which `help` shows them.
COMMANDS = {
    "help": "these lines (also ?)",
    "hint": "what the computer would do in your place, and why",
    "odds": "what each choice is worth, and who may hold what",
    "table": "show the table again",
    "hand": "show your hand again",
    "score": "the score sheet of the game so far",
    "rules": "the rules of this table",
    "why": "why CARD: why a card may not be played now",
    "undo": "take your last action back, and what came after it",
    "sort": "sort suit or sort rank: the order of your hand",
    "fast": "fast on or fast off: no pauses, or pauses",
    "auto": "auto on or auto off: the only possible card plays itself",
    "save": "save FILE: write the game so far to a file",
    "resume": "resume FILE: go on with another game",
    "quit": "leave the game (also q)",
}
_OTHER_NAMES = {"?": "help", "q": "quit", "exit": "quit"}

_RANKS = {
    **{str(n): n - 2 for n in range(2, 11)},
    "t": 8,
    "j": 9,
    "q": 10,
    "k": 11,
    "a": 12,
    "ten": 8,
    "jack": 9,
    "queen": 10,
    "king": 11,
    "ace": 12,
    "two": 0,
    "three": 1,
    "four": 2,
    "five": 3,
    "six": 4,
    "seven": 5,
    "eight": 6,
    "nine": 7,
}
_SUITS = {
    name: plural
    for plural in ("clubs", "diamonds", "hearts", "spades")
    for name in (plural, plural[:-1], plural[0])
} | {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


class Command:
    """One of `COMMANDS` and what was typed after it."""

    __slots__ = ("argument", "name")

    def __init__(self, name: str, argument: str = "") -> None:
        self.name = name
        self.argument = argument

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Command):
            return NotImplemented
        return (self.name, self.argument) == (other.name, other.argument)

    def __hash__(self) -> int:
        return hash((self.name, self.argument))

    def __repr__(self) -> str:
        return f"Command({self.name!r}, {self.argument!r})"


class EntryError(ValueError):
    """A line that means nothing here, or more than one thing."""


def parse(
    line: str, choices: Sequence[Action], hand: CardSet | None = None, phase: str = "play"
) -> Action | Command:
    """The action or command that a line means.

    Args:
        line: What was typed.
        choices: The legal actions in the order in which they are numbered, the first as 1.
        hand: The cards held, of which a rank alone may name one.
        phase: The game's phase; only in the play do bare numbers count the choices.

    Raises:
        EntryError: When it is neither, or could be two cards.
    """
    word, _, argument = line.strip().partition(" ")
    name = word.lower()
    queens = [str(card) for card in hand or () if card.rank == _RANKS["q"]]
    if name == "q" and queens and phase == "play":
        raise EntryError(f"q could be {' or '.join(queens)} or quit: type the card or quit")
    name = _OTHER_NAMES.get(name, name)
    if name in COMMANDS:
        return Command(name, argument.strip())
    return parse_action(line, choices, hand, phase)


def words(choices: Sequence[Action]) -> list[str]:
    """All that may be typed in one word, for completion: the choices, then the commands."""
    return [*map(str, choices), *COMMANDS]


def parse_action(
    line: str, choices: Sequence[Action], hand: CardSet | None = None, phase: str = "play"
) -> Action:
    """The action that a line means, see `parse`."""
    text = line.strip().lower()
    if text.startswith("#"):
        return _numbered(text[1:], choices, line)
    words = [action for action in choices if action.card is None and str(action).startswith(text)]
    if text.isalpha() and len(words) == 1:
        return words[0]
    if phase == "play" and hand is not None:
        by_rank = [card for card in in_order(hand) if card.rank == _RANKS.get(text)]
        number = _number(text)
        if 0 < number <= len(choices):
            return _number_or_rank(number, choices, by_rank)
        if by_rank:
            return _by_rank(text, by_rank, choices)
    try:
        return _spelled(text) or Action(line.strip())
    except ParseError:
        can = wanted(choices, phase)
        raise EntryError(f"{_short(line)} is not understood: {can}; ? shows the commands") from None


def wanted(choices: Sequence[Action], phase: str) -> str:
    """What may be typed, in a few words."""
    words = [str(action) for action in choices if action.card is None]
    if phase == "play":
        can = "type a card (9H, h9, nine of hearts), or its number"
    elif phase == "bid":
        bids = [word for word in words if word.isdecimal()]
        named = " or ".join(word for word in words if not word.isdecimal())
        can = f"type {named}" + (f" or a number from {bids[0]} to {bids[-1]}" if bids else "")
    else:
        can = "type " + " or ".join(words)
    return can


def refusal(action: Action, reason: str) -> str:
    """Why an action is not done, as a sentence that names it."""
    # "keep is not possible now: ..." is one already.
    return reason if reason.startswith(str(action)) else f"{action} may not be played: {reason}"


def _number(text: str) -> int:
    """A number of one or two plain digits, else 0."""
    plain = text.isascii() and text.isdecimal() and len(text) <= 2
    return int(text) if plain else 0


def _numbered(text: str, choices: Sequence[Action], line: str) -> Action:
    number = _number(text.strip())
    if 0 < number <= len(choices):
        return choices[number - 1]
    raise EntryError(f"{_short(line)}: the choices are numbered 1 to {len(choices)}")


def _number_or_rank(number: int, choices: Sequence[Action], by_rank: Sequence[Card]) -> Action:
    action = choices[number - 1]
    others = [str(card) for card in by_rank if card != action.card]
    if others:
        raise EntryError(
            f"{number} could be number {number}, {action}, or {' or '.join(others)}: "
            f"type #{number} or the whole card"
        )
    return action


def _by_rank(text: str, by_rank: Sequence[Card], choices: Sequence[Action]) -> Action:
    """The one card of a rank, or the one that may be played."""
    legal = [card for card in by_rank if Action(card) in choices]
    found = legal or by_rank
    if len(found) > 1:
        raise EntryError(f"{text} could be {' or '.join(map(str, found))}: type the whole card")
    return Action(found[0])


def _spelled(text: str) -> Action | None:
    """`ace of spades`, `spade ace`, `10 h`."""
    words = [word for word in text.replace("-", " ").split() if word != "of"]
    if len(words) != 2:
        return None
    for rank, suit in (words, reversed(words)):
        if rank in _RANKS and suit in _SUITS:
            letter = "23456789TJQKA"[_RANKS[rank]]
            return Action(f"{letter}{_SUITS[suit][0]}")
    return None


def _short(line: str) -> str:
    text = line.strip()
    return repr(text if len(text) <= 30 else text[:29] + "…")
