"""Records in which something was changed."""

# What is passed in on purpose may be anything; a damaged file may be an error or a record.
# ruff: noqa: ANN401, PT017

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from record_games import EDITED, GAMES, play, short
from spades import Game, RecordError
from spades.record import Record
from spades.record.lines import game_line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.toml"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values of a table."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from leaves(item, (*path, key))
        yield (*path, key)


def changed(data: Any, path: tuple[Any, ...], new: Any) -> Any:
    data = copy.deepcopy(data)
    at = data
    for key in path[:-1]:
        at = at[key]
    if new is DROP:
        del at[path[-1]]
    else:
        at[path[-1]] = new
    return data


DROP = object()
ODD: list[Any] = [DROP, 0, 1, -1, True, False, 1.0, 10**4000, "", "x", "nil", [], ["x"], {}, None]
ODD += ["AS", "keep", "keep refuse", "4", "AKQ2.T98.J32.K54", 299, 501, "random", "a b c"]


@given(data=st.data(), name=st.sampled_from(sorted(GAMES)), new=st.sampled_from(ODD))
@settings(max_examples=600, deadline=None)
def test_any_changed_value_is_found(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, name: str, new: Any
) -> None:
    record = EDITED[name]
    file = tmp_path_factory.getbasetemp() / "edited.jsonl"
    table = json.loads(game_line(record))
    path = data.draw(st.sampled_from(list(leaves(table))))
    edited = changed(table, path, new)
    sys.set_int_max_str_digits(0)
    file.write_text(json.dumps(edited) + "\n")
    sys.set_int_max_str_digits(4300)
    try:
        loaded = Record.load(file)
    except RecordError as error:
        assert str(error).startswith(f"{file}, line 1: ")
        assert len(str(error)) < 1000
    else:
        assert loaded == record, path


@pytest.mark.parametrize("name", ["two-handed", "misdeal", "second round", "drafting"])
def test_every_changed_word_of_the_text_is_found(name: str, file: Path) -> None:
    """Each number, word and card of the file is replaced by another of its kind."""
    import re

    record = EDITED[name]
    record.save(file)
    text = file.read_text()
    words = [m for m in re.finditer(r"[\w.-]+", text) if len(m[0]) < 60]
    other = random.Random(3)
    kept = 0
    for word in words:
        new = other.choice([w[0] for w in words if w[0] != word[0]])
        file.write_text(text[: word.start()] + new + text[word.end() :])
        try:
            loaded = Record.load(file)
        except RecordError as error:
            assert str(error).startswith(str(file))
            continue
        # `complete` that is not there is a file that is cut off.
        assert loaded == replace(record, truncated=loaded.truncated), (word, new)
        kept += 1
    assert kept <= 3


def test_swapped_cards_of_an_unfinished_round_are_found(file: Path) -> None:
    """Both orders are legal, and nothing that follows contradicts them."""
    game = Game(short("partners"), 3, 0)
    for action in ["1", "1", "1", "1"]:
        game.apply(action)
    for _ in range(3):
        game.apply(game.legal_actions()[0])
    Record.from_game(game).save(file)
    last = game.actions[-1]
    game.undo()
    legal = [action for action in game.legal_actions() if action != last]
    text = file.read_text()
    assert f'{last}",\n]' in text
    file.write_text(text.replace(f'{last}",\n]', f'{legal[0]}",\n]'))
    with pytest.raises(RecordError, match=r"round 1: check: the round changed"):
        Record.load(file)


def edit(file: Path, old: str, new: str, count: int = 1) -> int:
    """Replaces a text in a file; returns the line of it."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, count))
    return text[: text.index(old)].count("\n") + 1


def test_messages_name_line_and_round_with_expected_and_found(file: Path) -> None:
    record = Record.from_game(play(Game(short("two-handed", 3), 7, 0)))
    points = list(record.rounds[1].points)
    bids = record.rounds[1].bids
    trick = " ".join(map(str, record.rounds[1].actions[28:30]))
    cards = record.rounds[1].deck[13:15]
    for old, new, parts in (
        (f"points = {points}", "points = [1, 2]", [f"points: expected {points}, found [1, 2]"]),
        (f'bids = ["{bids[0]}"', 'bids = ["x"', ["bids: expected", "found ['x'"]),
        (f'"{trick}"', f'"{trick[:2]} {trick[:2]}"', ["action 30, seat", f"{trick[:2]}"]),
        (f'"{trick}"', '"8X"', ["action 29: ", "8X"]),
        (f"{cards[0]} {cards[1]}", "AS AS", ["deck: expected line 2 to be", "AS AS"]),
        ("opener = 1", "opener = 0", ["opener: expected 1, found 0"]),
        ("number = 2", "number = 3", ["number: expected 2, found 3"]),
    ):
        record.save(file)
        line = edit(file, old, new)
        with pytest.raises(RecordError) as caught:
            Record.load(file)
        assert str(caught.value).startswith(f"{file}, line {line}: round 2: "), str(caught.value)
        for part in parts:
            assert part in str(caught.value)
    for old, new, parts in (
        ("seed = 7", "seed = 8", ["seed, opener, players or rules changed"]),
        ("seed = 7", "seed = -7", ["seed: expected a whole number from 0", "-7"]),
        ("target = 0", "target = true", ["rules.target: expected a whole number", "true"]),
        ("target = 0", "target = -1", ["rules.target: -1"]),
        ("target = 0", "targt = 0", ["rules.targt: unknown key", "target"]),
        ("max_rounds = 500\n", "", ["rules.max_rounds: missing"]),
        ("nil_bonus = 100", "nil_bonus = 101", ["changed after the record was written"]),
        ("version = 1", "version = 2", ["version: this program reads version 1, found 2"]),
        ("rounds = 3\nover", "rounds = 4\nover", ["result.rounds: expected 3, found 4"]),
        ("over = true", "over = false", ["result.over: expected true, found false"]),
        ("version = 1", "version = 1\nextra = 1", ["extra: unknown key"]),
    ):
        record.save(file)
        line = edit(file, old, new)
        with pytest.raises(RecordError) as caught:
            Record.load(file)
        assert str(caught.value).startswith(f"{file}, line "), str(caught.value)
        if "changed" not in parts[0] and new and "extra" not in new:
            assert f"line {line}: " in str(caught.value), str(caught.value)
        for part in parts:
            assert part in str(caught.value)


def test_rounds_that_are_moved_or_missing(file: Path) -> None:
    record = Record.from_game(play(Game(short("two-handed", 3), 7, 0)))
    record.save(file)
    head, first, second, third = file.read_text().split("\n[[rounds]]\n")
    third, result = third.split("\n[result]\n")

    def load(*rounds: str) -> Record:
        parts = "\n[[rounds]]\n".join([head, *rounds])
        file.write_text(f"{parts}\n[result]\n{result}")
        return Record.load(file)

    assert load(first, second, third) == record
    for rounds in [(second, first, third), (first, third), (first, second), (), (first, first)]:
        with pytest.raises(RecordError, match=r"round|result"):
            load(*rounds)
    with pytest.raises(RecordError, match="round 4: the game was over after round 3"):
        load(first, second, third, third)


def test_a_round_of_another_game_does_not_fit(file: Path) -> None:
    texts = []
    for name in ("you", "me"):
        game = play(Game("two-handed", 7, 0), 10)
        Record.from_game(game, [name, "search"]).save(file)
        texts.append(file.read_text())
    head, rest = texts[0].split("\n[[rounds]]\n")[0], texts[1].split("\n[[rounds]]\n")[1]
    file.write_text(f"{head}\n[[rounds]]\n{rest}")
    with pytest.raises(RecordError, match="round 1: check"):
        Record.load(file)


def test_cosmetic_changes_do_not_matter(file: Path) -> None:
    record = Record.from_game(play(Game(short("two-handed"), 7, 0)), comment="first")
    record.save(file)
    text = file.read_text().replace(" = ", "=").replace("\n", "\r\n") + "# seen\r\n\r\n"
    card = str(record.rounds[0].actions[28])
    text = text.replace(f'"{card} ', f'"{card.lower()}   ')
    file.write_bytes(text.encode())
    assert Record.load(file) == record
    edit(file, '"first"', '"second"')
    assert Record.load(file) == replace(record, comment="second")
