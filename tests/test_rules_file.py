"""Rules in TOML files: round trips, presets, and every kind of bad file."""

# What is passed in on purpose may be anything.
# ruff: noqa: ANN401

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spades
from spades import Rules, RulesError


def write(folder: Path, text: str | bytes) -> Path:
    file = folder / "house.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


@pytest.mark.parametrize("name", spades.PRESETS)
def test_every_preset_round_trips(name: str, tmp_path: Path) -> None:
    rules = Rules.preset(name)
    rules.dump(tmp_path / "rules.toml")
    assert Rules.load(tmp_path / "rules.toml") == rules
    assert Rules.load(str(tmp_path / "rules.toml")) == rules


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)
NUMBERS = st.integers(0, 1_000_000)


@given(
    name=NAMES,
    nil_bonus=NUMBERS,
    bag_points=st.integers(-1_000_000, 1_000_000),
    lose_score=st.none() | st.integers(-1_000_000, -1),
    discards=st.sampled_from(["private", "face-up"]),
)
@settings(max_examples=60, deadline=None)
def test_any_rules_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    nil_bonus: int,
    bag_points: int,
    lose_score: int | None,
    discards: str,
) -> None:
    try:
        rules = Rules(
            name=name,
            nil_bonus=nil_bonus,
            bag_points=bag_points,
            lose_score=lose_score,
            discards=discards,
        )
    except RulesError:
        return  # a name that the rules do not take
    file = tmp_path_factory.getbasetemp() / "any.toml"
    rules.dump(file)
    assert Rules.load(file) == rules


def test_every_field_is_written(tmp_path: Path) -> None:
    rules = Rules(lose_score=-200)
    rules.dump(tmp_path / "rules.toml")
    text = (tmp_path / "rules.toml").read_text()
    assert [line.split(" = ")[0] for line in text.splitlines()] == list(rules.as_dict())


def test_a_preset_may_be_the_base(tmp_path: Path) -> None:
    file = write(tmp_path, 'preset = "partners"\ntarget = 250\nlose_score = -250\n')
    assert Rules.load(file) == Rules.preset("partners").replace(target=250, lose_score=-250)


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    assert Rules.load(write(tmp_path, "")) == Rules()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("targt = 500", ["targt", "unknown key", "target"]),
        ("[bags]\nlimit = 10", ["bags.limit", "unknown key"]),
        ("[a.b]\nc = 1", ["a.b.c", "unknown key"]),
        ("a = {}", ["a", "unknown key"]),
        ("[target]\npoints = 10", ["target", "whole number"]),
        ("target = true", ["target", "whole number", "true"]),
        ('target = "yes"', ["target", "whole number", "yes"]),
        ("target = 1.5", ["target", "whole number", "1.5"]),
        ("target = nan", ["target", "whole number", "nan"]),
        ("target = 1979-05-27", ["target", "whole number"]),
        ("target = [300]", ["target", "whole number"]),
        ("target = -1", ["target", "-1"]),
        ("target = 9999999999999999999999", ["target"]),
        (f"target = {'9' * 5000}", []),
        ("partnerships = 1", ["partnerships", "true or false"]),
        ("partnerships = true", ["partnerships", "4 players"]),
        ("name = 3", ["name", "text"]),
        ('deal = "thrown"', ["deal", "thrown"]),
        ("lose_score = true", ["lose_score", "whole number"]),
        ("lose_score = 0", ["lose_score"]),
        ("players = 9", ["players", "9"]),
        ("target = 0", ["target", "no end"]),
        ('preset = "whist"', ["whist"]),
        ("preset = 3", ["preset", "3"]),
        ("target = 5\ntarget = 6\n", ["line 2"]),
        ("target =\n", ["line 1"]),
        ("name = 'a\0b'", ["line 1"]),
        ("a" + ".a" * 5000 + " = 1", []),
        ("a = " + "[" * 50000, []),
    ],
)
def test_a_bad_file_is_named_with_its_key(text: str, parts: list[str], tmp_path: Path) -> None:
    file = write(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        Rules.load(file)
    message = str(caught.value)
    assert message.startswith(str(file))
    for part in parts:
        assert part in message
    assert len(message) < 1000


def test_not_utf8_names_the_line(tmp_path: Path) -> None:
    file = write(tmp_path, b'target = 300\nname = "\xff"\n')
    with pytest.raises(RulesError, match="line 2: not UTF-8"):
        Rules.load(file)


def test_what_is_no_readable_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "a\0b"):
        with pytest.raises(RulesError) as caught:
            Rules.load(path)
        assert str(path) in str(caught.value)


@pytest.mark.parametrize("path", [None, True, 0, 1.5, b"x.toml", "", []])
def test_what_is_no_path(path: Any) -> None:
    with pytest.raises(RulesError):
        Rules.load(path)
    with pytest.raises(RulesError):
        Rules().dump(path)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
def test_an_endless_file_is_refused() -> None:
    with pytest.raises(RulesError, match="longer than"):
        Rules.load("/dev/zero")


def test_dump_replaces_whole_or_not_at_all(tmp_path: Path) -> None:
    file = write(tmp_path, "target = 500\n")
    file.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    Rules(target=200).dump(link)
    assert link.is_symlink()
    assert Rules.load(file).target == 200
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.toml", "link.toml"]
    for path in (tmp_path, tmp_path / "none" / "x.toml", tmp_path / "a\0b"):
        with pytest.raises(RulesError) as caught:
            Rules().dump(path)
        assert str(path) in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.toml", "link.toml"]
