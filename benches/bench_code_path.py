"""Would a second code path for BMI2 pay? The portable core against one compiled for it, in turns.

    pytest benches/bench_code_path.py -s               # a quick look
    python benches/bench_code_path.py [--turns 15]     # the figures of docs/performance.md

Builds the pieces of work of `examples/work.rs` twice, the second time with BMI1, BMI2, LZCNT and
POPCNT switched on for the whole program, which is the most that a choice at run time could gain.
Both must print the same checksums. Needs cargo and a processor with these instructions.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import statistics
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FEATURES = ("bmi1", "bmi2", "lzcnt", "popcnt")
# What is done, and how often for some tenths of a second.
WORK = {
    "playouts:partners": 150_000,
    "playouts:two-handed": 200_000,
    "playouts:three-handed": 150_000,
    "replay": 150_000,
    "sample:two-handed": 50_000,
    "solve:two-handed": 400,
}


def missing() -> str | None:
    """Why there is nothing to compare."""
    if shutil.which("cargo") is None:
        return "there is no cargo to build with"
    if platform.machine() not in {"x86_64", "AMD64"}:
        return "no x86-64 processor"
    known = Path("/proc/cpuinfo")
    flags = known.read_text(encoding="utf-8") if known.exists() else ""
    return None if " bmi2 " in flags else "a processor without BMI2, or it does not say"


@cache
def program(*, bmi2: bool) -> Path:
    """The program, built one way or the other."""
    target = ROOT / "target" / ("bmi2" if bmi2 else "portable")
    switched = ",".join(f"+{feature}" for feature in FEATURES) if bmi2 else ""
    flags = {"RUSTFLAGS": f"-C target-feature={switched}" if bmi2 else ""}
    command = ["cargo", "build", "--release", "--locked", "-p", "spades-core", "--example", "work"]
    subprocess.run(
        [*command, "--target-dir", str(target)],
        cwd=ROOT,
        env=os.environ | flags,
        check=True,
        capture_output=True,
    )
    return target / "release" / "examples" / "work"


def run(path: Path, name: str, count: int) -> tuple[str, float]:
    """The checksum and the processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([path, name, str(count)], check=True, capture_output=True, text=True)
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def compare(name: str, count: int, turns: int) -> str:
    """Both in turns: the time with BMI2 as a part of the time without."""
    ratios = []
    for _ in range(turns):
        portable, without = run(program(bmi2=False), name, count)
        with_bmi2, spent = run(program(bmi2=True), name, count)
        assert portable == with_bmi2
        ratios.append(spent / without)
    middle = statistics.median(ratios) - 1
    low, high = min(ratios) - 1, max(ratios) - 1
    return f"{name}: {middle:+.0%} time with BMI2 ({low:+.0%} to {high:+.0%}), the same results"


@pytest.mark.parametrize("name", WORK)
def test_code_paths(name: str) -> None:
    if (reason := missing()) is not None:
        pytest.skip(reason)
    print(f"\n{compare(name, WORK[name] // 10, 3)}", end="")


def main() -> None:
    parser = argparse.ArgumentParser(description="The core with and without BMI2.")
    parser.add_argument("--turns", type=int, default=15)
    turns = parser.parse_args().turns
    if (reason := missing()) is not None:
        raise SystemExit(reason)
    for name, count in WORK.items():
        print(compare(name, count, turns), flush=True)


if __name__ == "__main__":
    main()
