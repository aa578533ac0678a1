//! What a seat is after in the play.

use super::seen::{Seen, higher, seats};
use crate::card::Suit;

/// What a seat is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// No trick at all: the own nil stands.
    Nil,
    /// The partner's nil stands: take what it would take.
    Cover,
    /// Tricks: the own contract is open, or that of the opponents can be set.
    Win,
    /// No tricks: each would be a bag.
    Shed,
}

/// The goal with what led to it.
pub(super) struct Plan {
    pub goal: Goal,
    /// Tricks that the own side lacks.
    pub need: i32,
    /// Opponents whose standing nil is worth an attack, as bits.
    pub prey: u8,
    /// The partner, if its tricks are as good as the own.
    pub ally: Option<usize>,
}

impl Plan {
    pub fn new(seen: &Seen) -> Self {
        let rules = seen.rules;
        let need = seen.lacks(seen.me);
        let open = need > 0 && need <= seen.left;
        let bag = if rules.bag_limit > 0 { rules.bag_penalty / rules.bag_limit } else { 0 };
        // Against one player alone, who cannot take them away, top spades are kept for the end.
        let secured = seen.players == 2 && need < seen.left && top_spades(seen) >= need;
        let goal = if seen.nil_stands(seen.me) {
            Goal::Nil
        } else if seen.partner.is_some_and(|p| seen.nil_stands(p)) {
            Goal::Cover
        } else if seen.partner.is_some_and(|p| seen.bid_moon(p)) {
            // All tricks are the partner's.
            Goal::Shed
        } else if (open && !secured && seen.counts(seen.me))
            || bag <= rules.bag_points
            || sets(seen, need)
        {
            Goal::Win
        } else {
            Goal::Shed
        };
        // A nil is worth less than the contract that is lost to break it.
        let tight = open && need == seen.left;
        let prey = if tight || rules.nil_bonus + rules.nil_penalty <= 0 { 0 } else { seen.nils };
        let alone = !seen.counts(seen.me) || seen.bid_moon(seen.me);
        let ally = seen.partner.filter(|&p| seen.counts(p) && !alone);
        Self { goal, need, prey, ally }
    }
}

/// Whether to play for a set: the own contract is lost anyway, or the opponents cannot lose many more
/// tricks than the own hand is sure to win.
fn sets(seen: &Seen, need: i32) -> bool {
    // Tricks of a lost contract are no bags, but those of a lost moon.
    let free = need > seen.left && !seen.bid_moon(seen.me);
    seats(seen.foes).any(|foe| {
        let lacks = seen.lacks(foe);
        let to_set = seen.left - lacks + 1;
        lacks > 0 && to_set > 0 && (free || to_set <= top_spades(seen) + REACH)
    })
}

/// How many tricks beyond the sure ones are tried for a set.
const REACH: i32 = 3;

/// Spades that win whatever the others do: those that nobody can beat, and all of them when these
/// draw the spades of the others.
fn top_spades(seen: &Seen) -> i32 {
    let spades = seen.own(Suit::Spades);
    let out = seen.out(Suit::Spades);
    let top = out.highest().map_or(spades, |card| spades & higher(card));
    (if top.len() >= out.len() { spades } else { top }).len() as i32
}
