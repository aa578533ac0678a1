//! Fixed pieces of work for instruction counts: `benches/instructions.py` runs them under valgrind.
//!
//! `cargo run --release --example work -- NAME N [bmi]` does a piece N times and prints a checksum. With `bmi` the solvers use the
//! instructions that not every processor has; it ends with 3 if this one has not.

mod arguments;

use std::sync::atomic::AtomicBool;

use arguments::{number, refuse};
use spades_core::code_path::CodePath;
use spades_core::playout::{self, Playouts};
use spades_core::rng::{Rng, Stream};
use spades_core::solve::{
    FourSolver, Limit, ManyPosition, ManySolver, Position, TwoPosition, TwoSolver,
};
use spades_core::tensor::OBSERVATION_SIZE;
use spades_core::{History, Observation, Phase, Round, Rules, margin, score_round, solve_round_on};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, n, path) = match args.as_slice() {
        [name, n] => (name, n, CodePath::PORTABLE),
        [name, n, path] if path == "bmi" => (name, n, CodePath::best()),
        _ => refuse("usage: work NAME N [bmi]"),
    };
    if args.len() == 3 && path == CodePath::PORTABLE {
        eprintln!("this processor has no other path than the portable one");
        std::process::exit(3);
    }
    let n: u64 = number(n);
    let (work, preset) = name.split_once(':').unwrap_or((name, "partners"));
    let rules = Rules::preset(preset).expect("a preset");
    let sum = match work {
        "playouts" => playouts(&rules, n),
        "replay" => playout::replay_deal(1, n),
        "deal" => (0..n).fold(0, |sum, seed| mix(sum, round(&rules, seed).hand(0).0)),
        "rounds" => (0..n).fold(0, |sum, seed| mix(sum, played(&rules, seed))),
        "observe" => observe(&rules, n),
        "sample" => sample(&rules, n),
        "solve" => solve(path, &rules, if rules.players == 2 { 13 } else { 4 }, n),
        "seats" => solve(path, &rules, 8, n),
        "worlds" => worlds(path, &rules, n),
        "tricks" => tricks(path, &rules, n),
        "endings" => endings(path, &rules, n),
        _ => refuse(format!("no work {work}")),
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

/// Positions, each solved by a new solver.
fn solve(path: CodePath, rules: &Rules, cards: u8, n: u64) -> u64 {
    (0..n).fold(0, |sum, seed| {
        let (round, _) = at_lead(rules, seed, cards);
        let solved = solve_round_on(path, rules, &round, &AtomicBool::new(false));
        let solved = solved.expect("a position").expect("an end");
        mix(mix(sum, solved.value as u64), solved.nodes)
    })
}

/// The worlds of one observation, all solved by one solver, as the search does.
fn worlds(path: CodePath, rules: &Rules, n: u64) -> u64 {
    let (round, history) = at_lead(rules, 1, 13);
    let seen = Observation::new(rules, &round, &history, round.turn().expect("a lead"));
    let seen = seen.expect("a seat");
    let mut value = [0; 18];
    for (tricks, value) in (0..=13).zip(&mut value) {
        *value = margin(rules, &round, 0, &[tricks, 13 - tricks, 0, 0]);
    }
    let mut solver = TwoSolver::new().on(path);
    solver.set_values(&value);
    let sum = seen.sample(1, n as usize).fold(0, |sum, world| {
        let position = TwoPosition {
            hands: [world.hand(0).0, world.hand(1).0],
            turn: world.turn().expect("a lead") as u8,
            led: None,
            broken: false,
            won: 0,
        };
        let mut out = [0; 52];
        solver.value_of_each(&position, &mut out);
        out.iter().fold(sum, |sum, &value| mix(sum, value as u64))
    });
    mix(sum, solver.nodes())
}

/// The tricks of two partnerships with nine cards a hand.
fn tricks(path: CodePath, rules: &Rules, n: u64) -> u64 {
    let mut solver = FourSolver::new().on(path);
    let sum = (0..n).fold(0, |sum, seed| {
        let (round, _) = at_lead(rules, seed, 9);
        let hands = std::array::from_fn(|seat| round.hand(seat).0);
        let leader = round.turn().expect("a lead") as u8;
        let position = Position { players: 4, hands, leader, table: [None; 3], broken: false };
        mix(sum, solver.tricks(&position, true, &Limit::none()).expect("an end").into())
    });
    mix(sum, solver.nodes())
}

/// Endings of five cards a hand, one after the other.
fn endings(path: CodePath, rules: &Rules, n: u64) -> u64 {
    let mut solver = ManySolver::with_table(12).on(path);
    let sum = (0..n).fold(0, |sum, seed| {
        let (round, _) = at_lead(rules, seed, 5);
        let mut hands = [0; 4];
        for (seat, hand) in hands.iter_mut().enumerate().take(round.players()) {
            *hand = round.hand(seat).0;
        }
        let position = ManyPosition {
            players: round.players() as u8,
            hands,
            leader: round.turn().expect("a lead") as u8,
            table: [None; 3],
            broken: true,
            won: *round.tricks(),
        };
        let value = |tricks: &[u8; 4]| margin(rules, &round, 0, tricks);
        let high = if rules.partnerships { 0b0101 } else { 1 };
        let value = solver.value(&position, high, value, &Limit::none());
        mix(sum, value.expect("an end") as u64)
    });
    mix(sum, solver.nodes())
}
