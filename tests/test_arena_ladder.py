"""`ladder`, `sprt`, `regret`, CSV and plots."""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena_bots import BidBot, JudgeBot, PickBot, WatchingBot
from spades import Action, Rules, SpadesError
from spades.arena import (
    LadderResult,
    MatchResult,
    csv_text,
    ladder,
    match,
    plot,
    regret,
    save_csv,
    sprt,
)
from spades.arena.limited import LimitedBot
from spades.arena.spec import bot_from_spec
from spades.bots import BookBot, Bot, Limit, RandomBot, RuleBot, SearchBot

SHORT = Rules.preset("two-handed").replace(target=0, rounds=2)
BOTS: dict[str, Bot] = {
    "random": RandomBot(seed=1),
    "pick": PickBot(),
    "low": BidBot(3, high=False),
}
DEALT = Rules.preset("partners").replace(target=0, rounds=1)


def stop_after(count: int) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if done == count:
            raise KeyboardInterrupt

    return tell


def test_a_ladder_is_its_matches() -> None:
    result = ladder(BOTS, DEALT, rounds=6, games=3, workers=3)
    names = list(BOTS)
    pairs = [(names[a], names[b]) for a in range(3) for b in range(a + 1, 3)]
    assert [found.bots for found in result.matches] == pairs
    leads: dict[str, list[float]] = {name: [] for name in names}
    for found in result.matches:
        first, second = found.bots
        alone = match(BOTS[first], BOTS[second], DEALT, rounds=6, games=3, names=found.bots)
        assert found == alone
        leads[first].append(alone.points.mean)
        leads[second].append(-alone.points.mean)
    for row in result.rounds:
        assert row.part.points.mean == pytest.approx(math.fsum(leads[row.bot]) / 2)
        assert row.part.pairs == 6
        assert row.part.first.rounds == 24
        by_side = [0.0, 0.0]
        for found in result.matches:
            assert found.rounds is not None
            for own, bar in enumerate(found.rounds.by_side):
                if found.bots[0] == row.bot:
                    by_side[own] += bar.mean / 2
                elif found.bots[1] == row.bot:
                    by_side[1 - own] -= bar.mean / 2
        assert [bar.mean for bar in row.part.by_side] == pytest.approx(by_side)
    means = [row.part.points.mean for row in result.rounds]
    assert means == sorted(means, reverse=True)
    assert math.fsum(means) == pytest.approx(0)
    for row in result.games:
        assert row.part.wins is not None
        assert row.part.wins.games == 12
        assert row.part.score is not None
        assert row.part.score.mean == pytest.approx(row.part.wins.rate.mean)


def test_the_unit_of_a_ladder_is_the_deal() -> None:
    """Two opponents that are the same add no knowledge: the interval must not get narrower."""
    pair: dict[str, Bot] = {"a": PickBot(), "b": RandomBot(seed=2)}
    one = ladder(pair, DEALT, rounds=12, reference="b")
    two = ladder({**pair, "c": RandomBot(seed=2)}, DEALT, rounds=12)
    [row] = one.rounds
    same = next(other for other in two.rounds if other.bot == "a")
    assert same.part.points == row.part.points


def test_against_a_reference() -> None:
    result = ladder(BOTS, DEALT, rounds=4, reference="pick")
    assert [found.bots for found in result.matches] == [("random", "pick"), ("low", "pick")]
    assert {row.bot for row in result.rows} == {"random", "low"}
    assert all(row.against == "pick" for row in result.rows)
    for row in result.rows:
        [alone] = [found for found in result.matches if found.bots[0] == row.bot]
        assert row.part == alone.rounds


def test_three_players_both_ways() -> None:
    result = ladder(BOTS, "three-handed", rounds=2)
    assert len(result.matches) == 6
    for row in result.rows:
        own = [found.points.mean for found in result.matches if found.bots[0] == row.bot]
        assert row.part.points.mean == pytest.approx(math.fsum(own) / 2)


def test_a_stopped_ladder_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    part = ladder(BOTS, DEALT, rounds=5, checkpoint=path, progress=stop_after(7))
    assert part.stopped
    assert [found.pairs for found in part.matches] == [3, 2, 2]
    assert [row.part.pairs for row in part.rows] == [2, 2, 2]  # whole deals
    assert "stopped" in str(part)
    assert ladder(BOTS, DEALT, rounds=5, checkpoint=path) == ladder(BOTS, DEALT, rounds=5)
    none = ladder(BOTS, DEALT, rounds=5, progress=stop_after(0))
    assert "0 deals" in str(none)
    assert json.loads(none.to_json())["rounds"][0]["points"]["mean"] is None


def test_a_ladder_as_text_and_json() -> None:
    bots: dict[str, Bot] = {"x" * 100: PickBot(), "search:worlds=20,memory=off": RandomBot(seed=1)}
    result = ladder(bots, DEALT, rounds=3, games=2)
    assert max(map(len, str(result).splitlines())) <= 80
    values = json.loads(result.to_json())
    assert [row["against"] for row in values["rounds"]] == ["all", "all"]
    assert len(values["matches"]) == 1


@pytest.mark.parametrize(
    ("bots", "options", "reason"),
    [
        ([PickBot()], {}, "expected 2 or more, found 1"),
        ("rule", {}, "expected a list"),
        ([PickBot(), "rule"], {}, "no bot"),
        (BOTS, {"reference": "best"}, "reference: expected one of random, pick, low"),
    ],
)
def test_no_ladder(bots: Any, options: dict[str, Any], reason: str) -> None:  # noqa: ANN401
    with pytest.raises(SpadesError, match=reason):
        ladder(bots, DEALT, rounds=1, **options)


# Files.


def test_csv_of_a_ladder(tmp_path: Path) -> None:
    result = ladder(BOTS, DEALT, rounds=3, games=2)
    rows = list(csv.DictReader(io.StringIO(csv_text(result))))
    assert [row["kind"] for row in rows] == ["round"] * 3 + ["game"] * 3
    assert float(rows[0]["points"]) == pytest.approx(result.rounds[0].part.points.mean, rel=1e-5)
    assert rows[0]["games"] == ""
    assert rows[3]["games"] == "8"
    assert None not in rows[0]
    path = tmp_path / "ladder.csv"
    save_csv(result, path)
    assert path.read_text(encoding="utf-8") == csv_text(result)


def test_csv_of_a_match() -> None:
    result = match(PickBot(), RandomBot(seed=1), DEALT, rounds=1)
    [row] = csv.DictReader(io.StringIO(csv_text(result)))
    assert (row["bot"], row["against"], row["points_low"]) == ("pick", "random", "")


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
@pytest.mark.parametrize("rounds", [1, 4])
def test_plots(tmp_path: Path, ending: str, begins: bytes, rounds: int) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    results: list[LadderResult | MatchResult] = [
        ladder(BOTS, DEALT, rounds=rounds),
        ladder(BOTS, DEALT, games=rounds),
        match(PickBot(), RandomBot(seed=1), DEALT, rounds=rounds),
        ladder(BOTS, DEALT, rounds=3, progress=stop_after(0)),
    ]
    for number, result in enumerate(results):
        path = tmp_path / f"{number}.{ending}"
        plot(result, path)
        assert path.read_bytes().startswith(begins)
    if ending == "svg":
        again = tmp_path / "again.svg"
        plot(results[0], again)
        assert again.read_bytes() == (tmp_path / "0.svg").read_bytes()


def test_a_plot_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = match(PickBot(), RandomBot(seed=1), DEALT, rounds=1)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SpadesError, match=r"matplotlib: python -m pip install 'spades\[plot\]'"):
        plot(result, tmp_path / "x.png")
    with pytest.raises(SpadesError, match=r"one of \.png, \.svg"):
        plot(result, tmp_path / "x.bmp")


# Sequential tests.


def test_a_clear_case_is_decided_for_any_executor() -> None:
    a, b = BidBot(3, high=True, name="a"), BidBot(9, high=False, name="b")
    one = sprt(a, b, DEALT, points=(0, 20), max_pairs=500, workers=1)
    assert one.decision == "H1"
    assert one.pairs < 500
    assert one == sprt(a, b, DEALT, points=(0, 20), max_pairs=500, workers=4)
    other = sprt(b, a, DEALT, points=(0, 20), max_pairs=500)
    assert other.decision == "H0"
    for result in (one, other):
        assert max(map(len, str(result).splitlines())) <= 80
        assert json.loads(result.to_json())["decision"] == result.decision


def test_games_decide_too() -> None:
    a, b = BidBot(3, high=True, name="a"), BidBot(9, high=False, name="b")
    result = sprt(a, b, DEALT, elo=(0, 100), max_pairs=200)
    assert result.decision == "H1"
    assert "% of games" in str(result)


def test_an_even_match_is_not_decided_soon() -> None:
    bot = RandomBot(seed=1)
    result = sprt(bot, bot, DEALT, priced=(-1, 1), max_pairs=40)
    assert result.decision is None
    assert result.pairs == 40
    assert "none yet" in str(result)
    stopped = sprt(bot, bot, DEALT, points=(-1, 1), max_pairs=40, progress=stop_after(5))
    assert stopped.stopped
    assert stopped.pairs == 5


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "exactly|one of"),
        ({"elo": (0, 5), "points": (0, 5)}, "found 2"),
        ({"points": (5, 0)}, "H0 below H1"),
        ({"points": (0, math.inf)}, "two numbers"),
        ({"points": 5}, "two numbers"),
        ({"points": (0, True)}, "two numbers"),
        ({"points": (0, 5), "alpha": 0}, "alpha"),
        ({"points": (0, 5), "max_pairs": 0}, "max_pairs"),
        ({"elo": (0, 5), "rules": "three-handed"}, "two sides"),
    ],
)
def test_no_test(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(SpadesError, match=reason):
        sprt(PickBot(), RandomBot(seed=1), **{"rules": DEALT, **options})


# Regret.


def test_regret_by_hand() -> None:
    """The judge values an action by its id, so the losses can be counted here."""
    best = regret(PickBot(-1), JudgeBot(), DEALT, positions=40)
    assert best.all.loss == 0
    assert best.all.agreement.mean == 1
    worst = regret(PickBot(0), JudgeBot(), DEALT, positions=40)
    assert worst.all.positions == 40
    assert worst.all.loss > 0
    assert worst.all.agreement.mean == 0

    losses: list[float] = []

    def tell(obs: Any) -> None:  # noqa: ANN401
        legal = obs.legal_actions()
        if len(legal) > 1:
            losses.append(float(int(legal[-1]) - int(legal[0])))

    result = regret(WatchingBot(tell), JudgeBot(), DEALT, positions=10**4, each=100, **one_round())
    assert result.all.positions == len(losses)
    assert result.all.loss == math.fsum(losses)
    assert result.all.worst == max(losses)
    assert result.all.blunders == sum(loss > 10 for loss in losses)
    assert set(result.phases) == {"bid", "play"}
    assert result.phases["bid"].positions == 4


def one_round() -> dict[str, Any]:
    """Stops after one round."""

    def tell(done: int, total: int) -> None:
        raise KeyboardInterrupt

    return {"progress": tell, "workers": 1}


def test_regret_is_the_same_for_any_executor(tmp_path: Path) -> None:
    bot, judge = RandomBot(seed=1), JudgeBot()
    path = tmp_path / "regret.jsonl"
    whole = regret(bot, judge, "two-handed", positions=60, workers=1)
    assert regret(bot, judge, "two-handed", positions=60, workers=3) == whole
    part = regret(bot, judge, positions=60, checkpoint=path, progress=stop_after(18))
    assert part.stopped
    assert part.all.positions == 18
    assert regret(bot, judge, positions=60, checkpoint=path) == whole
    with pytest.raises(SpadesError, match="each is 6 there, 5 here"):
        regret(bot, judge, positions=60, checkpoint=path, each=5)
    assert max(map(len, str(whole).splitlines())) <= 80
    assert json.loads(whole.to_json())["all"]["positions"] == 60


def test_regret_of_some_phases() -> None:
    result = regret(PickBot(), JudgeBot(), "two-handed", positions=30, phases=("bid",))
    assert list(result.phases) == ["bid"]
    assert result.all.rounds == 15


def test_what_the_judge_does_not_say() -> None:
    silent = JudgeBot(silent=frozenset({"draft"}))
    result = regret(PickBot(), silent, "two-handed", positions=30)
    assert "draft" not in result.phases
    assert result.all.unjudged > 0
    assert result.all.positions == 30
    assert "of which the judge says nothing" in str(result)
    with pytest.raises(SpadesError, match="gives no value"):
        regret(PickBot(), RandomBot(seed=1), "two-handed", positions=30)


def test_a_search_bot_judges() -> None:
    judge = SearchBot(seed=5, worlds=20)
    result = regret(RandomBot(seed=1), judge, positions=12, phases=("play",))
    assert result.all.positions == 12
    assert result.all.loss > 0
    wins = regret(RandomBot(seed=1), JudgeBot(), positions=12, scale="win")
    assert wins.all.loss == 0
    assert wins.threshold == 0.05


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"positions": 0}, "positions"),
        ({"phases": "play"}, "phases"),
        ({"phases": ["lunch"]}, "phases"),
        ({"scale": "elo"}, "scale"),
        ({"threshold": math.nan}, "threshold"),
        ({"each": 0}, "each"),
        ({"judge": 3}, "no bot"),
        ({"judge_limit": 3}, "limit"),
    ],
)
def test_no_regret(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(SpadesError, match=reason):
        regret(**{"bot": PickBot(), "judge": JudgeBot(), "positions": 3, **options})


# Bots as text.


@pytest.mark.parametrize(
    ("spec", "bot"),
    [
        ("random", RandomBot(seed=1)),
        ("random:seed=18446744073709551615", RandomBot(seed=2**64 - 1)),
        (" Rule ", RuleBot()),
        ("book", BookBot()),
        ("search", SearchBot(seed=1)),
        ("search: worlds=20, memory=OFF,posterior=no,seed=3",
         SearchBot(seed=3, worlds=20, memory=False, posterior=False)),
        ("club", SearchBot(seed=1, level="club")),
        ("casual:style=bold", SearchBot(seed=1, level="casual", style="bold")),
        ("search:time=0.5", LimitedBot(SearchBot(seed=1), Limit(time=0.5))),
        ("search:time=0.5,worlds=9", LimitedBot(SearchBot(1, worlds=9), Limit(0.5, 9))),
    ],
)  # fmt: skip
def test_specs(spec: str, bot: Bot) -> None:
    assert bot_from_spec(spec) == ("".join(spec.split()).lower(), bot)


def test_defaults_of_specs() -> None:
    assert bot_from_spec("search", worlds=7) == ("search:worlds=7", SearchBot(1, worlds=7))
    assert bot_from_spec("search:worlds=9", worlds=7)[1] == SearchBot(1, worlds=9)
    assert bot_from_spec("search:seed=2", time=0.1)[0] == "search:seed=2,time=0.1"
    assert bot_from_spec("rule", worlds=7, time=0.1) == ("rule", RuleBot())
    assert bot_from_spec("search:time=2", worlds=7)[0] == "search:time=2"


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("", "no bot ''"),
        ("best", "no bot 'best': expected random, rule, book, search, or beginner, casual"),
        ("search:", "expected options"),
        ("club:", "expected options"),
        ("club:level=strong", "club is a level"),
        ("club:style=wild", "style: expected steady, bold, cautious"),
        ("search:worlds", "not OPTION=VALUE"),
        ("search:worlds=", "not OPTION=VALUE"),
        ("search:worlds=2,", "not OPTION=VALUE"),
        ("search:worlds=2,worlds=3", "given twice"),
        ("search:worlds=0", "worlds: expected a whole number above zero"),
        ("search:worlds=1e3", "worlds: expected a number"),
        ("search:memory=perhaps", "memory: expected on or off"),
        ("search:time=soon", "time: expected seconds"),
        ("search:time=nan", "time: expected seconds"),
        ("search:time=-1", "time: expected seconds"),
        ("search:name=x", "no option 'name': there are seed, level, worlds"),
        ("rule:seed=1", "no option 'seed': there are bids"),
        ("book:bids=sure", "no option 'bids': there are none"),
        ("random:time=1", "no option 'time': there are seed"),
        ("random:seed=-1", "seed: expected a whole number"),
    ],
)
def test_bad_specs(spec: str, reason: str) -> None:
    with pytest.raises(SpadesError, match=reason) as caught:
        bot_from_spec(spec)
    assert str(caught.value).startswith(f"bot {spec!r}: ")
    assert "\n" not in str(caught.value)


def test_a_limit_of_its_own() -> None:
    limits: list[Limit | None] = []

    class Asked:
        name = "asked"

        def choose(self, obs: Any, limit: Limit | None = None) -> Any:  # noqa: ANN401
            limits.append(limit)
            return Action("look")

    bot = LimitedBot(Asked(), Limit(worlds=3))
    bot.choose(None)  # type: ignore[arg-type]
    bot.choose(None, Limit(worlds=4))  # type: ignore[arg-type]
    assert limits == [Limit(worlds=3), Limit(worlds=4)]
