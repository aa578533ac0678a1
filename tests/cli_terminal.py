"""The game in a pseudo-terminal of its own, for the tests of it."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli_process import SECONDS, command, environment

pty = pytest.importorskip("pty", reason="needs pseudo-terminals, which Windows lacks")

# The end of every prompt of a game, and of those before it.
PROMPT = re.compile(r"(\(k/r\)|\(u/d\)|\(b/l\)|your bid \([^)]*\)|your card|\(Enter: [^)]*\))> $")
ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
NEVER = re.compile(r"(?!)")


class Terminal:
    """A process in a terminal of its own."""

    def __init__(self, line: list[str], rows: int, columns: int, env: dict[str, str]) -> None:
        self.output = ""
        self.code: int | None = None
        size = struct.pack("HHHH", rows, columns, 0, 0)
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            import fcntl
            import termios

            fcntl.ioctl(0, termios.TIOCSWINSZ, size)  # before the program asks for it
            os.execve(line[0], line, env)
        self._edits = env["TERM"] != "dumb"

    @property
    def text(self) -> str:
        """All that was printed, without escape sequences."""
        return ESCAPE.sub("", self.output).replace("\r", "")

    def read(self, until: re.Pattern[str], since: int = 0) -> bool:
        """Read until a pattern comes after a place in the output; False when the process ends."""
        end = time.monotonic() + SECONDS
        while not until.search(ESCAPE.sub("", self.output[since:])):
            ready, _, _ = select.select([self._fd], [], [], max(end - time.monotonic(), 0))
            assert ready, f"nothing came: {self.output[-500:]!r}"
            try:
                data = os.read(self._fd, 65536)
            except OSError:  # Linux: the other end is closed
                data = b""
            if not data:
                return False
            self.output += data.decode("utf-8", "replace")
        return True

    def ask(self, entry: str, until: re.Pattern[str] = PROMPT) -> str:
        """Type a line, and return what is printed until the next prompt."""
        self.ready()
        since = len(self.output)
        os.write(self._fd, entry.encode() + b"\n")
        if not self.read(until, since):
            assert "Game over" in self.text, f"ended: {self.output[-1000:]}"
        return ESCAPE.sub("", self.output[since:]).replace("\r", "")

    def ready(self) -> None:
        """Wait until the line editor has set the terminal up.

        It prints the prompt at about the same time, and a key that comes before may be lost.
        """
        import termios

        end = time.monotonic() + SECONDS
        while self._edits and termios.tcgetattr(self._fd)[3] & termios.ICANON:
            ended = self.code is not None or os.waitid(
                os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT
            )
            assert not ended, f"ended: {self.text[-1000:]}"
            assert time.monotonic() < end, "the line editor does not come"
            time.sleep(0.005)

    def press(self, key: bytes) -> int:
        """Press a key until the process ends, and return its exit code.

        A signal that comes between the prompt and the wait for the next key is seen by Python at
        that key only: whoever sits there presses again.
        """
        self.ready()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            os.write(self._fd, key)
            pause = time.monotonic() + 1
            while time.monotonic() < pause:
                if select.select([self._fd], [], [], 0.1)[0] and not self.read(
                    re.compile("."), len(self.output)
                ):
                    return self.wait()
        raise AssertionError(f"{key!r} does not end it: {self.output[-500:]!r}")

    def send(self, keys: bytes) -> None:
        """Write keys, and do not wait."""
        os.write(self._fd, keys)

    def wait(self) -> int:
        """The exit code, once everything is read."""
        self.read(NEVER)
        if self.code is None:
            _, status = os.waitpid(self.pid, 0)
            self.code = os.waitstatus_to_exitcode(status)
        assert "Traceback" not in self.output
        assert "a fault of the program" not in self.output
        return self.code

    def kill(self) -> None:
        """As a crash would end it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.code = -signal.SIGKILL

    def close(self) -> None:
        if self.code is None:
            self.kill()
        os.close(self._fd)


@contextmanager
def terminal(
    *arguments: str,
    rows: int = 24,
    columns: int = 80,
    term: str = "xterm-256color",
    home: Path | None = None,
    **env: str,
) -> Iterator[Terminal]:
    """A terminal that is closed at the end; without `home` nothing is saved there before."""
    own = None if home is not None else tempfile.mkdtemp(prefix="spades-home-")
    places = {"SPADES_HOME": str(own or home), "TERM": term}
    try:
        with terminal_of(
            command(*arguments), environment(**places, **env), rows, columns
        ) as opened:
            yield opened
    finally:
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)


@contextmanager
def terminal_of(
    line: list[str], env: dict[str, str], rows: int = 24, columns: int = 80
) -> Iterator[Terminal]:
    """A terminal in which any command runs, closed at the end."""
    opened = Terminal(line, rows, columns, env)
    try:
        yield opened
    finally:
        opened.close()


def play_on(table: Terminal, wrong: bool = False) -> str:
    """Take the first choice until the game is over; with `wrong`, something impossible before."""
    assert table.read(PROMPT)
    told = ""
    while "Game over" not in table.text:
        if wrong:
            told += table.ask("nonsense")
        told += table.ask("#1")
    return told
