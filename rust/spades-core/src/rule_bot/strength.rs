//! The tricks that a hand makes on the average.

use crate::card::Suit;
use crate::card_set::CardSet;
use crate::rules::{Deal, Rules};

/// Number of parts of a hand that are counted.
pub const RULE_PARTS: usize = 25;

/// The parts of a hand that the plain player's bid goes by, each with how often it is there.
///
/// | | part |
/// |---|---|
/// | 0 | one for every hand |
/// | 1, 2 | side aces; those of six cards or more once more |
/// | 3, 4 | side kings with the ace; those of five cards or more once more |
/// | 5, 6, 7 | side kings without the ace in two cards or more, alone, and of six cards or more once more |
/// | 8, 9 | side queens with the ace or king, and without in three cards or more |
/// | 10 | side jacks with a higher card in three cards or more |
/// | 11-13 | spades, up to three, two and one, with a side suit of no, one and two cards |
/// | 14-18 | ace to ten of spades with as many spades beside it as others can be above it |
/// | 19-24 | the first to fifth spade, and the further ones |
pub fn rule_parts(hand: CardSet) -> [u8; RULE_PARTS] {
    let mut parts = [0; RULE_PARTS];
    parts[0] = 1;
    let spades = hand.ranks(Suit::Spades);
    let trumps = spades.count_ones() as u8;
    for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts] {
        side(&mut parts, hand.ranks(suit), trumps);
    }
    for below in 0..5 {
        parts[14 + below] = u8::from(spades >> (12 - below) & 1 == 1 && trumps > below as u8);
    }
    for (nth, part) in parts[19..24].iter_mut().enumerate() {
        *part = u8::from(trumps > nth as u8);
    }
    parts[24] = trumps.saturating_sub(5);
    parts
}

fn side(parts: &mut [u8; RULE_PARTS], ranks: u16, trumps: u8) {
    let length = ranks.count_ones() as u8;
    let holds = |rank: u32| ranks >> rank & 1 == 1;
    let (ace, king, queen, jack) = (holds(12), holds(11), holds(10), holds(9));
    let there = [
        ace,
        ace && length >= 6,
        ace && king,
        ace && king && length >= 5,
        king && !ace && length >= 2,
        king && !ace && length == 1,
        king && !ace && length >= 6,
        queen && (ace || king),
        queen && !ace && !king && length >= 3,
        jack && (ace || king || queen) && length >= 3,
    ];
    for (part, there) in parts[1..].iter_mut().zip(there) {
        *part += u8::from(there);
    }
    if length < 3 {
        parts[11 + length as usize] += trumps.min(3 - length);
    }
}

/// What the parts add to the tricks, in hundredths, by the table.
///
/// Fitted by least squares to the hands of 60,000 rounds in which the plain player on all seats
/// tries to win tricks to the end: printed by
/// `cargo run --release -p spades-core --example fit_bids -- rule`.
const DRAFTED: [i16; RULE_PARTS] = [
    29, 82, -30, 62, -18, 68, 22, -30, 24, 35, 6, 25, 15, 6, 99, 88, 61, 39, 22, 40, 56, 74, 66,
    51, 64,
];
const DEALT_TO_TWO: [i16; RULE_PARTS] = [
    282, 57, -9, 65, 11, 52, 26, -33, 37, 31, 20, 7, 0, 0, 56, 31, 20, 13, 13, 65, 77, 74, 61, 59,
    63,
];
const THREE: [i16; RULE_PARTS] = [
    -19, 101, 10, 90, 2, 94, 3, 0, 56, 60, 19, 37, 35, 34, 108, 87, 59, 37, 21, 22, 40, 54, 67, 81,
    95,
];
const FOUR: [i16; RULE_PARTS] = [
    -20, 100, -8, 77, -16, 73, 8, -22, 26, 28, 7, 32, 31, 24, 102, 81, 56, 38, 21, 19, 24, 37, 45,
    62, 81,
];

/// Mean number of tricks of a whole hand at the start of the play, in hundredths.
pub(super) fn expected_tricks(rules: &Rules, hand: CardSet) -> i32 {
    let weights = match (rules.players, rules.deal) {
        (2, Deal::Dealt) => &DEALT_TO_TWO,
        (2, _) => &DRAFTED,
        (3, _) => &THREE,
        _ => &FOUR,
    };
    let parts = rule_parts(hand);
    parts.iter().zip(weights).map(|(&part, &weight)| i32::from(part) * i32::from(weight)).sum()
}
