//! Hands whose suits lie in random order, and random play with them.

use crate::action::Action;
use crate::card::Card;
#[cfg(test)]
use crate::card_set::CardSet;
use crate::deal::{DRAFT_TURNS, Deck};
use crate::rng::Rng;
use crate::rules::Deal;

use super::Recorder;

// Two hands are worked on at once, in the two halves of a word; in each a byte a suit, clubs lowest.
// Nothing is ever carried from a byte or a half to the next.

/// A one in each half.
const ONE: u64 = 0x0000_0001_0000_0001;
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const TOPS: u64 = 0x8080_8080_8080_8080;
/// The lowest bit of the spades in one half.
const SPADE: u32 = 1 << 24;
/// Where the cards of each suit begin, in both halves.
const EMPTY: u64 = 0x3020_1000_3020_1000;

/// The hands of `P` players. The cards that may be played are always those of whole suits of the
/// hand, so a uniformly random one is the next of a suit drawn by its number of cards, if each suit
/// was put in random order at the deal: what has been played says nothing about the order of the
/// cards behind. So to follow suit takes no random number, and no search for a set bit.
///
/// Cards are codes here, `suit << 6 | (rank + 1) << 2`, so that their suits need no division and a
/// seat fits below.
#[derive(Clone)]
pub(super) struct Hands<const P: usize> {
    /// The cards of a seat and suit at `64 * seat + 16 * suit`, the next one last; place 0 of each
    /// stays free. As long as all numbers of a byte, so that no place is out of it.
    cards: [u8; 256],
    /// By hand, the opener's first: where the next card of each suit lies, one byte a suit.
    last: [u32; 4],
    /// The seat of the first hand.
    opener: usize,
}

/// The pack in id order, from which cards are drawn; as long as the numbers of six bits.
const PACK: [u8; 64] = {
    let mut deck = [0; 64];
    let mut i = 0;
    while i < 52 {
        deck[i] = (i / 13 * 64 + (i % 13 + 1) * 4) as u8;
        i += 1;
    }
    deck
};

/// The suit of a card's code.
#[inline(always)]
fn suit(code: u8) -> usize {
    (code >> 6) as usize
}

/// The rank of a card's code.
fn rank(code: u8) -> u8 {
    (code >> 2 & 15) - 1
}

/// The id of a card's code.
fn id(code: u8) -> u8 {
    13 * suit(code) as u8 + rank(code)
}

/// A uniform number below `n` from 32 random bits, and from more where these would be biased.
#[inline]
fn below(n: u32, random: u32, rng: &mut Rng) -> u32 {
    let wide = u64::from(random) * u64::from(n);
    let low = wide as u32;
    if low < n && low < n.wrapping_neg() % n { rng.below(n) } else { (wide >> 32) as u32 }
}

/// The number of cards in suits 0..=s in byte s, and 127 more, from the numbers by suit.
#[inline(always)]
fn sums(counts: u32) -> u64 {
    u64::from(counts.wrapping_mul(ONES as u32)) + (TOPS - ONES) as u32 as u64
}

/// The suits of cards number `at` of two hands, see [`sums`]: a one in the byte of the suit.
#[inline(always)]
fn suits_at(sums: u64, at: u64) -> u64 {
    // The highest bit of a byte is set where `at` is below the number of cards up to there, first in
    // the suit looked for.
    let reached = (sums - at * 0x0101_0101) & TOPS;
    (reached & !reached.wrapping_sub(ONE)) >> 7
}

/// All bits of the bytes whose lowest bits are given, one in each half.
#[inline(always)]
fn byte_of(one: u64) -> u64 {
    (one << 8).wrapping_sub(one)
}

/// What the code of a card is worth to a seat in a trick, by led suit: the code and the seat, or
/// less where the card cannot win.
static WORTH: [[[u8; 256]; 4]; 4] = {
    let mut worth = [[[0; 256]; 4]; 4];
    let mut i = 0;
    while i < 4 * 4 * 256 {
        let (led, seat, code) = (i >> 10, i >> 8 & 3, i & 0xFC);
        let wins = code >> 6 == led || code >> 6 == 3;
        worth[led][seat][i & 255] = if wins { code | seat } else { seat } as u8;
        i += 1;
    }
    worth
};

/// Draws cards in random order: their codes, of which those beyond the number are not drawn.
#[inline(always)]
fn draw_cards(cards: usize, rng: &mut Rng) -> [u8; 52] {
    const FOURS: usize = 13;
    const PRODUCTS: [u64; FOURS] = {
        let mut products = [0; FOURS];
        let mut i = 0;
        while i < FOURS {
            let n = 52 - 4 * i as u64;
            products[i] = n * (n - 1) * (n - 2) * (n - 3);
            i += 1;
        }
        products
    };
    let (mut pack, mut drawn) = (PACK, [[0; 4]; FOURS]);
    for i in 0..cards.div_ceil(4) {
        let left = 52 - 4 * i;
        for (k, at) in draws(left as u64, PRODUCTS[i], rng).into_iter().enumerate() {
            drawn[i][k] = pack[at & 63];
            pack[at & 63] = pack[(left - 1 - k) & 63];
        }
    }
    let mut codes = [0; 52];
    codes.copy_from_slice(drawn.as_flattened());
    codes
}

/// Four draws without replacement among `n`, `n - 1`, `n - 2` and `n - 3`, where `product` is all of
/// them multiplied, from one random word, without bias (Brackett-Rozinsky and Lemire, 2024: batched
/// ranged random integers).
#[inline(always)]
fn draws(n: u64, product: u64, rng: &mut Rng) -> [usize; 4] {
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

impl<const P: usize> Hands<P> {
    const SIZE: u32 = if P == 3 { 17 } else { 13 };

    /// No cards.
    pub fn new() -> Self {
        Self { cards: [0; 256], last: [0; 4], opener: 0 }
    }

    /// Gives each hand its cards, the opener's first: `at` tells which is card `i` of a hand.
    #[inline(always)]
    fn give(&mut self, opener: usize, codes: &[u8; 52], at: impl Fn(usize, usize) -> usize) {
        let first = |hand| EMPTY as u32 + 64 * ONES as u32 * ((opener + hand) % P) as u32;
        // In registers: through memory each card would wait for the one before.
        let mut last: [u32; 4] = std::array::from_fn(first);
        for i in 0..Self::SIZE as usize {
            for hand in 0..P {
                let code = codes[at(hand, i)];
                let shift = 8 * suit(code);
                last[hand] += 1 << shift;
                self.cards[(last[hand] >> shift) as u8 as usize] = code;
            }
        }
        (self.last, self.opener) = (last, opener);
    }

    /// Deals all hands one card at a time, the opener first; gives the pack.
    #[inline]
    pub fn deal(&mut self, opener: usize, rng: &mut Rng) -> Deck {
        let codes = draw_cards(52, rng);
        self.give(opener, &codes, |hand, i| P * i + hand);
        codes.map(id)
    }

    /// The cards that are taken in the 26 turns of a draft. Random choices do not look at the
    /// cards, so those thrown away need not be drawn.
    #[inline]
    pub fn draft(&mut self, deal: Deal, opener: usize, rng: &mut Rng) -> [u8; 26] {
        let codes = draw_cards(DRAFT_TURNS as usize, rng);
        match deal {
            Deal::Pick => self.give(opener, &codes, |hand, i| 13 * hand + i),
            _ => self.give(opener, &codes, |hand, i| 2 * i + hand),
        }
        std::array::from_fn(|turn| id(codes[turn]))
    }

    /// The codes of the cards of a hand.
    fn codes(&self, hand: usize) -> impl Iterator<Item = u8> + '_ {
        self.last[hand]
            .to_le_bytes()
            .into_iter()
            .flat_map(|last| &self.cards[(last & !15) as usize + 1..=last as usize])
            .copied()
    }

    /// Whether the holder of a hand may call a misdeal: no spade, or no king, queen and jack.
    #[inline]
    pub fn may_misdeal(&self, hand: usize) -> bool {
        self.last[hand] >> 24 & 15 < 1
            || !self.codes(hand).any(|code| (9..12).contains(&rank(code)))
    }

    /// The cards of a hand.
    #[cfg(test)]
    pub fn cards(&self, hand: usize) -> CardSet {
        self.codes(hand).map(|code| Card::from_id(id(code))).collect()
    }

    /// Where the next cards of two seats lie.
    #[inline(always)]
    fn last_of(&self, seats: [usize; 2]) -> u64 {
        let [low, high] = seats.map(|seat| {
            let hand = (seat + P - self.opener) % P;
            if seat < P {
                self.last[hand & 3] - 64 * ONES as u32 * seat as u32
            } else {
                EMPTY as u32
            }
        });
        u64::from(high) << 32 | u64::from(low)
    }
}

/// Plays all cards of several rounds at random; gives the tricks by seat.
///
/// The rounds know nothing of each other. Each trick is played in all of them before the next one,
/// so that the long chain of one trick's numbers is worked on beside those of the others.
#[inline(always)]
pub(super) fn play<const P: usize, const N: usize, R: Recorder>(
    hands: &[Hands<P>; N],
    rngs: &mut [Rng; N],
    recorders: &mut [R; N],
) -> [[u8; 4]; N] {
    let mut tables: [Table<P>; N] = std::array::from_fn(|i| Table::new(&hands[i]));
    for left in (1..=Hands::<P>::SIZE).rev() {
        for i in 0..N {
            tables[i].trick(&hands[i], left, &mut rngs[i], &mut recorders[i]);
        }
    }
    tables.map(|table| table.tricks)
}

/// Where the play of a round stands. Of seats that there are not nothing is looked at.
struct Table<const P: usize> {
    /// Where the next card of each suit lies, two seats a word, counted from the seat's first place.
    last: [u64; 2],
    /// Number of cards left in suits 0..=s in byte s, and 127 more, two seats a word.
    sums: [u64; 2],
    tricks: [u8; 4],
    broken: bool,
    leader: usize,
    /// All ones in the lower half. Not known to the compiler, which would else put two words into a
    /// register and wait for them where they were stored one by one.
    half: u64,
}

impl<const P: usize> Table<P> {
    #[inline(always)]
    fn new(hands: &Hands<P>) -> Self {
        let last = [hands.last_of([0, 1]), hands.last_of([2, 3])];
        let sums = last.map(|last| {
            let counts = last - EMPTY;
            sums((counts >> 32) as u32) << 32 | sums(counts as u32)
        });
        let half = std::hint::black_box(u64::from(u32::MAX));
        Self { last, sums, tricks: [0; 4], broken: false, leader: hands.opener, half }
    }

    /// Plays a trick; `left` cards are in each hand before.
    #[inline(always)]
    fn trick<R: Recorder>(&mut self, hands: &Hands<P>, left: u32, rng: &mut Rng, recorder: &mut R) {
        // A number below `left` for each seat, from 32 random bits each.
        let random = [rng.next(), if P > 2 { rng.next() } else { 0 }];
        let low = random.map(|random| u64::from(random as u32) * u64::from(left));
        let high = random.map(|random| (random >> 32) * u64::from(left));
        // Seldom some may have to be drawn again for lack of fairness.
        let unsure = |i: usize| (low[i] & high[i]) as u32 & !31 == 0;
        if unsure(0) || (P > 2 && unsure(1)) {
            self.trick_drawn_again(hands, left, random, rng, recorder);
        } else {
            let at = |i: usize| low[i] >> 32 | high[i] >> 32 << 32;
            self.trick_of(hands, [at(0), at(1)], rng, recorder);
        }
    }

    #[cold]
    #[inline(never)]
    fn trick_drawn_again<R: Recorder>(
        &mut self,
        hands: &Hands<P>,
        left: u32,
        random: [u64; 2],
        rng: &mut Rng,
        recorder: &mut R,
    ) {
        let mut at = [0; 2];
        for seat in 0..P {
            let shift = 32 * (seat % 2);
            let number = below(left, (random[seat / 2] >> shift) as u32, rng);
            at[seat / 2] |= u64::from(number) << shift;
        }
        self.trick_of(hands, at, rng, recorder);
    }

    /// Plays a trick, where `at` holds the number of a card of each hand.
    ///
    /// All seats are worked on at once, in seat order: once the led suit is known, what a seat
    /// plays does not depend on the cards before it. So there is hardly a branch to mispredict.
    #[inline(always)]
    fn trick_of<R: Recorder>(
        &mut self,
        hands: &Hands<P>,
        at: [u64; 2],
        rng: &mut Rng,
        recorder: &mut R,
    ) {
        // A suit of each seat, drawn by its number of cards: for a lead or a discard.
        let mut suits = [0; 2];
        for i in 0..P.div_ceil(2) {
            suits[i] = suits_at(self.sums[i], at[i]);
        }
        let leader = self.leader & 3;
        let [a, b] = suits;
        let mut led = [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32][leader];
        if !self.broken && led == SPADE {
            let counts = (self.last[leader / 2] - EMPTY) >> (32 * (leader % 2));
            let others = counts as u32 & (SPADE - 1);
            if others != 0 {
                // Drawn again: that leaves every card that may be led equally likely.
                let sums = sums(others);
                let at = rng.below((sums as u32 >> 24) - 127);
                led = suits_at(sums, u64::from(at)) as u32;
            }
        }
        let both = u64::from(led) * ONE;
        let mut places = [0; 4];
        for i in 0..P.div_ceil(2) {
            // All ones in the half of a seat that has cards of the led suit.
            let held = (self.last[i] - EMPTY) & byte_of(both);
            let follows = (held + !(ONE << 31)) >> 31 & ONE;
            let follows = follows.wrapping_mul(self.half);
            let suit = suits[i] ^ (suits[i] ^ both) & follows;
            // The byte of the suit, brought to the highest of its half.
            let place = (self.last[i] & byte_of(suit)).wrapping_mul(0x0101_0101);
            places[2 * i] = (place >> 24) as u8;
            places[2 * i + 1] = (place >> 56) as u8;
            self.last[i] -= suit;
            self.sums[i] = self.sums[i].wrapping_sub((1u64 << 32).wrapping_sub(suit) & ONES);
        }
        let worth = &WORTH[(led.trailing_zeros() / 8) as usize & 3];
        let (mut best, mut played) = (0, [0; 4]);
        for seat in 0..P {
            let place = 64 * seat + (places[seat] & 63) as usize;
            played[seat] = hands.cards[place];
            best = best.max(worth[seat][played[seat] as usize]);
        }
        if R::RECORDS {
            for i in 0..P {
                recorder.action(|| Action::play(Card::from_id(id(played[(leader + i) % P]))));
            }
        }
        // Codes of spades are the highest.
        self.broken |= best >= 3 << 6;
        self.leader = (best & 3) as usize;
        self.tricks[self.leader] += 1;
    }
}
