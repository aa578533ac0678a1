"""`hint` and `odds`: what they say, and that they say no more than the seat may know."""

from __future__ import annotations

import re

import pytest

import spades
from cli_process import SHORT, events, first_choices, run
from spades import Card, Game, Limit
from spades.bots import ActionReport, Choice, Report, SearchBot
from spades.cli.cards import CardFace
from spades.cli.hints import hint_words
from spades.cli.names import Names
from spades.cli.odds import odds_of

FACE = CardFace(ascii_only=True)


def at(preset: str, phase: str, seed: int = 3, tricks: int = 0) -> Game:
    """A game in which seat 0 is to act, the others having done the first of what they may."""
    game = Game(preset, seed=seed, opener=0)
    while not (game.phase == phase and game.turn == 0 and sum(game.round.tricks) >= tricks):
        assert not game.rounds
        usual = {"bid": "3", "blind": "look"}
        game.apply(usual.get(game.phase, game.legal_actions()[0]))
    return game


@pytest.mark.parametrize("preset", spades.PRESETS)
@pytest.mark.parametrize("phase", ["draft", "bid", "play"])
def test_the_chances_of_a_card_add_up_to_the_cards_that_are_held(preset: str, phase: str) -> None:
    if phase == "draft" and spades.Rules.preset(preset).deal == "dealt":
        return
    game = at(preset, phase)
    seen = game.observation(0)
    odds = odds_of(seen, SearchBot(seed=1).choose(seen, Limit(worlds=3)))
    assert odds.held.keys() == set(map(Card, range(52))) - set(seen.known)
    for seat in range(1, seen.rules.players):
        unknown = seen.cards_left[seat] - len(seen.known_hands[seat])
        assert sum(held[seat] for held in odds.held.values()) == pytest.approx(unknown, abs=0.01)
    for card, held in odds.held.items():
        assert held[0] == 0
        assert all(0 <= chance <= 1 for chance in held)
        assert sum(held) <= 1 + 1e-9, card


def test_a_suit_that_a_seat_has_not_is_held_by_others() -> None:
    for seed in range(50):
        game = at("partners", "play", seed, tricks=6)
        seen = game.observation(0)
        void = [(seat, suit) for seat in (1, 2, 3) for suit in seen.voids[seat]]
        if void:
            break
    odds = odds_of(seen, SearchBot(seed=1).choose(seen, Limit(worlds=3)))
    seat, suit = void[0]
    assert all(held[seat] == 0 for card, held in odds.held.items() if card.suit == suit)


def test_hidden_cards_change_no_odds() -> None:
    """Two deals that seat 0 cannot tell apart have the same odds."""
    seen = at("three-handed", "play").observation(0)
    worlds = seen.sample(7, 2)
    assert worlds[0].hands != worlds[1].hands
    choice = SearchBot(seed=1).choose(seen, Limit(worlds=3))
    told = [odds_of(world.observation(0), choice).held for world in worlds]
    assert told[0] == told[1]


def test_odds_as_text_and_as_json() -> None:
    seats = {"two-handed": ["Computer"], "partners": ["Left", "Partner", "Right"]}
    for preset, others in seats.items():
        options = (*SHORT, "--rules", preset, "--seed", "5", "--worlds", "3")
        entries = first_choices(14 if preset == "two-handed" else 1) + "odds\n"
        text = run(*options, stdin=entries, env={"COLUMNS": "60"}).stdout
        shown = text[text.rindex("> odds") :]
        assert "Who holds the cards that you have not seen, in %:" in shown
        for name in others:
            assert re.search(rf"^{name} +\d+", shown, re.MULTILINE)
        assert max(map(len, shown.splitlines())) <= 60
        told = events(run(*options, "--json", stdin=entries).stdout.splitlines())[-1]
        assert told["event"] == "odds"
        assert len(told["held"]) >= 26
        assert all(len(chances) == len(others) + 1 for chances in told["held"].values())
        assert told["report"]["actions"][0]["value"] is not None


def test_odds_before_anybody_holds_a_card() -> None:
    done = run("--rules", "two-handed-open", "--seed", "5", "--worlds", "3", "--opponent", "rule",
               stdin="odds\n")  # fmt: skip
    assert done.returncode == 0
    assert "Nobody else holds a card yet." in done.stdout


def hint(game: Game, *entries: ActionReport) -> str:
    choice = Choice(entries[0].action, Report(entries))
    return hint_words(FACE, Names.for_player(game.rules), choice, game.observation(0))


def test_a_hint_says_what_the_choice_wins_and_what_another_risks() -> None:
    game = at("two-handed", "bid")
    words = hint(
        game,
        ActionReport(spades.Action("4"), 30.0, 1.0, 50, win=0.6, made=0.8),
        ActionReport(spades.Action("5"), 21.0, 1.0, 50, win=0.55, made=0.5),
    )
    assert words == (
        "4: makes it 80% of the time, expects you 30 points ahead after the round and gives 60% to "
        "win the game. 5 instead: 9 points less, made 50% of the time, 5 % less to win the game."
    )


def test_one_point_is_one_point() -> None:
    words = hint(
        at("two-handed", "bid"),
        ActionReport(spades.Action("4"), -1.2, 1.0, 50),
        ActionReport(spades.Action("5"), -2.3, 1.0, 50),
    )
    assert "expects you 1 point behind" in words
    assert "1 point less" in words


def test_a_hint_in_the_draft() -> None:
    game = at("two-handed", "draft")
    words = hint(
        game,
        ActionReport(spades.Action("refuse"), 0.5, 0.1, 50),
        ActionReport(spades.Action("keep"), 0.3, 0.1, 50),
    )
    card = game.observation(0).shown_card
    assert card is not None
    assert words == (
        f"refuse: it counts on more tricks from the next card than from {FACE.plain(card)}. "
        "keep instead: 0.20 tricks less."
    )


def test_a_hint_says_what_a_card_does_to_the_trick() -> None:
    round_ = spades.Round.setup(
        "partners", hands=["AQ.K..", "K.2.3.", "2.A.4.", "3.3.5."], bids=[1, 1, 1, 1],
        tricks=[0, 0, 0, 0], turn=0,
    )  # fmt: skip
    seen = round_.observation(0)

    def told(card: str) -> str:
        choice = Choice(spades.Action(card), Report((ActionReport(spades.Action(card)),)))
        return hint_words(FACE, Names.for_player(seen.rules), choice, seen)

    assert told("KH") == "KH: it leads hearts."
    for played in ("KH", "2H", "AH"):
        round_.apply(played)
    seen = round_.observation(3)
    legal = [str(action) for action in seen.legal_actions()]
    assert legal == ["3H"]
    choice = Choice(spades.Action("3H"), Report((ActionReport(spades.Action("3H")),)))
    words = hint_words(FACE, Names.for_player(seen.rules), choice, seen)
    assert words == "3H: it stays below AH."


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_hints_are_whole_sentences_everywhere(preset: str) -> None:
    asked = "hint\n#1\n" * 35
    done = run(*SHORT, "--rules", preset, "--seed", "5", "--worlds", "2", stdin=asked)
    text = re.sub(r"\s+", " ", done.stdout)
    hints = re.findall(r"> hint Hint: (.*?\.) (?=[a-z -]+\([^)]*\)> |your card> )", text)
    assert len(hints) >= 12
    for words in hints:
        assert not re.search(r"None|nan| ,|, ,|\.\.|: ,|: \.", words), words
