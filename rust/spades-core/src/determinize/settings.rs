//! What the search at a table of three or four can be told.

use crate::action::Action;
use crate::search::Options;
use crate::style::Style;

/// Parts of the search that can be changed, to measure what each is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub struct Settings {
    /// Standard errors by which a gain over the plain player's choice has to be better than nothing.
    pub caution: f64,
    /// Worlds drawn for each one that is used, which is taken by how well it goes with the bids.
    pub draws: usize,
    /// Bids make the worlds that go with them likelier.
    pub bids: bool,
    /// Bids are taken to be made as often as in self-play and not as in playouts.
    pub odds: bool,
    /// Points added to a bid for each of its tricks, to measure what higher bids cost.
    pub raise: f64,
    /// It is kept in mind who has shown to have none of a suit.
    pub voids: bool,
    /// Cards a hand from which on worlds are solved instead of played out.
    pub exact: u32,
    /// Who plays the worlds out.
    pub players: Players,
    /// Share of the worth that comes from the chance to win the game; the rest is points.
    pub game: f64,
    /// What the bot wants beside points and the game.
    pub style: Style,
    /// Own later cards are chosen by a tree that grows with the worlds, not by rule.
    pub tree: bool,
    /// An action to value in any case, such as a bid that cannot be best.
    pub also: Option<Action>,
}

/// Who plays worlds out, on all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// The plain player.
    Rule,
    /// The player by the book.
    Book,
    /// Each of them in one world of two, so that no habit of either is relied on.
    Both,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            caution: 0.7,
            draws: 6,
            bids: true,
            odds: true,
            raise: 0.0,
            voids: true,
            exact: 5,
            players: Players::Both,
            game: 0.5,
            style: Style::Steady,
            tree: false,
            also: None,
        }
    }
}

impl Settings {
    /// What the switches of the search mean at a table of three or four: `memory` is that of voids,
    /// `posterior` reads bids, `equity` looks at the game and not at points alone.
    pub(crate) fn of(options: &Options) -> Self {
        let usual = Self::default();
        Self {
            bids: options.posterior && options.bids,
            voids: options.memory,
            game: if options.equity { usual.game } else { 0.0 },
            style: options.style,
            also: options.also,
            ..usual
        }
    }
}
