//! What the rules allow in a round, packed into 16 bits.

use crate::rules::{Deal, Discards, Rules};

/// The part of the rules that decides what may be done in a round (not how it is scored).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Format(u16);

impl Format {
    const FACE_UP: u16 = 1 << 6;
    const HIDDEN: u16 = 1 << 7;
    const MISDEAL: u16 = 1 << 8;
    const BLIND: u16 = 1 << 9;
    const SET_UP: u16 = 1 << 10;
    const MAX_BID_SHIFT: u32 = 11;

    pub fn new(rules: &Rules) -> Self {
        let flag = |on, bit| if on { bit } else { 0 };
        let bits = u16::from(rules.players)
            | (rules.deal as u16) << 3
            | flag(rules.discards == Discards::FaceUp, Self::FACE_UP)
            | flag(rules.hand_hidden_until_bid, Self::HIDDEN)
            | flag(rules.misdeal, Self::MISDEAL)
            | flag(rules.has_blind_nil(), Self::BLIND)
            | u16::from(rules.max_bid) << Self::MAX_BID_SHIFT;
        Self(bits)
    }

    #[inline]
    pub const fn players(self) -> u8 {
        (self.0 & 7) as u8
    }

    #[inline]
    pub const fn deal(self) -> Deal {
        match self.0 >> 3 & 3 {
            0 => Deal::Draw,
            1 => Deal::Pick,
            _ => Deal::Dealt,
        }
    }

    #[inline]
    const fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    pub const fn max_bid(self) -> u8 {
        (self.0 >> Self::MAX_BID_SHIFT) as u8
    }

    pub const fn face_up(self) -> bool {
        self.has(Self::FACE_UP)
    }

    pub const fn hidden(self) -> bool {
        self.has(Self::HIDDEN)
    }

    pub const fn misdeal(self) -> bool {
        self.has(Self::MISDEAL)
    }

    pub const fn blind(self) -> bool {
        self.has(Self::BLIND)
    }

    pub const fn set_up(self) -> bool {
        self.has(Self::SET_UP)
    }

    /// The format of a position that was set up: how the hands were made is not known.
    pub fn of_set_up(rules: &Rules) -> Self {
        Self(Self::new(rules).0 | Self::SET_UP)
    }

    /// The format of the round that follows a misdeal: all of it is known, set up or not.
    pub const fn dealt_anew(self) -> Self {
        Self(self.0 & !Self::SET_UP)
    }

    /// Cards a hand at the start.
    pub const fn hand_size(self) -> u8 {
        if self.players() == 3 { 17 } else { 13 }
    }
}
