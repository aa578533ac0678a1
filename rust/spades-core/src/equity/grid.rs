//! Value iteration over standings near the target.

use std::collections::BTreeMap;

use super::outcomes;
use crate::rules::{OpenerRule, Rules};
use crate::score::score_round;

/// Steps of points that the grid has at most.
const LEVELS: i64 = 32;
/// Steps of bags.
const BAGS: usize = 10;
/// Rounds to the target that the grid looks back.
const ROUNDS: f64 = 13.0;
/// Sweeps of the iteration. Going from the target down, the second finds nearly all in place: four
/// sweeps over 40 levels gave the same chances within 0.015, in five times the time.
const SWEEPS: usize = 2;
/// Steps of a round rarer than this are left out.
const RARE: f64 = 1e-3;

/// What a round does to a standing: points and bags of the opener, then of the other, in steps.
type Step = (i32, u8, i32, u8);

/// The same as a way through the table, and its share. The other side opens next: two ways, to
/// the standing as it sees it, and to the standing of the same opener.
#[derive(Clone, Copy)]
struct Move {
    turned: usize,
    same: usize,
    share: f32,
}

/// Chances of the opener to win, by the standing before a round.
#[derive(Debug)]
pub(super) struct Grid {
    target: i64,
    /// Points at level 0, and per level.
    low: i64,
    unit: i64,
    levels: usize,
    bags: usize,
    bag_limit: i64,
    /// Levels around the grid, so that no round leads out of the table: below it standings are
    /// worth what the lowest one is, above it the game is over.
    margin: usize,
    chance: Vec<f32>,
}

impl Grid {
    pub fn new(rules: &Rules, gain: f64) -> Self {
        let target = i64::from(rules.target);
        let depth = ((gain * ROUNDS) as i64).min(target + target / 2).max(10);
        let unit = (depth / (LEVELS - 4)).max(1);
        // One level lies on the target; a few above it tell who is ahead when both reach it.
        let above = 3;
        let levels = (depth / unit + above) as usize;
        let low = target - (levels as i64 - above) * unit;
        let bag_limit = i64::from(rules.bag_limit);
        let bags =
            if bag_limit > 0 && rules.bag_penalty > 0 { BAGS.min(bag_limit as usize) } else { 1 };
        let mut grid =
            Self { target, low, unit, levels, bags, bag_limit, margin: 0, chance: Vec::new() };
        grid.iterate(rules);
        grid
    }

    /// Whether a best score is within reach of the grid.
    pub fn covers(&self, best: i64) -> bool {
        best >= self.low + 2 * self.unit
    }

    /// The place of a standing in the table, levels counted from the bottom of the grid.
    fn index(&self, a: usize, bag_a: usize, b: usize, bag_b: usize) -> usize {
        let (margin, width) = (self.margin, self.width());
        ((bag_a * self.bags + bag_b) * width + a + margin) * width + b + margin
    }

    fn width(&self) -> usize {
        self.levels + 2 * self.margin
    }

    fn target_level(&self) -> usize {
        ((self.target - self.low) / self.unit) as usize
    }

    /// The chance of `first`, who opens, to win.
    pub fn opener_wins(
        &self,
        points: &[i64; 4],
        bags: &[i64; 4],
        first: usize,
        other: usize,
    ) -> f64 {
        let last = (self.levels - 1) as f64;
        let level =
            |side: usize| ((points[side] - self.low) as f64 / self.unit as f64).clamp(0.0, last);
        let bag = |side: usize| self.bag_step(bags[side]);
        let mut chance = 0.0;
        for (a, share_a) in split(level(first), self.levels) {
            for (b, share_b) in split(level(other), self.levels) {
                for (bag_a, share_c) in split(bag(first), self.bags) {
                    for (bag_b, share_d) in split(bag(other), self.bags) {
                        let value = self.chance[self.index(a, bag_a, b, bag_b)];
                        chance += share_a * share_b * share_c * share_d * f64::from(value);
                    }
                }
            }
        }
        chance
    }

    /// Bags in steps of the grid.
    fn bag_step(&self, bags: i64) -> f64 {
        if self.bags == 1 {
            return 0.0;
        }
        bags as f64 * self.bags as f64 / self.bag_limit as f64
    }

    /// Where rounds lead from standings with these bags.
    fn steps(&self, rules: &Rules, bag_a: usize, bag_b: usize) -> Vec<(Step, f32)> {
        let mut steps: BTreeMap<Step, f64> = BTreeMap::new();
        let held = |bag: usize| bag as i64 * self.bag_limit.max(1) / self.bags as i64;
        for (bids, tricks, share) in outcomes::list(rules) {
            let scores = score_round(rules, &bids, &tricks, &[held(bag_a), held(bag_b), 0, 0]);
            let move_of = |side: usize| {
                let level = scores[side].points as f64 / self.unit as f64;
                (level, self.bag_step(scores[side].bags))
            };
            let ((a, bag_a), (b, bag_b)) = (move_of(0), move_of(1));
            for (a, p) in split_signed(a) {
                for (bag_a, q) in split(bag_a, self.bags) {
                    for (b, r) in split_signed(b) {
                        for (bag_b, s) in split(bag_b, self.bags) {
                            let (a, b) = self.shortened(a, b);
                            let step = (a, bag_a as u8, b, bag_b as u8);
                            *steps.entry(step).or_default() += share * p * q * r * s;
                        }
                    }
                }
            }
        }
        let total: f64 = steps.values().sum();
        steps.retain(|_, share| *share > RARE * total);
        let total: f64 = steps.values().sum();
        steps.into_iter().map(|(step, share)| (step, (share / total) as f32)).collect()
    }

    /// A step that leads where this one does, no longer than the grid: out at the top both go back
    /// alike, since there only who is ahead counts; below the bottom nothing changes any more.
    fn shortened(&self, a: i32, b: i32) -> (i32, i32) {
        let longest = self.levels as i32;
        let over = (a.max(b) - longest).max(0);
        ((a - over).max(-longest), (b - over).max(-longest))
    }

    fn iterate(&mut self, rules: &Rules) {
        let n = self.bags;
        let steps: Vec<Vec<(Step, f32)>> =
            (0..n * n).map(|i| self.steps(rules, i / n, i % n)).collect();
        // The longest step decides how much is laid around the grid.
        let longest = steps.iter().flatten().map(|((a, _, b, _), _)| a.abs().max(b.abs())).max();
        self.margin = longest.unwrap_or(0) as usize;
        self.open();
        // Ways lead from a standing `(a, b)` without bags, or from `(b, a)` where the other opens.
        let width = self.width();
        let moves: Vec<Vec<Move>> = steps
            .iter()
            .map(|steps| {
                let to = |&((up_a, bag_a, up_b, bag_b), share): &(Step, f32)| {
                    let way = |up_a: i32, bag_a: u8, up_b: i32, bag_b: u8| {
                        let bags = bag_a as usize * n + bag_b as usize;
                        (bags * width * width)
                            .wrapping_add_signed(up_a as isize * width as isize + up_b as isize)
                    };
                    let turned = way(up_b, bag_b, up_a, bag_a);
                    Move { turned, same: way(up_a, bag_a, up_b, bag_b), share }
                };
                steps.iter().map(to).collect()
            })
            .collect();
        let goal = self.target_level();
        let random = rules.opener == OpenerRule::Random;
        // Standings near the target first: most rounds lead there from all others.
        for _ in 0..SWEEPS {
            for sum in (0..2 * self.levels - 1).rev() {
                for a in sum.saturating_sub(self.levels - 1)..=sum.min(self.levels - 1) {
                    let b = sum - a;
                    if a.max(b) >= goal && a != b {
                        continue;
                    }
                    for (bag, moves) in moves.iter().enumerate() {
                        let value = self.round_from(moves, a, b, random);
                        self.set(a, b, bag, value);
                    }
                }
            }
        }
    }

    /// The table before the first sweep: what is decided is won or lost, the rest even.
    fn open(&mut self) {
        let (width, margin) = (self.width(), self.margin);
        let goal = self.target_level() + margin;
        let value = |a: usize, b: usize| {
            if a.max(b) >= goal && a != b { f32::from(u8::from(a > b)) } else { 0.5 }
        };
        let one: Vec<f32> =
            (0..width * width).map(|place| value(place / width, place % width)).collect();
        self.chance = one.repeat(self.bags * self.bags);
    }

    /// Sets the chance of a standing, and of all outside the grid that are worth the same.
    fn set(&mut self, a: usize, b: usize, bag: usize, value: f32) {
        let margin = self.margin;
        let low = |level: usize| if level == 0 { margin } else { 0 };
        let high = if a == b && a + 1 == self.levels { margin } else { 0 };
        let at = self.index(a, bag / self.bags, b, bag % self.bags);
        let width = self.width();
        for down_a in 0..=low(a) {
            for down_b in 0..=low(b) {
                self.chance[at - down_a * width - down_b] = value;
            }
        }
        for up in 1..=high {
            self.chance[at + up * (width + 1)] = value;
        }
    }

    fn round_from(&self, moves: &[Move], a: usize, b: usize, random: bool) -> f32 {
        let chance = |from: usize, way: usize| self.chance[from.wrapping_add(way)];
        // The other opens next.
        let turned = self.index(b, 0, a, 0);
        let lost: f32 = moves.iter().map(|to| to.share * chance(turned, to.turned)).sum();
        if !random {
            return 1.0 - lost;
        }
        let same = self.index(a, 0, b, 0);
        let won: f32 = moves.iter().map(|to| to.share * chance(same, to.same)).sum();
        f32::midpoint(1.0 - lost, won)
    }
}

/// A place between two steps as shares of both.
fn split(at: f64, steps: usize) -> [(usize, f64); 2] {
    let low = (at.max(0.0) as usize).min(steps - 1);
    let high = (low + 1).min(steps - 1);
    let share = (at - low as f64).clamp(0.0, 1.0);
    [(low, 1.0 - share), (high, share)]
}

fn split_signed(at: f64) -> [(i32, f64); 2] {
    let low = at.floor();
    [(low as i32, 1.0 - (at - low)), (low as i32 + 1, at - low)]
}
