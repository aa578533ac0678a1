"""A game as it was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades._core import Action, Bid, Card, CardSet, Game, Rules
from spades.errors import RecordError

if TYPE_CHECKING:
    from os import PathLike


@dataclass(frozen=True, slots=True)
class RecordRound:
    """One round of a record.

    Attributes:
        number: 1 for the first round.
        opener: Seat that drafted, bid and led first.
        deck: The pack as first dealt, top card first, 52 cards.
        actions: All actions in order, those before a misdeal included.
        redeals: After each misdeal, the hands that were dealt, by seat.
        bids: By seat; empty while the round is not over.
        tricks: Tricks won by seat; empty while the round is not over.
        points: Points of this round by side; empty while the round is not over.
        bags: Bags held after the round by side; empty while the round is not over.
        totals: Points after the round by side; empty while the round is not over.
    """

    number: int
    opener: int
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    redeals: tuple[tuple[CardSet, ...], ...] = ()
    bids: tuple[Bid, ...] = ()
    tricks: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    bags: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the round was played to its end."""
        return bool(self.tricks)


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """How a recorded game ended.

    Attributes:
        winner: The side that won; None for a draw.
        reason: "target", "lose_score", "rounds" or "max_rounds".
    """

    winner: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played, over or not.

    Attributes:
        rules: The rules.
        seed: The dealer's seed, 0 to 2**64 - 1.
        opener: Opener of the first round.
        rounds: The rounds; the last may be unfinished, and has an action at least.
        outcome: How the game ended; None while it is not over.
        players: Names by seat, or empty.
        comment: Any text.
        truncated: Whether it was read from a file that is cut off, and may miss rounds at its end.

    Examples:
        >>> import spades
        >>> game = spades.Game("two-handed", seed=7, opener=0)
        >>> _ = game.apply("keep")
        >>> record = Record.from_game(game, players=["you", "search"])
        >>> record.replay() == game
        True
    """

    rules: Rules
    seed: int
    opener: int
    rounds: tuple[RecordRound, ...] = ()
    outcome: RecordOutcome | None = None
    players: tuple[str, ...] = ()
    comment: str = ""
    truncated: bool = False

    @classmethod
    def from_game(cls, game: Game, players: Iterable[str] = (), comment: str = "") -> Record:
        """The record of a game at any point.

        Args:
            game: The game; it is not changed.
            players: Names by seat, or none.
            comment: Any text.

        Raises:
            RecordError: When the names are not one text per seat, or the comment is no text.
        """
        from spades.record.check import Checker
        from spades.record.table import header_table

        checker = Checker(header_table(cls.begin(game, players, comment)))
        for finished in game.rounds:
            checker.play(finished.actions)
        if not game.is_over and game.actions:
            checker.play(game.actions)
        return checker.record()

    @classmethod
    def begin(cls, game: Game, players: Iterable[str] = (), comment: str = "") -> Record:
        """The record of a game before its first round; arguments as in `from_game`.

        Raises:
            RecordError: When there is no game or there are no names.
        """
        if not isinstance(game, Game):
            raise RecordError(f"expected a Game, found {type(game).__name__}")
        if isinstance(players, str) or not isinstance(players, Iterable):
            raise RecordError(f"players: expected names, one per seat, found {players!r}")
        return cls(game.rules, game.seed, game.opener, (), None, tuple(players), comment)

    def replay(self) -> Game:
        """Plays the game again and compares everything with what the record says.

        Returns:
            The game at the point where the record ends.

        Raises:
            RecordError: Naming the round and what is wrong, with what was expected and found: a
                deck that the seed does not give, an opener, an action that is not legal, a score,
                the outcome.
        """
        from spades.record.check import replay

        return replay(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a TOML file, whole or not at all.

        Raises:
            RecordError: When the record does not replay, or the file cannot be written.
        """
        from spades.record.toml import save

        save(self, path)

    @staticmethod
    def load(path: str | PathLike[str]) -> Record:
        """Reads a file with one game, TOML or JSON lines, and replays it.

        A file that is cut off (its writer died) gives the rounds that are whole, with
        `truncated` True; any other damage is an error.

        Raises:
            RecordError: Naming the file, line and round, and what is wrong.

        Examples:
            >>> import os, spades, tempfile
            >>> bots = [spades.bots.RandomBot(seed=seat) for seat in range(2)]
            >>> record = spades.play_game(bots, spades.Rules(target=0, rounds=1), seed=7)
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = os.path.join(folder, "game.toml")
            ...     record.save(file)
            ...     Record.load(file) == record
            True
        """
        from spades.record.toml import load

        return load(path)
