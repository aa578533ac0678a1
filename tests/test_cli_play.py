"""Whole games by lines on the standard input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import spades
from cli_process import SHORT, events, first_choices, run
from spades import Game, Record, Rules

CARD = re.compile(r'"([2-9TJQKA][CDHS])"')


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("preset", spades.PRESETS)
@pytest.mark.parametrize("opponent", ["rule", "random"])
def test_a_whole_game_of_each_preset(preset: str, opponent: str, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    done = run("--rules", preset, "--opponent", opponent, "--seed", "5", "--set", "target=0",
               "--set", "rounds=2", "--record", str(file), stdin=first_choices())  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Game over" in done.stdout
    assert (
        "win the game" in done.stdout or "wins the game" in done.stdout or "A draw" in done.stdout
    )
    record = Record.load(file)
    assert record.replay().is_over
    assert record.players[0] == "you"
    assert record.seed == 5


def test_a_game_to_its_target_against_the_search_bot() -> None:
    done = run("--seed", "3", "--worlds", "5", "--set", "target=100", "--set", "max_rounds=4",
               stdin=first_choices())  # fmt: skip
    assert done.returncode == 0
    assert "Game over" in done.stdout


def test_the_same_seed_and_worlds_give_the_same_game() -> None:
    options = ("--seed", "8", "--worlds", "5", "--set", "target=0", "--set", "rounds=1")
    first, second = (run(*options, stdin=first_choices()).stdout for _ in range(2))
    assert first == second
    assert run("--seed", "9", *options[2:], stdin=first_choices()).stdout != first


def test_every_line_of_json_is_an_event_and_tells_only_what_seat_0_knows() -> None:
    for preset in spades.PRESETS:
        done = run("--rules", preset, "--json", *SHORT, "--seed", "5", stdin=first_choices())
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        told = events(lines)
        assert told[0]["event"] == "start"
        assert told[-1]["event"] == "game"
        rules = Rules(**told[0]["rules"])
        game = Game(rules, seed=told[-1]["seed"])
        for line, event in zip(lines, told, strict=True):
            if event["event"] == "action":
                assert game.turn == event["seat"]
                game.apply(event["action"])
            if game.rounds:
                break
            seen = game.observation(0)
            assert {*CARD.findall(line)} <= {str(card) for card in seen.known}, event
            if event["event"] == "turn":
                assert event["seat"] == 0
                assert {*event["legal"]} == {str(a) for a in game.legal_actions()}
                assert {*event["observation"]["hand"]} == {str(card) for card in seen.hand}
        round_event = next(event for event in told if event["event"] == "round")
        _check_round(round_event, game)


def _check_round(event: dict[str, Any], game: Game) -> None:
    finished = game.rounds[0]
    assert event["bids"] == [str(bid) for bid in finished.bids]
    assert event["tricks"] == list(finished.tricks)
    for told, score in zip(event["scores"], finished.score, strict=True):
        assert [tuple(line) for line in told["lines"]] == list(score.lines)
        assert sum(points for _, points in told["lines"]) == told["points"] == score.points
        assert told["bags"] == score.bags


def test_json_tells_the_seed_only_at_the_end() -> None:
    lines = run("--json", *SHORT, "--seed", "987654321", stdin=first_choices()).stdout.splitlines()
    assert not any("987654321" in line for line in lines[:-1])
    assert "987654321" in lines[-1]


def test_commands_in_json() -> None:
    asked = [
        "?",
        "table",
        "hand",
        "score",
        "rules",
        "why keep",
        "why 3",
        "hint",
        "undo",
        "k",
        "undo",
    ]
    done = run("--json", "--worlds", "5", "--seed", "5", stdin=script(*asked))
    told = events(done.stdout.splitlines())
    kinds = [event["event"] for event in told]
    for kind in ("help", "table", "hand", "score", "rules", "why", "hint", "undo"):
        assert kind in kinds
    assert next(event["actions"] for event in told if event["event"] == "undo") == 0
    whys = [event for event in told if event["event"] == "why"]
    assert [event["legal"] for event in whys] == [True, False]
    hint = next(event for event in told if event["event"] == "hint")
    assert hint["action"] in ("keep", "refuse")
    assert len(hint["report"]["actions"]) == 2


def test_commands_in_text() -> None:
    asked = ["help", "table", "hand", "score", "rules", "why r", "why as", "hint"]
    done = run("--worlds", "5", "--seed", "5", stdin=script(*asked))
    assert done.returncode == 0
    assert "take your last action back" in done.stdout
    assert "No round is finished yet" in done.stdout
    assert "Bags stay with you" in done.stdout
    assert "refuse is possible now" in done.stdout
    assert "AS is not possible now: keep or refuse is to be chosen." in done.stdout
    assert "Hint: " in done.stdout


def test_blank_lines_and_comments_are_skipped() -> None:
    told = events(
        run(
            "--json", "--opponent", "rule", stdin="\n  \n# a comment\n#also one\nkeep\n"
        ).stdout.splitlines()
    )
    own = [e["action"] for e in told if e["event"] == "action" and e["seat"] == 0]
    assert own == ["keep"]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("dance", "'dance' is not understood: type keep or refuse"),
        ("AS", "keep or refuse is to be chosen"),
        ("5", "keep or refuse is to be chosen"),
        ("#3", "numbered 1 to 2"),
        ("why", "why what?"),
        ("\x00\x01", "not understood"),
    ],
)
def test_a_wrong_line_stops_a_script_and_is_named(entry: str, told: str) -> None:
    done = run("--opponent", "rule", "--seed", "5", stdin=f"# first\nkeep\n\n{entry}\nkeep\n")
    assert done.returncode == 1
    assert done.stderr.startswith("error: line 4: ")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_bytes_that_are_no_text_are_a_wrong_line() -> None:
    import subprocess

    from cli_process import command, environment

    done = subprocess.run(command("--opponent", "rule"), input=b"\xff\xfe\n", capture_output=True,
                          env=environment(), timeout=60, check=False)  # fmt: skip
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"error: line 1: ")


def test_a_card_that_may_not_be_played_is_refused_with_the_reason() -> None:
    # The first lead: spades are not broken.
    done = run(*SHORT, "--json", "--seed", "5", stdin=first_choices(14))
    hand = events(done.stdout.splitlines())[-1]["observation"]["hand"]
    spade = next(card for card in hand if card.endswith("S"))
    done = run(*SHORT, "--seed", "5", stdin=first_choices(14) + f"why {spade}\n{spade}\n")
    assert done.returncode == 1
    assert "spades are not broken" in done.stdout
    assert re.search(rf"line 16: {spade} may not be played: spades are not broken", done.stderr)


def test_the_input_may_end_anywhere(tmp_path: Path) -> None:
    for count in (0, 1, 5, 13, 14, 16, 20):
        file = tmp_path / f"game{count}.toml"
        done = run(*SHORT, "--seed", "5", "--record", str(file), stdin=first_choices(count))
        assert done.returncode == 0
        assert done.stderr.startswith("input ended: the game is not finished")
        assert str(file) in done.stderr
        assert not Record.load(file).replay().is_over


def test_a_last_line_without_its_end_counts() -> None:
    told = events(run("--json", "--opponent", "rule", stdin="keep").stdout.splitlines())
    assert any(e["event"] == "action" and e["seat"] == 0 for e in told)


def test_quit() -> None:
    for word in ("quit", "q", "exit", "QUIT"):
        done = run(*SHORT, stdin=f"{word}\nkeep\n")
        assert done.returncode == 0
        assert "left unfinished" in done.stderr


def test_undo_takes_the_last_own_decision_back() -> None:
    options = ("--json", "--opponent", "rule", "--seed", "5", "--set", "target=0",
               "--set", "rounds=1")  # fmt: skip
    straight = events(run(*options, stdin=first_choices(3)).stdout.splitlines())
    undone = events(run(*options, stdin=script("#1", "#1", "#2", "undo", "#1")).stdout.splitlines())
    assert undone[-1] == straight[-1]
    count = next(event["actions"] for event in undone if event["event"] == "undo")
    assert count >= 1


def test_undo_reaches_back_over_the_end_of_a_round(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    options = ("--json", "--opponent", "rule", "--seed", "5", "--set", "target=0",
               "--set", "rounds=2", "--record", str(file), "--no-auto-play")  # fmt: skip
    # 13 of the draft, a bid, 13 cards: the round is over.
    done = run(*options, stdin=script(*["#1"] * 27, "undo", "#1", "undo", "undo"))
    assert done.returncode == 0
    game = Record.load(file).replay()
    assert len(game.rounds) == 0
    assert game.turn == 0


def test_the_only_card_is_played_by_itself_unless_not_wanted() -> None:
    auto = events(run("--json", *SHORT, "--seed", "5", stdin=first_choices()).stdout.splitlines())
    asked = events(
        run(
            "--json", *SHORT, "--seed", "5", "--no-auto-play", stdin=first_choices()
        ).stdout.splitlines()
    )
    assert sum(event.get("auto", False) for event in auto) >= 1  # the last card at least
    assert not any(event.get("auto", False) for event in asked)
    turns = [event for event in asked if event["event"] == "turn"]
    assert len(turns) == 13 + 1 + 13
    assert all(len(e["legal"]) > 1 for e in auto if e["event"] == "turn" and e["phase"] == "play")


def test_a_record_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text("precious")
    refused = run(*SHORT, "--record", str(file), stdin=first_choices())
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert "--force" in refused.stderr
    assert file.read_text() == "precious"
    assert run(*SHORT, "--record", str(file), "--force", stdin=first_choices()).returncode == 0
    assert Record.load(file).replay().is_over


def test_games_are_added_to_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for seed in ("1", "2"):
        options = (*SHORT, "--seed", seed, "--record", str(file))
        assert run(*options, stdin=first_choices()).returncode == 0
    done = run("replay", str(file), "--quiet")
    assert done.returncode == 0
    assert done.stdout.count("Game over") == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_full_disk_under_the_record_is_told_before_the_game_begins() -> None:
    done = run(*SHORT, "--record", "/dev/full", stdin=first_choices())
    assert done.returncode == 1
    assert done.stdout == ""
    assert "/dev/full" in done.stderr
