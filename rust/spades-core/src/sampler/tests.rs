use std::collections::HashMap;

use super::*;
use crate::rng::Stream;
use crate::{History, PRESETS, Rules, Setup};

fn variants() -> Vec<Rules> {
    let mut all: Vec<Rules> = PRESETS.iter().map(|p| Rules::preset(p).unwrap()).collect();
    for i in 0..all.len() {
        all.push(Rules { blind_nil_bonus: 100, ..all[i] });
    }
    all.push(Rules { deal: Deal::Dealt, ..all[0] });
    all.push(Rules { players: 4, deal: Deal::Dealt, ..all[0] });
    all
}

/// Every world that is drawn looks to the seat exactly like the real round, at every point of it.
#[test]
fn worlds_fit_the_observation_in_every_phase() {
    for (i, rules) in variants().iter().enumerate() {
        for seed in 0..6 {
            let mut rng = Rng::new(seed, Stream::Playout, i as u64);
            let mut round = Round::deal(rules, seed, (seed % 2) as u8).unwrap();
            let mut history = History::default();
            while let Some(turn) = round.turn() {
                for seat in 0..round.players() {
                    let seen = Observation::new(rules, &round, &history, seat).unwrap();
                    for world in seen.sample(seed, 2) {
                        let again = Observation::new(rules, &world, &history, seat).unwrap();
                        assert_eq!(again, seen, "{rules:?}\n{round:?}\n{world:?}");
                        assert_eq!(again.key(), seen.key());
                        check_conserved(&world, round.phase);
                    }
                }
                let legal = round.legal();
                let action = legal.nth(rng.below(legal.len())).unwrap();
                round.apply(action).unwrap();
                history.push(turn, action);
            }
        }
    }
}

fn check_conserved(world: &Round, phase: Phase) {
    let mut all = world.played;
    let mut cards = world.played.len();
    for zone in world.zones {
        all |= zone;
        cards += zone.len();
    }
    if phase < Phase::Bid && world.format.deal() != Deal::Dealt {
        assert!(deal::is_pack(&world.deck));
    } else {
        assert_eq!((all, cards), (CardSet::ALL, 52));
    }
    for seat in 0..world.players() {
        assert_eq!(world.hand(seat).len() as u8, world.cards_left(seat));
        assert!(world.hand(seat).is_disjoint(!world.possible(seat)) || phase < Phase::Play);
    }
}

/// Frequencies against full enumeration: five hands' worth of small endings with voids.
#[test]
fn draws_are_uniform_over_all_worlds() {
    let hands = ["A.K.Q.", "K.AQ..", "..AK.2", "Q..J.3"].map(|h| h.parse().unwrap());
    let mut round = Setup {
        rules: Rules::preset("partners").unwrap(),
        hands: hands.to_vec(),
        bids: vec![Some(crate::Bid::NIL); 4],
        tricks: vec![3, 3, 2, 2],
        turn: 0,
        trick: vec![],
        broken: false,
        opener: None,
        discards: vec![],
        played: None,
    }
    .build()
    .unwrap();
    let mut history = History::default();
    // Seat 3 fails to follow diamonds' neighbour hearts, seat 2 shows a void in hearts as well.
    for text in ["KH", "AH", "2C"] {
        let seat = round.turn().unwrap();
        let action = text.parse().unwrap();
        round.apply(action).unwrap();
        history.push(seat, action);
    }
    let rules = Rules::preset("partners").unwrap();
    let seen = Observation::new(&rules, &round, &history, 0).unwrap();
    let sampler = seen.sampler();
    let total = enumerate(&sampler);
    assert!(total > 50 && sampler.ways.is_some(), "{total}");
    assert_eq!(u128::from(total), sampler.count());
    let mut counts: HashMap<[CardSet; 4], u32> = HashMap::new();
    let per = 500;
    for world in seen.sample(11, (total * per) as usize) {
        *counts.entry(world.zones).or_default() += 1;
    }
    assert_eq!(counts.len() as u64, total);
    let chi: f64 = counts.values().map(|&c| (f64::from(c) - per as f64).powi(2) / per as f64).sum();
    let free = (total - 1) as f64;
    // Five standard deviations of chi-square; the seed is fixed, so this never flickers.
    assert!((chi - free).abs() < 5.0 * (2.0 * free).sqrt(), "chi-square {chi} of {free}");
}

/// Number of ways to put the hidden cards into their places, by trying all of them.
fn enumerate(sampler: &Sampler) -> u64 {
    fn go(cards: &[Card], places: &mut [Place]) -> u64 {
        let Some((&card, rest)) = cards.split_first() else { return 1 };
        let mut ways = 0;
        for i in 0..places.len() {
            if places[i].free > 0 && places[i].possible.contains(card) {
                places[i].free -= 1;
                ways += go(rest, places);
                places[i].free += 1;
            }
        }
        ways
    }
    let cards: Vec<Card> = sampler.hidden.iter().collect();
    go(&cards, &mut sampler.places.clone())
}
