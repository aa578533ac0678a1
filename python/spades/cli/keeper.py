"""The record of a game in progress, if one was asked for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from spades import Game, RecordError
from spades.record import RecordWriter


class Keeper:
    """Keeps a game in a file, or does nothing without one.

    Whole rounds are on the disk as soon as they are over. Left by any way but a kill, the file
    also has the round in progress.

    Args:
        path: The file of `--record`, or None.
        game: The game, not begun yet.
        players: Names by seat.
        force: Replace a file that exists.

    Raises:
        RecordError: When the file exists already or cannot be written.
    """

    def __init__(
        self, path: str | None, game: Game, players: Sequence[str], *, force: bool
    ) -> None:
        self._game = game
        self._writer: RecordWriter | None = None
        if path is None:
            return
        games = path.endswith(".jsonl")  # one more game is added to such a file
        if not (force or games) and os.path.isfile(path) and os.path.getsize(path):
            raise RecordError(f"{path}: exists already: use another name, or --force to replace it")
        self._writer = RecordWriter(path, game, players, overwrite=force)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._writer is not None:
            self._writer.close()

    def update(self) -> None:
        """A round is over, or was taken back."""
        if self._writer is not None:
            self._writer.update()

    def told(self) -> str:
        """What is kept of a game that is left, in words."""
        if self._writer is None:
            return "it is not kept (--record FILE would)"
        return f"it is kept in {self._writer.path} as far as it was played"
