"""The game in progress, saved after each action, so that it is never lost.

The folder has up to `_SLOTS` places, one for each game that is played at the same time, each held
by a lock as long as its process lives. The file is a record, checked when it is read: one that was
edited is refused, not believed.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from spades import Game, SpadesError
from spades.cli.folders import as_typed, games_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from spades import Record

_SLOTS = 9


class Autosave:
    """One place of the folder, held by this process.

    Attributes:
        file: The file of the game in progress.
        problem: Why the last action could not be saved; "" when it was.
    """

    def __init__(self, *, waiting: bool) -> None:
        """Take a place.

        Args:
            waiting: Take the one of a game that was left, if there is one; else one without.
        """
        self._folder = games_folder()
        self._lock: TextIO | None = None
        self.problem = ""
        with contextlib.suppress(OSError):  # told when a game cannot be saved
            os.makedirs(self._folder, exist_ok=True)
        numbers = sorted(range(1, _SLOTS + 1), key=lambda number: self._there(number) != waiting)
        for number in numbers:
            try:
                self._lock = _locked(self._name(number, "lock"))
            except OSError:  # another game is being played there
                continue
            break
        self.file = self._name(number, "toml")

    @property
    def exists(self) -> bool:
        """Whether a game is in this place."""
        return os.path.exists(self.file)

    @property
    def finished(self) -> str:
        """The file of the game that was finished last."""
        return os.path.join(self._folder, "last.toml")

    def load(self) -> Record:
        """The game that waits here.

        Raises:
            SpadesError: When the file is damaged.
        """
        from spades import Record

        return Record.load(self.file)

    def save(self, game: Game, players: Sequence[str], comment: str) -> None:
        """Save the game; what goes wrong is in `problem`."""
        self.problem = self._write(self.file, game, players, comment)

    def finish(self, game: Game, players: Sequence[str], comment: str) -> bool:
        """Keep a game that is over as the last one; whether that was possible."""
        self.problem = self._write(self.finished, game, players, comment)
        if not self.problem:
            self.drop()
        return not self.problem

    def put_aside(self) -> str:
        """Make room for another game: the one here gets another name.

        Returns:
            The file's path, as it is now.
        """
        names = ("left.toml", *(f"left-{number}.toml" for number in range(2, 100)))
        paths = [os.path.join(self._folder, name) for name in names]
        path = next((path for path in paths if not os.path.exists(path)), paths[-1])
        try:
            os.replace(self.file, path)
        except OSError:
            return self.file
        return path

    def drop(self) -> None:
        """Nothing is to be gone on with here."""
        with contextlib.suppress(OSError):
            os.unlink(self.file)

    def _write(self, file: str, game: Game, players: Sequence[str], comment: str) -> str:
        return _written(file, game, players, comment)

    def _there(self, number: int) -> bool:
        return os.path.exists(self._name(number, "toml"))

    def _name(self, number: int, suffix: str) -> str:
        stem = "game" if number == 1 else f"game-{number}"
        return os.path.join(self._folder, f"{stem}.{suffix}")


def keep_at_end(game: Game, players: Sequence[str], comment: str) -> str:
    """Keep a game that a pipe left unfinished, in place of the one before.

    Returns:
        What became of it, in words.
    """
    if not game.actions and not game.rounds:
        return "nothing was played yet"
    file = os.path.join(games_folder(), "pipe.toml")
    problem = _written(file, game, players, comment)
    if problem:
        return f"it is not kept: {problem}"
    return f"it is kept: python -m spades resume {as_typed(file)}"


def _written(file: str, game: Game, players: Sequence[str], comment: str) -> str:
    """Write the record of a game; what went wrong, or ""."""
    from spades import Record
    from spades._text_file import os_reason

    folder = os.path.dirname(file)
    try:
        os.makedirs(folder, exist_ok=True)
        Record.from_game(game, players, comment).save(file)
    except SpadesError as error:
        return str(error)
    except OSError as error:
        return f"{folder}: {os_reason(error)}"
    return ""


def _locked(path: str) -> TextIO | None:
    """The lock file, locked; None where the platform has no such locks or it cannot be opened.

    Raises:
        OSError: When another process holds it.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        lock = open(path, "a")  # noqa: SIM115 - held until the process ends
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise
    return lock
