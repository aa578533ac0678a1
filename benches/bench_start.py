"""The start: `import spades`, `python -m spades --version`, and the game up to its first prompt.

`pytest benches/bench_start.py -s` prints them. Each process is started in turn with the others.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import pytest

RUNS = 15
MARK = 0.030  # seconds over Python itself
# A machine that is busy takes longer to start anything: this is what fails here.
FLOOR = 2.0
# Start to first prompt over `import rich`.
PROMPT_MARK = 4.0

BARE = ("-c", "pass")
IMPORT = ("-c", "import spades")
RICH = ("-c", "import rich")
VERSION = ("-m", "spades", "--version")
MENU = ("-m", "spades")
# You open, so that the first prompt does not wait for a move of the computer.
GAME = ("-m", "spades", "--rules", "two-handed", "--seed", "3")


def elapsed(*arguments: str) -> tuple[float, float]:
    """Elapsed and CPU time of a Python process."""
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    taken, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system
    return taken, used - before.children_user - before.children_system


def test_start() -> None:
    rows = [[elapsed(*what) for what in (BARE, IMPORT, VERSION)] for _ in range(RUNS)]
    for clock, unit in ((0, "elapsed"), (1, "CPU")):
        columns = [[cell[clock] for cell in column] for column in zip(*rows, strict=True)]
        bare, imported, version = (statistics.median(column) for column in columns)
        print(
            f"\n{unit}: python {bare * 1e3:.0f} ms; import spades +{(imported - bare) * 1e3:.0f} "
            f"ms; --version +{(version - bare) * 1e3:.0f} ms (mark +{MARK * 1e3:.0f})",
            end="",
        )
        assert imported - bare < FLOOR * MARK


def in_terminal(ends: bytes | None, *arguments: str) -> float:
    """Seconds from the start of a process in a terminal of its own to a text, or to its end."""
    import pty

    with tempfile.TemporaryDirectory() as home:
        # The platform's folders are looked up as for any player, but lie elsewhere.
        places = {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "TERM": "xterm-256color"}
        kept = {name: value for name, value in os.environ.items() if name != "SPADES_HOME"}
        start = time.perf_counter()
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(sys.executable, [sys.executable, *arguments], {**kept, **places})
        seen = b""
        try:
            while ends is None or ends not in seen:
                seen += os.read(terminal, 65536)
        except OSError:  # Linux: the process has ended
            assert ends is None, seen.decode(errors="replace")
        taken = time.perf_counter() - start
        os.close(terminal)  # the game is hung up
        os.waitpid(pid, 0)
    return taken


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_first_prompt() -> None:
    runs: dict[str, Callable[[], float]] = {
        "python": lambda: in_terminal(None, *BARE),
        "import rich": lambda: in_terminal(None, *RICH),
        "to the menu": lambda: in_terminal(b"> ", *MENU),
        "to the first card": lambda: in_terminal(b"(k/r)> ", *GAME),
    }
    rows = [[run() for run in runs.values()] for _ in range(RUNS)]
    medians = [statistics.median(column) for column in zip(*rows, strict=True)]
    ratios = [taken / medians[1] for taken in medians]
    print()
    for name, taken, ratio in zip(runs, medians, ratios, strict=True):
        mark = f" (mark {PROMPT_MARK:.0f})" if name.startswith("to ") else ""
        print(f"{name}: {taken * 1e3:.0f} ms, {ratio:.2f} times `import rich`{mark}")
    assert max(ratios[2:]) < PROMPT_MARK


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys; before = set(sys.modules); import spades; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    heavy = {"numpy", "rich", "tomllib", "tomli_w", "json", "dataclasses", "typing", "importlib"}
    assert not heavy & set(done.stdout.split())
