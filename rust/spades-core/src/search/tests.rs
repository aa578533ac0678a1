use super::{Limit, Options, search};
use crate::rng::{Rng, Stream, derive};
use crate::{
    Action, Bid, CardSet, Deal, Discards, Game, History, NilTricks, Observation, OpenerRule, Phase,
    Round, Rules, Setup, Style,
};

fn run(obs: &Observation, worlds: u32, threads: usize) -> super::Report {
    search(obs, &Options::default(), 5, &Limit { worlds, threads }, &|| false).unwrap()
}

/// Two-handed rules of every kind.
fn random_rules(rng: &mut Rng) -> Rules {
    let mut pick = |list: &[i32]| list[rng.below(list.len() as u32) as usize];
    let deal = [Deal::Draw, Deal::Draw, Deal::Pick, Deal::Dealt][pick(&[0, 1, 2, 3]) as usize];
    let open = deal == Deal::Draw && pick(&[0, 1]) == 1;
    let target = pick(&[0, 1, 50, 300, 500, 1_000_000]);
    let rules = Rules {
        deal,
        discards: if open { Discards::FaceUp } else { Discards::Private },
        opener: [OpenerRule::Rotate, OpenerRule::Random][pick(&[0, 1]) as usize],
        hand_hidden_until_bid: deal == Deal::Dealt && pick(&[0, 1]) == 1,
        misdeal: deal == Deal::Dealt && pick(&[0, 1]) == 1,
        max_bid: pick(&[0, 1, 3, 7, 12, 13, 13]) as u8,
        nil_bonus: pick(&[0, 100, 1_000_000]),
        nil_penalty: pick(&[0, 100, 1_000_000]),
        nil_tricks: [NilTricks::Ignored, NilTricks::Bags, NilTricks::Contract]
            [pick(&[0, 1, 2]) as usize],
        blind_nil_bonus: pick(&[0, 0, 200, 1_000_000]),
        blind_nil_penalty: pick(&[0, 200]),
        moon_bonus: pick(&[0, 250, 1_000_000]),
        trick_points: pick(&[0, 1, 10, 10, 1_000_000]),
        bag_points: pick(&[-1_000_000, -1, 0, 1, 1, 1_000_000]),
        bag_limit: pick(&[0, 1, 3, 10, 10, 1_000_000]),
        bag_penalty: pick(&[0, 100, 100, 1_000_000]),
        target,
        rounds: if target == 0 {
            pick(&[1, 2, 9, 400]) as u32
        } else {
            pick(&[0, 0, 3, 20]) as u32
        },
        lose_score: [None, Some(-1), Some(-200), Some(-1_000_000)][pick(&[0, 1, 2, 3]) as usize],
        ..Rules::default()
    };
    rules.validate().unwrap();
    rules
}

/// Random play through every phase under random rules: a legal choice everywhere, whatever the
/// switches, the same for a hidden hand that the seat cannot tell from the real one.
#[test]
fn every_position_has_a_choice_that_knows_nothing_hidden() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed, Stream::Playout, 9);
        let rules = random_rules(&mut rng);
        let mut round = Round::deal(&rules, seed, (seed % 2) as u8).unwrap();
        let mut history = History::default();
        let standing = |n: u32| i64::from(n) - 300;
        let (points, bags) = (
            [standing(rng.below(700)), standing(rng.below(700)), 0, 0],
            [i64::from(rng.below(10)), 3, 0, 0],
        );
        while let Some(seat) = round.turn() {
            let over = rng.below(2);
            let see = |round: &Round| {
                let obs = Observation::new(&rules, round, &history, seat).unwrap();
                obs.in_game(points, bags, over)
            };
            let obs = see(&round);
            if rng.below(3) == 0 {
                let on = |bit: u32| rng.clone().below(64) >> bit & 1 == 1;
                let options = Options {
                    memory: on(0),
                    posterior: on(1),
                    equity: on(2),
                    bids: on(3),
                    draft: on(4),
                    style: Style::ALL[rng.clone().below(3) as usize],
                    ties: on(5),
                    mixed: on(5),
                    also: None,
                };
                let limit = Limit { worlds: 1 + rng.clone().below(3), threads: 1 };
                let report = search(&obs, &options, seed, &limit, &|| false).unwrap();
                assert!(obs.legal().contains(report.action), "{rules:?} {}", obs.key());
                for value in &report.values {
                    assert!(value.mean.is_finite() && value.standard_error.is_finite());
                    assert!(value.win.is_none_or(|win| (0.0..=1.0).contains(&win)));
                }
                for world in obs.sample(seed, 1) {
                    let other = see(&world);
                    let again = search(&other, &options, seed, &limit, &|| false).unwrap();
                    assert_eq!(again, report);
                }
            }
            let legal = round.legal();
            // A misdeal now and then, but not for ever.
            let mut action = legal.nth(rng.below(legal.len())).unwrap();
            if action == Action::MISDEAL && history.redeals() > 2 {
                action = legal.nth(0).unwrap();
            }
            round.apply(action).unwrap();
            history.push(seat, action);
        }
    }
}

/// Decisions of played games, some of every phase.
fn decisions(preset: &str, rounds: u64, mut f: impl FnMut(&Observation)) {
    let rules = Rules::preset(preset).unwrap();
    for i in 0..rounds {
        let mut game = Game::new(rules, derive(11, Stream::Rounds, i), None).unwrap();
        while game.finished().is_empty() {
            let obs = game.observation(game.turn().unwrap()).unwrap();
            f(&obs);
            let action = run(&obs, 2, 1).action;
            game.apply(action).unwrap();
        }
    }
}

#[test]
fn threads_change_nothing() {
    for preset in ["two-handed", "pick", "two-handed-open"] {
        let mut n = 0;
        decisions(preset, 1, |obs| {
            n += 1;
            if obs.phase() >= Phase::Bid && (n % 3 == 0 || obs.phase() == Phase::Bid) {
                let one = run(obs, 9, 1);
                for threads in [2, 8] {
                    let mut many = run(obs, 9, threads);
                    many.nodes = one.nodes;
                    assert_eq!(many, one);
                }
            }
        });
    }
}

#[test]
fn a_stopped_search_has_one_world() {
    decisions("two-handed", 1, |obs| {
        let limit = Limit { worlds: 1000, threads: 1 };
        let report = search(obs, &Options::default(), 1, &limit, &|| true).unwrap();
        assert!(obs.legal().contains(report.action));
        if obs.phase() == Phase::Play && obs.legal().len() > 1 {
            assert_eq!(report.worlds, 1);
        }
    });
}

fn set_up(hands: [&str; 2], bids: [u8; 2], tricks: [u8; 2], trick: &[(u8, &str)]) -> Observation {
    let rules = Rules { deal: Deal::Draw, ..Rules::default() };
    let round = Setup {
        rules,
        hands: hands.map(|h| h.parse().unwrap()).to_vec(),
        bids: bids.map(Bid::new).to_vec(),
        tricks: tricks.to_vec(),
        turn: 0,
        trick: trick.iter().map(|&(seat, card)| (seat, card.parse().unwrap())).collect(),
        broken: true,
        opener: Some(0),
        discards: vec![],
        played: Some(CardSet::EMPTY),
    }
    .build()
    .unwrap();
    Observation::new(&rules, &round, &History::default(), 0).unwrap()
}

#[test]
fn plays_that_need_no_thought() {
    // The contract is made: the bag is left to the other.
    let obs = set_up([".K2..", ".A.."], [4, 7], [4, 7], &[(1, "JH")]);
    assert_eq!(run(&obs, 20, 1).action.to_string(), "2H");
    // One trick is missing still, and the ace is out.
    let obs = set_up([".K2..", ".A.."], [5, 7], [4, 7], &[(1, "JH")]);
    assert_eq!(run(&obs, 20, 1).action.to_string(), "KH");
    // A nil is not thrown away.
    let obs = set_up([".Q3..", ".A.."], [0, 9], [0, 11], &[(1, "TH")]);
    assert_eq!(run(&obs, 20, 1).action.to_string(), "3H");
    // Every trick is needed: a ruff, as low as it goes; the two is not better than the three.
    let obs = set_up(["A32.5..", "..94.2"], [7, 6], [3, 6], &[(1, "4C")]);
    let ruffs: CardSet = "32...".parse().unwrap();
    for seed in 0..8 {
        let limit = Limit { worlds: 20, threads: 1 };
        let report = search(&obs, &Options::default(), seed, &limit, &|| false).unwrap();
        assert!(ruffs.contains(report.action.card().unwrap()));
        assert_eq!(report.equals, ruffs);
    }
    let lowest = Options { mixed: false, ..Options::default() };
    let report = search(&obs, &lowest, 5, &Limit::default(), &|| false).unwrap();
    assert_eq!(report.action.to_string(), "2S");
}

#[test]
fn a_hand_of_trumps_bids_what_it_takes() {
    let rules = Rules::default();
    let hands = ["AKQJT98765432...", ".AKQJT98765432.."].map(|h| h.parse().unwrap());
    let round = Setup {
        rules,
        hands: hands.to_vec(),
        bids: vec![None, None],
        tricks: vec![0, 0],
        turn: 0,
        trick: vec![],
        broken: false,
        opener: Some(0),
        discards: vec![],
        played: None,
    }
    .build()
    .unwrap();
    let obs = Observation::new(&rules, &round, &History::default(), 0).unwrap();
    assert_eq!(run(&obs, 4, 1).action.to_string(), "13");
}

#[test]
fn whose_turn_it_is_not_has_nothing_to_choose() {
    let game = Game::new(Rules::default(), 1, Some(0)).unwrap();
    let obs = game.observation(1).unwrap();
    assert!(search(&obs, &Options::default(), 1, &Limit::default(), &|| false).is_err());
    let game = Game::new(Rules::preset("partners").unwrap(), 1, Some(0)).unwrap();
    let run = |seat| {
        let obs = game.observation(seat).unwrap();
        search(&obs, &Options::default(), 1, &Limit::default(), &|| false)
    };
    assert!(run(0).is_ok() && run(1).is_err());
}
