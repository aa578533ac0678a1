//! Nil: how safe a hand is, and when that is enough.

use crate::bid::Bid;
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::rules::Rules;

/// How dangerous a hand is for nil: 0 is safe, and there is no upper bound.
///
/// In each suit the lowest card has to stay under the first round, the next under the second, and
/// so on: a card adds what there are of higher cards too few.
pub fn nil_danger(hand: CardSet) -> f64 {
    let mut sum = 0.0;
    for suit in Suit::ALL {
        let own = hand.ranks(suit);
        sum += suit_danger(own, 0x1FFF & !own, suit == Suit::Spades);
    }
    sum
}

/// The danger of one suit, from the own ranks and those that others may hold.
pub(super) fn suit_danger(own: u16, out: u16, spades: bool) -> f64 {
    let mut sum = 0.0;
    let mut rest = own;
    let mut place = 0;
    while rest != 0 {
        let rank = rest.trailing_zeros();
        rest &= rest - 1;
        // Two opponents who can stay below, and a partner who cannot go above.
        let above = (out >> rank).count_ones() as usize;
        let below = (out & ((1 << rank) - 1)).count_ones() as usize;
        let later = if spades { 1.0 } else { LATER[place.min(5)] };
        sum += later * STAY[below.min(12)] * MISS[above.min(12)];
        place += 1;
    }
    // A fourth spade meets a fourth round, with the others out of trumps or out of low ones.
    let long = own.count_ones();
    match long {
        4.. if spades => sum + 0.45 + 0.9 * f64::from(long - 4),
        _ => sum,
    }
}

/// The chance that none of so many cards is with the partner or a forced opponent.
const MISS: [f64; 13] =
    [1.0, 0.62, 0.4, 0.26, 0.165, 0.105, 0.065, 0.042, 0.026, 0.017, 0.01, 0.007, 0.004];
/// The chance that the opponents can stay below with so many lower cards out.
const STAY: [f64; 13] = [0.0, 0.15, 0.35, 0.5, 0.62, 0.72, 0.8, 0.86, 0.9, 0.93, 0.95, 0.97, 0.98];
/// The chance that a suit is played so often before the card can be thrown away.
const LATER: [f64; 6] = [1.0, 0.8, 0.5, 0.2, 0.05, 0.0];

/// The chance that a nil with this danger is kept.
fn success(table: &[u8; 9], danger: f64) -> f64 {
    let at = danger * 5.0;
    let step = (at as usize).min(table.len() - 2);
    let (low, high) = (f64::from(table[step]), f64::from(table[step + 1]));
    (low + (high - low) * (at - step as f64).min(1.0)) / 100.0
}

/// In hundredths, by danger in steps of 0.2, from 0.
///
/// Printed by `cargo run --release -p spades-core --example fit_bids -- nil`.
const FOUR: [u8; 9] = [97, 93, 84, 73, 60, 47, 34, 26, 17];
const SOLO: [u8; 9] = [98, 67, 52, 36, 24, 16, 10, 6, 3];
const THREE: [u8; 9] = [100, 41, 20, 9, 7, 5, 3, 2, 1];

/// Danger that each trick of the partner's bid takes away.
const PER_COVER: f64 = 0.06;

/// Whether nil is worth more than the bid of so many tricks.
pub(super) fn wants_nil(rules: &Rules, hand: CardSet, tricks: f64, partner: Option<Bid>) -> bool {
    if partner.is_some_and(Bid::is_nil) {
        return wants_second_nil(rules, hand, tricks);
    }
    // Two players: the other leads through, and nobody else is there to take a trick.
    if rules.players == 2 || rules.nil_bonus <= 0 {
        return false;
    }
    // The ace and king never, the queen only where the partner is known to be strong.
    let cover = partner.map_or(3, Bid::tricks);
    let spades = hand.ranks(Suit::Spades);
    if spades >> (if cover >= 4 { 11 } else { 10 }) != 0 {
        return false;
    }
    let danger = nil_danger(hand) - PER_COVER * (f64::from(cover.min(7)) - 3.0);
    let table = match (rules.players, rules.partnerships) {
        (4, true) => &FOUR,
        (4, false) => &SOLO,
        _ => &THREE,
    };
    let chance = success(table, danger.max(0.0));
    let (bonus, penalty) = (f64::from(rules.nil_bonus), f64::from(rules.nil_penalty));
    // The partner makes some of the tricks that are not bid.
    let instead = f64::from(rules.trick_points) * (tricks - 1.0).max(0.0);
    chance * bonus - (1.0 - chance) * penalty > instead
}

/// Whether to bid nil after a nil of the partner, which leaves nobody to cover: only where two nils
/// have a bonus of their own, with a hand that is safe alone.
fn wants_second_nil(rules: &Rules, hand: CardSet, tricks: f64) -> bool {
    let both = f64::from(rules.double_nil_bonus) * (success(&SOLO, nil_danger(hand)) - UNCOVERED);
    let kept = f64::from(rules.nil_bonus + rules.nil_penalty) * 0.15;
    both > kept + f64::from(rules.trick_points) * tricks
}

/// How often the partner's nil falls when nobody covers it.
const UNCOVERED: f64 = 0.55;
