//! A bid that has been made.

use std::fmt;
use std::str::FromStr;

use crate::action::Action;
use crate::error::Error;

/// A bid: a number of tricks, nil, or nil bid before looking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(u8);

impl Bid {
    /// No trick, after looking.
    pub const NIL: Self = Self(0);
    /// No trick, bid before any card was seen.
    pub const BLIND_NIL: Self = Self(254);

    /// A bid of so many tricks (0 = nil), up to 17.
    pub fn new(n: u8) -> Option<Self> {
        (n <= Action::MAX_BID).then_some(Self(n))
    }

    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        if byte == NONE { None } else { Some(Self(byte)) }
    }

    pub(crate) const fn byte(bid: Option<Self>) -> u8 {
        match bid {
            Some(bid) => bid.0,
            None => NONE,
        }
    }

    /// The number of tricks that it adds to the side's contract: 0 for both kinds of nil.
    #[inline]
    pub const fn tricks(self) -> u8 {
        if self.0 == Self::BLIND_NIL.0 { 0 } else { self.0 }
    }

    /// Whether it is nil or blind nil.
    #[inline]
    pub const fn is_nil(self) -> bool {
        self.tricks() == 0
    }

    /// Whether it is blind nil.
    #[inline]
    pub const fn is_blind(self) -> bool {
        self.0 == Self::BLIND_NIL.0
    }
}

/// Byte of a bid that has not been made.
pub(crate) const NONE: u8 = 255;

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("nil"),
            _ if self.is_blind() => f.write_str("blind-nil"),
            n => n.fmt(f),
        }
    }
}

impl fmt::Debug for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Bid {
    type Err = Error;

    /// Reads `nil`, `blind-nil` or a number of tricks.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text.parse::<Action>() {
            Ok(Action::BLIND_NIL) => Some(Self::BLIND_NIL),
            Ok(action) => action.bid_number().map(Self),
            Err(_) => None,
        }
        .ok_or_else(|| Error::parse("bid", text, "nil, blind-nil or a number from 1 to 17"))
    }
}
