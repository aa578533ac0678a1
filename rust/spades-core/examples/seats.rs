//! How long the solver takes for positions in which it matters who takes a trick: nils that are open, and games of three.
//!
//! `cargo run --release --example seats -- [preset=partners] [cards=9] [count=30] [seconds=20] [seed=1]`
//!
//! Rounds are dealt and bid by the plain computer player, which also plays them down to `cards` cards a hand; in partnerships only
//! rounds with a nil that is still open count. Every legal lead is valued. Prints the median, the slowest tenth and the slowest of
//! the processor times, and what was given up after `seconds`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use spades_core::solve::{Limit, Position, SeatSolver};
use spades_core::{Phase, Round, Rules, margin, rule_choice};

fn main() {
    let (mut cards, mut count, mut seconds, mut seed) = (9u8, 30usize, 20u64, 1u64);
    let (mut rules, mut open_wanted, mut bits) = (Rules::preset("partners").unwrap(), 0, 20);
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("cards", v)) => cards = v.parse().unwrap(),
            Some(("count", v)) => count = v.parse().unwrap(),
            Some(("seconds", v)) => seconds = v.parse().unwrap(),
            Some(("seed", v)) => seed = v.parse().unwrap(),
            Some(("bits", v)) => bits = v.parse().unwrap(),
            Some(("nils", v)) => open_wanted = v.parse().unwrap(),
            Some(("preset", "solo")) => {
                rules.partnerships = false;
            }
            Some(("preset", v)) => rules = Rules::preset(v).unwrap(),
            _ => panic!("what is {arg}?"),
        }
    }
    let (mut times, mut nodes, mut given_up, mut sum) = (Vec::new(), 0, 0, 0i64);
    while times.len() < count {
        seed += 1;
        let mut round = Round::deal(&rules, seed, (seed % u64::from(rules.players)) as u8).unwrap();
        while let Some(seat) = round.turn() {
            let lead = round.phase() == Phase::Play && round.trick_len() == 0;
            if lead && round.cards_left(seat) == cards {
                break;
            }
            let action = rule_choice(&rules, &round);
            round.apply(action).unwrap();
        }
        let (players, Some(turn)) = (round.players(), round.turn()) else { continue };
        let open = (0..players)
            .filter(|&seat| round.bids()[seat].is_nil() && round.tricks()[seat] == 0)
            .count();
        if rules.partnerships && open < 1.max(open_wanted) {
            continue;
        }
        let side = rules.side_of(turn);
        let high = (0..players).filter(|&s| rules.side_of(s) == side).fold(0, |m, s| m | 1 << s);
        let mut hands = [0; 4];
        for (to, seat) in hands.iter_mut().zip(0..players) {
            *to = round.hand(seat).0;
        }
        let position = Position {
            players: players as u8,
            hands,
            leader: turn as u8,
            table: [None; 3],
            broken: round.broken(),
        };
        let value = |more: &[u8; 4]| {
            let tricks = std::array::from_fn(|seat| round.tricks()[seat] + more[seat]);
            margin(&rules, &round, side, &tricks)
        };
        let mut solver = SeatSolver::with_table(bits);
        let mut out = [0; 52];
        let stop = AtomicBool::new(false);
        let done = AtomicBool::new(false);
        let begin = Instant::now();
        let found = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) && begin.elapsed().as_secs() < seconds {
                    std::thread::sleep(Duration::from_millis(2));
                }
                stop.store(true, Ordering::Relaxed);
            });
            let found =
                solver.value_of_each(&position, high, &value, &mut out, &Limit::stop(&stop));
            done.store(true, Ordering::Relaxed);
            found
        });
        given_up += usize::from(found.is_none());
        if found.is_some() {
            sum += out.iter().map(|&value| i64::from(value)).sum::<i64>();
        }
        times.push(begin.elapsed().as_secs_f64() * 1e3);
        nodes += solver.nodes();
        if std::env::var("SHOW").is_ok() {
            eprintln!(
                "{seed} {:?} {open} {} {:.0} ms",
                round.bids(),
                solver.nodes(),
                times.last().unwrap()
            );
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{cards} cards: median {:.1} ms, nine in ten within {:.1}, slowest {:.1}; {given_up} of {count} given up; {} tricks begun each, sum {sum}",
        at(0.5),
        at(0.9),
        at(1.0),
        nodes / count as u64
    );
}
