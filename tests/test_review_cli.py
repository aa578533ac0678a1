"""`python -m spades review` as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

import spades
from cli_process import command, environment, run
from review_games import record_of, review_of
from spades import Record
from spades.record import save_jsonl

QUICK = ("--worlds", "6", "--luck", "2")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.toml"
    record_of("two-handed").save(path)
    return str(path)


def test_text_json_and_page(file: str, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = run("review", file, *QUICK, "--html", str(page))
    assert (done.returncode, done.stderr) == (0, "")
    expected = review_of("two-handed")
    assert done.stdout == f"{expected.to_text()}\n\nThe page is in {page}.\n"
    assert page.read_text(encoding="utf-8") == expected.to_html()
    done = run("review", file, *QUICK, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == expected.to_dict()


def test_letters(file: str) -> None:
    for arguments, env in ((["--ascii"], {}), ([], {"PYTHONIOENCODING": "ascii"})):
        done = run("review", file, *QUICK, "--top", "2", *arguments, env=env)
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert done.stdout == review_of("two-handed").to_text(2, ascii_only=True) + "\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seat", "-1"],
        ["--seat", "x"],
        ["--worlds", "0"],
        ["--worlds", "9" * 30],
        ["--time", "0"],
        ["--time", "nan"],
        ["--time", "1", "--worlds", "5"],
        ["--top", "-1"],
        ["--luck", "x"],
        [],
    ],
)
def test_wrong_usage(arguments: list[str], file: str) -> None:
    done = run("review", *([file, *arguments] if arguments else []))
    assert done.returncode == 2
    assert "usage:" in done.stderr


def test_errors_are_one_line(file: str, tmp_path: Path) -> None:
    text = Path(file).read_text(encoding="utf-8")
    edited = tmp_path / "edited.toml"
    edited.write_text(text.replace("seed = 3", "seed = 4"), encoding="utf-8")
    nonsense = tmp_path / "nonsense.toml"
    nonsense.write_bytes(b"\x00\xff not a record")
    for arguments, words in [
        ([str(edited)], "seed"),
        ([str(nonsense)], "nonsense.toml"),
        ([str(tmp_path / "none.toml")], "none.toml"),
        ([str(tmp_path)], str(tmp_path)),
        ([file, "--seat", "2"], "seat: expected one from 0 to 1"),
        ([file, "--luck", "1"], "luck: expected 0"),
        ([file, "--html", str(tmp_path / "none" / "x.html")], "no such folder"),
        ([file, *QUICK, "--html", str(tmp_path)], str(tmp_path)),
    ]:
        done = run("review", *arguments)
        assert done.returncode == 1, arguments
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("error: ")
        assert words in done.stderr


def test_a_file_that_is_cut_off_is_reviewed_up_to_its_last_round(tmp_path: Path) -> None:
    path = tmp_path / "cut.toml"
    record_of("two-handed", 2).save(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.rindex("[[rounds]]") + 40], encoding="utf-8")
    assert Record.load(path).truncated
    done = run("review", str(path), *QUICK)
    assert done.returncode == 0
    assert "cut off" in done.stdout
    assert "1 round," in done.stdout


def test_a_file_of_several_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    save_jsonl([record_of("two-handed"), record_of("pick")], path)
    for arguments, preset in (([], "pick"), (["--game", "1"], "two-handed")):
        done = run("review", str(path), *arguments, *QUICK, "--json")
        assert json.loads(done.stdout) == review_of(preset).to_dict()
    path.with_name("empty.jsonl").write_text("", encoding="utf-8")
    record_of("two-handed").save(tmp_path / "game.toml")
    for name, words in [
        ("games.jsonl", "has 2"),
        ("empty.jsonl", "no game"),
        ("game.toml", "only"),
    ]:
        done = run("review", str(tmp_path / name), "--game", "3")
        assert done.returncode == 1
        assert words in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_prints_what_there_is(file: str) -> None:
    process = subprocess.Popen(
        command("review", file, "--worlds", "2000000"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    try:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Interrupted" in out
    assert err == "interrupted\n"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
def test_progress_is_shown_on_a_terminal_alone(file: str) -> None:
    ours, theirs = os.openpty()
    try:
        process = subprocess.Popen(
            command("review", file, "--worlds", "40", "--luck", "4"),
            stdout=subprocess.PIPE,
            stderr=theirs,
            encoding="utf-8",
            env=environment(TERM="xterm"),
        )
        out, _ = process.communicate(timeout=120)
        shown = os.read(ours, 65536).decode(errors="replace")
    finally:
        os.close(ours)
        os.close(theirs)
    assert process.returncode == 0
    assert out.startswith("Review: two-handed")
    assert "\x1b" not in out
    assert re.search(r"\d+/\d+", shown)  # steps done and all steps


def test_a_closed_pipe_is_silent(file: str) -> None:
    process = subprocess.Popen(
        command("review", file, *QUICK),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_game_just_played(preset: str, tmp_path: Path) -> None:
    """A record as `play` writes it: the player is found in it."""
    path = tmp_path / "played.toml"
    short = ("--set", "target=0", "--set", "rounds=1", "--opponent", "rule", "--seed", "5")
    played = run("--rules", preset, *short, "--record", str(path), stdin="#1\n" * 400)
    assert played.returncode == 0, played.stderr
    done = run("review", str(path), *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "You" in lines
    assert max(map(len, lines)) <= 80
    assert "; better: " in done.stdout
