use super::*;
use crate::rng::{Rng, Stream};
use crate::rule_bot::tests::{random_rules, random_setup};
use crate::rules::PRESETS;
use crate::{History, score_round};

/// Thousands of rounds under random rules, and positions set up at random, with this player on all
/// seats, some or none, so that it meets positions that it would never have led to.
#[test]
fn never_without_a_legal_action() {
    let mut rng = Rng::new(4, Stream::Bot, 3);
    for i in 0..4000u64 {
        let rules = random_rules(&mut rng);
        let mut round = if i % 3 == 0 {
            random_setup(&rules, &mut rng)
        } else {
            Round::deal(&rules, i, rng.below(u32::from(rules.players)) as u8).unwrap()
        };
        let random = rng.below(4);
        let mut actions = 0;
        while !round.is_over() {
            let action = book_choice(&rules, &round);
            let legal = round.legal();
            assert!(legal.contains(action), "{action}: {rules:?} {round:?}");
            let chance = rng.below(3) < random;
            let action = if chance { legal.nth(rng.below(legal.len())).unwrap() } else { action };
            round.apply(action).unwrap();
            actions += 1;
            assert!(actions < 10_000, "misdeals without end: {rules:?}");
        }
        let _ = book_choice(&rules, &round);
    }
}

/// The choice does not change when the hidden cards are dealt anew within what the seat knows, and
/// is the same from an observation and from a full round.
#[test]
fn sees_only_what_the_seat_may_know() {
    let mut rng = Rng::new(5, Stream::Bot, 3);
    for i in 0..500u64 {
        let rules = random_rules(&mut rng);
        let mut round = if i % 3 == 0 {
            random_setup(&rules, &mut rng)
        } else {
            Round::deal(&rules, i, 0).unwrap()
        };
        let mut history = History::default();
        while let Some(seat) = round.turn() {
            let obs = Observation::new(&rules, &round, &history, seat).unwrap();
            let choice = book_action(&obs);
            assert_eq!(book_choice(&rules, &round), choice, "{rules:?} {round:?}");
            for world in obs.sample(i, 2) {
                assert_eq!(book_choice(&rules, &world), choice, "{rules:?} {round:?} {world:?}");
            }
            let legal = round.legal();
            let action = legal.nth(rng.below(legal.len())).unwrap();
            round.apply(action).unwrap();
            history.push(seat, action);
        }
    }
}

/// The table of Cohensius et al., 2020, by own length from 1 to 8: ace, king, queen.
#[test]
fn chances_are_those_of_the_literature() {
    let table = [
        [0.994, 0.942, 0.733],
        [0.990, 0.907, 0.624],
        [0.983, 0.855, 0.489],
        [0.970, 0.779, 0.350],
        [0.948, 0.678, 0.212],
        [0.915, 0.544, 0.095],
        [0.857, 0.381, 0.025],
        [0.774, 0.214, 0.0],
    ];
    for (own, row) in (1..).zip(table) {
        for (round, published) in (1..4).zip(row) {
            let chance = chance::goes_round(4, true, own, round);
            assert!((chance - published).abs() < 0.006, "{own} {round}: {chance} {published}");
        }
    }
    // Three opponents who can trump are worse than two.
    assert!(chance::goes_round(4, false, 4, 2) < chance::goes_round(4, true, 4, 2));
}

/// Mean points of the own side less those of the others, mirrored, of this player against another.
fn margin(rules: &Rules, deals: u64, other: impl Fn(&Rules, &Round) -> Action) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let mut mean = 0.0;
        for own in 0..rules.sides() {
            let mut round =
                Round::deal(rules, deal, (deal % u64::from(rules.players)) as u8).unwrap();
            while let Some(seat) = round.turn() {
                let action = if rules.side_of(seat) == own {
                    book_choice(rules, &round)
                } else {
                    other(rules, &round)
                };
                round.apply(action).unwrap();
            }
            let scores = score_round(rules, &round.bids(), round.tricks(), &[0; 4]);
            let others: i64 =
                (0..rules.sides()).filter(|&s| s != own).map(|s| scores[s].points).sum();
            mean += scores[own].points as f64 - others as f64 / (rules.sides() - 1) as f64;
        }
        mean /= rules.sides() as f64;
        sum += mean;
        squares += mean * mean;
    }
    let n = deals as f64;
    (sum / n, ((squares / n - (sum / n) * (sum / n)) / n).sqrt())
}

#[test]
fn far_better_than_random() {
    for (preset, least) in PRESETS.into_iter().zip([70.0, 70.0, 170.0, 70.0, 45.0, 170.0]) {
        let rules = Rules::preset(preset).unwrap();
        let rng = std::cell::RefCell::new(Rng::new(6, Stream::Bot, 3));
        let (mean, _) = margin(&rules, 200, |_, round| {
            let legal = round.legal();
            legal.nth(rng.borrow_mut().below(legal.len())).unwrap()
        });
        assert!(mean > least, "{preset}: {mean} points a round more than random");
    }
}

/// The yardstick is better than the plain player of its own package where most people play.
#[test]
fn better_than_the_plain_player_in_partnerships() {
    let rules = Rules::preset("partners").unwrap();
    let (mean, error) = margin(&rules, 3000, crate::rule_choice);
    assert!(mean > 2.0 * error, "{mean} +- {error}");
}

mod bids;
mod position;
mod sense;
