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
    let bid = if nil { 0 } else { number(rules, round, me, own, partner) };
    Action::bid(bid).unwrap_or(Action::LOOK)
}

/// The number to bid when it is not nil.
fn number(rules: &Rules, round: &Round, me: usize, own: f64, partner: Option<Bid>) -> u8 {
    if rules.moon_bonus > 0 && rules.max_bid >= MOON && own > 12.3 {
        return MOON;
    }
    let size = rules.hand_size();
    let theirs = partner.map_or(0, Bid::tricks).min(size);
    let margin = match partner {
        // The larger the contract, the dearer a set.
        Some(_) => 0.1 + 0.1 * (5.0 - own - f64::from(theirs)),
        None => margin(rules),
    };
    let bid = (own + read(rules, round, me, partner) + margin).max(0.0) as u8;
    bid.clamp(1, (size - theirs).max(1)).min(rules.max_bid)
}

/// What the bids made say of the tricks that are left: those of a nil are free, and those of strong
/// opponents are not.
fn read(rules: &Rules, round: &Round, me: usize, partner: Option<Bid>) -> f64 {
    let players = round.players();
    let fair = f64::from(rules.hand_size()) / players as f64;
    let foes = (0..players).filter(|&s| s != me && !(rules.partnerships && s == (me + 2) % 4));
    let mut sum = if partner.is_some_and(Bid::is_nil) { 0.4 } else { 0.0 };
    for bid in foes.filter_map(|seat| round.bid(seat)) {
        sum += if bid.is_nil() { 0.3 } else { -0.05 * (f64::from(bid.tricks()) - fair) };
    }
    sum
}

/// What is added to the mean before it is rounded down: what won most points.
fn margin(rules: &Rules) -> f64 {
    match (rules.players, rules.partnerships) {
        (2, _) => -0.6,
        (3, _) => -0.45,
        (_, true) => 0.0,
        (_, false) => -0.15,
    }
}
