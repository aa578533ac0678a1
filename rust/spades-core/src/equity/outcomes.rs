//! How rounds between two search bots end: `examples/learn.rs outcomes` makes these lists.

use super::seated;
use crate::bid::Bid;
use crate::rules::Rules;

/// Bids of the opener and of the other, tricks of the opener, and how often.
const DRAWN: [(u8, u8, u8, u16); 12] = [
    (6, 6, 7, 20),
    (6, 6, 6, 20),
    (5, 6, 6, 12),
    (6, 5, 7, 12),
    (5, 7, 5, 8),
    (7, 5, 8, 8),
    (5, 7, 6, 4),
    (7, 5, 7, 4),
    (6, 6, 5, 3),
    (6, 6, 8, 3),
    (4, 7, 5, 4),
    (7, 4, 8, 4),
];

/// The outcomes under some rules, each with its share.
pub(super) fn list(rules: &Rules) -> impl Iterator<Item = ([Bid; 4], [u8; 4], f64)> {
    let max = rules.max_bid;
    DRAWN.iter().map(move |&(opener, other, tricks, count)| {
        let (bids, tricks) = seated(opener.min(max), other.min(max), tricks);
        (bids, tricks, f64::from(count))
    })
}
