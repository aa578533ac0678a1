//! What a player likes: how its taste bends what the end of a round is worth to it.

use std::str::FromStr;

use crate::error::Error;
use crate::score::SideScore;

/// How much a search bot minds to fail.
///
/// A style changes what the bot wants and never what it knows: every style searches alike, and they
/// play the same where no bid of their own can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Wants points and the game, nothing else.
    #[default]
    Steady,
    /// Hardly minds a failed bid of its own: bids higher, and nil more often.
    Bold,
    /// Minds a failed bid of its own three times as much: bids lower, and nil seldom.
    Cautious,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Steady, Self::Bold, Self::Cautious];

    /// The style's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Bold => "bold",
            Self::Cautious => "cautious",
        }
    }

    /// Points that a side sees in its own score of a round beside the points themselves.
    pub(crate) fn taste(self, own: &SideScore) -> f64 {
        let share = match self {
            Self::Steady => 0.0,
            Self::Bold => 0.8,
            Self::Cautious => -2.0,
        };
        share * own.lost() as f64
    }
}

impl FromStr for Style {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|style| style.name() == text)
            .ok_or_else(|| Error::parse("style", text, &Self::ALL.map(Self::name).join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::score::score_side;

    #[test]
    fn what_is_lost_counts_by_the_style() {
        let rules = Rules::preset("partners").unwrap();
        let bids = ["5", "nil", "2", "6"].map(|bid| bid.parse().unwrap());
        // Side 0 is set in 7; the other keeps 6 and loses its nil.
        for (side, lost) in [(0, 70), (1, 100)] {
            let score = score_side(&rules, side, &bids, &[3, 1, 3, 6], 0);
            assert_eq!(score.lost(), lost);
            // In tenths.
            let tastes = Style::ALL.map(|style| (10.0 * style.taste(&score)).round() as i64);
            assert_eq!(tastes, [0, 8 * lost, -20 * lost]);
        }
    }

    #[test]
    fn bags_are_no_failed_bid() {
        let rules = Rules::preset("two-handed").unwrap();
        let bids = ["5", "4", "1", "1"].map(|bid| bid.parse().unwrap());
        let score = score_side(&rules, 0, &bids, &[9, 4, 0, 0], 7);
        assert_eq!((score.points, score.lost()), (-46, 0));
    }

    #[test]
    fn names_are_read() {
        for style in Style::ALL {
            assert_eq!(style.name().parse(), Ok(style));
        }
        assert!(
            "Bold".parse::<Style>().unwrap_err().to_string().contains("steady, bold, cautious")
        );
    }
}
