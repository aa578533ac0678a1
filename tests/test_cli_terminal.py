"""The game in a real terminal, and signals."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_process import SECONDS, SHORT, command, environment, first_choices
from cli_terminal import PROMPT, play_on, terminal
from spades import Record


@pytest.mark.parametrize("preset", ["two-handed", "partners"])
def test_a_whole_game_in_a_terminal(preset: str, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    options = ("--rules", preset, *SHORT, "--fast", "--seed", "5", "--record", str(file))
    with terminal(*options) as table:
        told = play_on(table, wrong=True)
        assert table.wait() == 0
    assert "is not understood" in told
    assert "\x1b[" in table.output
    assert Record.load(file).replay().is_over


def test_to_the_target_with_the_search_bot() -> None:
    options = ("--fast", "--seed", "3", "--worlds", "3", "--set", "target=60", "--set",
               "max_rounds=3")  # fmt: skip
    with terminal(*options) as table:
        play_on(table)
        assert table.wait() == 0


def test_a_small_terminal_without_colour() -> None:
    with terminal(*SHORT, "--fast", rows=20, columns=60, term="dumb") as table:
        told = play_on(table)
        assert table.wait() == 0
    assert "\x1b" not in told
    # But for the line that is there to be copied.
    lines = [line for line in told.splitlines() if "spades review" not in line]
    assert max(map(len, lines)) <= 60


def test_no_colour() -> None:
    with terminal(*SHORT, "--fast", NO_COLOR="1") as table:
        play_on(table)
        assert table.wait() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", table.output)


def test_every_command_at_every_prompt() -> None:
    with terminal(*SHORT, "--fast", "--seed", "5", "--worlds", "3") as table:
        assert table.read(PROMPT)
        for entries in (1, 13, 2):  # the draft, the bid, the play
            for entry in ("?", "hint", "table", "hand", "score", "rules", "why as", "why", "why x",
                          "", "x", "#", "99", "\t", "why é"):  # fmt: skip
                table.ask(entry)
            for _ in range(entries):
                table.ask("#1")
        assert "You hold no card yet" in table.output
        table.ask("undo")
        table.ask("quit", re.compile("left unfinished"))
        assert table.wait() == 0


def test_a_wrong_card_is_explained_and_asked_for_again() -> None:
    with terminal(*SHORT, "--fast", "--seed", "5", "--no-auto-play") as table:
        assert table.read(PROMPT)
        told = ""
        for _ in range(14):
            told = table.ask("#1")
        spade = re.search(r"♠ +\(?(\w+)\)?", told)
        assert spade is not None
        refused = table.ask(f"{spade[1]}s")
        assert "spades are not broken" in refused
        assert "Traceback" not in refused


@pytest.mark.parametrize("turns", [0, 3, 13, 15])
def test_ctrl_c_and_end_of_input_at_a_prompt(turns: int, tmp_path: Path) -> None:
    for key, code, told in [(b"\x03", 130, "interrupted"), (b"\x04", 0, "input ended")]:
        file = tmp_path / f"game{code}.toml"
        with terminal(*SHORT, "--fast", "--seed", "5", "--record", str(file)) as table:
            assert table.read(PROMPT)
            for _ in range(turns):
                table.ask("#1")
            assert table.press(key) == code
        assert told in table.output
        assert len(Record.load(file).replay().actions) >= turns


def test_ctrl_c_while_the_bot_thinks() -> None:
    with terminal("--seed", "3", "--time", "100") as table:
        assert table.read(PROMPT)
        table.ask("keep", re.compile("You keep"))
        assert table.read(re.compile("thinks"))
        began = time.monotonic()
        table.send(b"\x03")
        assert table.wait() == 130
        assert time.monotonic() - began < 10


def test_sigint_to_a_game_of_bots(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    process = subprocess.Popen(
        command("watch", "--bots", "rule,search", "--time", "100", "--record", str(file)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment(),
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert "interrupted" in errors
    assert "Traceback" not in errors
    Record.load(file).replay()


def test_a_killed_game_leaves_its_whole_rounds(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    process = subprocess.Popen(
        command("--opponent", "rule", "--set", "target=0", "--set", "rounds=9", "--record",
                str(file)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment(),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(first_choices(35))  # a round takes 27 at most
    process.stdin.flush()
    while "Score of round 1" not in process.stdout.readline():
        pass
    process.kill()
    process.wait(timeout=SECONDS)
    process.stdin.close()
    process.stdout.close()
    record = Record.load(file)
    assert record.truncated
    assert record.rounds[0].finished


if sys.platform == "win32":
    pytest.skip("signals and terminals of POSIX", allow_module_level=True)
