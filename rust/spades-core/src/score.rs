//! From bids, tricks and bags to the itemised score of a round.

use crate::bid::Bid;
use crate::error::Error;
use crate::rules::{MOON, NilTricks, Rules};

/// One line of a side's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// The bids above nil: made or set.
    Contract,
    /// Tricks above the contract, each a bag.
    Overtricks,
    /// A nil.
    Nil,
    /// A blind nil.
    BlindNil,
    /// Both partners' nils scored together.
    DoubleNil,
    /// 13 bid and taken.
    Moon,
    /// Tricks of a failed nil or moon that are bags.
    Bags,
    /// The tens of bags.
    BagPenalty,
}

impl Line {
    /// The line's name in a score.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Overtricks => "overtricks",
            Self::Nil => "nil",
            Self::BlindNil => "blind-nil",
            Self::DoubleNil => "double-nil",
            Self::Moon => "moon",
            Self::Bags => "bags",
            Self::BagPenalty => "bag-penalty",
        }
    }
}

/// A side's score of one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideScore {
    /// Points of the round: the sum of the lines.
    pub points: i64,
    /// The bags that the side holds after the round.
    pub bags: i64,
    lines: [(Line, i64); 6],
    count: u8,
}

impl SideScore {
    fn add(&mut self, line: Line, points: i64) {
        self.lines[self.count as usize] = (line, points);
        self.count += 1;
        self.points += points;
    }

    /// The lines that add up to the points.
    pub fn lines(&self) -> &[(Line, i64)] {
        &self.lines[..self.count as usize]
    }

    /// Points lost by bids that were not made; what bags cost is none of them.
    pub(crate) fn lost(&self) -> i64 {
        let failed = |&&(line, points): &&(Line, i64)| points < 0 && line != Line::BagPenalty;
        -self.lines().iter().filter(failed).map(|line| line.1).sum::<i64>()
    }
}

/// Scores of the sides; those beyond `rules.sides()` are empty.
pub type Scores = [SideScore; 4];

/// Scores a round.
///
/// `bids` and `tricks` are per seat, `bags` per side as held before the round. Only the first
/// `rules.players` and `rules.sides()` items count.
pub fn score_round(rules: &Rules, bids: &[Bid; 4], tricks: &[u8; 4], bags: &[i64; 4]) -> Scores {
    std::array::from_fn(|side| score_side(rules, side, bids, tricks, bags[side]))
}

/// The score of one side, see [`score_round`].
pub fn score_side(
    rules: &Rules,
    side: usize,
    bids: &[Bid; 4],
    tricks: &[u8; 4],
    bags: i64,
) -> SideScore {
    let mut score = SideScore { points: 0, bags, lines: [(Line::Contract, 0); 6], count: 0 };
    if side < rules.sides() {
        score.bags = tally(rules, side, bids, tricks, bags, |line, points| score.add(line, points));
    }
    score
}

/// The points of one side, see [`score_round`]: the sum of the lines, without the lines.
#[inline]
pub(crate) fn points_of_side(
    rules: &Rules,
    side: usize,
    bids: &[Bid; 4],
    tricks: &[u8; 4],
    bags: i64,
) -> i64 {
    let mut sum = 0;
    tally(rules, side, bids, tricks, bags, |_, points| sum += points);
    sum
}

/// Tells the lines of a side's score, and gives the bags that it holds after the round.
#[inline]
fn tally(
    rules: &Rules,
    side: usize,
    bids: &[Bid; 4],
    tricks: &[u8; 4],
    bags: i64,
    mut line: impl FnMut(Line, i64),
) -> i64 {
    let seats = || (side..rules.players as usize).step_by(rules.sides()).map(|seat| seat & 3);
    let double_nil = rules.double_nil_bonus > 0 && seats().all(|seat| bids[seat].is_nil());

    let (mut contract, mut won, mut loose) = (0i64, 0i64, 0i64);
    if double_nil {
        let kept = seats().filter(|&seat| tricks[seat] == 0).count() as i64;
        line(Line::DoubleNil, (kept - 1) * i64::from(rules.double_nil_bonus));
    } else {
        for seat in seats() {
            let (bid, taken) = (bids[seat], i64::from(tricks[seat]));
            if bid.is_nil() {
                let (name, bonus, penalty) = if bid.is_blind() {
                    (Line::BlindNil, rules.blind_nil_bonus, rules.blind_nil_penalty)
                } else {
                    (Line::Nil, rules.nil_bonus, rules.nil_penalty)
                };
                line(name, i64::from(if taken == 0 { bonus } else { -penalty }));
                match rules.nil_tricks {
                    NilTricks::Ignored => {}
                    NilTricks::Bags => loose += taken,
                    NilTricks::Contract => won += taken,
                }
            } else if rules.moon_bonus > 0 && bid.tricks() == MOON {
                // A moon stands for itself: its tricks are no part of the partner's contract.
                let over = taken - i64::from(MOON);
                if over >= 0 {
                    line(Line::Moon, i64::from(rules.moon_bonus));
                    loose += over;
                } else {
                    loose += taken;
                }
            } else {
                contract += i64::from(bid.tricks());
                won += taken;
            }
        }
    }

    let mut over = 0;
    if won >= contract {
        over = won - contract;
        if contract > 0 {
            line(Line::Contract, contract * i64::from(rules.trick_points));
        }
        if over > 0 {
            line(Line::Overtricks, over * i64::from(rules.bag_points));
        }
    } else {
        line(Line::Contract, -contract * i64::from(rules.trick_points));
    }
    if loose > 0 {
        line(Line::Bags, loose * i64::from(rules.bag_points));
    }
    let bags = bags + over + loose;
    let limit = i64::from(rules.bag_limit);
    if limit > 0 && bags >= limit {
        let tens = bags / limit;
        line(Line::BagPenalty, -tens * i64::from(rules.bag_penalty));
        return bags - tens * limit;
    }
    bags
}

/// Checks numbers that come from outside before they are scored.
///
/// # Errors
/// When a bid is above the hand size, a blind nil is bid without being in the rules, the tricks are
/// more than the round has, or the bags are negative or beyond all reason.
pub fn check_score_input(
    rules: &Rules,
    bids: &[Bid; 4],
    tricks: &[u8; 4],
    bags: &[i64; 4],
) -> Result<(), Error> {
    let players = rules.players as usize;
    for (seat, bid) in bids.iter().enumerate().take(players) {
        if bid.is_blind() && !rules.has_blind_nil() {
            return Err(Error::invalid(format!("seat {seat}: these rules have no blind nil")));
        }
        if bid.tricks() > rules.max_bid {
            let max = rules.max_bid;
            return Err(Error::invalid(format!("seat {seat}: a bid of {bid} is above {max}")));
        }
    }
    let sum: u32 = tricks.iter().take(players).map(|&t| u32::from(t)).sum();
    if sum > u32::from(rules.hand_size()) {
        let size = rules.hand_size();
        return Err(Error::invalid(format!("{sum} tricks: a round has no more than {size}")));
    }
    for (side, bags) in bags.iter().enumerate().take(rules.sides()) {
        if !(0..=1_000_000_000).contains(bags) {
            return Err(Error::invalid(format!("side {side} cannot hold {bags} bags")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(rules: &Rules, bids: [&str; 4], tricks: [u8; 4], bags: i64) -> (i64, i64) {
        let bids = bids.map(|b| b.parse().unwrap());
        let score = score_side(rules, 0, &bids, &tricks, bags);
        assert_eq!(score.points, score.lines().iter().map(|l| l.1).sum::<i64>());
        (score.points, score.bags)
    }

    #[test]
    fn worked_examples_with_the_faults_of_other_engines() {
        let two = Rules::preset("two-handed").unwrap();
        let alone = |bid, tricks, bags| points(&two, [bid, "1", "1", "1"], [tricks, 0, 0, 0], bags);
        assert_eq!(alone("5", 8, 0), (53, 3));
        assert_eq!(alone("5", 9, 7), (-46, 1));
        assert_eq!(alone("1", 13, 9), (-178, 1), "21 bags are two tens");
        assert_eq!(alone("nil", 3, 4), (-100, 4));
        let four = Rules::preset("partners").unwrap();
        assert_eq!(points(&four, ["nil", "1", "4", "1"], [2, 3, 4, 4], 0), (-58, 2));
        let double = Rules::preset("partners-double-nil").unwrap();
        assert_eq!(points(&double, ["nil", "1", "nil", "1"], [1, 3, 2, 7], 3), (-500, 3));
        let open = Rules::preset("two-handed-open").unwrap();
        assert_eq!(points(&open, ["13", "1", "1", "1"], [12, 1, 0, 0], 9), (-188, 1));
        assert_eq!(points(&open, ["blind-nil", "1", "1", "1"], [0, 13, 0, 0], 0), (200, 0));
    }
}
