"""Instruction counts of the Rust core, against those written down before.

    python benches/instructions.py             # compare; exit 1 if one is more than 3 % higher
    python benches/instructions.py --update    # write the counts of this compiler down

The counts hardly change from run to run, however busy the machine is. They do change with the
compiler: the file `instructions.json` holds them by its version, and under another one they are
only reported. Valgrind counts (`apt install valgrind`); without it there is nothing to do.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BASELINE = HERE / "instructions.json"
MORE = 1.03  # what is allowed
# Each piece of work of rust/spades-core/examples/work.rs, and how often it is done; `bmi` for the
# solvers' code path that not every processor has. Everything else is counted as it is everywhere.
WORK = {
    "playouts:partners": 2000,
    "playouts:two-handed": 2000,
    "playouts:three-handed": 2000,
    "replay": 1000,
    "deal:partners": 4000,
    "rounds:partners": 400,
    "rounds:two-handed": 400,
    "observe:partners": 4000,
    "observe:two-handed": 4000,
    "sample:partners": 4000,
    "sample:two-handed": 4000,
    "solve:two-handed": 40,
    "solve:partners": 40,
    "solve:three-handed": 40,
    "worlds:two-handed": 400,
    "worlds:two-handed bmi": 400,
    "tricks:partners": 40,
    "tricks:partners bmi": 40,
    "seats:three-handed": 20,
    "seats:three-handed bmi": 20,
    "endings:partners": 40,
    "endings:partners bmi": 40,
}
NO_OTHER = 3  # how the program ends where the processor has no other path


def missing() -> str | None:
    """Why nothing can be counted here, or None."""
    for tool in ("valgrind", "cargo", "rustc"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    return None


def key() -> str:
    """What the counts depend on beside the code: the compiler and the processor's kind."""
    said = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True)
    return f"{said.stdout.strip()} {platform.machine()}"


def build() -> Path:
    """Build the work, and give the program's path."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target"))
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "-p", "spades-core", "--example", "work"],
        cwd=HERE.parent,
        check=True,
    )
    return target / "release" / "examples" / "work"


def instructions(program: Path, name: str, n: int) -> tuple[int, str]:
    """Instructions of a piece of work done n times, and the checksum that it prints."""
    work, *path = name.split()
    done = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"),
            *(str(program), work, str(n), *path),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"valgrind did not say how many instructions: {done.stderr[-300:]}")
    return int(found[1]), done.stdout.strip()


def count(program: Path, name: str) -> tuple[float, str]:
    """Instructions each time, without those of the program's start, and the checksum."""
    n = WORK[name]
    few, _ = instructions(program, name, n // 4)
    many, checksum = instructions(program, name, n)
    return (many - few) / (n - n // 4), checksum


def names(program: Path) -> list[str]:
    """The pieces of work that can be counted on this processor."""
    tried = subprocess.run([program, "deal", "0", "bmi"], capture_output=True, check=False)
    if tried.returncode != NO_OTHER:
        return list(WORK)
    print("this processor lacks BMI1, BMI2, LZCNT or POPCNT: not counted with them")
    return [name for name in WORK if not name.endswith(" bmi")]


def written_down() -> dict[str, dict[str, float]]:
    """The counts of each compiler."""
    if not BASELINE.exists():
        return {}
    counts: dict[str, dict[str, float]] = json.loads(BASELINE.read_text())
    return counts


def compare(counts: dict[str, float], before: dict[str, float]) -> list[str]:
    """What has become slower, in words."""
    return [
        f"{name}: {now:,.0f} instructions, {now / before[name] - 1:+.1%}"
        for name, now in counts.items()
        if name in before and now > before[name] * MORE
    ]


def main() -> int:
    """Count, print, and compare or write down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the counts down")
    options = parser.parse_args()
    if (reason := missing()) is not None:
        print(f"skipped: {reason}")
        return 0
    everything, compiler, program = written_down(), key(), build()
    before = everything.get(compiler, {})
    counts = {}
    for name in names(program):
        counts[name], checksum = count(program, name)
        change = f"{counts[name] / before[name] - 1:+.2%}" if name in before else "new"
        print(f"{name:22} {counts[name]:12,.0f} {change:>8}  {checksum}", flush=True)
    if options.update:
        everything[compiler] = before | {name: round(value, 1) for name, value in counts.items()}
        BASELINE.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n")
        return 0
    if not before:
        print(f"no counts of {compiler}: nothing to compare with (--update writes them down)")
    slower = compare(counts, before)
    print(*slower, sep="\n", end="\n" if slower else "")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
