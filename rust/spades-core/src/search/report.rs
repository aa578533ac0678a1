//! What a search is given and what it gives back.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::style::Style;

/// How long a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Worlds at most; one is always finished. With two players all hands that are possible are
    /// taken when they are hardly more: up to three times as many, but no more than 70.
    pub worlds: u32,
    /// Threads at most. Their number never changes the choice.
    pub threads: usize,
}

impl Default for Limit {
    fn default() -> Self {
        Self { worlds: 32, threads: 1 }
    }
}

/// The parts of the bot that can be switched off, to measure what each is worth, all on by default;
/// and how it plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub struct Options {
    /// The discards seen are remembered, the own ones and those face up. Without it they are taken
    /// for unseen cards.
    pub memory: bool,
    /// The opponent's hand is drawn from what its draft tells. Without it every unseen card is
    /// alike.
    pub posterior: bool,
    /// Outcomes are worth the chance to win the game. Without it they are worth their points.
    pub equity: bool,
    /// The opponent's bid makes the worlds that go with it more likely.
    pub bids: bool,
    /// The draft weighs each card against the mean of the unseen ones. Without it every spade and
    /// every jack, queen, king and ace is kept.
    pub draft: bool,
    /// What the bot wants beside points and the game.
    pub style: Style,
    /// Cards of the same value are told apart by how they do against an opponent who errs.
    pub ties: bool,
    /// Of cards that are worth the same any is played, by the seed. Without it the lowest is.
    pub mixed: bool,
    /// An action that is valued in any case, also where the search sees no need to look at it.
    pub also: Option<Action>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memory: true,
            posterior: true,
            equity: true,
            bids: true,
            draft: true,
            style: Style::Steady,
            ties: true,
            mixed: true,
            also: None,
        }
    }
}

/// What an action is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// Points of the round expected for the own side minus the other's, penalties for bags
    /// included. In a draft: the worth of the card that the action brings, in tricks.
    pub mean: f64,
    /// Standard error of the mean over the sampled worlds; 0 where all possible worlds were taken.
    pub standard_error: f64,
    /// Chance to win the game, where the search reckons with it.
    pub win: Option<f64>,
    /// Of a bid: the chance to make it (of nil: to take no trick). Of a card: the chance that the
    /// own bid, or with a partner the side's contract, is made.
    pub made: Option<f64>,
    /// Of a card: tricks that the own side takes in the whole round, in the mean.
    pub tricks: Option<f64>,
    /// Of a card: the chance that an opponent's nil or contract fails.
    pub beaten: Option<f64>,
}

impl ActionValue {
    /// A value of which nothing is known but the mean.
    pub(crate) const fn new(action: Action, mean: f64) -> Self {
        Self {
            action,
            mean,
            standard_error: 0.0,
            win: None,
            made: None,
            tricks: None,
            beaten: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The action chosen.
    pub action: Action,
    /// The legal actions that were considered, in id order. Bids that cannot be best are left out.
    pub values: Vec<ActionValue>,
    /// Worlds finished.
    pub worlds: u32,
    /// Positions visited in solving them.
    pub nodes: u64,
    /// Whether the other hand is known, so that the values are exact.
    pub exact: bool,
    /// The chance of each card not seen to be in the opponent's hand, in card order.
    pub held: Vec<(Card, f64)>,
    /// The cards of which the one chosen was drawn; empty when it is no card.
    pub equals: CardSet,
}
