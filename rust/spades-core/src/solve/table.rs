//! The transposition table of the two-hand solver.
//!
//! What it says of a position is true for ever: sets of trick counts that seat 0 can force the rest of the round into, and
//! sets that seat 1 can. Neither the utility nor the tricks won so far are part of it, so entries serve every utility and
//! every world, and the table need never be cleared.

/// Bits of a set: trick counts 0 to 17.
const WIDTH: u32 = 18;
/// All trick counts.
const SET: u32 = (1 << WIDTH) - 1;
/// Entries of one bucket: one cache line.
const WAYS: usize = 4;
/// The part of a mixed key that an entry keeps; the rest is the number of its bucket.
const TAG: u64 = !0xff;
/// The fewest bits of a bucket number, so that those and the tag are the whole mixed key.
const LEAST: u32 = 8;

/// What is known of a position: two sets for each seat, the newer one first. All counts, if nothing is known.
#[derive(Clone, Copy)]
pub(super) struct Known(pub [[u32; 2]; 2]);

/// Four sets of 18 bits and a tag of 56 in 16 bytes. In `sets` are seat 0's newer, seat 0's older and seat 1's newer set and
/// the upper part of seat 1's older set; the lower part is in the low byte of `tag`. No entry has `sets` zero.
#[derive(Clone, Copy, Default)]
struct Entry {
    tag: u64,
    sets: u64,
}

impl Entry {
    fn known(self) -> Known {
        let set = |place: u32| (self.sets >> (WIDTH * place)) as u32 & SET;
        let last = (self.sets >> (3 * WIDTH)) as u32 & 0x3ff;
        Known([[set(0), set(1)], [set(2), last << 8 | (self.tag & !TAG) as u32]])
    }

    fn new(tag: u64, Known([own, other]): Known) -> Self {
        let sets = u64::from(own[0])
            | u64::from(own[1]) << WIDTH
            | u64::from(other[0]) << (2 * WIDTH)
            | u64::from(other[1] >> 8) << (3 * WIDTH);
        Self { tag: tag | u64::from(other[1] & 0xff), sets }
    }
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// Where a key belongs.
#[derive(Clone, Copy, Default)]
pub(super) struct Home {
    bucket: usize,
    tag: u64,
}

/// A table of fixed size.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
    turn: usize,
}

impl Table {
    /// A table of 2 to the power `bits` entries, 2 to the power 10 at least.
    pub fn new(bits: u32) -> Self {
        let bits = bits.max(LEAST + 2) - 2;
        Self { buckets: vec![Bucket::default(); 1 << bits], shift: 64 - bits, turn: 0 }
    }

    /// Where a key belongs. Mixing is one to one: bucket and tag together are the key, so nothing is taken for another.
    #[inline]
    pub fn home(&self, key: u64) -> Home {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The tag leaves out the topmost bits, which number the bucket.
        Home { bucket: (mixed >> self.shift) as usize, tag: mixed << LEAST }
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn find(&self, home: Home) -> Option<Known> {
        let bucket = &self.buckets[home.bucket].0;
        bucket
            .iter()
            .find(|entry| entry.tag & TAG == home.tag && entry.sets != 0)
            .map(|entry| entry.known())
    }

    /// Keeps a set that a seat can force.
    #[inline(always)]
    pub fn keep(&mut self, home: Home, seat: usize, set: u32) {
        let bucket = &mut self.buckets[home.bucket].0;
        let same = bucket.iter().position(|entry| entry.tag & TAG == home.tag && entry.sets != 0);
        let slot =
            same.or_else(|| bucket.iter().position(|entry| entry.sets == 0)).unwrap_or_else(|| {
                self.turn = self.turn.wrapping_add(1);
                self.turn % WAYS
            });
        let mut known = same.map_or(Known([[SET; 2]; 2]), |slot| bucket[slot].known());
        let [newer, older] = &mut known.0[seat];
        // A set within another says all that the other does.
        if *newer & set != set {
            *older = *newer;
        }
        *newer = set;
        bucket[slot] = Entry::new(home.tag, known);
    }
}
