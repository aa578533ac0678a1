//! The rules of a table as plain values, their check, and the presets.

use crate::error::Error;

/// How the hands are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Deal {
    /// Two players take turns to keep or refuse the top card of the stock.
    Draw,
    /// Two players choose one of two cards, one face up and one face down.
    Pick,
    /// The pack is dealt one card at a time.
    Dealt,
}

/// Who sees the cards thrown away in a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Discards {
    /// The thrower alone.
    Private,
    /// Both players.
    FaceUp,
}

/// Who opens the next round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpenerRule {
    /// One seat clockwise each round.
    Rotate,
    /// Drawn anew each round.
    Random,
}

/// What the tricks of a failed nil count for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NilTricks {
    /// Nothing.
    Ignored,
    /// Bags of the side; they never help the partner.
    Bags,
    /// The partner's contract; what is left over are overtricks.
    Contract,
}

macro_rules! names {
    ($type:ident { $($variant:ident = $name:literal),* $(,)? }) => {
        impl $type {
            /// The values' names in rules files, the default first.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }

            /// The value's name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

names!(Deal { Draw = "draw", Pick = "pick", Dealt = "dealt" });
names!(Discards { Private = "private", FaceUp = "face-up" });
names!(OpenerRule { Rotate = "rotate", Random = "random" });
names!(NilTricks { Ignored = "ignored", Bags = "bags", Contract = "contract" });

/// The rules of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Number of players, 2-4.
    pub players: u8,
    /// Seats 0+2 against 1+3.
    pub partnerships: bool,
    /// How hands are made.
    pub deal: Deal,
    /// Who sees the cards thrown away in a draw.
    pub discards: Discards,
    /// Who opens the next round.
    pub opener: OpenerRule,
    /// A player sees its own hand only when its turn to bid comes.
    pub hand_hidden_until_bid: bool,
    /// A weak hand may have the pack dealt again.
    pub misdeal: bool,
    /// Highest bid.
    pub max_bid: u8,
    /// Points of a nil that takes no trick.
    pub nil_bonus: i32,
    /// Points lost by a nil that takes a trick.
    pub nil_penalty: i32,
    /// What the tricks of a failed nil count for.
    pub nil_tricks: NilTricks,
    /// Points of a blind nil that takes no trick; 0: there is no blind nil.
    pub blind_nil_bonus: i32,
    /// Points lost by a failed blind nil.
    pub blind_nil_penalty: i32,
    /// Points of 13 bid and taken instead of the contract; 0: an ordinary bid.
    pub moon_bonus: i32,
    /// Points when both partners bid nil; 0: two nils are scored one by one.
    pub double_nil_bonus: i32,
    /// Points per trick of the contract.
    pub trick_points: i32,
    /// Points per bag.
    pub bag_points: i32,
    /// Bags that are punished together; 0: never.
    pub bag_limit: i32,
    /// Points lost per `bag_limit` bags.
    pub bag_penalty: i32,
    /// Score that ends the game; 0: none.
    pub target: i32,
    /// Fixed number of rounds; 0: open.
    pub rounds: u32,
    /// Rounds after which an open game ends.
    pub max_rounds: u32,
    /// A side at or below it ends the game.
    pub lose_score: Option<i32>,
}

/// The tricks that a moon has to take.
pub const MOON: u8 = 13;

/// Largest number of points that any field takes, so that no sum overflows.
const MAX_POINTS: i32 = 1_000_000;

impl Default for Rules {
    fn default() -> Self {
        Self {
            players: 2,
            partnerships: false,
            deal: Deal::Draw,
            discards: Discards::Private,
            opener: OpenerRule::Rotate,
            hand_hidden_until_bid: false,
            misdeal: false,
            max_bid: 13,
            nil_bonus: 100,
            nil_penalty: 100,
            nil_tricks: NilTricks::Ignored,
            blind_nil_bonus: 0,
            blind_nil_penalty: 0,
            moon_bonus: 0,
            double_nil_bonus: 0,
            trick_points: 10,
            bag_points: 1,
            bag_limit: 10,
            bag_penalty: 100,
            target: 300,
            rounds: 0,
            max_rounds: 500,
            lose_score: None,
        }
    }
}

/// Names of the presets.
pub const PRESETS: [&str; 6] =
    ["two-handed", "two-handed-open", "partners", "pick", "three-handed", "partners-double-nil"];

impl Rules {
    /// The preset with this name.
    pub fn preset(name: &str) -> Option<Self> {
        let base = Self::default();
        let four = Self {
            players: 4,
            partnerships: true,
            deal: Deal::Dealt,
            nil_tricks: NilTricks::Bags,
            ..base
        };
        Some(match name {
            "two-handed" => base,
            "two-handed-open" => Self {
                discards: Discards::FaceUp,
                nil_penalty: 0,
                nil_tricks: NilTricks::Bags,
                blind_nil_bonus: 200,
                moon_bonus: 250,
                target: 500,
                ..base
            },
            "partners" => Self { target: 500, ..four },
            "pick" => Self { deal: Deal::Pick, opener: OpenerRule::Random, ..base },
            "three-handed" => Self {
                players: 3,
                deal: Deal::Dealt,
                opener: OpenerRule::Random,
                hand_hidden_until_bid: true,
                misdeal: true,
                ..base
            },
            "partners-double-nil" => Self {
                opener: OpenerRule::Random,
                hand_hidden_until_bid: true,
                misdeal: true,
                double_nil_bonus: 500,
                ..four
            },
            _ => return None,
        })
    }

    /// Cards a hand at the start: 17 for three players, else 13.
    #[inline]
    pub const fn hand_size(&self) -> u8 {
        if self.players == 3 { 17 } else { 13 }
    }

    /// Number of sides.
    #[inline]
    pub const fn sides(&self) -> usize {
        if self.partnerships { 2 } else { self.players as usize }
    }

    /// The side of a seat.
    #[inline]
    pub const fn side_of(&self, seat: usize) -> usize {
        if self.partnerships { seat % 2 } else { seat }
    }

    /// Whether there is a blind nil.
    #[inline]
    pub const fn has_blind_nil(&self) -> bool {
        self.blind_nil_bonus > 0
    }

    /// Checks ranges and contradictions.
    ///
    /// # Errors
    /// `Error::Rules` with the first field that cannot be, and why.
    pub fn validate(&self) -> Result<(), Error> {
        let fail = |field, reason: String| Err(Error::Rules { field, reason });
        if !(2..=4).contains(&self.players) {
            return fail("players", format!("{} players: must be 2, 3 or 4", self.players));
        }
        if self.partnerships && self.players != 4 {
            let reason = format!("partnerships need 4 players, not {}", self.players);
            return fail("partnerships", reason);
        }
        if self.deal != Deal::Dealt && self.players != 2 {
            let (deal, players) = (self.deal.name(), self.players);
            return fail("deal", format!("{deal:?} needs 2 players, not {players}: use \"dealt\""));
        }
        if self.discards == Discards::FaceUp && self.deal != Deal::Draw {
            let reason = format!("\"face-up\" needs deal = \"draw\", not {:?}", self.deal.name());
            return fail("discards", reason);
        }
        for (field, on) in
            [("hand_hidden_until_bid", self.hand_hidden_until_bid), ("misdeal", self.misdeal)]
        {
            if on && self.deal != Deal::Dealt {
                let reason = format!("needs deal = \"dealt\", not {:?}", self.deal.name());
                return fail(field, reason);
            }
        }
        if self.max_bid > self.hand_size() {
            let (bid, size) = (self.max_bid, self.hand_size());
            return fail("max_bid", format!("{bid} is above the hand size of {size}"));
        }
        for (field, value, least) in [
            ("nil_bonus", self.nil_bonus, 0),
            ("nil_penalty", self.nil_penalty, 0),
            ("blind_nil_bonus", self.blind_nil_bonus, 0),
            ("blind_nil_penalty", self.blind_nil_penalty, 0),
            ("moon_bonus", self.moon_bonus, 0),
            ("double_nil_bonus", self.double_nil_bonus, 0),
            ("trick_points", self.trick_points, 0),
            ("bag_points", self.bag_points, -MAX_POINTS),
            ("bag_limit", self.bag_limit, 0),
            ("bag_penalty", self.bag_penalty, 0),
            ("target", self.target, 0),
        ] {
            if !(least..=MAX_POINTS).contains(&value) {
                return fail(field, format!("{value} is not from {least} to {MAX_POINTS}"));
            }
        }
        if self.double_nil_bonus > 0 && !self.partnerships {
            return fail("double_nil_bonus", "needs partnerships = true".into());
        }
        if self.target == 0 && self.rounds == 0 {
            return fail(
                "target",
                "target and rounds are both 0: the game would have no end".into(),
            );
        }
        if self.max_rounds == 0 || self.max_rounds > MAX_POINTS as u32 {
            let reason = format!("{} is not from 1 to {MAX_POINTS}", self.max_rounds);
            return fail("max_rounds", reason);
        }
        if self.rounds > self.max_rounds {
            let reason = format!("{} is above max_rounds, {}", self.rounds, self.max_rounds);
            return fail("rounds", reason);
        }
        if let Some(lose) = self.lose_score
            && !(-MAX_POINTS..0).contains(&lose)
        {
            let reason = format!("{lose} is not from -{MAX_POINTS} to -1: every side starts at 0");
            return fail("lose_score", reason);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_valid() {
        for name in PRESETS {
            let rules = Rules::preset(name).unwrap();
            assert_eq!(rules.validate(), Ok(()), "{name}");
        }
        assert!(Rules::preset("whist").is_none());
    }

    #[test]
    fn contradictions_name_their_field() {
        let base = Rules::default();
        let four = Rules::preset("partners").unwrap();
        let cases = [
            ("players", Rules { players: 5, ..base }),
            ("partnerships", Rules { partnerships: true, ..base }),
            ("deal", Rules { deal: Deal::Draw, ..four }),
            ("discards", Rules { discards: Discards::FaceUp, ..four }),
            ("misdeal", Rules { misdeal: true, ..base }),
            ("hand_hidden_until_bid", Rules { hand_hidden_until_bid: true, ..base }),
            ("max_bid", Rules { max_bid: 14, ..base }),
            ("nil_penalty", Rules { nil_penalty: -1, ..base }),
            ("double_nil_bonus", Rules { double_nil_bonus: 1, ..base }),
            ("target", Rules { target: 0, ..base }),
            ("max_rounds", Rules { max_rounds: 0, ..base }),
            ("rounds", Rules { rounds: 501, ..base }),
            ("lose_score", Rules { lose_score: Some(0), ..base }),
        ];
        for (field, rules) in cases {
            match rules.validate() {
                Err(Error::Rules { field: named, .. }) => assert_eq!(named, field),
                other => panic!("{field}: {other:?}"),
            }
        }
    }
}
