"""`match`: what is played, what is counted, what is refused."""

# What is passed in on purpose may be anything.

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

import spades
from arena_bots import BidBot, PickBot, WatchingBot, WrongBot
from spades import Game, IllegalActionError, Observation, Rules, SpadesError, score_round
from spades.arena import MatchResult, Tally, match
from spades.arena.deals import start, stream_seed
from spades.arena.names import name_of
from spades.arena.table import Job
from spades.arena.tally import Pricing, Unit
from spades.bots import Bot, Limit, RandomBot, SearchBot

SHORT = Rules.preset("two-handed").replace(target=0, rounds=2)


def job(a: Bot, b: Bot, rules: Rules, seed: int = 1, standings: bool = False) -> Job:
    return Job((a, b), ("a", "b"), ((0, 1),), rules, seed, standings=standings)


def watched(rules: Rules, whole: bool, standings: bool = False) -> list[tuple[str, Observation]]:
    """What two bots see in the first unit, as (bot, observation)."""
    seen: list[tuple[str, Observation]] = []
    bots = [WatchingBot(lambda obs, who=who: seen.append((who, obs))) for who in "ab"]  # type: ignore[misc]
    job(bots[0], bots[1], rules, standings=standings).units("game" if whole else "round", 0, 1)
    return seen


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_bot_against_itself_has_no_lead_at_all(preset: str) -> None:
    result = match(RandomBot(seed=3), RandomBot(seed=3), preset, rounds=6)
    assert result.points.mean == result.points.low == result.points.high == 0
    assert result.priced.mean == result.priced.error == 0
    assert result.rounds is not None
    sides = Rules.preset(preset).sides
    assert len(result.rounds.by_side) == sides
    assert result.rounds.first.rounds == 6 * sides
    assert result.rounds.second.rounds == 6 * sides * (sides - 1)


@pytest.mark.parametrize("preset", ["two-handed", "partners"])
def test_two_bots_change_places(preset: str) -> None:
    a, b = RandomBot(seed=3), PickBot()
    one, other = match(a, b, preset, rounds=8), match(b, a, preset, rounds=8)
    assert one.points.mean == -other.points.mean
    assert one.priced.mean == -other.priced.mean
    assert one.rounds is not None
    assert other.rounds is not None
    assert one.rounds.first == other.rounds.second
    assert [bar.mean for bar in one.rounds.by_side] == [
        -bar.mean for bar in reversed(other.rounds.by_side)
    ]


@pytest.mark.parametrize("preset", spades.PRESETS)
@pytest.mark.parametrize("standings", [False, True])
def test_both_arrangements_have_the_same_cards_and_standing(preset: str, standings: bool) -> None:
    rules = Rules.preset(preset)
    seen = watched(rules, whole=False, standings=standings)
    # Both bots do the same, so that each arrangement is the same round with the bots moved.
    each, rest = divmod(len(seen), rules.sides)
    assert rest == 0
    rounds = [[obs.key() for _, obs in seen[at : at + each]] for at in range(0, len(seen), each)]
    assert all(keys == rounds[0] for keys in rounds)
    for own in range(rules.sides):
        for who, obs in seen[own * each : (own + 1) * each]:
            assert (who == "a") == (rules.side_of(obs.seat) == own)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_the_opener_goes_round_and_deals_differ(preset: str) -> None:
    rules = Rules.preset(preset)
    games = [start(rules, 5, "round", index) for index in range(8)]
    assert [game.opener for game in games] == [index % rules.players for index in range(8)]
    assert len({game.seed for game in games}) == 8
    again = [start(rules, 5, "round", index) for index in range(8)]
    assert games == again
    assert {game.seed for game in games}.isdisjoint(
        stream_seed(6, "round", index) for index in range(8)
    )


def test_dealer_and_bots_have_seeds_of_their_own() -> None:
    """Another bot's seed leaves the cards as they are."""
    hands: list[str] = []
    bot = WatchingBot(lambda obs: hands.append(str(obs.hand)) if not obs.history else None)
    for seed in (1, 2):
        match(bot, RandomBot(seed=seed), "partners", rounds=4, workers=1)
    assert hands[: len(hands) // 2] == hands[len(hands) // 2 :]


def test_points_by_hand() -> None:
    """One unit against the same rounds played here."""
    a, b = BidBot(4, high=True, name="a"), BidBot(2, high=False, name="b")
    rules = Rules.preset("partners")
    [unit] = job(a, b, rules, seed=9).rounds(3, 4)
    leads = []
    for own in (0, 1):
        game = Game(rules, stream_seed(9, "round", 3), 3)
        while not game.rounds:
            assert game.turn is not None
            bot = a if game.turn % 2 == own else b
            game.apply(bot.choose(game.observation(game.turn)).action)
        points = [score.points for score in game.rounds[0].score]
        leads.append(points[own] - points[1 - own])
    assert unit.points == tuple(leads)
    assert (unit.first.bid, unit.second.bid) == (16, 8)
    assert unit.first.tricks + unit.second.tricks == 26
    assert unit.first.rounds == unit.second.rounds == unit.first.contracts == 2


def test_three_players_one_against_two() -> None:
    a, b = BidBot(6, high=True, name="a"), BidBot(3, high=False, name="b")
    rules = Rules.preset("three-handed").replace(misdeal=False)
    [unit] = job(a, b, rules).rounds(0, 1)
    total = unit.first.points * 2 - unit.second.points
    assert sum(unit.points) == total
    assert (unit.first.rounds, unit.second.rounds) == (3, 6)
    assert (unit.first.bid, unit.second.bid) == (18, 18)
    result = match(a, b, rules, rounds=1)
    assert result.points.mean == pytest.approx(total / 6)


@pytest.mark.parametrize(
    ("rules", "bids", "tricks", "bags", "side", "points", "priced", "taken"),
    [  # the worked examples of docs/rules.md: raw with bags held before, priced without
        ("two-handed", ["5", "4"], [8, 5], [0, 0], 0, 53, 50 - 15, 3),
        ("two-handed", ["5", "4"], [8, 5], [7, 0], 0, -47, 50 - 15, 3),
        ("two-handed", ["4", "4"], [3, 10], [0, 0], 0, -40, -40, 0),
        ("two-handed", ["1", "nil"], [13, 0], [9, 0], 0, -178, 10 - 60, 12),
        ("two-handed", ["nil", "4"], [3, 10], [4, 0], 0, -100, -100, 0),
        ("two-handed-open", ["nil", "4"], [5, 8], [7, 0], 0, -95, -25, 5),
        ("two-handed-open", ["13", "nil"], [12, 1], [9, 0], 0, -188, -60, 12),
        ("partners", ["nil", "4", "5", "4"], [2, 4, 4, 3], [0, 0], 0, -148, -150 - 10, 2),
        ("partners", ["nil", "4", "5", "4"], [0, 4, 6, 3], [9, 0], 0, 51, 145, 1),
    ],
)
def test_bags_at_their_price(
    rules: str,
    bids: list[str],
    tricks: list[int],
    bags: list[int],
    side: int,
    points: int,
    priced: int,
    taken: int,
) -> None:
    preset = Rules.preset(rules)
    score = score_round(preset, bids, tricks, bags)
    assert score[side].points == points

    class Played:
        pass

    played: Any = Played()
    played.bids = tuple(spades.Bid(bid) for bid in bids)
    played.tricks, played.score = tuple(tricks), score
    tally = Pricing.of(preset).tallies(played)[side]
    assert (tally.points, tally.priced, tally.bags) == (points, priced, taken)
    assert tally.sets == (dict(score[side].lines).get("contract", 0) < 0)
    own = [seat for seat in range(preset.players) if preset.side_of(seat) == side]
    assert tally.nils == sum(bids[seat] == "nil" for seat in own)
    assert tally.nils_made == sum(bids[seat] == "nil" and not tricks[seat] for seat in own)
    assert tally.tricks == sum(tricks[seat] for seat in own)


def test_bags_that_nobody_punishes_keep_their_points() -> None:
    rules = Rules.preset("two-handed").replace(bag_limit=0)
    result = match(BidBot(2, True), BidBot(1, False, "other"), rules, rounds=4)
    assert result.points == result.priced


def test_nils_are_counted() -> None:
    result = match(BidBot(0, False, "nil"), BidBot(1, True, "one"), "two-handed", rounds=5)
    assert result.rounds is not None
    first, second = result.rounds.first, result.rounds.second
    assert (first.nils, second.nils, first.contracts) == (10, 0, 0)
    assert 0 <= first.nils_made <= 10
    assert f"{first.nils_made} of 10" in str(result)


def test_whole_games() -> None:
    result = match(BidBot(1, True, "a"), BidBot(6, False, "b"), SHORT, games=5)
    assert result.rounds is None
    part = result.games
    assert part is not None
    assert part.wins is not None
    assert part.score is not None
    assert part.wins.games == 10
    assert part.pairs == 5
    assert part.first.rounds == 20
    share = (part.wins.won + part.wins.drawn / 2) / 10
    assert part.wins.rate.mean == part.score.mean == pytest.approx(share)
    assert part.share is not None
    assert part.share.low <= part.wins.rate.low
    assert result.points == part.points


def test_drawn_games() -> None:
    """Who bids 13 loses 130, whatever is played."""
    rules = SHORT.replace(rounds=1)
    result = match(BidBot(13, True, "a"), BidBot(13, False, "b"), rules, games=4)
    assert result.games is not None
    wins = result.games.wins
    assert wins is not None
    assert (wins.won, wins.drawn, wins.lost) == (0, 8, 0)
    assert wins.rate.mean == 0.5
    assert [rate.count for rate in wins.by_side] == [4, 4]


def test_games_of_one_deal_have_the_same_packs() -> None:
    hands: dict[tuple[int, int], set[str]] = defaultdict(set)
    for _, obs in watched(Rules.preset("partners").replace(target=0, rounds=3), whole=True):
        if not any(action.card for _, action in obs.history):
            hands[obs.rounds, obs.seat].add(str(obs.hand))
    assert len(hands) == 12
    assert all(len(held) == 1 for held in hands.values())


def test_rounds_and_games_in_one_match() -> None:
    both = match(RandomBot(seed=1), PickBot(), SHORT, rounds=3, games=2)
    rounds = match(RandomBot(seed=1), PickBot(), SHORT, rounds=3)
    games = match(RandomBot(seed=1), PickBot(), SHORT, games=2)
    assert (both.rounds, both.games) == (rounds.rounds, games.games)


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_standings_are_of_a_game_that_goes_on(preset: str) -> None:
    rules = Rules.preset(preset)
    games = [start(rules, 2, "round", index, standings=True) for index in range(60)]
    assert not any(game.is_over for game in games)
    assert games == [start(rules, 2, "round", index, standings=True) for index in range(60)]
    points = [score.points for game in games for score in game.scores]
    assert len(set(points)) > 20
    assert max(points) > rules.target / 2
    assert any(score.bags for game in games for score in game.scores)


def test_standings_are_seen_by_the_bots() -> None:
    scores: set[tuple[int, ...]] = set()
    bot = WatchingBot(lambda obs: scores.add(tuple(score.points for score in obs.scores)))
    match(bot, PickBot(), "two-handed", rounds=6, workers=1)
    assert scores == {(0, 0)}
    match(bot, PickBot(), "two-handed", rounds=6, workers=1, standings=True)
    assert len(scores) > 3


def test_one_pair_has_no_interval_and_is_still_json() -> None:
    result = match(RandomBot(seed=1), PickBot(), "two-handed", rounds=1)
    values = json.loads(result.to_json())
    assert values["rounds"]["points"]["low"] is None
    assert values["rounds"]["pairs"] == 1
    assert values["seed"] == 1
    assert values["identities"] == ["RandomBot(seed=1)", "PickBot(index=0, name='pick')"]


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_the_table_fits_80_columns(preset: str) -> None:
    rules = Rules.preset(preset).replace(target=0, rounds=1)
    a, b = PickBot(name="a" * 90), PickBot(-1, name="b" * 90)
    result = match(a, b, rules, rounds=2, games=2, standings=True)
    text = str(result)
    assert max(map(len, text.splitlines())) <= 80
    assert "a bag at -5" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_the_first_lines_of_a_table() -> None:
    result = match(RandomBot(seed=1), PickBot(), "two-handed", rounds=2, limit=Limit(worlds=3))
    assert str(result).splitlines()[:4] == [
        "random against pick",
        "two-handed, seed 1, worlds 3",
        "",
        "single rounds: 2 pairs, each with the seats changed once",
    ]


def test_names() -> None:
    bots = SearchBot(seed=1, worlds=7), SearchBot(seed=1, worlds=7, equity=False)
    assert [name_of(bot) for bot in bots] == ["search:worlds=7", "search:worlds=7,equity=off"]
    same = match(RandomBot(seed=1), RandomBot(seed=2), "two-handed", rounds=1)
    assert same.bots == ("random", "random #2")
    given = match(RandomBot(seed=1), PickBot(), "two-handed", rounds=1, names=("x", "y"))
    assert given.bots == ("x", "y")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": -1}, "rounds"),
        ({"rounds": 1.5}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"games": -2}, "games"),
        ({"games": 10**10}, "games"),
        ({"seed": None}, "seed"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"rules": "whist"}, "whist"),
        ({"rules": 3}, "rules"),
        ({"limit": 3}, "limit"),
        ({"executor": "threads"}, "executor"),
        ({"workers": 0}, "workers"),
        ({"confidence": 1}, "confidence"),
        ({"confidence": "high"}, "confidence"),
        ({"bot_a": "random"}, "no bot"),
        ({"names": ("x", "x")}, "names"),
        ({"checkpoint": 3}, "no path"),
    ],
)
def test_bad_arguments(change: dict[str, Any], reason: str) -> None:
    arguments: dict[str, Any] = {
        "bot_a": RandomBot(seed=1),
        "bot_b": PickBot(),
        "rules": "two-handed",
        "rounds": 1,
        **change,
    }
    with pytest.raises(SpadesError, match=reason):
        match(**arguments)


def test_an_illegal_action_names_bot_and_deal() -> None:
    with pytest.raises(IllegalActionError, match=r"'wrong' in seat 0, round 0"):
        match(WrongBot("14"), PickBot(), "partners", rounds=2)


def test_no_choice_names_bot_and_deal() -> None:
    with pytest.raises(SpadesError, match=r"'wrong' in seat 0, round 0.*expected a Choice"):
        match(WrongBot("nothing"), PickBot(), "partners", rounds=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_bot_comes_through(workers: int) -> None:
    with pytest.raises(RuntimeError, match="out of order") as caught:
        match(WrongBot("raise"), PickBot(), "partners", rounds=2, workers=workers)
    assert caught.value.__notes__ == ["raised by bot 'wrong' in seat 0, round 0"]


def test_progress_is_told_of_every_pair() -> None:
    told: list[tuple[int, int]] = []
    match(
        RandomBot(seed=1),
        PickBot(),
        SHORT,
        rounds=4,
        games=2,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(done, 6) for done in range(7)]


def interrupted(after: int) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    return tell


@pytest.mark.parametrize("workers", [1, 3])
def test_ctrl_c_leaves_what_was_played(workers: int) -> None:
    a, b = RandomBot(seed=1), PickBot()
    result = match(a, b, "partners", rounds=50, workers=workers, progress=interrupted(7))
    assert result.stopped
    assert result.pairs == 7
    assert result.points == match(a, b, "partners", rounds=7).points
    assert "stopped before its end" in str(result)


def test_ctrl_c_before_the_first_pair() -> None:
    result = match(RandomBot(seed=1), PickBot(), "partners", rounds=50, progress=interrupted(0))
    assert result.stopped
    assert result.pairs == 0
    assert json.loads(result.to_json())["rounds"]["points"]["mean"] is None
    assert "single rounds: 0 pairs" in str(result)


def test_ctrl_c_within_a_bot() -> None:
    count = iter(range(10**6))

    def tell(obs: Observation) -> None:
        if next(count) == 300:
            raise KeyboardInterrupt

    result = match(WatchingBot(tell), PickBot(), "partners", rounds=50, workers=1)
    assert result.stopped
    assert 0 < result.pairs < 50


def test_tallies_add_up() -> None:
    one = Tally(rounds=1, points=50, bid=5, tricks=6)
    assert (one + one) == Tally(rounds=2, points=100, bid=10, tricks=12)
    assert (one + one).to_dict()["points"] == 50
    assert Tally().to_dict()["points"] is None


def test_a_unit_as_a_line() -> None:
    [unit] = job(RandomBot(seed=1), PickBot(), SHORT).games(0, 1)
    line = json.loads(json.dumps(unit.to_line()))
    assert Unit.from_line(line) == unit
    assert unit.turned().turned() == unit


def test_results_compare_and_pickle() -> None:
    import pickle

    result = match(RandomBot(seed=1), PickBot(), "two-handed", rounds=2)
    assert isinstance(result, MatchResult)
    assert pickle.loads(pickle.dumps(result)) == result
