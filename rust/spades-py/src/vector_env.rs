//! `VectorEnv`: many rounds at once, numpy in and out.

mod actions;
mod kept;

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use spades_core::NUM_ACTIONS;
use spades_core::batch::{Arrays, Batch, Refused};
use spades_core::tensor::{OBSERVATION_SIZE, PACKED_SIZE};

use crate::playouts::MAX_THREADS;
use crate::round::PyRound;
use crate::rules::PyRules;
use crate::{convert, errors};
use actions::{read_actions, refused};
use kept::{Kept, filled};

/// Most rounds of one environment: 4 GB with observations.
const MAX_ROUNDS: i128 = 1_000_000;

/// Below so many rounds a step is too short for another thread to be let in.
const DETACH: usize = 128;

/// Many rounds at once: one action of each round a step, numpy in and out.
///
/// A round that is over gives its points as rewards, and the next one is dealt at once. Row `i`
/// plays the rounds of a game of its own: they follow from `(seed, i)` alone, so that neither `n` nor
/// the number of threads changes them.
///
/// The arrays are made once and written again by each step: copy what you keep. They are read-only.
///
/// Args:
///     rules: Rules or a preset's name.
///     n: how many rounds, 1 to 1,000,000.
///     seed: 0 to 2**64 - 1.
///     threads: 1 to 256; small environments use fewer.
///     observation: which form of the observation is written: True or "float32", "bits", "both", or
///         False or None for none of them.
///
/// Raises:
///     SpadesError: if a value is out of range, or there is too little memory.
///
/// Example:
///     >>> import spades
///     >>> env = spades.VectorEnv("partners", 4, seed=1)
///     >>> env.turn, env.legal_mask.shape, env.observation.dtype
///     (array([0, 1, 2, 3], dtype=int8), (4, 88), dtype('float32'))
///     >>> rewards, dones = env.step(env.legal_mask.argmax(axis=1))  # the first legal action
///     >>> rewards.shape, dones.any()
///     ((4, 2), np.False_)
///     >>> alone = spades.Round.deal("partners", int(env.seeds[2]), int(env.openers[2]))
///     >>> alone.apply("nil")
///     Action('nil')
///     >>> alone == env.round(2)
///     True
#[pyclass(name = "VectorEnv", module = "spades")]
pub struct PyVectorEnv {
    rules: Py<PyRules>,
    n: usize,
    threads: usize,
    state: Mutex<State>,
    turn: Kept<i8>,
    mask: Kept<bool>,
    observation: Option<Kept<f32>>,
    bits: Option<Kept<u8>>,
    rewards: Kept<i32>,
    dones: Kept<bool>,
    seeds: Kept<u64>,
    openers: Kept<i8>,
}

struct State {
    batch: Batch,
    /// The action ids of a step.
    ids: Vec<u8>,
}

/// The forms of the observation that are written. A type of its own, since None is a value here.
#[derive(Clone, Copy)]
struct Forms {
    numbers: bool,
    bits: bool,
}

impl Forms {
    const DEFAULT: Self = Self { numbers: true, bits: false };
}

impl<'py> FromPyObject<'_, 'py> for Forms {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let value = &*value;
        let (numbers, bits) = if value.is_none() {
            (false, false)
        } else if let Ok(flag) = value.cast::<PyBool>() {
            (flag.is_true(), false)
        } else {
            match value.cast::<PyString>().ok().and_then(|text| text.to_cow().ok()).as_deref() {
                Some("float32") => (true, false),
                Some("bits") => (false, true),
                Some("both") => (true, true),
                _ => {
                    let shown = convert::shown(value);
                    let message = format!(
                        "observation: {shown} is none of True, False, None, \"float32\", \"bits\" \
                         and \"both\""
                    );
                    return Err(errors::invalid(value.py(), message));
                }
            }
        };
        Ok(Self { numbers, bits })
    }
}

impl PyVectorEnv {
    fn state(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(state)) => Ok(state.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(errors::invalid(py, "another thread is at work on this environment"))
            }
        }
    }

    /// Lends all arrays to some work, which is done without the GIL when it is long.
    fn write<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(Arrays<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (mut turn, mut mask) = (self.turn.lent(py)?, self.mask.lent(py)?);
        let mut observation = self.observation.as_ref().map(|a| a.lent(py)).transpose()?;
        let mut packed = self.bits.as_ref().map(|a| a.lent(py)).transpose()?;
        let (mut rewards, mut dones) = (self.rewards.lent(py)?, self.dones.lent(py)?);
        let (mut seeds, mut openers) = (self.seeds.lent(py)?, self.openers.lent(py)?);
        let out = Arrays {
            turn: turn.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            observation: match &mut observation {
                Some(array) => array.as_slice_mut()?,
                None => &mut [],
            },
            packed: match &mut packed {
                Some(array) => array.as_slice_mut()?,
                None => &mut [],
            },
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            seeds: seeds.as_slice_mut()?,
            openers: openers.as_slice_mut()?,
        };
        Ok(if self.n < DETACH { work(out) } else { py.detach(|| work(out)) })
    }
}

#[pymethods]
impl PyVectorEnv {
    #[new]
    #[pyo3(signature = (rules, n, seed = None, threads = None, *, observation = Forms::DEFAULT),
           text_signature = "(rules, n, seed=1, threads=1, *, observation=True)")]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        observation: Forms,
    ) -> PyResult<Self> {
        let rules = PyRules::of(rules)?;
        let n = convert::number(n, "n", 1, MAX_ROUNDS)? as usize;
        let seed = seed.map_or(Ok(1), convert::seed)?;
        let threads =
            threads.map_or(Ok(1), |t| convert::number(t, "threads", 1, MAX_THREADS))? as usize;
        let Forms { numbers, bits } = observation;
        let core = rules.get().core;
        let batch = py
            .detach(|| Batch::new(&core, n, seed))
            .map_err(|error| errors::from_core(py, &error))?;
        let env = Self {
            n,
            threads,
            state: Mutex::new(State { batch, ids: filled(py, n)? }),
            turn: Kept::new(py, n, None)?,
            mask: Kept::new(py, n, Some(NUM_ACTIONS))?,
            observation: numbers.then(|| Kept::new(py, n, Some(OBSERVATION_SIZE))).transpose()?,
            bits: bits.then(|| Kept::new(py, n, Some(PACKED_SIZE))).transpose()?,
            rewards: Kept::new(py, n, Some(core.sides()))?,
            dones: Kept::new(py, n, None)?,
            seeds: Kept::new(py, n, None)?,
            openers: Kept::new(py, n, None)?,
            rules,
        };
        {
            let mut state = env.state(py)?;
            let batch = &mut state.batch;
            env.write(py, |out| batch.write(threads, out))?
                .map_err(|error| errors::from_core(py, &error))?;
        }
        Ok(env)
    }

    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    /// How many rounds are played at once.
    #[getter]
    fn n(&self) -> usize {
        self.n
    }

    /// Most threads that a step uses.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The seed from which all rounds follow.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.state(py)?.batch.seed())
    }

    /// Seat to act in each round, int8, shape (n,).
    #[getter]
    fn turn(&self, py: Python<'_>) -> Py<PyAny> {
        self.turn.shown.clone_ref(py)
    }

    /// What that seat may do, bool, shape (n, NUM_ACTIONS).
    #[getter]
    fn legal_mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.mask.shown.clone_ref(py)
    }

    /// What that seat knows, float32, shape (n, OBSERVATION_SIZE); the layout is that of
    /// `Observation.to_numpy`.
    ///
    /// Raises:
    ///     SpadesError: if the environment was made without it.
    #[getter]
    fn observation(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.observation {
            Some(kept) => Ok(kept.shown.clone_ref(py)),
            None => Err(errors::invalid(
                py,
                "this environment writes no numbers: make it with observation=True or \"both\"",
            )),
        }
    }

    /// The same packed, uint8, shape (n, OBSERVATION_BYTES): see `unpack_observations`.
    ///
    /// Raises:
    ///     SpadesError: if the environment was made without it.
    #[getter]
    fn observation_bits(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.bits {
            Some(kept) => Ok(kept.shown.clone_ref(py)),
            None => Err(errors::invalid(
                py,
                "this environment writes no bits: make it with observation=\"bits\" or \"both\"",
            )),
        }
    }

    /// The seed of each round in progress, uint64, shape (n,): `Round.deal(rules, seed, opener)`
    /// deals it again.
    #[getter]
    fn seeds(&self, py: Python<'_>) -> Py<PyAny> {
        self.seeds.shown.clone_ref(py)
    }

    /// The opener of each round in progress, int8, shape (n,).
    #[getter]
    fn openers(&self, py: Python<'_>) -> Py<PyAny> {
        self.openers.shown.clone_ref(py)
    }

    /// Does one action of each round and writes all arrays anew.
    ///
    /// Args:
    ///     actions: ids, a numpy array of any integer type, shape (n,). One that is not contiguous,
    ///         not aligned or of the other byte order is copied first.
    ///
    /// Returns:
    ///     rewards: int32, shape (n, sides): the points of a round that this step ended, with no bags
    ///         held before; 0 elsewhere.
    ///     dones: bool, shape (n,): whether this step ended the round. The next one is dealt already:
    ///         `turn`, `legal_mask`, `observation`, `seeds` and `openers` are of that.
    ///
    /// Raises:
    ///     IllegalActionError: if an action is not legal; it names the rows. Nothing has changed in
    ///         any row.
    ///     SpadesError: if `actions` is no such array.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let mut state = self.state(py)?;
        let State { batch, ids } = &mut *state;
        read_actions(actions, ids)?;
        match self.write(py, |out| batch.step(ids, self.threads, out))? {
            Ok(()) => Ok((self.rewards.shown.clone_ref(py), self.dones.shown.clone_ref(py))),
            Err(Refused::Rows(rows)) => Err(refused(actions, batch, &rows)),
            Err(Refused::Lengths(error)) => Err(errors::from_core(py, &error)),
        }
    }

    /// Begins again with the first round of each row, and writes all arrays anew.
    ///
    /// Args:
    ///     seed: 0 to 2**64 - 1; without it the seed stays, and the same rounds come again.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = seed.map(convert::seed).transpose()?;
        let mut state = self.state(py)?;
        let batch = &mut state.batch;
        let threads = self.threads;
        self.write(py, |out| {
            batch.reset(seed.unwrap_or(batch.seed()));
            batch.write(threads, out)
        })?
        .map_err(|error| errors::from_core(py, &error))
    }

    /// A copy of the round in progress in a row.
    ///
    /// Raises:
    ///     SpadesError: if there is no such row.
    fn round(&self, row: &Bound<'_, PyAny>) -> PyResult<PyRound> {
        let py = row.py();
        let row = convert::number(row, "row", 0, self.n as i128 - 1)? as usize;
        let state = self.state(py)?;
        match state.batch.round(row) {
            Some((core, history)) => Ok(PyRound { rules: self.rules.clone_ref(py), core, history }),
            None => Err(errors::invalid(py, "there is no such row")),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (label, n, seed) = (&self.rules.get().label, self.n, self.seed(py)?);
        Ok(format!("<VectorEnv of {label:?}: {n} rounds, seed {seed}>"))
    }
}

/// The numbers whose packed form is given.
///
/// Args:
///     bits: packed observations such as `VectorEnv.observation_bits` or a selection of its rows:
///         uint8, contiguous, shape (..., OBSERVATION_BYTES).
///
/// Returns:
///     float32, shape (..., OBSERVATION_SIZE).
///
/// Raises:
///     SpadesError: if `bits` is no such array.
///
/// Example:
///     >>> import spades
///     >>> env = spades.VectorEnv("two-handed", 3, observation="both")
///     >>> numbers = spades.unpack_observations(env.observation_bits)
///     >>> bool((numbers == env.observation).all())
///     True
#[pyfunction]
pub fn unpack_observations<'py>(bits: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = bits.py();
    let refused = || {
        let message =
            format!("bits: expected a contiguous numpy array of uint8, shape (..., {PACKED_SIZE})");
        errors::invalid(py, message)
    };
    let array = bits.cast::<numpy::PyArrayDyn<u8>>().map_err(|_| refused())?;
    if array.shape().last() != Some(&PACKED_SIZE) || !array.is_c_contiguous() {
        return Err(refused());
    }
    let mut shape = array.shape().to_vec();
    let lent = array.try_readonly().map_err(|_| refused())?;
    let packed = lent.as_slice().map_err(|_| refused())?.as_chunks::<PACKED_SIZE>().0;
    let mut numbers: Vec<f32> = filled(py, packed.len() * OBSERVATION_SIZE)?;
    py.detach(|| {
        for (from, to) in packed.iter().zip(numbers.as_chunks_mut::<OBSERVATION_SIZE>().0) {
            spades_core::tensor::unpack(from, to);
        }
    });
    if let Some(last) = shape.last_mut() {
        *last = OBSERVATION_SIZE;
    }
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.into_any())
}
