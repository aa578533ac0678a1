"""Records that are cut off, damaged, or something else."""

# What is passed in on purpose may be anything; a damaged file may be an error or a record.
# ruff: noqa: PT017

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from record_games import CUT, CUT_MISDEAL, cut_record, play, short
from spades import Game, RecordError
from spades.record import Record, iter_jsonl, save_jsonl


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.toml"


@pytest.mark.parametrize("record", [CUT, CUT_MISDEAL], ids=["plain", "misdeal"])
def test_toml_cut_off_anywhere_gives_the_whole_rounds(record: Record, file: Path) -> None:
    record.save(file)
    data = file.read_bytes()
    ends = [i for i in range(len(data)) if data.startswith(b"\n[[rounds]]", i)]
    ends += [data.index(b"\n[result]")]
    head = ends.pop(0)
    for at in {*range(0, len(data), 7), *(e + d for e in (head, *ends) for d in range(-3, 14))}:
        file.write_bytes(data[:at])
        # A round is whole with its last quote, a header with its last digit.
        whole = sum(at >= end for end in ends)
        try:
            loaded = Record.load(file)
        except RecordError as error:
            assert at < head, (at, str(error))
            assert str(error).startswith(str(file))
        else:
            assert at >= head - 1
            if at >= len(data) - 1:
                assert loaded == record
            else:
                assert loaded == cut_record(record, whole), at


def test_jsonl_of_one_line_cut_off_anywhere(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    save_jsonl([CUT, CUT], file)
    data = file.read_bytes()
    half = len(data) // 2
    line = data[:half].decode().rstrip("\n")
    assert json.loads(line)
    start = data.index(b'"rounds": [')
    for at in range(half, len(data), 7):
        file.write_bytes(data[:at])
        got = iter_jsonl(file)
        assert next(got) == CUT
        if at == half:
            assert list(got) == []
        elif at - half < start + 11:
            with pytest.raises(RecordError, match=r"line 2: cut off before its first round"):
                list(got)
        elif at < len(data) - 1:
            [last] = got
            assert last == cut_record(CUT, len(last.rounds))
    file.write_bytes(data[: len(data) - 1])
    assert list(iter_jsonl(file)) == [CUT, CUT]
    file.write_bytes(data[: len(data) - 20])
    assert list(iter_jsonl(file)) == [CUT, cut_record(CUT, 3)]


def test_a_cut_file_that_is_also_damaged_raises(file: Path) -> None:
    CUT.save(file)
    text = file.read_text()
    second, third = (i for i in range(len(text)) if text.startswith("[[rounds]]\nnumber = 3", i)), 0
    del third
    at = next(second)
    for cut in (at + 30, at + 300, at + 700):
        for old, new in (
            (f"points = {list(CUT.rounds[0].points)}", "points = [1, 1]"),
            ("seed = 7", "seed = 9"),
            ("number = 3\nopener = 0", "number = 3\nopener = 1"),
            ("number = 2", "number ="),
            ("number = 2", "number = 02"),
        ):
            file.write_text(text[:cut].replace(old, new))
            if new in file.read_text():
                with pytest.raises(RecordError):
                    Record.load(file)


def test_an_unfinished_round_is_not_whole_without_its_end(file: Path) -> None:
    game = play(Game(short("partners"), 4), 56 + 30)
    Record.from_game(game).save(file)
    text = file.read_text()
    file.write_text(text[: text.rindex("check")])
    loaded = Record.load(file)
    assert loaded.truncated
    assert len(loaded.rounds) == 1


JUNK: list[bytes] = [
    b"",
    b" \n\n",
    b"\0",
    b"\xff\xfe",
    b'format = "spades-record"\nversion = 1\nplayers = ["\xff"]',
    b'{"format": "spades-record", "players": ["\xff',
    b"hello",
    b"[[rounds]]",
    b"[result]\ncomplete = true",
    b"rounds = 3\n",
    b"target = 500\n",
    b'format = "spades-record"\n',
    b'format = "spades-record"\nversion = 1\nrounds = 3\n[result]\ncomplete = true\n',
    b'format = "spades-record"\nversion = true\n',
    b"format = nan\nseed = inf\n",
    b"seed = " + b"9" * 5000,
    b"a = " + b"[" * 100_000,
    b"a = " + b"{a=" * 100_000,
    b"{",
    b"{}",
    b"{}\n",
    b"{} {}",
    b"[]",
    b"null",
    b'{"format": NaN}\n',
    b'{"a": 1, "a": 2}\n',
    b'{"a": ' + b"[" * 100_000,
    b'{"a": ' + b"9" * 5000 + b"}\n",
    b'{"round": {}}\n',
    b'{"result": {}}\n',
    b'{"rounds": [',
    b'{"format": "spades-record", "rounds": [',
    b'{"format": "spades-record", "version": 1, "rules": {}, "seed": 1, "opener": 0}\n',
    b'{"format": "spades-record", "version": 1, "rules": 3}\n',
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_a_record_error_that_names_the_file(junk: bytes, file: Path) -> None:
    file.write_bytes(junk)
    with pytest.raises(RecordError) as caught:
        Record.load(file)
    assert str(caught.value).startswith(str(file))
    assert len(str(caught.value)) < 1000


@given(st.binary(max_size=60), st.integers(0, 4000), st.integers(0, 60))
@settings(max_examples=300, deadline=None)
def test_random_damage_never_raises_anything_else(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, at: int, length: int
) -> None:
    folder = tmp_path_factory.getbasetemp()
    for name in ("whole.toml", "whole.jsonl"):
        if not (folder / name).exists():
            (CUT.save if name == "whole.toml" else partial(save_jsonl, [CUT]))(folder / name)
        data = (folder / name).read_bytes()
        file = folder / f"damaged-{name}"
        file.write_bytes(data[:at] + junk + data[at + length :])
        try:
            loaded = Record.load(file)
        except RecordError as error:
            assert str(error).startswith(str(file))
        else:
            rounds = len(loaded.rounds)
            assert loaded == (cut_record(CUT, rounds) if loaded.truncated else CUT)
