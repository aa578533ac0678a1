"""`watch` and `replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

import spades
from cli_process import events, first_choices, run
from spades import Record

QUICK = ("--set", "target=0", "--set", "rounds=2", "--seed", "5")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.toml"
    done = run("watch", "--bots", "rule,random", *QUICK, "--record", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    return file


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_bots_play_each_preset_to_its_end(preset: str) -> None:
    done = run("watch", "--rules", preset, "--bots", "rule,random", *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    assert "rule 0" in done.stdout
    assert "random 1" in done.stdout
    assert done.stdout.count("Score of round") == 2
    assert done.stdout.count("Bids: ") >= 2
    assert "Game over" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_search_against_rule_is_what_is_watched_by_default() -> None:
    done = run("watch", "--worlds", "3", "--seed", "1", "--set", "target=0", "--set", "rounds=1")
    assert done.returncode == 0
    assert "search 0 against rule 1" in done.stdout


def test_quiet_prints_the_scores_alone() -> None:
    done = run("watch", "--bots", "rule", *QUICK, "--quiet")
    assert done.returncode == 0
    assert "Bids" not in done.stdout
    assert len(done.stdout.splitlines()) <= 10


def test_watch_as_json_has_all_hands() -> None:
    told = events(run("watch", "--bots", "random", *QUICK, "--json").stdout.splitlines())
    hands = [event["hands"] for event in told if event["event"] == "hands"]
    assert len(hands) == 2
    assert all(sum(c not in ".-" for c in hand) == 13 for pair in hands for hand in pair)
    assert [event["event"] for event in told if event["event"] == "game"] == ["game"]
    quiet = events(
        run("watch", "--bots", "random", *QUICK, "--json", "--quiet").stdout.splitlines()
    )
    assert [event["event"] for event in quiet] == ["start", "round", "round", "game"]


def test_a_record_is_printed_as_it_was_watched(record: Path) -> None:
    watched = run("watch", "--bots", "rule,random", *QUICK).stdout
    replayed = run("replay", str(record)).stdout
    *told, last = replayed.splitlines()
    assert last == "The record is right: every deal, action and score was played again."

    def words(lines: list[str]) -> list[list[str]]:
        """Without the seats that only `watch` puts behind the names, and lines across."""
        bare = (line.replace(" 0", "").replace(" 1", "").strip("─ ") for line in lines)
        return [line.split() for line in bare]

    assert words(told) == words(watched.splitlines())


def test_a_record_as_json(record: Path) -> None:
    told = events(run("replay", str(record), "--json").stdout.splitlines())
    assert told[-1] == {
        "event": "record",
        "valid": True,
        "truncated": False,
        "rounds": 2,
        "over": True,
    }
    actions = [event["action"] for event in told if event["event"] == "action"]
    assert actions == [str(a) for played in Record.load(record).rounds for a in played.actions]


def test_a_changed_record_is_refused_in_one_line(record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    for old, new in [
        ("target = 0", "target = 1"),
        ("number = 2", "number = 3"),
        ("seed = 5", "seed = 6"),
        ("keep", "refuse"),
        ("points = [", "points = [1"),
    ]:
        assert old in text
        file = tmp_path / "changed.toml"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        done = run("replay", str(file))
        assert done.returncode == 1, old
        assert done.stdout == ""
        assert done.stderr.startswith(f"error: {file}")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xfe", b"[[rounds]]", b"{}"])
def test_what_is_no_record_is_refused(content: bytes, tmp_path: Path) -> None:
    for name in ("game.toml", "game.jsonl"):
        file = tmp_path / name
        file.write_bytes(content)
        done = run("replay", str(file))
        assert done.stderr.count("\n") <= 1
        if name == "game.toml" or content:
            assert done.returncode == 1
            assert done.stderr.startswith(f"error: {file}")


def test_a_record_that_is_cut_off_is_printed_as_far_as_it_is_whole(
    record: Path, tmp_path: Path
) -> None:
    data = record.read_bytes()
    file = tmp_path / "cut.toml"
    file.write_bytes(data[: data.index(b"[[rounds]]", data.index(b"[[rounds]]") + 1) + 300])
    done = run("replay", str(file))
    assert done.returncode == 0
    assert done.stdout.count("Score of round") == 1
    assert "cut off: 1 whole round" in done.stdout
    told = events(run("replay", str(file), "--json").stdout.splitlines())
    assert told[-1]["truncated"] is True


def test_a_game_that_was_left_is_printed_as_far_as_it_went(tmp_path: Path) -> None:
    file = tmp_path / "left.toml"
    run("--opponent", "rule", "--seed", "5", "--record", str(file), stdin=first_choices(16))
    done = run("replay", str(file))
    assert done.returncode == 0
    assert "it ends before the game does, after 0 whole rounds" in done.stdout
    assert "you against rule" in done.stdout


def test_a_misdeal_in_a_record(tmp_path: Path) -> None:
    for seed in range(200):
        game = spades.Game("three-handed", seed=seed, opener=0)
        if any(str(action) == "misdeal" for action in game.legal_actions()):
            break
    game.apply("misdeal")
    while not game.rounds:
        game.apply(game.legal_actions()[0])
    file = tmp_path / "misdeal.toml"
    Record.from_game(game).save(file)
    done = run("replay", str(file))
    assert done.returncode == 0
    assert "Seat 0 says misdeal" in done.stdout
