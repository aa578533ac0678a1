"""Bad values of every kind: a `SpadesError` with a message, and nothing changed."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spades
from bad_values import NEVER, NO_ACTION
from random_play import act, snapshot
from spades import Bid, Card, CardSet, Game, IllegalActionError, Round, Rules, SpadesError
from spades._core import RULES_FIELDS

# Rules that differ in what comes first: blind, draft, pick, bid, play.
STARTS: dict[str, tuple[str, int]] = {
    "blind": ("two-handed-open", 0),
    "draft": ("two-handed", 3),
    "pick": ("pick", 4),
    "bid": ("partners", 1),
    "misdeal": ("three-handed", 0),
    "play": ("partners", 9),
    "follow": ("two-handed", 33),
}
PARTNERS = Rules.preset("partners")
HANDS = ["A.2..", "K.3..", "Q..3.", "..2.2"]


def refused(call: Callable[[], object], *, names: str = "") -> SpadesError:
    """Check that a call is refused as everything bad is, and give the error."""
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        call()
    error = caught.value
    shown = "".join(traceback.format_exception_only(error))[:300]
    assert isinstance(error, SpadesError), f"{type(error)}: {shown}"
    message = str(error)
    assert 5 < len(message) < 1000, f"{len(message)} characters"
    assert names in message, message
    message.encode()  # it can be printed
    return error


def started(start: str) -> tuple[Round, Game]:
    """Give a round and a game in the same phase."""
    preset, actions = STARTS[start]
    game = Game(preset, seed=5, opener=0)
    for _ in range(actions):
        act(game, random.Random(5))
    return game.round, game


@pytest.mark.parametrize("bad", NO_ACTION)
@pytest.mark.parametrize("start", STARTS)
def test_actions(start: str, bad: str) -> None:
    value: Any = NO_ACTION[bad]
    for state in started(start):
        before, seen = state.copy(), snapshot(state)
        error = refused(lambda state=state: state.apply(value))  # type: ignore[misc]
        assert isinstance(error, IllegalActionError)
        assert error.legal == state.legal_actions()
        assert error.reason
        why = state.why_not(value)
        assert isinstance(why, str)
        assert 5 < len(why) < 1000
        assert state == before
        assert snapshot(state) == seen


@pytest.mark.parametrize("bad", NO_ACTION)
@pytest.mark.parametrize("kind", [Card, spades.Action, Bid])
def test_values(kind: Callable[[Any], object], bad: str) -> None:
    value: Any = NO_ACTION[bad]
    if kind is Bid and bad == "text 18":
        value = "19"
    refused(lambda: kind(value))


@pytest.mark.parametrize("bad", [*NEVER, "none", "52", "text 18", "rules", "half a card"])
def test_card_sets(bad: str) -> None:
    value: Any = NO_ACTION[bad]
    if bad in ("array empty",):
        assert CardSet(value) == CardSet()
        return
    if bad in ("bytes", "bytearray"):
        value = b"\x34"  # 52
    if bad == "array matrix":
        value = np.zeros((2, 2))
    if bad != "none":
        refused(lambda: CardSet(value))
    refused(lambda: CardSet([value]))
    refused(lambda: CardSet(["AS", value]))
    refused(lambda: CardSet.from_mask(value)) if bad != "52" else None
    refused(lambda: value in CardSet("AK..."))


def test_more_card_sets() -> None:
    for bad in ("AK", "A.K.Q", "A.K.Q.J.T", "AA...", "1...", "AKQ JT9.-.-.", "AS", "a" * 100_000):
        refused(lambda bad=bad: CardSet(bad))  # type: ignore[misc]
    for cards in (["AS", "AS"], [51, "AS"], ["AS", Card("AS")], [0, 52], [-1], [1.0], [True]):
        refused(lambda cards=cards: CardSet(cards))  # type: ignore[misc]
    for mask in (-1, 1 << 52, 2**64, 1.0, True, "1"):
        refused(lambda mask=mask: CardSet.from_mask(mask), names="mask")  # type: ignore[misc]
    for suit in ("", "x", "\ud800", "spadess", "x" * 100_000, 3, None, 1.0, b"S"):
        refused(lambda suit=suit: CardSet("A...").suit(suit))  # type: ignore[misc]


@pytest.mark.parametrize("bad", [*NEVER, "none", "list", "2**32"])
@pytest.mark.parametrize("field", RULES_FIELDS)
def test_rules_fields(field: str, bad: str) -> None:
    value = NO_ACTION[bad]
    good = Rules.preset("two-handed")
    minus = isinstance(value, (int, np.int8)) and not isinstance(value, bool) and value == -1
    if (
        (field == "name" and isinstance(value, str) and bad != "surrogate")
        or (field == "lose_score" and (value is None or minus))
        or (field == "bag_points" and minus)
        or (value is False and good.as_dict()[field] is False)
    ):
        Rules(**{field: value})  # type: ignore[arg-type]
        return
    refused(lambda: Rules(**{field: value}), names=field)  # type: ignore[arg-type]
    refused(lambda: good.replace(**{field: value}), names=field)
    assert good == Rules.preset("two-handed")


def test_unknown_rules() -> None:
    for key in ("Name", "", "player", "\ud800", "x" * 100_000, "náme", "self"):
        refused(lambda key=key: Rules(**{key: 1}))  # type: ignore[arg-type, misc]
        refused(lambda key=key: Rules().replace(**{key: 1}))  # type: ignore[misc]
    with pytest.raises(TypeError):
        Rules("two-handed")  # type: ignore[call-arg]


@pytest.mark.parametrize("bad", [*NEVER, "none", "2**32", "hand"])
def test_rules_arguments(bad: str) -> None:
    value: Any = NO_ACTION[bad]
    refused(lambda: Rules.preset(value))
    refused(lambda: Game(value)) if value is not None else None
    refused(lambda: Round.deal(value))
    refused(lambda: Round.setup(value, HANDS, [1] * 4))
    refused(lambda: spades.score_round(value, [1, 1], [7, 6]))


@pytest.mark.parametrize("bad", [*NEVER, "2**32", "hand", "text -1"])
def test_seeds_seats_and_counts(bad: str) -> None:
    value: Any = NO_ACTION[bad]
    seen = Game("partners", seed=1).observation(0)
    if bad not in ("big", "2**32", "numpy big"):  # seeds have 64 bits
        refused(lambda: Game("partners", value), names="seed")
        refused(lambda: Round.deal("partners", value), names="seed")
        refused(lambda: seen.sample(value, 1), names="seed")
    refused(lambda: Game("partners", 1, value), names="opener")
    refused(lambda: Round.deal("partners", 1, value), names="opener")
    refused(lambda: Game("partners", 1).observation(value), names="seat")
    refused(lambda: Round.deal("partners", 1).observation(value), names="seat")
    refused(lambda: PARTNERS.side_of(value), names="seat")
    refused(lambda: seen.sample(1, value), names="n")
    refused(lambda: seen.to_numpy(value), names="out")
    for seat in (4, np.int64(4), 10**30):
        refused(lambda seat=seat: Game("partners", 1).observation(seat))  # type: ignore[misc]
        refused(lambda seat=seat: Game("partners", 1, seat))  # type: ignore[misc]


@pytest.mark.parametrize("bad", [*NEVER, "hand", "list"])
def test_decks(bad: str) -> None:
    value: Any = NO_ACTION[bad]
    refused(lambda: Round.deal("partners", 1, deck=value))
    deck: list[Any] = list(range(52))
    deck[17] = value
    refused(lambda: Round.deal("partners", 1, deck=deck))


def test_more_decks() -> None:
    pack = list(range(52))
    for deck in (pack[:51], [*pack, 0], [*pack[:51], 0], [*pack[:51], 52], [], iter(pack[:51])):
        refused(lambda deck=deck: Round.deal("partners", 1, deck=deck))  # type: ignore[misc]
    refused(lambda: Round.deal("partners", 1, deck=np.arange(52.0)))  # type: ignore[arg-type]
    refused(lambda: Round.deal("partners", 1, deck=np.zeros((52, 52), int)))  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [*NEVER, "none", "hand", "list"])
@pytest.mark.parametrize(
    "argument",
    ["hands", "bids", "tricks", "turn", "trick", "broken", "opener", "discards", "played"],
)
def test_setups(argument: str, bad: str) -> None:
    value: Any = NO_ACTION[bad]
    good: dict[str, Any] = {"hands": HANDS, "bids": [1, 1, 1, 1]}
    Round.setup("partners", **good)
    if (
        (value is None and argument not in ("hands", "bids"))
        or (argument == "broken" and isinstance(value, (bool, np.bool_)))
        or (argument == "played" and bad == "array empty")
        or (argument == "trick" and bad == "array empty")
        or (argument == "played" and bad in ("hand", "list"))
    ):
        return
    refused(lambda: Round.setup("partners", **(good | {argument: value})))
    if argument in ("hands", "bids", "tricks", "trick", "discards") and value is not None:
        many = [value] if argument == "trick" else [value] * 4
        if argument not in ("hands", "discards") or bad != "array empty":  # empty sets are fine
            refused(lambda: Round.setup("partners", **(good | {argument: many})))


@pytest.mark.parametrize("bad", [*NEVER, "none", "hand", "list"])
def test_scores(bad: str) -> None:
    value: Any = NO_ACTION[bad]
    score = spades.score_round
    refused(lambda: score("two-handed", value, [7, 6]))
    refused(lambda: score("two-handed", [1, value], [7, 6]))
    refused(lambda: score("two-handed", [1, 1], value))
    refused(lambda: score("two-handed", [1, 1], [7, value]))
    if value is not None:
        refused(lambda: score("two-handed", [1, 1], [7, 6], value))
    refused(lambda: score("two-handed", [1, 1], [7, 6], [0, value]))


def test_more_scores() -> None:
    score = spades.score_round
    for bids in ([1], [1, 1, 1], [14, 1], [1, "blind-nil"], [-1, 1], "11", [None, 1], []):
        refused(lambda bids=bids: score("two-handed", bids, [7, 6]))  # type: ignore[misc]
    for tricks in ([13], [7, 7], [14, 0], [-1, 1], [1.0, 2], [7, 6, 0], ["7", "6"], []):
        refused(lambda tricks=tricks: score("two-handed", [1, 1], tricks))  # type: ignore[misc]
    for bags in ([0], [0, 0, 0], [-1, 0], [0, 0.0], [0, True], [2**63, 0], [10**12, 0], "00"):
        refused(lambda bags=bags: score("two-handed", [1, 1], [7, 6], bags))  # type: ignore[misc]
    refused(lambda: score("partners", [1, 1, 1, 1], [4, 3, 3, 3], [0, 0, 0, 0]))
    round = Round.deal("partners", 1)
    refused(lambda: round.score())
    refused(lambda: round.score([0, 0]))


def test_undo_at_the_start() -> None:
    game = Game("partners", seed=1)
    before = game.copy()
    refused(lambda: game.undo())
    assert game == before
    game.apply("3")
    game.undo()
    refused(lambda: game.undo())
    assert game == before


def test_a_wrong_number_of_arguments_is_a_type_error() -> None:
    game: Any = Game("partners", seed=1)
    api: Any = spades
    before = game.copy()
    calls: list[Callable[[], object]] = [
        lambda: game.apply(),
        lambda: game.apply("3", "4"),
        lambda: game.apply(move="3"),
        lambda: game.undo(1),
        lambda: game.observation(),
        lambda: api.score_round("partners"),
        lambda: api.Game(rule="partners"),
        lambda: api.Round(),
        lambda: api.Card(),
        lambda: game < game,
        lambda: api.Card("AS") < 5,
        lambda: api.CardSet() | 5,
        lambda: hash(game),
        lambda: hash(game.round),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    assert game == before


def test_attributes_cannot_be_set() -> None:
    game: Any = Game("partners", seed=1)
    states: list[Any] = [game, game.round, game.observation(0), game.rules, Card("AS"), Bid("4")]
    for state in [*states, CardSet(), spades.Action("AS"), *game.scores]:
        for name in [name for name in dir(state) if not name.startswith("_")] + ["new_name"]:
            with pytest.raises(AttributeError):
                setattr(state, name, 1)


def test_numpy_integers_are_integers() -> None:
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64):
        game = Game("partners", kind(1), kind(0))
        assert game == Game("partners", 1, 0)
        assert game.apply(kind(59)) == spades.Action("3")
        assert Card(kind(51)) == Card("AS")
        assert game.observation(kind(2)) == game.observation(2)
        assert Rules(target=kind(100)) == Rules(target=100)  # type: ignore[arg-type]
    deck: Any = np.arange(52)[::-1]
    assert Round.deal("partners", 1, deck=deck) == Round.deal("partners", 1, deck=deck.tolist())
    scores = spades.score_round("two-handed", np.array([1, 2]), np.array([7, 6], np.int8))  # type: ignore[arg-type]
    assert scores == spades.score_round("two-handed", [1, 2], [7, 6])


class Looking:
    """An action that looks at the state it is done in while it is asked what it is."""

    def __init__(self, state: Round | Game) -> None:
        self.state = state

    def __index__(self) -> int:
        return int(self.state.legal_actions()[0])


@pytest.mark.parametrize("start", STARTS)
def test_an_action_may_look_at_the_state(start: str) -> None:
    """Nothing of the caller's runs while a state is locked: no "Already borrowed" from Rust."""
    for state in started(start):
        first = state.legal_actions()[0]
        assert state.why_not(Looking(state)) is None
        assert state.apply(Looking(state)) == first
