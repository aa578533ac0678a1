"""The record of a game in progress, if one was asked for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType

from spades import Game, RecordError
from spades.cli.program import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from spades.record import RecordWriter


class Keeper:
    """Keeps a game in a file, or does nothing without one.

    Whole rounds are on the disk as soon as they are over. Left by any way but a kill, the file
    also has the round in progress. When the file can no longer be written, that is told once, the
    game goes on, and the whole record is tried again after each round and at the end.

    Args:
        path: The file of `--record`, or None.
        game: The game.
        players: Names by seat.
        comment: Any text.
        force: Replace a file that exists.

    Attributes:
        path: The file, or None.
        failed: Whether the file is not what it should be.

    Raises:
        RecordError: When the file exists already or cannot be written.
    """

    def __init__(
        self,
        path: str | None,
        game: Game,
        players: Sequence[str],
        comment: str = "",
        *,
        force: bool,
    ) -> None:
        self.path = path
        self.failed = False
        self._game, self._players, self._comment = game, players, comment
        self._writer: RecordWriter | None = None
        if path is None:
            return
        games = path.endswith(".jsonl")  # one more game is added to such a file
        if not (force or games) and os.path.isfile(path) and os.path.getsize(path):
            raise RecordError(f"{path}: exists already: use another name, or --force to replace it")
        from spades.record import RecordWriter

        self._writer = RecordWriter(path, game, players, comment, overwrite=force)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def update(self) -> None:
        """A round is over, or was taken back."""
        if self._writer is not None:
            try:
                self._writer.update()
            except RecordError as error:
                self._fail(error)
        elif self.failed:
            self._save()

    def close(self) -> None:
        """Write what is not written yet. Closing again does nothing."""
        writer, self._writer = self._writer, None
        if writer is not None:
            try:
                writer.close()
            except RecordError as error:
                self._fail(error)
        if self.failed:
            self._save()

    def told(self) -> str:
        """What is kept of a game that is left, in words; closes the file."""
        self.close()
        if self.path is None:
            return "it is not kept (--record FILE would)"
        if self.failed:
            return f"not all of it is in {self.path}"
        return f"it is kept in {self.path} as far as it was played"

    def _fail(self, error: RecordError) -> None:
        self._writer, self.failed = None, True
        complain(f"record: {error}; the game goes on")

    def _save(self) -> None:
        """Write the whole record once more; games before it in a file of many forbid that."""
        from spades import Record

        if self.path is None or self.path.endswith(".jsonl"):
            return
        try:
            Record.from_game(self._game, self._players, self._comment).save(self.path)
        except RecordError:
            return  # told already
        self.failed = False
