//! How long the search bot takes for each kind of decision, on one core.
//!
//! `cargo run --release --example decisions -- [rounds=100] [worlds=32] [seed=1] [preset=two-handed]`

mod arguments;

use std::time::Instant;

use arguments::{number, preset, refuse};
use spades_core::rng::{Stream, derive};
use spades_core::search::{Limit, Options, search};
use spades_core::{Game, Phase, Rules};

fn main() {
    let (mut rounds, mut worlds, mut seed) = (100u64, 32u32, 1u64);
    let mut rules = Rules::preset("two-handed").unwrap();
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("rounds", v)) => rounds = number(v),
            Some(("worlds", v)) => worlds = number(v),
            Some(("seed", v)) => seed = number(v),
            Some(("preset", v)) => rules = preset(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    let mut rows: Vec<(String, Vec<f64>, u64, u64)> = Vec::new();
    let mut whole = 0.0;
    for i in 0..rounds {
        let seed = derive(seed, Stream::Rounds, i);
        let mut game = Game::new(rules, seed, Some((i % 2) as u8)).unwrap();
        while let Some(seat) = game.turn() {
            if !game.finished().is_empty() {
                break;
            }
            let obs = game.observation(seat).unwrap();
            let begin = Instant::now();
            let limit = Limit { worlds, threads: 1 };
            let report = search(&obs, &Options::default(), i, &limit, &|| false).unwrap();
            let time = begin.elapsed().as_secs_f64() * 1e3;
            let name = match obs.phase() {
                Phase::Play => {
                    let lead = if obs.view().trick_len() == 0 { "lead" } else { "follow" };
                    whole += time;
                    format!("{:2} cards, {lead}", obs.hand().len())
                }
                phase => phase.name().to_owned(),
            };
            let at = rows.iter().position(|r| r.0 == name).unwrap_or_else(|| {
                rows.push((name, Vec::new(), 0, 0));
                rows.len() - 1
            });
            rows[at].1.push(time);
            rows[at].2 += u64::from(report.worlds);
            rows[at].3 += report.nodes;
            game.apply(report.action).unwrap();
        }
    }
    println!("decision             mean ms   worst ms  worlds/s  nodes/world");
    for (name, times, worlds, nodes) in &rows {
        let sum: f64 = times.iter().sum();
        let worst = times.iter().copied().fold(0.0, f64::max);
        println!(
            "{name:20} {:8.3} {worst:9.2} {:9.0} {:10.0}",
            sum / times.len() as f64,
            *worlds as f64 / sum * 1e3,
            *nodes as f64 / (*worlds).max(1) as f64
        );
    }
    println!("all plays of a round and player: {:.2} ms", whole / rounds as f64 / 2.0);
}
