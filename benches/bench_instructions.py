"""Instruction counts of the Rust core: see `instructions.py`, which also writes them down."""

from __future__ import annotations

import pytest
from instructions import MORE, build, compare, count, key, missing, names, written_down


def test_counts_are_those_written_down() -> None:
    if (reason := missing()) is not None:
        pytest.skip(reason)
    before = written_down().get(key())
    if before is None:
        pytest.skip(f"no counts of {key()}: benches/instructions.py --update writes them down")
    program = build()
    counts = {}
    for name in names(program):
        counts[name], checksum = count(program, name)
        change = counts[name] / before.get(name, counts[name]) - 1
        print(f"\n{name}: {counts[name]:,.0f} instructions, {change:+.2%} ({checksum})", end="")
    assert compare(counts, before) == []


def test_what_is_slower_is_named() -> None:
    before = {"deal": 1000.0, "play": 2000.0}
    assert compare({"deal": 1000 * MORE, "play": 1900}, before) == []
    assert compare({"deal": 1040, "play": 2000, "new": 7}, before) == [
        "deal: 1,040 instructions, +4.0%"
    ]
