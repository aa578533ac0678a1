//! One row: a round in progress and what is kept beside it so that a step need not work it out.

use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal;
use crate::format::Format;
use crate::history::History;
use crate::phase::Phase;
use crate::rng::{Stream, derive};
use crate::round::Round;
use crate::rules::{Deal, OpenerRule, Rules};
use crate::score::points_of_side;
use crate::tensor::{Facts, Known};

/// The same facts as a [`History`], in the form that is quickest to add to.
#[derive(Clone, Debug)]
struct Said {
    /// Seat and action id; only the first `len` items count.
    items: [[u8; 2]; History::CAPACITY],
    len: u8,
    redeals: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub round: Round,
    said: Said,
    /// The cards that each seat has played.
    played: [CardSet; 4],
    /// In a draft, the cards of the stock that each seat has been shown.
    shown: [CardSet; 2],
    /// The seed of the round.
    pub seed: u64,
    /// Rounds dealt in the row before this one.
    before: u64,
}

impl Row {
    /// The first round of a row.
    pub fn new(rules: &Rules, format: Format, seed: u64, at: usize) -> Self {
        let mut row = Self {
            round: Round::empty(format, 0),
            said: Said { items: [[0; 2]; _], len: 0, redeals: 0 },
            played: [CardSet::EMPTY; 4],
            shown: [CardSet::EMPTY; 2],
            seed: 0,
            before: 0,
        };
        row.deal(rules, format, seed, at);
        row
    }

    fn deal(&mut self, rules: &Rules, format: Format, seed: u64, at: usize) {
        let row_seed = super::row_seed(seed, at);
        let players = u64::from(rules.players);
        // The openers of the game with the row's seed; the first one goes by the row where openers
        // rotate, so that all seats open equally often.
        let opener = match rules.opener {
            OpenerRule::Rotate => (at as u64 % players + self.before % players) % players,
            OpenerRule::Random => derive(row_seed, Stream::Opener, self.before) % players,
        };
        self.seed = derive(row_seed, Stream::Rounds, self.before);
        self.round = Round::start(format, deal::shuffled(self.seed), self.seed, opener as u8);
        (self.said.len, self.said.redeals) = (0, 0);
        self.played = [CardSet::EMPTY; 4];
        self.shown = [CardSet::EMPTY; 2];
        self.look();
    }

    /// Deals the next round of the row.
    pub fn deal_next(&mut self, rules: &Rules, format: Format, seed: u64, at: usize) {
        self.before = self.before.wrapping_add(1);
        self.deal(rules, format, seed, at);
    }

    /// What was said and played in the round.
    pub fn history(&self) -> History {
        let mut history = History::after_redeals(self.said.redeals);
        for &[seat, id] in &self.said.items[..self.said.len as usize] {
            history.push(seat as usize, Action::from_id(id));
        }
        history
    }

    /// Does a legal action.
    #[inline]
    pub fn apply(&mut self, action: Action) {
        let seat = self.round.turn;
        let drafting = self.round.phase < Phase::Bid;
        self.round.apply_unchecked(action);
        if let Some(card) = action.card() {
            self.played[seat as usize].insert(card);
        } else if drafting {
            self.look();
        } else if action == Action::MISDEAL {
            self.said.len = 0;
            self.said.redeals = self.said.redeals.saturating_add(1);
            return;
        }
        if let Some(item) = self.said.items.get_mut(self.said.len as usize) {
            *item = [seat, action.id()];
            self.said.len += 1;
        }
    }

    /// Notes what a draft has just shown.
    #[inline]
    fn look(&mut self) {
        if self.round.format.deal() != Deal::Dealt {
            let drafted = self.round.drafted as usize;
            // The pair that was decided last, and the card that lies open now.
            for place in (2 * drafted).saturating_sub(2)..=(2 * drafted).min(51) {
                for seat in 0..2 {
                    if self.round.sees_place(seat, place) {
                        self.shown[seat].insert(Card::from_id(self.round.deck[place]));
                    }
                }
            }
        }
    }

    #[inline]
    pub fn legal(&self) -> ActionSet {
        self.round.legal()
    }

    /// The points of each side, when the round is over.
    pub fn points(&self, rules: &Rules) -> [i32; 4] {
        let (bids, tricks) = (self.round.bids(), self.round.tricks());
        // Within the limits of `Rules::validate` no round comes near 2^31 points.
        let points = |side| points_of_side(rules, side, &bids, tricks, 0) as i32;
        std::array::from_fn(|side| if side < rules.sides() { points(side) } else { 0 })
    }

    /// What the seat to act knows.
    #[inline]
    pub fn facts(&self) -> Facts {
        let round = &self.round;
        let seat = round.turn as usize;
        let drafted = round.format.deal() != Deal::Dealt;
        let zones = std::array::from_fn(|zone| {
            let known = if zone == seat {
                if round.sees_hand(seat) { CardSet::ALL } else { CardSet::EMPTY }
            } else if drafted {
                self.shown[seat & 1]
            } else {
                CardSet::EMPTY
            };
            round.zones[zone] & known
        });
        let card = round.shown_card().filter(|&card| self.shown[seat & 1].contains(card));
        Facts::new(round, seat, &Known { zones, shown: card, played: self.played })
    }
}
