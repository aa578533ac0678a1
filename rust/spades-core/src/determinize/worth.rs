//! What the end of a round is worth to a side.

use super::Settings;
use super::standing::Standing;
use crate::bid::Bid;
use crate::observation::Observation;
use crate::round::Round;
use crate::rules::{NilTricks, Rules};
use crate::score::score_round;
use crate::style::Style;

/// Part of the bags' later cost that is charged at once: many bags never come to ten before the
/// game ends.
const BAG_SHARE: f64 = 0.6;

/// Values the end of a round for the side of the seat that observes.
pub(super) struct Worth<'a> {
    rules: &'a Rules,
    seat: usize,
    points: [i64; 4],
    bags: [i64; 4],
    rounds: u32,
    /// Hundredths of a point that a bag held after the round costs.
    bag_price: i64,
    standing: Standing<'a>,
    /// Hundredths of a point that a whole game is worth, and how much of the worth they are.
    game: f64,
    game_share: f64,
    style: Style,
}

/// The end of a round as a side sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct End {
    /// Hundredths of points, part of them by the chance to win.
    pub worth: i64,
    /// Points more than the best other side.
    pub points: i64,
    /// Chance to win the game.
    pub win: f64,
    /// Whether the seat's nil or the side's contract was made.
    pub made: bool,
    /// Whether a nil or contract of another side failed.
    pub beaten: bool,
    /// Tricks of the side.
    pub tricks: u8,
}

impl<'a> Worth<'a> {
    pub fn new(obs: &'a Observation, settings: &Settings) -> Self {
        let rules = obs.rules();
        let last = rules.rounds > 0 && obs.rounds() + 1 >= rules.rounds;
        let price = if rules.bag_limit > 0 && !last {
            BAG_SHARE * f64::from(rules.bag_penalty) / f64::from(rules.bag_limit)
        } else {
            0.0
        };
        let standing = Standing::new(rules, price);
        Self {
            rules,
            seat: obs.seat(),
            points: *obs.points(),
            bags: *obs.bags(),
            rounds: obs.rounds(),
            bag_price: (100.0 * price).round() as i64,
            standing,
            game: 100.0 / standing.per_point(),
            game_share: standing.game_share(settings.game, obs.points(), obs.rounds()),
            style: settings.style,
        }
    }

    /// The end of a round with these bids and tricks.
    pub fn value(&self, bids: &[Bid; 4], tricks: &[u8; 4]) -> End {
        let rules = self.rules;
        let scores = score_round(rules, bids, tricks, &self.bags);
        let own = rules.side_of(self.seat);
        let others = || (0..rules.sides()).filter(|&side| side != own);
        let best = others().map(|side| scores[side].points).max().unwrap_or(0);
        // Who of several others gains what is a matter of the game, and so of the chance to win.
        let worth = |side: usize| 100 * scores[side].points - self.bag_price * scores[side].bags;
        let mean = others().map(worth).sum::<i64>() / (rules.sides() as i64 - 1).max(1);
        let seats = || 0..rules.players as usize;
        let mut end = End {
            worth: worth(own) - mean,
            points: scores[own].points - best,
            win: 0.0,
            made: self.made(bids, tricks, self.seat),
            beaten: seats().any(|s| rules.side_of(s) != own && !self.made(bids, tricks, s)),
            tricks: seats().filter(|&s| rules.side_of(s) == own).map(|s| tricks[s]).sum(),
        };
        if self.game_share > 0.0 {
            let held = std::array::from_fn(|side| self.points[side] + scores[side].points);
            let bags = std::array::from_fn(|side| scores[side].bags);
            end.win = self.standing.chance(own, &held, &bags, self.rounds + 1);
            let game = (self.game_share * self.game * (end.win - 0.5)) as i64;
            end.worth = ((1.0 - self.game_share) * end.worth as f64) as i64 + game;
        }
        end.worth += (100.0 * self.style.taste(&scores[own])) as i64;
        end
    }

    /// The end of a round.
    pub fn end(&self, end: &Round) -> End {
        self.value(&end.bids(), end.tricks())
    }

    /// Whether a seat's bid was made: nil without a trick, or its side's contract.
    fn made(&self, bids: &[Bid; 4], tricks: &[u8; 4], seat: usize) -> bool {
        if bids[seat].is_nil() {
            return tricks[seat] == 0;
        }
        let side = self.rules.side_of(seat);
        let seats = 0..self.rules.players as usize;
        let (mut contract, mut won) = (0, 0);
        for seat in seats.filter(|&s| self.rules.side_of(s) == side) {
            if !bids[seat].is_nil() || self.rules.nil_tricks == NilTricks::Contract {
                contract += bids[seat].tricks();
                won += tricks[seat];
            }
        }
        won >= contract
    }
}
