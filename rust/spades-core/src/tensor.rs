//! An observation as a fixed vector of numbers. The layout is documented in `docs/observation.md`
//! and is part of the versioned behaviour.

use crate::bid::{self, Bid};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::DRAFT_TURNS;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::{NO_CARD, Round};
use crate::rules::Deal;

const CARDS: usize = 52;
const SEATS: usize = 4;
/// None, nil, 1-17, blind nil.
const BIDS: usize = 20;

/// A block of the layout: its name, first index and length.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// What the block holds.
    pub name: &'static str,
    /// Index of its first number.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

macro_rules! layout {
    ($($const:ident $name:literal $len:expr;)*) => {
        layout!(@ 0, $($const $name $len;)*);
        /// The layout, block by block.
        pub const LAYOUT: &[Block] = &[$(Block { name: $name, start: $const, len: $len }),*];
    };
    (@ $at:expr, $const:ident $name:literal $len:expr; $($rest:tt)*) => {
        const $const: usize = $at;
        layout!(@ $const + $len, $($rest)*);
    };
    (@ $at:expr,) => {
        /// Length of the vector.
        pub const OBSERVATION_SIZE: usize = $at;
    };
}

const _: () = assert!(
    BAGS == POINTS + SEATS && ROUNDS == BAGS + SEATS,
    "the standing is written as one block"
);

layout! {
    HAND "hand" CARDS;
    OWN_DISCARDS "own discards" CARDS;
    OTHER_DISCARDS "known discards of the other" CARDS;
    OTHER_HANDS "cards known to be in other hands" CARDS;
    SHOWN "card looked at in the draft" CARDS;
    TRICK "trick on the table, by seat" SEATS * CARDS;
    PLAYED "cards played, by seat" SEATS * CARDS;
    GONE "cards gone before the position was set up" CARDS;
    VOIDS "suits shown void, by seat" SEATS * 4;
    BID "bids, by seat" SEATS * BIDS;
    TRICKS "tricks won / 13, by seat" SEATS;
    PHASE "phase: blind, draft, bid, play, over" 5;
    TURN "seat to act" SEATS;
    LEADER "seat that leads the trick" SEATS;
    OPENER "opener" SEATS;
    BROKEN "spades are broken" 1;
    PLAYERS "number of players: 2, 3, 4" 3;
    DRAFTED "draft turns taken / 26" 1;
    CHOICES "draft turns: 1 first card taken, -1 second, 0 to come" DRAFT_TURNS as usize;
    POINTS "points before the round / 100, by side" SEATS;
    BAGS "bags before the round / 10, by side" SEATS;
    ROUNDS "rounds finished / 10" 1;
}

/// Words of 64 bits that hold a bit for each number.
const WORDS: usize = OBSERVATION_SIZE.div_ceil(64);
/// Bytes that hold a bit for each number.
const BIT_BYTES: usize = OBSERVATION_SIZE.div_ceil(8);
const DRAFTED_BYTE: usize = BIT_BYTES;
const TRICK_BYTES: usize = DRAFTED_BYTE + 1;
const STANDING_BYTES: usize = TRICK_BYTES + SEATS;

/// Length of the packed form in bytes: a bit for each number (1: it is above 0; number 0 is the
/// lowest bit of the first byte; the bits of points, bags and rounds are 0), then the draft turns
/// taken, the tricks by seat, and as little-endian 32-bit numbers the points by side, the bags by
/// side and the rounds finished.
pub const PACKED_SIZE: usize = STANDING_BYTES + 4 * (2 * SEATS + 1);

/// A bit for each number of the vector, set where it is above 0.
pub(crate) type Bits = [u64; WORDS];

/// Eight numbers, 0 or 1, for each byte of bits.
static EIGHT: [[f32; 8]; 256] = {
    let mut table = [[0.0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8][i % 8] = ((i / 8) >> (i % 8) & 1) as f32;
        i += 1;
    }
    table
};

/// The cards whose place a seat knows.
pub(crate) struct Known {
    /// As the zones of a round.
    pub zones: [CardSet; 4],
    /// The card looked at in the draft.
    pub shown: Option<Card>,
    /// By seat, the cards played since the position began.
    pub played: [CardSet; 4],
}

/// What is known of a round, seen from a seat. The standing of the game is no part of it.
pub(crate) struct Facts {
    pub bits: Bits,
    tricks: [u8; SEATS],
    drafted: u8,
    choices: u32,
}

/// Sets the bits of a set that begins at a number. With a start that the compiler knows, the words
/// stay in registers.
#[inline(always)]
fn put(bits: &mut Bits, start: usize, set: u64) {
    let (word, shift) = (start / 64, start % 64);
    bits[word] |= set << shift;
    if shift > 0 && word + 1 < WORDS {
        bits[word + 1] |= set >> (64 - shift);
    }
}

/// The number below `n` that `a` is modulo `n`, for `a` below `2 * n`.
#[inline(always)]
fn wrap(a: usize, n: usize) -> usize {
    if a >= n { a - n } else { a }
}

/// The set of a card id that may be [`NO_CARD`].
#[inline(always)]
fn set_of(id: u8) -> u64 {
    u64::from(id != NO_CARD) << (id & 63)
}

impl Facts {
    /// Only the public part of the round is looked at.
    #[inline]
    pub fn new(round: &Round, seat: usize, known: &Known) -> Self {
        match round.players() {
            2 => Self::of::<2>(round, seat & 3, known),
            3 => Self::of::<3>(round, seat & 3, known),
            _ => Self::of::<4>(round, seat & 3, known),
        }
    }

    #[inline]
    fn of<const P: usize>(round: &Round, seat: usize, known: &Known) -> Self {
        let mut facts = Self {
            bits: [0; WORDS],
            tricks: [0; SEATS],
            drafted: round.drafted,
            choices: round.choices,
        };
        let place = |other: u8| 1u64 << wrap(other as usize + P - seat, P);
        let mut others = CardSet::EMPTY;
        let mut gone = round.played;
        facts.put_seat::<P, 0>(round, seat, known, &mut others, &mut gone);
        facts.put_seat::<P, 1>(round, seat, known, &mut others, &mut gone);
        facts.put_seat::<P, 2>(round, seat, known, &mut others, &mut gone);
        facts.put_seat::<P, 3>(round, seat, known, &mut others, &mut gone);
        let bits = &mut facts.bits;
        put(bits, HAND, known.zones[seat].0);
        if P == 2 && round.format.deal() != Deal::Dealt {
            put(bits, OWN_DISCARDS, known.zones[2 + (seat & 1)].0);
            put(bits, OTHER_DISCARDS, known.zones[3 - (seat & 1)].0);
        }
        put(bits, OTHER_HANDS, others.0);
        put(bits, SHOWN, known.shown.map_or(0, |card| CardSet::of(card).0));
        put(bits, GONE, gone.0);
        put(bits, PHASE, 1 << round.phase as u32);
        put(bits, TURN, if round.phase == Phase::Over { 0 } else { place(round.turn) });
        put(bits, LEADER, place(round.leader));
        put(bits, OPENER, place(round.opener));
        put(bits, BROKEN, u64::from(round.broken));
        put(bits, PLAYERS, 1 << (P - 2));
        put(bits, DRAFTED, u64::from(round.drafted > 0));
        put(bits, CHOICES, u64::from(round.choices));
        facts
    }

    /// What is known of the seat so many places from the observing one.
    #[inline(always)]
    fn put_seat<const P: usize, const AT: usize>(
        &mut self,
        round: &Round,
        seat: usize,
        known: &Known,
        others: &mut CardSet,
        gone: &mut CardSet,
    ) {
        if AT >= P {
            return;
        }
        let other = wrap(seat + AT, P) & 3;
        // Cards of a trick that are not there yet are no cards.
        let on_table = CardSet(set_of(round.trick[wrap(other + P - round.leader as usize, P) & 3]));
        let played = known.played[other];
        *gone = *gone - played - on_table;
        if AT > 0 {
            *others |= known.zones[other];
        }
        let bid = match round.bids[other] {
            bid::NONE => 0,
            byte if byte == Bid::byte(Some(Bid::BLIND_NIL)) => BIDS - 1,
            byte => 1 + byte as usize,
        };
        let bits = &mut self.bits;
        put(bits, TRICK + AT * CARDS, on_table.0);
        put(bits, PLAYED + AT * CARDS, played.0);
        put(bits, VOIDS + AT * 4, u64::from(round.voids >> (4 * other) & 15));
        put(bits, BID + AT * BIDS, 1 << bid);
        self.tricks[AT] = round.tricks[other];
        put(bits, TRICKS + AT, u64::from(self.tricks[AT] > 0));
    }

    /// Writes all numbers; those of the standing are 0.
    #[inline]
    pub fn write(&self, out: &mut [f32; OBSERVATION_SIZE]) {
        let bytes = self.bits.map(u64::to_le_bytes);
        let bytes = bytes.as_flattened();
        let (eights, rest) = out.as_chunks_mut::<8>();
        for (to, &byte) in eights.iter_mut().zip(bytes) {
            *to = EIGHT[byte as usize];
        }
        let len = rest.len();
        rest.copy_from_slice(&EIGHT[bytes[BIT_BYTES - 1] as usize][..len]);
        self.write_counts(out);
    }

    /// Writes what differs from the facts that were written before. They must be of the same round,
    /// and no later: the choices of a draft never go back.
    #[inline]
    pub fn update(&self, written: &Bits, out: &mut [f32; OBSERVATION_SIZE]) {
        // A bit for each byte that has changed: one long loop instead of many short ones, whose ends
        // are guessed wrong.
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let mut changed = [0u64; WORDS.div_ceil(8)];
        for (word, (&new, &old)) in self.bits.iter().zip(written).enumerate() {
            // The highest bit of a byte is carried into where another one of it is set.
            let bits = new ^ old;
            let bits = (((bits & !HIGH) + !HIGH) | bits) & HIGH;
            // Gathers the bits in the highest byte.
            changed[word / 8] |=
                ((bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (word % 8 * 8);
        }
        let bytes = self.bits.map(u64::to_le_bytes);
        let bytes = bytes.as_flattened();
        let (eights, rest) = out.as_chunks_mut::<8>();
        for (half, mut changed) in changed.into_iter().enumerate() {
            while changed != 0 {
                let at = half * 64 + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                if at < eights.len() {
                    eights[at] = EIGHT[bytes[at] as usize];
                }
            }
        }
        let len = rest.len();
        rest.copy_from_slice(&EIGHT[bytes[BIT_BYTES - 1] as usize][..len]);
        self.write_counts(out);
    }

    /// Writes the numbers that are not 0 or 1 by nature.
    #[inline]
    fn write_counts(&self, out: &mut [f32; OBSERVATION_SIZE]) {
        for (to, &tricks) in out[TRICKS..TRICKS + SEATS].iter_mut().zip(&self.tricks) {
            *to = f32::from(tricks) / 13.0;
        }
        out[DRAFTED] = f32::from(self.drafted) / f32::from(DRAFT_TURNS);
        for (turn, to) in
            out[CHOICES..CHOICES + self.drafted.min(DRAFT_TURNS) as usize].iter_mut().enumerate()
        {
            *to = if self.choices >> turn & 1 == 1 { 1.0 } else { -1.0 };
        }
    }

    /// Writes the packed form; the standing is 0.
    #[inline]
    pub fn pack(&self, out: &mut [u8; PACKED_SIZE]) {
        for (to, word) in out[..BIT_BYTES].chunks_mut(8).zip(self.bits) {
            let bytes = word.to_le_bytes();
            match to.first_chunk_mut() {
                Some(to) => *to = bytes,
                None => to.copy_from_slice(&bytes[..to.len()]),
            }
        }
        out[DRAFTED_BYTE] = self.drafted;
        out[TRICK_BYTES..STANDING_BYTES].copy_from_slice(&self.tricks);
        out[STANDING_BYTES..].fill(0);
    }
}

/// The numbers whose packed form this is. Any bytes give numbers, those of no observation too.
pub fn unpack(packed: &[u8; PACKED_SIZE], out: &mut [f32; OBSERVATION_SIZE]) {
    let mut bits = [0; WORDS];
    for (at, &byte) in packed[..BIT_BYTES].iter().enumerate() {
        bits[at / 8] |= u64::from(byte) << (at % 8 * 8);
    }
    let tricks = std::array::from_fn(|seat| packed[TRICK_BYTES + seat]);
    let choices = (0..DRAFT_TURNS as usize)
        .map(|turn| u32::from(packed[(CHOICES + turn) / 8] >> ((CHOICES + turn) % 8) & 1) << turn)
        .sum();
    Facts { bits, tricks, drafted: packed[DRAFTED_BYTE], choices }.write(out);
    let standing = packed[STANDING_BYTES..].as_chunks::<4>().0;
    for (at, &bytes) in standing.iter().enumerate() {
        let unit = if at < SEATS { 100.0 } else { 10.0 };
        out[POINTS + at] = i32::from_le_bytes(bytes) as f32 / unit;
    }
}

impl Observation {
    fn facts(&self) -> Facts {
        let view = &self.view;
        let played = self.history.played();
        let known = Known { zones: view.zones, shown: view.shown_card(), played };
        Facts::new(view, self.seat as usize, &known)
    }

    /// Points by side, bags by side and rounds finished; sides from the own one.
    fn standing(&self) -> [i64; 2 * SEATS + 1] {
        let mut standing = [0; 2 * SEATS + 1];
        let sides = self.rules.sides();
        let mine = self.rules.side_of(self.seat as usize);
        for at in 0..sides.min(SEATS) {
            let side = wrap(mine + at, sides) & 3;
            standing[at] = self.points[side];
            standing[SEATS + at] = self.bags[side];
        }
        standing[2 * SEATS] = i64::from(self.rounds);
        standing
    }

    /// Writes the observation as numbers. Seats are counted from the observing seat clockwise,
    /// sides from its own; cards are in id order.
    pub fn write(&self, out: &mut [f32; OBSERVATION_SIZE]) {
        self.facts().write(out);
        for (at, value) in self.standing().into_iter().enumerate() {
            let unit = if at < SEATS { 100.0 } else { 10.0 };
            out[POINTS + at] = value as f32 / unit;
        }
    }

    /// Writes the packed form of the numbers, see [`PACKED_SIZE`]. Points and bags beyond 32 bits
    /// are cut to the nearest number that fits.
    pub fn pack(&self, out: &mut [u8; PACKED_SIZE]) {
        self.facts().pack(out);
        let to = out[STANDING_BYTES..].as_chunks_mut::<4>().0;
        for (to, value) in to.iter_mut().zip(self.standing()) {
            *to = (value.clamp(i32::MIN.into(), i32::MAX.into()) as i32).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests;
