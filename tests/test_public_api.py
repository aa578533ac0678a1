"""The names of the API, what may change, `repr` that reads back, pickles."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import spades
from random_play import play_out
from spades import _core

ROOT_NAMES = [
    *("Rules", "PRESETS", "Game", "Round", "Card", "CardSet", "Action", "Bid", "Observation"),
    *("Score", "RoundScore", "Outcome", "NUM_ACTIONS", "OBSERVATION_SIZE", "score_round"),
    *("solve", "estimate_tricks", "playouts", "bots", "Limit", "play_game", "Record", "review"),
    *("SpadesError", "RulesError", "IllegalActionError", "ParseError", "RecordError"),
]
MEMBERS = {
    "Rules": "preset replace load dump players target rounds",
    "Game": "seed turn phase legal_actions legal_mask apply why_not is_over outcome scores round "
    "rounds copy undo observation rules",
    "FinishedRound": "opener bids tricks score",
    "Observation": "key to_numpy sample",
    "Round": "deal setup turn phase legal_actions apply why_not copy observation is_over hands "
    "discards bids tricks trick leader broken opener rules",
    "Card": "suit rank",
    "Action": "card bid",
    "Score": "points bags",
    "RoundScore": "points bags lines",
    "Outcome": "winner reason scores",
    "Solution": "value actions",
    "Playouts": "bids tricks points",
}
# Every class of the core is one of these two.
MEANT_TO_CHANGE = {"Game", "Round", "VectorEnv"}
FROZEN = {
    *("Action", "Bid", "Card", "CardSet", "FinishedRound", "Observation", "Outcome", "RoundScore"),
    *("Rules", "Score", "Solution", "Playouts", "SearchResult"),
}
# What the package's own modules use.
INTERNAL = {
    "RULES_FIELDS",
    "OBSERVATION_LAYOUT",
    "search",
    "rule_action",
    "book_action",
    "SearchResult",
}
RUST = Path(__file__).parent.parent / "rust" / "spades-py" / "src"


def classes() -> dict[str, type]:
    """Give the classes of the core."""
    return {name: item for name, item in vars(_core).items() if inspect.isclass(item)}


@pytest.mark.parametrize("name", ROOT_NAMES)
def test_names_of_the_design(name: str) -> None:
    assert hasattr(spades, name)
    assert name in spades.__all__


@pytest.mark.parametrize("name", MEMBERS)
def test_members_of_the_design(name: str) -> None:
    for member in MEMBERS[name].split():
        assert hasattr(getattr(_core, name), member), f"{name}.{member}"


def test_bots_of_the_design() -> None:
    for name in ("RandomBot", "RuleBot", "BookBot", "SearchBot"):
        assert hasattr(spades.bots, name)
    assert hasattr(spades.Record, "load")
    assert hasattr(spades.Record, "save")
    assert hasattr(spades.Record, "replay")


def test_all_lists_what_is_there() -> None:
    assert sorted(spades.__all__) == sorted(set(spades.__all__))
    for name in spades.__all__:
        assert getattr(spades, name) is not None
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public - INTERNAL <= set(spades.__all__)


def test_every_class_is_frozen_or_meant_to_change() -> None:
    """Of a frozen class there are no changes, so no thread ever waits for another, or panics."""
    assert set(classes()) == FROZEN | MEANT_TO_CHANGE
    for name in MEANT_TO_CHANGE:
        assert {"apply", "step"} & set(dir(classes()[name]))
    for state in (spades.Game, spades.Round):  # equal by value, so not hashable
        assert state.__hash__ is None
    for name in FROZEN:
        assert not {"apply", "undo", "step"} & set(dir(classes()[name]))


@pytest.mark.skipif(not RUST.exists(), reason="the Rust sources are not here")
def test_every_class_is_declared_frozen_or_meant_to_change() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in RUST.glob("**/*.rs"))
    declared = re.findall(r"#\[pyclass\((.*?)\)\]", source, re.DOTALL)
    frozen = {}
    for options in declared:
        name = re.search(r'name = "(\w+)"', options)
        assert name, options
        frozen[name[1]] = bool(re.search(r"\bfrozen\b", options))
    assert {name for name, is_frozen in frozen.items() if is_frozen} == FROZEN
    assert {name for name, is_frozen in frozen.items() if not is_frozen} == MEANT_TO_CHANGE


def test_every_public_thing_has_a_docstring() -> None:
    missing = []
    for name, item in vars(_core).items():
        if name.startswith("_") or not callable(item):
            continue
        if not inspect.getdoc(item):
            missing.append(name)
        for member in vars(item) if inspect.isclass(item) else ():
            if not member.startswith("_") and not inspect.getdoc(getattr(item, member)):
                missing.append(f"{name}.{member}")
    assert missing == []


def test_the_constants() -> None:
    assert spades.NUM_ACTIONS == 88
    assert (
        *("two-handed", "two-handed-open", "partners", "pick", "three-handed"),
        "partners-double-nil",
    ) == spades.PRESETS
    assert tuple(spades.Rules().as_dict()) == _core.RULES_FIELDS


def values() -> list[object]:
    """Give values of every frozen class that can be written down."""
    game = spades.Game(spades.Rules(target=0, rounds=1, name="it's"), seed=1)
    play_out(game, random.Random(1))
    actions = [*range(52), *range(56, 81)]
    return [
        *(spades.Action(action) for action in actions),
        *(spades.Card(card) for card in range(52)),
        *(spades.Bid(bid) for bid in [*range(18), "blind-nil"]),
        *(spades.CardSet(hand) for hand in ("...", "AKQ2.T98.J32.K54", "A...")),
        *(spades.Rules.preset(name) for name in spades.PRESETS),
        spades.Rules(name='a "name" with \\ and \n', lose_score=-5),
        *game.scores,
        *game.rounds[0].score,
        game.outcome,
    ]


def test_repr_is_the_code_that_makes_it() -> None:
    names = {name: getattr(spades, name) for name in spades.__all__ if name[0].isupper()}
    for value in values():
        again = eval(repr(value), dict(names))
        assert again == value
        assert hash(again) == hash(value)
        assert type(again) is type(value)


def test_values_are_copied_and_pickled() -> None:
    for value in values():
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert copy.copy(value) == copy.deepcopy(value) == value


def test_values_of_different_kinds_are_not_equal() -> None:
    kinds: list[Callable[[], object]] = [
        lambda: spades.Card("2C"),
        lambda: spades.Action("2C"),
        lambda: spades.Bid(0),
        lambda: spades.CardSet(["2C"]),
        lambda: 0,
        lambda: "2C",
    ]
    for i, make in enumerate(kinds):
        for j, other in enumerate(kinds):
            assert (make() == other()) == (i == j)
            assert (make() != other()) == (i != j)


def test_texts_of_cards_actions_and_bids() -> None:
    ranks, suits = "23456789TJQKA", {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    for card in range(52):
        rank, suit = ranks[card % 13], "CDHS"[card // 13]
        long = "10" if rank == "T" else rank
        for text in (
            *(rank + suit, suit + rank, (rank + suit).lower(), (suit + rank).lower()),
            *(rank + suits[suit], suits[suit] + rank, long + suit, suit + long),
        ):
            assert int(spades.Card(text)) == int(spades.Action(text)) == card
        assert str(spades.Card(card)) == str(spades.Action(card)) == rank + suit
        assert spades.Card(card).rank == card % 13
        assert spades.Card(card).suit == ("clubs", "diamonds", "hearts", "spades")[card // 13]
        assert spades.Action(card).card == spades.Card(card)
        assert spades.Action(card).bid is None
    for n in range(18):
        assert int(spades.Action(str(n) if n else "nil")) == 56 + n
        assert spades.Action(56 + n).bid == spades.Bid(n)
        assert spades.Action(56 + n).card is None
        assert int(spades.Bid(n)) == n
        assert str(spades.Bid(n)) == (str(n) if n else "nil")
    words = ["keep", "refuse", "up", "down", "blind-nil", "look", "misdeal"]
    assert [int(spades.Action(word)) for word in words] == list(range(74, 81))
    assert [str(spades.Action(i)) for i in range(74, 81)] == words
    blind = spades.Bid("blind-nil")
    assert (str(blind), int(blind), blind.is_nil, blind.is_blind) == ("blind-nil", 0, True, True)
    assert blind != spades.Bid("nil")
    assert spades.Action("blind-nil").bid == blind
    assert sorted(spades.Card(i) for i in (51, 0, 13)) == [spades.Card(i) for i in (0, 13, 51)]


def test_card_sets_are_sets() -> None:
    a, b = spades.CardSet("AK.Q..2"), spades.CardSet(["KS", "3C"])
    assert [int(card) for card in a] == sorted(int(card) for card in a)
    ours, theirs = set(a), set(b)
    for mine, expected in [
        (a | b, ours | theirs),
        (a & b, ours & theirs),
        (a - b, ours - theirs),
        (a ^ b, ours ^ theirs),
    ]:
        assert set(mine) == expected
        assert len(mine) == len(expected)
        assert bool(mine) == bool(expected)
        assert spades.CardSet.from_mask(mine.mask) == mine == spades.CardSet(expected)
        assert spades.CardSet(str(mine)) == mine
    assert str(a) == "AK.Q..2"
    assert "AS" in a
    assert spades.Card("AS") in a
    assert 51 in a
    assert "3C" not in a
    assert str(a.suit("spades")) == "AK..."
    assert not spades.CardSet()
    assert len(spades.CardSet(range(52))) == 52


def test_errors_are_value_errors_and_pickled() -> None:
    for name in ("RulesError", "IllegalActionError", "ParseError", "RecordError"):
        assert issubclass(getattr(spades, name), spades.SpadesError)
    assert issubclass(spades.SpadesError, ValueError)
    game = spades.Game("two-handed", seed=1)
    with pytest.raises(spades.IllegalActionError) as caught:
        game.apply("AS")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.action, error.reason, error.legal) == (
        spades.Action("AS"),
        game.why_not("AS"),
        game.legal_actions(),
    )
    assert str(error) == str(caught.value)
