"""What a review finds, and what it does not."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

import spades
from review_games import QUICK, bots_game, record_of, review_of
from spades import Action, CardSet, Limit, Record, Round
from spades.review import Estimate, Judge, Position, Review, Verdict, review
from spades.review.drawing import table_drawing
from spades.review.words import Words

# Points are all that counts: the chance to win grows with them and with nothing else.
# The discards lie face up, so that each knows the other's hand.
PLAIN = spades.Rules.preset("two-handed-open").replace(
    bag_limit=0, target=5000, blind_nil_bonus=0, moon_bonus=0
)


def known_ending(seed: int, size: int) -> Round:
    """An ending whose hidden cards are known to the player: all others have been played."""
    chance = random.Random(seed)
    cards = chance.sample(range(52), 2 * size)
    hands = [CardSet(cards[:size]), CardSet(cards[size:])]
    tricks = chance.randrange(14 - size)
    gone = chance.sample(sorted(set(range(52)) - set(cards)), 2 * (13 - size))
    thrown = sorted(set(range(52)) - set(cards) - set(gone))
    return Round.setup(
        PLAIN,
        hands,
        bids=[chance.randrange(1, 8), chance.randrange(1, 8)],
        tricks=[tricks, 13 - size - tricks],
        turn=0,
        broken=True,
        played=CardSet(gone),
        discards=[CardSet(thrown[:13]), CardSet(thrown[13:])],
    )


@pytest.mark.parametrize("seed", range(30))
def test_losses_are_those_of_the_solver(seed: int) -> None:
    """With one hand possible the loss of each card is what the exact solver says."""
    round = known_ending(seed, 2 + seed % 5)
    obs = round.observation(0)
    solution = spades.solve(round)
    judge = Judge(QUICK, 1)
    for action in round.legal_actions():
        verdict = judge.verdict(obs, action)
        if verdict is None:
            assert len(obs.legal_actions()) == 1
            continue
        assert verdict.exact
        assert verdict.points is not None
        loss = solution.value - solution.actions[action]
        assert verdict.points.mean == pytest.approx(loss)
        assert verdict.points.error == 0
        if loss == 0:
            assert verdict.kind in ("best", "fine")
        elif loss >= 10:
            assert verdict.wrong
            assert verdict.better is not None
            assert solution.actions[verdict.better.action] == solution.value


def bidding(preset: str, seed: int = 3) -> spades.Game:
    """A game that comes to its first bid."""
    game = spades.Game(preset, seed=seed)
    bot = spades.bots.SearchBot(seed=1)
    while game.phase != "bid":
        assert game.turn is not None
        game.apply(bot.choose(game.observation(game.turn), Limit(worlds=1)).action)
    return game


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_a_mad_bid_is_a_blunder_though_the_bot_never_thinks_of_it(preset: str) -> None:
    game = bidding(preset)
    obs = game.observation(game.turn or 0)
    usual = spades.bots.SearchBot(seed=1).choose(obs, QUICK)
    mad = Action(str(game.rules.max_bid))
    assert usual.report[mad].value is None
    verdict = Judge(QUICK, 1).verdict(obs, mad)
    assert verdict is not None
    assert verdict.kind == "blunder"
    assert verdict.points is not None
    assert verdict.points.mean > 50
    assert verdict.played is not None
    assert verdict.played.made is not None
    assert verdict.played.made < 0.2


@pytest.mark.parametrize(
    ("preset", "worlds", "most"), [("two-handed", 128, 0.03), ("partners", 512, 0.08)]
)
def test_a_bot_of_the_same_strength_is_hardly_accused(
    preset: str, worlds: int, most: float
) -> None:
    found = review(bots_game(preset, worlds), limit=Limit(worlds=64), luck=0)
    assert len(found.decisions) > 60
    wrong = [decision for decision in found.decisions if decision.verdict.wrong]
    assert len(wrong) <= most * len(found.decisions)


def test_random_play_is_accused() -> None:
    for preset in spades.PRESETS:
        found = review_of(preset)
        assert found.summary(0).mistakes > 0, preset


def test_noise_is_no_mistake() -> None:
    """The same bot with other seeds: its changes of mind are within the noise."""
    obs = bidding("partners").observation(0)
    game = bidding("partners")
    while game.phase != "play":
        game.apply(spades.bots.RuleBot().choose(game.observation(game.turn or 0)).action)
    obs = game.observation(game.turn or 0)
    judge = Judge(Limit(worlds=2), 1)
    kinds = set()
    for seed in range(12):
        action = spades.bots.SearchBot(seed=seed).choose(obs, Limit(worlds=400)).action
        verdict = judge.verdict(obs, action)
        assert verdict is not None
        kinds.add(verdict.kind)
    assert kinds <= {"best", "fine"}


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_hidden_cards_change_nothing(preset: str) -> None:
    record = record_of(preset)
    game = spades.Game(record.rules, record.seed, record.opener)
    names = ["a", "b", "c", "d"][: record.rules.players]
    decisions = review_of(preset).decisions
    by_number = {(one.round, one.number): one for one in decisions}
    seen = 0
    for number, action in enumerate(record.rounds[0].actions, 1):
        one = by_number.get((1, number))
        if one is not None:
            # The world has no game around it: the round is judged as one of its own.
            obs = game.round.observation(one.seat)
            other = obs.sample(7, 1)[0].observation(one.seat)
            assert other == obs
            judge = Judge(QUICK, 1)
            first, second = judge.verdict(obs, action), judge.verdict(other, action)
            assert first is not None
            assert second is not None
            assert first == second
            twin = replace(one, position=Position.of(other), verdict=second)
            assert twin.reason == replace(one, position=Position.of(obs), verdict=first).reason
            assert table_drawing(twin, names, "x") == table_drawing(
                replace(one, position=Position.of(obs), verdict=first), names, "x"
            )
            seen += 1
        game.apply(action)
    assert seen == len(decisions)


def test_the_same_each_time_and_for_any_threads() -> None:
    record = record_of("two-handed")
    first = review(record, limit=QUICK, luck=2)
    assert first == review(record, limit=QUICK, luck=2)
    threads = Limit(worlds=6, threads=3)
    assert review(record, limit=threads, luck=2).decisions == first.decisions
    assert review(record, limit=QUICK, luck=2, seed=2) != first


def test_whose_decisions() -> None:
    record = record_of("partners")
    assert review_of("partners").seats == (0,)
    assert {one.seat for one in review_of("partners").decisions} == {0}
    other = review(record, 2, QUICK, luck=0)
    assert {one.seat for one in other.decisions} == {2}
    nameless = Record.from_game(record.replay())
    assert review(nameless, None, QUICK, luck=0).seats == (0, 1, 2, 3)
    played = Record.from_game(record.replay(), ["Ann", "b", "c", "d"], "opponent: strong")
    assert review(played, None, QUICK, luck=0).seats == (0,)
    for bad in (-1, 4, 10**30, 1.5, "you", True):
        with pytest.raises(spades.SpadesError, match="seat: expected one from 0 to 3"):
            review(record, bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"limit": 5}, "limit: expected a Limit"),
        ({"luck": 1}, "luck: expected 0"),
        ({"luck": -1}, "luck: expected 0"),
        ({"luck": 10**30}, "luck: expected 0"),
        ({"luck": None}, "luck: expected 0"),
        ({"seed": -1}, "seed: expected"),
        ({"seed": "x"}, "seed: expected"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(spades.SpadesError, match=words):
        review(record_of("two-handed"), **arguments)  # type: ignore[arg-type]
    with pytest.raises(spades.SpadesError, match="record: expected a Record"):
        review("game.toml")  # type: ignore[arg-type]


def test_a_record_that_was_put_together_wrong_is_refused() -> None:
    with pytest.raises(spades.RecordError):
        review(replace(record_of("two-handed"), seed=4))


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes() -> None:
    whole = record_of("two-handed", 2)
    game = spades.Game(whole.rules, whole.seed, whole.opener)
    for action in [*whole.rounds[0].actions, *whole.rounds[1].actions[:30]]:
        game.apply(action)
    found = review(Record.from_game(game, whole.players), limit=QUICK, luck=2)
    assert not found.over
    assert [result.round for result in found.results] == [1]
    assert {one.round for one in found.decisions} == {1, 2}
    both = review_of("two-handed", 2)
    assert found.decisions == both.decisions[: len(found.decisions)]
    begun = review(Record.from_game(spades.Game("partners", seed=1)), limit=QUICK)
    assert begun.decisions == ()
    assert "No mistake was found." in str(begun)
    assert begun.to_html()


def test_progress_and_ctrl_c() -> None:
    record = record_of("two-handed", 2)
    steps: list[tuple[int, int]] = []
    whole = review(record, limit=QUICK, luck=2, progress=lambda *step: steps.append(step))
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert {total for _, total in steps} == {len(steps)}

    def stop(done: int, total: int) -> None:
        if done == 60:
            raise KeyboardInterrupt

    part = review(record, limit=QUICK, luck=2, progress=stop)
    assert part.stopped
    assert 0 < len(part.decisions) < len(whole.decisions)
    assert part.decisions == whole.decisions[: len(part.decisions)]
    assert "Interrupted" in part.to_text()
    assert "Interrupted" in part.to_html()


def test_summaries_add_up() -> None:
    for preset in spades.PRESETS:
        found = review_of(preset)
        phases = found.phases(0)
        total = found.summary(0)
        for field in ("decisions", "mistakes", "blunders", "unvalued"):
            assert getattr(total, field) == sum(getattr(part, field) for part in phases.values())
        wrong = [one for one in found.decisions if one.verdict.wrong]
        assert total.mistakes == len(wrong)
        points = sum(one.verdict.points.mean for one in wrong if one.verdict.points)
        assert total.points is not None
        assert total.points.mean == pytest.approx(points)
        assert total.accuracy == (total.decisions - total.mistakes) / total.decisions
        for result, luck in found.rounds():
            assert luck is not None
            seat = found.to_dict()["seats"][0]["rounds"][result.round - 1]
            assert seat["result"] == pytest.approx(
                seat["deal"]["mean"] - seat["lost"] + seat["rest"]
            )


def test_a_lost_game_is_no_licence() -> None:
    """You bid nil where it fails, in a game that is lost anyway: points lost, and said so."""
    rules = spades.Rules.preset("two-handed").replace(target=0, rounds=1)
    game = spades.Game(rules, seed=5)
    while game.phase == "draft":
        if game.turn == 0:
            game.apply("keep")
        else:
            game.apply(spades.bots.RuleBot().choose(game.observation(1)).action)
    while game.turn != 0:
        game.apply(spades.bots.RuleBot().choose(game.observation(1)).action)
    verdict = Judge(Limit(worlds=16), 1).verdict(game.observation(0), "nil")
    assert verdict is not None
    assert verdict.decided
    assert verdict.kind == "mistake"
    assert verdict.unit == "points"
    assert verdict.points is not None
    assert verdict.points.mean > 100
    assert "the game was decided" in Words().loss(verdict, rules)


def test_the_costliest_come_first() -> None:
    found = review_of("two-handed")
    costs = [one.verdict.weight for one in found.costliest()]
    assert costs == sorted(costs, reverse=True)
    assert found.costliest(2) == found.costliest()[:2]
    assert found.costliest(0) == ()


def test_every_mistake_has_a_reason() -> None:
    words = Words(ascii_only=True)
    for preset in spades.PRESETS:
        for one in review_of(preset).decisions:
            text = words.reason(one)
            if one.verdict.wrong:
                assert text.endswith(".")
                assert text[0].isupper() or text[0].isdigit()
                assert text.isascii()
            else:
                assert text == ""


def test_of_losses_that_contradict_each_other_none_is_called_a_mistake() -> None:
    from spades.review.verdict import kind_of, kind_of_both

    loss, nothing, much = Estimate(20.0, 1.0, 16), Estimate(0.0, 0.0, 16), Estimate(0.1, 0.01, 16)
    assert kind_of_both(loss, nothing, decided=True) == ("mistake", "points")
    little = Estimate(0.002, 0.001, 16)
    assert kind_of_both(loss, little, decided=False) == ("blunder", "points")
    assert kind_of_both(loss, nothing, decided=False) == ("fine", "win")
    assert kind_of_both(loss, much, decided=False) == ("blunder", "win")
    assert kind_of_both(nothing, much, decided=False) == ("blunder", "win")
    assert kind_of_both(nothing, nothing, decided=False) == ("fine", "win")
    assert kind_of_both(loss, Estimate(-0.1, 0.01, 16), decided=False) == ("fine", "win")
    win, gain = Estimate(0.02, 0.001, 16), Estimate(-8.0, 1.0, 16)
    assert kind_of("win", win, None) == "mistake"
    assert kind_of("win", win, Estimate(-1.0, 2.0, 16)) == "mistake"
    assert kind_of("win", win, gain) == "fine"
    assert kind_of("win", Estimate(0.2, 0.01, 16), None) == "blunder"
    assert kind_of("points", Estimate(3.0, 1.5, 16), None) == "fine"  # within the noise
    assert kind_of("points", Estimate(0.9, 0.0, 16), None) == "fine"  # too small
    assert kind_of("points", Estimate(1.0, 0.0, 16), None) == "mistake"
    assert kind_of("tricks", Estimate(0.09, 0.0, 1), None) == "fine"


def test_a_draft_is_told_in_tricks() -> None:
    found: Review = review_of("two-handed")
    for one in found.of(0, "draft"):
        verdict: Verdict = one.verdict
        assert verdict.unit == "tricks"
        assert verdict.points is None
        assert verdict.win is None
        assert verdict.tricks is not None
    assert found.phases(0)["draft"].points is None
    assert "tricks, about" in found.to_text(100)


def test_of_two_cards_that_are_worth_the_same_hardly_any_is_accused() -> None:
    """Hearts and diamonds are the same to a player who knows nothing of either but its own."""
    rules = spades.Rules(deal="dealt")
    hands = [CardSet("A4.K92.K92."), CardSet("KQ.A8.A8.97")]
    round = Round.setup(rules, hands, bids=[4, 4], tricks=[2, 3], turn=0, broken=True)
    obs = round.observation(0)
    heart, diamond = Action("KH"), Action("KD")
    losses, errors = [], []
    accused = 0
    for seed in range(200):
        verdict = Judge(Limit(worlds=4), seed).compare(obs, heart, diamond)
        assert verdict is not None
        assert verdict.points is not None
        assert verdict.points.error > 0  # there is noise, and no difference
        losses.append(verdict.points.mean)
        errors.append(verdict.points.error)
        accused += verdict.points.sure
    assert accused <= 5  # of 200, where 1 is expected
    mean = sum(losses) / len(losses)
    spread = Estimate.of(losses)
    assert abs(mean) < 4 * spread.error
    # The error that is told is the one that there is.
    real = spread.error * math.sqrt(len(losses))
    assert 0.8 < math.fsum(errors) / len(errors) / real < 1.2
