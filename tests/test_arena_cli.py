"""`python -m spades arena`, as a process."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cli_process import SECONDS, command, environment, run
from spades.arena import match, regret, sprt
from spades.bots import RandomBot, SearchBot

QUICK = ("random", "random:seed=2", "--rounds", "6")


def test_a_match() -> None:
    done = run("arena", *QUICK, "--rules", "partners", "--seed", "7")
    assert done.returncode == 0
    assert done.stderr == ""  # no bar where there is no terminal
    names = ("random", "random:seed=2")
    expected = match(RandomBot(seed=1), RandomBot(seed=2), "partners", 6, 7, names=names)
    assert done.stdout == f"{expected}\n"


@pytest.mark.parametrize("options", [("--workers", "1"), ("--workers", "2", "--processes")])
def test_workers_change_nothing(options: tuple[str, ...]) -> None:
    one, other = run("arena", *QUICK, "--json"), run("arena", *QUICK, "--json", *options)
    assert one.returncode == other.returncode == 0
    assert one.stdout == other.stdout
    assert json.loads(one.stdout)["rounds"]["pairs"] == 6


def test_rules_of_the_table_and_games() -> None:
    short = ("--set", "target=0", "--set", "rounds=2", "--games", "3")
    done = run("arena", "random", "random:seed=2", *short, "--json")
    values = json.loads(done.stdout)
    assert values["rounds"] is None
    assert values["games"]["first"]["rounds"] == 12
    assert values["rules"]["rounds"] == 2


def test_a_ladder_with_its_files(tmp_path: Path) -> None:
    table, results = tmp_path / "ladder.csv", tmp_path / "ladder.jsonl"
    bots = ("random", "random:seed=2", "search:worlds=1")
    files = ("--csv", str(table), "--resume", str(results))
    done = run("arena", *bots, "--rounds", "2", *files)
    assert done.returncode == 0
    assert done.stdout.startswith("3 bots, all against all\n")
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert {row["bot"] for row in rows} == set(bots)
    again = run("arena", *bots, "--rounds", "2", *files)
    assert again.stdout == done.stdout
    other = run("arena", *bots, "--rounds", "2", "--reference", "random")
    assert other.stdout.startswith("3 bots, against random\n")


def test_a_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    done = run("arena", *QUICK, "--plot", str(tmp_path / "match.svg"))
    assert done.returncode == 0
    assert (tmp_path / "match.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_worlds_and_time_are_for_those_that_say_nothing() -> None:
    done = run("arena", "search", "search:worlds=2", "rule", "--worlds", "1", "--rounds", "1")
    assert done.returncode == 0
    for name in ("search:worlds=1 ", "search:worlds=2 ", "rule "):
        assert name in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["rule"], 2, "one bot, rule: expected two or more"),
        (["rule", "rule"], 2, "bot 'rule' is there twice"),
        (["rule", "serch"], 2, "bot 'serch': no bot 'serch'"),
        (["rule", "search:worlds=x"], 2, "worlds: expected a number"),
        (["rule", "random", "--reference", "search"], 2, "expected one of rule, random"),
        (["rule", "random", "--rounds", "0"], 2, "--rounds 0"),
        (["rule", "random", "--plot", "x.bmp"], 2, "a plot ends in one of"),
        (["rule", "random", "--csv", "nowhere/x.csv"], 2, "no such folder"),
        (["rule", "random", "--resume", "nowhere/x"], 2, "no such folder"),
        (["rule", "random", "--rules", "nope"], 1, "no preset and no file 'nope'"),
        (["rule", "random", "--set", "target=-5"], 1, "target"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], code: int, reason: str) -> None:
    done = run("arena", *arguments)
    assert done.returncode == code
    assert done.stdout == ""
    assert reason in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [[], [*QUICK, "--rounds", "-1"], [*QUICK, "--seed", "x"], [*QUICK, "--time", "0"]],
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = run("arena", *arguments)
    assert done.returncode == 2
    assert "usage: python -m spades arena" in done.stderr


def test_a_results_file_of_another_match(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert run("arena", *QUICK, "--resume", str(path)).returncode == 0
    done = run("arena", *QUICK, "--resume", str(path), "--seed", "2")
    assert done.returncode == 1
    assert "seed is 1 there, 2 here" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to another process")
@pytest.mark.parametrize(
    "options", [("--workers", "1"), ("--workers", "2"), ("--workers", "2", "--processes")]
)
def test_ctrl_c_prints_what_there_is(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / "match.jsonl"
    started = command(
        "arena", "random", "random:seed=2", "--rounds", "1000000", "--resume", str(path), *options
    )
    process = subprocess.Popen(
        started,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,  # a group of its own, as a terminal's Ctrl-C reaches it
    )
    try:
        for _ in range(600):
            if path.exists() and path.read_bytes().count(b"\n") > 5:
                break
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert err == f"interrupted; the same command goes on from {path}\n"
    assert "stopped before its end" in out
    played = int(out.split("single rounds: ")[1].split()[0])
    # A pair is in the file before it is counted.
    assert path.read_bytes().count(b"\n") - 1 - played in (0, 1)
    again = run("arena", "random", "random:seed=2", "--rounds", str(played), "--resume", str(path))
    assert again.returncode == 0
    assert again.stdout == out.replace("stopped before its end\n", "")


def test_a_bar_in_a_terminal() -> None:
    """On stderr alone, so that the table can still be sent elsewhere."""
    pty = pytest.importorskip("pty", reason="needs pseudo-terminals, which Windows lacks")
    master, slave = pty.openpty()
    try:
        done = subprocess.run(
            command("arena", *QUICK),
            stdout=subprocess.PIPE,
            stderr=slave,
            encoding="utf-8",
            env=environment(TERM="xterm"),
            timeout=SECONDS,
            check=True,
        )
        shown = os.read(master, 65536).decode("utf-8", "replace")
    finally:
        os.close(master)
        os.close(slave)
    assert "6/6" in shown
    assert done.stdout == run("arena", *QUICK).stdout


def test_help() -> None:
    done = run("arena", "--help")
    assert done.returncode == 0
    assert "mirrored deals" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_sequential_test() -> None:
    options = ("--points", "0", "150", "--max-pairs", "200", "--rules", "partners")
    done = run("sprt", "random", "random:seed=2", *options, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    result = sprt(RandomBot(seed=1), RandomBot(seed=2), "partners", points=(0, 150), max_pairs=200)
    told = json.loads(done.stdout)
    assert told["decision"] == result.decision == "H0"
    assert told["pairs"] == result.pairs
    text = run("sprt", "random", "random:seed=2", *options).stdout
    assert "decision: H0" in text


def test_regret(tmp_path: Path) -> None:
    judge = ("--judge", "search:worlds=4,seed=2", "--positions", "12", "--phase", "play")
    file = tmp_path / "regret.jsonl"
    done = run("regret", "random", *judge, "--resume", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    expected = regret(RandomBot(seed=1), SearchBot(seed=2, worlds=4), positions=12, phases=["play"])
    values = json.loads(run("regret", "random", *judge, "--json", "--resume", str(file)).stdout)
    assert values["all"] == expected.to_dict()["all"]
    assert file.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["sprt", "rule"], 2, "BOT"),
        (["sprt", "rule", "random"], 2, "--points"),
        (["sprt", "rule", "whist", "--points", "0", "5"], 2, "no bot 'whist'"),
        (["sprt", "rule", "random", "--points", "0", "x"], 2, "'x' is not a number"),
        (["sprt", "rule", "random", "--points", "5", "0"], 1, "expected H0 below H1"),
        (["sprt", "rule", "random", "--points", "0", "5", "--elo", "0", "5"], 2, "not allowed"),
        (["sprt", "rule", "random", "--points", "0", "5", "--alpha", "2"], 1, "alpha"),
        (
            ["sprt", "rule", "random", "--points", "0", "5", "--resume", "/no/x"],
            2,
            "no such folder",
        ),
        (["regret", "whist"], 2, "no bot 'whist'"),
        (["regret", "rule", "--judge", "whist"], 2, "no bot 'whist'"),
        (["regret", "rule", "--phase", "lunch"], 2, "--phase"),
        (["regret", "rule", "--positions", "0"], 2, "--positions"),
        (["regret", "rule", "--judge", "rule", "--positions", "5"], 1, "judge"),
    ],
)
def test_wrong_use_of_sprt_and_regret(arguments: list[str], code: int, reason: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert reason in done.stderr
