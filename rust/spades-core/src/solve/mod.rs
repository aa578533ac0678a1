//! Exact solvers of positions in which every hand is known.
//!
//! * [`TwoSolver`] solves two hands of up to seventeen cards for any value per number of tricks.
//! * [`FourSolver`] solves four hands of up to thirteen cards in two partnerships for any value per number of tricks.
//! * [`SeatSolver`] solves three and four hands of any size for any value of the tricks per seat.
//! * [`ManySolver`] does the same, and is made for many small endings one after the other.
//!
//! All work on raw card sets: bit `suit * 13 + rank`, clubs 0 to spades 3, two 0 to ace 12.

mod ending;
mod lanes;
mod legal;
mod limit;
mod many;
mod outcomes;
mod partition;
mod search;
mod table;
mod two;

#[cfg(test)]
mod tests;

pub use limit::Limit;
pub use many::{ManyPosition, ManySolver};
pub use partition::{FourSolver, Position, SeatSolver};
pub use two::{TwoPosition, TwoSolver};
