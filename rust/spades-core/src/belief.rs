//! What a seat of two believes about the opponent's hand: the exact posterior of the draft.
//!
//! In a draw the opponent took thirteen turns, and whether it kept or refused the first card of each
//! pair was seen by both. A card that I have not seen and that went through the opponent's turns is
//! one of four kinds: *wanted* (kept when seen first), *unwanted* (refused when seen first), or the
//! second card of a pair, *thrown* after a keep or *taken* after a refusal, about which nobody
//! decided. With `k(c)` the chance that card `c` is kept when it is seen first, a way to give the
//! unseen cards their kinds has the weight of the product of `k` over the wanted and `1 - k` over
//! the unwanted cards. How many cards are of each kind is public. A dynamic programme over the
//! cards counts these weights, so that worlds are drawn from the posterior itself and never
//! weighted afterwards. A suit shown void and a card played only restrict the kinds of a card.
//!
//! Where nothing is known of how the hands were made (dealt hands, positions that were set up), and
//! in a pick, whose chooser has not seen the card lying face down, all cards are alike: the same
//! programme with weights of one.

mod kinds;

pub(crate) use kinds::Belief;

use crate::card::Card;
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::observation::Observation;

/// Chance that a card is kept when it is seen first, from the search bot's own drafts
/// (`examples/learn.rs keep rounds=4000 seed=2`).
///
/// The floor leaves room for opponents with another taste: no card is ever impossible. Jacks and
/// tens, of which the bot keeps none, are given a little, for many other players keep them.
pub(crate) fn keep_chance(card: Card) -> f64 {
    const FLOOR: f64 = 0.015;
    const SIDE: [f64; 13] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.02, 0.05, 0.55, 1.0, 1.0];
    let kept = if card.suit() == Suit::Spades { 1.0 } else { SIDE[card.rank() as usize] };
    kept.clamp(FLOOR, 1.0 - FLOOR)
}

/// The discards that the seat has seen: its own, and those that lie face up. They are what a player
/// without memory forgets.
pub(crate) fn thrown_in_view(obs: &Observation) -> CardSet {
    (0..2).fold(CardSet::EMPTY, |cards, seat| cards | obs.discards(seat))
}

/// All subsets of `pool` of `size` cards, in a fixed order; the caller has checked their number.
pub(crate) fn subsets(pool: CardSet, size: u32) -> impl Iterator<Item = CardSet> {
    let cards: Vec<Card> = pool.iter().collect();
    let n = cards.len() as u32;
    // Gosper's hack over at most 39 cards.
    let mut next = (size <= n).then_some((1u64 << size) - 1);
    std::iter::from_fn(move || {
        let bits = next?;
        let set = (0..n).filter(|i| bits >> i & 1 == 1).map(|i| cards[i as usize]).collect();
        next = if bits == 0 {
            None
        } else {
            let low = bits & bits.wrapping_neg();
            let up = bits + low;
            let after = up | (((bits ^ up) >> 2) / low);
            (after >> n == 0).then_some(after)
        };
        Some(set)
    })
}

/// Number of ways to choose `k` of `n`, no more than `u64::MAX`.
pub(crate) fn choose(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    (0..u64::from(k.min(n - k)))
        .fold(1u64, |ways, i| ways.saturating_mul(u64::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests;
