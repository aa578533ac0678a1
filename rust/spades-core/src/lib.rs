//! Rules, solver and search for the card game Spades. Pure: no I/O, no clock, no global state.

mod action;
mod bid;
mod card;
mod card_set;
pub mod deal;
mod error;
pub mod game;
mod history;
mod observation;
pub mod rng;
mod round;
mod rules;
mod sampler;
mod score;
mod setup;
pub mod snapshot;
pub mod tensor;
pub mod trick;
mod why_not;

pub use action::{Action, ActionSet, NUM_ACTIONS};
pub use bid::Bid;
pub use card::{Card, Suit};
pub use card_set::CardSet;
pub use error::Error;
pub use game::{FinishedRound, Game, Outcome, Reason};
pub use history::History;
pub use observation::Observation;
pub use round::{Phase, Round};
pub use rules::{Deal, Discards, NilTricks, OpenerRule, PRESETS, Rules};
pub use sampler::Sampler;
pub use score::{Line, Scores, SideScore, check_score_input, score_round, score_side};
pub use setup::Setup;
