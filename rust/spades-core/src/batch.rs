//! Many rounds at once, for learning: one action of each, with everything written into arrays that
//! the caller keeps.
//!
//! Round `k` of row `i` is made from `(seed, i, k)` alone: it is round `k` of the
//! [`Game`](crate::Game) whose seed is [`row_seed`]. So nothing depends on the number of threads.

mod arrays;
mod row;

use std::sync::{Mutex, PoisonError};

use crate::action::{Action, ActionSet};
use crate::error::Error;
use crate::format::Format;
use crate::history::History;
use crate::rng::{Stream, derive};
use crate::round::Round;
use crate::rules::Rules;
use crate::tensor::Bits;

pub use arrays::Arrays;
use arrays::Widths;
use row::Row;

/// Rows in progress.
#[derive(Clone, Debug)]
pub struct Batch {
    rules: Rules,
    seed: u64,
    rows: Vec<Row>,
    /// What may be done in each row.
    legal: Vec<ActionSet>,
    /// The bits that were last written as numbers, by row.
    written: Vec<Bits>,
}

/// Why a step was not done; no row has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Rows, in order, whose action is not legal.
    Rows(Vec<usize>),
    /// The lengths of the slices do not fit the batch.
    Lengths(Error),
}

/// The seed of the game whose rounds a row plays.
pub const fn row_seed(seed: u64, row: usize) -> u64 {
    derive(seed, Stream::Rounds, row as u64)
}

/// Id of no action, for what is out of range.
pub const NO_ACTION: u8 = 127;

/// Fewest rows that are worth a thread of their own: to start one takes about 20 microseconds.
const ROWS_A_THREAD: usize = 512;
/// The same when observations are written.
const OBSERVED_ROWS_A_THREAD: usize = 128;

impl Batch {
    /// Deals the first round of each row.
    ///
    /// # Errors
    /// When the rules contradict themselves, or there is too little memory for so many rows.
    pub fn new(rules: &Rules, rows: usize, seed: u64) -> Result<Self, Error> {
        rules.validate()?;
        let mut batch = Self {
            rules: *rules,
            seed,
            rows: reserved(rows)?,
            legal: reserved(rows)?,
            written: reserved(rows)?,
        };
        let format = Format::new(rules);
        batch.rows.extend((0..rows).map(|at| Row::new(rules, format, seed, at)));
        batch.legal.extend(batch.rows.iter().map(Row::legal));
        batch.written.resize(rows, Bits::default());
        Ok(batch)
    }

    /// Deals the first rounds of a seed. To be written with [`Self::write`].
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        let format = Format::new(&self.rules);
        for (at, (row, legal)) in self.rows.iter_mut().zip(&mut self.legal).enumerate() {
            *row = Row::new(&self.rules, format, seed, at);
            *legal = row.legal();
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seed of all rows.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The round in progress of a row, and what was said and played in it.
    pub fn round(&self, row: usize) -> Option<(Round, History)> {
        self.rows.get(row).map(|row| (row.round, row.history()))
    }

    /// What may be done in each row.
    pub fn legal(&self) -> &[ActionSet] {
        &self.legal
    }

    fn all_legal(&self, ids: &[u8]) -> bool {
        // No early end: hardly ever is one refused, and without branches it is quicker.
        ids.iter().zip(&self.legal).fold(true, |ok, (&id, legal)| ok & may(*legal, id))
    }

    /// Does an action of each row, given by their ids, and writes what follows. A round that is
    /// over gives its points, and the next one is dealt.
    ///
    /// # Errors
    /// When an action is not legal; then nothing is done in any row.
    pub fn step(&mut self, ids: &[u8], threads: usize, out: Arrays<'_>) -> Result<(), Refused> {
        let widths = self.widths(&out).map_err(Refused::Lengths)?;
        if ids.len() != self.len() {
            let error = format!("{} actions for {} rows", ids.len(), self.len());
            return Err(Refused::Lengths(Error::invalid(error)));
        }
        if !self.all_legal(ids) {
            let refused = ids.iter().zip(&self.legal).enumerate();
            let refused = refused.filter(|(_, (id, legal))| !may(**legal, **id));
            return Err(Refused::Rows(refused.map(|(row, _)| row).collect()));
        }
        self.run(Some(ids), threads, widths, out);
        Ok(())
    }

    /// Writes all arrays as they are before the first step: no rewards, nothing done.
    ///
    /// # Errors
    /// When the lengths of the slices do not fit.
    pub fn write(&mut self, threads: usize, out: Arrays<'_>) -> Result<(), Error> {
        let widths = self.widths(&out)?;
        self.run(None, threads, widths, out);
        Ok(())
    }

    fn widths(&self, out: &Arrays<'_>) -> Result<Widths, Error> {
        out.widths(self.len(), self.rules.sides())
    }

    fn run(&mut self, ids: Option<&[u8]>, threads: usize, widths: Widths, out: Arrays<'_>) {
        let least = if widths.observed() { OBSERVED_ROWS_A_THREAD } else { ROWS_A_THREAD };
        let threads = threads.min(self.rows.len() / least).max(1);
        let all = Part {
            first: 0,
            rows: &mut self.rows,
            legal: &mut self.legal,
            written: &mut self.written,
            ids,
            out,
        };
        let (rules, seed) = (&self.rules, self.seed);
        if threads == 1 {
            return all.run(rules, seed, widths);
        }
        let each = all.rows.len().div_ceil(threads);
        let rest = Mutex::new(Some(all));
        let work = || {
            loop {
                let part = {
                    let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
                    let Some(all) = rest.take() else { break };
                    let (part, others) = all.split(each, widths);
                    *rest = others;
                    part
                };
                part.run(rules, seed, widths);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system gives no thread the others do its part.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
}

/// Whether the action with an id may be done.
#[inline]
fn may(legal: ActionSet, id: u8) -> bool {
    id <= NO_ACTION && legal.0 >> (id & NO_ACTION) & 1 == 1
}

/// An empty list with room for so many items.
fn reserved<T>(items: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    let too_large = |_| Error::invalid(format!("too little memory for {items} rounds"));
    list.try_reserve_exact(items).map_err(too_large)?;
    Ok(list)
}

/// Some rows and what belongs to them.
struct Part<'a> {
    /// Number of the first row.
    first: usize,
    rows: &'a mut [Row],
    legal: &'a mut [ActionSet],
    written: &'a mut [Bits],
    ids: Option<&'a [u8]>,
    out: Arrays<'a>,
}

impl Part<'_> {
    /// The first so many rows, and the others.
    fn split(self, rows: usize, widths: Widths) -> (Self, Option<Self>) {
        if rows >= self.rows.len() {
            return (self, None);
        }
        let (a, b) = self.rows.split_at_mut(rows);
        let (legal_a, legal_b) = self.legal.split_at_mut(rows);
        let (written_a, written_b) = self.written.split_at_mut(rows);
        let (out_a, out_b) = self.out.split_at(rows, widths);
        let (ids_a, ids_b) = self.ids.map(|ids| ids.split_at(rows)).unzip();
        let Self { first, .. } = self;
        (
            Part { first, rows: a, legal: legal_a, written: written_a, ids: ids_a, out: out_a },
            Some(Part {
                first: first + rows,
                rows: b,
                legal: legal_b,
                written: written_b,
                ids: ids_b,
                out: out_b,
            }),
        )
    }

    fn run(mut self, rules: &Rules, seed: u64, widths: Widths) {
        let format = Format::new(rules);
        self.out.rewards.fill(0);
        self.out.dones.fill(false);
        for at in 0..self.rows.len() {
            let row = &mut self.rows[at];
            let mut dealt = self.ids.is_none();
            if let Some(ids) = self.ids {
                row.apply(Action::from_id(ids[at]));
                if row.round.is_over() {
                    self.out.end(at, widths, row.points(rules));
                    row.deal_next(rules, format, seed, self.first + at);
                    dealt = true;
                }
                self.legal[at] = row.legal();
            }
            self.out.write(at, &row.round, self.legal[at]);
            if dealt {
                (self.out.seeds[at], self.out.openers[at]) = (row.seed, row.round.opener as i8);
            }
            if widths.observed() {
                let written = (!dealt).then_some(&self.written[at]);
                self.written[at] = self.out.observe(at, widths, &row.facts(), written);
            }
        }
    }
}

#[cfg(test)]
mod tests;
