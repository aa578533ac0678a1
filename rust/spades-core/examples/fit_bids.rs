//! Fits what the rule bots count on when they bid, from their own self-play; the same seed gives
//! the same weights.
//!
//! `cargo run --release -p spades-core --example fit_bids -- rule|book|nil [rounds=60000] [seed=1]`
//!
//! * `rule`: what the parts of a hand in `src/rule_bot/strength.rs` add to its tricks.
//! * `book`: the worth of the kinds of tricks in `src/book_bot/estimate.rs`, by number of players.
//! * `nil`: how often the bot by the book keeps a nil that it is made to bid, by the danger that
//!   `src/book_bot/nil.rs` sees in the hand.
//!
//! In the rounds that tricks are counted in bags are not punished and nobody bids nil, so that all
//! players try to win tricks to the end.

mod arguments;

use arguments::{number, preset, refuse};
use spades_core::rng::{Stream, derive};
use spades_core::{
    Action, Bid, Deal, Phase, Round, Rules, book_choice, nil_danger, rule_choice, rule_parts,
    trick_kinds,
};

#[path = "learn/least_squares.rs"]
mod least_squares;
use least_squares::Fit;

/// Tables that have weights of their own.
fn tables() -> [(&'static str, Rules); 5] {
    [
        ("FOUR", preset("partners")),
        ("SOLO", Rules { partnerships: false, ..preset("partners") }),
        ("THREE", Rules { misdeal: false, ..preset("three-handed") }),
        ("DEALT_TO_TWO", Rules { deal: Deal::Dealt, ..preset("two-handed") }),
        ("DRAFTED", preset("two-handed")),
    ]
}

fn rule(rounds: u64, seed: u64) {
    for (name, rules) in tables().into_iter().filter(|table| table.0 != "SOLO") {
        let parts = |round: &Round, seat| rule_parts(round.hand(seat)).map(f64::from);
        let (weights, spread) = fitted(&rules, rounds, seed, rule_choice, parts);
        let list: Vec<String> = weights.iter().map(|w| format!("{:.0}", w * 100.0)).collect();
        println!("const {name}: [i16; RULE_PARTS] = [{}]; // spread {spread:.2}", list.join(", "));
    }
}

fn book(rounds: u64, seed: u64) {
    for (name, rules) in tables() {
        let kinds = |round: &Round, seat| trick_kinds(&rules, round.hand(seat));
        let (weights, spread) = fitted(&rules, rounds, seed, book_choice, kinds);
        let list: Vec<String> = weights.iter().map(|w| format!("{:.0}", w * 1000.0)).collect();
        println!("const {name}: [i16; KINDS] = [{}]; // spread {spread:.2}", list.join(", "));
    }
}

/// The weights that explain the tricks of hands best, and the spread that they leave.
fn fitted<const N: usize>(
    rules: &Rules,
    rounds: u64,
    seed: u64,
    choose: fn(&Rules, &Round) -> Action,
    parts: impl Fn(&Round, usize) -> [f64; N],
) -> (Vec<f64>, f64) {
    let rules = Rules { bag_limit: 0, nil_bonus: 0, ..*rules };
    let mut fit = Fit::new(N);
    for i in 0..rounds {
        let mut round = deal(&rules, seed, i);
        while round.phase() != Phase::Play {
            round.apply(choose(&rules, &round)).unwrap();
        }
        let hands: Vec<_> = (0..round.players()).map(|seat| parts(&round, seat)).collect();
        while !round.is_over() {
            round.apply(choose(&rules, &round)).unwrap();
        }
        for (hand, &tricks) in hands.iter().zip(round.tricks()) {
            fit.add(hand, f64::from(tricks));
        }
    }
    fit.solve(1.0)
}

fn nil(rounds: u64, seed: u64) {
    for (name, rules) in tables().into_iter().take(3) {
        // By danger in steps of 0.2, each step with what is nearest to it.
        let mut steps = [(0u32, 0u32); 9];
        for i in 0..rounds {
            let mut round = deal(&rules, seed, i);
            let nil = (i / 4) as usize % round.players();
            let step = (nil_danger(round.hand(nil)) * 5.0).round() as usize;
            if step >= steps.len() {
                continue;
            }
            while !round.is_over() {
                let own = round.phase() == Phase::Bid && round.turn() == Some(nil);
                let action =
                    if own { Action::bid(0).unwrap() } else { book_choice(&rules, &round) };
                round.apply(action).unwrap();
            }
            if (0..round.players()).all(|s| (s == nil) == round.bid(s).is_some_and(Bid::is_nil)) {
                steps[step].0 += 1;
                steps[step].1 += u32::from(round.tricks()[nil] == 0);
            }
        }
        let list: Vec<String> = steps
            .iter()
            .map(|&(all, kept)| format!("{:.0}", 100.0 * f64::from(kept) / f64::from(all.max(1))))
            .collect();
        let nils: u32 = steps.iter().map(|step| step.0).sum();
        println!("const {name}: [u8; 9] = [{}]; // {nils} nils", list.join(", "));
    }
}

fn deal(rules: &Rules, seed: u64, i: u64) -> Round {
    Round::deal(rules, derive(seed, Stream::Rounds, i), (i % u64::from(rules.players)) as u8)
        .unwrap()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (mut rounds, mut seed) = (60_000u64, 1u64);
    for arg in args.iter().skip(1) {
        match arg.split_once('=') {
            Some(("rounds", v)) => rounds = number(v),
            Some(("seed", v)) => seed = number(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    match args.first().map(String::as_str) {
        Some("rule") => rule(rounds, seed),
        Some("book") => book(rounds, seed),
        Some("nil") => nil(rounds, seed),
        _ => refuse("usage: fit_bids rule|book|nil [rounds=N] [seed=N]"),
    }
}
