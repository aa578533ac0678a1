//! Fixed pieces of work for instruction counts: `benches/instructions.py` runs them under valgrind.
//!
//! `cargo run --release --example work -- NAME N` does a piece N times and prints a checksum.

use std::sync::atomic::AtomicBool;

use spades_core::playout::{self, Playouts};
use spades_core::rng::{Rng, Stream};
use spades_core::tensor::OBSERVATION_SIZE;
use spades_core::{History, Observation, Phase, Round, Rules, score_round, solve_round};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, n] = args.as_slice() else { panic!("usage: work NAME N") };
    let n: u64 = n.parse().expect("a number");
    let (work, preset) = name.split_once(':').unwrap_or((name, "partners"));
    let rules = Rules::preset(preset).expect("a preset");
    let sum = match work {
        "playouts" => playouts(&rules, n),
        "replay" => playout::replay_deal(1, n),
        "deal" => (0..n).fold(0, |sum, seed| mix(sum, round(&rules, seed).hand(0).0)),
        "rounds" => (0..n).fold(0, |sum, seed| mix(sum, played(&rules, seed))),
        "observe" => observe(&rules, n),
        "sample" => sample(&rules, n),
        "solve" => solve(&rules, n),
        _ => panic!("no work {work}"),
    };
    println!("{sum:016x}");
}

fn mix(sum: u64, value: u64) -> u64 {
    (sum ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

fn round(rules: &Rules, seed: u64) -> Round {
    Round::deal(rules, seed, 0).expect("a deal")
}

fn playouts(rules: &Rules, n: u64) -> u64 {
    let seats = n as usize * rules.players as usize;
    let (mut bids, mut blind, mut tricks) = (vec![0; seats], vec![false; seats], vec![0; seats]);
    let mut points = vec![0; n as usize * rules.sides()];
    let out =
        Playouts { bids: &mut bids, blind: &mut blind, tricks: &mut tricks, points: &mut points };
    playout::fill(rules, 1, 0, out).expect("lengths that fit");
    points.iter().fold(0, |sum, &p| mix(sum, p as u64))
}

/// A whole round of random actions through the checked interface, and its score.
fn played(rules: &Rules, seed: u64) -> u64 {
    let (mut round, mut rng) = (round(rules, seed), Rng::new(seed, Stream::Bot, 0));
    let mut history = History::default();
    while let Some(seat) = round.turn() {
        let legal = round.legal();
        let action = legal.nth(rng.below(legal.len())).expect("a legal action");
        round.apply(action).expect("a legal action");
        history.push(seat, action);
    }
    let scores = score_round(rules, &round.bids(), round.tricks(), &[0; 4]);
    mix(history.len() as u64, scores[0].points as u64)
}

/// The position of a round with so many cards left at a lead, and what was done before.
fn at_lead(rules: &Rules, seed: u64, cards: u8) -> (Round, History) {
    let (mut round, mut rng) = (round(rules, seed), Rng::new(seed, Stream::Bot, 1));
    let mut history = History::default();
    loop {
        let seat = round.turn().expect("a round in progress");
        let lead = round.phase() == Phase::Play && round.trick_len() == 0;
        if lead && round.cards_left(seat) == cards {
            return (round, history);
        }
        let legal = round.legal();
        let action = legal.nth(rng.below(legal.len())).expect("a legal action");
        round.apply(action).expect("a legal action");
        history.push(seat, action);
    }
}

fn observe(rules: &Rules, n: u64) -> u64 {
    let (round, history) = at_lead(rules, 1, 7);
    let mut numbers = [0.0; OBSERVATION_SIZE];
    (0..n).fold(0, |sum, i| {
        let seat = i as usize % round.players();
        let seen = Observation::new(rules, &round, &history, seat).expect("a seat");
        seen.write(&mut numbers);
        mix(sum, numbers.iter().filter(|&&x| x > 0.5).count() as u64)
    })
}

fn sample(rules: &Rules, n: u64) -> u64 {
    let (round, history) = at_lead(rules, 1, 9);
    let seen = Observation::new(rules, &round, &history, 0).expect("a seat");
    seen.sample(1, n as usize).fold(0, |sum, world| mix(sum, world.hand(1).0))
}

fn solve(rules: &Rules, n: u64) -> u64 {
    let cards = if rules.players == 2 { 13 } else { 4 };
    (0..n).fold(0, |sum, seed| {
        let (round, _) = at_lead(rules, seed, cards);
        let solved = solve_round(rules, &round, &AtomicBool::new(false));
        mix(sum, solved.expect("a position").expect("an end").value as u64)
    })
}
