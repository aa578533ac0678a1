"""Settings: kept in a file, changed by commands and by options."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path

import pytest

from cli_process import SHORT, events, first_choices, run
from cli_terminal import PROMPT, terminal
from spades import SpadesError
from spades.cli.settings import FIELDS, Settings

QUICK = (*SHORT, "--seed", "5")


def kept(home: Path) -> dict[str, object]:
    return tomllib.loads((home / "settings.toml").read_text(encoding="utf-8"))


def test_commands_change_settings_and_keep_them(tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        for entry, told in [
            ("sort rank", "sort rank, also in later games."),
            ("fast on", "fast on, also in later games."),
            ("auto off", "auto off, also in later games."),
            ("fast", "fast off"),
            ("fast", "fast on"),
            ("sort", "sort suit"),
            ("sort", "sort rank"),
        ]:
            assert told in table.ask(entry)
        assert "type sort suit or sort rank" in table.ask("sort colour")
        assert "type fast on or fast off" in table.ask("fast maybe")
        assert table.press(b"\x04") == 0
    assert kept(tmp_path) == {"sort": "rank", "fast": True, "auto_play": False}
    with terminal("--no-save", *QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        for _ in range(5):
            told = table.ask("#1")
        hand = told[told.index("Your hand") :].splitlines()[1]
        assert len(hand.split()) == 5  # by rank, all in one line
        assert table.press(b"\x04") == 0


def test_options_go_before_settings_and_are_not_kept(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('sort = "rank"\nfast = true\nauto_play = false\n')
    before = (tmp_path / "settings.toml").read_bytes()
    options = ("--sort", "suit", "--no-fast", "--auto-play", "--no-save")
    with terminal(*QUICK, *options, home=tmp_path) as table:
        assert table.read(PROMPT)
        told = table.ask("#1")
        assert "  ♠" in told[told.index("Your hand") :]
        assert table.press(b"\x04") == 0
    assert (tmp_path / "settings.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"sort = ", "not TOML"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b'sort = "colour"', "expected suit or rank"),
        (b"sort = 1", "expected suit or rank"),
        (b"fast = 1", "fast = 1: expected true or false"),
        (b"auto_play = 'no'", "auto_play = 'no': expected true or false"),
        (b"speed = 3", "there is no such setting"),
        (b"a = " + b"[" * 3000, "not TOML"),
    ],
)
def test_a_damaged_file_is_told_and_the_usual_settings_are_used(
    content: bytes, told: str, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        assert told in table.text
        assert "settings.toml" in table.text
        assert table.press(b"\x04") == 0


def test_what_is_right_beside_what_is_wrong_is_used(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('sort = "rank"\nfast = "yes"\n')
    with terminal(*QUICK, "--no-save", home=tmp_path) as table:
        assert table.read(PROMPT)
        assert "fast = 'yes'" in table.text
        assert "fast on" in table.ask("fast")  # it was off, as usual
        assert table.press(b"\x04") == 0
    assert kept(tmp_path)["sort"] == "rank"


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    with terminal(*QUICK, home=tmp_path) as table:
        assert table.read(PROMPT)
        assert "settings: " in table.text
        assert "the setting is not kept for later games" in table.ask("fast on")
        assert table.press(b"\x04") == 0


def test_scripts_know_no_settings_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('sort = "rank"\n')
    before = (tmp_path / "settings.toml").read_bytes()
    env = {"SPADES_HOME": str(tmp_path)}
    usual = run(*QUICK, "--json", stdin=first_choices(), env=env).stdout
    assert usual == run(*QUICK, "--json", stdin=first_choices()).stdout
    sorted_by_rank = run(*QUICK, "--json", stdin="sort rank\n" + first_choices(), env=env).stdout
    told = events(sorted_by_rank.splitlines())
    assert {"event": "setting", "name": "sort", "value": "rank"} in told
    assert (tmp_path / "settings.toml").read_bytes() == before


def test_numbers_count_the_cards_as_they_are_shown() -> None:
    for order, wanted in (("suit", "suit"), ("rank", "rank")):
        done = run(*QUICK, "--json", "--sort", order, stdin=first_choices())
        told = events(done.stdout.splitlines())
        for event, after in itertools.pairwise(told):
            if event["event"] == "turn" and event["phase"] == "play":
                ranks = ["23456789TJQKA".index(card[0]) for card in event["legal"]]
                if wanted == "rank":
                    assert ranks == sorted(ranks, reverse=True)
                assert after["action"] == event["legal"][0]


def test_a_setting_that_cannot_be_changes_nothing() -> None:
    settings = Settings()
    for name in FIELDS:
        with pytest.raises(SpadesError):
            settings.change(name, "perhaps")
    assert [settings.shown(name) for name in FIELDS] == ["suit", "off", "on"]


def test_files_lie_in_the_usual_places_of_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    from spades.cli.folders import games_folder, settings_folder

    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    assert settings_folder() == games_folder() == str(tmp_path)
    monkeypatch.delenv("SPADES_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert settings_folder() == platformdirs.user_config_dir("spades", appauthor=False)
    assert games_folder() == platformdirs.user_state_dir("spades", appauthor=False)
    assert settings_folder().endswith("spades")
