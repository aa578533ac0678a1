//! Which differences in tricks still matter, for endings of three and four hands.
//!
//! From the tricks that the seats have now, every split of the tricks to come ends in a value. Two splits on the way that lead
//! to the same values whatever follows are one *class*. So a nil that is already broken, or a contract that is already
//! made, no longer keeps positions apart, without the solver knowing what a nil or a contract is.

use std::collections::HashMap;

/// What is known of a class: where each seat's next trick leads to, and what can still come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Class {
    /// The class after the next trick, by its winner.
    pub next: [u16; 4],
    /// The least value that can still come of it.
    pub low: i32,
    /// The greatest value that can still come of it.
    pub high: i32,
}

/// All classes of one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcomes {
    classes: Vec<Class>,
    /// The class of the position that was asked about.
    pub start: u16,
}

impl Outcomes {
    /// The classes for `rest` tricks to come on top of those already won.
    pub fn new(players: usize, won: [u8; 4], rest: u32, value: &dyn Fn(&[u8; 4]) -> i32) -> Self {
        let mut made = Self::default();
        let mut known: HashMap<Class, u16> = HashMap::new();
        // The splits of one number of tricks, and then of one trick fewer, down to none.
        let mut later: HashMap<[u8; 4], u16> = HashMap::new();
        for tricks in (0..=rest as u8).rev() {
            let mut now = HashMap::new();
            for split in splits(players, tricks) {
                let class = if u32::from(tricks) == rest {
                    let total = std::array::from_fn(|seat| won[seat] + split[seat]);
                    let worth = value(&total);
                    Class { next: [0; 4], low: worth, high: worth }
                } else {
                    let mut class = Class { next: [0; 4], low: i32::MAX, high: i32::MIN };
                    for seat in 0..players {
                        let mut more = split;
                        more[seat] += 1;
                        class.next[seat] = later[&more];
                        let after = made.class(class.next[seat]);
                        class.low = class.low.min(after.low);
                        class.high = class.high.max(after.high);
                    }
                    class
                };
                let number = *known.entry(class).or_insert_with(|| {
                    made.classes.push(class);
                    (made.classes.len() - 1) as u16
                });
                now.insert(split, number);
            }
            // Classes of different numbers of tricks to come are never compared with each other.
            known.clear();
            later = now;
        }
        made.start = later[&[0; 4]];
        made
    }

    /// A class by its number.
    pub fn class(&self, number: u16) -> Class {
        self.classes[number as usize]
    }
}

/// All ways in which the seats can share a number of tricks, in a fixed order.
fn splits(players: usize, tricks: u8) -> Vec<[u8; 4]> {
    let mut found = Vec::new();
    for first in 0..=tricks {
        for second in 0..=tricks - first {
            for third in 0..=tricks - first - second {
                let split = [first, second, third, tricks - first - second - third];
                if split[players..].iter().all(|&none| none == 0) {
                    found.push(split);
                }
            }
        }
    }
    found
}
