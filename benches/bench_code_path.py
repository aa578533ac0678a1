"""The solvers' two code paths, in turns: the one for every processor, and the one with BMI2.

    pytest benches/bench_code_path.py -s               # a quick look
    python benches/bench_code_path.py [--turns 15]     # the figures of docs/performance.md

One program, `examples/work.rs`, has both. They must print the same checksums, into which go all
values and numbers of tricks begun. Needs cargo and a processor with BMI1, BMI2, LZCNT and POPCNT.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# What is done, and how often for some tenths of a second.
WORK = {
    "worlds:two-handed": 2000,
    "tricks:partners": 150,
    "seats:three-handed": 150,
    "endings:partners": 2000,
    "endings:three-handed": 3000,
}
NO_OTHER = 3  # how the program ends where the processor has no other path


@cache
def program() -> Path:
    """The program, built."""
    command = ["cargo", "build", "--release", "--locked", "-p", "spades-core", "--example", "work"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "examples" / "work"


def missing() -> str | None:
    """Why there is nothing to compare."""
    if shutil.which("cargo") is None:
        return "there is no cargo to build with"
    tried = subprocess.run([program(), "deal", "0", "bmi"], capture_output=True, text=True)
    return tried.stderr.strip() if tried.returncode == NO_OTHER else None


def run(name: str, count: int, *path: str) -> tuple[str, float]:
    """The checksum and the processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [str(program()), name, str(count), *path]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def compare(name: str, count: int, turns: int) -> str:
    """Both in turns: the time with BMI2 as a part of the time without."""
    ratios = []
    for turn in range(turns):
        # Neither is always the first.
        order = [(), ("bmi",)] if turn % 2 else [("bmi",), ()]
        done = {path: run(name, count, *path) for path in order}
        (portable, without), (with_bmi, spent) = done[()], done["bmi",]
        assert portable == with_bmi
        ratios.append(spent / without)
    low, middle, high = statistics.quantiles(ratios, n=4)
    return (
        f"{name}: {middle - 1:+.1%} time with BMI2 "
        f"(half of {turns} turns {low - 1:+.1%} to {high - 1:+.1%}), the same results"
    )


@pytest.mark.parametrize("name", WORK)
def test_code_paths(name: str) -> None:
    if (reason := missing()) is not None:
        pytest.skip(reason)
    print(f"\n{compare(name, WORK[name] // 10, 3)}", end="")


def main() -> None:
    parser = argparse.ArgumentParser(description="The solvers with and without BMI2.")
    parser.add_argument("--turns", type=int, default=15)
    turns = parser.parse_args().turns
    if (reason := missing()) is not None:
        raise SystemExit(reason)
    for name, count in WORK.items():
        print(compare(name, count, max(2, turns)), flush=True)


if __name__ == "__main__":
    main()
