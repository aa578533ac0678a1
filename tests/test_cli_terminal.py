"""The game in a real terminal, and signals."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli_process import SECONDS, SHORT, command, environment, first_choices
from spades import Record

pty = pytest.importorskip("pty", reason="needs pseudo-terminals, which Windows lacks")

PROMPT = re.compile(r"\(k/r\)> $|\(u/d\)> $|\(b/l\)> $|your bid \([^)]*\)> $|your card> $")
ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")


class Terminal:
    """A process in a terminal of its own."""

    def __init__(self, arguments: tuple[str, ...], rows: int, columns: int, **env: str) -> None:
        self.output = ""
        line = command(*arguments)
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execve(line[0], line, environment(**env))
        import fcntl
        import termios

        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.code: int | None = None

    def read(self, until: re.Pattern[str], since: int) -> bool:
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
        since = len(self.output)
        os.write(self._fd, entry.encode() + b"\n")
        if not self.read(until, since):
            assert "Game over" in self.output, f"ended: {self.output[-1000:]}"
        return ESCAPE.sub("", self.output[since:]).replace("\r", "")

    def press(self, keys: bytes) -> None:
        os.write(self._fd, keys)

    def wait(self) -> int:
        """The exit code, once everything is read."""
        self.read(re.compile(r"(?!)"), 0)
        _, status = os.waitpid(self.pid, 0)
        self.code = os.waitstatus_to_exitcode(status)
        assert "Traceback" not in self.output
        return self.code

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)


@contextmanager
def terminal(
    *arguments: str, rows: int = 24, columns: int = 80, term: str = "xterm-256color", **env: str
) -> Iterator[Terminal]:
    opened = Terminal(arguments, rows, columns, TERM=term, **env)
    try:
        yield opened
    finally:
        opened.close()


def play_on(table: Terminal, wrong: bool = False) -> str:
    """Take the first choice until the game is over; with `wrong`, something impossible before."""
    assert table.read(PROMPT, 0)
    told = ""
    while "Game over" not in table.output:
        if wrong:
            told += table.ask("nonsense")
        told += table.ask("#1")
    return told


@pytest.mark.parametrize("preset", ["two-handed", "partners"])
def test_a_whole_game_in_a_terminal(preset: str, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    options = ("--rules", preset, *SHORT, "--fast", "--seed", "5", "--record", str(file))
    with terminal(*options) as table:
        told = play_on(table, wrong=True)
        assert table.wait() == 0
    assert "is not understood" in told
    assert "\x1b[" in table.output
    assert Record.load(file).replay().is_over


def test_to_the_target_with_the_search_bot() -> None:
    options = ("--fast", "--seed", "3", "--worlds", "3", "--set", "target=60", "--set",
               "max_rounds=3")  # fmt: skip
    with terminal(*options) as table:
        play_on(table)
        assert table.wait() == 0


def test_a_small_terminal_without_colour() -> None:
    with terminal(*SHORT, "--fast", rows=20, columns=60, term="dumb") as table:
        told = play_on(table)
        assert table.wait() == 0
    assert "\x1b" not in told
    assert max(map(len, told.splitlines())) <= 60


def test_no_colour() -> None:
    with terminal(*SHORT, "--fast", NO_COLOR="1") as table:
        play_on(table)
        assert table.wait() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", table.output)


def test_every_command_at_every_prompt() -> None:
    with terminal(*SHORT, "--fast", "--seed", "5", "--worlds", "3") as table:
        assert table.read(PROMPT, 0)
        for entries in (1, 13, 2):  # the draft, the bid, the play
            for entry in ("?", "hint", "table", "hand", "score", "rules", "why as", "why", "why x",
                          "", "x", "#", "99", "\t", "why é"):  # fmt: skip
                table.ask(entry)
            for _ in range(entries):
                table.ask("#1")
        assert "You hold no card yet" in table.output
        table.ask("undo")
        table.ask("quit", re.compile("left unfinished"))
        assert table.wait() == 0


def test_a_wrong_card_is_explained_and_asked_for_again() -> None:
    with terminal(*SHORT, "--fast", "--seed", "5", "--no-auto-play") as table:
        assert table.read(PROMPT, 0)
        told = ""
        for _ in range(14):
            told = table.ask("#1")
        spade = re.search(r"♠ +\(?(\w+)\)?", told)
        assert spade is not None
        refused = table.ask(f"{spade[1]}s")
        assert "spades are not broken" in refused
        assert "Traceback" not in refused


@pytest.mark.parametrize("turns", [0, 3, 13, 15])
def test_ctrl_c_and_end_of_input_at_a_prompt(turns: int, tmp_path: Path) -> None:
    for key, code, told in [(b"\x03", 130, "interrupted"), (b"\x04", 0, "input ended")]:
        file = tmp_path / f"game{code}.toml"
        with terminal(*SHORT, "--fast", "--seed", "5", "--record", str(file)) as table:
            assert table.read(PROMPT, 0)
            for _ in range(turns):
                table.ask("#1")
            # A key that comes while the line editor sets the terminal up is thrown away by it.
            time.sleep(0.3)
            table.press(key)
            assert table.wait() == code
        assert told in table.output
        assert len(Record.load(file).replay().actions) >= turns


def test_ctrl_c_while_the_bot_thinks() -> None:
    with terminal("--seed", "3", "--time", "100") as table:
        assert table.read(PROMPT, 0)
        table.ask("keep", re.compile("You keep"))
        time.sleep(0.3)
        began = time.monotonic()
        table.press(b"\x03")
        assert table.wait() == 130
        assert time.monotonic() - began < 10


def test_sigint_to_a_game_of_bots(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    process = subprocess.Popen(
        command("watch", "--bots", "rule,search", "--time", "100", "--record", str(file)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment(),
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert "interrupted" in errors
    assert "Traceback" not in errors
    Record.load(file).replay()


def test_a_killed_game_leaves_its_whole_rounds(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    process = subprocess.Popen(
        command("--opponent", "rule", "--set", "target=0", "--set", "rounds=9", "--record",
                str(file)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment(),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(first_choices(35))  # a round takes 27 at most
    process.stdin.flush()
    while "Score of round 1" not in process.stdout.readline():
        pass
    process.kill()
    process.wait(timeout=SECONDS)
    process.stdin.close()
    process.stdout.close()
    record = Record.load(file)
    assert record.truncated
    assert record.rounds[0].finished


if sys.platform == "win32":
    pytest.skip("signals and terminals of POSIX", allow_module_level=True)
