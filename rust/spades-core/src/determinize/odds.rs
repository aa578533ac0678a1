//! The chance that a bid is made, from how often playouts make it.

use super::by_table;
use super::tally::Tally;
use crate::action::Action;
use crate::rules::Rules;

/// What the odds of playouts are to be multiplied by. Players who search set a contract and attack a
/// nil better than those who play the worlds out, and playouts do not see it.
struct Odds {
    nil: f64,
    contract: f64,
}

/// Partnerships, four who play alone, and three.
///
/// Printed by `cargo run --release -p spades-core --example calibrate -- odds seed=12`, but for
/// partnerships. There nil has the root of its 0.51, half the way between opponents who search
/// and those who play as playouts do, against whom it costs points; and contracts are left as they
/// are, for with fewer nils they are made as often as playouts make them (docs/strength.md).
const PARTNERS: Odds = Odds { nil: 0.71, contract: 1.0 };
const SOLO: Odds = Odds { nil: 0.37, contract: 0.78 };
const THREE: Odds = Odds { nil: 0.29, contract: 0.44 };

/// Weighs the worlds of a bid by how often it is really made.
pub(super) fn believe(rules: &Rules, bid: Action, tally: &mut Tally) {
    let Some(number) = bid.bid_number() else { return };
    let table = by_table(rules, PARTNERS, SOLO, THREE);
    let (factor, points) = if number == 0 {
        (table.nil, f64::from(rules.nil_bonus) + f64::from(rules.nil_penalty))
    } else {
        (table.contract, 2.0 * f64::from(rules.trick_points) * f64::from(number))
    };
    let (made, all) = (f64::from(tally.made()), f64::from(tally.worlds()));
    // Half a world more on either side: no bid is sure.
    let odds = factor * (made + 0.5) / (all - made + 0.5);
    tally.believe(odds / (1.0 + odds), points);
}

#[cfg(test)]
mod tests {
    use super::super::worth::End;
    use super::*;

    /// The value of a bid of which so many worlds made it, worth 60 points, and the others lost 40.
    fn valued(rules: &Rules, bid: u8, made: u32, set: u32) -> (f64, f64) {
        let mut tally = Tally::default();
        for world in 0..made + set {
            let made = world < made;
            let points = if made { 60 } else { -40 };
            tally.add(&End { points, made, worth: 100 * points, ..End::default() }, 100 * points);
        }
        let bid = Action::bid(bid).unwrap();
        believe(rules, bid, &mut tally);
        let value = tally.value(bid, false);
        let gain = tally.sure_gain(&Tally::default(), 0.0);
        assert!((gain - 100.0 * value.mean).abs() < 1e-6);
        (value.made.unwrap(), value.mean)
    }

    #[test]
    fn worlds_are_weighed_by_the_chance() {
        for preset in ["partners", "three-handed"] {
            let rules = Rules::preset(preset).unwrap();
            for bid in [0, 4] {
                let (mut last, points) = (0.0, if bid == 0 { 200.0 } else { 80.0 });
                for made in 0..=20 {
                    let (chance, mean) = valued(&rules, bid, made, 20 - made);
                    assert!(chance > last && chance < 1.0);
                    // Never more than in playouts, when most of them make it.
                    assert!(made < 10 || chance <= f64::from(made) / 20.0);
                    let expected = match made {
                        0 => -40.0 + chance * points,
                        20 => 60.0 - (1.0 - chance) * points,
                        _ => 60.0 * chance - 40.0 * (1.0 - chance),
                    };
                    assert!((mean - expected).abs() < 1e-9, "{mean} and {expected}");
                    last = chance;
                }
            }
        }
    }

    #[test]
    fn other_actions_are_left_alone() {
        let mut tally = Tally::default();
        tally.add(&End { points: 7, made: true, worth: 700, ..End::default() }, 700);
        believe(&Rules::preset("three-handed").unwrap(), Action::MISDEAL, &mut tally);
        assert!((tally.value(Action::MISDEAL, false).mean - 7.0).abs() < 1e-9);
        assert!((tally.sure_gain(&Tally::default(), 0.0) - 700.0).abs() < 1e-9);
    }
}
