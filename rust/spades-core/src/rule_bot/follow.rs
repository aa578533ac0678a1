//! The card to play to a trick.

use super::table::{Aim, Table, above};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

impl Table<'_> {
    /// The card to play to the trick on the table.
    pub fn follow(&self) -> Card {
        let (Some((winner, best)), Some(led)) = (self.winning(), self.led()) else {
            return self.lead();
        };
        let mut beating = above(best);
        if best.suit() != Suit::Spades {
            beating |= CardSet::SPADES;
        }
        let trick = Trick {
            winner,
            best,
            led,
            winning: self.legal & beating,
            losing: self.legal - beating,
            last: self.on_table() + 1 == self.players,
        };
        match self.aim {
            Aim::Nil => self.duck(&trick),
            Aim::Cover => self.cover(&trick),
            _ if self.leaves_it_to_nil(&trick) => self.duck(&trick),
            Aim::Duck => self.duck(&trick),
            Aim::Win => self.win(&trick),
        }
    }

    /// Whether an opponent's nil is about to fall and the own contract does not need this trick.
    fn leaves_it_to_nil(&self, trick: &Trick) -> bool {
        self.nils >> trick.winner & 1 == 1 && !trick.losing.is_empty() && self.need < self.left
    }

    /// As high as possible without winning; if that cannot be, the best that is left.
    fn duck(&self, trick: &Trick) -> Card {
        if trick.losing.is_empty() {
            // The last player wins in any case and rids itself of its highest card; others hope.
            let forced = if trick.last && self.aim != Aim::Nil {
                trick.winning.highest()
            } else {
                trick.winning.lowest()
            };
            return forced.unwrap_or(trick.best);
        }
        let following = trick.losing & CardSet::suit(trick.led);
        if let Some(card) = following.highest() {
            return card;
        }
        self.most_dangerous(trick.losing)
    }

    /// The card most likely to win a trick that is not wanted.
    fn most_dangerous(&self, cards: CardSet) -> Card {
        let mut best = (i32::MIN, Card::from_id(0));
        for card in cards {
            let suit = card.suit();
            let guards = (self.own(suit) - above(card)).len() as i32 - 1;
            let mark = if suit == Suit::Spades {
                100 + i32::from(card.rank())
            } else {
                2 * self.below(card) as i32 - 3 * self.threats(card) as i32 - 2 * guards
            };
            if mark >= best.0 {
                best = (mark, card);
            }
        }
        best.1
    }

    /// Takes what a partner who bid nil would take.
    fn cover(&self, trick: &Trick) -> Card {
        let partner = self.partner.unwrap_or(self.me);
        if trick.winner == partner {
            return trick.winning.lowest().unwrap_or_else(|| self.cheapest_loser(trick));
        }
        if self.is_behind(partner) {
            // High enough for the partner to stay below: a jack of the suit or more will do.
            let low = trick.best.suit() != Suit::Spades && trick.best.rank() < 9;
            let follows = trick.winning & CardSet::suit(trick.led);
            if low || trick.led == Suit::Spades {
                if let Some(card) = follows.highest() {
                    return self.cheapest_like(card);
                }
                if let Some(card) = trick.winning.lowest() {
                    return card;
                }
            }
        }
        if self.need > 0 { self.win(trick) } else { self.duck(trick) }
    }

    /// The cheapest card that wins, if the trick is worth it.
    fn win(&self, trick: &Trick) -> Card {
        if trick.winning.is_empty() {
            return self.cheapest_loser(trick);
        }
        if Some(trick.winner) == self.partner && !self.overtakes(trick) {
            return self.cheapest_loser(trick);
        }
        let Some(lowest) = trick.winning.lowest() else { return self.cheapest_loser(trick) };
        if trick.last {
            return lowest;
        }
        let follows = trick.winning & CardSet::suit(trick.led);
        let Some(top) = follows.highest() else {
            // A trump: the lowest that wins.
            return lowest;
        };
        if self.holds(top) {
            return self.cheapest_like(top);
        }
        self.cheapest_loser(trick)
    }

    /// Whether a card is likely enough to stay the highest of its suit in this trick.
    fn holds(&self, card: Card) -> bool {
        let threats = self.threats(card);
        if threats == 0 {
            return true;
        }
        let (mut opponents, mut partners) = (0, 0);
        for seat in self.behind() {
            if self.is_opponent(seat) {
                opponents += 1;
            } else {
                partners += 1;
            }
        }
        if opponents == 0 {
            return true;
        }
        // With the partner still to play the second player stays low: the partner may win cheaper.
        if partners > 0 {
            return false;
        }
        // The chance that none of the threats is behind, each being in one of the other hands.
        let places = self.players as i32 - 1;
        let share = f64::from(places - opponents) / f64::from(places);
        share.powi(threats as i32) > 0.5 || (self.partner.is_some() && opponents == 1)
    }

    /// Whether a partner's winning card needs help: it is likely to be beaten, and the own card is
    /// sure to win in its place.
    fn overtakes(&self, trick: &Trick) -> bool {
        if trick.last || !self.behind().any(|seat| self.is_opponent(seat)) {
            return false;
        }
        let follows = trick.winning & CardSet::suit(trick.led);
        let Some(top) = follows.highest() else { return false };
        self.threats(trick.best) >= 2 && self.threats(top) == 0 && !self.ruff_behind(trick.led)
    }

    /// The card whose loss costs least: the lowest of the suit led, else one from a side suit that
    /// guards nothing.
    fn cheapest_loser(&self, trick: &Trick) -> Card {
        let lowest = (self.legal & CardSet::suit(trick.led)).lowest();
        if let Some(card) = lowest {
            return card;
        }
        let ruffs = !self.own(Suit::Spades).is_empty();
        let mut best = (i32::MAX, trick.best);
        let sides = self.legal - CardSet::SPADES;
        let cards = if sides.is_empty() { self.legal } else { sides };
        for card in cards {
            let suit = card.suit();
            let own = self.own(suit);
            let length = own.len() as i32;
            let top = own.highest().map_or(9, |top| self.threats(top) as i32);
            let mut price = 2 * i32::from(card.rank());
            if self.threats(card) == 0 {
                price += 30;
            }
            // A king needs one card beside it, a queen two.
            if top > 0 && top <= 2 && length <= top + 1 {
                price += 10;
            }
            if ruffs && length <= 2 {
                price -= 6 - 2 * length;
            }
            if price < best.0 {
                best = (price, card);
            }
        }
        best.1
    }
}

/// The trick on the table as the seat to play finds it.
struct Trick {
    /// The seat that wins it so far, and its card.
    winner: usize,
    best: Card,
    led: Suit,
    /// Legal cards that would win it so far, and those that would not.
    winning: CardSet,
    losing: CardSet,
    /// Whether nobody plays after this seat.
    last: bool,
}
