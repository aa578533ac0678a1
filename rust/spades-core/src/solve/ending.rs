//! Every ending of up to four tricks, solved once for all utilities.
//!
//! For an ending of `r` tricks there are `r + 1` outcomes and so `2^(r + 1)` goals, at most 32: one word says of each goal
//! whether seat 0 can force it.

use super::lanes::{ONES, SPADES, TRUMP, lane_of, take};
use std::sync::LazyLock;

/// The most tricks that the table covers.
pub(super) const DEPTH: u32 = 4;
/// Splits of at most `2 * DEPTH` cards over three suits, the fourth taking what is left.
const SPLITS: usize = 1 << 12;

/// The solved endings.
pub(super) struct Endings {
    /// Per number of tricks and split over the suits: where its block begins.
    blocks: [Box<[u32; SPLITS]>; DEPTH as usize + 1],
    /// Which of the ways to own half of the cards a bit pattern is.
    ranks: [u8; 256],
    /// Per ending: the goals that seat 0 can force.
    goals: Vec<u32>,
}

/// Owners of the cards, lowest lane first, without gaps, and the split over the first three lanes.
#[inline]
fn pack(mine: u64, all: u64) -> (usize, usize) {
    let size = |suit: u32| (((all + ONES) >> (16 * suit)) as u16).ilog2();
    let (n0, n1, n2) = (size(0), size(1), size(2));
    let lane = |suit: u32| (mine >> (16 * suit)) & 0xff;
    let owners = lane(0) | (lane(1) | (lane(2) | lane(3) << n2) << n1) << n0;
    (owners as usize & 255, (n0 | n1 << 4 | n2 << 8) as usize & (SPLITS - 1))
}

impl Endings {
    /// The one table, made when it is first asked for.
    pub fn get() -> &'static Self {
        static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::new);
        &ENDINGS
    }

    #[inline]
    fn index(&self, rest: u32, mine: u64, all: u64, seat: usize, broken: bool) -> usize {
        let (owners, split) = pack(mine, all);
        let block = self.blocks[rest as usize][split];
        (block as usize + self.ranks[owners] as usize) * 4 + 2 * seat + usize::from(broken)
    }

    /// The goals that seat 0 can force with `seat` on lead, bit by goal.
    #[inline]
    pub fn goals(&self, rest: u32, mine: u64, all: u64, seat: usize, broken: bool) -> u32 {
        self.goals[self.index(rest, mine, all, seat, broken)]
    }

    fn new() -> Self {
        let mut table = Self {
            blocks: std::array::from_fn(|_| Box::new([0; SPLITS])),
            ranks: [0; 256],
            goals: Vec::new(),
        };
        let mut seen = [0u8; 9];
        for owners in 0..256usize {
            // Patterns of one number of bits are numbered in their order; those within fewer cards come first.
            let bits = owners.count_ones() as usize;
            table.ranks[owners] = seen[bits];
            seen[bits] += 1;
        }
        // No tricks left: the empty goal cannot be reached, the other can.
        table.goals.extend([0b10; 4]);
        for rest in 1..=DEPTH {
            table.add(rest);
        }
        table
    }

    /// Solves all endings of `rest` tricks, those of fewer being there.
    fn add(&mut self, rest: u32) {
        let cards = 2 * rest;
        let patterns: Vec<u32> =
            (0..1u32 << cards).filter(|owners| owners.count_ones() == rest).collect();
        for n0 in 0..=cards {
            for n1 in 0..=cards - n0 {
                for n2 in 0..=cards - n0 - n1 {
                    let sizes = [n0, n1, n2, cards - n0 - n1 - n2];
                    let block = self.goals.len() / 4;
                    self.blocks[rest as usize][(n0 | n1 << 4 | n2 << 8) as usize] = block as u32;
                    for &owners in &patterns {
                        let (mut mine, mut all, mut from) = (0, 0, 0);
                        for (suit, &size) in sizes.iter().enumerate() {
                            let full = (1u64 << size) - 1;
                            mine |= (u64::from(owners) >> from & full) << (16 * suit);
                            all |= full << (16 * suit);
                            from += size;
                        }
                        for state in 0..4 {
                            let goals = self.solve(rest, mine, all, state / 2, state % 2 == 1);
                            self.goals.push(goals);
                        }
                    }
                }
            }
        }
    }

    fn solve(&self, rest: u32, mine: u64, all: u64, seat: usize, broken: bool) -> u32 {
        let own = if seat == 0 { mine } else { all ^ mine };
        let other = all ^ own;
        let runs = |cards: u64| cards & !(cards >> 1);
        let mut leads = runs(own);
        if !broken && own & !SPADES != 0 {
            leads &= !SPADES;
        }
        // The leader needs one good lead, the other one good reply to each.
        let mut result = if seat == 0 { 0 } else { u32::MAX };
        while leads != 0 {
            let at = leads.trailing_zeros();
            leads &= leads - 1;
            let follow = other & lane_of(at);
            let mut replies = runs(if follow == 0 { other } else { follow });
            let mut after = if seat == 0 { u32::MAX } else { 0 };
            while replies != 0 {
                let card = replies.trailing_zeros();
                replies &= replies - 1;
                let over = if follow == 0 { card >= TRUMP } else { card > at };
                let winner = if over { 1 - seat } else { seat };
                let (high, low) = (at.max(card), at.min(card));
                let goals = self.goals(
                    rest - 1,
                    take(take(mine, high), low),
                    take(take(all, high), low),
                    winner,
                    broken || high >= TRUMP,
                );
                let goals = lift(goals, rest, winner == 0);
                after = if seat == 0 { after & goals } else { after | goals };
            }
            result = if seat == 0 { result | after } else { result & after };
        }
        let all_goals = 1u32 << rest;
        // Bits of goals over `rest + 1` outcomes only.
        result & (u32::MAX >> (32 - 2 * all_goals))
    }
}

/// The goals of `rest` tricks out of those of one trick fewer, when the first was won by seat 0 or not.
fn lift(goals: u32, rest: u32, won: bool) -> u32 {
    if !won {
        // The outcome of winning all is not to be had, so it does not matter whether a goal has it.
        return goals | goals << (1 << rest);
    }
    // Likewise none: goal `2g` and goal `2g + 1` are as good as goal `g` later. The bits are spread out and doubled.
    let mut spread = goals & 0xffff;
    for (shift, mask) in [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)] {
        spread = (spread | spread << shift) & mask;
    }
    spread | spread << 1
}
