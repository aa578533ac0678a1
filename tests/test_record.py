"""Records: round trips, JSON lines, and what is put together wrongly."""

# What is passed in on purpose may be anything; a damaged file may be an error or a record.

from __future__ import annotations

import copy
import pickle
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spades
from record_games import EDITED, GAMES, play, short, with_misdeal
from spades import Game, RecordError
from spades.record import Record, RecordWriter, append, iter_jsonl, save_jsonl


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.toml"


@pytest.mark.parametrize("name", GAMES)
def test_round_trips(name: str, tmp_path: Path) -> None:
    game = GAMES[name]()
    players = [f'"{seat}"\n[[rounds]]' for seat in range(game.rules.players)]
    for names, comment in ([], ""), (players, "a\tb\\ \x00\x7f\n[result]\ncomplete = true"):
        record = Record.from_game(game, names, comment)
        assert record.replay() == game
        assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)
        record.save(tmp_path / "game.toml")
        assert Record.load(tmp_path / "game.toml") == record
        save_jsonl([record, record], tmp_path / "games.jsonl")
        assert list(iter_jsonl(tmp_path / "games.jsonl")) == [record, record]
        save_jsonl([record], tmp_path / "games.jsonl")
        assert Record.load(tmp_path / "games.jsonl") == record
    assert (record.outcome is not None) == game.is_over


@given(
    preset=st.sampled_from(spades.PRESETS),
    seed=st.integers(0, 2**64 - 1),
    actions=st.integers(0, 300),
    chance=st.integers(0, 9),
)
@settings(max_examples=60, deadline=None)
def test_any_game_at_any_point_round_trips(
    tmp_path_factory: pytest.TempPathFactory, preset: str, seed: int, actions: int, chance: int
) -> None:
    game = play(Game(preset, seed), actions, chance)
    record = Record.from_game(game)
    file = tmp_path_factory.getbasetemp() / "any.toml"
    record.save(file)
    loaded = Record.load(file)
    assert loaded == record
    assert loaded.replay() == game


def test_the_file_can_be_read_by_people(file: Path) -> None:
    record = Record.from_game(play(Game(short("two-handed"), 7, 0)), ["you", "search"])
    record.save(file)
    text = file.read_text()
    assert text.startswith('format = "spades-record"\nversion = 1\nseed = 7\nopener = 0\n')
    assert 'players = ["you", "search"]\n' in text
    assert f'deck = [\n  "{" ".join(map(str, record.rounds[0].deck[:13]))}",\n' in text
    assert text.endswith("complete = true\n")
    assert all(len(line) <= 100 for line in text.splitlines())
    table = tomllib.loads(text)["rounds"][0]
    assert [len(line.split()) for line in table["actions"]] == [13, 13, 2] + 13 * [2]
    assert table["points"] == list(record.rounds[0].points)


def test_a_misdeal_has_the_hands_of_each_pack(file: Path) -> None:
    game = with_misdeal()
    game.apply("misdeal")
    hands = game.round.hands
    record = Record.from_game(play(game, 3))
    assert record.rounds[0].redeals[0] == hands
    record.save(file)
    assert f'["{hands[0]}", "{hands[1]}", "{hands[2]}"]' in file.read_text()


def test_append_and_mixed_layouts(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    append(EDITED["two-handed"], file)
    game = Game(short("pick"), 3)
    with RecordWriter(file, game, ["a", "b"]) as writer:
        play(game)
        writer.update()
    append(EDITED["partners"], file)
    with file.open("a") as more:
        more.write("\n\n")
    expected = [EDITED["two-handed"], Record.from_game(game, ["a", "b"]), EDITED["partners"]]
    assert list(iter_jsonl(file)) == expected
    with pytest.raises(RecordError, match="more than one game"):
        Record.load(file)


def test_nothing_is_added_to_a_line_that_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    append(EDITED["begun"], file)
    data = file.read_bytes()
    file.write_bytes(data[:-5])
    for call in (lambda: append(EDITED["begun"], file), lambda: RecordWriter(file, Game())):
        with pytest.raises(RecordError, match="its last line is cut off"):
            call()
    assert file.read_bytes() == data[:-5]


def test_damage_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    save_jsonl([EDITED["two-handed"]] * 3, file)
    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace('"tricks": [', '"tricks": [1, ', 1)
    file.write_text("\n".join(lines) + "\n")
    got = iter_jsonl(file)
    assert next(got) == EDITED["two-handed"]
    with pytest.raises(RecordError, match=r"games.jsonl, line 2: round 1: tricks: expected"):
        next(got)
    lines[1] = lines[1][:-30]
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(RecordError, match=r"line 2: not JSON"):
        list(iter_jsonl(file))


def test_reading_holds_one_game_at_a_time(tmp_path: Path) -> None:
    import tracemalloc

    file = tmp_path / "games.jsonl"
    save_jsonl((EDITED["two-handed"] for _ in range(100)), file)
    peaks = []
    for games in (10, 100):
        tracemalloc.start()
        assert sum(1 for _, _ in zip(iter_jsonl(file), range(games), strict=False)) == games
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # The other ninety games would be a megabyte.
    assert peaks[1] < peaks[0] + 100_000


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    save_jsonl([EDITED["begun"]], file)
    data = file.read_bytes()

    def games() -> Iterator[Record]:
        yield EDITED["begun"]
        raise KeyError("stop")

    with pytest.raises(KeyError):
        save_jsonl(games(), file)
    assert file.read_bytes() == data
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    record = EDITED["begun"]
    for path in (tmp_path, tmp_path / "no" / "game.toml", tmp_path / "a\0b"):
        for call in (
            Record.load,
            record.save,
            lambda path: list(iter_jsonl(path)),
            lambda path: save_jsonl([record], path),
            lambda path: append(record, path),
            lambda path: RecordWriter(path, Game()),
        ):
            with pytest.raises(RecordError) as caught:
                call(path)
            assert "no" in str(caught.value) or str(tmp_path) in str(caught.value)
    odd: Any
    for odd in (None, True, 1, 1.5, b"x", ""):
        for call in (Record.load, record.save, lambda path: RecordWriter(path, Game())):
            with pytest.raises(RecordError):
                call(odd)
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_is_put_together_wrongly(file: Path) -> None:
    record = EDITED["two-handed"]
    first = record.rounds[0]
    x: Any = "x"
    bad: Any
    for bad in (
        {"rules": "two-handed"},
        {"rules": None},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": True},
        {"seed": "7"},
        {"seed": 1.0},
        {"opener": 2},
        {"opener": True},
        {"players": ("a",)},
        {"players": (1, 2)},
        {"players": ("\ud800", "b")},
        {"comment": "\udfff"},
        {"comment": 3},
        {"rounds": (None,)},
        {"rounds": None},
        {"rounds": record.rounds[:1]},
        {"rounds": (*record.rounds, first)},
        {"rounds": (replace(first, actions=()), record.rounds[1])},
        {"rounds": (replace(first, actions=(x,)), record.rounds[1])},
        {"rounds": (replace(first, deck=()), record.rounds[1])},
        {"outcome": None},
        {"outcome": 3},
    ):
        wrong = replace(record, **bad)
        with pytest.raises(RecordError):
            wrong.replay()
        with pytest.raises(RecordError):
            wrong.save(file)
        with pytest.raises(RecordError):
            save_jsonl([wrong], file)
    assert not file.exists()
    game: Any
    for game in (None, "two-handed", 3):
        with pytest.raises(RecordError):
            Record.from_game(game)
    for players in ("ab", ["a"], [1, 2], 3):
        with pytest.raises(RecordError):
            Record.from_game(Game(), players)  # type: ignore[arg-type]
