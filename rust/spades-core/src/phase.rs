//! The parts of a round, in their order.

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Blind nil or look.
    Blind,
    /// Hands are made from the stock.
    Draft,
    /// Bids.
    Bid,
    /// Tricks.
    Play,
    /// All tricks are played.
    Over,
}

impl Phase {
    /// The phase's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blind => "blind",
            Self::Draft => "draft",
            Self::Bid => "bid",
            Self::Play => "play",
            Self::Over => "over",
        }
    }
}
