//! Wishes that depend on who takes the tricks, seat by seat.
//!
//! From the tricks that the seats have now, every way to share the tricks to come ends in a value, which is as much as was asked for
//! or not. Two ways to share the next tricks after which the same further ones are good are one *wish*. So a nil that is broken, or
//! a contract that is made, no longer keeps positions apart, without the solver knowing what a nil or a contract is.

use std::collections::HashMap;

use super::question::{Pull, Question, SeatFacts};
use super::suits::Sure;

/// The wish that nothing meets, and the one that everything meets, for any number of tricks.
const NONE: u32 = 0;
const ALL: u32 = 1;
/// No wish.
const UNKNOWN: u16 = u16::MAX;
/// Wishes that are kept at most.
const MOST: usize = 40_000;

/// What is known of a wish.
struct Wish {
    /// The wish after the next trick, by its winner.
    next: [u16; 4],
    /// The tricks that are enough for each side to have its way.
    enough: [u8; 2],
    seats: SeatFacts,
    pull: Pull,
    /// Its number among those of as many tricks, and those of them that it implies, bit by number.
    number: u32,
    implies: Vec<u64>,
    /// How often tricks taken at random meet it, in 65536ths.
    chance: u32,
}

/// The wishes of one number of tricks, by where they lead and in their order.
#[derive(Default)]
struct Depth {
    by_next: HashMap<[u16; 4], u16>,
    order: Vec<u16>,
}

/// All wishes of one question.
pub(super) struct Wishes<const SEATS: usize, const PARTNERS: bool> {
    list: Vec<Wish>,
    /// The wishes of each number of tricks.
    known: Vec<Depth>,
    /// The seats of each side.
    sides: [u8; 2],
}

impl<const SEATS: usize, const PARTNERS: bool> Wishes<SEATS, PARTNERS> {
    /// No wishes yet; the seats of the set `yes` are one side.
    pub fn new(yes: u8) -> Self {
        let mut made = Self {
            list: Vec::new(),
            known: (0..18).map(|_| Depth::default()).collect(),
            sides: [yes, ((1 << SEATS) - 1) & !yes],
        };
        for chance in [0, 1 << 16] {
            made.list.push(Wish {
                next: [made.list.len() as u16; 4],
                enough: [0; 2],
                seats: SeatFacts::default(),
                pull: Pull::More,
                number: 0,
                implies: Vec::new(),
                chance,
            });
        }
        made
    }

    /// Whether there are so many wishes that it is time to begin anew.
    pub fn is_full(&self) -> bool {
        self.list.len() > MOST
    }

    /// The values that `rest` more tricks can come to, in order.
    pub fn levels(rest: u32, value: &dyn Fn(&[u8; 4]) -> i32) -> Vec<i32> {
        let mut levels: Vec<i32> = splits(SEATS, rest as u8).iter().map(value).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// The wish that `rest` more tricks are shared in a way that is good.
    pub fn wish(&mut self, rest: u32, good: &dyn Fn(&[u8; 4]) -> bool) -> u32 {
        let mut later: HashMap<[u8; 4], u16> = HashMap::new();
        for tricks in (0..=rest).rev() {
            let mut now = HashMap::new();
            for split in splits(SEATS, tricks as u8) {
                let wish = if tricks == rest {
                    if good(&split) { ALL } else { NONE }
                } else {
                    let next = std::array::from_fn(|seat| {
                        let mut more = split;
                        more[seat.min(SEATS - 1)] += 1;
                        later[&more]
                    });
                    self.find(rest - tricks, next)
                };
                now.insert(split, wish as u16);
            }
            later = now;
        }
        u32::from(later[&[0; 4]])
    }

    /// The wish of so many tricks that leads to given ones.
    fn find(&mut self, rest: u32, next: [u16; 4]) -> u32 {
        if u32::from(next[0]) <= ALL && next == [next[0]; 4] {
            return u32::from(next[0]);
        }
        let Depth { by_next, order } = &self.known[rest as usize];
        if let Some(&known) = by_next.get(&next) {
            return u32::from(known);
        }
        let number = order.len();
        let order = order.clone();
        let name = self.list.len() as u16;
        let later = |seat: usize| u32::from(next[seat]);
        // The greatest of what is enough after the next trick, with that trick where it counts.
        let after = |of: &dyn Fn(u32) -> u32, mine: &dyn Fn(usize) -> bool, winners: u8| {
            let winners = (0..SEATS).filter(|winner| winners >> winner & 1 == 1);
            let more = |winner| match of(later(winner)) {
                0 => 0,
                enough => enough + u32::from(mine(winner)),
            };
            winners.map(more).max().unwrap_or(0) as u8
        };
        let any = (1 << SEATS) - 1;
        let enough = [0, 1].map(|side| {
            let of = |wish: u32| self.enough_of(wish, rest - 1)[side];
            after(&of, &|winner| self.side(winner) == side, any)
        });
        let mut seats = SeatFacts::default();
        for seat in 0..SEATS {
            for yes in 0..2 {
                let of = |wish: u32| match wish {
                    NONE | ALL if (wish == ALL) == (yes == 0) => 0,
                    NONE | ALL => rest,
                    _ => u32::from(self.list[wish as usize].seats.enough[seat][yes]),
                };
                seats.enough[seat][yes] = after(&of, &|winner| winner == seat, any);
            }
            let own = self.side(seat);
            let of = |wish: u32| match wish {
                NONE | ALL if (wish == ALL) == (own == 0) => 0,
                NONE | ALL => rest,
                _ => u32::from(self.list[wish as usize].seats.with_none[seat]),
            };
            let mine = |winner: usize| self.side(winner) == own;
            seats.with_none[seat] = after(&of, &mine, any & !(1 << seat));
        }
        let chances: [u32; 4] = std::array::from_fn(|seat| self.list[next[seat] as usize].chance);
        let mut implies = vec![0; number / 64 + 1];
        implies[number / 64] |= 1 << (number % 64);
        for &other in &order {
            let theirs = self.list[other as usize].next;
            let (place, index) = (self.list[other as usize].number as usize, number);
            if (0..SEATS).all(|seat| self.implies(later(seat), u32::from(theirs[seat]))) {
                implies[place / 64] |= 1 << (place % 64);
            }
            if (0..SEATS).all(|seat| self.implies(u32::from(theirs[seat]), later(seat))) {
                let theirs = &mut self.list[other as usize].implies;
                theirs.resize(theirs.len().max(index / 64 + 1), 0);
                theirs[index / 64] |= 1 << (index % 64);
            }
        }
        let wish = Wish {
            next,
            enough,
            seats,
            pull: self.pull(chances),
            number: number as u32,
            implies,
            chance: chances[..SEATS].iter().sum::<u32>() / SEATS as u32,
        };
        self.list.push(wish);
        let Depth { by_next, order } = &mut self.known[rest as usize];
        by_next.insert(next, name);
        order.push(name);
        u32::from(name)
    }

    fn enough_of(&self, wish: u32, rest: u32) -> [u32; 2] {
        match wish {
            NONE => [rest + 1, 0],
            ALL => [0, rest + 1],
            _ => self.list[wish as usize].enough.map(u32::from),
        }
    }

    /// Which way the sides pull if these are the chances after a trick of each seat.
    fn pull(&self, chances: [u32; 4]) -> Pull {
        // What a seat's own trick is worth to its side against one of an opponent.
        let gain = |seat: usize| {
            let sign = if self.side(seat) == 0 { 1 } else { -1 };
            let others = self.sides[1 - self.side(seat)];
            let theirs = (0..SEATS).filter(|seat| others >> seat & 1 == 1);
            let sum: i32 = theirs.map(|seat| chances[seat] as i32).sum();
            sign * (chances[seat] as i32 - sum / others.count_ones().max(1) as i32)
        };
        let averse = (0..SEATS).filter(|&seat| gain(seat) < 0);
        match averse.clone().count() {
            0 => Pull::More,
            count if count == SEATS => Pull::Fewer,
            _ => averse
                .min_by_key(|&seat| gain(seat))
                .map_or(Pull::More, |seat| Pull::Nil(seat as u8)),
        }
    }
}

impl<const SEATS: usize, const PARTNERS: bool> Question for Wishes<SEATS, PARTNERS> {
    const SEATS: usize = SEATS;
    const PARTNERS: bool = PARTNERS;
    const BY_SEAT: bool = true;
    const UNKNOWN: (u16, u16) = (UNKNOWN, UNKNOWN);

    #[inline]
    fn sides(&self) -> [u8; 2] {
        if PARTNERS { [0b0101, 0b1010] } else { self.sides }
    }

    #[inline]
    fn trim(&self, wish: u32, _rest: u32) -> u32 {
        wish
    }

    #[inline]
    fn after(&self, wish: u32, winner: usize) -> u32 {
        u32::from(self.list[wish as usize].next[winner & 3])
    }

    #[inline]
    fn settled(&self, wish: u32, _rest: u32) -> Option<bool> {
        (wish <= ALL).then_some(wish == ALL)
    }

    #[inline]
    fn enough(&self, wish: u32, _rest: u32) -> [u32; 2] {
        self.list[wish as usize].enough.map(u32::from)
    }

    #[inline]
    fn implies(&self, less: u32, more: u32) -> bool {
        if less == more || less == NONE || more == ALL {
            return less != u32::from(UNKNOWN);
        }
        if less == ALL || more == NONE || less.max(more) == u32::from(UNKNOWN) {
            return false;
        }
        let more = self.list[more as usize].number as usize;
        self.list[less as usize]
            .implies
            .get(more / 64)
            .is_some_and(|set| set >> (more % 64) & 1 == 1)
    }

    #[inline]
    fn left(&self, _wish: u32, _rest: u32, _sure: Sure) -> Option<bool> {
        None
    }

    #[inline]
    fn aim(&self, wish: u32, _rest: u32) -> Pull {
        self.list[wish as usize].pull
    }

    #[inline]
    fn seats(&self, wish: u32) -> Option<&SeatFacts> {
        Some(&self.list[wish as usize].seats)
    }
}

/// All ways in which the seats can share a number of tricks.
fn splits(seats: usize, tricks: u8) -> Vec<[u8; 4]> {
    let mut found = Vec::new();
    for first in 0..=tricks {
        for second in 0..=tricks - first {
            for third in 0..=tricks - first - second {
                let split = [first, second, third, tricks - first - second - third];
                if split[seats..].iter().all(|&none| none == 0) {
                    found.push(split);
                }
            }
        }
    }
    found
}
