//! What can be said of one suit from the set of its cards that are left.
//!
//! The four hands of a deal are fixed, so what is left of a suit is a set of at most 13 cards, and everything about the suit that
//! a search asks for at every trick is read off a table by that set. A lane of a suit is 16 bits here as well, but with the
//! highest card at bit 0: the mask of the `n` highest cards is then `(1 << n) - 1`, and borrow and carry run from high to low.

/// The 13 bits of the lowest lane that are cards.
pub(super) const LANE: u64 = 0x1fff;
/// The card bits of all lanes.
pub(super) const CARDS: u64 = LANE * 0x0001_0001_0001_0001;
/// The card bits of the spades.
pub(super) const SPADES: u64 = LANE << 48;
/// The first bit of the spades.
pub(super) const TRUMP: u32 = 48;

/// The lane in which a place is.
#[inline]
pub(super) const fn lane_of(at: u32) -> u64 {
    LANE << (at & 0x30)
}

/// A card and every higher one of its suit.
#[inline]
pub(super) const fn mark(at: u32) -> u64 {
    (2u64 << at).wrapping_sub(1) & lane_of(at)
}

/// The owners of the cards of one suit by relative rank, and how many each hand has.
#[derive(Clone, Copy, Default)]
pub(super) struct Suit(u64);

impl Suit {
    /// Bit `n`: whether the card of relative rank `n` is in hand 1 or 3.
    #[inline]
    pub const fn odd(self) -> u64 {
        self.0 & LANE
    }

    /// Bit `n`: whether the card of relative rank `n` is in hand 2 or 3.
    #[inline]
    pub const fn upper(self) -> u64 {
        self.0 >> 16 & LANE
    }

    /// The four numbers of cards, four bits each.
    #[inline]
    pub const fn lengths(self) -> u64 {
        self.0 >> 32 & 0xffff
    }

    /// The number of cards of a hand.
    #[inline]
    pub const fn length(self, seat: usize) -> u32 {
        (self.0 >> (32 + 4 * seat)) as u32 & 15
    }

    /// The number of cards.
    #[inline]
    pub const fn count(self) -> u32 {
        (self.0 >> 48) as u32
    }

    /// This suit with one more card, below all others.
    const fn with(self, owner: usize) -> Self {
        let at = self.count();
        let planes = (owner as u64 & 1) << at | (owner as u64 >> 1) << (16 + at);
        Self(self.0 + planes + (1 << (32 + 4 * owner)) + (1 << 48))
    }
}

/// Spades: for each hand, the tricks that its side takes with them whatever is played, and the higher cards of the other side
/// that no card of the hand has met yet; four bits each.
///
/// A spade loses only to a higher spade of the other side in the same trick. Let every spade of the hand, from the highest
/// down, be met by a higher one that has met none so far: those that are left over win.
#[derive(Clone, Copy, Default)]
pub(super) struct Sure(u32);

impl Sure {
    /// Tricks that the side of seats `side` and `side + 2` is sure of.
    #[inline]
    pub fn of(self, side: usize) -> u32 {
        (self.0 >> (4 * side) & 15).max(self.0 >> (4 * side + 8) & 15)
    }

    fn with(self, owner: usize) -> Self {
        let mut next = self.0;
        if next >> (16 + 4 * owner) & 15 > 0 {
            next -= 1 << (16 + 4 * owner);
        } else {
            next += 1 << (4 * owner);
        }
        next += 0x0101_0000 << (4 * (1 - (owner & 1)));
        Self(next)
    }
}

/// An entry for every set of thirteen cards.
struct Sets<T>(Box<[T; 1 << 13]>);

impl<T: Clone + Default> Sets<T> {
    fn new() -> Self {
        let Ok(sets) = vec![T::default(); 1 << 13].try_into() else {
            unreachable!("the length is right")
        };
        Self(sets)
    }
}

/// The tables of one deal.
pub(super) struct Suits {
    suits: [Sets<Suit>; 4],
    sure: Sets<Sure>,
}

impl Suits {
    pub fn new() -> Self {
        Self { suits: std::array::from_fn(|_| Sets::new()), sure: Sets::new() }
    }

    /// Fills the tables for the lanes of four hands, which leave no gap.
    pub fn fill(&mut self, hands: &[u64; 4]) {
        let all = hands[0] | hands[1] | hands[2] | hands[3];
        for suit in 0..4 {
            let lane = all >> (16 * suit) & LANE;
            let table = &mut self.suits[suit].0;
            let mut low = 1;
            // Sets whose lowest card is the one at `low`.
            while low <= lane as usize {
                let bit = (low as u64) << (16 * suit);
                let owner = (0..4).find(|&seat| hands[seat] & bit != 0).unwrap_or(0);
                for set in 0..low {
                    table[low + set] = table[set].with(owner);
                }
                if suit == 3 {
                    for set in 0..low {
                        self.sure.0[low + set] = self.sure.0[set].with(owner);
                    }
                }
                low <<= 1;
            }
        }
    }

    /// What there is of a suit in `all`.
    #[inline]
    pub fn suit(&self, all: u64, suit: usize) -> Suit {
        self.suits[suit].0[(all >> (16 * suit) & LANE) as usize]
    }

    /// The sure tricks in spades.
    #[inline]
    pub fn sure(&self, all: u64) -> Sure {
        self.sure.0[(all >> TRUMP & LANE) as usize]
    }

    /// The highest spades that suffice for a side to be sure of a number of tricks.
    pub fn sure_marks(&self, all: u64, side: usize, tricks: u32) -> u64 {
        let mut set = all >> TRUMP & LANE;
        loop {
            let low = set.checked_ilog2().unwrap_or(0);
            let less = set & !(1 << low);
            if self.sure.0[less as usize].of(side) < tricks {
                return mark(TRUMP + low);
            }
            set = less;
        }
    }
}
