//! The transposition table of the two-hand solver.
//!
//! An entry says something about a position that is true for ever: a set of trick counts that seat 0 can force the rest
//! of the round into, and one that seat 1 can. Neither the utility nor the tricks won so far are part of it, so entries
//! serve every utility and every world, and the table need not be cleared.

/// Low bits of a set field that hold trick counts 0 to 17.
pub(super) const SET: u32 = (1 << 18) - 1;
/// Entries of one bucket: one cache line.
const WAYS: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// The exact position; 0 is no position.
    pub key: u64,
    /// Seat 0 can force the rest into this set; above it, the lead that did so.
    pub force0: u32,
    /// Seat 1 can force the rest into this set; above it, the lead that did so.
    pub force1: u32,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// A table of fixed size.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
    turn: u32,
}

impl Table {
    /// A table of 2 to the power `bits` entries, at least one bucket.
    pub fn new(bits: u32) -> Self {
        let bits = bits.max(3) - 2;
        Self { buckets: vec![Bucket::default(); 1 << bits], shift: 64 - bits, turn: 0 }
    }

    /// The bucket of a key.
    #[inline(always)]
    pub fn home(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The entry of a key, if it is there.
    #[inline(always)]
    pub fn find(&self, home: usize, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[home].0;
        bucket.iter().find(|entry| entry.key == key).copied()
    }

    /// Keeps a set that a seat can force, with the lead that began it (or `NO_LEAD`).
    #[inline(always)]
    pub fn keep(&mut self, home: usize, key: u64, seat: usize, set: u32) {
        self.turn = self.turn.wrapping_add(1);
        let bucket = &mut self.buckets[home].0;
        let slot = match bucket.iter().position(|entry| entry.key == key) {
            Some(slot) => slot,
            None => match bucket.iter().position(|entry| entry.key == 0) {
                Some(slot) => slot,
                None => (self.turn as usize) % WAYS,
            },
        };
        let entry = &mut bucket[slot];
        if entry.key != key {
            *entry = Entry { key, force0: SET, force1: SET };
        }
        if seat == 0 {
            entry.force0 = set;
        } else {
            entry.force1 = set;
        }
    }
}
