"""Options, help, version, exit codes and errors of `python -m spades`."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

import spades
from cli_process import SECONDS, SHORT, command, environment, first_choices, run
from spades import Rules


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"spades {spades.__version__}\n")


def test_version_and_help_import_neither_rich_nor_numpy() -> None:
    for option in ("--version", "--help"):
        done = subprocess.run(
            [command()[0], "-X", "importtime", "-m", "spades", option],
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            env=environment(),
            check=True,
        )
        imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
        assert "spades.cli.program" in imported
        assert not imported & {"rich", "numpy", "rich.console", "tomli_w"}


def test_json_games_do_without_rich() -> None:
    code = (
        "import sys, io; from spades.cli import main; sys.stdin = io.StringIO();"
        "main(['--json', '--opponent', 'rule']);"
        "assert not any(m == 'rich' or m.startswith('rich.') for m in sys.modules)"
    )
    subprocess.run(
        [command()[0], "-c", code],
        timeout=SECONDS,
        env=environment(),
        check=True,
        capture_output=True,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["-h"],
        ["play", "--help"],
        ["watch", "-h"],
        ["rules", "-h"],
        ["replay", "-h"],
        ["arena", "-h"],
        ["sprt", "-h"],
        ["regret", "-h"],
        ["resume", "-h"],
        ["review", "-h"],
        ["bench", "-h"],
    ],
)
def test_help(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m spades")
    assert done.stderr == ""
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["dance"], "invalid choice"),
        (["--dance"], "--dance"),
        (["--seed", "x"], "--seed"),
        (["--seed", "1.5"], "--seed"),
        (["--time", "0"], "seconds above 0"),
        (["--time", "nan"], "seconds above 0"),
        (["--time", "inf"], "seconds above 0"),
        (["--time", "-1"], "seconds above 0"),
        (["--worlds", "0"], "from 1 to"),
        (["--worlds", "many"], "from 1 to"),
        (["--set", "target"], "FIELD=VALUE"),
        (["--set", "=3"], "FIELD=VALUE"),
        (["--opponent", "best"], "--opponent"),
        (["watch", "--bots", "search,best"], "no bot 'best'"),
        (["watch", "--bots", ""], "no bot ''"),
        (["watch", "--bots", "rule,rule,rule,rule,rule"], "at most 4"),
        (["watch", "extra"], "extra"),
        (["replay"], "FILE"),
        (["--seed", "1", "watch"], "watch"),
    ],
)
def test_wrong_usage_is_2(arguments: list[str], told: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert "usage:" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--rules", "whist"], "no preset and no file 'whist'; the presets are two-handed"),
        (["--rules", "none.toml"], "none.toml"),
        (["--rules", "."], "."),
        (["--set", "targte=100"], "--set targte=100: no such field; the fields are name, players"),
        (["--set", "target=many"], "--set target=many: must be a whole number"),
        (["--set", "misdeal=perhaps"], "must be true or false"),
        (["--set", "lose_score=x"], "a whole number or none"),
        (["--set", "players=5"], "players"),
        (["--set", "target=99999999999999999999"], "target"),
        (["--set", "deal=cut"], "deal"),
        (["--set", "max_bid=14"], "max_bid"),
        (["--seed", "-1"], "-1"),
        (["--seed", str(2**64)], "seed"),
        (["--record", "/nowhere/game.toml"], "/nowhere/game.toml"),
        (["--record", "."], "."),
        (["replay", "/nowhere/game.toml"], "/nowhere/game.toml"),
        (["rules", "whist"], "whist"),
        (["watch", "--rules", "whist"], "whist"),
    ],
)
def test_errors_are_one_line_and_1(arguments: list[str], told: str) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert told in done.stderr


def test_set_takes_any_field_and_the_last_one_counts() -> None:
    done = run("rules", "partners", "--json", "--set", "target=100", "--set", "target=150",
               "--set", "name=house", "--set", "misdeal=yes", "--set", "lose-score=-200",
               "--set", "nil_tricks=contract")  # fmt: skip
    fields = json.loads(done.stdout)
    wanted = Rules.preset("partners").replace(
        target=150, name="house", misdeal=True, lose_score=-200, nil_tricks="contract"
    )
    assert fields == wanted.as_dict()


def test_settings_that_need_each_other_are_taken_together() -> None:
    done = run("rules", "two-handed", "--json", "--set", "players=4", "--set", "deal=dealt")
    assert done.returncode == 0
    assert json.loads(done.stdout)["players"] == 4


def test_the_presets_are_listed() -> None:
    done = run("rules")
    assert done.returncode == 0
    for preset in spades.PRESETS:
        assert preset in done.stdout
    listed = json.loads(run("rules", "--json").stdout)
    assert listed == {name: Rules.preset(name).as_dict() for name in spades.PRESETS}


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_rules_are_printed_and_written(preset: str, tmp_path: Path) -> None:
    done = run("rules", preset)
    assert done.returncode == 0
    for field in spades.Rules.preset(preset).as_dict():
        assert field in done.stdout
    file = tmp_path / "house.toml"
    file.write_text(run("rules", preset, "--toml").stdout, encoding="utf-8")
    assert Rules.load(file) == Rules.preset(preset)
    file.write_text(file.read_text().replace("bag_limit = 10", "bag_limit = 5"), encoding="utf-8")
    assert json.loads(run("rules", str(file), "--json").stdout)["bag_limit"] == 5


def test_every_field_is_explained() -> None:
    from spades.cli.rules_view import MEANINGS

    assert list(MEANINGS) == list(Rules().as_dict())
    assert tomllib.loads(run("rules", "--toml").stdout)["target"] == 300


def test_a_game_by_a_rules_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('preset = "two-handed"\nname = "kitchen"\ntarget = 0\nrounds = 1\n')
    done = run("--rules", str(file), "--opponent", "random", stdin=first_choices())
    assert done.returncode == 0
    assert "Spades, kitchen" in done.stdout


def test_a_closed_pipe_ends_silently() -> None:
    line = " ".join(command("watch", "--bots", "random", "--seed", "1"))
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{line} | head -n 1"],
        capture_output=True, encoding="utf-8", timeout=SECONDS, env=environment(), check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.returncode == 141
    assert done.stdout.startswith("Spades, two-handed")


def test_a_help_that_nobody_reads_ends_silently() -> None:
    line = " ".join(command("--help"))
    done = subprocess.run(
        ["bash", "-c", f"{line} | true"],
        capture_output=True, encoding="utf-8", timeout=SECONDS, env=environment(), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_full_disk_under_the_output_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command("rules"), stdout=full, stderr=subprocess.PIPE, encoding="utf-8",
            timeout=SECONDS, env=environment(), check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert done.stderr.count("\n") == 1


def test_closed_streams_are_no_crash() -> None:
    line = " ".join(command("--opponent", "rule"))
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        done = subprocess.run(
            ["bash", "-c", f"{line} {closed}"], stdin=subprocess.DEVNULL,
            capture_output=True, encoding="utf-8", timeout=SECONDS, env=environment(), check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert done.returncode == 0, closed


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_suit_signs_only_where_the_output_has_them(encoding: str) -> None:
    done = subprocess.run(
        command(*SHORT, "--seed", "1"), input=first_choices().encode(), capture_output=True,
        timeout=SECONDS, env=environment(PYTHONIOENCODING=encoding), check=False,
    )  # fmt: skip
    assert done.returncode == 0
    text = done.stdout.decode(encoding)
    assert ("♠" in text) == (encoding == "utf-8")
    assert "?" not in text.replace("Type ? for", "")


def test_no_colour_where_it_is_not_wanted() -> None:
    plain = run(*SHORT, "--seed", "1", stdin=first_choices())
    assert "\x1b" not in plain.stdout
    forced = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    colored = run(*SHORT, "--seed", "1", stdin=first_choices(), env=forced)
    assert "\x1b[31m" in colored.stdout
    refused = run(*SHORT, "--seed", "1", stdin=first_choices(), env={**forced, "NO_COLOR": "1"})
    assert "\x1b[3" not in refused.stdout  # dim and bold are no colours


def test_columns_are_respected() -> None:
    for columns in ("60", "100"):
        done = run(*SHORT, "--seed", "1", stdin=first_choices(), env={"COLUMNS": columns})
        widest = max(map(len, done.stdout.splitlines()))
        assert widest == int(columns)  # a heading goes from side to side


def test_rules_new_writes_a_file_with_every_field_explained(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.toml"
    done = run("rules", "new", str(file), "--like", "partners", "--set", "target=250")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"python -m spades --rules {file}" in done.stdout
    wanted = Rules.preset("partners").replace(name="kitchen", target=250)
    assert Rules.load(file) == wanted
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if " = " in line and not line.startswith("#"):
            assert lines[number - 1].startswith("# ")
    assert [line.split(" = ")[0].lstrip("# ") for line in lines if " = " in line] == list(
        Rules().as_dict()
    )
    before = file.read_bytes()
    refused = run("rules", "new", str(file))
    assert refused.returncode == 1
    assert "exists already" in refused.stderr
    assert file.read_bytes() == before
    assert run("rules", "new", str(file), "--force").returncode == 0
    assert Rules.load(file) == Rules.preset("two-handed").replace(name="kitchen")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["new"], 2, "which file?"),
        (["new", "/nowhere/house.toml"], 1, "/nowhere/house.toml: cannot be written"),
        (["new", "."], 1, "exists already"),
        (["new", "x.toml", "--like", "whist"], 1, "whist"),
        (["new", "x.toml", "--set", "target=x"], 1, "--set target=x"),
        (["partners", "x.toml"], 2, "only with rules new"),
        (["partners", "--like", "pick"], 2, "only with rules new"),
    ],
)
def test_rules_new_refuses_in_one_line(arguments: list[str], code: int, told: str) -> None:
    done = run("rules", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.count("\n") == 1
    assert told in done.stderr
    assert not Path("x.toml").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('preset = "pick"\n\ntarget = "x"\n', "line 3: target: expected a whole number"),
        ("# rules\nlose_scor = -5\n", "line 2: lose_scor: unknown key; did you mean lose_score?"),
        ("max_bid=14\n", "line 1: max_bid: 14 is above the hand size"),
        ("players = 3\n\n[more]\nfield = 1\n", "line 3: more.field: unknown key"),
        ('name = "x"\npreset = "partners"\nplayers = 3\n', "line 2: partnerships: "),
        ('name = "x"\nplayers = 3\npartnerships = true\n', "line 3: partnerships: "),
        ("a = = 1\n", "not TOML: Invalid value (at line 1, column 5)"),
    ],
)
def test_an_error_in_a_rules_file_names_line_and_field(
    text: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    done = run("--rules", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr
    assert done.stderr.startswith(f"error: {file}")


def test_tables_have_no_blanks_at_the_end_of_lines() -> None:
    for arguments in (["rules"], ["rules", "partners"], ["watch", "--bots", "rule", "--seed", "1"]):
        for env in ({}, {"FORCE_COLOR": "1", "TERM": "xterm-256color"}):
            for line in run(*arguments, env=env).stdout.splitlines():
                assert not line.replace("\x1b[0m", "").endswith(" "), line
