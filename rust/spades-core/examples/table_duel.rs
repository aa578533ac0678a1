//! Bots against each other at a table of three or four, over mirrored deals.
//!
//! `cargo run --release --example table_duel -- ARM ARM [pairs=200] [seed=1] [preset=partners] [target=N] [games] [threads=1]`
//!
//! An arm is `random`, `rule`, `book` or `search`, the last followed by settings: `search:worlds=40,caution=0.7,bids=0`. Each deal is
//! played once for every side, with the first arm there and the second on all others; with `games` it is a game to the target.
//! Points are those of the first arm's side less the mean of the other sides', per round, with 95 % intervals over deals.

mod arguments;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arguments::{at_least, number, preset, refuse};
use spades_core::rng::{Stream, derive};
use spades_core::{Action, FinishedRound, Game, Phase, Rules, score_round};

#[path = "table/arm.rs"]
mod arm;
use arm::Arm;

const USAGE: &str =
    "table_duel ARM ARM [games] [solo] [pairs=N] [seed=N] [threads=N] [preset=NAME] [target=N]";

#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    /// Sides' rounds, contracts set, bags, moments of thought and their seconds.
    rounds: u64,
    sets: u64,
    bags: u64,
    decisions: u64,
    seconds: f64,
    longest: f64,
    /// Bids above nil, the tricks bid and made by those who made them.
    bids: u64,
    bid: u64,
    tricks: u64,
    /// Nils, those kept, and squared errors of the predicted chances.
    nils: u64,
    kept: u64,
    predicted: u64,
    brier: f64,
    misdeals: u64,
    points: f64,
    squares: f64,
    /// By decile of the prediction: number, predictions, and how often it came true.
    nil: [(u64, f64, f64); 10],
    made: [(u64, f64, f64); 10],
    win: [(u64, f64, f64); 10],
}

fn into(deciles: &mut [(u64, f64, f64); 10], predicted: f64, came: f64) {
    let decile = &mut deciles[((predicted * 10.0) as usize).min(9)];
    *decile = (decile.0 + 1, decile.1 + predicted, decile.2 + came);
}

fn text_of(deciles: &[(u64, f64, f64); 10]) -> String {
    let texts = deciles.iter().filter(|d| d.0 > 0).map(|d| {
        let share = |x: f64| 100.0 * x / d.0 as f64;
        format!("{:.0}>{:.0} ({})", share(d.1), share(d.2), d.0)
    });
    texts.collect::<Vec<_>>().join(", ")
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.sets += other.sets;
        self.bags += other.bags;
        self.decisions += other.decisions;
        self.seconds += other.seconds;
        self.longest = self.longest.max(other.longest);
        self.bids += other.bids;
        self.bid += other.bid;
        self.tricks += other.tricks;
        self.nils += other.nils;
        self.kept += other.kept;
        self.predicted += other.predicted;
        self.brier += other.brier;
        self.misdeals += other.misdeals;
        self.points += other.points;
        self.squares += other.squares;
        let pairs = self.nil.iter_mut().zip(&other.nil);
        let pairs = pairs.chain(self.made.iter_mut().zip(&other.made));
        for (to, from) in pairs.chain(self.win.iter_mut().zip(&other.win)) {
            *to = (to.0 + from.0, to.1 + from.1, to.2 + from.2);
        }
    }

    fn print(&self, arm: &str) {
        let share = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
        let mean = |a: u64, b: u64| a as f64 / b.max(1) as f64;
        let points = self.points / self.rounds.max(1) as f64;
        let spread = (self.squares / self.rounds.max(1) as f64 - points * points).sqrt();
        println!("  {arm}: {points:.1} points a round and side, spread {spread:.1}");
        println!(
            "    bid {:.2}, made {:.2}; contracts set {:.1} %; bags {:.2}; misdeals {}",
            mean(self.bid, self.bids),
            mean(self.tricks, self.bids),
            share(self.sets, self.rounds),
            mean(self.bags, self.rounds),
            self.misdeals
        );
        println!(
            "    nils {} ({:.1} % of bids), kept {:.1} %, Brier score {:.3}",
            self.nils,
            share(self.nils, self.nils + self.bids),
            share(self.kept, self.nils),
            self.brier / self.predicted.max(1) as f64
        );
        for (what, deciles) in
            [("keep nil", &self.nil), ("make the contract", &self.made), ("win", &self.win)]
        {
            if deciles.iter().any(|d| d.0 > 0) {
                println!("    chance to {what}, predicted > real: {}", text_of(deciles));
            }
        }
        println!(
            "    {:.2} ms a decision, {:.1} ms the longest",
            1e3 * self.seconds / self.decisions.max(1) as f64,
            1e3 * self.longest
        );
    }
}

#[derive(Clone, Copy, Default)]
struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += x * x;
    }
    fn text(&self) -> String {
        let mean = self.sum / self.n;
        let var = (self.squares / self.n - mean * mean).max(0.0);
        let half = 1.96 * (var / (self.n - 1.0).max(1.0)).sqrt();
        format!("{mean:8.3} +- {half:.3} (sd {:.1})", var.sqrt())
    }
}

/// Counts a round in which arm 0 sat at side `at`; `said` are the predicted chances to make the bids.
/// Returns points of arm 0 less the others', raw and with bags at -5.
fn count(
    rules: &Rules,
    round: &FinishedRound,
    said: &[Option<f64>; 4],
    at: usize,
    sums: &mut [Sums; 2],
) -> (f64, f64) {
    let zero = score_round(rules, &round.bids, &round.tricks, &[0; 4]);
    let (mut raw, mut priced) = (0.0, 0.0);
    for (side, score) in zero.iter().enumerate().take(rules.sides()) {
        let arm = usize::from(side != at);
        let sums = &mut sums[arm];
        let sign = if arm == 0 { 1.0 } else { -1.0 / (rules.sides() - 1) as f64 };
        let sum = |names: &[&str]| -> i64 {
            let lines = score.lines().iter().filter(|line| names.contains(&line.0.name()));
            lines.map(|line| line.1).sum()
        };
        let bags = sum(&["overtricks", "bags"]) / i64::from(rules.bag_points.max(1));
        let points = round.scores[side].points as f64;
        raw += sign * points;
        priced += sign * ((score.points - sum(&["bag-penalty"])) as f64 - 6.0 * bags as f64);
        sums.rounds += 1;
        sums.points += points;
        sums.squares += points * points;
        sums.bags += bags as u64;
        sums.sets += u64::from(sum(&["contract"]) < 0);
    }
    for (seat, &said) in said.iter().enumerate().take(rules.players as usize) {
        let side = rules.side_of(seat);
        let sums = &mut sums[usize::from(side != at)];
        let (bid, tricks) = (round.bids[seat], round.tricks[seat]);
        let made = if bid.is_nil() {
            sums.nils += 1;
            sums.kept += u64::from(tricks == 0);
            tricks == 0
        } else {
            sums.bids += 1;
            sums.bid += u64::from(bid.tricks());
            sums.tricks += u64::from(tricks);
            zero[side].lines().iter().all(|line| line.0.name() != "contract" || line.1 > 0)
        };
        if let Some(said) = said {
            let came = f64::from(u8::from(made));
            into(if bid.is_nil() { &mut sums.nil } else { &mut sums.made }, said, came);
            if bid.is_nil() {
                sums.predicted += 1;
                sums.brier += (said - came).powi(2);
            }
        }
    }
    (raw, priced)
}

/// Plays one round or game, arm 0 at side `at`. Returns points of arm 0 less the others', raw and
/// with bags at -5, per round, and whether arm 0 won.
fn play(
    rules: &Rules,
    arms: &[Arm; 2],
    seed: u64,
    at: usize,
    games: bool,
    sums: &mut [Sums; 2],
) -> (f64, f64, Option<f64>) {
    let opener = (seed % u64::from(rules.players)) as u8;
    let mut game = Game::new(*rules, derive(seed, Stream::Deck, 77), Some(opener)).unwrap();
    let mut step = 0;
    let mut said = [(None, None); 4];
    let mut all_said = Vec::new();
    let mut wins: Vec<(usize, f64)> = Vec::new();
    while let Some(seat) = game.turn() {
        if game.finished().len() > all_said.len() {
            all_said.push(said);
        }
        if !games && !game.finished().is_empty() {
            break;
        }
        let arm = usize::from(rules.side_of(seat) != at);
        let begin = Instant::now();
        let bidding = game.round().phase() == Phase::Bid;
        let choices = game.round().legal().len();
        let (action, made, win) = arms[arm]
            .choose(&game.observation(seat).unwrap(), derive(seed, Stream::Bot, 1000 + step));
        let seconds = begin.elapsed().as_secs_f64();
        if choices > 1 {
            sums[arm].decisions += 1;
            sums[arm].seconds += seconds;
            sums[arm].longest = sums[arm].longest.max(seconds);
        }
        if bidding {
            said[seat] = (made, win);
            sums[arm].misdeals += u64::from(action == Action::MISDEAL);
            if let Some(win) = win {
                wins.push((rules.side_of(seat), win));
            }
        }
        step += 1;
        game.apply(action).unwrap();
    }
    all_said.push(said);
    let winner = game.outcome().map(|end| end.winner);
    let (mut raw, mut priced) = (0.0, 0.0);
    for (round, said) in game.finished().iter().zip(all_said) {
        let (more, more_priced) = count(rules, round, &said.map(|said| said.0), at, sums);
        raw += more;
        priced += more_priced;
    }
    if let (Some(winner), true) = (winner, games) {
        for (side, win) in wins {
            let came = winner.map_or(0.5, |w| f64::from(u8::from(w == side)));
            into(&mut sums[usize::from(side != at)].win, win, came);
        }
    }
    let n = game.finished().len() as f64;
    let won = winner.map(|winner| winner.map_or(0.5, |w| f64::from(u8::from(w == at))));
    (raw / n, priced / n, won.filter(|_| games))
}

type Ends = Vec<(f64, f64, Option<f64>)>;

fn main() {
    let args = at_least(2, USAGE);
    let arms = [Arm::parse(&args[0]), Arm::parse(&args[1])];
    let (mut pairs, mut seed, mut threads, mut games) = (200u64, 1u64, 1usize, false);
    let mut rules = Rules::preset("partners").unwrap();
    for arg in &args[2..] {
        match arg.split_once('=') {
            None if arg == "games" => games = true,
            None if arg == "solo" => {}
            Some(("pairs", v)) => pairs = number(v),
            Some(("seed", v)) => seed = number(v),
            Some(("threads", v)) => threads = number(v),
            Some(("preset", v)) => rules = preset(v),
            Some(("target", v)) => rules.target = number(v),
            Some(("bag_penalty", v)) => rules.bag_penalty = number(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    if args.iter().any(|arg| arg == "solo") {
        rules.partnerships = false;
        rules.double_nil_bonus = 0;
    }
    rules.validate().unwrap();
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    let all = Mutex::new(([Sums::default(); 2], Vec::<(u64, Ends)>::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= pairs {
                        break;
                    }
                    let mut sums = [Sums::default(); 2];
                    let seed = derive(seed, Stream::Rounds, i);
                    let sides = 0..rules.sides();
                    let ends =
                        sides.map(|at| play(&rules, &arms, seed, at, games, &mut sums)).collect();
                    let mut all = all.lock().unwrap();
                    for (to, from) in all.0.iter_mut().zip(&sums) {
                        to.add(from);
                    }
                    all.1.push((i, ends));
                }
            });
        }
    });
    let (sums, mut results) = all.into_inner().unwrap();
    results.sort_by_key(|result| result.0);
    let (mut raw, mut priced, mut won) = (Mean::default(), Mean::default(), Mean::default());
    let mut seats = [Mean::default(); 4];
    for (_, ends) in &results {
        let n = ends.len() as f64;
        raw.add(ends.iter().map(|end| end.0).sum::<f64>() / n);
        priced.add(ends.iter().map(|end| end.1).sum::<f64>() / n);
        if games {
            won.add(ends.iter().filter_map(|end| end.2).sum::<f64>() / n);
            for (seat, end) in ends.iter().enumerate() {
                seats[seat].add(end.2.unwrap_or(0.0));
            }
        }
    }
    println!("{} against {}: {pairs} deals, seed {seed}", args[0], args[1]);
    println!("  points a round   {}", raw.text());
    println!("  with bags at -5  {}", priced.text());
    if games {
        println!("  games won        {}", won.text());
        for (side, seat) in seats.iter().enumerate().take(rules.sides()) {
            println!("    as side {side}      {}", seat.text());
        }
    }
    for (arm, sums) in sums.iter().enumerate() {
        sums.print(&args[arm]);
    }
    println!("  {:.1} s", begin.elapsed().as_secs_f64());
}
