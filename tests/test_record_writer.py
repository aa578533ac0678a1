"""Records that are written while the game is played."""

# What is passed in on purpose may be anything; a damaged file may be an error or a record.

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from record_games import EDITED, play, short
from spades import Game, RecordError, SpadesError
from spades.record import Record, RecordWriter, save_jsonl

SUFFIXES = pytest.mark.parametrize("name", ["live.toml", "live.jsonl"])


@SUFFIXES
def test_a_writer_that_dies_leaves_its_whole_rounds(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    game = Game(short("two-handed", 3), 7, 0)
    writer = RecordWriter(file, game, ["a", "b"], "live")
    rounds = 0
    while True:
        loaded = Record.load(file)
        assert len(loaded.rounds) == rounds
        assert loaded.truncated
        if game.is_over:
            break
        play(game, 1)
        writer.update()
        rounds = len(game.rounds)
    whole = Record.from_game(game, ["a", "b"], "live")
    assert loaded == replace(whole, truncated=True)
    writer.close()
    writer.close()
    assert Record.load(file) == whole
    game.undo()
    with pytest.raises(RecordError, match="closed"):
        writer.update()


@SUFFIXES
def test_live_files_cut_off_anywhere(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    game = Game(short("two-handed"), 7, 0)
    with RecordWriter(file, game):
        play(game)
    data = file.read_bytes()
    seen: set[int] = set()
    for at in range(0, len(data), 3):
        file.write_bytes(data[:at])
        try:
            loaded = Record.load(file)
        except RecordError:
            assert not seen
        else:
            assert loaded.truncated or at >= len(data) - 1
            seen.add(len(loaded.rounds))
    assert seen == {0, 1, 2}


@SUFFIXES
def test_a_writer_keeps_the_round_in_progress(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    game = Game("two-handed", 7, 0)
    with pytest.raises(SpadesError), RecordWriter(file, game):
        play(game, 60).apply("x")
    loaded = Record.load(file)
    assert loaded == Record.from_game(game)
    assert loaded.replay() == game


@SUFFIXES
def test_a_writer_follows_undo(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    game = play(Game(short("two-handed", 4), 7, 0), 54 * 2)
    assert len(game.rounds) == 2
    with RecordWriter(file, game) as writer:
        for back, forth in ((5, 3), (60, 30), (110, 108), (54, 54), (1, 0)):
            for _ in range(min(back, len(game.rounds) * 54 + len(game.actions))):
                game.undo()
            play(game, forth, seed=back)
            writer.update()
            assert Record.load(file).rounds == Record.from_game(game).rounds[: len(game.rounds)]
        play(game)
    assert Record.load(file) == Record.from_game(game)


def test_a_writer_does_not_overwrite_unless_told(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.touch()
    RecordWriter(file, Game(seed=1)).close()
    with pytest.raises(RecordError, match="exists already"):
        RecordWriter(file, Game(seed=2))
    assert Record.load(file).seed == 1
    RecordWriter(file, Game(seed=3), overwrite=True).close()
    assert Record.load(file).seed == 3
    assert RecordWriter(file, Game(seed=3), overwrite=True).path == str(file)
    bad: Any
    for bad in ("ab", ["a"], [1, 2]):
        with pytest.raises(RecordError):
            RecordWriter(tmp_path / "new.toml", Game(), bad)
    assert not (tmp_path / "new.toml").exists()


def test_a_full_disk_is_a_record_error() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device")
    with pytest.raises(RecordError, match="/dev/full: cannot be written"):
        RecordWriter("/dev/full", Game())
    for call in (EDITED["begun"].save, lambda path: save_jsonl([EDITED["begun"]], path)):
        with pytest.raises(RecordError, match="/dev/full: cannot be written"):
            call("/dev/full")


def test_a_killed_process_leaves_a_readable_file(tmp_path: Path) -> None:
    code = """
import os, sys
from spades import Game
from spades.record import RecordWriter
game = Game("two-handed", seed=7, opener=0)
writer = RecordWriter(sys.argv[1], game)
while len(game.rounds) < 2 or len(game.actions) < 20:
    game.apply(game.legal_actions()[-1])
    writer.update()
os.kill(os.getpid(), 9)
"""
    for name in ("game.toml", "game.jsonl"):
        subprocess.run([sys.executable, "-c", code, str(tmp_path / name)], check=False)
        loaded = Record.load(tmp_path / name)
        assert loaded.truncated
        assert len(loaded.rounds) == 2
