//! The cards that may be played, as the solvers' positions have them.

const SUIT: u64 = 0x1fff;

/// The cards of a hand that may be played on the card led, or led: spades only when that is free,
/// or nothing else is held.
#[inline]
pub(super) fn legal_cards(hand: u64, led: Option<u8>, spades_free: bool) -> u64 {
    let wanted = match led {
        Some(led) => SUIT << (u32::from(led) / 13 * 13),
        None if spades_free => hand,
        None => !(SUIT << 39),
    };
    if hand & wanted == 0 { hand } else { hand & wanted }
}
