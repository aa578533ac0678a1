"""Games that are saved by themselves, offered again, and never lost."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from cli_process import SHORT, command, environment, first_choices, run
from cli_terminal import PROMPT, play_on, terminal
from spades import Game, Record

QUICK = (*SHORT, "--fast", "--seed", "5")
OFFER = re.compile(r"go on with it\? \(Enter: yes; no, quit\)> $")
ENDED = re.compile(r"(?!)")


def started(home: Path, turns: int = 3) -> list[str]:
    """Play some turns and have the program killed; the actions that were done."""
    with terminal(*QUICK, home=home) as table:
        assert table.read(PROMPT)
        for _ in range(turns):
            table.ask("#1")
        table.kill()
    return [str(action) for action in Record.load(home / "game.toml").replay().actions]


def test_each_action_is_saved_and_a_killed_game_goes_on(tmp_path: Path) -> None:
    actions = started(tmp_path)
    assert len(actions) >= 3
    with terminal("--fast", home=tmp_path) as table:
        assert table.read(OFFER)
        assert "A game was left unfinished" in table.text
        told = table.ask("")
        assert "The game goes on in round 1" in told
        while "Game over" not in table.text:
            table.ask("#1")
        assert table.wait() == 0
    assert not (tmp_path / "game.toml").exists()
    game = Record.load(tmp_path / "last.toml").replay()
    assert game.is_over
    assert [str(action) for action in game.rounds[0].actions[: len(actions)]] == actions
    assert game.rules.rounds == 1  # the rules of the game that was left, not the usual ones
    assert Record.load(tmp_path / "last.toml").comment == "opponent: rule"


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_ctrl_c_and_end_of_input_lose_nothing(key: bytes, tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        table.ask("#1")
        code = table.press(key)
        assert code == (130 if key == b"\x03" else 0)
        assert "it is saved: python -m spades goes on with it" in table.text
    done = run("resume", "--json", env={"SPADES_HOME": str(tmp_path)}, stdin=first_choices())
    assert done.returncode == 0
    assert '"event": "game"' in done.stdout


@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"quit\n"])
def test_leaving_at_the_offer_keeps_the_game(key: bytes, tmp_path: Path) -> None:
    started(tmp_path)
    before = (tmp_path / "game.toml").read_bytes()
    with terminal(home=tmp_path) as table:
        assert table.read(OFFER)
        assert table.ask("nonsense", OFFER)
        assert "type yes to go on with it" in table.text
        assert table.press(key) == (130 if key == b"\x03" else 0)
    assert (tmp_path / "game.toml").read_bytes() == before


def test_a_game_that_is_declined_is_put_aside(tmp_path: Path) -> None:
    started(tmp_path)
    before = (tmp_path / "game.toml").read_bytes()
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(OFFER)
        told = table.ask("no")
        assert f"it is kept: python -m spades resume {tmp_path / 'left.toml'}" in told
        table.ask("#1")
        assert table.press(b"\x03") == 130
    assert (tmp_path / "left.toml").read_bytes() == before
    assert (tmp_path / "game.toml").exists()
    done = run("resume", str(tmp_path / "left.toml"), stdin=first_choices())
    assert "Game over" in done.stdout


def test_two_games_at_once_do_not_mix(tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path) as first:
        assert first.read(PROMPT)
        first.ask("#1")
        with terminal(*QUICK, home=tmp_path) as second:
            assert second.read(PROMPT)
            assert "left unfinished" not in second.text
            second.ask("#1")
            second.ask("#1")
            assert second.press(b"\x03") == 130
        assert first.press(b"\x03") == 130
    names = ("game.toml", "game-2.toml")
    lengths = [len(Record.load(tmp_path / name).replay().actions) for name in names]
    assert lengths[0] < lengths[1]


def test_no_save(tmp_path: Path) -> None:
    with terminal(*QUICK, "--no-save", home=tmp_path) as table:
        play_on(table)
        assert table.wait() == 0
    assert not list(tmp_path.iterdir())


def test_a_pipe_keeps_what_it_leaves_unfinished(tmp_path: Path) -> None:
    env = {"SPADES_HOME": str(tmp_path)}
    file = tmp_path / "pipe.toml"
    for entries in (first_choices(5), first_choices(5) + "quit\n"):
        done = run(*SHORT, stdin=entries, env=env)
        assert done.returncode == 0
        assert f"it is kept: python -m spades resume {file}" in done.stderr
        assert len(Record.load(file).replay().actions) >= 5
    wrong = run(*SHORT, stdin=first_choices(7) + "nonsense\n", env=env)
    assert wrong.returncode == 1
    assert len(Record.load(file).replay().actions) >= 7
    assert "Game over" in run("resume", str(file), stdin=first_choices(), env=env).stdout
    assert [path.name for path in tmp_path.iterdir()] == ["pipe.toml"]


def test_a_pipe_that_is_over_or_keeps_nothing_leaves_nothing(tmp_path: Path) -> None:
    env = {"SPADES_HOME": str(tmp_path / "none")}
    assert run(*SHORT, stdin=first_choices(), env=env).returncode == 0
    assert "nothing was played yet" in run("--seed", "3", stdin="", env=env).stderr
    unsaved = run(*SHORT, "--no-save", stdin=first_choices(5), env=env)
    assert "it is not kept (--record FILE would)" in unsaved.stderr
    assert not (tmp_path / "none").exists()


def test_names_and_opponent_are_kept(tmp_path: Path) -> None:
    options = ("--rules", "partners", "--opponent", "random", "--name", "Anna", "--names", "Bob,Cy")
    with terminal(*options, "--fast", "--seed", "5", home=tmp_path) as table:
        assert table.read(PROMPT)
        table.ask("#1")
        assert table.press(b"\x03") == 130
    record = Record.load(tmp_path / "game.toml")
    assert record.players == ("Anna", "Bob", "Cy", "Right")
    with terminal("resume", home=tmp_path) as table:
        assert table.read(PROMPT)
        assert "> Anna" in table.text
        assert "Bob" in table.text
        assert table.press(b"\x03") == 130


def test_save_and_resume_as_commands(tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "other.toml"
    with terminal(*QUICK, home=home) as table:
        assert table.read(PROMPT)
        table.ask("#1")
        assert f"Saved: python -m spades resume {file}" in table.ask(f"save {file}")
        saved = Record.load(file).replay()
        table.ask("#1")
        assert "save where?" in table.ask("save")
        assert "resume what?" in table.ask("resume")
        assert "cannot be read" in table.ask(f"resume {tmp_path / 'none.toml'}")
        told = table.ask(f"resume {file}")
        assert "the game before is kept" in told
        assert "The game goes on in round 1" in told
        assert table.press(b"\x04") == 0
    # Nothing was done in the game that was resumed, so nothing of it is newer than the file.
    assert Record.load(home / "left.toml").replay().actions != saved.actions
    again = run("play", "--resume", str(file), "--json", stdin=first_choices())
    assert again.returncode == 0
    assert Record.load(file).replay() == saved


def test_save_does_not_replace_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("precious")
    done = run(*SHORT, stdin=f"#1\nsave {file}\n")
    assert done.returncode == 1
    assert "exists and is no record of a game" in done.stderr
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    "file",
    [
        "/nowhere/game.toml",
        ".",
        pytest.param("/dev/full", marks=pytest.mark.skipif(
            not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(file: str) -> None:
    with terminal(*QUICK) as table:
        assert table.read(PROMPT)
        told = table.ask(f"save {file}")
        assert "Traceback" not in told
        assert file in told
        play_on(table)
        assert table.wait() == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_without_the_right_to_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        assert "the game cannot be saved" in table.ask("#1")


@pytest.mark.parametrize("where", ["file", "file/below"])
def test_a_state_folder_that_cannot_be(where: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with terminal(*QUICK, home=tmp_path / where) as table:
        assert table.read(PROMPT)
        told = table.ask("#1")
        assert told.count("the game cannot be saved") == 1
        assert "cannot be saved" not in table.ask("#1")  # told once
        assert "the setting is not kept" in table.ask("sort rank")
        # Nobody leaves a game that is not saved by mistake.
        assert "quit again leaves" in table.ask("quit")
        since = len(table.output)
        table.ask("quit", re.compile("left unfinished"))
        assert "it is not saved" in table.output[since:]
        assert table.wait() == 0


def test_a_full_disk_is_told_and_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    """Every file that is written is cut off at a few bytes, as on a full disk."""
    line = " ".join(command(*QUICK, "--rules", "two-handed"))
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        table.ask("#1")
        subprocess.run(["prlimit", f"--pid={table.pid}", "--fsize=100:100"], check=True)
        assert "the game cannot be saved" in table.ask("#1"), line
        while "Game over" not in table.text:
            table.ask("#1")
        assert table.wait() == 0
    assert "the record of the game cannot be kept" in table.text
    # What was saved before the disk was full is still there and right.
    assert Record.load(tmp_path / "game.toml").replay().actions


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: "hello",
        lambda text: text[: len(text) // 3],
        lambda text: text.replace("keep", "refuse", 1),
        lambda text: text.replace("two-handed", "mine", 1),
        lambda text: text.replace("actions", "action", 1),
        lambda text: "\x00\xff" + text,
    ],
)
def test_a_damaged_save_is_told_and_put_aside(damage: object, tmp_path: Path) -> None:
    started(tmp_path)
    file = tmp_path / "game.toml"
    assert callable(damage)
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    content = file.read_bytes()
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(re.compile(f"{OFFER.pattern}|{PROMPT.pattern}"))
        if "go on with it?" in table.text:  # cut off, and whole as far as it goes
            assert Record.load(file).truncated
            return
        assert "the game that was saved cannot be gone on with" in table.text
        table.ask("#1")
        assert table.press(b"\x03") == 130
    assert (tmp_path / "left.toml").read_bytes() == content
    refused = run("resume", str(tmp_path / "left.toml"))
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1


def test_resume_without_a_game(tmp_path: Path) -> None:
    done = run("resume", env={"SPADES_HOME": str(tmp_path / "none")})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: no game was left unfinished\n"


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    game = Game("two-handed", seed=1)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    file = tmp_path / "over.toml"
    Record.from_game(game).save(file)
    done = run("resume", str(file))
    assert done.returncode == 1
    assert "this game is over" in done.stderr


def test_undo_is_saved_too(tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        table.ask("#1")
        length = len(Record.load(tmp_path / "game.toml").replay().actions)
        table.ask("#1")
        table.ask("undo")
        assert len(Record.load(tmp_path / "game.toml").replay().actions) <= length
        assert table.press(b"\x03") == 130


def test_the_last_finished_game_can_be_looked_at(tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path) as table:
        play_on(table)
        assert table.wait() == 0
    file = tmp_path / "last.toml"
    assert f"What could have been better? python -m spades review {file}\n" in table.text
    review = run("review", str(file), "--worlds", "1", "--luck", "0")
    assert (review.returncode, review.stderr) == (0, "")
    assert Record.load(file).replay().is_over
    assert not (tmp_path / "game.toml").exists()


def test_a_record_that_can_no_longer_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    options = ("--opponent", "rule", "--fast", "--seed", "5", "--set", "target=0",
               "--set", "rounds=2", "--record", str(file))  # fmt: skip
    with terminal(*options, home=tmp_path / "home") as table:
        assert table.read(PROMPT)
        table.ask("#1")
        subprocess.run(["prlimit", f"--pid={table.pid}", "--fsize=100:100"], check=True)
        while "Game over" not in table.text:
            table.ask("#1")
        assert table.wait() == 1
    assert "record: " in table.text
    assert environment()["SPADES_HOME"] not in table.text
