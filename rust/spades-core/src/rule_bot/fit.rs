//! How well a bid goes with a hand.

use super::bidding::exposed;
use super::strength::expected_tricks;
use crate::bid::Bid;
use crate::card_set::CardSet;
use crate::rules::Rules;

/// How likely a player of no known habits is to make a bid with a whole hand, up to a factor: 1 at
/// best and never 0, since no bid excludes a hand. Only sums, products and quotients, so that it is
/// the same on every machine.
pub(crate) fn bid_fit(rules: &Rules, hand: CardSet, bid: Bid) -> f64 {
    if bid.is_blind() {
        return 1.0;
    }
    let tricks = f64::from(expected_tricks(rules, hand)) / 100.0;
    let off = if bid.is_nil() {
        let honours = hand.ranks(crate::Suit::Spades) >> 10;
        (tricks - 1.5).max(0.0)
            + f64::from(exposed(hand)) / 6.0
            + 2.0 * f64::from(honours.count_ones())
    } else {
        // Bids are rounded down, and rather cautious.
        tricks - f64::from(bid.tricks()) - 0.5
    };
    let off = off * off / (SPREAD * SPREAD);
    1.0 / ((1.0 + off) * (1.0 + off))
}

/// Tricks by which bids and hands differ from one player to another.
const SPREAD: f64 = 1.5;
