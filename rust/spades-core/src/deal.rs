//! The shuffled pack and the hands made from it.

use crate::card::Card;
use crate::rng::{Rng, Stream};
use crate::rules::{Deal, Rules};

/// A pack in order, the top card first, as card ids.
pub type Deck = [u8; 52];

/// The pack in the order that a seed gives.
pub fn shuffled(seed: u64) -> Deck {
    let mut rng = Rng::new(seed, Stream::Deck, 0);
    // The order of `Rng::shuffle`, in a list as long as all numbers of six bits: none is out of it.
    let mut cards: [u8; 64] = std::array::from_fn(|i| i as u8);
    for i in (1..52).rev() {
        cards.swap(i & 63, rng.below(i as u32 + 1) as usize & 63);
    }
    std::array::from_fn(|i| cards[i])
}

/// Number of turns of a draft: 13 by each of two players.
pub const DRAFT_TURNS: u8 = 26;

/// The seat whose turn number `turn` of a draft is. In a draw players alternate, in a pick the
/// opener makes its whole hand first.
#[inline]
pub fn drafter(deal: Deal, opener: u8, turn: u8) -> u8 {
    match deal {
        Deal::Pick => opener ^ u8::from(turn >= DRAFT_TURNS / 2),
        _ => opener ^ (turn & 1),
    }
}

/// What a seat threw away and took from the pair of cards of a draft turn: (taken, thrown) places
/// in the deck. `first` is whether the first card of the pair was taken (keep, up).
#[inline]
pub fn pair_places(turn: u8, first: bool) -> (usize, usize) {
    let at = turn as usize * 2;
    if first { (at, at + 1) } else { (at + 1, at) }
}

/// The seat that gets card `place` of a pack that is dealt one card at a time, the opener first;
/// `None` for the cards left over.
#[inline]
pub fn receiver(rules: &Rules, opener: u8, place: usize) -> Option<u8> {
    let players = rules.players as usize;
    (place < players * rules.hand_size() as usize)
        .then(|| ((opener as usize + place) % players) as u8)
}

/// Whether an order holds each of the 52 cards once.
pub fn is_pack(deck: &Deck) -> bool {
    let mut seen = 0u64;
    deck.iter().all(|&id| {
        let new = Card::new(id).is_some() && seen >> id & 1 == 0;
        seen |= 1u64.checked_shl(u32::from(id)).unwrap_or(0);
        new
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seed 7 gives this pack in every version: records depend on it.
    #[test]
    fn golden_pack() {
        let text: Vec<String> =
            shuffled(7).iter().take(8).map(|&id| Card::new(id).unwrap().to_string()).collect();
        assert_eq!(text.join(" "), "6H AS 5H KD 5S JH 7D TH");
        assert!(is_pack(&shuffled(7)));
        for seed in 0..1000 {
            let mut deck: Deck = std::array::from_fn(|i| i as u8);
            Rng::new(seed, Stream::Deck, 0).shuffle(&mut deck);
            assert_eq!(deck, shuffled(seed));
        }
    }

    #[test]
    fn drafters_take_turns_or_go_one_after_the_other() {
        let draw: Vec<u8> = (0..4).map(|t| drafter(Deal::Draw, 1, t)).collect();
        assert_eq!(draw, [1, 0, 1, 0]);
        let pick: Vec<u8> = [0, 12, 13, 25].map(|t| drafter(Deal::Pick, 1, t)).into();
        assert_eq!(pick, [1, 1, 0, 0]);
    }
}
