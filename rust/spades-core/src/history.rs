//! What has been said and played since the cards were dealt. All of it is heard by all.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;

/// The actions of the deal in progress, in order; a misdeal begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct History {
    ids: [u8; History::CAPACITY],
    len: u8,
    redeals: u32,
    /// Two bits an action: the seat that did it.
    seats: u128,
}

impl Default for History {
    fn default() -> Self {
        Self { ids: [0; Self::CAPACITY], len: 0, redeals: 0, seats: 0 }
    }
}

impl History {
    /// Longest round: four blind decisions, four bids and 52 cards.
    pub(crate) const CAPACITY: usize = 60;

    pub(crate) fn after_redeals(redeals: u32) -> Self {
        Self { redeals, ..Self::default() }
    }

    /// Notes an action of a seat.
    #[inline]
    pub fn push(&mut self, seat: usize, action: Action) {
        if action == Action::MISDEAL {
            *self = Self { redeals: self.redeals.saturating_add(1), ..Self::default() };
        } else {
            self.ids[self.len as usize] = action.id();
            self.seats |= (seat as u128) << (2 * self.len);
            self.len += 1;
        }
    }

    /// The actions since the last deal, each with the seat that did it.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Action)> + '_ {
        self.ids[..self.len as usize]
            .iter()
            .enumerate()
            .map(|(i, &id)| ((self.seats >> (2 * i)) as usize & 3, Action::from_id(id)))
    }

    /// Cards played since the last deal (in a position that was set up: since then), each with the
    /// seat that played it.
    pub fn plays(&self) -> impl Iterator<Item = (usize, Card)> + '_ {
        self.iter().filter_map(|(seat, action)| Some((seat, action.card()?)))
    }

    /// The cards of [`Self::plays`] by seat.
    pub(crate) fn played(&self) -> [CardSet; 4] {
        let mut played = [CardSet::EMPTY; 4];
        let halves = [self.seats as u64, (self.seats >> 64) as u64];
        for (ids, mut seats) in self.ids[..self.len as usize].chunks(32).zip(halves) {
            for &id in ids {
                // No branch: which actions are cards is guessed wrong where the play begins.
                played[seats as usize & 3].0 |= u64::from(id < Card::COUNT) << (id & 63);
                seats >>= 2;
            }
        }
        played
    }

    /// Number of actions since the last deal.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether nothing has been done since the last deal.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How often the pack was dealt again.
    #[inline]
    pub fn redeals(&self) -> u32 {
        self.redeals
    }
}
