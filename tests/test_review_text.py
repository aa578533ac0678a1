"""How a review is told: text, JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

import spades
from review_games import QUICK, record_of, review_of
from spades import Record
from spades.review import Review, review

KEYS = {
    "": "format version rules players sides over winner scores truncated stopped limit seed rounds "
    "seats decisions",
    "seats": "seat side name phases all deal rounds",
    "summary": "decisions mistakes blunders unvalued accuracy lost mean_loss",
    "lost": "points win tricks",
    "decisions": "round number trick seat phase action bot verdict unit loss played better worlds "
    "exact reason position",
    "value": "action value win made tricks beaten",
    "position": "hand shown bids tricks trick broken scores thrown voids open_cards",
}


def keys(table: dict[str, Any], name: str) -> None:
    assert list(table) == KEYS[name].split()


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_json_has_the_keys_of_the_docs(preset: str) -> None:
    found = review_of(preset)
    text = found.to_json()
    assert "\n" not in text
    plain = json.loads(text, parse_constant=pytest.fail)
    assert plain == found.to_dict()
    keys(plain, "")
    assert (plain["format"], plain["version"]) == ("spades review", 1)
    assert [seat["seat"] for seat in plain["seats"]] == [0]
    for seat in plain["seats"]:
        keys(seat, "seats")
        for summary in (seat["all"], *seat["phases"].values()):
            keys(summary, "summary")
            keys(summary["lost"], "lost")
        for part in seat["rounds"]:
            assert list(part) == ["round", "result", "deal", "lost", "rest"]
    assert len(plain["decisions"]) == len(found.decisions)
    for one in plain["decisions"]:
        keys(one, "decisions")
        keys(one["position"], "position")
        keys(one["loss"], "lost")
        assert one["verdict"] in ("best", "fine", "mistake", "blunder", "unvalued")
        assert (one["reason"] is not None) == (one["verdict"] in ("mistake", "blunder"))
        for value in (one["played"], one["better"]):
            if value is not None:
                keys(value, "value")
        spades.Action(one["action"])
        spades.Action(one["bot"])
        spades.CardSet(one["position"]["hand"])


@pytest.mark.parametrize("preset", spades.PRESETS)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_text_fits_80_columns(preset: str, ascii_only: bool) -> None:
    found = review_of(preset)
    text = found.to_text(100, ascii_only=ascii_only)
    assert max(map(len, text.splitlines())) <= 80
    assert all(line == line.rstrip() for line in text.splitlines())
    assert text.isascii() == ascii_only
    assert "\x1b" not in text
    for phase in found.phases(0):
        assert any(line.startswith(phase) for line in text.splitlines())
    assert f"costliest decisions ({len(found.costliest())})" in text


def test_long_and_odd_names_are_tamed() -> None:
    record = record_of("partners")
    odd = ["You", "a" * 500, "\x1b[31mred\x1b[0m\n", "<b>&\"'</b>"]
    found = review(Record.from_game(record.replay(), odd), limit=QUICK, luck=0)
    text = found.to_text(100)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    page = found.to_html(100)
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;&quot;&#x27;&lt;/b&gt;" in page
    nameless = review(Record.from_game(record.replay(), ["", " ", "x", "x"]), 3, QUICK, luck=0)
    assert nameless.players == ("seat 0", "seat 1", "x 2", "x 3")


def test_the_number_of_decisions_shown() -> None:
    found = review_of("two-handed")
    count = len(found.costliest())
    assert count > 2
    assert f"(2 of {count})" in found.to_text(2)
    assert "costliest" not in found.to_text(0)
    assert found.to_html(2).count("<article>") == 2
    assert found.to_html(0).count("<article>") == 0


def numbers(found: Review) -> list[str]:
    """The cells of the row of all decisions."""
    return next(line for line in str(found).splitlines() if line.startswith("all ")).split()


def test_text_and_data_say_the_same() -> None:
    for preset in spades.PRESETS:
        found = review_of(preset)
        total = found.summary(0)
        cells = numbers(found)
        assert cells[1:4] == [str(total.decisions), str(total.mistakes), str(total.blunders)]
        assert total.points is not None
        assert f"{total.points.mean:.1f}" in cells
