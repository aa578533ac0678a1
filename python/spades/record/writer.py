"""A record that is written while the game is played."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

from spades._core import Action, FinishedRound, Game
from spades._text_file import os_reason, path_text, sync
from spades.errors import RecordError
from spades.record import toml
from spades.record.check import Checker
from spades.record.lines import json_line, open_to_append
from spades.record.model import Record
from spades.record.table import Table, header_table, result_table

if TYPE_CHECKING:
    from os import PathLike


class RecordWriter:
    """Writes a game round by round, each on the disk before the next is played.

    A process that dies leaves a file that `Record.load` or `iter_jsonl` reads up to the last whole
    round. `close` adds the round in progress and the result; as a context manager it closes
    itself.

    Args:
        path: The file. A name that ends in ".jsonl" is a file of JSON lines that the game is added
            to; any other is TOML and must not exist, or be empty, unless `overwrite`.
        game: The game, which may have begun already. It is looked at by `update` and `close`.
        players: Names by seat, or none.
        comment: Any text.
        overwrite: Whether an existing TOML file is replaced.

    Raises:
        RecordError: Naming the file, when it cannot be written or exists.

    Examples:
        >>> import os, spades, tempfile
        >>> game = spades.Game("two-handed", seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "game.toml")
        ...     with RecordWriter(file, game) as writer:
        ...         _ = game.apply("keep")
        ...         writer.update()
        ...     Record.load(file).replay() == game
        True
    """

    def __init__(
        self,
        path: str | PathLike[str],
        game: Game,
        players: Iterable[str] = (),
        comment: str = "",
        overwrite: bool = False,
    ) -> None:
        self._name = path_text(path, RecordError)
        self._game = game
        self._lines = self._name.endswith(".jsonl")
        self._header = header_table(Record.begin(game, players, comment))
        self._checker = Checker(self._header)
        self._written: list[FinishedRound] = []
        self._ends: list[int] = []  # where the header and each round end
        self._file: BinaryIO | None = None
        try:
            self._file = self._open(overwrite)
            self._put(self._header, toml.header_text)
            self.update()
        except BaseException:
            self._drop()
            raise

    @property
    def path(self) -> str:
        """The file's name."""
        return self._name

    def update(self) -> None:
        """Writes the rounds that have been finished since; takes back those that were undone.

        Raises:
            RecordError: When the file cannot be written, or the writer is closed.
        """
        rounds = self._game.rounds
        same = 0
        while same < min(len(rounds), len(self._written)) and rounds[same] == self._written[same]:
            same += 1
        if same < len(self._written):
            self._take_back(same)
        for finished in rounds[same:]:
            self._round(finished.actions)
            self._written.append(finished)

    def close(self) -> None:
        """Writes the round in progress and the result, and closes the file.

        Closing again does nothing.

        Raises:
            RecordError: When the file cannot be written.
        """
        if self._file is None:
            return
        try:
            self.update()
            if not self._game.is_over and self._game.actions:
                self._round(self._game.actions)
            self._put({"result": result_table(self._checker.record())}, _result_text)
        finally:
            self._drop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _open(self, overwrite: bool) -> BinaryIO:
        try:
            if self._lines:
                return open_to_append(self._name)
            if not overwrite and os.path.isfile(self._name) and os.path.getsize(self._name):
                raise RecordError(f"{self._name}: exists already: use another name")
            return open(self._name, "wb")
        except (OSError, ValueError) as cause:
            if isinstance(cause, RecordError):
                raise
            raise self._failed(cause) from cause

    def _round(self, actions: Iterable[Action]) -> None:
        table = self._checker.table(self._checker.play(actions))
        self._put({"round": table}, _round_text)

    def _put(self, table: Table, text: Callable[[Table], str]) -> None:
        if self._file is None:
            raise RecordError(f"{self._name}: the writer is closed")
        line = json_line(table) if self._lines else text(table)
        try:
            self._file.write(line.encode())
            sync(self._file)
            # A pipe has no place to go back to.
            self._ends.append(self._file.tell() if self._file.seekable() else 0)
        except OSError as cause:
            # What is there is cut off, and stays so: nothing more may follow it.
            self._drop()
            raise self._failed(cause) from cause

    def _take_back(self, rounds: int) -> None:
        """Cuts the file back to so many rounds."""
        if self._file is None:
            raise RecordError(f"{self._name}: the writer is closed")
        try:
            self._file.truncate(self._ends[rounds])
            self._file.seek(0, os.SEEK_END)
        except OSError as cause:
            raise self._failed(cause) from cause
        del self._ends[rounds + 1 :]
        del self._written[rounds:]
        self._checker = Checker(self._header)
        for finished in self._written:
            self._checker.play(finished.actions)

    def _drop(self) -> None:
        """Closes the file; what could not be written has been told already."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _failed(self, cause: Exception) -> RecordError:
        return RecordError(f"{self._name}: cannot be written: {os_reason(cause)}")


def _round_text(table: Table) -> str:
    return toml.round_text(table["round"])


def _result_text(table: Table) -> str:
    return toml.result_text(table["result"])
