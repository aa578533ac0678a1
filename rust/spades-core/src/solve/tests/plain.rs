//! A plain minimax for any number of seats, and the random positions it is asked about.

use std::collections::HashMap;

/// A position of any number of hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    pub hands: Vec<u64>,
    /// Cards on the table in the order in which they were played, the first by `leader`.
    pub table: Vec<u8>,
    pub leader: usize,
    pub broken: bool,
    pub won: Vec<u8>,
}

impl Plain {
    pub fn turn(&self) -> usize {
        (self.leader + self.table.len()) % self.hands.len()
    }

    pub fn legal(&self) -> Vec<u8> {
        let hand: Vec<u8> =
            (0..52).filter(|card| self.hands[self.turn()] >> card & 1 == 1).collect();
        let some = |test: &dyn Fn(u8) -> bool| {
            hand.iter().copied().filter(|&card| test(card)).collect::<Vec<u8>>()
        };
        let allowed = match self.table.first() {
            Some(&led) => some(&|card| card / 13 == led / 13),
            None if self.broken => hand.clone(),
            None => some(&|card| card / 13 != 3),
        };
        if allowed.is_empty() { hand } else { allowed }
    }

    pub fn play(&self, card: u8) -> Self {
        let mut next = self.clone();
        let turn = self.turn();
        next.hands[turn] &= !(1 << card);
        next.table.push(card);
        next.broken |= card / 13 == 3;
        if next.table.len() == self.hands.len() {
            let led = next.table[0] / 13;
            let strength = |card: u8| match card / 13 {
                3 => 100 + card % 13,
                suit if suit == led => 1 + card % 13,
                _ => 0,
            };
            let best =
                (0..next.table.len()).max_by_key(|&place| strength(next.table[place])).unwrap();
            next.leader = (self.leader + best) % self.hands.len();
            next.won[next.leader] += 1;
            next.table.clear();
        }
        next
    }

    /// The value when the seats of `high` want it high and the others low; `known` remembers what this has found for
    /// the same `high` and `worth`.
    pub fn value(
        &self,
        high: u8,
        worth: &dyn Fn(&[u8]) -> i32,
        known: &mut HashMap<Self, i32>,
    ) -> i32 {
        if self.hands.iter().all(|&hand| hand == 0) {
            return worth(&self.won);
        }
        if let Some(&value) = known.get(self) {
            return value;
        }
        let values = self.legal().into_iter().map(|card| self.play(card).value(high, worth, known));
        let value = if high >> self.turn() & 1 == 1 {
            values.max().unwrap()
        } else {
            values.min().unwrap()
        };
        known.insert(self.clone(), value);
        value
    }
}

/// A small generator of numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// `count` cards out of `pool`.
    pub fn cards(&mut self, pool: u64, count: u32) -> u64 {
        let mut chosen = 0u64;
        while chosen.count_ones() < count {
            chosen |= 1 << self.below(52) & pool;
        }
        chosen
    }

    /// A position of `seats` hands of `cards` cards out of a deck that may be sparse, on which a trick may have begun.
    pub fn position(&mut self, seats: usize, cards: u32) -> Plain {
        let wanted = seats as u32 * cards;
        let mut pool = match self.below(4) {
            // A few suits only, or a few ranks only, or about as many cards as needed, or the whole pack.
            0 => 0x1fff << (13 * self.below(4)) | 0x1fff << (13 * self.below(4)) | 0x1fff << 39,
            1 => {
                let ranks = self.below(0x2000);
                ranks | ranks << 13 | ranks << 26 | ranks << 39
            }
            2 => self.cards((1 << 52) - 1, (wanted + 2).min(52)),
            _ => (1 << 52) - 1,
        };
        if u64::count_ones(pool) < wanted {
            pool = (1 << 52) - 1;
        }
        let hands = (0..seats)
            .map(|_| {
                let hand = self.cards(pool, cards);
                pool &= !hand;
                hand
            })
            .collect();
        let mut position = Plain {
            hands,
            table: Vec::new(),
            leader: self.below(seats as u64) as usize,
            broken: self.below(2) == 0,
            won: (0..seats).map(|_| self.below(3).min(u64::from(17 - cards)) as u8).collect(),
        };
        for _ in 0..self.below(seats as u64) {
            let legal = position.legal();
            position = position.play(legal[self.below(legal.len() as u64) as usize]);
        }
        position
    }
}
