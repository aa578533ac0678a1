//! Partition search: the solvers of three and four hands.

mod four;
mod order;
mod question;
mod quick;
mod root;
mod search;
mod seats;
mod stages;
mod suits;
mod table;
mod wishes;

pub use four::FourSolver;
pub use root::Position;
pub use seats::SeatSolver;
