//! Actions, their dense ids and their texts, and sets of them.

use std::fmt;
use std::str::FromStr;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::error::Error;

/// Length of an action mask. Ids are fixed for all rules: cards 0-51, bids `56 + n`, words 74-80.
pub const NUM_ACTIONS: usize = 88;

/// An action as its dense id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

const BID: u8 = 56;
const WORDS: [&str; 7] = ["keep", "refuse", "up", "down", "blind-nil", "look", "misdeal"];

impl Action {
    /// Draw: keep the card looked at.
    pub const KEEP: Self = Self(74);
    /// Draw: throw the card away and keep the next.
    pub const REFUSE: Self = Self(75);
    /// Pick: take the card that lies face up.
    pub const UP: Self = Self(76);
    /// Pick: take the card that lies face down.
    pub const DOWN: Self = Self(77);
    /// Bid nil before any card of one's own is seen.
    pub const BLIND_NIL: Self = Self(78);
    /// Do not bid blind nil.
    pub const LOOK: Self = Self(79);
    /// Have the pack dealt again.
    pub const MISDEAL: Self = Self(80);
    /// The highest number that any rules allow to bid.
    pub const MAX_BID: u8 = 17;

    /// The action with this id, if there is one (52-55 and 81-87 are free).
    pub fn new(id: u8) -> Option<Self> {
        matches!(id, 0..=51 | 56..=80).then_some(Self(id))
    }

    #[inline]
    pub(crate) fn from_id(id: u8) -> Self {
        debug_assert!(Self::new(id).is_some());
        Self(id)
    }

    /// Play a card.
    #[inline]
    pub const fn play(card: Card) -> Self {
        Self(card.id())
    }

    /// Bid a number of tricks, 0 = nil.
    pub fn bid(n: u8) -> Option<Self> {
        (n <= Self::MAX_BID).then_some(Self(BID + n))
    }

    /// The id.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The card played, if the action plays one.
    #[inline]
    pub fn card(self) -> Option<Card> {
        Card::new(self.0)
    }

    /// The number bid, if the action is a bid after looking (0 = nil).
    #[inline]
    pub fn bid_number(self) -> Option<u8> {
        (BID..=BID + Self::MAX_BID).contains(&self.0).then(|| self.0 - BID)
    }
}

impl From<Card> for Action {
    fn from(card: Card) -> Self {
        Self::play(card)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.card(), self.bid_number()) {
            (Some(card), _) => card.fmt(f),
            (_, Some(0)) => f.write_str("nil"),
            (_, Some(n)) => n.fmt(f),
            _ => f.write_str(WORDS[(self.0 - Self::KEEP.0) as usize]),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Action {
    type Err = Error;

    /// Reads a card, `nil`, a number for a bid, or one of the words, in any case.
    fn from_str(text: &str) -> Result<Self, Error> {
        let word = text.trim().to_lowercase().replace([' ', '_'], "-");
        if word == "nil" {
            return Ok(Self(BID));
        }
        if let Some(i) = WORDS.iter().position(|w| *w == word) {
            return Ok(Self(Self::KEEP.0 + i as u8));
        }
        if !word.is_empty() && word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()) {
            if let Some(bid) = word.parse().ok().and_then(Self::bid) {
                return Ok(bid);
            }
        } else if let Ok(card) = text.parse::<Card>() {
            return Ok(Self::play(card));
        }
        Err(Error::parse(
            "action",
            text,
            "a card (AS, 10H), a bid (nil, 1-17), keep, refuse, up, down, blind-nil, look or misdeal",
        ))
    }
}

/// A set of actions: bit = id.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ActionSet(pub u128);

impl ActionSet {
    /// No action.
    pub const EMPTY: Self = Self(0);

    /// The set of two words, such as keep and refuse.
    #[inline]
    pub(crate) const fn pair(a: Action, b: Action) -> Self {
        Self(1 << a.id() | 1 << b.id())
    }

    /// The bids 0..=max.
    #[inline]
    pub(crate) const fn bids(max: u8) -> Self {
        Self(((1 << (max as u32 + 1)) - 1) << BID)
    }

    /// Number of actions.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no action.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the action is in the set.
    #[inline]
    pub const fn contains(self, action: Action) -> bool {
        self.0 >> action.id() & 1 == 1
    }

    /// Adds an action.
    #[inline]
    pub const fn insert(&mut self, action: Action) {
        self.0 |= 1 << action.id();
    }

    /// The cards among the actions.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet(self.0 as u64 & CardSet::ALL.0)
    }

    /// The `n`th action in id order.
    #[inline]
    pub fn nth(self, n: u32) -> Option<Action> {
        if n >= self.len() {
            return None;
        }
        let low = (self.0 as u64).count_ones();
        let id = if n < low {
            crate::card_set::select(self.0 as u64, n)
        } else {
            64 + crate::card_set::select((self.0 >> 64) as u64, n - low)
        };
        Some(Action::from_id(id as u8))
    }

    /// The actions in id order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let id = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Action::from_id(id)
            })
        })
    }
}

impl From<CardSet> for ActionSet {
    #[inline]
    fn from(cards: CardSet) -> Self {
        Self(cards.0 as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_texts_are_as_documented() {
        let expected = [
            (0, "2C"),
            (12, "AC"),
            (13, "2D"),
            (51, "AS"),
            (56, "nil"),
            (57, "1"),
            (73, "17"),
            (74, "keep"),
            (75, "refuse"),
            (76, "up"),
            (77, "down"),
            (78, "blind-nil"),
            (79, "look"),
            (80, "misdeal"),
        ];
        for (id, text) in expected {
            assert_eq!(Action::new(id).unwrap().to_string(), text);
        }
        for id in 0..=255 {
            match Action::new(id) {
                Some(action) => assert_eq!(action.to_string().parse::<Action>().unwrap(), action),
                None => assert!(matches!(id, 52..=55 | 81..)),
            }
        }
        assert_eq!("Blind Nil".parse::<Action>().unwrap(), Action::BLIND_NIL);
        assert_eq!("0".parse::<Action>().unwrap().to_string(), "nil");
        for text in ["", "18", "-1", "1.0", "x", "+4", "004", "keepp", "NaN"] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn sets_list_in_id_order() {
        let set = ActionSet(1 << 3 | 1 << 51 | 1 << 56 | 1 << 80);
        let ids: Vec<u8> = set.iter().map(Action::id).collect();
        assert_eq!(ids, [3, 51, 56, 80]);
        for (i, action) in set.iter().enumerate() {
            assert_eq!(set.nth(i as u32), Some(action));
        }
        assert_eq!(set.nth(4), None);
    }
}
