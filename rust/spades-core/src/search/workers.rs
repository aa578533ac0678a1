//! Worlds spread over threads.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::solve::{Limit as SolveLimit, TwoPosition, TwoSolver};

/// Asked now and then whether to stop.
pub(crate) type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Does the worlds `0..n`, each by its index, and returns what each thread has gathered.
///
/// Which thread does a world changes nothing: a world is seeded by its index and sums are of
/// integers. The first world is always done; before every other one it is asked whether to stop.
pub(crate) fn each_world<A: Send>(
    n: u32,
    threads: usize,
    stop: Stop<'_>,
    start: impl Fn() -> A + Sync,
    work: impl Fn(&mut A, u32) + Sync,
) -> Vec<A> {
    let next = AtomicU32::new(0);
    let run = || {
        let mut gathered = start();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n || (index > 0 && stop()) {
                // Nobody takes another one after a stop.
                next.store(n, Ordering::Relaxed);
                return gathered;
            }
            work(&mut gathered, index);
        }
    };
    let threads = threads.clamp(1, n.max(1) as usize).min(256);
    if threads == 1 {
        return vec![run()];
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut all = vec![run()];
        all.extend(
            others.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }),
        );
        all
    })
}

/// The value of every legal card, or nothing when it is stopped.
pub(super) fn solve_each(
    solver: &mut TwoSolver,
    position: &TwoPosition,
    out: &mut [i32; 52],
    stop: Option<Stop<'_>>,
) -> Option<u64> {
    let Some(stop) = stop else {
        return solver.try_value_of_each(position, out, &SolveLimit::none());
    };
    // What is learnt stays in the solver's table, so going on after a look costs little.
    let mut nodes = 1 << 16;
    loop {
        let limit = SolveLimit::nodes(nodes);
        if let Some(legal) = solver.try_value_of_each(position, out, &limit) {
            return Some(legal);
        }
        if stop() {
            return None;
        }
        nodes *= 2;
    }
}

/// A solver with a table that fits the number of cards a hand: a large one costs time to make.
pub(super) fn solver_for(cards: u32) -> TwoSolver {
    TwoSolver::with_table(match cards {
        0..=6 => 10,
        7..=8 => 12,
        9..=10 => 14,
        _ => 16,
    })
}
