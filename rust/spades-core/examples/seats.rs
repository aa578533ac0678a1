//! How long the solver takes for positions in which it matters which seat takes a trick: nils that are open, and three or four
//! players on their own.
//!
//! `cargo run --release --example seats -- [preset=partners] [cards=9] [count=30] [seconds=20] [nils=1] [seed=1]`
//!
//! Rounds are dealt; the plain computer player bids and plays them down to `cards` cards a hand. In partnerships only those with
//! `nils` or more nils that are still open count; `preset=solo` is `partners` without partnerships. Every legal lead is valued.
//! Prints the median, the nine in ten and the slowest of the processor times, and how many were given up after `seconds` by the
//! clock.

mod arguments;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use arguments::{number, pair, refuse};
use spades_core::{Phase, Round, Rules, rule_choice, solve_round};

/// Processor time of this process, or the time of day where the system does not tell it.
fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    spent.map_or_else(
        || std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64()),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// A round at a lead with so many cards a hand and nils that are open; nothing if this deal has none.
fn position(rules: &Rules, seed: u64, cards: u8, nils: usize) -> Option<Round> {
    let opener = (seed % u64::from(rules.players)) as u8;
    let mut round = Round::deal(rules, seed, opener).expect("a deal");
    while let Some(seat) = round.turn() {
        let lead = round.phase() == Phase::Play && round.trick_len() == 0;
        if lead && round.cards_left(seat) == cards {
            let (bids, tricks) = (round.bids(), *round.tricks());
            let open = bids.iter().zip(tricks).filter(|(bid, won)| bid.is_nil() && *won == 0);
            return (!rules.partnerships || open.count() >= nils).then_some(round);
        }
        round.apply(rule_choice(rules, &round)).expect("a legal action");
    }
    None
}

/// The tricks begun in a solve, or nothing if it was given up.
fn solve(rules: &Rules, round: &Round, patience: Duration) -> Option<u64> {
    let stop = AtomicBool::new(false);
    let (done, wait) = mpsc::channel();
    thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            if wait.recv_timeout(patience).is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let solved = solve_round(rules, round, stop).expect("a card to play");
        done.send(()).ok();
        solved.map(|solution| solution.nodes)
    })
}

fn main() {
    let (mut preset, mut cards, mut count) = ("partners".to_owned(), 9, 30);
    let (mut patience, mut nils, mut seed) = (20, 1, 1u64);
    for arg in std::env::args().skip(1) {
        let (name, text) = pair(&arg);
        let value = || number::<u64>(text);
        match name {
            "preset" => text.clone_into(&mut preset),
            "cards" => cards = value() as u8,
            "count" => count = value() as usize,
            "seconds" => patience = value(),
            "nils" => nils = value() as usize,
            "seed" => seed = value(),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    let solo = preset == "solo";
    let mut rules = Rules::preset(if solo { "partners" } else { &preset }).expect("a preset");
    rules.partnerships &= !solo;
    let (mut times, mut nodes, mut given_up) = (Vec::new(), 0, 0);
    while times.len() < count {
        seed += 1;
        let Some(round) = position(&rules, seed, cards, nils) else { continue };
        let begin = seconds();
        match solve(&rules, &round, Duration::from_secs(patience)) {
            Some(more) => nodes += more,
            None => given_up += 1,
        }
        times.push(seconds() - begin);
    }
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() - 1) * part / 10];
    println!(
        "{preset}, {cards} cards: median {:.3} s, nine in ten within {:.2}, slowest {:.2}; {given_up} of {count} given up, {} tricks begun in each of the others",
        at(5),
        at(9),
        at(10),
        nodes / (count - given_up).max(1) as u64
    );
}
