"""The end of a game: the plot of the scores, the winner and why; bids that are explained."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades import Bid, Game, Rules
from spades.bots import RuleBot
from spades.cli.ending import draw_ending
from spades.cli.names import Names
from spades.cli.score_plot import score_lines
from spades.cli.screen import Screen
from spades.cli.sentences import special_bid
from spades.cli.text import Text

POINTS = st.integers(-2000, 2000)


def test_the_plot_has_a_mark_for_each_side_and_round() -> None:
    lines = [line.plain for line in score_lines([(0, 0), (50, -40), (110, 10)], 100, 60, "ox")]
    text = "\n".join(lines)
    assert [text.count("o"), text.count("x")] == [2, 3]  # both begin at 0: one mark over the other
    assert lines[0].startswith("110 |")
    assert lines[-1].startswith("-40 |")
    assert any(line.startswith("100 |---") for line in lines)
    assert lines[0].rstrip().endswith("o")


@given(
    scores=st.lists(st.tuples(POINTS, POINTS, POINTS), max_size=40),
    target=st.sampled_from([0, 100, 500]),
    width=st.integers(20, 120),
)
def test_any_scores_fit(scores: list[tuple[int, int, int]], target: int, width: int) -> None:
    lines = score_lines([(0, 0, 0), *scores], target, width, "ox+")
    assert len(lines) == 9
    assert max(map(len, lines)) <= width
    assert "+" in "".join(line.plain for line in lines)


@pytest.mark.parametrize("preset", ["two-handed", "three-handed", "partners"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_end_fits_the_screen(preset: str, width: int) -> None:
    game = Game(preset, seed=3)
    while not game.is_over:
        game.apply(RuleBot().choose(game.observation(game.turn or 0)).action)
    paper = io.StringIO()
    assert game.outcome is not None
    draw_ending(Screen(file=paper, width=width, colored=False), Names.for_player(game.rules), game,
                game.outcome)  # fmt: skip
    lines = paper.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert not any(line.endswith(" ") for line in lines)
    assert "Scores  ● " in paper.getvalue()
    winner = game.outcome.winner or 0
    told = f"{Names.for_player(game.rules).side_does(winner, 'win')} the game, "
    assert f"{told}{game.scores[winner].points} to" in " ".join(lines)


def test_one_round_is_not_plotted() -> None:
    game = Game(Rules(target=0, rounds=1), seed=3)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    paper = io.StringIO()
    assert game.outcome is not None
    draw_ending(Screen(file=paper, width=80), Names.for_player(game.rules), game, game.outcome)
    assert "Scores  " not in paper.getvalue()


@pytest.mark.parametrize(
    ("preset", "bids", "seat", "told"),
    [
        ("two-handed", ["nil", None], 0, "Nil: You score +100 if you win no trick, -100 if not."),
        ("two-handed-open", ["4", "nil"], 1, "Nil: Computer scores +100 if it wins no trick, 0 if"),
        ("two-handed-open", ["blind-nil", None], 0, "Blind nil: You score +200 if you win"),
        ("two-handed-open", ["13", None], 0, "The moon: You score +250 for all 13 tricks"),
        ("two-handed", ["13", None], 0, ""),
        ("two-handed", ["4", "3"], 1, ""),
        ("partners-double-nil", ["nil", "3", None, None], 0, "Nil: You score +100"),
        ("partners-double-nil", ["nil", "3", "nil", None], 2, "Both nil: You + Partner score +500"),
        ("partners", ["nil", "3", "nil", None], 2, "Nil: Partner scores +100"),
    ],
)
def test_bids_that_are_no_ordinary_ones_are_explained(
    preset: str, bids: list[str | None], seat: int, told: str
) -> None:
    rules = Rules.preset(preset)
    made = [None if bid is None else Bid(bid) for bid in bids]
    words = special_bid(rules, Names.for_player(rules), made, seat)
    assert words.startswith(told)
    assert bool(words) == bool(told)


STYLES = st.sampled_from(["", "bold", "dim", "red", "bold green"])


@given(st.lists(st.tuples(st.text("ab ♠é漢", max_size=12), STYLES)), st.integers(2, 20))
def test_wrapping_keeps_every_word_and_every_style(
    parts: list[tuple[str, str]], width: int
) -> None:
    text = Text.of(parts)
    assert text.plain == "".join(part for part, _ in parts)
    lines = text.wrapped(width)
    assert all(len(line) <= width for line in lines if line.plain.strip())
    letters = [(char, style) for piece, style in text.pieces for char in piece if char != " "]
    wrapped = [
        (char, style)
        for line in lines
        for piece, style in line.pieces
        for char in piece
        if char != " "
    ]
    assert wrapped == letters


def test_lines_break_between_words() -> None:
    assert [line.plain for line in Text("one two three").wrapped(8)] == ["one two", "three"]
    assert [line.plain for line in Text("  one two").wrapped(5)] == ["  one", "two"]
    assert [line.plain for line in Text("abcdefgh").wrapped(3)] == ["abc", "def", "gh"]
    assert Text("a", "bold").append("b", "red").ansi(colored=False) == "\x1b[1ma\x1b[0mb"
    assert Text("a", "bold red").ansi(colored=True) == "\x1b[1;31ma\x1b[0m"
