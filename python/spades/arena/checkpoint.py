"""A results file: JSON lines, the first with all that the results depend on, then one a unit."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, BinaryIO, Generic, TypeVar

from spades._text_file import os_reason, path_text
from spades.errors import SpadesError

T = TypeVar("T")

_MARK = "spades-arena"
_VERSION = 1
_MAX_LINE = 1 << 20  # no unit comes near; a file that is none of ours may be one endless line


class Checkpoint(Generic[T]):
    """A results file that is read, and then goes on being written, one line at a time.

    Args:
        path: The file; it is made when there is none.
        config: Plain values that the results depend on; a file with others is refused.
        read: From a line's value to a result; a ValueError says why it is none.
        write: From a result to a line's value.

    A last line that was not written to its end (the machine stopped) is dropped.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        config: dict[str, Any],
        read: Callable[[object], T],
        write: Callable[[T], object],
    ) -> None:
        self._name = path_text(path, SpadesError)
        self._config: dict[str, Any] = json.loads(_line(config))
        self._read = read
        self._write = write
        self._file: BinaryIO | None = None

    def __enter__(self) -> Checkpoint[T]:
        try:
            # Made if it is missing, never cut off.
            self._file = os.fdopen(os.open(self._name, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except (OSError, ValueError) as cause:
            raise SpadesError(f"{self._name}: cannot be opened: {os_reason(cause)}") from cause
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def results(self) -> Iterator[T]:
        """The results in the file; after the last one the file is ready for `add`.

        Raises:
            SpadesError: Naming file and line, when it is no results file, one of another run, or
                damaged.
        """
        file = self._opened()
        header = _line({_MARK: _VERSION, "config": self._config})
        first = file.readline(_MAX_LINE)
        if not first.endswith(b"\n") and header.startswith(first):
            self._cut(0)  # new, or stopped within its first line
            file.write(header)
            file.flush()
            return
        self._check_header(first)
        end, number = file.tell(), 1
        while line := file.readline(_MAX_LINE):
            number += 1
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("the line is not whole")
                result = self._read(json.loads(line))
            except (ValueError, RecursionError) as cause:
                if not file.read(1):
                    break
                raise self._error(f"line {number}: {cause}") from cause
            end += len(line)
            yield result
        self._cut(end)

    def add(self, result: T) -> None:
        """Writes one more line."""
        file = self._opened()
        file.write(_line(self._write(result)))
        file.flush()

    def _opened(self) -> BinaryIO:
        assert self._file is not None, "used outside of its with block"
        return self._file

    def _cut(self, end: int) -> None:
        file = self._opened()
        file.seek(end)
        file.truncate()

    def _check_header(self, first: bytes) -> None:
        try:
            header = json.loads(first)
            config = header["config"]
            version = header[_MARK]
        except (ValueError, RecursionError, TypeError, KeyError):
            raise self._error("no results file of the arena") from None
        if version != _VERSION or not isinstance(config, dict):
            raise self._error(f"results of version {version}, expected {_VERSION}")
        for field in sorted({*config, *self._config}):
            found, wanted = config.get(field), self._config.get(field)
            if found != wanted:
                raise self._error(
                    f"the results of another run: {field} is {_short(found)} there, "
                    f"{_short(wanted)} here"
                )

    def _error(self, text: str) -> SpadesError:
        return SpadesError(f"{self._name}: {text}")


def _line(value: object) -> bytes:
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 120 else text[:117] + "..."
