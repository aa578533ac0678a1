//! What the cards of one bot are worth against those of another where the two differ, at a table of three or four.
//!
//! `cargo run --release --example table_differ -- ARM ARM [rounds=50] [seed=1] [preset=partners] [share=0.4] [worlds=16] [walk=ARM] [go=ARM]`
//!
//! Rounds are played by a third bot (`walk`). In a share of the positions with more than five cards a hand both bots are asked;
//! where they play different cards, either is played in worlds that the seat may think possible, all else alike, and the rest
//! is played by a fourth bot (`go`) on all seats. Most positions tell nothing, so this is much more sensitive than a match.
//! Points are those of the seat's side less the mean of the other sides', a bag at -5, with 95 % intervals over rounds.

mod arguments;

use std::time::Instant;

use arguments::{at_least, number, preset, refuse};
use spades_core::determinize::{Settings, worlds};
use spades_core::rng::{Rng, Stream, derive};
use spades_core::{Action, History, Observation, Phase, Round, Rules, score_round};

#[path = "table/arm.rs"]
mod arm;
use arm::Arm;

const USAGE: &str = "table_differ ARM ARM [rounds=N] [seed=N] [share=X] [worlds=N] [walk=ARM] [go=ARM] [preset=NAME]";

/// Cards a hand from which on worlds are solved: there is nothing to differ in.
const SOLVED: u32 = 5;

struct Settled {
    rules: Rules,
    go: Arm,
    worlds: u32,
}

impl Settled {
    fn points(&self, round: &Round, side: usize) -> f64 {
        let scores = score_round(&self.rules, &round.bids(), round.tricks(), &[0; 4]);
        let of = |s: usize| scores[s].points as f64 - 6.0 * scores[s].bags as f64;
        let others = (0..self.rules.sides()).filter(|&s| s != side);
        of(side) - others.map(of).sum::<f64>() / (self.rules.sides() - 1) as f64
    }

    /// Points at the end of a world after an action.
    fn end(&self, world: &Round, history: &History, action: Action, seed: u64) -> f64 {
        let (mut round, mut history) = (*world, *history);
        let side = self.rules.side_of(round.turn().unwrap());
        let (mut next, mut step) = (action, 0);
        while let Some(seat) = round.turn() {
            history.push(seat, next);
            round.apply(next).unwrap();
            step += 1;
            if let Some(seat) = round.turn() {
                let obs = Observation::new(&self.rules, &round, &history, seat).unwrap();
                next = self.go.choose(&obs, derive(seed, Stream::Choice, step)).0;
            }
        }
        self.points(&round, side)
    }

    /// What one action is worth more than another.
    fn gain(&self, obs: &Observation, actions: [Action; 2], seed: u64) -> f64 {
        let drawn = worlds(obs, &Settings::default(), derive(seed, Stream::Worlds, 0), self.worlds);
        let each = drawn.iter().enumerate().map(|(index, world)| {
            let seed = derive(seed, Stream::Playout, index as u64);
            let [a, b] = actions.map(|action| self.end(world, obs.history(), action, seed));
            a - b
        });
        each.sum::<f64>() / f64::from(self.worlds.max(1))
    }
}

fn interval(x: &[f64]) -> String {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let variance = x.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    format!("{mean:.2} +- {:.2} ({n})", 1.96 * (variance / n).sqrt())
}

fn main() {
    let args = at_least(2, USAGE);
    let arms = [Arm::parse(&args[0]), Arm::parse(&args[1])];
    let (mut rounds, mut seed, mut share, mut worlds) = (50u64, 1u64, 0.4f64, 16u32);
    let mut rules = Rules::preset("partners").unwrap();
    let mut walk = Arm::parse("search:worlds=30,bidding=60");
    let mut go = Arm::parse("search:worlds=8");
    for arg in &args[2..] {
        match arg.split_once('=') {
            Some(("rounds", v)) => rounds = number(v),
            Some(("seed", v)) => seed = number(v),
            Some(("share", v)) => share = number(v),
            Some(("worlds", v)) => worlds = number(v),
            Some(("walk", v)) => walk = Arm::parse(v),
            Some(("go", v)) => go = Arm::parse(v),
            Some(("preset", v)) => rules = preset(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    let settled = Settled { rules, go, worlds };
    let begin = Instant::now();
    let (mut sums, mut gains, mut asked, mut seconds) = (vec![], vec![], 0u32, [0.0; 2]);
    for i in 0..rounds {
        let deal = derive(seed, Stream::Rounds, i);
        let mut rng = Rng::new(deal, Stream::Playout, 0);
        let mut round = Round::deal(&rules, deal, (i % u64::from(rules.players)) as u8).unwrap();
        let (mut history, mut step, mut sum) = (History::default(), 0, 0.0);
        while let Some(seat) = round.turn() {
            let obs = Observation::new(&rules, &round, &history, seat).unwrap();
            step += 1;
            let seed = derive(deal, Stream::Bot, step);
            let open = round.phase() == Phase::Play && obs.hand().len() > SOLVED;
            if open && obs.legal().len() > 1 && rng.unit() < share {
                asked += 1;
                let [a, b] = std::array::from_fn(|at| {
                    let begin = Instant::now();
                    let action = arms[at].choose(&obs, seed).0;
                    seconds[at] += begin.elapsed().as_secs_f64();
                    action
                });
                if a != b {
                    let gain = settled.gain(&obs, [a, b], seed);
                    gains.push(gain);
                    sum += gain / share / rules.sides() as f64;
                }
            }
            let action = walk.choose(&obs, seed).0;
            history.push(seat, action);
            round.apply(action).unwrap();
        }
        sums.push(sum);
    }
    println!("{} instead of {}: {rounds} rounds, seed {seed}", args[0], args[1]);
    println!("  points a round and side {}", interval(&sums));
    println!("  points where they differ {}", interval(&gains));
    println!(
        "  they differ in {:.1} % of {asked} positions; {:.1} and {:.1} ms a decision; {:.0} s",
        100.0 * gains.len() as f64 / f64::from(asked.max(1)),
        1e3 * seconds[0] / f64::from(asked.max(1)),
        1e3 * seconds[1] / f64::from(asked.max(1)),
        begin.elapsed().as_secs_f64()
    );
}
