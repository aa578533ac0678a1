//! The bid.

use crate::action::Action;
use crate::bid::Bid;
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::round::Round;
use crate::rules::{Deal, Rules};

use super::strength::expected_tricks;

/// The bid of the seat to act: its sure tricks, within what the rules and the partner's bid allow;
/// nil when the hand can well stay below everything; a misdeal when it is hopeless.
pub(super) fn rule_bid(rules: &Rules, round: &Round) -> Action {
    let seat = round.turn().unwrap_or(0);
    let hand = round.hand(seat);
    let legal = round.legal();
    let tricks = expected_tricks(rules, hand);
    let partner = rules.partnerships.then(|| round.bid((seat + 2) % 4)).flatten();
    let nil = wants_nil(rules, hand, tricks, partner);
    let share = 100 * i32::from(rules.hand_size()) / i32::from(rules.players);
    if legal.contains(Action::MISDEAL) && !nil && tricks < share * 6 / 10 {
        return Action::MISDEAL;
    }
    let bid = if nil { 0 } else { plain_bid(rules, round) };
    Action::bid(bid).unwrap_or(Action::LOOK)
}

/// The number that the seat to act bids when it does not bid nil.
pub(crate) fn plain_bid(rules: &Rules, round: &Round) -> u8 {
    let seat = round.turn().unwrap_or(0);
    let tricks = expected_tricks(rules, round.hand(seat));
    let partner = rules.partnerships.then(|| round.bid((seat + 2) % 4)).flatten();
    let room = rules.hand_size() - partner.map_or(0, Bid::tricks).min(rules.hand_size());
    (((tricks + margin(rules)).max(0) / 100) as u8).clamp(1, room.max(1)).min(rules.max_bid)
}

/// What is added to the mean number of tricks, in hundredths, before it is rounded down: what won
/// most points in matches of the plain player against itself.
fn margin(rules: &Rules) -> i32 {
    match (rules.players, rules.deal) {
        (2, Deal::Pick) => -78,
        (2, _) => -62,
        (3, _) => -20,
        _ => 5,
    }
}

/// Whether nil is sensible: the hand takes few tricks, and in every suit there are as many low
/// cards as high ones. A partner can cover; alone against three it has to be quite safe, and alone
/// against one or two it is a trap.
fn wants_nil(rules: &Rules, hand: CardSet, tricks: i32, partner: Option<Bid>) -> bool {
    // Two nils of one side leave nobody to cover.
    if rules.nil_bonus <= 0 || rules.players < 4 || partner.is_some_and(Bid::is_nil) {
        return false;
    }
    let spades = hand.ranks(Suit::Spades);
    // No spade above the jack, and three at most.
    if tricks > 250 || spades >> 10 != 0 || spades.count_ones() > 3 {
        return false;
    }
    exposed(hand) <= if rules.partnerships { 5 } else { 0 }
}

/// By how many ranks the cards of a hand are too high for nil: the lowest card of a side suit may be
/// a seven, of spades a six, and each further one two ranks higher.
pub(super) fn exposed(hand: CardSet) -> i32 {
    let mut sum = 0;
    for suit in Suit::ALL {
        let mut ranks = hand.ranks(suit);
        let mut allowed = if suit == Suit::Spades { 4 } else { 5 };
        while ranks != 0 {
            sum += (ranks.trailing_zeros() as i32 - allowed).max(0);
            ranks &= ranks - 1;
            allowed += 2;
        }
    }
    sum
}
