//! The choice of a card of a pair in the draft.

use super::report::{ActionValue, Options, Report};
use crate::action::Action;
use crate::belief::{Belief, thrown_in_view};
use crate::bid::Bid;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::rules::Deal;

/// Worth of a card, in hundredths of a trick: `examples/learn.rs cards rounds=8000 seed=1`, made from
/// drafts that kept every spade and J Q K A. Spades by rank, then the other suits.
const SPADE: [i32; 13] = [48, 51, 49, 49, 51, 53, 58, 67, 79, 90, 101, 111, 123];
const SIDE: [i32; 13] = [0, 0, 2, 2, 3, 4, 4, 7, 9, 15, 29, 45, 70];

fn worth(card: Card) -> i32 {
    let table = if card.suit() == Suit::Spades { &SPADE } else { &SIDE };
    table[card.rank() as usize]
}

/// Keeps or refuses the card shown.
pub(super) fn choose(obs: &Observation, options: &Options) -> Report {
    let me = obs.seat();
    let pick = obs.rules.deal == Deal::Pick;
    let (yes, no) = if pick { (Action::UP, Action::DOWN) } else { (Action::KEEP, Action::REFUSE) };
    let forgotten = if options.memory { CardSet::EMPTY } else { thrown_in_view(obs) };
    let unseen = !obs.known() | forgotten;
    // A player who has bid blind nil wants no tricks.
    let sign = if obs.view.bid(me).is_some_and(Bid::is_blind) { -1 } else { 1 };
    let shown = obs.view.shown_card().map_or(0, |card| sign * worth(card));
    let sum: i32 = unseen.iter().map(|card| sign * worth(card)).sum();
    let mean = f64::from(sum) / f64::from(unseen.len().max(1)) / 100.0;
    let take = if options.draft || sign < 0 {
        shown * unseen.len() as i32 >= sum
    } else {
        // Every spade, and jacks and better.
        obs.view.shown_card().is_some_and(|card| card.suit() == Suit::Spades || card.rank() >= 9)
    };
    Report {
        action: if take { yes } else { no },
        values: vec![ActionValue::new(yes, f64::from(shown) / 100.0), ActionValue::new(no, mean)],
        worlds: 0,
        nodes: 0,
        exact: false,
        held: Belief::new(obs, options.memory, options.posterior).held(),
        equals: CardSet::EMPTY,
    }
}
