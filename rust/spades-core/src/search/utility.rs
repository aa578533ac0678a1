//! What each number of tricks is worth at the end of the round.

use std::sync::Arc;

use crate::bid::Bid;
use crate::equity::Equity;
use crate::observation::Observation;
use crate::score::score_round;
use crate::style::Style;

/// Numbers of tricks that a seat can take.
pub(super) const OUTCOMES: usize = 18;

/// The unit of the chance to win.
const EQUITY: f64 = (1 << 24) as f64;
/// Values of two outcomes are made different in their lowest bits, so that a value tells its
/// outcome.
const RANKS: i64 = 32;
/// The largest value before the ranks are added.
const LARGEST: f64 = (1 << 25) as f64;
/// Part of the bags' later cost that is charged at once when points are the value: many bags never
/// come to ten before the game ends.
const BAG_SHARE: f64 = 0.6;

/// Weight of the points beside the chance to win. The chances of the table are those of an average
/// course of the game; the points keep the bot from gambles on their last few hundredths, in which
/// it loses more than the table says. In the last round of a game hardly anything but winning counts.
const POINTS_SHARE: f64 = 0.5;
const POINTS_SHARE_AT_LAST: f64 = 0.1;

/// What the outcomes of a round are worth to a seat.
#[derive(Clone, Debug)]
pub(super) struct Utility {
    seat: usize,
    total: usize,
    /// By own tricks: worth to the seat, each different.
    own: [i32; OUTCOMES],
    /// By own tricks: points more than the opponent.
    points: [i64; OUTCOMES],
    /// By own tricks: chance to win the game.
    win: Option<[f64; OUTCOMES]>,
}

impl Utility {
    /// The utility of a seat when these are the bids.
    pub fn new(
        obs: &Observation,
        bids: &[Bid; 4],
        equity: Option<&Arc<Equity>>,
        style: Style,
    ) -> Self {
        let (rules, seat) = (&obs.rules, obs.seat as usize);
        let total = obs.view.length as usize;
        let over = rules.rounds > 0 && obs.rounds + 1 >= rules.rounds;
        let price = if rules.bag_limit > 0 && !over {
            f64::from(rules.bag_penalty) / f64::from(rules.bag_limit) * BAG_SHARE
        } else {
            0.0
        };
        let mut utility =
            Self { seat, total, own: [0; OUTCOMES], points: [0; OUTCOMES], win: None };
        let mut worth = [0.0; OUTCOMES];
        let mut win = [0.0; OUTCOMES];
        let mut taste = [0.0; OUTCOMES];
        for own in 0..=total {
            let mut tricks = [0; 4];
            tricks[seat] = own as u8;
            tricks[1 - seat] = (total - own) as u8;
            let scores = score_round(rules, bids, &tricks, &obs.bags);
            let (me, other) = (scores[seat], scores[1 - seat]);
            utility.points[own] = me.points - other.points;
            let later = price * (me.bags - other.bags) as f64;
            worth[own] = utility.points[own] as f64 - later;
            taste[own] = style.taste(&me);
            if let Some(equity) = equity {
                let points = std::array::from_fn(|side| obs.points[side] + scores[side].points);
                let bags = std::array::from_fn(|side| scores[side].bags);
                win[own] = equity.after(seat, &points, &bags, obs.view.opener, obs.rounds + 1);
            }
        }
        let wanted = |own: usize| worth[own] + taste[own];
        let most = (0..=total).fold(1.0f64, |most, own| most.max(wanted(own).abs()));
        let mut values = [0i64; OUTCOMES];
        let share = if over { POINTS_SHARE_AT_LAST } else { POINTS_SHARE };
        for own in 0..=total {
            values[own] = if let Some(equity) = equity {
                let points = (0.5 + worth[own] * equity.per_point()).clamp(-1.0, 2.0);
                let value = win[own] * (1.0 - share) + points * share;
                ((value + taste[own] * equity.per_point()).clamp(-1.0, 2.0) * EQUITY).round() as i64
            } else {
                (wanted(own) * (LARGEST / most).min(16.0)).round() as i64
            };
        }
        for (own, &value) in values.iter().enumerate().take(total + 1) {
            let below = |&other: &usize| (wanted(other), other) < (wanted(own), own);
            let rank = (0..=total).filter(below).count() as i64;
            utility.own[own] = (value * RANKS + rank) as i32;
        }
        utility.win = equity.is_some().then_some(win);
        utility
    }

    /// The values by the tricks of seat 0, as a solver wants them.
    pub fn for_solver(&self) -> [i32; OUTCOMES] {
        std::array::from_fn(|first| {
            if first > self.total {
                0
            } else if self.seat == 0 {
                self.own[first]
            } else {
                -self.own[self.total - first]
            }
        })
    }

    /// The own worth of a solver's value.
    pub fn own(&self, value: i32) -> i64 {
        i64::from(if self.seat == 0 { value } else { -value })
    }

    /// The own tricks that a solver's value stands for.
    pub fn tricks(&self, value: i32) -> usize {
        let own = self.own(value) as i32;
        self.own[..=self.total].iter().position(|&v| v == own).unwrap_or(0)
    }

    /// Worth of a number of own tricks.
    pub fn worth(&self, tricks: usize) -> i64 {
        i64::from(self.own[tricks])
    }

    /// The utility smoothed over one trick more or less, by the tricks of seat 0: the worth against
    /// an opponent, or of a hand, that errs now and then.
    pub fn smoothed(&self) -> [i32; OUTCOMES] {
        let sharp = self.for_solver();
        std::array::from_fn(|t| {
            if t > self.total {
                return 0;
            }
            let (below, above) = (t.saturating_sub(1), (t + 1).min(self.total));
            let sum = i64::from(sharp[below]) + 2 * i64::from(sharp[t]) + i64::from(sharp[above]);
            (sum / 4) as i32
        })
    }

    /// Points more than the opponent, by own tricks.
    pub fn points(&self, tricks: usize) -> i64 {
        self.points[tricks]
    }

    /// Chance to win the game, by own tricks.
    pub fn win(&self, tricks: usize) -> Option<f64> {
        self.win.map(|win| win[tricks])
    }
}
