"""The command line as a process of its own, for the tests of it."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any

SECONDS = 120  # a process that takes longer hangs

# One round, so that a whole game is quick; the rule bot does not think.
SHORT = ("--set", "target=0", "--set", "rounds=1", "--opponent", "rule")


# Where settings and saved games go in the tests: never into the home of whoever runs them.
HOME = tempfile.mkdtemp(prefix="spades-tests-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "spades", *arguments]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a test: 80 columns, UTF-8, no habits of whoever runs it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "SPADES_DEBUG")
    }
    return {**kept, "PYTHONIOENCODING": "utf-8", "SPADES_HOME": HOME, **changes}


def run(
    *arguments: str, stdin: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*arguments),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        env=environment(**(env or {})),
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def first_choices(count: int = 4000) -> str:
    """A script that takes the first of the choices, each time."""
    return "#1\n" * count


def events(lines: Iterable[str]) -> list[dict[str, Any]]:
    """The JSON lines of an output, each of which must be one."""
    return [json.loads(line) for line in lines]
