//! When a solve has to give up.

use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes between two looks at the stop flag.
const INTERVAL: u64 = 1024;

/// What ends a solve before it is done; the default never does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit<'a> {
    /// Set from outside, for instance by another thread or a deadline; looked at about every thousand nodes.
    pub stop: Option<&'a AtomicBool>,
    /// The most nodes (tricks begun) that one call may visit.
    pub nodes: Option<u64>,
}

impl<'a> Limit<'a> {
    /// Never gives up.
    #[must_use]
    pub const fn none() -> Self {
        Self { stop: None, nodes: None }
    }

    /// Gives up when the flag is set.
    #[must_use]
    pub const fn stop(flag: &'a AtomicBool) -> Self {
        Self { stop: Some(flag), nodes: None }
    }

    /// Gives up after this many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { stop: None, nodes: Some(nodes) }
    }
}

/// Counts nodes and says when a limit is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter<'a> {
    limit: Limit<'a>,
    /// Nodes of all calls so far.
    pub nodes: u64,
    /// The count at which the limit is looked at again.
    next: u64,
    /// The count at which the call has to end.
    end: u64,
}

impl<'a> Meter<'a> {
    /// A meter that goes on from an earlier count.
    pub fn new(limit: Limit<'a>, nodes: u64) -> Self {
        let end = limit.nodes.map_or(u64::MAX, |most| nodes.saturating_add(most));
        // The first node looks at the flag, so that a flag already set ends the smallest solve too.
        let next = if limit.stop.is_some() { nodes } else { end };
        Self { limit, nodes, next, end }
    }

    /// Counts one node; true when the solve has to end.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > self.next && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.nodes > self.end {
            return true;
        }
        match self.limit.stop {
            Some(flag) if flag.load(Ordering::Relaxed) => {
                // Every further node ends at once too.
                self.end = 0;
                self.next = 0;
                true
            }
            Some(_) => {
                self.next = self.end.min(self.nodes + INTERVAL);
                false
            }
            None => false,
        }
    }
}
