//! Long work: the GIL is released, and Ctrl-C ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// How often a signal is looked for.
const POLL: Duration = Duration::from_millis(50);

/// Runs work without the GIL while the calling thread looks for signals. The work is to end soon
/// once the flag is set; its result is then dropped and the signal's exception raised.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    watched(py, work, signals)
}

/// The same, where the calling thread looks at something of its own now and then: an error that it
/// gives ends the work and is raised.
pub fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let stop = &stop;
            let worker = scope.spawn(move || {
                // Dropped when the work ends, also by a panic: that wakes the waiting thread.
                let _done = done;
                work(stop)
            });
            let mut raised = None;
            while wait.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none()
                    && let Err(error) = Python::attach(&mut look)
                {
                    stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised.map_or(Ok(result), Err)
        })
    })
}

/// Raises what a signal asks for.
pub fn signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}
