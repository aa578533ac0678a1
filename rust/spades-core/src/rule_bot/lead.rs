//! The card to lead.

use super::table::{Aim, Table};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

impl Table<'_> {
    /// The card to lead.
    pub fn lead(&self) -> Card {
        match self.aim {
            Aim::Cover => self.high_lead(),
            Aim::Duck if self.nils != 0 => self.nil_attack(),
            Aim::Nil | Aim::Duck => self.low_lead(),
            // With a trick to spare a standing nil is worth more than the next trick.
            Aim::Win if self.nils != 0 && self.need < self.left => self.nil_attack(),
            Aim::Win => self.winning_lead(),
        }
    }

    /// The lowest legal card of each suit.
    fn lowest_of_suits(&self) -> CardSet {
        Suit::ALL
            .into_iter()
            .filter_map(|suit| (self.legal & CardSet::suit(suit)).lowest())
            .collect()
    }

    /// The highest legal card of each suit.
    fn highest_of_suits(&self) -> CardSet {
        Suit::ALL
            .into_iter()
            .filter_map(|suit| (self.legal & CardSet::suit(suit)).highest())
            .collect()
    }

    /// A card that others are likely to beat.
    fn low_lead(&self) -> Card {
        best_by(self.lowest_of_suits(), |card| {
            // A trump can still beat a card that no card of its suit can.
            let ruff = self.behind().any(|seat| self.may_ruff(seat, card.suit()));
            4 * self.threats(card) as i32 - self.below(card) as i32 + if ruff { 6 } else { 0 }
        })
    }

    /// A card that leaves an opponent who bid nil the least room below it.
    fn nil_attack(&self) -> Card {
        best_by(self.lowest_of_suits(), |card| {
            let lane = CardSet::suit(card.suit());
            let reached = (0..self.players)
                .any(|seat| self.nils >> seat & 1 == 1 && self.may_hold(seat, lane));
            if !reached || self.threats(card) == 0 {
                return -100 - i32::from(card.rank());
            }
            -4 * self.below(card) as i32 + self.threats(card) as i32
        })
    }

    /// The card that is hardest to beat, for a partner who wants to stay below it.
    fn high_lead(&self) -> Card {
        best_by(self.highest_of_suits(), |card| {
            let suit = card.suit();
            let void = self.partner.is_some_and(|p| !self.may_hold(p, CardSet::suit(suit)));
            let ruff = self.ruff_behind(suit);
            let mark = -6 * self.threats(card) as i32 - if ruff { 4 } else { 0 };
            // A partner without the suit throws a dangerous card on it.
            mark + if void { 12 } else { 0 } + i32::from(card.rank()) / 4
                - if suit == Suit::Spades { 3 } else { 0 }
        })
    }

    /// A winner while there is one, else a card that costs little.
    fn winning_lead(&self) -> Card {
        let trumps = (self.unseen & CardSet::SPADES).len() as i32;
        let own_trumps = self.own(Suit::Spades).len() as i32;
        let others = self.players as i32 - 1;
        let candidates = self.lowest_of_suits() | self.highest_of_suits();
        best_by(candidates, |card| {
            let suit = card.suit();
            let unseen = (self.unseen & CardSet::suit(suit)).len() as i32;
            let threats = self.threats(card) as i32;
            let length = self.own(suit).len() as i32;
            if suit == Suit::Spades {
                if threats > 0 {
                    return -20 - i32::from(card.rank());
                }
                // Draw trumps that could take side winners; keep them when only they are left.
                let draws = trumps > 0 && (own_trumps >= 4 || own_trumps * others > trumps);
                return if draws { 45 } else { -30 };
            }
            if threats == 0 {
                // A card that nobody can beat but with a trump: soon, before the suit runs out.
                let ruffed = trumps > 0 && (self.ruff_behind(suit) || unseen < others);
                return if ruffed { -15 } else { 30 + unseen };
            }
            // A low card. From a short suit it makes room for a trump; below a king or queen that
            // may still win it costs something.
            let top = self.own(suit).highest().map_or(9, |top| self.threats(top) as i32);
            let mut mark = -i32::from(card.rank());
            if own_trumps > 0 && length <= 2 {
                mark += 6 - 2 * length;
            }
            if top == 1 && length >= 2 {
                mark -= 8;
            }
            if let Some(partner) = self.partner {
                mark += if self.may_ruff(partner, suit) { 8 } else { 0 };
            }
            mark - if self.ruff_behind(suit) { 5 } else { 0 }
        })
    }
}

/// The card with the best mark; of equals the lowest.
fn best_by(cards: CardSet, mark: impl Fn(Card) -> i32) -> Card {
    let mut best = (i32::MIN, Card::from_id(0));
    for card in cards {
        let mark = mark(card);
        if mark > best.0 {
            best = (mark, card);
        }
    }
    best.1
}
