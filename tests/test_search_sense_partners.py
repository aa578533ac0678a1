"""Partnership sense: positions of four players with a plain best card.

Seat 0 is to act, seat 2 is its partner. Cards that nobody holds have been played; the bot sees its
own hand and what lies on the table, and has to do right whatever the others hold of the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spades import CardSet, Game, Limit, Round, Rules
from spades.bots import RandomBot, SearchBot

PARTNERS = Rules.preset("partners")
DOUBLE = Rules.preset("partners-double-nil")
WORLDS = (20, 60, 200)
SEEDS = (1, 2, 3)


def chosen(
    hands: Sequence[str],
    bids: Sequence[str | int | None],
    tricks: Sequence[int],
    trick: Sequence[tuple[int, str]] = (),
    rules: Rules = PARTNERS,
    worlds: Sequence[int] = WORLDS,
) -> set[str]:
    """Give all actions that bots of several seeds and numbers of worlds choose."""
    round = Round.setup(rules, list(hands), list(bids), list(tricks), 0, list(trick), broken=True)
    seen = round.observation(0)
    bots = [SearchBot(seed=seed) for seed in SEEDS]
    return {str(bot.choose(seen, Limit(worlds=n)).action) for bot in bots for n in worlds}


# The partner's nil.


def test_a_nil_that_wins_is_overtaken() -> None:
    trick = [(1, "5H"), (2, "9H"), (3, "8H")]
    hands = (".K3.A2.5", ".Q.43.8", ".4.65.9", ".J.87.6")
    assert chosen(hands, (4, 3, "nil", 3), (3, 3, 0, 2), trick) == {"KH"}


def test_a_nil_still_to_play_is_given_room() -> None:
    # The partner plays last; the low heart would leave it the trick.
    hands = (".A3.A2.5", ".T8.43.8", ".KJ.65.9", ".Q.87.6")
    assert chosen(hands, (4, 3, "nil", 3), (3, 3, 0, 2), [(3, "4H")]) == {"AH"}


def test_a_nil_is_led_high_cards() -> None:
    hands = (".AKQ.2.5", ".T98.3.8", ".J4.65.9", ".753.7.6")
    led = chosen(hands, (4, 3, "nil", 3), (3, 3, 0, 2))
    assert led <= {"AH", "KH", "QH"}


def test_a_broken_nil_is_covered_no_more() -> None:
    # The nil has fallen: its trick is no loss, and the king is worth one of the two still lacking.
    hands = ("A.K3..", "..43.", "..65.", "..87.")
    trick = [(1, "5H"), (2, "9H"), (3, "8H")]
    assert chosen(hands, (4, 3, "nil", 3), (3, 3, 1, 3), trick) == {"3H"}


# The contract and an opponent's nil. Seat 3 has bid nil and is about to win; seat 0 plays last.
NIL_FALLS = ((".K4..", "..3.", "..5.", "..6."), [(1, "2H"), (2, "3H"), (3, "9H")])


def test_a_nil_is_broken_where_that_wins_more() -> None:
    # Left alone the nil falls, 200 points; the king would save a contract of 8, 160.
    hands, trick = NIL_FALLS
    assert chosen(hands, (5, 2, 3, "nil"), (4, 4, 3, 0), trick) == {"4H"}


def test_a_nil_is_left_standing_where_its_fall_costs_more() -> None:
    hands, trick = NIL_FALLS
    cheap = PARTNERS.replace(nil_bonus=30, nil_penalty=30)
    assert chosen(hands, (5, 2, 3, "nil"), (4, 4, 3, 0), trick, cheap) == {"KH"}


def test_a_nil_is_attacked_when_the_contract_is_made() -> None:
    trick = [(1, "2H"), (2, "3H"), (3, "9H")]
    hands = (".K4.7.", ".8.3.", ".5.5.", ".J.6.")
    assert chosen(hands, (2, 2, 2, "nil"), (3, 4, 3, 0), trick) == {"4H"}


# Partner's winner.


@pytest.mark.parametrize("bids", [(4, 3, 4, 2), (4, 3, 4, 1)])
def test_the_partners_winner_is_not_overtaken(bids: tuple[int, ...]) -> None:
    hands = (".A2.2.", ".8.3.", ".5.5.", ".J.6.")
    trick = [(1, "4H"), (2, "KH"), (3, "9H")]
    assert chosen(hands, bids, (3, 2, 3, 2), trick) == {"2H"}


def test_the_partners_winner_is_not_ruffed() -> None:
    trick = [(1, "4H"), (2, "AH"), (3, "9H")]
    hands = ("73..8.3", "..93.4", "..T5.2", "..J6.5")
    cards = chosen(hands, (4, 3, 4, 2), (3, 2, 3, 1), trick)
    assert cards <= {"8D", "3C"}


def test_the_last_player_wins_with_the_cheapest_card() -> None:
    hands = (".AQT2.8.", ".8.93.4", ".5.T5.2", ".J.J6.5")
    trick = [(1, "9H"), (2, "3H"), (3, "7H")]
    assert chosen(hands, (4, 3, 4, 2), (2, 2, 3, 1), trick) == {"TH"}


def test_the_last_player_ruffs_with_the_cheapest_trump() -> None:
    hands = ("KT4..8.", "Q.8.9.", "..T5.2", "J..6.5")
    trick = [(1, "KH"), (2, "3H"), (3, "7H")]
    assert chosen(hands, (4, 3, 4, 2), (2, 2, 3, 2), trick) == {"4S"}


# Sets and bags. Seat 0 plays last to a trick that seat 3 wins; its own contract is made.
LAST = ((".A2..", "..8.", "..5.", "..J."), [(1, "9H"), (2, "3H"), (3, "KH")])


def test_opponents_are_set_and_the_bag_taken() -> None:
    hands, trick = LAST
    # They lack both tricks.
    assert chosen(hands, (2, 4, 2, 3), (3, 3, 3, 2), trick) == {"AH"}


def test_bags_are_ducked_where_they_hurt() -> None:
    hands, trick = LAST
    assert chosen(hands, (2, 2, 2, 3), (3, 3, 3, 2), trick) == {"2H"}


@pytest.mark.parametrize("changes", [{"bag_penalty": 0}, {"bag_limit": 0}])
def test_bags_that_cost_nothing_are_taken(changes: dict[str, int]) -> None:
    hands, trick = LAST
    rules = PARTNERS.replace(**changes)
    assert chosen(hands, (2, 2, 2, 3), (3, 3, 3, 2), trick, rules) == {"AH"}


def test_a_lost_contract_still_sets_the_other() -> None:
    hands, trick = LAST
    # 12 bid and 5 taken: lost. The opponents lack one of the last two tricks.
    assert chosen(hands, (6, 4, 6, 3), (2, 3, 3, 3), trick) == {"AH"}


# Bids.
SAFE = "2.5432.5432.5432"


def fill(hand: str) -> list[str]:
    """Give four hands, the first given, the rest dealt in order."""
    mine = CardSet(hand)
    rest = [card for card in CardSet(range(52)) if card not in mine]
    return [hand, *(str(CardSet(rest[i::3])) for i in range(3))]


def bid(hand: str, bids: Sequence[str | int | None], rules: Rules = PARTNERS) -> set[str]:
    """Give the bids of bots of several seeds."""
    # What becomes of a fresh hand or a nil varies too much for fewer worlds.
    return chosen(fill(hand), bids, (0, 0, 0, 0), rules=rules, worlds=(200,))


@pytest.mark.parametrize(
    "hand", ["K54.432.432.5432", "Q4.8432.7432.532", "A3.5432.5432.432", "KQ.8432.7432.532"]
)
def test_no_nil_with_a_spade_honour_short_of_cover(hand: str) -> None:
    assert "nil" not in bid(hand, (None, None, None, None))


def test_a_safe_hand_bids_nil() -> None:
    for bids in [(None, None, None, None), (None, None, 4, 3), (None, 3, 4, 3)]:
        assert bid(SAFE, bids) == {"nil"}


def test_no_nil_after_the_partners() -> None:
    assert "nil" not in bid(SAFE, (None, None, "nil", 4))


def test_a_second_nil_where_both_bring_a_bonus() -> None:
    rules = DOUBLE.replace(misdeal=False)
    assert bid(SAFE, (None, None, "nil", 8), rules) == {"nil"}
    assert "nil" not in bid(SAFE, (None, None, "nil", 8), rules.replace(double_nil_bonus=0))


def test_a_hand_worth_less_than_a_fresh_one_is_a_misdeal() -> None:
    # Too high for nil, too low for tricks.
    assert bid("9.T98.T98.T98765", (None, None, None, None), DOUBLE) == {"misdeal"}
    three = Rules.preset("three-handed")
    poor = CardSet("9.T9876.T9876.T98765")
    rest = [card for card in CardSet(range(52)) if card not in poor]
    hands = [str(poor), *(str(CardSet(rest[i : i + 17])) for i in (0, 17))]
    assert chosen(hands, (None, None, None), (0, 0, 0), rules=three, worlds=(200,)) == {"misdeal"}
    # A hand without a king, queen or jack may be a good one.
    strong = "A98765.A.A98.A98"
    assert "misdeal" not in bid(strong, (None, None, None, None), DOUBLE)


def test_more_is_bid_beside_a_nil() -> None:
    """A partner who takes nothing leaves its tricks to others, and its high cards fall."""
    more = 0
    for seed in range(1, 25):
        hands = [str(hand) for hand in Round.deal(PARTNERS, seed=seed).hands]
        sums = []
        for partner in ("nil", "3"):
            round = Round.setup(PARTNERS, hands, [None, None, partner, "3"], [0, 0, 0, 0], 0)
            choice = SearchBot(seed=1).choose(round.observation(0), Limit(worlds=60))
            assert choice.action.bid is not None
            sums.append(choice.action.bid)
        if not any(b.is_nil for b in sums):
            more += int(sums[0]) - int(sums[1])
    assert more > 0


# The game.


def behind(seed: int, trails: bool) -> Game:
    """Give a game of two rounds at its last bids, side 0 far behind or far ahead."""
    rules = PARTNERS.replace(target=0, rounds=2)
    game = Game(rules, seed=seed, opener=3)
    bot = RandomBot(seed=1)
    while len(game.rounds) < 1:
        assert game.turn is not None
        lost = (game.turn % 2 == 0) == trails
        if game.phase == "bid":
            game.apply("7" if lost else "2")
        else:
            game.apply(bot.choose(game.observation(game.turn)).action)
    assert game.turn == 0
    return game


def test_the_last_round_is_bid_for_the_game() -> None:
    """Behind only a nil or a set can win, and little is lost by trying; ahead neither is risked."""
    nils, wins = [0, 0], [0.0, 0.0]
    for seed in range(16):
        for trails in (False, True):
            game = behind(seed, trails)
            choice = SearchBot(seed=1).choose(game.observation(0), Limit(worlds=80))
            nils[trails] += str(choice.action) == "nil"
            win = choice.report[choice.action].win
            assert win is not None
            wins[trails] += win
            best = max(entry.win for entry in choice.report.actions if entry.win is not None)
            assert win > best - 0.1
    assert nils[True] > nils[False]
    assert wins[True] < 4 < 12 < wins[False]
