use super::*;
use crate::rules::PRESETS;
use crate::score::score_round;
use crate::{Phase, Round};

/// Replays everything through [`Round`], which refuses what is not legal.
struct Replay<'a> {
    rules: &'a Rules,
    round: Option<Round>,
    actions: usize,
}

impl Recorder for Replay<'_> {
    fn deal(&mut self, opener: usize, deck: impl FnOnce() -> Deck) {
        let round = Round::from_deck(self.rules, deck(), 0, opener as u8).unwrap();
        self.round = Some(round);
    }

    fn action(&mut self, action: impl FnOnce() -> Action) {
        let round = self.round.as_mut().unwrap();
        round.apply(action()).unwrap();
        self.actions += 1;
    }
}

fn variants() -> Vec<Rules> {
    let mut all: Vec<Rules> = PRESETS.iter().map(|p| Rules::preset(p).unwrap()).collect();
    for i in 0..all.len() {
        all.push(Rules { blind_nil_bonus: 150, max_bid: 7, ..all[i] });
    }
    all.push(Rules { deal: Deal::Dealt, misdeal: true, ..all[0] });
    all.push(Rules { players: 4, deal: Deal::Dealt, ..all[0] });
    all.push(Rules { max_bid: 17, ..Rules::preset("three-handed").unwrap() });
    all.push(Rules { max_bid: 0, ..all[2] });
    all
}

struct Buffers {
    bids: Vec<i8>,
    blind: Vec<bool>,
    tricks: Vec<i8>,
    points: Vec<i32>,
}

impl Buffers {
    fn new(rules: &Rules, n: usize) -> Self {
        let seats = n * rules.players as usize;
        Self {
            bids: vec![-1; seats],
            blind: vec![false; seats],
            tricks: vec![-1; seats],
            points: vec![0; n * rules.sides()],
        }
    }

    /// The part of the results from one round to another.
    fn part(&mut self, rules: &Rules, from: usize, to: usize) -> Playouts<'_> {
        let (p, s) = (rules.players as usize, rules.sides());
        Playouts {
            bids: &mut self.bids[from * p..to * p],
            blind: &mut self.blind[from * p..to * p],
            tricks: &mut self.tricks[from * p..to * p],
            points: &mut self.points[from * s..to * s],
        }
    }
}

fn filled(rules: &Rules, seed: u64, first: u64, n: usize) -> Buffers {
    let mut out = Buffers::new(rules, n);
    fill(rules, seed, first, out.part(rules, 0, n)).unwrap();
    out
}

fn replayed<const P: usize, const DRAFT: bool>(rules: &Rules, seed: u64) {
    let n = 1500;
    let out = filled(rules, seed, 0, n);
    for i in 0..n {
        let mut replays = [Replay { rules, round: None, actions: 0 }];
        let mut rngs = [Rng::new(seed, Stream::Playout, i as u64)];
        let mut hands = [Hands::<P>::new()];
        let ([hand], [rng], [replay]) = (&mut hands, &mut rngs, &mut replays);
        let bids = start::<P, DRAFT, _>(rules, i as u64, hand, rng, replay);
        let tricks = hands::play(&hands, &mut rngs, &mut replays);
        let done = Finished::new(bids, tricks[0]);
        let [replay] = replays;
        let round = replay.round.unwrap();
        assert!(round.is_over() && replay.actions >= 52.min(P * 13));
        assert_eq!(round.tricks(), &done.tricks);
        assert_eq!(round.bids()[..P], done.bids[..P]);
        let scores = score_round(rules, &done.bids, &done.tricks, &[0; 4]);
        for (side, score) in scores.iter().enumerate().take(rules.sides()) {
            assert_eq!(i64::from(out.points[i * rules.sides() + side]), score.points);
        }
        for seat in 0..P {
            assert_eq!(out.bids[i * P + seat], done.bids[seat].tricks() as i8);
            assert_eq!(out.blind[i * P + seat], done.bids[seat].is_blind());
            assert_eq!(out.tricks[i * P + seat], done.tricks[seat] as i8);
        }
    }
}

/// Every action of every playout is legal in [`Round`], and the results are the round's.
#[test]
fn playouts_are_legal_rounds() {
    for (i, rules) in variants().iter().enumerate() {
        match (rules.players, rules.deal) {
            (2, Deal::Dealt) => replayed::<2, false>(rules, i as u64),
            (2, _) => replayed::<2, true>(rules, i as u64),
            (3, _) => replayed::<3, false>(rules, i as u64),
            _ => replayed::<4, false>(rules, i as u64),
        }
    }
}

#[test]
fn rounds_do_not_depend_on_how_they_are_shared_out() {
    for rules in variants() {
        let whole = filled(&rules, 9, 100, 60);
        let mut parts = Buffers::new(&rules, 60);
        for (from, to) in [(0, 1), (1, 23), (23, 23), (23, 60)] {
            fill(&rules, 9, 100 + from as u64, parts.part(&rules, from, to)).unwrap();
        }
        assert_eq!(whole.bids, parts.bids);
        assert_eq!(whole.blind, parts.blind);
        assert_eq!(whole.tricks, parts.tricks);
        assert_eq!(whole.points, parts.points);
        assert_ne!(whole.tricks, filled(&rules, 10, 100, 60).tricks);
    }
}

#[test]
fn misdeals_are_offered_where_the_rules_offer_them() {
    let mut rng = Rng::new(4, Stream::Playout, 0);
    let mut hands = Hands::<3>::new();
    let mut offered = 0;
    for i in 0..20_000 {
        hands.deal(i % 3, &mut rng);
        for hand in 0..3 {
            assert_eq!(hands.cards(hand).len(), 17);
            let may = crate::round::may_misdeal(hands.cards(hand));
            assert_eq!(hands.may_misdeal(hand), may);
            offered += u32::from(may);
        }
    }
    assert!(offered > 50);
}

#[test]
fn wrong_lengths_are_refused() {
    let rules = Rules::preset("partners").unwrap();
    let mut out = Buffers::new(&rules, 3);
    for short in 0..4 {
        let mut part = out.part(&rules, 0, 3);
        match short {
            0 => part.bids = &mut part.bids[1..],
            1 => part.blind = &mut part.blind[1..],
            2 => part.tricks = &mut part.tricks[1..],
            _ => part.points = &mut part.points[1..],
        }
        assert!(fill(&rules, 1, 0, part).is_err());
    }
    let bad = Rules { players: 7, ..rules };
    assert!(fill(&bad, 1, 0, out.part(&rules, 0, 3)).is_err());
    assert!(out.tricks.iter().all(|&t| t == -1));
}

/// Numbers that are compared between both ways to play: means by place after the opener.
fn features(rules: &Rules, opener: usize, bids: &[i64], tricks: &[i64]) -> Vec<f64> {
    let p = rules.players as usize;
    let mut all = Vec::new();
    for i in 0..p {
        let seat = (opener + i) % p;
        let (bid, won) = (bids[seat] as f64, tricks[seat] as f64);
        all.extend([bid, won, won * won, bid * won, f64::from(won == 0.0), f64::from(bid == 0.0)]);
    }
    all
}

/// Means and second moments agree with a slow loop over `legal` and `apply`, another generator's
/// numbers and another way to choose.
#[test]
fn same_distribution_as_a_slow_loop() {
    for rules in variants() {
        // Openers rotate here, so that the opener of a playout is known.
        let rules = Rules { opener: OpenerRule::Rotate, ..rules };
        let (n, p) = (40_000, rules.players as usize);
        let out = filled(&rules, 3, 0, n);
        let mut sums: Vec<[f64; 4]> = Vec::new();
        let mut rng = Rng::new(77, Stream::Bot, 1);
        for i in 0..n {
            let seats = i * p..(i + 1) * p;
            let bids: Vec<i64> = out.bids[seats.clone()].iter().map(|&b| i64::from(b)).collect();
            let tricks: Vec<i64> = out.tricks[seats].iter().map(|&b| i64::from(b)).collect();
            let fast = features(&rules, i % p, &bids, &tricks);
            let mut round = Round::deal(&rules, rng.next(), (i % p) as u8).unwrap();
            while round.phase() != Phase::Over {
                let legal = round.legal();
                round.apply(legal.nth(rng.below(legal.len())).unwrap()).unwrap();
            }
            let bids: Vec<i64> = round.bids().iter().map(|b| i64::from(b.tricks())).collect();
            let tricks: Vec<i64> = round.tricks().iter().map(|&t| i64::from(t)).collect();
            let slow = features(&rules, i % p, &bids, &tricks);
            sums.resize(fast.len(), [0.0; 4]);
            for ((sum, f), s) in sums.iter_mut().zip(fast).zip(slow) {
                *sum = [sum[0] + f, sum[1] + f * f, sum[2] + s, sum[3] + s * s];
            }
        }
        let n = n as f64;
        for (i, [f, ff, s, ss]) in sums.into_iter().enumerate() {
            let (f, s) = (f / n, s / n);
            let error = ((ff / n - f * f + ss / n - s * s) / n).sqrt();
            assert!((f - s).abs() <= 4.5 * error, "{rules:?}, feature {i}: {f} {s} +- {error}");
        }
    }
}

/// The play of one deal again and again: a quarter of the tricks is not far off for each seat.
#[test]
fn a_deal_is_played_again_and_again() {
    let tricks: u64 = (0..200).map(|seed| replay_deal(seed, 50)).sum();
    assert_eq!(replay_deal(3, 50), replay_deal(3, 50));
    let mean = tricks as f64 / (200.0 * 100.0);
    assert!((mean - 3.25).abs() < 0.3, "{mean}");
}
