//! What a seat to play knows and wants.

use crate::bid::Bid;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::round::Round;
use crate::rules::{Deal, NilTricks, Rules};

/// What a seat is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// Tricks: the contract is not made yet, or the opponents' can be broken.
    Win,
    /// No tricks: each would be a bag.
    Duck,
    /// No trick at all: the own nil stands.
    Nil,
    /// The partner's nil stands: take what it would take.
    Cover,
}

/// The table as the seat to act sees it. Nothing in it depends on cards hidden from that seat.
pub(super) struct Table<'a> {
    round: &'a Round,
    pub me: usize,
    pub players: usize,
    pub partner: Option<usize>,
    pub hand: CardSet,
    pub legal: CardSet,
    /// Cards that others may hold: neither held, nor played, nor known to be thrown away.
    pub unseen: CardSet,
    /// Tricks to come, the one on the table included.
    pub left: i32,
    /// Tricks that the own side still needs.
    pub need: i32,
    pub aim: Aim,
    /// Seats of opponents whose nil stands, as bits.
    pub nils: u8,
    /// Tricks that the opponents can lose before a contract of theirs is broken.
    pub slack: i32,
}

impl<'a> Table<'a> {
    pub fn new(rules: &Rules, round: &'a Round, legal: CardSet) -> Self {
        let me = round.turn().unwrap_or(0);
        let players = round.players();
        let partner = rules.partnerships.then_some((me + 2) % 4);
        let hand = round.hand(me);
        let mut table = Self {
            round,
            me,
            players,
            partner,
            hand,
            legal,
            unseen: !(hand | round.played() | seen_discards(round, me)),
            left: hand.len() as i32,
            need: 0,
            aim: Aim::Duck,
            nils: 0,
            slack: i32::MAX,
        };
        table.set_aim(rules);
        table
    }

    /// Whether a seat has bid nil and not taken a trick.
    fn nil_stands(&self, seat: usize) -> bool {
        self.round.bid(seat).is_some_and(Bid::is_nil) && self.round.tricks()[seat] == 0
    }

    /// Contract and tricks that a seat brings to its side.
    fn contract(&self, rules: &Rules, seat: usize) -> (i32, i32) {
        let bid = self.round.bid(seat).unwrap_or(Bid::NIL);
        let won = i32::from(self.round.tricks()[seat]);
        // Tricks of a failed nil help the partner only where the rules say so.
        let helps = !bid.is_nil() || rules.nil_tricks == NilTricks::Contract;
        (i32::from(bid.tricks()), if helps { won } else { 0 })
    }

    fn set_aim(&mut self, rules: &Rules) {
        for seat in 0..self.players {
            let ours = seat == self.me || Some(seat) == self.partner;
            let (contract, won) = self.contract(rules, seat);
            if ours {
                self.need += contract - won;
                continue;
            }
            if self.nil_stands(seat) {
                self.nils |= 1 << seat;
            }
            let (mut contract, mut won) = (contract, won);
            if rules.partnerships {
                let other = self.contract(rules, seat ^ 2);
                (contract, won) = (contract + other.0, won + other.1);
            }
            if contract > won {
                self.slack = self.slack.min(self.left - (contract - won));
            }
        }
        if self.round.bid(self.me).is_some_and(Bid::is_nil)
            && rules.nil_tricks != NilTricks::Contract
        {
            // The tricks of a fallen nil do not bring the partner's contract nearer.
            self.need = 0;
        }
        let bag = if rules.bag_limit > 0 { rules.bag_penalty / rules.bag_limit } else { 0 };
        let bags_hurt = bag > rules.bag_points;
        // Against one player, who cannot take them away, top spades are kept for the end.
        let safe = self.players == 2 && self.need < self.left && self.top_spades() >= self.need;
        let needed = self.need > 0 && self.need <= self.left && !safe;
        self.aim = if self.nil_stands(self.me) {
            Aim::Nil
        } else if self.partner.is_some_and(|p| self.nil_stands(p)) {
            Aim::Cover
        } else if needed || !bags_hurt || (self.slack >= 0 && self.can_break()) {
            Aim::Win
        } else {
            // A contract that is lost or made needs no trick; overtricks are bags, the others' too.
            Aim::Duck
        };
    }

    /// Whether the own high cards are, with some luck, enough to break a contract of the opponents.
    fn can_break(&self) -> bool {
        self.slack < self.sure_winners() + 2
    }

    /// Spades that win whatever the others do: those that nobody can beat, or all of them when the
    /// former draw the spades of all others.
    fn top_spades(&self) -> i32 {
        let spades = self.hand & CardSet::SPADES;
        let others = self.unseen & CardSet::SPADES;
        let top = others.highest().map_or(spades, |card| spades & above(card));
        // Each top spade draws at least one of the others' while they last.
        if top.len() >= others.len() { spades.len() as i32 } else { top.len() as i32 }
    }

    /// Tricks that the hand can count on: top spades, and the highest cards of suits that are
    /// likely to go round.
    fn sure_winners(&self) -> i32 {
        let mut sure = self.top_spades();
        for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts] {
            let lane = CardSet::suit(suit);
            let others = self.unseen & lane;
            if let Some(card) = others.highest()
                && others.len() as usize >= 2 * (self.players - 1)
                && !(self.hand & lane & above(card)).is_empty()
            {
                sure += 1;
            }
        }
        sure
    }

    /// Cards on the table.
    pub fn on_table(&self) -> usize {
        self.round.trick_len()
    }

    /// The seat and card that win the trick so far.
    pub fn winning(&self) -> Option<(usize, Card)> {
        self.round.trick().reduce(|best, next| {
            let beats = next.1 > best.1
                && (next.1.suit() == best.1.suit() || next.1.suit() == Suit::Spades);
            if beats { next } else { best }
        })
    }

    /// The suit led.
    pub fn led(&self) -> Option<Suit> {
        self.round.trick().next().map(|(_, card)| card.suit())
    }

    /// The seats that play after this one to the trick.
    pub fn behind(&self) -> impl Iterator<Item = usize> + '_ {
        (1..self.players - self.on_table()).map(|i| (self.me + i) % self.players)
    }

    /// Whether a seat plays after this one to the trick.
    pub fn is_behind(&self, seat: usize) -> bool {
        self.behind().any(|other| other == seat)
    }

    /// Whether another seat may hold a card of a set, as far as its voids tell.
    pub fn may_hold(&self, seat: usize, cards: CardSet) -> bool {
        Suit::ALL.into_iter().any(|suit| {
            !self.round.shown_void(seat, suit)
                && !(self.unseen & cards & CardSet::suit(suit)).is_empty()
        })
    }

    /// Whether a seat would have to leave the suit led to it, and may trump.
    pub fn may_ruff(&self, seat: usize, suit: Suit) -> bool {
        suit != Suit::Spades
            && (self.round.shown_void(seat, suit) || (self.unseen & CardSet::suit(suit)).is_empty())
            && self.may_hold(seat, CardSet::SPADES)
    }

    /// Whether a seat is against this one.
    pub fn is_opponent(&self, seat: usize) -> bool {
        seat != self.me && Some(seat) != self.partner
    }

    /// Whether an opponent to play after this one is known to be able to trump a suit.
    pub fn ruff_behind(&self, suit: Suit) -> bool {
        self.behind().any(|seat| self.is_opponent(seat) && self.may_ruff(seat, suit))
    }

    /// Unseen cards of a card's suit above it.
    pub fn threats(&self, card: Card) -> u32 {
        (self.unseen & above(card)).len()
    }

    /// Unseen cards of a card's suit below it.
    pub fn below(&self, card: Card) -> u32 {
        (self.unseen & CardSet::suit(card.suit())).len() - self.threats(card)
    }

    /// Own cards of a suit.
    pub fn own(&self, suit: Suit) -> CardSet {
        self.hand & CardSet::suit(suit)
    }

    /// The lowest own card that is worth as much as this one: no unseen card lies between them.
    pub fn cheapest_like(&self, card: Card) -> Card {
        let between = self.unseen & (CardSet::suit(card.suit()) - above(card));
        let like = self.own(card.suit()) - above(card);
        let like = between.highest().map_or(like, |other| like & above(other));
        like.lowest().unwrap_or(card)
    }
}

/// The cards of a card's suit above it.
#[inline]
pub(super) fn above(card: Card) -> CardSet {
    CardSet::suit(card.suit()) - CardSet((2 << card.id()) - 1)
}

/// Cards thrown away that a seat has seen: in a draw its own, and all of them if they lie face up.
/// In a pick it has seen some of them only, which this player does not keep in mind.
pub(super) fn seen_discards(round: &Round, seat: usize) -> CardSet {
    if round.players() != 2 || round.format.deal() != Deal::Draw {
        CardSet::EMPTY
    } else if round.format.face_up() {
        round.discards(0) | round.discards(1)
    } else {
        round.discards(seat)
    }
}
