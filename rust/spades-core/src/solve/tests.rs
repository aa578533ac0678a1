//! The gate: every value against a plain minimax that shares no code with the solvers.

mod four;
mod many;
mod paths;
mod plain;
mod seats;
mod two;
