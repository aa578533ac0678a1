//! `playouts`: random rounds, as many as asked for, on all threads asked for.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use numpy::{Element, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use spades_core::Rules;
use spades_core::playout::{self, Playouts};

use crate::rules::PyRules;
use crate::work::{signals, watched};
use crate::{convert, errors};

/// Rounds between two looks at the stop flag, and the share that a thread takes at a time.
const CHUNK: usize = 4096;

/// Most rounds of one call: 4 GB of results.
const MAX_ROUNDS: i128 = 200_000_000;

/// Most threads of one call.
pub const MAX_THREADS: i128 = 256;

/// The results of `playouts`.
#[pyclass(name = "Playouts", module = "spades", frozen)]
pub struct PyPlayouts {
    bids: Py<PyArray2<i8>>,
    blind: Py<PyArray2<bool>>,
    tricks: Py<PyArray2<i8>>,
    points: Py<PyArray2<i32>>,
    n: usize,
}

#[pymethods]
impl PyPlayouts {
    /// Bids, int8, shape (n, players); both kinds of nil are 0.
    #[getter]
    fn bids(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.bids.clone_ref(py)
    }

    /// Whether the bid was a blind nil, bool, shape (n, players).
    #[getter]
    fn blind(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.blind.clone_ref(py)
    }

    /// Tricks won, int8, shape (n, players).
    #[getter]
    fn tricks(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.tricks.clone_ref(py)
    }

    /// Points of the round with no bags held before, int32, shape (n, sides).
    #[getter]
    fn points(&self, py: Python<'_>) -> Py<PyArray2<i32>> {
        self.points.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("<Playouts: {} rounds>", self.n)
    }
}

/// Plays `n` rounds of uniformly random legal actions: blind bids, draft, bids, play and score.
///
/// Round `i` depends on `(seed, i)` alone: the number of threads never changes a result. The GIL is
/// released, and Ctrl-C ends it.
///
/// Args:
///     rules: Rules or a preset's name.
///     n: how many rounds, up to 200,000,000.
///     seed: 0 to 2**64 - 1.
///     threads: 1 to 256.
///     progress: called now and then, in the calling thread, with the number of rounds done, at
///         the end with `n`. An exception in it ends the work at once.
///
/// Returns:
///     A Playouts with arrays `bids`, `blind`, `tricks` (n, players) and `points` (n, sides).
///
/// Raises:
///     SpadesError: if a number is out of range.
///
/// Example:
///     >>> import spades
///     >>> rounds = spades.playouts("partners", 1000, seed=1)
///     >>> rounds.tricks.shape, int(rounds.tricks.sum())
///     ((1000, 4), 13000)
#[pyfunction]
#[pyo3(signature = (rules, n, seed = None, threads = None, progress = None),
       text_signature = "(rules, n, seed=1, threads=1, progress=None)")]
pub fn playouts(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    n: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<PyPlayouts> {
    let rules = PyRules::of(rules)?.get().core;
    let n = convert::number(n, "n", 0, MAX_ROUNDS)? as usize;
    let seed = seed.map_or(Ok(1), convert::seed)?;
    let threads =
        threads.map_or(Ok(1), |t| convert::number(t, "threads", 1, MAX_THREADS))? as usize;
    if let Some(progress) = progress.as_ref().filter(|p| !p.is_callable()) {
        let shown = convert::shown(progress);
        return Err(errors::invalid(py, format!("progress: {shown} is no function")));
    }
    let progress = progress.map(Bound::unbind);
    let players = rules.players as usize;
    let bids = zeros(py, n, players)?;
    let blind = zeros(py, n, players)?;
    let tricks = zeros(py, n, players)?;
    let points = zeros(py, n, rules.sides())?;
    {
        let (mut bids, mut blind) = (bids.readwrite(), blind.readwrite());
        let (mut tricks, mut points) = (tricks.readwrite(), points.readwrite());
        let out = Playouts {
            bids: bids.as_slice_mut()?,
            blind: blind.as_slice_mut()?,
            tricks: tricks.as_slice_mut()?,
            points: points.as_slice_mut()?,
        };
        let (done, mut told) = (AtomicUsize::new(0), 0);
        let mut tell = |py: Python<'_>| {
            let now = done.load(Ordering::Relaxed);
            if let Some(progress) = &progress
                && now > told
            {
                told = now;
                progress.call1(py, (now,))?;
            }
            Ok(())
        };
        let work = |stop: &AtomicBool| fill(&rules, seed, threads, out, &done, stop);
        let filled = if n <= CHUNK {
            // Done before a signal would be looked for: a thread of its own would take longer.
            py.detach(|| work(&AtomicBool::new(false)))
        } else {
            watched(py, work, |py| signals(py).and_then(|()| tell(py)))?
        };
        filled.map_err(|e| errors::from_core(py, &e))?;
        tell(py)?;
    }
    Ok(PyPlayouts {
        bids: bids.unbind(),
        blind: blind.unbind(),
        tricks: tricks.unbind(),
        points: points.unbind(),
        n,
    })
}

fn zeros<T: Element>(
    py: Python<'_>,
    rows: usize,
    columns: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    // Through numpy, so that too little memory is a MemoryError.
    let args = ((rows, columns), T::get_dtype(py));
    Ok(py.import("numpy")?.call_method1("zeros", args)?.cast_into::<PyArray2<T>>()?)
}

fn fill(
    rules: &Rules,
    seed: u64,
    threads: usize,
    out: Playouts<'_>,
    done: &AtomicUsize,
    stop: &AtomicBool,
) -> Result<(), spades_core::Error> {
    let (players, sides) = (rules.players as usize, rules.sides());
    let chunks = out
        .bids
        .chunks_mut(CHUNK * players)
        .zip(out.blind.chunks_mut(CHUNK * players))
        .zip(out.tricks.chunks_mut(CHUNK * players))
        .zip(out.points.chunks_mut(CHUNK * sides))
        .enumerate();
    let threads = threads.min(chunks.len());
    let queue = Mutex::new(chunks);
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some((i, (((bids, blind), tricks), points))) = next else { break };
            let rounds = bids.len() / players;
            let out = Playouts { bids, blind, tricks, points };
            playout::fill(rules, seed, (i * CHUNK) as u64, out)?;
            done.fetch_add(rounds, Ordering::Relaxed);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        // Where the system gives no more threads, those that there are do it all.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mine = work();
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        mine
    })
}
