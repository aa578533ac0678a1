"""What is typed, against what it means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades import Action, CardSet
from spades.cli.cards import choices, in_order
from spades.cli.entry import COMMANDS, Command, EntryError, parse

HAND = CardSet("AQ4.T4.K2.93")


GARBAGE = (
    *("", "x", "hello world", "#", "#0", "#99", "#x", "1s", "11h", "A♠A", "-1", "1.5"),
    *("NaN", "True", "\x00", "é", "9" * 5000, "#" + "9" * 5000, "ace of cups", "keep it"),
    *("²", "#²", "٣"),
)


def legal(*texts: str) -> tuple[Action, ...]:
    return choices([Action(text) for text in texts])


WHOLE = legal(*map(str, HAND))  # AS QS 4S TH 4H KD 2D 9C 3C, numbered from 1
DRAFT = legal("keep", "refuse")
PICK = legal("up", "down")
BLIND = legal("blind-nil", "look")
BIDS = legal("nil", *map(str, range(1, 14)), "misdeal")


@pytest.mark.parametrize(
    "typed",
    [
        *("as", "AS", "sa", "SA", "♠A", "A♠", "a", "ace", "1", "#1", "  AS  ", " # 1"),
        *("spade ace", "ace of spades", "Ace Spades"),
    ],
)
def test_ways_to_write_the_ace_of_spades(typed: str) -> None:
    assert parse(typed, WHOLE, HAND) == Action("AS")


@pytest.mark.parametrize("typed", ["10h", "H10", "th", "T", "ten", "♥10", "10", "10 hearts"])
def test_ways_to_write_a_ten(typed: str) -> None:
    # 10 is no number of the nine cards, so it can only be the rank.
    assert parse(typed, WHOLE, HAND) == Action("TH")


@pytest.mark.parametrize(
    ("typed", "choices_", "phase", "meant"),
    [
        ("k", DRAFT, "draft", "keep"),
        ("r", DRAFT, "draft", "refuse"),
        ("KEEP", DRAFT, "draft", "keep"),
        ("ref", DRAFT, "draft", "refuse"),
        ("#2", DRAFT, "draft", "refuse"),
        ("u", PICK, "draft", "up"),
        ("d", PICK, "draft", "down"),
        ("b", BLIND, "blind", "blind-nil"),
        ("blind nil", BLIND, "blind", "blind-nil"),
        ("l", BLIND, "blind", "look"),
        ("n", BIDS, "bid", "nil"),
        ("nil", BIDS, "bid", "nil"),
        ("0", BIDS, "bid", "nil"),
        ("1", BIDS, "bid", "1"),
        ("13", BIDS, "bid", "13"),
        ("m", BIDS, "bid", "misdeal"),
        ("#1", BIDS, "bid", "nil"),
    ],
)
def test_words_and_bids(typed: str, choices_: tuple[Action, ...], phase: str, meant: str) -> None:
    assert parse(typed, choices_, HAND, phase) == Action(meant)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_read_in_every_phase(name: str) -> None:
    for actions, phase in [(WHOLE, "play"), (DRAFT, "draft"), (BIDS, "bid"), (BLIND, "blind")]:
        assert parse(name.upper(), actions, HAND, phase) == Command(name)


def test_short_and_long_commands() -> None:
    assert parse("?", DRAFT, HAND, "draft") == Command("help")
    assert parse("q", DRAFT, HAND, "draft") == Command("quit")
    assert parse("exit", WHOLE, HAND) == Command("quit")
    assert parse("why  9h ", WHOLE, HAND) == Command("why", "9h")


def test_q_is_not_taken_for_quit_by_someone_who_holds_a_queen() -> None:
    with pytest.raises(EntryError, match="QS or quit"):
        parse("q", WHOLE, HAND)
    assert parse("q", legal("KD"), CardSet("-.-.K.-")) == Command("quit")


def test_a_digit_that_is_a_number_and_a_rank_is_asked_about() -> None:
    # Number 9 is 3C, and a nine is held: a wrong guess would play the wrong card.
    with pytest.raises(EntryError, match=r"number 9, 3C, or 9C: type #9 or the whole card"):
        parse("9", WHOLE, HAND)
    assert parse("#9", WHOLE, HAND) == Action("3C")
    assert parse("7", WHOLE, HAND) == Action("2D")  # no seven is held


def test_a_rank_names_the_one_card_of_it_that_may_be_played() -> None:
    assert parse("k", legal("KD"), CardSet("K.-.K.-")) == Action("KD")
    assert parse("k", legal("2D"), CardSet("K.-.2.-")) == Action("KS")  # the game says why not
    with pytest.raises(EntryError, match="could be 4S or 4H"):
        parse("four", WHOLE, HAND)


def test_a_digit_of_a_card_that_may_not_be_played_is_asked_about_too() -> None:
    # Whoever means the two must not be given choice number 2.
    with pytest.raises(EntryError, match="or 2S"):
        parse("2", legal("KD", "QD"), CardSet("2.-.KQ.-"))


@pytest.mark.parametrize(
    "typed",
    GARBAGE,
)
def test_garbage_is_refused_in_words(typed: str) -> None:
    for actions, phase in [(WHOLE, "play"), (DRAFT, "draft"), (BIDS, "bid")]:
        if typed == "keep it" and phase == "draft":
            continue
        with pytest.raises(EntryError) as refused:
            parse(typed, actions, HAND, phase)
        assert len(str(refused.value)) < 200


def test_what_is_wanted_is_said() -> None:
    with pytest.raises(EntryError, match=r"type keep or refuse; \? shows"):
        parse("x", DRAFT, HAND, "draft")
    with pytest.raises(EntryError, match="type nil or misdeal or a number from 1 to 13"):
        parse("x", BIDS, HAND, "bid")
    with pytest.raises(EntryError, match=r"type a card .*, or its number"):
        parse("x", WHOLE, HAND)


def test_choices_are_numbered_as_the_hand_is_shown() -> None:
    assert [str(card) for card in in_order(HAND)] == [str(action) for action in WHOLE]
    assert [str(action) for action in WHOLE[:4]] == ["AS", "QS", "4S", "TH"]


@given(st.text(max_size=12) | st.text("0123456789tjqkacdhs# ofpe-", max_size=6))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    for actions, phase in [(WHOLE, "play"), (DRAFT, "draft"), (BIDS, "bid"), (BLIND, "blind")]:
        try:
            meant = parse(typed, actions, HAND, phase)
        except EntryError:
            continue
        assert isinstance(meant, Action | Command)
