"""Bots: what they take, what they give, and that they are reproducible."""

# What is passed in on purpose may be anything.
# ruff: noqa: ANN401

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import spades
from spades import Action, Game, IllegalActionError, Observation, SpadesError
from spades.bots import (
    NAMES,
    ActionReport,
    BookBot,
    Bot,
    Choice,
    Limit,
    RandomBot,
    Report,
    RuleBot,
    SearchBot,
    make,
)
from spades.errors import ParseError, RecordError, RulesError, UnknownActionError
from spades.play import play_game

QUICK: list[Callable[[], Bot]] = [
    lambda: RandomBot(seed=3),
    RuleBot,
    BookBot,
    lambda: SearchBot(seed=3, worlds=4),
]


def to_phase(game: Game, phase: str) -> Observation:
    bot = RandomBot(seed=5)
    while game.phase != phase:
        assert game.turn is not None
        game.apply(bot.choose(game.observation(game.turn)).action)
    assert game.turn is not None
    return game.observation(game.turn)


@pytest.mark.parametrize("rules", spades.PRESETS)
@pytest.mark.parametrize("new", QUICK, ids=NAMES)
def test_every_bot_plays_every_preset(rules: str, new: Callable[[], Bot]) -> None:
    short = spades.Rules.preset(rules).replace(target=0, rounds=1)
    bots = [new() for _ in range(short.players)]
    first = play_game(bots, short, seed=11)
    assert first.replay().is_over
    assert play_game(bots, short, seed=11) == first


@pytest.mark.parametrize("new", QUICK, ids=NAMES)
def test_a_bot_with_a_seed_keeps_no_state(new: Callable[[], Bot]) -> None:
    used, fresh = new(), new()
    obs = to_phase(Game("two-handed", seed=2, opener=1), "play")
    for seed in range(3):
        used.choose(to_phase(Game("pick", seed=seed), "bid"), Limit(worlds=3))
    copy = pickle.loads(pickle.dumps(used))
    assert copy == used
    limit = Limit(worlds=5)
    assert used.choose(obs, limit) == fresh.choose(obs, limit) == copy.choose(obs, limit)


@pytest.mark.parametrize("new", QUICK, ids=NAMES)
def test_a_choice_is_legal_and_reports_every_legal_action(new: Callable[[], Bot]) -> None:
    bot = new()
    assert isinstance(bot, Bot)
    for phase in ("draft", "bid", "play"):
        obs = to_phase(Game("two-handed", seed=4), phase)
        choice = bot.choose(obs)
        assert choice.action in obs.legal_actions()
        assert sorted(entry.action for entry in choice.report.actions) == list(obs.legal_actions())
        assert choice.report[choice.action].action == choice.action
        assert all(len(line) <= 80 for line in str(choice.report).splitlines())
        assert json.loads(choice.report.to_json()) == choice.report.to_dict()
        assert pickle.loads(pickle.dumps(choice)) == choice


def test_random_bot_does_every_action() -> None:
    obs = to_phase(Game("partners", seed=1), "bid")
    done = {RandomBot(seed=seed).choose(obs).action for seed in range(400)}
    assert done == set(obs.legal_actions())


def test_random_bot_is_frozen() -> None:
    # Its choices depend on the seed and on the observation's key alone: these are part of records.
    obs = Game("two-handed", seed=7, opener=0).observation(0)
    chosen = "".join(str(RandomBot(seed=seed).choose(obs).action)[0] for seed in range(16))
    assert chosen == GOLDEN


GOLDEN = "rkkkrkkkkrkrkrrk"


@pytest.mark.parametrize("new", QUICK, ids=NAMES)
def test_a_bot_refuses_what_is_not_its_turn(new: Callable[[], Bot]) -> None:
    bot = new()
    game = Game("two-handed", seed=1, opener=0)
    with pytest.raises(SpadesError, match="seat 0's turn"):
        bot.choose(game.observation(1))
    over: Any = spades.Rules(target=0, rounds=1)
    done = play_game([RandomBot(seed=1), RandomBot(seed=2)], over, seed=1).replay()
    with pytest.raises(SpadesError, match="over"):
        bot.choose(done.observation(0))
    what: Any
    for what in (None, game, game.round, "AS", 3, float("nan")):
        with pytest.raises(SpadesError, match="Observation"):
            bot.choose(what)
    for what in (1, 0.5, "fast", {"worlds": 3}):
        with pytest.raises(SpadesError, match="Limit"):
            bot.choose(game.observation(0), what)


BAD_NUMBERS: list[Any] = [0, -1, True, False, "1", math.nan, math.inf, -math.inf, [], 1j]


@pytest.mark.parametrize("bad", BAD_NUMBERS)
def test_bad_limits(bad: Any) -> None:
    with pytest.raises(SpadesError, match="time"):
        Limit(time=bad)
    for field in ("worlds", "threads"):
        with pytest.raises(SpadesError, match=field):
            Limit(**{field: bad})
        with pytest.raises(SpadesError, match=field):
            SearchBot(**{field: bad})


def test_limits_that_are_too_large_or_broken() -> None:
    for big in (2**31, 10**400):
        with pytest.raises(SpadesError):
            Limit(worlds=big)
    with pytest.raises(SpadesError):
        Limit(time=10**400)
    with pytest.raises(SpadesError):
        Limit(worlds=1.0)  # type: ignore[arg-type]
    assert Limit(time=1).time == 1.0
    assert Limit(time=0.5, worlds=3, threads=2) == Limit(0.5, 3, 2)
    import numpy as np

    count: Any = np.int64(5)
    assert Limit(worlds=count) == Limit(worlds=5)
    several: Any = np.array([5, 6])
    with pytest.raises(SpadesError):
        Limit(worlds=several)


@pytest.mark.parametrize(
    "bad", [-1, 2**64, True, "1", 1.0, math.nan, [], pytest.param(10**5000, id="huge")]
)
def test_bad_seeds(bad: Any) -> None:
    for bot in (RandomBot, SearchBot):
        with pytest.raises(SpadesError, match="seed"):
            bot(seed=bad)
    for name in NAMES:
        with pytest.raises(SpadesError, match="seed"):
            make(name, seed=bad)


def test_seeds_are_kept_and_fresh_ones_differ() -> None:
    assert RandomBot().seed != RandomBot().seed
    assert SearchBot().seed != SearchBot().seed
    assert RandomBot(seed=2**64 - 1).seed == 2**64 - 1
    bot = RandomBot()
    obs = Game("partners", seed=1, opener=0).observation(0)
    assert bot.choose(obs) == RandomBot(seed=bot.seed).choose(obs)


@pytest.mark.parametrize("field", ["memory", "posterior", "equity", "bids", "draft"])
def test_search_options_are_bools(field: str) -> None:
    options: dict[str, Any] = {field: 1}
    with pytest.raises(SpadesError, match=field):
        SearchBot(**options)
    obs = Game("two-handed", seed=7, opener=0).observation(0)
    options = {field: False}
    assert SearchBot(seed=1, worlds=3, **options).choose(obs).action in obs.legal_actions()


def test_make() -> None:
    assert make("random", 1) == RandomBot(1)
    assert make("rule") == RuleBot()
    assert make("book") == BookBot()
    assert make("search", seed=1) == SearchBot(seed=1)
    for name in ("best", "", None, 3):
        with pytest.raises(SpadesError, match="no bot"):
            make(name)  # type: ignore[arg-type]


def test_search_uses_the_limit() -> None:
    obs = to_phase(Game("two-handed", seed=7, opener=0), "bid")
    assert SearchBot(seed=1, worlds=7).choose(obs).report.worlds == 7
    assert SearchBot(seed=1).choose(obs, Limit(worlds=9)).report.worlds == 9
    by_threads = [
        SearchBot(seed=1).choose(obs, Limit(worlds=40, threads=threads)) for threads in (1, 2, 3)
    ]
    assert by_threads[0] == by_threads[1] == by_threads[2]
    assert SearchBot(seed=1).choose(obs, Limit(time=0.05)).report.worlds > 0


def test_report_table_is_aligned() -> None:
    entries = [
        ActionReport(Action("2C"), -12.345, 0.5, 200, 0.25, 0.5),
        ActionReport(Action("AS"), 3.0, math.nan, 200),
        ActionReport(Action("blind-nil")),
    ]
    report = Report.of(entries, worlds=200)
    assert str(report).splitlines() == [
        "action      value   error  worlds     win    made",
        "AS           3.00       -     200       -       -",
        "2C         -12.35    0.50     200   25.0%   50.0%",
        "blind-nil       -       -       0       -       -",
    ]
    plain = json.loads(report.to_json())
    assert plain["actions"][0] == {
        "action": "AS",
        "value": 3.0,
        "error": None,
        "worlds": 200,
        "win": None,
        "made": None,
        "tricks": None,
        "beaten": None,
    }
    with pytest.raises(SpadesError, match="not in the report"):
        report["3C"]


class Cheat:
    """Answers whatever it is told to."""

    name = "cheat"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        answer: Choice = self.answer
        return answer


def test_play_game_names_the_bot_that_breaks_the_rules() -> None:
    cheat = Cheat(Choice(Action("AS"), Report(())))
    with pytest.raises(IllegalActionError, match=r"keep.*bot 'cheat' in seat 1") as caught:
        play_game([RandomBot(seed=1), cheat], seed=1, opener=0)
    assert caught.value.action == Action("AS")
    assert Action("keep") in caught.value.legal
    unknown: Any = Choice("x", Report(()))  # type: ignore[arg-type]
    with pytest.raises(UnknownActionError, match="seat 0"):
        play_game([Cheat(unknown), cheat], seed=1, opener=0)
    with pytest.raises(SpadesError, match="expected a Choice"):
        play_game([Cheat(None), cheat], seed=1, opener=0)


def test_play_game_arguments() -> None:
    bots = [RandomBot(seed=1), RandomBot(seed=2)]
    bad: Any
    for bad in (bots[:1], bots * 2, [], "ab", None, 3, [1, 2]):
        with pytest.raises(SpadesError, match="bots"):
            play_game(bad, seed=1)
    with pytest.raises(SpadesError):
        play_game(bots, "whist")
    with pytest.raises(SpadesError):
        play_game(bots, seed=1, opener=2)
    short = spades.Rules(target=0, rounds=2)
    assert play_game(bots, short).seed != play_game(bots, short).seed


def test_play_game_tells_every_action() -> None:
    seen = []
    record = play_game(
        [RandomBot(seed=1), RuleBot()],
        spades.Rules(target=0, rounds=2),
        seed=3,
        on_action=lambda game, seat, choice: seen.append((seat, choice.action)),
    )
    assert [action for _, action in seen] == [a for r in record.rounds for a in r.actions]
    assert record.players == ("random", "rule")


ERRORS: list[SpadesError] = [
    SpadesError("a"),
    RulesError("a"),
    ParseError("a"),
    RecordError("a"),
    IllegalActionError(Action("AS"), "spades are not broken", (Action("2C"),)),
    UnknownActionError("x", "'x' is no action", (Action("2C"),)),
]


@pytest.mark.parametrize("error", ERRORS)
def test_errors_are_pickled(error: SpadesError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
    assert isinstance(error, ValueError)


def test_illegal_action_message() -> None:
    reason = "spades are not broken and you hold other suits"
    assert str(IllegalActionError(Action("AS"), reason)) == f"AS is not legal: {reason}"
    error = IllegalActionError(Action("AS"), "x", [Action("2C")])  # type: ignore[arg-type]
    assert error.legal == (Action("2C"),)
    assert isinstance(UnknownActionError("x", "r"), ParseError | IllegalActionError)


@pytest.mark.parametrize("value", ["x", True, 1.0, math.nan, -1, 14, 52, None, [], "", "🂡"])
def test_what_is_no_action(value: Any) -> None:
    game = Game("two-handed", seed=1)
    before = game.copy()
    kind = IllegalActionError if type(value) is int and value == 14 else UnknownActionError
    with pytest.raises(kind):
        game.apply(value)
    assert game == before


def test_report_goes_by_the_chance_to_win_when_the_bot_does() -> None:
    entries = [
        ActionReport(Action("2C"), 10.0, win=0.25),
        ActionReport(Action("3C"), 5.0, win=0.5),
        ActionReport(Action("4C")),
    ]
    by_value, by_win = Report.of(entries), Report.of(entries, by_win=True)
    assert [str(entry.action) for entry in by_value.actions] == ["2C", "3C", "4C"]
    assert [str(entry.action) for entry in by_win.actions] == ["3C", "2C", "4C"]


def test_the_two_ways_of_the_rule_bot_to_bid() -> None:
    game = spades.Game("two-handed", seed=3, opener=0)
    while game.phase != "bid":
        game.apply(spades.bots.RuleBot().choose(game.observation(game.turn or 0)).action)
    obs = game.observation(0)
    plain = spades.bots.RuleBot().choose(obs).action
    assert plain == spades.Action(spades.Bid(int(spades.estimate_tricks(obs.hand))))
    assert spades.bots.RuleBot(bids="fitted").choose(obs).action > plain
    with pytest.raises(spades.SpadesError, match="bids"):
        spades.bots.RuleBot(bids="high")
