use std::collections::HashMap;

use super::kinds::Belief;
use super::{choose, keep_chance, subsets};
use crate::card_set::CardSet;
use crate::rng::{Rng, Stream};
use crate::{Card, Game, History, Observation, Phase, Round, Rules};

/// All orders of the items.
fn permutations(items: &[Card], f: &mut dyn FnMut(&[Card])) {
    fn go(items: &mut Vec<Card>, at: usize, f: &mut dyn FnMut(&[Card])) {
        if at == items.len() {
            f(items);
        }
        for i in at..items.len() {
            items.swap(at, i);
            go(items, at + 1, f);
            items.swap(at, i);
        }
    }
    go(&mut items.to_vec(), 0, f);
}

/// Every stock of eight cards drafted by the keep rule, against the programme.
#[test]
fn posterior_is_that_of_all_stocks() {
    let pool: CardSet = "2S AC TC JC 9D 3D KH TH".split(' ').map(|c| c.parse().unwrap()).fold(
        CardSet::EMPTY,
        |mut set, card: Card| {
            set.insert(card);
            set
        },
    );
    let cards: Vec<Card> = pool.iter().collect();
    for choices in [[true, true, false, false], [true, false, false, false], [true; 4]] {
        let mut weights: HashMap<CardSet, f64> = HashMap::new();
        permutations(&cards, &mut |stock| {
            let (mut hand, mut weight) = (CardSet::EMPTY, 1.0);
            for (turn, &keep) in choices.iter().enumerate() {
                let (first, second) = (stock[2 * turn], stock[2 * turn + 1]);
                let chance = keep_chance(first);
                weight *= if keep { chance } else { 1.0 - chance };
                hand.insert(if keep { first } else { second });
            }
            *weights.entry(hand).or_default() += weight;
        });
        // Two further facts: a card that was played, a suit that is void.
        for (played, void) in [("", ""), ("JC", ""), ("JC", "3D 9D"), ("", "3D 9D")] {
            let set = |text: &str| -> CardSet {
                text.split_whitespace().map(|c| c.parse::<Card>().unwrap()).collect()
            };
            let (played, void) = (set(played), set(void));
            let keeps = choices.iter().filter(|&&keep| keep).count() as u8;
            let belief = Belief::of_draft(keeps, 4 - keeps, pool, played, CardSet::ALL - void);
            let fits =
                |hand: &CardSet| (played - *hand).is_empty() && hand.is_disjoint(void - played);
            let total: f64 = weights.iter().filter(|(h, _)| fits(h)).map(|(_, w)| w).sum();
            let all = belief.all();
            let own: f64 = all.iter().map(|(_, w)| w).sum();
            assert_eq!(all.len(), weights.keys().filter(|h| fits(h)).count());
            for &(hand, weight) in &all {
                let wanted = weights[&(hand | played)] / total;
                assert!((weight / own - wanted).abs() < 1e-12, "{hand}: {weight} {wanted}");
            }
            for (card, chance) in belief.held() {
                let with = all.iter().filter(|(h, _)| h.contains(card)).map(|(_, w)| w);
                assert!((chance - with.sum::<f64>() / own).abs() < 1e-9, "{card}");
            }
            // Draws: within five standard deviations for every hand.
            let mut drawn: HashMap<CardSet, u32> = HashMap::new();
            let n = 40_000;
            for i in 0..n {
                let hand = belief.draw(&mut Rng::new(3, Stream::Bot, i));
                *drawn.entry(hand).or_default() += 1;
            }
            for (hand, weight) in all {
                let p = weight / own;
                let got = f64::from(drawn.remove(&hand).unwrap_or(0));
                let sd = (n as f64 * p * (1.0 - p)).sqrt().max(1.0);
                assert!((got - n as f64 * p).abs() < 5.0 * sd, "{hand}: {got} for {p}");
            }
            assert!(drawn.is_empty(), "impossible hands were drawn");
        }
    }
}

#[test]
fn subsets_are_all() {
    let pool = CardSet(0b1011_0110_0101);
    for size in 0..=7 {
        let all: Vec<CardSet> = subsets(pool, size).collect();
        assert_eq!(all.len() as u64, choose(pool.len(), size));
        assert!(all.iter().all(|set| set.len() == size && (*set - pool).is_empty()));
    }
}

/// What the posterior knows of a hand made by the keep rule, in bits beyond a uniform guess.
#[test]
fn posterior_beats_a_uniform_guess_by_bits() {
    let rules = Rules::preset("two-handed").unwrap();
    let mut bits = 0.0;
    let rounds = 300;
    for seed in 0..rounds {
        let mut game = Game::new(rules, seed, Some(0)).unwrap();
        while game.round().phase() == Phase::Draft {
            let seat = game.turn().unwrap();
            let obs = game.observation(seat).unwrap();
            let action = crate::search::search(
                &obs,
                &crate::search::Options::default(),
                0,
                &crate::search::Limit::default(),
                &|| false,
            );
            game.apply(action.unwrap().action).unwrap();
        }
        let obs = game.observation(0).unwrap();
        let belief = Belief::new(&obs, true, true);
        let share = belief.share(game.round().hand(1));
        bits += (share * choose(26, 13) as f64).log2();
        assert_eq!(belief.hands(), choose(26, 13));
    }
    let mean = bits / rounds as f64;
    println!("{mean:.2} bits");
    assert!(mean > 4.0, "{mean}");
}

/// The belief never contradicts what is seen: random rounds under all kinds of deal.
#[test]
fn draws_fit_the_observation() {
    for name in ["two-handed", "two-handed-open", "pick"] {
        let rules = Rules::preset(name).unwrap();
        for rules in
            [rules, Rules { deal: crate::Deal::Dealt, discards: crate::Discards::Private, ..rules }]
        {
            for seed in 0..12 {
                let mut rng = Rng::new(seed, Stream::Playout, 0);
                let mut round = Round::deal(&rules, seed, (seed % 2) as u8).unwrap();
                let mut history = History::default();
                while let Some(turn) = round.turn() {
                    for seat in 0..2 {
                        let obs = Observation::new(&rules, &round, &history, seat).unwrap();
                        for (memory, posterior) in [(true, true), (true, false), (false, true)] {
                            let belief = Belief::new(&obs, memory, posterior);
                            let left = u32::from(round.cards_left(1 - seat));
                            let held: f64 = belief.held().iter().map(|(_, chance)| chance).sum();
                            assert!((held - f64::from(left)).abs() < 1e-6, "{held} {left}");
                            if round.phase() > Phase::Draft {
                                let hand = belief.draw(&mut Rng::new(seed, Stream::Bot, 1));
                                assert_eq!(hand.len(), left);
                                assert!(
                                    hand.is_disjoint(round.hand(seat)) || !round.sees_hand(seat)
                                );
                                if memory {
                                    assert!(hand.is_disjoint(obs.discards(seat)));
                                }
                                assert!((hand - round.possible(1 - seat)).is_empty());
                            }
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
}
