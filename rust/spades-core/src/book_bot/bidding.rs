//! The bid.

use super::estimate::tricks;
use super::nil::wants_nil;
use crate::action::Action;
use crate::bid::Bid;
use crate::round::Round;
use crate::rules::{MOON, Rules};

/// The bid of the seat to act: nil when that is worth more, a misdeal when the hand is weak, else
/// what the hand makes, within what the others' bids leave.
pub(super) fn choose(rules: &Rules, round: &Round) -> Action {
    let me = round.turn().unwrap_or(0);
    let hand = round.hand(me);
    let legal = round.legal();
    let partner = rules.partnerships.then(|| round.bid((me + 2) % 4)).flatten();
    let own = tricks(rules, hand);
    let nil = wants_nil(rules, hand, own, partner);
    let fair = f64::from(rules.hand_size()) / f64::from(rules.players);
    if !nil && legal.contains(Action::MISDEAL) && own < 0.75 * fair {
        return Action::MISDEAL;
    }
    let bid = if nil { 0 } else { number(rules, own, partner) };
    Action::bid(bid).unwrap_or(Action::LOOK)
}

/// The number to bid when it is not nil.
fn number(rules: &Rules, own: f64, partner: Option<Bid>) -> u8 {
    if rules.moon_bonus > 0 && rules.max_bid >= MOON && own > 12.3 {
        return MOON;
    }
    let size = rules.hand_size();
    let room = size - partner.map_or(0, Bid::tricks).min(size);
    let bid = (own + margin(rules)).max(0.0) as u8;
    bid.clamp(1, room.max(1)).min(rules.max_bid)
}

/// What is added to the mean before it is rounded down: what won most points.
fn margin(rules: &Rules) -> f64 {
    match (rules.players, rules.deal) {
        (2, _) => -0.4,
        (3, _) => -0.6,
        _ if rules.partnerships => 0.0,
        _ => -0.2,
    }
}
