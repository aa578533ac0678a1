"""Every kind of prompt, with garbage, Ctrl-C and the end of the input; the menu."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import spades
from cli_process import run
from cli_terminal import PROMPT, play_on, terminal, terminal_of

MENU = re.compile(r"a number or a name \(Enter: two-handed\)> $")
GARBAGE = (
    *("nonsense", "", "   ", "#", "#0", "#99", "99", "-1", "1.5", "é", "♠", "\t", "\x00", "why"),
    *("why x", "save", "resume", "sort x", "fast x", "9" * 300, "ace of cups", "hint me", "\x1b[A"),
    *("resume /", "resume \x00", "why \x00", "save \x00"),
)

# How each kind of prompt is reached: the options, and how many first choices before it.
KINDS = {
    "menu": ((), None),
    "blind": (("--rules", "two-handed-open"), 0),
    "draft": (("--rules", "two-handed"), 0),
    "pick": (("--rules", "pick"), 0),
    "bid": (("--rules", "partners"), 0),
    "play": (("--rules", "partners"), 1),
}
SEED = ("--seed", "5", "--fast", "--opponent", "rule")


def options_of(kind: str) -> tuple[str, ...]:
    options, _ = KINDS[kind]
    return (*options, *SEED) if options else ()


@pytest.mark.parametrize("kind", KINDS)
def test_garbage_at_every_prompt(kind: str) -> None:
    with terminal(*options_of(kind)) as table:
        assert table.read(PROMPT)
        for _ in range(KINDS[kind][1] or 0):
            table.ask("#1")
        for entry in GARBAGE:
            if kind == "menu" and not entry.strip(" \t\x00"):
                continue  # Enter alone, which takes the first game
            prompt = MENU if kind == "menu" else PROMPT
            table.ask(entry, prompt)
        assert table.press(b"\x04") == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_ctrl_c_and_end_of_input_at_every_prompt(kind: str, key: bytes, tmp_path: Path) -> None:
    with terminal(*options_of(kind), home=tmp_path) as table:
        assert table.read(PROMPT)
        for _ in range(KINDS[kind][1] or 0):
            table.ask("#1")
        assert table.press(key) == (130 if key == b"\x03" else 0)
    # Nothing that was played is lost.
    played = "nothing was played yet" not in table.text and kind != "menu"
    assert (tmp_path / "game.toml").exists() == played


@pytest.mark.parametrize("kind", KINDS)
def test_a_terminal_that_goes_away(kind: str, tmp_path: Path) -> None:
    with terminal(*options_of(kind), home=tmp_path) as table:
        assert table.read(PROMPT)
        for _ in range(KINDS[kind][1] or 0):
            table.ask("#1")
    if KINDS[kind][1]:
        assert (tmp_path / "game.toml").exists()


@pytest.mark.parametrize(
    ("answer", "preset"),
    [
        ("", "two-handed"),
        ("1", "two-handed"),
        ("5", "partners"),
        ("PICK", "pick"),
        ("three", "three-handed"),
        ("partners-d", "partners-double-nil"),
    ],
)
def test_the_menu(answer: str, preset: str) -> None:
    with terminal("--opponent", "rule", "--fast") as table:
        assert table.read(MENU)
        for name in spades.PRESETS:
            assert name in table.text
        for wrong in ("0", "7", "p", "whist"):
            assert "type a number from 1 to 6" in table.ask(wrong, MENU)
        told = table.ask(answer)
        assert f"Spades, {preset}:" in told


def test_the_menu_is_left_without_a_game(tmp_path: Path) -> None:
    with terminal(home=tmp_path) as table:
        assert table.read(MENU)
        table.ready()
        table.send(b"quit\n")
        assert table.wait() == 0
    assert not (tmp_path / "game.toml").exists()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players(players: int) -> None:
    usual = {2: "two-handed", 3: "three-handed", 4: "partners"}[players]
    done = run("--players", str(players), "--opponent", "rule")
    assert f"Spades, {usual}:" in done.stdout
    clash = run("--players", str(players), "--rules", "partners" if players < 4 else "pick")
    assert clash.returncode == 1
    assert f"--players {players}: the rules" in clash.stderr


@pytest.mark.parametrize(
    "level", ["strong", "club", "casual", "beginner", "rule", "random", "search",
              "search:worlds=3", "casual:style=bold", "strong:style=cautious",
              "rule:bids=fitted", "search:level=club,seed=4"]
)  # fmt: skip
def test_every_opponent_plays(level: str) -> None:
    options = ("--set", "target=0", "--set", "rounds=1", "--seed", "5", "--time", "0.002")
    done = run("--opponent", level, *options, stdin="#1\n" * 60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Game over" in done.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--opponent", "genius"], "'genius' is no bot"),
        (["--opponent", "search:world=3"], "no option 'world'"),
        (["--opponent", "search:"], "expected options"),
        (["--opponent", "club:style=wild"], "style: expected steady, bold, cautious"),
        (["--name", ""], "expected 1 to 12 letters"),
        (["--name", "x" * 13], "expected 1 to 12 letters"),
        (["--name", "a\x1bb"], "expected 1 to 12 letters"),
        (["--names", "A,,B"], "expected 1 to 12 letters"),
        (["--players", "5"], "--players"),
        (["--sort", "colour"], "--sort"),
    ],
)
def test_wrong_options_of_the_table(options: list[str], told: str) -> None:
    done = run(*options)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_names_that_do_not_fit_the_table() -> None:
    many = run("--names", "A,B")
    assert many.returncode == 1
    assert "names: 2, but there are 1 other seats" in many.stderr
    alike = run("--name", "bob", "--names", "Bob")
    assert alike.returncode == 1
    assert "called alike" in alike.stderr
    you = run("--name", "Anna", "--names", "you")
    assert you.returncode == 1
    assert "only your own seat is called You" in you.stderr
    assert "you play against Computer" in run("--name", "you", "--opponent", "rule").stdout


def test_names_are_used() -> None:
    done = run("--rules", "partners", "--opponent", "rule", "--seed", "5", "--name", "Anna",
               "--names", "Bob,Cleo,Dan", stdin="#1\n" * 16)  # fmt: skip
    assert "> Anna" in done.stdout
    assert "Anna + Cleo" in done.stdout
    assert "Bob + Dan" in done.stdout


def test_completion_by_tab() -> None:
    with terminal("--rules", "two-handed", *SEED) as table:
        assert table.read(PROMPT)
        since = len(table.output)
        table.ready()
        table.send(b"refu\t")
        assert table.read(re.compile(r"refuse"), since)
        assert "You refuse" in table.ask("")


def test_the_computer_is_seen_to_think() -> None:
    with terminal("--rules", "two-handed", "--seed", "3", "--time", "0.05") as table:
        assert table.read(PROMPT)
        table.ask("keep")
        assert "Computer thinks ..." in table.output
        assert "\x1b[K" in table.output
        assert table.press(b"\x04") == 0
    with terminal("--rules", "two-handed", "--seed", "3", "--time", "0.05", term="dumb") as table:
        assert table.read(PROMPT)
        assert "thinks" not in table.ask("keep")
        assert table.press(b"\x04") == 0


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (20, 60)])
@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_turn_fits_the_window(preset: str, rows: int, columns: int) -> None:
    """From the heading to the prompt there are no more lines than the window has."""
    rules = ("--rules", preset, "--set", "target=0", "--set", "rounds=1")
    with terminal(*rules, *SEED, rows=rows, columns=columns) as table:
        play_on(table)
        assert table.wait() == 0
    turns = re.split(r"(?m)^── Round", table.text)[1:]
    asked = 0
    for turn in turns:
        until = PROMPT.search(turn.split("> #1")[0] + "> ")
        lines = turn.split("> #1")[0].splitlines()
        assert max(map(len, ["── Round" + lines[0], *lines[1:]])) <= columns
        if until is not None:
            asked += 1
            assert len(lines) <= rows, turn
    assert asked > 10


@pytest.mark.parametrize("options", [(), ("--rules", "two-handed", "--seed", "3")])
def test_nothing_heavy_is_loaded_before_the_first_prompt(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    """What takes long to import is imported when it is needed; the marks are in benches."""
    from cli_process import environment

    file = tmp_path / "imports"
    start = (
        "import os, sys; from spades.cli import main; import builtins\n"
        "def asked(prompt):\n"
        f"    open({str(file)!r}, 'w').write(' '.join(sys.modules)); raise EOFError\n"
        "builtins.input = asked; sys.exit(main(sys.argv[1:]))"
    )
    env = {**environment(TERM="xterm", SPADES_HOME=str(tmp_path))}
    with terminal_of([sys.executable, "-c", start, *options], env) as table:
        assert table.wait() == 0
    loaded = set(file.read_text().split())
    assert "spades.cli.play" in loaded
    heavy = {"rich", "numpy", "dataclasses", "typing", "tomllib", "json", "asyncio", "inspect"}
    assert not {name.split(".")[0] for name in loaded} & heavy
    assert "spades.bots" not in loaded


@pytest.mark.parametrize("columns", [20, 47, 48, 130])
def test_other_widths(columns: int) -> None:
    with terminal(*SEED, "--rules", "partners", columns=columns) as table:
        assert table.read(PROMPT)
        for entry in ("3", "#1", "hint", "?", "score", "#1"):
            table.ask(entry)
        assert table.press(b"\x04") == 0
    assert "Partner" in table.text


def test_ctrl_c_while_advice_is_sought(tmp_path: Path) -> None:
    options = ("--rules", "partners", "--seed", "5", "--opponent", "rule", "--worlds", "10000000")
    with terminal(*options, home=tmp_path) as table:
        assert table.read(PROMPT)
        table.ask("#1")
        table.ask("hint", re.compile("Thinking"))
        table.send(b"\x03")
        assert table.wait() == 130
    assert "it is saved" in table.text
