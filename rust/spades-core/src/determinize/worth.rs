//! What the end of a round is worth to a side.

use crate::observation::Observation;
use crate::round::Round;
use crate::rules::Rules;
use crate::score::score_side;

/// The end of a round as a side sees it.
pub(super) struct End {
    /// Points more than the best other side.
    pub points: i64,
    /// Whether the seat's nil or the side's contract was made.
    pub made: bool,
    /// Whether a nil or contract of another side failed.
    pub beaten: bool,
    /// Tricks of the side.
    pub tricks: u8,
}

/// Values the end of a round for the side of the seat that observes.
pub(super) struct Worth<'a> {
    rules: &'a Rules,
    seat: usize,
    bags: [i64; 4],
    /// Hundredths of a point that a bag held after the round costs.
    bag_price: i64,
}

impl<'a> Worth<'a> {
    pub fn new(obs: &'a Observation) -> Self {
        let rules = obs.rules();
        let last = rules.rounds > 0 && obs.rounds() + 1 >= rules.rounds;
        // Not every bag ends in a full ten before the game is over.
        let bag_price = if rules.bag_limit > 0 && !last {
            60 * i64::from(rules.bag_penalty) / i64::from(rules.bag_limit)
        } else {
            0
        };
        Self { rules, seat: obs.seat(), bags: *obs.bags(), bag_price }
    }

    /// Own side's value minus that of the best other side.
    fn margin(&self, end: &Round, value: impl Fn(i64, i64) -> i64) -> i64 {
        let bids = end.bids();
        let own = self.rules.side_of(self.seat);
        let of = |side: usize| {
            let score = score_side(self.rules, side, &bids, end.tricks(), self.bags[side]);
            value(score.points, score.bags)
        };
        let best = (0..self.rules.sides()).filter(|&side| side != own).map(of).max();
        of(own) - best.unwrap_or(0)
    }

    /// Points of the own side minus those of the best other side.
    pub fn points(&self, end: &Round) -> i64 {
        self.margin(end, |points, _| points)
    }

    /// The same in hundredths, with a price on the bags that are carried on.
    pub fn worth(&self, end: &Round) -> i64 {
        self.margin(end, |points, bags| 100 * points - self.bag_price * bags)
    }

    /// What is told of the end of a round.
    pub fn end(&self, end: &Round) -> End {
        let own = self.rules.side_of(self.seat);
        let seats = || 0..end.players();
        let side = |seat| self.rules.side_of(seat);
        End {
            points: self.points(end),
            made: self.made(end, self.seat),
            beaten: seats().any(|seat| side(seat) != own && !self.made(end, seat)),
            tricks: seats().filter(|&s| side(s) == own).map(|s| end.tricks()[s]).sum(),
        }
    }

    /// Whether a seat's bid was made: nil without a trick, or its side's contract.
    fn made(&self, end: &Round, seat: usize) -> bool {
        let bids = end.bids();
        if bids[seat].is_nil() {
            return end.tricks()[seat] == 0;
        }
        let side = self.rules.side_of(seat);
        let seats = (0..end.players()).filter(|&s| self.rules.side_of(s) == side);
        let (mut contract, mut won) = (0, 0);
        for seat in seats.filter(|&s| !bids[s].is_nil()) {
            contract += bids[seat].tricks();
            won += end.tricks()[seat];
        }
        won >= contract
    }
}
