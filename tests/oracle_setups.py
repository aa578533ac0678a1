"""Set-ups and readings for the tests of the oracle. Nothing of `spades` is imported here."""

from __future__ import annotations

import random
from dataclasses import replace

from oracle import OracleRound, OracleRules

PACK = list(range(52))
KEEP, REFUSE, UP, DOWN, BLIND_NIL, LOOK, MISDEAL = range(74, 81)
NIL = 56
SOLO_2 = OracleRules(deal="dealt")
SOLO_3 = OracleRules(deal="dealt", players=3)
SOLO_4 = OracleRules(deal="dealt", players=4)
BLIND_4 = replace(SOLO_4, blind_nil_bonus=200)
SPADES = set(range(39, 52))


def cards(text: str) -> list[int]:
    """Read cards such as "AS TH 2C" into ids."""
    return ["CDHS".index(c[1]) * 13 + "23456789TJQKA".index(c[0]) for c in text.split()]


def bid_of(n: int) -> int:
    """Give the action id of a bid."""
    return 56 + n


def shuffled(rng: random.Random) -> list[int]:
    """Give a shuffled pack."""
    return rng.sample(PACK, 52)


def deck_for(hand: str, players: int) -> list[int]:
    """Give a deck that deals exactly `hand` to the opener."""
    mine = cards(hand)
    rest = [card for card in PACK if card not in mine]
    return [(mine if i % players == 0 and mine else rest).pop(0) for i in range(52)]


def at_play(rules: OracleRules, hands: list[str], opener: int = 0) -> OracleRound:
    """Give a round whose bids (1 each) are made, with small hands put in for the dealt ones."""
    game = OracleRound(rules, PACK, opener)
    while game.phase != "play":
        game.apply(bid_of(1))
    game.hands = [set(cards(hand)) for hand in hands]
    return game


def play(game: OracleRound, text: str) -> None:
    """Play cards in order."""
    for card in cards(text):
        game.apply(card)


def legal_is(game: OracleRound, text: str) -> bool:
    """Compare the legal cards."""
    return game.legal() == sorted(cards(text))


def rest_of_deck(game: OracleRound) -> set[int]:
    """Give the cards not yet drafted, or set aside."""
    players = game.rules.players
    dealt = 17 * 3 if players == 3 else 13 * players
    return set(game.deck[dealt if game.rules.deal == "dealt" else 2 * game.draft_turn :])
