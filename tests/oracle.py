"""The rules of Spades a second time: slow, plain Python, written from `rules.md` alone.

The fast core is tested against this module, so it shares no code with it. Lines in quotation
marks are sentences of `rules.md`. Cards are ids 0..51, `suit * 13 + rank` (clubs, diamonds,
hearts, spades; two = 0, ace = 12).
"""

from __future__ import annotations

from dataclasses import dataclass

Bid = int | str  # 1..17, "nil" or "blind-nil"

SPADES = 3
JACK, QUEEN, KING = 9, 10, 11  # ranks
BID = 56  # a bid of n is BID + n, "Bid 0 is *nil*"
KEEP, REFUSE, UP, DOWN, BLIND_NIL, LOOK, MISDEAL = 74, 75, 76, 77, 78, 79, 80


@dataclass(frozen=True)
class OracleRules:
    """The fields of the table "`Rules` fields", each with its default. Nothing is validated."""

    name: str = "custom"
    players: int = 2
    partnerships: bool = False
    deal: str = "draw"  # "draw", "pick", "dealt"
    discards: str = "private"  # "private", "face-up"
    opener: str = "rotate"  # "rotate", "random"
    hand_hidden_until_bid: bool = False
    misdeal: bool = False
    max_bid: int = 13
    nil_bonus: int = 100
    nil_penalty: int = 100
    nil_tricks: str = "ignored"  # "ignored", "bags", "contract"
    blind_nil_bonus: int = 0
    blind_nil_penalty: int = 0
    moon_bonus: int = 0
    double_nil_bonus: int = 0
    trick_points: int = 10
    bag_points: int = 1
    bag_limit: int = 10
    bag_penalty: int = 100
    target: int = 300
    rounds: int = 0
    max_rounds: int = 500
    lose_score: int | None = None


# fmt: off
_PRESETS = (
    OracleRules("two-handed"),
    OracleRules("two-handed-open", discards="face-up", nil_penalty=0, nil_tricks="bags",
                blind_nil_bonus=200, blind_nil_penalty=0, moon_bonus=250, target=500),
    OracleRules("partners", players=4, partnerships=True, deal="dealt", nil_tricks="bags",
                target=500),
    OracleRules("pick", deal="pick", opener="random"),
    OracleRules("three-handed", players=3, deal="dealt", opener="random",
                hand_hidden_until_bid=True, misdeal=True),
    OracleRules("partners-double-nil", players=4, partnerships=True, deal="dealt",
                opener="random", hand_hidden_until_bid=True, misdeal=True, nil_tricks="bags",
                double_nil_bonus=500),
)
# fmt: on
PRESETS: dict[str, OracleRules] = {rules.name: rules for rules in _PRESETS}


def suit(card: int) -> int:
    """Give the suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def rank(card: int) -> int:
    """Give the rank: 0 for the two up to 12 for the ace, "ace high"."""
    return card % 13


def hand_size(rules: OracleRules) -> int:
    """Give the size of a hand: "13 each to 4, 17 each to 3, 13 each to 2"; drafts make 13."""
    return 17 if rules.players == 3 else 13


def sides(rules: OracleRules) -> list[list[int]]:
    """Give the seats of each side: "a partnership (seats 0+2, seats 1+3)", or a lone player."""
    if rules.partnerships:
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(rules.players)]


def trick_winner(trick: list[tuple[int, int]]) -> int:
    """Give the winner: "highest spade ..., else the highest card of the led suit"."""
    led = suit(trick[0][1])
    winning_suit = SPADES if any(suit(card) == SPADES for _, card in trick) else led
    candidates = [(rank(card), seat) for seat, card in trick if suit(card) == winning_suit]
    return max(candidates)[1]


def legal_cards(hand: set[int], trick: list[tuple[int, int]], broken: bool) -> set[int]:
    """Give the cards of `hand` that may be played to `trick`."""
    if trick:
        # "Follow the led suit if able; otherwise any card, spades included."
        following = {card for card in hand if suit(card) == suit(trick[0][1])}
        return following or set(hand)
    # "A spade may be *led* only when spades are broken or the leader holds nothing but spades."
    others = {card for card in hand if suit(card) != SPADES}
    return set(hand) if broken or not others else others


def may_call_misdeal(hand: set[int]) -> bool:
    """Tell whether the hand has "no spade, or ... no king, queen and jack (aces do not count)"."""
    no_spade = all(suit(card) != SPADES for card in hand)
    no_picture = all(rank(card) not in (JACK, QUEEN, KING) for card in hand)
    return no_spade or no_picture


class OracleRound:
    """One deal, from the first decision to the last trick."""

    def __init__(self, rules: OracleRules, deck: list[int], opener: int) -> None:
        """Begin a round; `deck[0]` is the top of the stock, or the first card dealt."""
        self.rules = rules
        self.opener = opener
        # "from the opener clockwise"
        self.order = [(opener + i) % rules.players for i in range(rules.players)]
        self._start(deck)

    def _start(self, deck: list[int]) -> None:
        if sorted(deck) != list(range(52)):
            raise ValueError("the deck must be the 52 cards, each once")
        players = self.rules.players
        self.deck = deck[:]
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.discards: list[set[int]] = [set() for _ in range(players)]
        self.bids: list[Bid | None] = [None] * players
        self.tricks = [0] * players
        self.trick: list[tuple[int, int]] = []
        self.played: list[int] = []  # every card played, in order
        self.leader = self.opener  # "The opener leads the first trick."
        self.broken = False  # "every round starts unbroken"
        self.looked = [False] * players  # who said look
        self.draft_turn = 0  # turns (draw) or pairs (pick) that are done
        if self.rules.deal == "dealt":
            # "The pack is dealt one card at a time"; the rest is "set aside unseen by anyone".
            for i in range(players * hand_size(self.rules)):
                self.hands[self.order[i % players]].add(deck[i])
        self.phase = "blind"
        self.turn: int | None = self.opener
        if self.rules.blind_nil_bonus <= 0:  # "0: there is no blind nil"
            self._begin_draft()

    # ---- what may be done ----

    def legal(self) -> list[int]:
        """Give the ids of the legal actions, sorted; none when the round is over."""
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        if self.phase == "blind":
            return [BLIND_NIL, LOOK]  # "*blind-nil* or *look*"
        if self.phase == "draft":
            # "says *keep* or *refuse*"; "takes one: *up* or *down*"
            return [KEEP, REFUSE] if self.rules.deal == "draw" else [UP, DOWN]
        if self.phase == "bid":
            # "nobody passes, and a bid need not beat another"; `max_bid`: "highest bid"
            actions = [BID + n for n in range(self.rules.max_bid + 1)]
            # "At its turn to bid, instead of bidding, a player ... may say *misdeal*"
            if self.rules.misdeal and may_call_misdeal(hand):
                actions.append(MISDEAL)
            return actions
        return sorted(legal_cards(hand, self.trick, self.broken))

    def apply(self, action: int, new_deck: list[int] | None = None) -> None:
        """Do a legal action of the seat to act; misdeal needs the pack as dealt again."""
        seat = self.turn
        if seat is None or action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {seat} ({self.phase})")
        if self.phase == "blind":
            self._say(seat, action)
        elif self.phase == "draft":
            self._draft(seat, action)
        elif action == MISDEAL:
            if new_deck is None:
                raise ValueError("misdeal needs new_deck")
            # "all bids of the round are void, the pack is shuffled and dealt again, the opener
            # stays"; no card of the new hand is seen yet, so blind nil is asked again.
            self._start(new_deck)
        elif self.phase == "bid":
            self.bids[seat] = "nil" if action == BID else action - BID
            self._next_bid()
        else:
            self._play(seat, action)

    # ---- blind nil ----

    def _say(self, seat: int, action: int) -> None:
        # "Each player's very first decision of the round, before any card of its own is seen"
        if action == BLIND_NIL:
            self.bids[seat] = "blind-nil"  # "has made its bid"
        else:
            self.looked[seat] = True
        place = self.order.index(seat)
        if place + 1 < len(self.order):
            self.turn = self.order[place + 1]
        else:
            self._begin_draft()

    # ---- how hands are made ----

    def _begin_draft(self) -> None:
        if self.rules.deal == "dealt":
            self._next_bid()
        else:  # a player who said blind-nil "still drafts as usual"
            self.phase = "draft"
            self.turn = self._drafter()

    def _drafter(self) -> int:
        if self.rules.deal == "draw":
            return self.order[self.draft_turn % 2]  # "the opener and taking turns"
        # "13 pairs, 13 cards. Then the other player does the same with the remaining 26."
        return self.order[self.draft_turn // 13]

    def _draft(self, seat: int, action: int) -> None:
        first = self.deck[2 * self.draft_turn]
        second = self.deck[2 * self.draft_turn + 1]
        # "Keep: it goes to the hand, and the next card of the stock is looked at and thrown
        # away. Refuse: it is thrown away, and the next card must be kept." In pick the first is
        # the face-up one: "takes one: *up* or *down*; the other is thrown away as it lies".
        takes_first = action in (KEEP, UP)
        self.hands[seat].add(first if takes_first else second)
        self.discards[seat].add(second if takes_first else first)
        self.draft_turn += 1
        if self.draft_turn < 26:  # "13 turns each"
            self.turn = self._drafter()
        else:
            self._next_bid()

    # ---- bidding and play ----

    def _next_bid(self) -> None:
        # "One round of bidding, from the opener clockwise"; blind nil "is passed over"
        waiting = [seat for seat in self.order if self.bids[seat] is None]
        if waiting:
            self.phase = "bid"
            self.turn = waiting[0]
        else:
            self.phase = "play"
            self.turn = self.leader

    def _play(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.played.append(card)
        self.trick.append((seat, card))
        if suit(card) == SPADES:
            # "Spades are broken by any spade that is played". "It holds from the next lead on":
            # only leads ask for `broken`, so it may be set at once.
            self.broken = True
        if len(self.trick) < self.rules.players:
            self.turn = (seat + 1) % self.rules.players
            return
        winner = trick_winner(self.trick)
        self.tricks[winner] += 1
        self.trick = []
        self.leader = winner  # "The winner leads the next trick."
        self.turn = winner
        if not any(self.hands):
            self.phase = "over"
            self.turn = None

    # ---- what a seat has been shown ----

    def known_cards(self, seat: int) -> set[int]:
        """Give the cards whose place this seat knows by what it was shown, deducing nothing."""
        known = set(self.played)
        if self._sees_own_hand(seat):
            known |= self.hands[seat]
        if self.rules.deal == "draw":
            # "private": "known to the thrower alone"; "With "face-up" both see all 26"
            for thrower, cards in enumerate(self.discards):
                if thrower == seat or self.rules.discards == "face-up":
                    known |= cards
            if self.phase == "draft" and self.turn == seat:
                known.add(self.deck[2 * self.draft_turn])  # "a player looks at the top card"
        if self.rules.deal == "pick":
            # "Both see every face-up card and whether it was taken; nobody sees a face-down
            # card that was not taken; the taker alone sees a face-down card that was."
            pairs_shown = self.draft_turn + (1 if self.phase == "draft" else 0)
            known |= {self.deck[2 * pair] for pair in range(pairs_shown)}
        return known

    def _sees_own_hand(self, seat: int) -> bool:
        if self.phase == "blind":
            # "before any card of its own is seen"
            decided = self.looked[seat] or self.bids[seat] is not None
            return decided and not self.rules.hand_hidden_until_bid
        if self.phase == "bid" and self.rules.hand_hidden_until_bid and self.turn is not None:
            # "a player sees its own hand only when its turn to bid comes"; who said blind-nil
            # sees it when the bidding has got past its place.
            return self.order.index(seat) <= self.order.index(self.turn)
        return True


def is_nil(bid: Bid) -> bool:
    """Tell whether the bid is a nil of either kind: "Bid 0 is *nil*"."""
    return bid in (0, "nil", "blind-nil")


def score_round(
    rules: OracleRules, bids: list[Bid], tricks: list[int], bags: list[int]
) -> list[tuple[int, int]]:
    """Score a round: per side the points and the bags after it.

    `bids` and `tricks` are per seat, `bags` (before the round) per side.
    """
    return [
        _score_side(rules, seats, bids, tricks, bags_before)
        for seats, bags_before in zip(sides(rules), bags, strict=True)
    ]


def _score_side(
    rules: OracleRules, seats: list[int], bids: list[Bid], tricks: list[int], bags: int
) -> tuple[int, int]:
    points = 0
    new_bags = 0
    both_nil = len(seats) == 2 and all(is_nil(bids[seat]) for seat in seats)
    if both_nil and rules.double_nil_bonus != 0:
        # "both kept `+bonus`, one kept `0`, none kept `-bonus`, instead of the nil points, and
        # their tricks are ignored"
        kept = sum(1 for seat in seats if tricks[seat] == 0)
        points = {2: rules.double_nil_bonus, 1: 0, 0: -rules.double_nil_bonus}[kept]
    else:
        contract = 0  # "Contract of a side = its bids above nil, added up."
        contract_tricks = 0
        for seat in seats:
            bid, taken = bids[seat], tricks[seat]
            if is_nil(bid):
                blind = bid == "blind-nil"
                if taken == 0:  # "a nil that takes no trick"
                    points += rules.blind_nil_bonus if blind else rules.nil_bonus
                else:  # "a nil that takes one or more"
                    points -= rules.blind_nil_penalty if blind else rules.nil_penalty
                if rules.nil_tricks == "bags":  # "bags of its side ..., never help the partner"
                    new_bags += taken
                elif rules.nil_tricks == "contract":  # "help the partner's contract"
                    contract_tricks += taken
            elif bid == 13 and rules.moon_bonus != 0:
                if taken >= 13:  # "13 bid and 13 taken scores this *instead of* 130"
                    points += rules.moon_bonus
                    new_bags += taken - 13
                else:  # "no points lost, the tricks taken are bags"
                    new_bags += taken
            else:
                contract += int(bid)
                contract_tricks += taken
        if contract_tricks >= contract:  # "`10 x contract`, and `+1` for every overtrick"
            points += rules.trick_points * contract
            new_bags += contract_tricks - contract  # "each overtrick is also a *bag*"
        else:  # "Short of it: `-10 x contract`, no bags from those tricks."
            points -= rules.trick_points * contract
    points += rules.bag_points * new_bags
    bags += new_bags
    if rules.bag_limit > 0:  # "`bag_limit = 0`: bags are never punished"
        while bags >= rules.bag_limit:  # "As long as it holds 10 or more: 10 bags off, 100 ..."
            bags -= rules.bag_limit
            points -= rules.bag_penalty
    return points, bags


class OracleGame:
    """The bookkeeping of the rounds up to the end of a game."""

    def __init__(self, rules: OracleRules, first_opener: int = 0) -> None:
        """Begin a game without rounds."""
        self.rules = rules
        self.first_opener = first_opener
        self.scores = [0] * len(sides(rules))
        self.bags = [0] * len(sides(rules))
        self.rounds_played = 0
        self.outcome: tuple[int | None, str] | None = None  # (winner or None for a draw, reason)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def next_opener(self) -> int | None:
        """The opener of the next round; None where it is drawn at random."""
        if self.rules.opener == "rotate" or self.rounds_played == 0:
            # "one seat clockwise each round"
            return (self.first_opener + self.rounds_played) % self.rules.players
        return None  # "drawn anew each round"

    def finish_round(self, points: list[int], bags: list[int]) -> None:
        """Add the points of a round; `bags` are those each side holds after it."""
        if self.over:
            raise ValueError("the game is over")
        # "Scores may go below zero."
        self.scores = [old + new for old, new in zip(self.scores, points, strict=True)]
        self.bags = list(bags)  # "stay with the side over the rounds"
        self.rounds_played += 1
        rules = self.rules
        best = max(self.scores)
        leaders = [side for side, score in enumerate(self.scores) if score == best]
        winner = leaders[0] if len(leaders) == 1 else None  # "a shared one is a draw"
        # "if some side has reached it and one side alone has the highest score, that side wins;
        # if the highest score is shared, another round is played"
        if rules.target > 0 and best >= rules.target and winner is not None:
            self.outcome = (winner, "target")
        elif rules.lose_score is not None and min(self.scores) <= rules.lose_score:
            # "a side at or below it ends the game; highest score wins"
            self.outcome = (winner, "lose_score")
        elif rules.rounds > 0 and self.rounds_played >= rules.rounds:
            # "With a fixed number of rounds, the highest score after the last wins"
            self.outcome = (winner, "rounds")
        elif self.rounds_played >= rules.max_rounds:
            # "a game still open then ends as if `rounds` had been reached"
            self.outcome = (winner, "max_rounds")
