//! Which cards to keep in a draft.

use crate::action::Action;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::round::Round;
use crate::rules::Deal;

/// Keep or refuse, up or down, by the card shown.
///
/// Every spade and J Q K A is kept, else the second card is taken: within the noise of the best
/// linear rule. In a pick the card face up is compared with the mean of the unseen.
pub(super) fn choose(round: &Round) -> Action {
    let Some(card) = round.shown_card() else { return Action::LOOK };
    if round.format.deal() == Deal::Pick {
        let unseen = !(round.hand(round.turn().unwrap_or(0)) | CardSet::of(card));
        let sum: u32 = unseen.iter().map(worth).sum();
        if worth(card) * unseen.len() >= sum { Action::UP } else { Action::DOWN }
    } else if card.suit() == Suit::Spades || card.rank() >= 9 {
        Action::KEEP
    } else {
        Action::REFUSE
    }
}

/// Rough worth of a card, in twentieths of a trick.
fn worth(card: Card) -> u32 {
    const SIDE: [u32; 13] = [0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 6, 11, 17];
    let rank = card.rank();
    if card.suit() == Suit::Spades { 9 + u32::from(rank) } else { SIDE[rank as usize] }
}
