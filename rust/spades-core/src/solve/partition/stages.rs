//! Which card to play first to a lead.

use super::order::{best, reach};
use super::question::{Pull, Question};
use super::search::Trick;
use super::suits::{LANE, SPADES, Suits, TRUMP, lane_of};

/// The cards that may be played to a trick, in groups that are to be tried one after the other.
pub(super) struct Stages {
    list: [u64; 6],
    count: usize,
    /// Bit by group: whether its highest card comes first.
    high: u8,
    /// Bit by group: whether its cards win the trick so far.
    wins: u8,
}

impl Stages {
    /// The groups for a trick of `COUNT` cards, of which the cards `may` can be played.
    #[inline(always)]
    pub fn new<Q: Question, const COUNT: usize>(
        hands: &[u64; 4],
        suits: &Suits,
        trick: &Trick,
        may: u64,
        mates: u8,
    ) -> Self {
        let mut stages = Self { list: [0; 6], count: 0, high: 0, wins: 0 };
        let seat = Q::seat(trick.leader as usize, COUNT);
        let win_at = u32::from(trick.win_at);
        let above = |at: u32| lane_of(at) & ((1 << at) - 1);
        let ruffs = if win_at >= TRUMP { 0 } else { SPADES };
        let winners = may & (above(win_at) | ruffs);
        let losers = may & !winners;
        let follows = may & trick.lane != 0;
        match trick.pull {
            Pull::Fewer => {
                stages.push(losers, true, false);
                stages.push(winners, true, true);
                return stages;
            }
            Pull::Nil(nil) => {
                stages.nil(trick, seat, nil as usize, winners, losers, mates);
                return stages;
            }
            Pull::More if !Q::PARTNERS => {
                let last = COUNT + 1 == Q::SEATS;
                if mates >> trick.win_seat & 1 == 0 {
                    stages.push(winners, false, true);
                    stages.push(losers, false, false);
                } else if last {
                    stages.push(losers, false, false);
                    stages.push(winners, true, true);
                } else {
                    stages.push(winners, true, true);
                    stages.push(losers, false, false);
                }
                return stages;
            }
            Pull::More => {}
        }
        // What the opponent behind can win with, as it stands, and whether the partner wins in the end.
        let threat = if COUNT == 3 { 64 } else { reach(hands[(seat + 1) & 3], trick.lane, win_at) };
        let safe = if COUNT == 1 {
            let bar = if threat < 64 { threat } else { win_at };
            reach(hands[seat ^ 2], trick.lane, bar) < 64
        } else {
            threat == 64 && trick.win_seat as usize == seat ^ 2
        };
        let holding = if safe {
            0
        } else {
            match threat {
                64 => winners,
                TRUMP.. => winners & above(threat),
                _ => winners & (above(threat) | SPADES),
            }
        };
        // The cheapest card that wins for good, then the lowest, then the cheapest that might win.
        stages.push(holding, false, true);
        if follows {
            stages.push(losers, false, false);
        } else {
            stages.discards::<COUNT>(suits, trick, seat, losers);
        }
        stages.push(winners & !holding, COUNT == 2 && !safe, true);
        stages
    }

    /// The groups when the seat `nil` should take no trick.
    fn nil(
        &mut self,
        trick: &Trick,
        seat: usize,
        nil: usize,
        winners: u64,
        losers: u64,
        mates: u8,
    ) {
        if seat == nil {
            self.push(losers, true, false);
            self.push(winners, false, true);
        } else if mates >> nil & 1 == 1 || !trick.has_played(nil) {
            self.push(winners, false, true);
            self.push(losers, false, false);
        } else if trick.win_seat as usize == nil {
            self.push(losers, true, false);
            self.push(winners, true, true);
        } else {
            self.push(winners, true, true);
            self.push(losers, true, false);
        }
    }

    /// Adds a group; `from_high` to try its highest card first.
    #[inline(always)]
    fn push(&mut self, cards: u64, from_high: bool, wins: bool) {
        if cards != 0 {
            self.list[self.count] = cards;
            self.high |= u8::from(from_high) << self.count;
            self.wins |= u8::from(wins) << self.count;
            self.count += 1;
        }
    }

    /// Adds cards that do not win and are not of the suit led, suit by suit.
    #[inline(always)]
    fn discards<const COUNT: usize>(
        &mut self,
        suits: &Suits,
        trick: &Trick,
        seat: usize,
        cards: u64,
    ) {
        let mut list = [0i32; 3];
        let mut count = 0;
        for suit in 0..3usize {
            let lane = LANE << (16 * suit);
            if cards & lane == 0 {
                continue;
            }
            let s = suits.suit(trick.all, suit);
            let low = (cards & lane).ilog2();
            let rank = (low & 15) as i32;
            // Found like the weights of leads.
            let [by_rank, by_length, by_mate, by_count, by_top] = match COUNT {
                1 => [36, 22, 18, -8, -48],
                2 => [3, -2, -4, 0, -78],
                _ => [8, 6, 8, -2, -4],
            };
            let length = |seat: usize| s.length(seat) as i32;
            let mut weight = by_rank * rank
                + by_length * length(seat)
                + by_mate * length(seat ^ 2)
                + by_count * s.count() as i32;
            if low == best(trick.all, lane) {
                weight += by_top;
            }
            let entry = weight << 2 | suit as i32;
            let mut place = count;
            while place > 0 && list[place - 1] < entry {
                list[place] = list[place - 1];
                place -= 1;
            }
            list[place] = entry;
            count += 1;
        }
        for &entry in &list[..count] {
            self.push(cards & LANE << (16 * (entry & 3)), false, false);
        }
        self.push(cards & SPADES, false, false);
    }

    /// The number of groups.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// A group, whether its highest card comes first, and whether its cards win the trick so far.
    #[inline]
    pub fn get(&self, number: usize) -> (u64, bool, bool) {
        (self.list[number], self.high >> number & 1 == 1, self.wins >> number & 1 == 1)
    }
}
