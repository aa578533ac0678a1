//! Where a batch writes.

use crate::action::{ActionSet, NUM_ACTIONS};
use crate::error::Error;
use crate::round::Round;
use crate::tensor::{Bits, Facts, OBSERVATION_SIZE, PACKED_SIZE};

/// The arrays of a batch, row after row. `observation` and `packed` may be empty: then they are not
/// written.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// Seat to act.
    pub turn: &'a mut [i8],
    /// What may be done, `NUM_ACTIONS` a row.
    pub mask: &'a mut [bool],
    /// What the seat to act knows, `OBSERVATION_SIZE` numbers a row. Between two steps nobody else
    /// is to write here: only what changes is written.
    pub observation: &'a mut [f32],
    /// The same packed, `PACKED_SIZE` bytes a row.
    pub packed: &'a mut [u8],
    /// Points of a round that is over, by side, else 0.
    pub rewards: &'a mut [i32],
    /// Whether a round is over.
    pub dones: &'a mut [bool],
    /// Seed of the round in progress.
    pub seeds: &'a mut [u64],
    /// Opener of the round in progress.
    pub openers: &'a mut [i8],
}

/// Items a row of the arrays that differ from batch to batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    sides: usize,
    observation: usize,
    packed: usize,
}

impl Widths {
    /// Whether the seats' knowledge is written in any form.
    pub fn observed(self) -> bool {
        self.observation + self.packed > 0
    }
}

/// Eight bools for each byte of bits.
static EIGHT: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8][i % 8] = (i / 8) >> (i % 8) & 1 == 1;
        i += 1;
    }
    table
};

macro_rules! split {
    ($all:ident, $rows:ident; $($field:ident $width:expr),*) => {{
        $(let $field = $all.$field.split_at_mut($rows * $width);)*
        (Arrays { $($field: $field.0),* }, Arrays { $($field: $field.1),* })
    }};
}

impl Arrays<'_> {
    pub(super) fn widths(&self, rows: usize, sides: usize) -> Result<Widths, Error> {
        let used = |len: usize, width: usize| if len == 0 { 0 } else { width };
        let widths = Widths {
            sides,
            observation: used(self.observation.len(), OBSERVATION_SIZE),
            packed: used(self.packed.len(), PACKED_SIZE),
        };
        for (what, len, width) in [
            ("turn", self.turn.len(), 1),
            ("mask", self.mask.len(), NUM_ACTIONS),
            ("observation", self.observation.len(), widths.observation),
            ("packed", self.packed.len(), widths.packed),
            ("rewards", self.rewards.len(), sides),
            ("dones", self.dones.len(), 1),
            ("seeds", self.seeds.len(), 1),
            ("openers", self.openers.len(), 1),
        ] {
            if len != rows * width {
                let wanted = rows * width;
                return Err(Error::invalid(format!("{what}: {len} items, expected {wanted}")));
            }
        }
        Ok(widths)
    }

    pub(super) fn split_at(self, rows: usize, widths: Widths) -> (Self, Self) {
        split!(self, rows; turn 1, mask NUM_ACTIONS, observation widths.observation,
               packed widths.packed, rewards widths.sides, dones 1, seeds 1, openers 1)
    }

    /// Writes that a round is over.
    pub(super) fn end(&mut self, at: usize, widths: Widths, points: [i32; 4]) {
        let rewards = &mut self.rewards[at * widths.sides..][..widths.sides];
        for (to, points) in rewards.iter_mut().zip(points) {
            *to = points;
        }
        self.dones[at] = true;
    }

    /// Writes whose turn it is and what may be done.
    #[inline]
    pub(super) fn write(&mut self, at: usize, round: &Round, legal: ActionSet) {
        self.turn[at] = round.turn as i8;
        let mask = &mut self.mask[at * NUM_ACTIONS..][..NUM_ACTIONS];
        for (to, byte) in mask.as_chunks_mut::<8>().0.iter_mut().zip(legal.0.to_le_bytes()) {
            *to = EIGHT[byte as usize];
        }
    }

    /// Writes what the seat to act knows; gives the bits for the next time. `written`: the bits of
    /// what stands there.
    #[inline]
    pub(super) fn observe(
        &mut self,
        at: usize,
        widths: Widths,
        facts: &Facts,
        written: Option<&Bits>,
    ) -> Bits {
        if widths.observation > 0 {
            let out = &mut self.observation[at * OBSERVATION_SIZE..];
            if let Some(out) = out.first_chunk_mut() {
                match written {
                    Some(written) => facts.update(written, out),
                    None => facts.write(out),
                }
            }
        }
        if widths.packed > 0
            && let Some(out) = self.packed[at * PACKED_SIZE..].first_chunk_mut()
        {
            facts.pack(out);
        }
        facts.bits
    }
}
