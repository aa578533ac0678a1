//! Cards out of play that a seat has seen go.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::round::Round;
use crate::rules::Deal;

/// Cards that a seat knows to be in nobody's hand though they were never played.
///
/// In a draw its own discards, and all of them when they lie face up; in a pick the cards that were
/// refused face up. Nothing else of the discards is read.
pub(super) fn gone(round: &Round, seat: usize) -> CardSet {
    if round.players() != 2 {
        return CardSet::EMPTY;
    }
    match round.format.deal() {
        Deal::Dealt => CardSet::EMPTY,
        Deal::Draw if round.format.face_up() => round.discards(0) | round.discards(1),
        Deal::Draw => round.discards(seat),
        Deal::Pick => (0..round.drafted())
            .filter(|&turn| round.choices >> turn & 1 == 0)
            .filter_map(|turn| Card::new(round.deck[2 * turn as usize]))
            .collect(),
    }
}
