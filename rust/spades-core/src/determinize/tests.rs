use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::rng::{Rng, Stream};
use crate::rule_bot::rule_choice;
use crate::rule_bot::tests::{random_rules, random_setup};
use crate::{CardSet, History, PRESETS, Rules, Setup};

const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

fn observe(rules: &Rules, round: &Round, history: &History) -> Observation {
    Observation::new(rules, round, history, round.turn().unwrap()).unwrap()
}

/// In every phase of random rounds under random rules, and in positions set up at random: a legal
/// choice among the values, all of them legal, over as many worlds as asked for, and the same for
/// any number of threads and for hidden cards dealt anew.
#[test]
fn choices_are_legal_and_do_not_depend_on_threads_or_hidden_cards() {
    let mut rng = Rng::new(1, Stream::Bot, 5);
    for i in 0..150u64 {
        let rules = random_rules(&mut rng);
        let mut round = if i % 3 == 0 {
            random_setup(&rules, &mut rng)
        } else {
            Round::deal(&rules, i, 0).unwrap()
        };
        let mut history = History::default();
        while let Some(seat) = round.turn() {
            let legal = round.legal();
            if rng.below(8) == 0 {
                let obs = observe(&rules, &round, &history);
                let one = search_playouts(
                    &obs,
                    &Settings::default(),
                    i,
                    &Limit { worlds: 3, threads: 1 },
                    NEVER,
                )
                .unwrap();
                let four = search_playouts(
                    &obs,
                    &Settings::default(),
                    i,
                    &Limit { worlds: 3, threads: 4 },
                    NEVER,
                )
                .unwrap();
                assert_eq!(one, four);
                assert!(legal.contains(one.action) && one.worlds <= 3);
                assert!(one.values.iter().all(|v| legal.contains(v.action) && v.mean.is_finite()));
                assert!(one.values.windows(2).all(|pair| pair[0].action < pair[1].action));
                assert!(one.values.iter().any(|value| value.action == one.action));
                let world = obs.sample(i, 1).next().unwrap();
                let again = observe(&rules, &world, &history);
                let again = search_playouts(
                    &again,
                    &Settings::default(),
                    i,
                    &Limit { worlds: 3, threads: 1 },
                    NEVER,
                );
                assert_eq!(again.unwrap(), one);
            }
            let action = legal.nth(rng.below(legal.len())).unwrap();
            round.apply(action).unwrap();
            history.push(seat, action);
        }
        let over = Observation::new(&rules, &round, &history, 0).unwrap();
        assert!(search_playouts(&over, &Settings::default(), 1, &Limit::default(), NEVER).is_err());
    }
}

/// With a tree too nothing depends on the number of threads or on hidden cards, and it stops in time.
#[test]
fn a_tree_does_not_depend_on_threads_or_hidden_cards() {
    let settings = Settings { tree: true, ..Settings::default() };
    for (deal, preset) in [(1, "partners"), (2, "three-handed"), (3, "partners-double-nil")] {
        let rules = Rules::preset(preset).unwrap();
        let mut round = Round::deal(&rules, deal, 0).unwrap();
        let mut history = History::default();
        let (mut step, mut differ) = (0, 0);
        while let Some(seat) = round.turn() {
            let obs = observe(&rules, &round, &history);
            step += 1;
            if round.phase() == Phase::Play && obs.hand().len() > 5 && step % 5 == 0 {
                let find = |obs: &Observation, settings: &Settings, threads| {
                    let limit = Limit { worlds: 90, threads };
                    search_playouts(obs, settings, deal, &limit, NEVER).unwrap()
                };
                let one = find(&obs, &settings, 1);
                assert_eq!(one, find(&obs, &settings, 3));
                let world = obs.sample(deal, 1).next().unwrap();
                assert_eq!(one, find(&observe(&rules, &world, &history), &settings, 1));
                differ += u32::from(one.values != find(&obs, &Settings::default(), 1).values);
                let asked = AtomicU32::new(0);
                let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 40;
                let limit = Limit { worlds: 90, threads: 1 };
                let report = search_playouts(&obs, &settings, deal, &limit, &stop).unwrap();
                assert!(report.worlds <= 41);
            }
            let action = rule_choice(&rules, &round);
            round.apply(action).unwrap();
            history.push(seat, action);
        }
        assert!(differ > 0);
    }
}

/// Own later cards by the tree are worth more than by rule, in worlds that it has not seen.
#[test]
fn a_tree_plans_better_than_the_rule() {
    // Without bags and with two sides the values are what the search goes for.
    let rules = Rules { bag_limit: 0, ..Rules::preset("partners").unwrap() };
    let mut more = 0.0;
    for deal in 0..12 {
        let mut round = Round::deal(&rules, deal, 0).unwrap();
        let mut history = History::default();
        while round.phase() == Phase::Bid || round.played().len() < 8 {
            let (seat, action) = (round.turn().unwrap(), rule_choice(&rules, &round));
            round.apply(action).unwrap();
            history.push(seat, action);
        }
        let obs = observe(&rules, &round, &history);
        let plain = equals(&obs, rule_action(&obs)).next().unwrap();
        let value = |tree: bool| {
            let settings = Settings { tree, game: 0.0, ..Settings::default() };
            let limit = Limit { worlds: 500, threads: 1 };
            let report = search_playouts(&obs, &settings, deal, &limit, NEVER).unwrap();
            report.values.iter().find(|value| value.action == plain).unwrap().mean
        };
        more += value(true) - value(false);
    }
    assert!(more / 12.0 > 0.5, "{more}");
}

#[test]
fn stops_when_told_and_finishes_one_world() {
    let rules = Rules::preset("partners").unwrap();
    let round = Round::deal(&rules, 3, 0).unwrap();
    let obs = observe(&rules, &round, &History::default());
    for threads in [1, 3] {
        let limit = Limit { worlds: 1_000_000, threads };
        let report = search_playouts(&obs, &Settings::default(), 1, &limit, &|| true).unwrap();
        assert_eq!(report.worlds, 1);
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
        let report = search_playouts(&obs, &Settings::default(), 1, &limit, &stop).unwrap();
        assert_eq!(report.worlds, 21);
    }
    let none =
        search_playouts(&obs, &Settings::default(), 1, &Limit { worlds: 0, threads: 0 }, NEVER)
            .unwrap();
    assert_eq!(none.worlds, 1);
}

#[test]
fn a_single_card_needs_no_world_and_no_turn_is_refused() {
    let rules = Rules::preset("partners").unwrap();
    let mut deck: Vec<u8> = (0..52).collect();
    Rng::new(1, Stream::Deck, 1).shuffle(&mut deck);
    let hands = deck
        .chunks(13)
        .map(|h| h[..1].iter().map(|&id| crate::Card::new(id).unwrap()).collect::<CardSet>());
    let round = Setup {
        rules,
        hands: hands.collect(),
        bids: vec![crate::Bid::new(3); 4],
        tricks: vec![3; 4],
        turn: 2,
        trick: vec![],
        broken: true,
        opener: None,
        discards: vec![],
        played: None,
    }
    .build()
    .unwrap();
    let history = History::default();
    let obs = observe(&rules, &round, &history);
    let report = search_playouts(&obs, &Settings::default(), 1, &Limit::default(), NEVER).unwrap();
    assert_eq!((report.worlds, report.values.len()), (0, 1));
    let other = Observation::new(&rules, &round, &history, 1).unwrap();
    let refused =
        search_playouts(&other, &Settings::default(), 1, &Limit::default(), NEVER).unwrap_err();
    assert!(refused.to_string().contains("turn of 2"), "{refused}");
}

/// The search wins points from the plain player that it uses, in every preset for more than two.
#[test]
fn better_than_the_plain_player() {
    for preset in ["partners", "three-handed"] {
        let rules = Rules::preset(preset).unwrap();
        let rules = Rules { bag_limit: 1, bag_penalty: 6, ..rules };
        let (mut sum, mut squares, deals) = (0.0, 0.0, 40);
        for deal in 0..deals {
            let mut mean = 0.0;
            for own in 0..rules.sides() {
                let mut round = Round::deal(&rules, deal, 0).unwrap();
                let mut history = History::default();
                while let Some(seat) = round.turn() {
                    let action = if rules.side_of(seat) == own {
                        let obs = observe(&rules, &round, &history);
                        let limit = Limit { worlds: 32, threads: 1 };
                        search_playouts(&obs, &Settings::default(), deal, &limit, NEVER)
                            .unwrap()
                            .action
                    } else {
                        rule_choice(&rules, &round)
                    };
                    round.apply(action).unwrap();
                    history.push(seat, action);
                }
                let scores = crate::score_round(&rules, &round.bids(), round.tricks(), &[0; 4]);
                let others: i64 =
                    (0..rules.sides()).filter(|&s| s != own).map(|s| scores[s].points).sum();
                mean += scores[own].points as f64 - others as f64 / (rules.sides() - 1) as f64;
            }
            mean /= rules.sides() as f64;
            sum += mean;
            squares += mean * mean;
        }
        let n = deals as f64;
        let (mean, error) = (sum / n, ((squares / n - (sum / n).powi(2)) / n).sqrt());
        assert!(mean > 2.0 * error, "{preset}: {mean} +- {error}");
    }
}

/// Equal cards share one value: nothing that anybody else may hold lies between them.
#[test]
fn touching_cards_are_equal() {
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let mut round = Round::deal(&rules, 5, 0).unwrap();
        let mut history = History::default();
        let mut equal_runs = 0;
        while let Some(seat) = round.turn() {
            if round.phase() == Phase::Play {
                let obs = observe(&rules, &round, &history);
                for action in obs.legal().iter() {
                    let run: Vec<Action> = equals(&obs, action).collect();
                    assert!(run.contains(&action));
                    assert!(run.iter().all(|&other| equals(&obs, other).eq(run.iter().copied())));
                    equal_runs += usize::from(run.len() > 1);
                }
            }
            let action = rule_choice(&rules, &round);
            round.apply(action).unwrap();
            history.push(seat, action);
        }
        assert!(equal_runs > 0);
    }
}
