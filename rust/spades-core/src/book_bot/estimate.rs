//! The tricks that a hand makes, counted as the books on the game count them.

use super::chance::goes_round;
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::rules::{Deal, Rules};

/// Number of kinds of tricks that are counted.
pub const KINDS: usize = 13;

/// What a hand holds of each kind of trick. The counts are published rules of thumb; how much each
/// is worth is in the weights, by number of players.
///
/// | | counted |
/// |---|---|
/// | 0 | one for every hand |
/// | 1 | side aces, each by the chance that its suit goes round once |
/// | 2, 3 | side kings of two cards and more, with the ace and without, by the chance of two rounds |
/// | 4, 5 | side queens of three cards and more, with a higher honour and without, three rounds |
/// | 6 | lone side kings |
/// | 7 | ruffs: spades up to 3, 2 and 1 with a void, a singleton and a doubleton |
/// | 8 | spade honours with enough spades to outlast those above them |
/// | 9 | spades beyond the third |
/// | 10 | spades beyond the fifth |
/// | 11 | spade honours without enough spades beside them |
/// | 12 | spades |
pub fn trick_kinds(rules: &Rules, hand: CardSet) -> [f64; KINDS] {
    let mut kinds = [0.0; KINDS];
    kinds[0] = 1.0;
    let spades = hand.ranks(Suit::Spades);
    let trumps = spades.count_ones();
    let players = usize::from(rules.players);
    let table = |own, round| goes_round(players, rules.partnerships, own, round);
    let mut ruffs = 0;
    for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts] {
        let ranks = hand.ranks(suit);
        let own = ranks.count_ones();
        let holds = |rank: u32| ranks >> rank & 1 == 1;
        let (ace, king, queen) = (holds(12), holds(11), holds(10));
        if ace {
            kinds[1] += table(own, 1);
        }
        match (king, own) {
            (true, 1) => kinds[6] += 1.0,
            (true, _) => kinds[if ace { 2 } else { 3 }] += table(own, 2),
            _ => {}
        }
        if queen && own >= 3 {
            kinds[if ace || king { 4 } else { 5 }] += table(own, 3);
        }
        ruffs += 3u32.saturating_sub(own).min(trumps);
    }
    kinds[7] = f64::from(ruffs.min(trumps));
    // A spade is protected when more are below it than others are above it.
    let mut missing = 0;
    for rank in (8..13).rev() {
        if spades >> rank & 1 == 0 {
            missing += 1;
        } else if (spades & ((1 << rank) - 1)).count_ones() >= missing {
            kinds[8] += 1.0;
        } else {
            kinds[11] += 1.0;
        }
    }
    kinds[9] = f64::from(trumps.saturating_sub(3));
    kinds[10] = f64::from(trumps.saturating_sub(5));
    kinds[12] = f64::from(trumps);
    kinds
}

/// What the kinds are worth in thousandths of a trick.
///
/// Made by `cargo run --release -p spades-core --example fit_bids -- book`, which says how.
const FOUR: [i16; KINDS] = [-71, 995, 927, 880, 874, 772, 140, 303, 744, 175, 358, 149, 211];
const SOLO: [i16; KINDS] = [-111, 1024, 967, 903, 1319, 1138, 152, 485, 710, 203, 238, 206, 197];
const THREE: [i16; KINDS] = [58, 1037, 970, 984, 808, 806, 34, 584, 702, 160, 280, 161, 378];
const DEALT_TO_TWO: [i16; KINDS] =
    [2793, 604, 756, 580, 652, 655, 356, 67, 326, -230, 104, 129, 712];
const DRAFTED: [i16; KINDS] = [-829, 866, 626, 739, 459, 669, 196, 249, 697, -327, 41, 207, 807];

/// The tricks that a whole hand makes on the average at the start of the play.
pub(super) fn tricks(rules: &Rules, hand: CardSet) -> f64 {
    let weights = match (rules.players, rules.deal) {
        (2, Deal::Dealt) => &DEALT_TO_TWO,
        (2, _) => &DRAFTED,
        (3, _) => &THREE,
        _ if rules.partnerships => &FOUR,
        _ => &SOLO,
    };
    let kinds = trick_kinds(rules, hand);
    kinds.iter().zip(weights).map(|(&kind, &weight)| kind * f64::from(weight) / 1000.0).sum()
}
