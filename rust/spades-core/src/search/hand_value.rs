//! The bid that a hand leads to, read off a table: what the other player will bid, or how well a
//! hand goes with the bid that it has made.
//!
//! The tables are a regression of the search bot's own bids on the cards that it held and threw
//! away: `examples/learn.rs bids`, 1,500 rounds, seed 5. They miss by 0.6 tricks.

use crate::card_set::CardSet;

/// Worth of the cards held, in hundredths of a trick: spades by rank, then the other suits.
const HELD_SPADE: [i32; 13] = [22, 33, 34, 40, 41, 49, 61, 71, 84, 108, 119, 135, 155];
const HELD_SIDE: [i32; 13] = [-33, -28, -29, -28, -24, -25, -21, -21, -16, -10, -1, 19, 63];
/// The same of the cards that the player threw away and that nobody else can hold.
const GONE_SPADE: [i32; 13] = [24, 30, 33, 33, 33, 34, 30, 45, 55, 64, 69, 74, 85];
const GONE_SIDE: [i32; 13] = [8, 11, 9, 10, 12, 10, 14, 12, 12, 11, 15, 21, 45];
/// By the number of cards in a side suit: none, one, two.
const SHORT: [i32; 3] = [18, -13, -12];
const BASE: i32 = 61;
/// What the discards are worth on the whole where they are not known.
const UNKNOWN: i32 = 120;
/// A quarter of the weight is left at this distance from the bid.
const LOOSE: i64 = 100;

fn sum(cards: CardSet, spade: &[i32; 13], side: &[i32; 13]) -> i32 {
    cards
        .iter()
        .map(|card| {
            if card.id() >= 39 {
                spade[card.id() as usize - 39]
            } else {
                side[card.id() as usize % 13]
            }
        })
        .sum()
}

/// The bid, in hundredths of a trick, that a player with this hand is likely to make; `gone` are
/// the cards that it threw away, as far as that is known.
pub(super) fn likely_bid(hand: CardSet, gone: CardSet) -> i32 {
    let short: i32 = (0..3)
        .filter_map(|suit| SHORT.get((hand.0 >> (13 * suit) & 0x1FFF).count_ones() as usize))
        .sum();
    let thrown = if gone.is_empty() { UNKNOWN } else { sum(gone, &GONE_SPADE, &GONE_SIDE) };
    let worth = BASE + short + thrown + sum(hand, &HELD_SPADE, &HELD_SIDE);
    worth.clamp(100, 1300)
}

/// How well a hand goes with a bid above nil: 1000 when it is the likely one, less the farther it
/// is away, never nothing, for bids are loose signs.
pub(super) fn fit(hand: CardSet, gone: CardSet, bid: u8) -> u64 {
    let off = i64::from(likely_bid(hand, gone)) - 100 * i64::from(bid);
    let near = 1000 * LOOSE * LOOSE / (LOOSE * LOOSE + off * off);
    ((near * near / 1000) as u64).max(20)
}
