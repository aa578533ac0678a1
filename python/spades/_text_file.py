"""Text files: read whole with a bound, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from typing import BinaryIO

from spades.errors import SpadesError

# The longest game that any rules allow stays far below it; it keeps an endless device from
# filling the memory.
MAX_BYTES = 1 << 28


def path_text(path: object, error: type[SpadesError]) -> str:
    """The path as text.

    Raises:
        SpadesError: of the type `error`, when it is no path.
    """
    # An int would be taken for an open file's number, True for standard output.
    text = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(text, str) or not text:
        raise error(f"{path!r} is no path: expected the name of a file")
    return text


def read_text(path: object, error: type[SpadesError]) -> str:
    """The text of a UTF-8 file.

    Raises:
        SpadesError: of the type `error`, naming the file, when it cannot be read.
    """
    name = path_text(path, error)
    try:
        with open(name, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as cause:
        raise error(f"{name}: cannot be read: {os_reason(cause)}") from cause
    if len(data) > MAX_BYTES:
        raise error(f"{name}: longer than {MAX_BYTES} bytes")
    return decode(data, name, error)


def decode(data: bytes, name: str, error: type[SpadesError]) -> str:
    """The text of UTF-8 bytes.

    Raises:
        SpadesError: of the type `error`, naming the file and the line, when they are none.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as cause:
        line = data.count(b"\n", 0, cause.start) + 1
        raise error(f"{name}, line {line}: not UTF-8 text: {cause.reason}") from cause


def write_text(path: object, chunks: Iterable[str], error: type[SpadesError]) -> None:
    """Writes a file whole or not at all: into a new file that then takes the old one's place.

    Args:
        path: The file.
        chunks: The pieces of its text.
        error: What to raise.

    Raises:
        SpadesError: of the type `error`, naming the file, when it cannot be written.
    """
    name = path_text(path, error)
    try:
        target = os.path.realpath(name)  # a link stays a link
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            # A pipe or a device cannot be replaced (and a directory says so here).
            with open(target, "wb") as file:
                file.writelines(chunk.encode() for chunk in chunks)
            return
        temporary = f"{target}.{os.getpid()}.tmp"
        try:
            with open(temporary, "xb") as file:
                file.writelines(chunk.encode() for chunk in chunks)
                sync(file)
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except (OSError, ValueError) as cause:
        raise error(f"{name}: cannot be written: {os_reason(cause)}") from cause


def sync(file: BinaryIO) -> None:
    """Sees to it that all that was written is on the disk."""
    file.flush()
    # A pipe or a terminal has nothing to wait for.
    with contextlib.suppress(OSError):
        os.fsync(file.fileno())


def os_reason(cause: Exception) -> str:
    """The system's reason without the path, which the message names already."""
    return (cause.strerror if isinstance(cause, OSError) else None) or str(cause)


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None
