"""What the screens show, at two widths, with and without colour and suit signs."""

from __future__ import annotations

import io
import re

import pytest

from spades import Game, Rules, RulesError
from spades.cli.names import Names
from spades.cli.rules_words import in_words
from spades.cli.screen import Screen
from spades.cli.settings import Settings
from spades.cli.standing import needs
from spades.cli.steps import take_step
from spades.cli.table_text import TableText

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Paper:
    """A screen that keeps what is printed."""

    def __init__(self, width: int = 80, color: bool = False, ascii_only: bool = False) -> None:
        self.file = io.StringIO()
        self.screen = Screen(ascii_only=ascii_only, file=self.file, width=width, colored=color)

    @property
    def text(self) -> str:
        return self.file.getvalue()


def played(rules: str | Rules, seed: int = 7, until: str = "over", rounds: int = 1) -> Game:
    """A game in which each seat does the first of what it may, up to a phase of seat 0's turn."""
    game = Game(rules, seed=seed, opener=0)
    while len(game.rounds) < rounds and not game.is_over:
        if game.phase == until and game.turn == 0:
            break
        game.apply(game.legal_actions()[0])
    return game


def shown(game: Game, paper: Paper) -> str:
    table = TableText(paper.screen, Names.for_player(game.rules), Settings())
    table.turn(game)
    return paper.text


def following(rules: str = "two-handed") -> Game:
    """Seat 0 is to follow suit and holds other suits as well."""
    for seed in range(100):
        game = Game(rules, seed=seed, opener=1)
        while game.phase != "over" and not (game.phase == "play" and game.turn == 0):
            game.apply(game.legal_actions()[-1])
        if 1 < len(game.legal_actions()) < len(game.round.hands[0]):
            return game
    raise AssertionError("no such deal")


PRESETS = (
    "two-handed",
    "two-handed-open",
    "partners",
    "pick",
    "three-handed",
    "partners-double-nil",
)


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("color", [False, True])
def test_no_line_is_wider_than_the_screen_and_nothing_is_cut(
    preset: str, width: int, color: bool
) -> None:
    game = Game(preset, seed=3, opener=0)
    paper = Paper(width, color)
    table = TableText(paper.screen, Names.for_player(game.rules), Settings())
    table.start(game)
    table.deal(game)
    while not game.rounds:
        if game.turn == 0:
            table.turn(game)
        step = take_step(game, game.legal_actions()[0], 0)
        table.step(game, step)
        if step.finished is not None:
            table.scored(game, 0)
    for what in ("hand", "score", "rules", "help"):
        table.redraw(game, what)
    lines = ESCAPE.sub("", paper.text).splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in paper.text


def test_a_turn_fits_a_window_of_24_lines() -> None:
    for preset in PRESETS:
        for until in ("draft", "bid", "play"):
            game = played(preset, until=until)
            if game.phase == until:
                paper = Paper()
                table = TableText(paper.screen, Names.for_player(game.rules), Settings())
                table.turn(game)
                assert len(paper.text.splitlines()) <= 19


def test_cards_that_may_not_be_played_are_in_brackets_without_colour() -> None:
    game = following()
    text = shown(game, Paper())
    assert "\x1b" not in text
    assert "in brackets: may not be played now" in text
    legal = {str(action) for action in game.legal_actions()}
    hand = text[text.index("Your hand") :]
    signs = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    marked: set[str] = set()
    free: set[str] = set()
    for line in hand.splitlines()[1:5]:
        suit = signs[line.split()[0]]
        for rank in line.split()[1:]:
            if rank != "-":
                card = rank.strip("()").replace("10", "T") + suit
                (marked if rank.startswith("(") else free).add(card)
    assert free == legal
    assert marked == {str(card) for card in game.round.hands[0]} - legal
    assert "you must follow" in text


def test_they_are_dim_as_well() -> None:
    text = shown(following(), Paper(color=True))
    assert re.search(r"\x1b\[2m \(", text)
    assert "\x1b[31m" in text  # red suits


def test_letters_in_place_of_signs() -> None:
    game = following()
    text = shown(game, Paper(ascii_only=True))
    assert text.isascii()
    assert re.search(r"^  S ", text, re.MULTILINE)


def test_the_table_says_bids_tricks_needs_scores_and_whose_turn_it_is() -> None:
    game = played("two-handed", until="play", rounds=2)
    text = shown(game, Paper())
    lines = text.splitlines()
    assert lines[1].startswith("── Round 1, trick 1 of 13 ─")
    assert lines[1].endswith("─ spades not broken ──")
    bids, scores = game.round.bids, game.scores
    told = [f"won 0, {int(bid)} more" if int(bid) else "won 0, nil so far" for bid in bids
            if bid is not None]  # fmt: skip
    assert f"Computer: {'bid ' if int(bids[1] or 0) else ''}{bids[1]}, {told[1]}" in text
    assert f"> You: {'bid ' if int(bids[0] or 0) else ''}{bids[0]}, {told[0]}" in text
    assert f"Score: You {scores[0].points} (" in text
    assert f"Computer {scores[1].points} (" in text


def test_a_bid_is_asked_with_the_estimate_beside_it() -> None:
    game, paper = played("two-handed", until="bid"), Paper()
    TableText(paper.screen, Names.for_player(game.rules), Settings()).deal(game)
    text = shown(game, paper)
    assert re.search(r"Sure tricks of this hand, estimated: \d+\.\d", text)
    assert "A bid of 4 scores +40" in text


def test_a_hidden_hand_is_not_shown() -> None:
    game = Game("three-handed", seed=1, opener=1)
    paper = Paper()
    table = TableText(paper.screen, Names.for_player(game.rules), Settings())
    table.redraw(game, "hand")
    assert "face down" in paper.text


def test_the_score_table_adds_up() -> None:
    game = played("partners", rounds=2)
    paper = Paper()
    table = TableText(paper.screen, Names.for_player(game.rules), Settings())
    table.scored(game, 1)
    rows = [line for line in paper.text.splitlines() if line.startswith("  for ")]
    sums = [0, 0]
    for side in range(2):
        for _, points in game.rounds[1].score[side].lines:
            sums[side] += points
    assert sums == [score.points for score in game.rounds[1].score]
    assert rows
    total = next(line for line in paper.text.splitlines() if line.startswith("Score "))
    assert [int(n) for n in re.findall(r"-?\d+", total)] == [s.points for s in game.scores]


@pytest.mark.parametrize(
    ("preset", "bids", "tricks", "wanted"),
    [
        ("two-handed", ["4", "nil"], [2, 0], ["2 more", "nil so far"]),
        ("two-handed", ["4", "nil"], [4, 1], ["made", "nil lost"]),
        ("two-handed", ["4", "5"], [6, 7], ["made +2", "made +2"]),
        ("two-handed", ["9", "1"], [2, 8], ["7 short", "made +7"]),
        ("two-handed", ["4", None], [0, 0], ["4 more", ""]),
        ("partners", ["4", "nil", "3", "5"], [2, 1, 1, 1], ["4 more", "nil lost", "", "4 more"]),
        ("partners", ["4", "3", None, "5"], [0, 0, 0, 0], ["", "8 more", "", ""]),
    ],
)
def test_needs(preset: str, bids: list[str | None], tricks: list[int], wanted: list[str]) -> None:
    from spades import Bid

    rules = Rules.preset(preset)
    made = [None if bid is None else Bid(bid) for bid in bids]
    assert [needs(rules, made, tricks, seat) for seat in range(rules.players)] == wanted


def test_a_nil_whose_tricks_help_counts_for_the_contract() -> None:
    from spades import Bid

    rules = Rules.preset("partners").replace(nil_tricks="contract")
    bids = [Bid("4"), Bid("3"), Bid("nil"), Bid("3")]
    assert needs(rules, bids, [1, 0, 1, 0], 0) == "2 more"


def test_the_words_tell_every_rule_that_is_there() -> None:
    told = {name: " ".join(in_words(Rules.preset(name))) for name in PRESETS}
    assert "Blind nil" in told["two-handed-open"]
    assert "Blind nil" not in told["two-handed"]
    assert "13 bid and won scores +250" in told["two-handed-open"]
    assert "misdeal" in told["three-handed"]
    assert "+500 if both keep it" in told["partners-double-nil"]
    assert "reached 300" in told["pick"]
    house = Rules.preset("two-handed").replace(target=0, rounds=3, bag_limit=0, lose_score=-200)
    words = " ".join(in_words(house))
    assert "3 rounds" in words
    assert "never punished" in words
    assert "-200 or below" in words


HABITS: dict[str, list[object]] = {
    "partnerships": [True],
    "deal": ["pick", "dealt"],
    "discards": ["face-up"],
    "opener": ["random"],
    "hand_hidden_until_bid": [True],
    "misdeal": [True],
    "max_bid": [12, 7, 0],
    "nil_bonus": [50, 0],
    "nil_penalty": [50, 0],
    "nil_tricks": ["bags", "contract"],
    "blind_nil_bonus": [150],
    "blind_nil_penalty": [50],
    "moon_bonus": [260],
    "double_nil_bonus": [400],
    "trick_points": [20, 0],
    "bag_points": [0, -5, 2],
    "bag_limit": [5, 0],
    "bag_penalty": [50, 0],
    "target": [450],
    "rounds": [5],
    "max_rounds": [10],
    "lose_score": [-200],
}


@pytest.mark.parametrize("field", HABITS)
def test_the_words_tell_every_house_rule(field: str) -> None:
    """Another value of a field is told in other words, wherever it makes a difference."""
    assert [*HABITS] == [f for f in Rules().as_dict() if f not in ("name", "players")]
    tried = 0
    for base in [*map(Rules.preset, PRESETS), Rules(players=4, deal="dealt")]:
        if field == "blind_nil_penalty" and not base.blind_nil_bonus:
            continue
        for value in HABITS[field]:
            try:
                changed = base.replace(**{field: value})
            except RulesError:
                continue
            if changed != base:
                tried += 1
                assert in_words(changed) != in_words(base), (base.name, value)
    assert tried


def test_names() -> None:
    assert Names.for_player(Rules.preset("two-handed")).seats == ("You", "Computer")
    assert Names.for_player(Rules.preset("three-handed")).seats == ("You", "Left", "Right")
    partners = Names.for_player(Rules.preset("partners"))
    assert partners.sides == ("You + Partner", "Left + Right")
    assert partners.side_does(1, "win") == "Left + Right win"
    assert partners.does(0, "win") == "You win"
    assert partners.does(1, "win") == "Left wins"
    alone = Rules(players=4, deal="dealt")
    assert Names.for_player(alone).seats == ("You", "Left", "Across", "Right")
