//! Hands whose suits lie in random order, and random play with them.

use crate::action::Action;
use crate::card::Card;
#[cfg(test)]
use crate::card_set::CardSet;
use crate::deal::{DRAFT_TURNS, Deck, drafter};
use crate::rng::Rng;
use crate::rules::Deal;

use super::Recorder;

const SPADES: usize = 3;
/// One card of each suit in packed counts.
const ONE: [u32; 4] = [1, 1 << 8, 1 << 16, 1 << 24];
/// The bits of each suit in packed counts.
const LANES: [u32; 4] = [0xFF, 0xFF << 8, 0xFF << 16, 0xFF << 24];
/// Lowest id of a spade.
const TWO_OF_SPADES: u32 = 39;

/// The hands of `P` players. The cards that may be played are always those of whole suits of the
/// hand, so a uniformly random one is the next of a suit drawn by its number of cards, if each suit
/// was put in random order at the deal: what has been played says nothing about the order of the
/// cards behind. So to follow suit takes no random number, and no search for a set bit.
pub(super) struct Hands<const P: usize> {
    /// Cards by seat and suit, the next one last; place 0 stays free.
    cards: [[[u8; 16]; 4]; 4],
    /// Number of cards of each suit, one byte a suit.
    counts: [u32; 4],
    /// Number of kings, queens and jacks.
    courts: [u8; 4],
}

/// The kings, queens and jacks.
const COURTS: u64 = {
    let suit = 0b0_1110_0000_0000;
    suit | suit << 13 | suit << 26 | suit << 39
};

/// The pack in id order, from which cards are drawn.
const PACK: Deck = {
    let mut deck = [0; 52];
    let mut i = 0;
    while i < 52 {
        deck[i] = i as u8;
        i += 1;
    }
    deck
};

/// The suit of a card id: `id / 13` for ids below 64.
#[inline]
fn suit_of(card: u8) -> usize {
    (card as usize * 5) >> 6
}

/// A uniform number below `n` from 32 random bits, and from more where these would be biased.
#[inline]
fn below(n: u32, random: u32, rng: &mut Rng) -> u32 {
    let wide = u64::from(random) * u64::from(n);
    let low = wide as u32;
    if low < n && low < n.wrapping_neg() % n { rng.below(n) } else { (wide >> 32) as u32 }
}

/// The suit of card number `at` of those whose counts by suit add up to `sums`: byte s of it is the
/// number of cards in suits 0..=s.
#[inline]
fn suit_at(sums: u32, at: u32) -> usize {
    usize::from(at >= sums & 0xFF)
        + usize::from(at >= sums >> 8 & 0xFF)
        + usize::from(at >= sums >> 16 & 0xFF)
}

/// Sums for [`suit_at`]; no byte overflows.
#[inline]
fn sums(counts: u32) -> u32 {
    counts.wrapping_mul(0x0101_0101)
}

/// Four draws without replacement among `n`, `n - 1`, `n - 2` and `n - 3` from one random word,
/// without bias (Brackett-Rozinsky and Lemire, 2024: batched ranged random integers).
#[inline]
fn draws(n: u64, rng: &mut Rng) -> [usize; 4] {
    let product = n * (n - 1) * (n - 2) * (n - 3);
    loop {
        let mut fraction = rng.next();
        let mut out = [0; 4];
        for (k, to) in out.iter_mut().enumerate() {
            let wide = u128::from(fraction) * u128::from(n - k as u64);
            *to = (wide >> 64) as usize;
            fraction = wide as u64;
        }
        if fraction >= product || fraction >= product.wrapping_neg() % product {
            return out;
        }
    }
}

/// Draws cards in random order and hands each on with its number.
#[inline]
fn draw_cards(cards: usize, rng: &mut Rng, mut to: impl FnMut(usize, u8)) {
    let mut pack = PACK;
    let mut drawn = 0;
    while drawn < cards {
        for at in draws(52 - drawn as u64, rng) {
            let card = pack[at];
            pack[at] = pack[51 - drawn];
            if drawn < cards {
                to(drawn, card);
            }
            drawn += 1;
        }
    }
}

impl<const P: usize> Hands<P> {
    const SIZE: u32 = if P == 3 { 17 } else { 13 };

    /// No cards.
    pub fn new() -> Self {
        Self { cards: [[[0; 16]; 4]; 4], counts: [0; 4], courts: [0; 4] }
    }

    #[inline]
    fn push(&mut self, seat: usize, card: u8) {
        let suit = suit_of(card) & 3;
        let counts = &mut self.counts[seat & 3];
        *counts += ONE[suit];
        let n = *counts >> (8 * suit) & 0xF;
        self.cards[seat & 3][suit][n as usize] = card;
        self.courts[seat & 3] += (COURTS >> card & 1) as u8;
    }

    /// Deals all hands one card at a time, the opener first; gives the pack.
    #[inline]
    pub fn deal(&mut self, opener: usize, rng: &mut Rng) -> Deck {
        (self.counts, self.courts) = ([0; 4], [0; 4]);
        let mut deck = PACK;
        let mut seat = opener;
        draw_cards(52, rng, |i, card| {
            deck[i] = card;
            if i < P * Self::SIZE as usize {
                self.push(seat, card);
                seat = if seat + 1 == P { 0 } else { seat + 1 };
            }
        });
        deck
    }

    /// The cards that are taken in the 26 turns of a draft. Random choices do not look at the
    /// cards, so those thrown away need not be drawn.
    #[inline]
    pub fn draft(&mut self, deal: Deal, opener: usize, rng: &mut Rng) -> [u8; 26] {
        (self.counts, self.courts) = ([0; 4], [0; 4]);
        let mut taken = [0; 26];
        draw_cards(DRAFT_TURNS as usize, rng, |turn, card| {
            taken[turn] = card;
            self.push(drafter(deal, opener as u8, turn as u8) as usize, card);
        });
        taken
    }

    /// Whether a seat may call a misdeal: no spade, or no king, queen and jack.
    #[inline]
    pub fn may_misdeal(&self, seat: usize) -> bool {
        self.counts[seat] & LANES[SPADES] == 0 || self.courts[seat] == 0
    }

    /// The cards of a seat.
    #[cfg(test)]
    pub fn cards(&self, seat: usize) -> CardSet {
        let mut set = 0u64;
        for (suit, cards) in self.cards[seat].iter().enumerate() {
            let n = self.counts[seat] >> (8 * suit) & 0xF;
            set |= cards[1..=n as usize].iter().fold(0, |set, &card| set | 1 << card);
        }
        CardSet(set)
    }

    /// Plays all cards at random; gives the tricks by seat.
    ///
    /// All seats are worked on at once, in seat order: once the led suit is known, what a seat
    /// plays does not depend on the cards before it. So there is hardly a branch to mispredict.
    #[inline]
    pub fn play<R: Recorder>(&mut self, opener: usize, rng: &mut Rng, recorder: &mut R) -> [u8; 4] {
        let mut counts = self.counts;
        let mut tricks = [0; 4];
        let mut broken = false;
        let mut leader = opener;
        for left in (1..=Self::SIZE).rev() {
            let words = [rng.next(), if P > 2 { rng.next() } else { 0 }];
            let random = |i: usize| (words[i / 2] >> (32 * (i % 2))) as u32;
            // A suit of each seat, drawn by its number of cards: for a lead or a discard.
            let mut suits = [0; 4];
            for seat in 0..P {
                suits[seat] = suit_at(sums(counts[seat]), below(left, random(seat), rng));
            }
            let mut led = suits[leader & 3];
            if !broken && led == SPADES {
                let sums = sums(counts[leader & 3] & !LANES[SPADES]);
                if sums != 0 {
                    // Drawn again: that leaves every card that may be led equally likely.
                    led = suit_at(sums, rng.below(sums >> 24));
                }
            }
            let lane = LANES[led & 3];
            let mut best = 0;
            let mut played = [0; 4];
            for seat in 0..P {
                let follows = counts[seat] & lane != 0;
                let suit = if follows { led } else { suits[seat] } & 3;
                let n = counts[seat] >> (8 * suit) & 0xF;
                counts[seat] -= ONE[suit];
                let card = self.cards[seat][suit][n as usize];
                played[seat] = card;
                // Ids rise with the rank, and those of spades are the highest.
                let strength = u32::from(card) << 2 | seat as u32;
                best = best.max(if follows || suit == SPADES { strength } else { 0 });
            }
            if R::RECORDS {
                for i in 0..P {
                    recorder.action(|| Action::play(Card::from_id(played[(leader + i) % P])));
                }
            }
            broken |= best >= TWO_OF_SPADES << 2;
            leader = best as usize & 3;
            tricks[leader] += 1;
        }
        tricks
    }
}
