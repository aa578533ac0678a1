//! The transposition table of the four-hand solver.
//!
//! An entry says how many tricks seats 0 and 2 take from every position with given numbers of cards per hand and suit (the *shape*)
//! in which given high cards are in given hands. It holds in every deal, so nothing has to be forgotten but for want of space.

use super::suits::Suit;

/// The numbers of cards, the seat on lead and whether spades are broken, in one number that is different for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape(u64);

impl Shape {
    #[inline]
    pub fn new(suits: &[Suit; 4], rest: u32, leader: usize, broken: bool) -> Self {
        // The spades are what is missing.
        let lengths = suits[0].lengths() | suits[1].lengths() << 16 | suits[2].lengths() << 32;
        Self(lengths | u64::from(rest) << 48 | (leader as u64) << 52 | u64::from(broken) << 54)
    }
}

/// The owners of all cards by relative rank: lanes with the highest card at bit 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Owners {
    pub odd: u64,
    pub upper: u64,
}

impl Owners {
    #[inline]
    pub fn new(suits: &[Suit; 4]) -> Self {
        let lanes = |part: fn(Suit) -> u64| {
            part(suits[0]) | part(suits[1]) << 16 | part(suits[2]) << 32 | part(suits[3]) << 48
        };
        Self { odd: lanes(Suit::odd), upper: lanes(Suit::upper) }
    }
}

/// No entry.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Default)]
struct Head {
    shape: u64,
    first: u32,
    age: u32,
}

/// What is known of some positions of a shape.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Entry {
    odd: u64,
    upper: u64,
    /// The cards whose owners matter.
    pub mask: u64,
    next: u32,
    /// The least number of tricks.
    pub low: u8,
    /// The greatest number of tricks.
    pub high: u8,
    /// The lane place of the best lead, relative; `NO_LEAD` if there is none.
    pub best: u8,
}

/// No best lead.
pub(super) const NO_LEAD: u8 = 64;

/// A table of fixed size.
pub(super) struct Table {
    heads: Vec<Head>,
    entries: Vec<Entry>,
    most: usize,
    shift: u32,
    shapes: usize,
    age: u32,
}

/// What the table says about a question.
pub(super) enum Answer {
    /// At least as many tricks as asked for, because of these cards.
    Yes(u64),
    /// Fewer tricks than asked for, because of these cards.
    No(u64),
    /// Not known; the best lead so far, if any.
    Open(u8),
}

impl Table {
    /// A table of 2 to the power `bits` entries of 32 bytes, and half as many heads of 16 bytes.
    pub fn new(bits: u32) -> Self {
        Self {
            heads: vec![Head::default(); 1 << (bits - 1)],
            entries: Vec::new(),
            most: 1 << bits,
            shift: 64 - (bits - 1),
            shapes: 0,
            age: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.shapes = 0;
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.heads.fill(Head::default());
            self.age = 1;
        }
    }

    /// The head of a shape, made if there is none.
    #[inline]
    fn head(&mut self, shape: Shape) -> usize {
        let mixed = (shape.0 ^ shape.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (mixed >> self.shift) as usize;
        loop {
            let head = &mut self.heads[place];
            if head.age != self.age {
                *head = Head { shape: shape.0, first: NONE, age: self.age };
                self.shapes += 1;
                return place;
            }
            if head.shape == shape.0 {
                return place;
            }
            place = (place + 1) & (self.heads.len() - 1);
        }
    }

    /// What is known of a position, when `need` tricks are asked for; and where to keep what will be found out about it.
    #[inline]
    pub fn find(&mut self, shape: Shape, owners: Owners, need: u32) -> (Answer, Ticket) {
        if self.shapes * 4 > self.heads.len() * 3 || self.entries.len() >= self.most {
            self.clear();
        }
        let head = self.head(shape);
        let mut next = self.heads[head].first;
        // A good lead in one position is often one in another of the same shape.
        let mut best = self.entries.get(next as usize).map_or(NO_LEAD, |entry| entry.best) | 128;
        let mut ticket = Ticket { shape, owners, age: self.age, entry: NONE };
        while let Some(entry) = self.entries.get(next as usize) {
            if ((owners.odd ^ entry.odd) | (owners.upper ^ entry.upper)) & entry.mask == 0 {
                if u32::from(entry.low) >= need {
                    return (Answer::Yes(entry.mask), ticket);
                }
                if u32::from(entry.high) < need {
                    return (Answer::No(entry.mask), ticket);
                }
                if entry.best != NO_LEAD {
                    best = entry.best;
                }
                ticket.entry = next;
            }
            next = entry.next;
        }
        (Answer::Open(best), ticket)
    }

    /// Keeps what has been found out: the cards that it rests on, the bounds and the best lead.
    #[inline]
    pub fn keep(&mut self, ticket: Ticket, mask: u64, (low, high): (u32, u32), best: u8) {
        let (low, high) = (low as u8, high as u8);
        // The table may have been cleared in the meantime.
        if ticket.age == self.age
            && let Some(entry) = self.entries.get_mut(ticket.entry as usize)
            && entry.mask == mask
        {
            entry.low = entry.low.max(low);
            entry.high = entry.high.min(high);
            if best != NO_LEAD {
                entry.best = best;
            }
            return;
        }
        let head = self.head(ticket.shape);
        let next = std::mem::replace(&mut self.heads[head].first, self.entries.len() as u32);
        let (odd, upper) = (ticket.owners.odd & mask, ticket.owners.upper & mask);
        self.entries.push(Entry { odd, upper, mask, next, low, high, best });
    }
}

/// A position that was looked up.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    shape: Shape,
    owners: Owners,
    age: u32,
    /// An entry about the position, if there is one.
    entry: u32,
}
