//! What a seat to play sees: facts, no judgement. Nothing in it depends on cards hidden from it.

use super::discards::gone;
use crate::bid::Bid;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::round::Round;
use crate::rules::{MOON, NilTricks, Rules};

/// The table as the seat to act sees it in the play.
pub(super) struct Seen<'a> {
    pub rules: &'a Rules,
    pub round: &'a Round,
    pub me: usize,
    pub players: usize,
    pub partner: Option<usize>,
    pub hand: CardSet,
    pub legal: CardSet,
    /// Cards that are neither held, nor played, nor known to be out of play.
    pub unseen: CardSet,
    /// Per seat the unseen cards that it may hold, as far as its voids tell.
    may: [CardSet; 4],
    /// Cards that each of the others holds.
    pub held: [u8; 4],
    /// Per suit the places where an unseen card of it may be, those out of play included.
    pub places: [u32; 4],
    /// Tricks to come, the one on the table included.
    pub left: i32,
    pub led: Option<Suit>,
    /// The seat that wins the trick so far, and its card.
    pub best: Option<(usize, Card)>,
    /// Opponents, and those of them whose nil stands, as bits.
    pub foes: u8,
    pub nils: u8,
    /// Seats that play to this trick after this one, as bits.
    pub behind: u8,
}

impl<'a> Seen<'a> {
    pub fn new(rules: &'a Rules, round: &'a Round, legal: CardSet) -> Self {
        let me = round.turn().unwrap_or(0);
        let players = round.players();
        let partner = rules.partnerships.then_some((me + 2) % 4);
        let hand = round.hand(me);
        let unseen = !(hand | round.played() | gone(round, me));
        let mut best: Option<(usize, Card)> = None;
        let mut led = None;
        let mut done = 1u8 << me;
        for (seat, card) in round.trick() {
            done |= 1 << seat;
            led = led.or(Some(card.suit()));
            let beats = best.is_none_or(|(_, best)| {
                card > best && (card.suit() == best.suit() || card.suit() == Suit::Spades)
            });
            if beats {
                best = Some((seat, card));
            }
        }
        let all = (1u8 << players) - 1;
        let own = 1 << me | partner.map_or(0, |p| 1 << p);
        let mut seen = Self {
            rules,
            round,
            me,
            players,
            partner,
            hand,
            legal,
            unseen,
            may: [CardSet::EMPTY; 4],
            held: [0; 4],
            places: [unseen.len(); 4],
            left: hand.len() as i32,
            led,
            best,
            foes: all & !own,
            nils: 0,
            behind: all & !done,
        };
        for seat in (0..players).filter(|&seat| seat != me) {
            seen.may[seat] = unseen & round.possible(seat);
            seen.held[seat] = round.cards_left(seat);
            for (suit, places) in Suit::ALL.into_iter().zip(&mut seen.places) {
                if (seen.may[seat] & CardSet::suit(suit)).is_empty() {
                    *places = places.saturating_sub(u32::from(seen.held[seat]));
                }
            }
        }
        seen.nils = seats(seen.foes).filter(|&s| seen.nil_stands(s)).fold(0, |set, s| set | 1 << s);
        seen
    }

    /// Whether a seat has bid nil and not taken a trick.
    pub fn nil_stands(&self, seat: usize) -> bool {
        self.round.bid(seat).is_some_and(Bid::is_nil) && self.round.tricks()[seat] == 0
    }

    /// Whether a seat has bid the moon, which counts by itself.
    pub fn bid_moon(&self, seat: usize) -> bool {
        self.rules.moon_bonus > 0 && self.round.bid(seat).is_some_and(|b| b.tricks() == MOON)
    }

    /// Whether tricks of a seat count for its contract.
    pub fn counts(&self, seat: usize) -> bool {
        let nil = self.round.bid(seat).is_some_and(Bid::is_nil);
        !nil || self.rules.nil_tricks == NilTricks::Contract
    }

    /// Tricks that the contract of a seat's side still lacks: 0 or less when it is made. The moon of
    /// a partner is no part of it.
    pub fn lacks(&self, seat: usize) -> i32 {
        let one = |seat: usize| {
            let bid = self.round.bid(seat).map_or(0, |bid| i32::from(bid.tricks()));
            let won = i32::from(self.round.tricks()[seat]);
            bid - if self.counts(seat) { won } else { 0 }
        };
        let partner = (seat + 2) % 4;
        let apart = !self.rules.partnerships || self.bid_moon(seat) || self.bid_moon(partner);
        one(seat) + if apart { 0 } else { one(partner) }
    }

    /// The unseen cards among these that a seat may hold.
    #[inline]
    pub fn may(&self, seat: usize, cards: CardSet) -> CardSet {
        self.may[seat] & cards
    }

    /// Own cards of a suit.
    #[inline]
    pub fn own(&self, suit: Suit) -> CardSet {
        self.hand & CardSet::suit(suit)
    }

    /// Unseen cards of a suit.
    #[inline]
    pub fn out(&self, suit: Suit) -> CardSet {
        self.unseen & CardSet::suit(suit)
    }

    /// Number of unseen cards of a card's suit above it.
    #[inline]
    pub fn above(&self, card: Card) -> u32 {
        (self.unseen & higher(card)).len()
    }

    /// Number of unseen cards of a card's suit below it.
    #[inline]
    pub fn below(&self, card: Card) -> u32 {
        (self.out(card.suit()) - higher(card)).len()
    }

    /// Legal cards that beat the trick so far.
    pub fn winners(&self) -> CardSet {
        let Some((_, best)) = self.best else { return self.legal };
        let trumps = if best.suit() == Suit::Spades { CardSet::EMPTY } else { CardSet::SPADES };
        self.legal & (higher(best) | trumps)
    }

    /// Whether this seat leads.
    pub fn trick_open(&self) -> bool {
        self.best.is_none()
    }

    /// Whether this seat is the last to play to the trick.
    pub fn is_last(&self) -> bool {
        self.behind == 0
    }

    /// The lowest own card that is worth as much as this one: no unseen card lies between them.
    pub fn cheapest_like(&self, card: Card) -> Card {
        let under = self.out(card.suit()) - higher(card);
        let mut like = self.own(card.suit()) - higher(card);
        if let Some(next) = under.highest() {
            like &= higher(next);
        }
        like.lowest().unwrap_or(card)
    }
}

/// The seats of a set.
#[inline]
pub(super) fn seats(set: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |seat| set >> seat & 1 == 1)
}

/// The cards of a card's suit above it.
#[inline]
pub(super) fn higher(card: Card) -> CardSet {
    CardSet::suit(card.suit()) - CardSet((2 << card.id()) - 1)
}
