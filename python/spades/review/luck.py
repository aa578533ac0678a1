"""The luck of the deal, apart from the play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from spades._core import Action, Card, CardSet, Round, Rules
from spades.bots import Limit, SearchBot
from spades.record import RecordRound
from spades.review.estimate import Estimate

# Times that bots play each deal in each turn of the seats.
TIMES = 12
# Worlds that these bots look at: many weak rounds tell more than a few strong ones.
_WORLDS = 4
_SEEDS = 1 << 64


@dataclass(frozen=True, slots=True)
class RoundLuck:
    """What a deal was worth to each side, whoever played it.

    Bots of one strength play the deal, from a level score, and again with the cards moved one
    seat on, until every seat has had the cards of every other. The luck of a side is what it
    makes with its own cards less the mean over all these turns. Over all turns it adds up to
    nothing, whatever the bots are like: it favours nobody in the long run.

    Attributes:
        round: Number of the round.
        sides: By side, its points more than the best other side's, owed to the cards.
        turns: By side and repeat, what `sides` is the mean of.
    """

    round: int
    sides: tuple[Estimate, ...]
    turns: tuple[tuple[float, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"round": self.round, "sides": [side.to_dict() for side in self.sides]}


def luck_of(
    rules: Rules,
    played: RecordRound,
    times: int = TIMES,
    seed: int = 1,
    progress: Callable[[], object] | None = None,
) -> RoundLuck:
    """What the cards of a round were worth.

    Args:
        rules: The rules.
        played: The round; after a misdeal the cards that were played in the end count.
        times: How often each turn of the seats is played, 2 at least: the spread is the error.
        seed: 0 to 2**64 - 1.
        progress: Called after each round that was played.

    Examples:
        >>> import spades
        >>> rules = spades.Rules.preset("two-handed").replace(target=0, rounds=1)
        >>> game = spades.play_game([spades.bots.RuleBot()] * 2, rules, seed=1)
        >>> luck = luck_of(rules, game.rounds[0], times=2)
        >>> luck.sides[0].mean == -luck.sides[1].mean
        True
    """
    places = seat_places(rules, played.opener)
    deck = pack_of(rules, played, places)
    turns: list[list[float]] = [[] for _ in range(rules.sides)]
    for time in range(times):
        margins = []
        for moved in range(rules.players):
            pack = moved_pack(deck, places, moved)
            salt = (seed * times + time) * rules.players + moved
            margins.append(_margins(rules, pack, played.opener, salt % _SEEDS))
            if progress is not None:
                progress()
        for side, own in enumerate(turns):
            own.append(margins[0][side] - sum(by[side] for by in margins) / len(margins))
    sides = tuple(Estimate.of(own) for own in turns)
    return RoundLuck(played.number, sides, tuple(map(tuple, turns)))


def seat_places(rules: Rules, opener: int) -> tuple[tuple[int, ...], ...]:
    """By seat, the places in the pack of the cards that come to it, kept or thrown away.

    Examples:
        >>> seat_places(Rules.preset("two-handed"), 0)[0][:4]
        (0, 1, 4, 5)
        >>> seat_places(Rules.preset("three-handed"), 1)[1][:3]
        (0, 3, 6)
    """
    round = Round.deal(rules, opener=opener, deck=range(52))
    while round.phase in ("blind", "draft"):
        round.apply(round.legal_actions()[-1])  # look; the choice in the draft does not matter
    zones = zip(round.hands, round.discards, strict=True)
    return tuple(tuple(sorted(int(card) for card in held | thrown)) for held, thrown in zones)


def pack_of(rules: Rules, played: RecordRound, places: Sequence[Sequence[int]]) -> tuple[Card, ...]:
    """The pack of a round, or after a misdeal one that deals the hands dealt last."""
    if not played.redeals:
        return played.deck
    hands = [list(hand) for hand in played.redeals[-1]]
    rest = list(CardSet(range(52)) - CardSet(card for hand in hands for card in hand))
    deck: dict[int, Card] = {}
    for own, hand in zip(places, hands, strict=True):
        deck.update(zip(own, hand, strict=True))
    return tuple(deck[place] if place in deck else rest.pop() for place in range(52))


def moved_pack(
    deck: Sequence[Card], places: Sequence[Sequence[int]], moved: int
) -> tuple[Card, ...]:
    """The pack that gives each seat the cards of the one so many seats further on."""
    pack = list(deck)
    for seat, own in enumerate(places):
        for to, place in zip(own, places[(seat + moved) % len(places)], strict=True):
            pack[to] = deck[place]
    return tuple(pack)


def margin(points: Sequence[int], side: int) -> int:
    """Points of a side more than the best other side's."""
    return points[side] - max(other for at, other in enumerate(points) if at != side)


def _margins(rules: Rules, pack: Sequence[Card], opener: int, seed: int) -> list[int]:
    round = Round.deal(rules, seed, opener, deck=pack)
    bots = [
        SearchBot(seed=(seed * rules.players + seat) % _SEEDS, equity=False)
        for seat in range(rules.players)
    ]
    limit = Limit(worlds=_WORLDS)
    while round.turn is not None:
        legal = round.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            action = Action(bots[round.turn].choose(round.observation(round.turn), limit).action)
        round.apply(action)
    points = [score.points for score in round.score()]
    return [margin(points, side) for side in range(rules.sides)]
