"""Benchmarks: `pytest benches`. Files are named bench_*.py: `pytest` alone runs the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# The benches import each other's helpers, as the tests do theirs.
sys.path.insert(0, str(Path(__file__).parent))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Collect bench_*.py; the pattern of the tests does not fit it.

    pytest itself collects a file that is named on its command line.
    """
    named = parent.session.isinitpath(file_path)
    if file_path.name.startswith("bench_") and file_path.suffix == ".py" and not named:
        return pytest.Module.from_parent(parent, path=file_path)
    return None
