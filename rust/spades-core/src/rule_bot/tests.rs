use super::*;
use crate::rng::{Rng, Stream};
use crate::rules::{Deal, Discards, NilTricks, OpenerRule, PRESETS};
use crate::{Bid, CardSet, History, Setup, score_round};

fn pick<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.below(items.len() as u32) as usize]
}

/// Rules with every field drawn at random.
pub(crate) fn random_rules(rng: &mut Rng) -> Rules {
    loop {
        let rules = Rules {
            players: pick(rng, &[2, 3, 4, 4]),
            partnerships: pick(rng, &[false, true]),
            deal: pick(rng, &[Deal::Draw, Deal::Pick, Deal::Dealt]),
            discards: pick(rng, &[Discards::Private, Discards::FaceUp]),
            opener: pick(rng, &[OpenerRule::Rotate, OpenerRule::Random]),
            hand_hidden_until_bid: pick(rng, &[false, true]),
            misdeal: pick(rng, &[false, true]),
            max_bid: pick(rng, &[0, 1, 5, 13, 13, 17]),
            nil_bonus: pick(rng, &[0, 50, 100]),
            nil_penalty: pick(rng, &[0, 100]),
            nil_tricks: pick(rng, &[NilTricks::Ignored, NilTricks::Bags, NilTricks::Contract]),
            blind_nil_bonus: pick(rng, &[0, 200]),
            blind_nil_penalty: pick(rng, &[0, 200]),
            moon_bonus: pick(rng, &[0, 250]),
            double_nil_bonus: pick(rng, &[0, 500]),
            trick_points: pick(rng, &[0, 10]),
            bag_points: pick(rng, &[-10, 0, 1]),
            bag_limit: pick(rng, &[0, 1, 10]),
            bag_penalty: pick(rng, &[0, 100]),
            ..Rules::default()
        };
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

/// A position set up at random in the bidding or the play, with cards that nobody knows of.
pub(crate) fn random_setup(rules: &Rules, rng: &mut Rng) -> Round {
    let players = rules.players as usize;
    loop {
        let size = 1 + rng.below(u32::from(rules.hand_size())) as usize;
        let mut deck: Vec<u8> = (0..52).collect();
        rng.shuffle(&mut deck);
        let mut cards = deck.into_iter().map(Card::from_id);
        let hands: Vec<CardSet> =
            (0..players).map(|_| cards.by_ref().take(size).collect()).collect();
        let bidding = rng.below(4) == 0;
        let turn = rng.below(players as u32) as usize;
        let bid = |rng: &mut Rng| match rng.below(6) {
            0 if rules.has_blind_nil() => Bid::BLIND_NIL,
            0 | 1 => Bid::NIL,
            _ => Bid::new(rng.below(u32::from(rules.max_bid) + 1) as u8).unwrap(),
        };
        let bids = (0..players).map(|seat| (!bidding || seat < turn).then(|| bid(rng))).collect();
        let left = u32::from(rules.hand_size()) - size as u32;
        let mut tricks = vec![0; players];
        if !bidding {
            for _ in 0..rng.below(left + 1) {
                tricks[rng.below(players as u32) as usize] += 1;
            }
        }
        let gone: CardSet = cards.collect();
        let some_gone = CardSet(gone.0 & rng.next());
        let setup = Setup {
            rules: *rules,
            hands,
            bids,
            tricks,
            turn: turn as u8,
            trick: vec![],
            broken: rng.below(2) == 0,
            opener: bidding.then_some(0),
            discards: vec![],
            played: pick(rng, &[None, Some(some_gone), Some(CardSet::EMPTY)]),
        };
        if let Ok(round) = setup.build() {
            return round;
        }
    }
}

/// Thousands of rounds under random rules, and positions set up at random, with the plain player on
/// all seats, some or none, so that it meets positions that it would never have led to.
#[test]
fn never_without_a_legal_action() {
    let mut rng = Rng::new(1, Stream::Bot, 3);
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
            let action = rule_choice(&rules, &round);
            let legal = round.legal();
            assert!(legal.contains(action), "{action}: {rules:?} {round:?}");
            let chance = rng.below(3) < random;
            let action = if chance { legal.nth(rng.below(legal.len())).unwrap() } else { action };
            round.apply(action).unwrap();
            actions += 1;
            assert!(actions < 10_000, "misdeals without end: {rules:?}");
        }
        let _ = rule_choice(&rules, &round);
    }
}

/// The choice does not change when the hidden cards are dealt anew within what the seat knows, and
/// is the same from an observation and from a full round.
#[test]
fn sees_only_what_the_seat_may_know() {
    let mut rng = Rng::new(2, Stream::Bot, 3);
    for i in 0..500u64 {
        let rules = random_rules(&mut rng);
        let set_up = i % 3 == 0;
        let mut round = if set_up {
            random_setup(&rules, &mut rng)
        } else {
            Round::deal(&rules, i, 0).unwrap()
        };
        let mut history = History::default();
        while let Some(seat) = round.turn() {
            let obs = Observation::new(&rules, &round, &history, seat).unwrap();
            let choice = rule_action(&obs);
            assert_eq!(rule_choice(&rules, &round), choice, "{rules:?} {round:?}");
            for world in obs.sample(i, 2) {
                assert_eq!(rule_choice(&rules, &world), choice, "{rules:?} {round:?} {world:?}");
            }
            let legal = round.legal();
            let action = legal.nth(rng.below(legal.len())).unwrap();
            round.apply(action).unwrap();
            history.push(seat, action);
        }
    }
}

/// Far better than random play in every preset: points of its side minus the mean of the others',
/// bags not punished, so that nothing but the round counts.
#[test]
fn far_better_than_random() {
    for (preset, least) in PRESETS.into_iter().zip([70.0, 70.0, 170.0, 70.0, 45.0, 170.0]) {
        let rules = Rules::preset(preset).unwrap();
        let (mut sum, n) = (0.0, 400);
        let mut rng = Rng::new(3, Stream::Bot, 3);
        for i in 0..n {
            let mut round =
                Round::deal(&rules, i, rng.below(u32::from(rules.players)) as u8).unwrap();
            let own = i as usize % rules.sides();
            while let Some(seat) = round.turn() {
                let legal = round.legal();
                let action = if rules.side_of(seat) == own {
                    rule_choice(&rules, &round)
                } else {
                    legal.nth(rng.below(legal.len())).unwrap()
                };
                round.apply(action).unwrap();
            }
            let scores = score_round(&rules, &round.bids(), round.tricks(), &[0; 4]);
            let others: i64 =
                (0..rules.sides()).filter(|&s| s != own).map(|s| scores[s].points).sum();
            sum += scores[own].points as f64 - others as f64 / (rules.sides() - 1) as f64;
        }
        let mean = sum / n as f64;
        assert!(mean > least, "{preset}: {mean} points a round more than random");
    }
}

/// Mean tricks that the bid goes by agree with what hands make.
#[test]
fn made_contracts() {
    for (preset, least) in PRESETS.into_iter().zip([0.85, 0.85, 0.75, 0.85, 0.75, 0.75]) {
        let rules = Rules::preset(preset).unwrap();
        let (mut made, mut all, mut bids, mut tricks) = (0, 0, 0, 0);
        for i in 0..1000 {
            let mut round = Round::deal(&rules, i, (i % u64::from(rules.players)) as u8).unwrap();
            while !round.is_over() {
                round.apply(rule_choice(&rules, &round)).unwrap();
            }
            for side in 0..rules.sides() {
                let seats = || (0..round.players()).filter(|&s| rules.side_of(s) == side);
                let seats = || seats().filter(|&s| !round.bids()[s].is_nil());
                let contract: u8 = seats().map(|s| round.bids()[s].tricks()).sum();
                let won: u8 = seats().map(|s| round.tricks()[s]).sum();
                if contract > 0 {
                    all += 1;
                    made += u32::from(won >= contract);
                    bids += u32::from(contract);
                    tricks += u32::from(won);
                }
            }
        }
        let share = f64::from(made) / f64::from(all);
        assert!(share > least, "{preset}: {share} of the contracts made");
        assert!(
            f64::from(tricks - bids) < 1.2 * f64::from(all),
            "{preset}: underbids, {bids} for {tricks} in {all}"
        );
    }
}

mod sense;
