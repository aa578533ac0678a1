//! The transposition table of the four-hand solver.
//!
//! An entry gives the answer for every position with given numbers of cards per hand and suit (the *shape*) in which given high
//! cards are in given hands. It holds in every deal, so nothing has to be forgotten but for want of space.

use super::question::Question;
use super::suits::Suit;

/// The highest spade that is left, as a mask of relative ranks.
pub(super) const HIGHEST_SPADE: u64 = 1 << 48;

/// The numbers of cards, the seat on lead, whether spades are broken and who holds the highest of them, in one number that is
/// different for each.
///
/// The highest spade hardly ever does not matter, and without it in the shape the lists of entries are long.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape(u64);

impl Shape {
    #[inline]
    pub fn new(suits: &[Suit; 4], rest: u32, leader: usize, broken: bool) -> Self {
        // The spades are what is missing.
        let lengths = suits[0].lengths() | suits[1].lengths() << 16 | suits[2].lengths() << 32;
        let (rest, leader) = (u64::from(rest) << 48, (leader as u64) << 53);
        Self(lengths | rest | leader | u64::from(broken) << 55 | (suits[3].first() as u64) << 56)
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

/// Bits of the number of heads to begin with.
const FEWEST_HEADS: u32 = 8;
/// No chunk.
const NONE: u32 = u32::MAX;
/// Entries of a chunk.
const WAYS: usize = 4;

#[derive(Clone, Copy, Default)]
struct Head {
    shape: u64,
    first: u32,
    age: u32,
}

/// Some entries of one shape, each saying what is known of some of its positions. They lie side by side because to look for one that
/// fits is most of the work of the table.
#[derive(Clone, Copy)]
#[repr(align(128))]
struct Chunk {
    odd: [u64; WAYS],
    upper: [u64; WAYS],
    /// The cards whose owners matter.
    mask: [u64; WAYS],
    /// A wish for which the answer is yes, or as a question says that none is known.
    yes: [u16; WAYS],
    /// A wish for which the answer is no, likewise.
    no: [u16; WAYS],
    /// The place of the best lead, relative.
    best: [u8; WAYS],
    count: u32,
    /// The next chunk of the shape.
    next: u32,
}

impl Chunk {
    /// A chunk without entries, before another.
    fn new(next: u32) -> Self {
        // A bit that no card has keeps every position from fitting.
        let never = [1 << 13; WAYS];
        Self {
            odd: never,
            upper: never,
            mask: never,
            yes: [0; WAYS],
            no: [0; WAYS],
            best: [NO_LEAD; WAYS],
            count: 0,
            next,
        }
    }

    /// The entries that fit a position, bit by place.
    #[inline]
    fn fit(&self, owners: Owners) -> u32 {
        let fits = |way: usize| {
            let differ = (owners.odd ^ self.odd[way]) | (owners.upper ^ self.upper[way]);
            u32::from(differ & self.mask[way] == 0) << way
        };
        fits(0) | fits(1) | fits(2) | fits(3)
    }
}

/// No best lead.
pub(super) const NO_LEAD: u8 = 64;

/// A table of fixed size.
pub(super) struct Table {
    /// As few as the shapes need, since they are looked up all the time.
    heads: Vec<Head>,
    chunks: Vec<Chunk>,
    /// The most heads and chunks.
    most_heads: usize,
    most: usize,
    shift: u32,
    shapes: usize,
    age: u32,
}

/// What the table says about a question.
pub(super) enum Answer {
    /// Yes, because of these cards.
    Yes(u64),
    /// No, because of these cards.
    No(u64),
    /// Not known; the best lead of this position so far, if any, and of any of this shape.
    Open(u8, u8),
}

impl Table {
    /// A table of up to 2 to the power `bits` entries of 32 bytes in chunks, and up to half as many heads of 16 bytes.
    pub fn new(bits: u32) -> Self {
        let heads = FEWEST_HEADS.min(bits - 1);
        Self {
            heads: vec![Head::default(); 1 << heads],
            chunks: Vec::new(),
            most_heads: 1 << (bits - 1),
            most: 1 << (bits - 2),
            shift: 64 - heads,
            shapes: 0,
            age: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.chunks.clear();
        self.shapes = 0;
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.heads.fill(Head::default());
            self.age = 1;
        }
    }

    /// The place of the head of a shape, or where it would be.
    #[inline]
    fn place(&self, shape: Shape) -> usize {
        let mixed = (shape.0 ^ shape.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (mixed >> self.shift) as usize;
        loop {
            let head = &self.heads[place];
            if head.age != self.age || head.shape == shape.0 {
                return place;
            }
            place = (place + 1) & (self.heads.len() - 1);
        }
    }

    /// Makes twice as many heads.
    #[cold]
    fn grow(&mut self) {
        let more = vec![Head::default(); 2 * self.heads.len()];
        let heads = std::mem::replace(&mut self.heads, more);
        self.shift -= 1;
        for head in heads.into_iter().filter(|head| head.age == self.age) {
            let place = self.place(Shape(head.shape));
            self.heads[place] = head;
        }
    }

    /// The first entry of the head at a place.
    #[inline]
    fn first(&self, place: usize) -> u32 {
        let head = &self.heads[place];
        if head.age == self.age { head.first } else { NONE }
    }

    /// What is known of a position and a wish, and where to keep what will be found out.
    #[inline(always)]
    pub fn find<Q: Question>(
        &self,
        question: &Q,
        shape: Shape,
        owners: Owners,
        wish: u32,
    ) -> (Answer, Ticket) {
        let mut next = self.first(self.place(shape));
        let mut similar = NO_LEAD;
        let mut best = NO_LEAD;
        let mut ticket = Ticket { shape, owners, age: self.age, chunk: NONE, way: 0 };
        if let Some(chunk) = self.chunks.get(next as usize) {
            // A good lead in one position is often one in another of the same shape.
            similar = chunk.best[(chunk.count as usize - 1) % WAYS];
        }
        while let Some(chunk) = self.chunks.get(next as usize) {
            let mut fit = chunk.fit(owners);
            while fit != 0 {
                let way = fit.trailing_zeros() as usize % WAYS;
                fit &= fit - 1;
                if question.implies(u32::from(chunk.yes[way]), wish) {
                    return (Answer::Yes(chunk.mask[way]), ticket);
                }
                if question.implies(wish, u32::from(chunk.no[way])) {
                    return (Answer::No(chunk.mask[way]), ticket);
                }
                if chunk.best[way] != NO_LEAD {
                    best = chunk.best[way];
                }
                (ticket.chunk, ticket.way) = (next, way);
            }
            next = chunk.next;
        }
        (Answer::Open(best, similar), ticket)
    }

    /// Keeps what has been found out: the cards that it rests on, the answer, and the best lead.
    #[inline(always)]
    pub fn keep<Q: Question>(&mut self, ticket: Ticket, mask: u64, wish: u32, yes: bool, best: u8) {
        let wish = wish as u16;
        // The table may have been cleared in the meantime.
        if ticket.age == self.age
            && let Some(chunk) = self.chunks.get_mut(ticket.chunk as usize)
            && chunk.mask[ticket.way] == mask
        {
            if yes {
                chunk.yes[ticket.way] = wish;
            } else {
                chunk.no[ticket.way] = wish;
            }
            if best != NO_LEAD {
                chunk.best[ticket.way] = best;
            }
            return;
        }
        let mut place = self.place(ticket.shape);
        let mut first = self.first(place);
        if self.chunks.get(first as usize).is_none_or(|chunk| chunk.count as usize == WAYS) {
            let full = self.shapes * 4 >= self.heads.len() * 3;
            if full && self.heads.len() < self.most_heads {
                self.grow();
                place = self.place(ticket.shape);
            } else if full || self.chunks.len() >= self.most {
                self.clear();
                place = self.place(ticket.shape);
                first = NONE;
            }
            self.chunks.push(Chunk::new(first));
            first = self.chunks.len() as u32 - 1;
            self.shapes += usize::from(self.heads[place].age != self.age);
            self.heads[place] = Head { shape: ticket.shape.0, first, age: self.age };
        }
        let chunk = &mut self.chunks[first as usize];
        let way = chunk.count as usize % WAYS;
        chunk.count += 1;
        (chunk.odd[way], chunk.upper[way]) = (ticket.owners.odd & mask, ticket.owners.upper & mask);
        (chunk.mask[way], chunk.best[way]) = (mask, best);
        (chunk.yes[way], chunk.no[way]) =
            if yes { (wish, Q::UNKNOWN.1) } else { (Q::UNKNOWN.0, wish) };
    }
}

/// A position that was looked up.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    shape: Shape,
    owners: Owners,
    age: u32,
    /// An entry about the position, if there is one.
    chunk: u32,
    way: usize,
}
