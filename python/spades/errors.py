"""What the engine raises. Every error is a `SpadesError`, and every `SpadesError` a `ValueError`.

Examples:
    >>> from spades.errors import IllegalActionError, SpadesError
    >>> issubclass(IllegalActionError, SpadesError) and issubclass(SpadesError, ValueError)
    True
"""

from __future__ import annotations

__all__ = [
    "IllegalActionError",
    "ParseError",
    "RecordError",
    "RulesError",
    "SpadesError",
    "UnknownActionError",
]


class SpadesError(ValueError):
    """Anything that the engine refuses; what it was called on is as it was."""


class RulesError(SpadesError):
    """Rules that contradict themselves, or a rules file that cannot be read.

    The message names the field.
    """


class ParseError(SpadesError):
    """A text or a value that is not the card, bid, hand or action that it should be."""


class RecordError(SpadesError):
    """A record that cannot be read, or that does not tell a game of its rules.

    The message names the file, the line or round, and what is wrong.
    """


class IllegalActionError(SpadesError):
    """An action that is not legal now.

    Args:
        action: The action that was refused.
        reason: Why, in words.
        legal: What would have been legal.

    Attributes:
        action: The action that was refused: an `Action` when it is one at all.
        reason: Why, in words.
        legal: The legal actions, in id order; empty when the round or game is over.

    Examples:
        >>> print(IllegalActionError("AS", "spades are not broken and you hold other suits"))
        AS is not legal: spades are not broken and you hold other suits
    """

    def __init__(self, action: object, reason: str, legal: tuple[object, ...] = ()) -> None:
        # All three stay in `args`, so that the error is pickled without more code.
        super().__init__(action, reason, tuple(legal))
        self.action = action
        self.reason = reason
        self.legal = tuple(legal)

    def __str__(self) -> str:
        # "keep is not possible now: ..." is a sentence of its own.
        if self.reason.startswith(f"{self.action} is "):
            return self.reason
        return f"{self.action} is not legal: {self.reason}"


class UnknownActionError(ParseError, IllegalActionError):
    """What was to be done is no action at all, in no position: "x", True, 1.0, NaN, -1, 14.

    Examples:
        >>> print(UnknownActionError("x", '"x" is not an action: expected a card, a bid, ...'))
        "x" is not an action: expected a card, a bid, ...
    """

    def __str__(self) -> str:
        return self.reason
