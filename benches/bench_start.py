"""The start: `import spades` over bare Python, and `python -m spades --version`.

`pytest benches/bench_start.py -s` prints them. Each process is started in turn with the others.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

RUNS = 15
MARK = 0.030  # seconds over Python itself
# A machine that is busy takes longer to start anything: this is what fails here.
FLOOR = 2.0

BARE = ("-c", "pass")
IMPORT = ("-c", "import spades")
VERSION = ("-m", "spades", "--version")


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


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys; before = set(sys.modules); import spades; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    heavy = {"numpy", "rich", "tomllib", "tomli_w", "json", "dataclasses", "typing", "importlib"}
    assert not heavy & set(done.stdout.split())
