//! The bots that do not search against each other, over mirrored deals: thousands of rounds a second.
//!
//! `cargo run --release -p spades-core --example rungs -- book rule [preset=partners] [rounds=20000]
//! [seed=1] [solo]`
//!
//! `rule/book` bids like the one and plays like the other. Each deal is played once for every side that the first bot can have, the second having all the
//! others. Points are of the first bot's side less the mean of the other sides, with 95 % intervals
//! over deals.

mod arguments;

use arguments::{at_least, number, preset, refuse};
use spades_core::rng::{Stream, derive};
use spades_core::{Action, Phase, Round, Rules, book_choice, rule_choice, score_round};

const USAGE: &str = "rungs BOT BOT [rounds=N] [seed=N] [preset=NAME]";

type Chooser = fn(&Rules, &Round) -> Action;

/// A bot that may draft and bid like one and play like another.
#[derive(Clone, Copy)]
struct Bot {
    bids: Chooser,
    cards: Chooser,
}

impl Bot {
    fn parse(text: &str) -> Self {
        let (bids, cards) = text.split_once('/').unwrap_or((text, text));
        let chooser = |name: &str| -> Chooser {
            match name {
                "book" => book_choice,
                "rule" => rule_choice,
                other => refuse(format!("what is {other}?")),
            }
        };
        Self { bids: chooser(bids), cards: chooser(cards) }
    }

    fn choose(&self, rules: &Rules, round: &Round) -> Action {
        let chooser = if round.phase() == Phase::Play { self.cards } else { self.bids };
        chooser(rules, round)
    }
}

/// What a bot did, summed over its rounds.
#[derive(Default)]
struct Sums {
    sides: f64,
    bid: f64,
    tricks: f64,
    bags: f64,
    contracts: f64,
    sets: f64,
    nils: f64,
    kept: f64,
    points: f64,
}

fn play(rules: &Rules, bots: [Bot; 2], seed: u64, at: usize, sums: &mut [Sums; 2]) -> [f64; 2] {
    let opener = (seed % u64::from(rules.players)) as u8;
    let mut round = Round::deal(rules, seed, opener).unwrap();
    while let Some(seat) = round.turn() {
        let bot = usize::from(rules.side_of(seat) != at);
        let action = bots[bot].choose(rules, &round);
        round.apply(action).unwrap();
    }
    let scores = score_round(rules, &round.bids(), round.tricks(), &[0; 4]);
    let (mut raw, mut priced) = (0.0, 0.0);
    for (side, score) in scores.iter().enumerate().take(rules.sides()) {
        let bot = usize::from(side != at);
        let sums = &mut sums[bot];
        let penalty: i64 =
            score.lines().iter().filter(|l| l.0.name() == "bag-penalty").map(|l| l.1).sum();
        let seats = || (0..round.players()).filter(|&s| rules.side_of(s) == side);
        let contract: u8 = seats().map(|s| round.bids()[s].tricks()).sum();
        let won: u8 =
            seats().filter(|&s| !round.bids()[s].is_nil()).map(|s| round.tricks()[s]).sum();
        let bags: i64 = score
            .lines()
            .iter()
            .filter(|l| matches!(l.0.name(), "overtricks" | "bags"))
            .map(|l| l.1)
            .sum();
        sums.sides += 1.0;
        sums.points += (score.points - penalty) as f64;
        sums.bags += bags as f64;
        if contract > 0 {
            sums.contracts += 1.0;
            sums.bid += f64::from(contract);
            sums.tricks += f64::from(won);
            sums.sets += f64::from(u8::from(won < contract));
        }
        for seat in seats().filter(|&s| round.bids()[s].is_nil()) {
            sums.nils += 1.0;
            sums.kept += f64::from(u8::from(round.tricks()[seat] == 0));
        }
        let sign = if bot == 0 { 1.0 } else { -1.0 / (rules.sides() - 1) as f64 };
        raw += sign * (score.points - penalty) as f64;
        priced += sign * (score.points - penalty - 6 * bags) as f64;
    }
    [raw, priced]
}

fn main() {
    let args = at_least(2, USAGE);
    let bots = [Bot::parse(&args[0]), Bot::parse(&args[1])];
    let (mut rounds, mut seed) = (20_000u64, 1u64);
    let mut rules = Rules::preset("partners").unwrap();
    for arg in &args[2..] {
        match arg.split_once('=') {
            Some(("preset", v)) => rules = preset(v),
            Some(("rounds", v)) => rounds = number(v),
            Some(("seed", v)) => seed = number(v),
            None if arg == "solo" => rules.partnerships = false,
            _ => refuse(format!("what is {arg}?")),
        }
    }
    let mut sums = <[Sums; 2]>::default();
    let mut means = [(0.0, 0.0); 2];
    for i in 0..rounds {
        let seed = derive(seed, Stream::Rounds, i);
        let mut mean = [0.0; 2];
        for at in 0..rules.sides() {
            let one = play(&rules, bots, seed, at, &mut sums);
            for k in 0..2 {
                mean[k] += one[k] / rules.sides() as f64;
            }
        }
        for k in 0..2 {
            means[k].0 += mean[k];
            means[k].1 += mean[k] * mean[k];
        }
    }
    println!("{} against {}: {rounds} deals, {}", args[0], args[1], rules_name(&rules));
    for (what, (sum, squares)) in ["points", "a bag at -5"].into_iter().zip(means) {
        let n = rounds as f64;
        let mean = sum / n;
        let half = 1.96 * ((squares / n - mean * mean) / (n - 1.0)).sqrt();
        println!("  {what:12} {mean:+7.2} +- {half:.2}");
    }
    for (name, s) in args.iter().zip(&sums) {
        println!(
            "  {name}: points {:.1}, bid {:.2} tricks {:.2} a contract, bags {:.2}, sets {:.1} %, nils {:.1} % of sides, kept {:.1} %",
            s.points / s.sides,
            s.bid / s.contracts,
            s.tricks / s.contracts,
            s.bags / s.sides,
            100.0 * s.sets / s.contracts,
            100.0 * s.nils / s.sides,
            100.0 * s.kept / s.nils.max(1.0),
        );
    }
}

fn rules_name(rules: &Rules) -> String {
    let solo = if rules.players == 4 && !rules.partnerships { ", solo" } else { "" };
    format!("{} players{solo}", rules.players)
}
