//! Solves positions of four hands, for `benches/bench_four_hands.py`.
//!
//! Arguments: the bits of the table (20), repetitions (1), `portable` for the code of every processor. From standard input, one position a line: the four hands as hexadecimal
//! card sets, the leader, and `breaking` if spades must be broken before they are led. Prints the tricks of seats 0 and 2, one
//! number a line, then the positions visited and the processor seconds of one repetition.

use std::io::Read;

use spades_core::code_path::CodePath;
use spades_core::solve::{FourSolver, Limit, Position};

/// Processor time of this process, or the time of day where the system does not tell it.
fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    spent.map_or_else(
        || std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64()),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// A position and whether spades must be broken.
fn position(line: &str) -> Option<(Position, bool)> {
    let mut words = line.split_whitespace();
    let mut hands = [0; 4];
    for hand in &mut hands {
        *hand = u64::from_str_radix(words.next()?, 16).ok()?;
    }
    let leader = words.next()?.parse().ok()?;
    let position = Position { players: 4, hands, leader, table: [None; 3], broken: false };
    Some((position, words.next() == Some("breaking")))
}

fn main() {
    let mut numbers = std::env::args().skip(1).map_while(|text| text.parse::<u32>().ok());
    let portable = std::env::args().nth(3).is_some_and(|text| text == "portable");
    let path = if portable { CodePath::PORTABLE } else { CodePath::best() };
    let (bits, repeat) = (numbers.next().unwrap_or(20), numbers.next().unwrap_or(1).max(1));
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("positions");
    let positions: Vec<_> = text.lines().map(|line| position(line).expect("a position")).collect();
    let (mut answers, mut nodes, mut spent) = (Vec::new(), 0, 0.0);
    for _ in 0..repeat {
        let mut solver = FourSolver::with_table(bits).on(path);
        answers.clear();
        let start = seconds();
        for (position, breaking) in &positions {
            answers.extend(solver.tricks(position, *breaking, &Limit::none()));
        }
        spent += seconds() - start;
        nodes += solver.nodes();
    }
    for answer in answers {
        println!("{answer}");
    }
    println!("{} {}", nodes / u64::from(repeat), spent / f64::from(repeat));
}
