//! Hands whose suits lie in random order, and random play with them.

use crate::action::Action;
use crate::card::Card;
#[cfg(test)]
use crate::card_set::CardSet;
use crate::deal::{DRAFT_TURNS, Deck, drafter};
use crate::rng::Rng;
use crate::rules::Deal;

use super::Recorder;

/// A one in each byte of a word of counts.
const ONES: u32 = 0x0101_0101;
/// The highest bit of each byte.
const TOPS: u32 = 0x8080_8080;
/// The byte of the spades in packed counts, and its place.
const SPADES: u32 = 0xFF00_0000;
const SPADES_AT: u32 = 24;
/// Code of the lowest spade.
const TWO_OF_SPADES: u32 = 0x30;

/// The hands of `P` players. The cards that may be played are always those of whole suits of the
/// hand, so a uniformly random one is the next of a suit drawn by its number of cards, if each suit
/// was put in random order at the deal: what has been played says nothing about the order of the
/// cards behind. So to follow suit takes no random number, and no search for a set bit.
///
/// Cards are codes here, `suit << 4 | rank`, so that their suits need no division.
#[derive(Clone)]
pub(super) struct Hands<const P: usize> {
    /// The cards of a seat and suit at `64 * seat + 16 * suit`, the next one last; place 0 of each
    /// stays free. As long as all numbers of a byte, so that no place is out of it.
    cards: [u8; 256],
    /// By `4 * seat + suit`: where the next card lies.
    last: [u8; 16],
}

/// Where the cards of each seat and suit begin.
const EMPTY: [u8; 16] = {
    let mut last = [0; 16];
    let mut i = 0;
    while i < 16 {
        last[i] = 16 * i as u8;
        i += 1;
    }
    last
};

/// The pack in id order, from which cards are drawn; as long as the numbers of six bits.
const PACK: [u8; 64] = {
    let mut deck = [0; 64];
    let mut i = 0;
    while i < 52 {
        deck[i] = (i / 13 * 16 + i % 13) as u8;
        i += 1;
    }
    deck
};

/// The id of a card's code.
fn id(code: u8) -> u8 {
    code - 3 * (code >> 4)
}

/// A uniform number below `n` from 32 random bits, and from more where these would be biased.
#[inline]
fn below(n: u32, random: u32, rng: &mut Rng) -> u32 {
    let wide = u64::from(random) * u64::from(n);
    let low = wide as u32;
    if low < n && low < n.wrapping_neg() % n { rng.below(n) } else { (wide >> 32) as u32 }
}

/// The suit of card number `at` of a hand in which each byte of `counts` is the number of cards of
/// a suit; eight times the suit.
#[inline]
fn suit_at(counts: u32, at: u32) -> u32 {
    // Multiplied by ones, byte s becomes the number of cards in suits 0..=s. The highest bit of a
    // byte is set where `at` is below that, first in the suit looked for; no byte overflows.
    let reached = counts.wrapping_sub(at + 1).wrapping_mul(ONES).wrapping_add(TOPS) & TOPS;
    reached.trailing_zeros() & 0x18
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
            let card = pack[at & 63];
            pack[at & 63] = pack[(51 - drawn) & 63];
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
        Self { cards: [0; 256], last: EMPTY }
    }

    #[inline]
    fn push(&mut self, seat: usize, code: u8) {
        let last = &mut self.last[(4 * seat + (code >> 4) as usize) & 15];
        *last += 1;
        self.cards[*last as usize] = code;
    }

    /// Deals all hands one card at a time, the opener first; gives the pack.
    #[inline]
    pub fn deal(&mut self, opener: usize, rng: &mut Rng) -> Deck {
        self.last = EMPTY;
        let mut deck = [0; 52];
        let mut seat = opener;
        draw_cards(52, rng, |i, code| {
            deck[i] = id(code);
            if i < P * Self::SIZE as usize {
                self.push(seat, code);
                seat = if seat + 1 == P { 0 } else { seat + 1 };
            }
        });
        deck
    }

    /// The cards that are taken in the 26 turns of a draft. Random choices do not look at the
    /// cards, so those thrown away need not be drawn.
    #[inline]
    pub fn draft(&mut self, deal: Deal, opener: usize, rng: &mut Rng) -> [u8; 26] {
        self.last = EMPTY;
        let mut taken = [0; 26];
        draw_cards(DRAFT_TURNS as usize, rng, |turn, code| {
            taken[turn] = id(code);
            self.push(drafter(deal, opener as u8, turn as u8) as usize, code);
        });
        taken
    }

    /// Number of cards of each suit of a seat, one byte a suit.
    #[inline]
    fn counts(&self, seat: usize) -> u32 {
        let bytes = |of: &[u8; 16]| u32::from_le_bytes(std::array::from_fn(|s| of[4 * seat + s]));
        bytes(&self.last) - bytes(&EMPTY)
    }

    /// The codes of a seat's cards.
    fn codes(&self, seat: usize) -> impl Iterator<Item = u8> + '_ {
        (4 * seat..4 * seat + 4)
            .flat_map(|i| &self.cards[EMPTY[i] as usize + 1..=self.last[i] as usize])
            .copied()
    }

    /// Whether a seat may call a misdeal: no spade, or no king, queen and jack.
    #[inline]
    pub fn may_misdeal(&self, seat: usize) -> bool {
        self.counts(seat) & SPADES == 0
            || !self.codes(seat).any(|code| (9..12).contains(&(code & 15)))
    }

    /// The cards of a seat.
    #[cfg(test)]
    pub fn cards(&self, seat: usize) -> CardSet {
        self.codes(seat).map(|code| Card::from_id(id(code))).collect()
    }
}

/// Plays all cards of several rounds at random; gives the tricks by seat.
///
/// The rounds know nothing of each other. Each trick is played in all of them before the next one,
/// so that the long chain of one trick's numbers is worked on beside those of the others.
#[inline(always)]
pub(super) fn play<const P: usize, const N: usize, R: Recorder>(
    hands: &[Hands<P>; N],
    openers: [usize; N],
    rngs: &mut [Rng; N],
    recorders: &mut [R; N],
) -> [[u8; 4]; N] {
    let mut tables: [Table<P>; N] = std::array::from_fn(|i| Table {
        counts: std::array::from_fn(|seat| hands[i].counts(seat)),
        tricks: [0; 4],
        broken: false,
        leader: openers[i],
    });
    for left in (1..=Hands::<P>::SIZE).rev() {
        for i in 0..N {
            tables[i].trick(&hands[i], left, &mut rngs[i], &mut recorders[i]);
        }
    }
    tables.map(|table| table.tricks)
}

/// Where the play of a round stands.
struct Table<const P: usize> {
    /// Number of cards left of each suit, one byte a suit.
    counts: [u32; 4],
    tricks: [u8; 4],
    broken: bool,
    leader: usize,
}

impl<const P: usize> Table<P> {
    /// Plays a trick; `left` cards are in each hand before.
    ///
    /// All seats are worked on at once, in seat order: once the led suit is known, what a seat
    /// plays does not depend on the cards before it. So there is hardly a branch to mispredict.
    #[inline(always)]
    fn trick<R: Recorder>(&mut self, hands: &Hands<P>, left: u32, rng: &mut Rng, recorder: &mut R) {
        let Self { counts, tricks, broken, leader } = self;
        let words = [rng.next(), if P > 2 { rng.next() } else { 0 }];
        let random = |i: usize| (words[i / 2] >> (32 * (i % 2))) as u32;
        // A suit of each seat, drawn by its number of cards: for a lead or a discard.
        let mut suits = [0; 4];
        for seat in 0..P {
            suits[seat] = suit_at(counts[seat], below(left, random(seat), rng));
        }
        let mut led = suits[*leader & 3];
        if !*broken && led == SPADES_AT {
            let others = counts[*leader & 3] & !SPADES;
            if others != 0 {
                // Drawn again: that leaves every card that may be led equally likely.
                led = suit_at(others, rng.below(others.wrapping_mul(ONES) >> 24));
            }
        }
        let lane = 0xFF << led;
        let mut best = 0;
        let mut played = [0; 4];
        for seat in 0..P {
            let follows = counts[seat] & lane != 0;
            let suit = if follows { led } else { suits[seat] };
            let n = counts[seat] >> suit & 0xF;
            counts[seat] -= 1 << suit;
            let code = hands.cards[((64 * seat) as u32 + 2 * suit + n) as usize & 255];
            played[seat] = code;
            // Codes rise with the rank, and those of spades are the highest.
            let strength = u32::from(code) << 2 | seat as u32;
            best = best.max(if follows || suit == SPADES_AT { strength } else { 0 });
        }
        if R::RECORDS {
            for i in 0..P {
                recorder.action(|| Action::play(Card::from_id(id(played[(*leader + i) % P]))));
            }
        }
        *broken |= best >= TWO_OF_SPADES << 2;
        *leader = best as usize & 3;
        tricks[*leader] += 1;
    }
}
