//! Fits what the search at a table of three or four takes for granted, from its own self-play; the
//! same seed gives the same numbers, for any number of threads.
//!
//! `cargo run --release -p spades-core --example calibrate -- odds|standing [rounds=1200] [games=40]
//! [worlds=20] [seed=1] [threads=1]`
//!
//! * `odds`: how often bids are made, against how often playouts make them, for
//!   `src/determinize/odds.rs`. Contracts are those that the search bids; for nils one seat of a deal
//!   bids it where playouts keep half of them or more.
//! * `standing`: the points by which the best side comes nearer to the target in a round, and the
//!   spread of points, for `src/determinize/standing.rs`, in games with nils and in games in which
//!   these bring nothing.

mod arguments;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use arguments::{number, preset, refuse};
use spades_core::determinize::{Settings, search_playouts};
use spades_core::rng::{Stream, derive};
use spades_core::search::{Limit, Report};
use spades_core::{Action, Game, Phase, Rules};

/// Tables that have numbers of their own.
fn tables() -> [(&'static str, Rules); 3] {
    [
        ("PARTNERS", preset("partners")),
        ("SOLO", Rules { partnerships: false, ..preset("partners") }),
        ("THREE", Rules { misdeal: false, ..preset("three-handed") }),
    ]
}

struct Run {
    rounds: u64,
    games: u64,
    worlds: u32,
    seed: u64,
    threads: u64,
}

impl Run {
    /// The results of `n` pieces of work, in order.
    fn each<T: Send>(&self, n: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
        let (next, all) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= n {
                            break;
                        }
                        let item = work(i);
                        all.lock().unwrap().push((i, item));
                    }
                });
            }
        });
        let mut all = all.into_inner().unwrap();
        all.sort_by_key(|item| item.0);
        all.into_iter().map(|item| item.1).collect()
    }

    fn game(&self, rules: &Rules, i: u64) -> Game {
        let opener = (i % u64::from(rules.players)) as u8;
        Game::new(*rules, derive(self.seed, Stream::Rounds, i), Some(opener)).unwrap()
    }
}

/// What the search does when it plays for points, so that nothing of it leans on the standing;
/// `raw`: bids are taken to be made as often as in playouts.
fn choose(game: &Game, seat: usize, worlds: u32, raw: bool) -> Report {
    let obs = game.observation(seat).unwrap();
    let settings = Settings { odds: !raw, game: 0.0, ..Settings::default() };
    let seed = derive(game.seed(), Stream::Bot, game.actions().len() as u64);
    search_playouts(&obs, &settings, seed, &Limit { worlds, threads: 1 }, &|| false).unwrap()
}

/// How often playouts made a bid, and whether it was made.
type Made = (f64, bool);

/// Plays a round in which seat `nil` bids nil if there is one, and gives what is made of its bid, or
/// of those of all without one; nothing where the hand is no hand for nil.
fn round(run: &Run, rules: &Rules, i: u64, nil: Option<usize>) -> Option<Vec<Made>> {
    let mut game = run.game(rules, i);
    let mut predicted = [None; 4];
    while game.finished().is_empty() {
        let seat = game.turn()?;
        let bidding = game.round().phase() == Phase::Bid;
        let tries = bidding && nil == Some(seat);
        let report = choose(&game, seat, run.worlds * if bidding { 4 } else { 1 }, bidding);
        let action = if tries { Action::bid(0)? } else { report.action };
        if bidding {
            let value = report.values.iter().find(|value| value.action == action)?;
            predicted[seat] = value.made;
            if tries && value.made? < LEAST {
                return None;
            }
        }
        game.apply(action).unwrap();
    }
    let (bids, tricks) = (game.finished()[0].bids, game.finished()[0].tricks);
    let side = |of: usize| {
        (0..game.round().players()).filter(move |&s| rules.side_of(s) == rules.side_of(of))
    };
    let made = |seat: usize| {
        let takers = side(seat).filter(|&s| !bids[s].is_nil());
        let (bid, won) =
            takers.fold((0, 0), |sum, s| (sum.0 + bids[s].tricks(), sum.1 + tricks[s]));
        if bids[seat].is_nil() { tricks[seat] == 0 } else { won >= bid }
    };
    let counts = |seat: usize| nil.map_or(!bids[seat].is_nil(), |nil| nil == seat);
    let seats = (0..game.round().players()).filter(|&seat| counts(seat));
    Some(seats.filter_map(|seat| Some((predicted[seat]?, made(seat)))).collect())
}

/// Least share of playouts that keep a nil for it to be tried.
const LEAST: f64 = 0.5;

/// The factor of the odds with which as many bids are expected to be made as were, which is the
/// likeliest one; with the number of bids, those made, and the Brier score before and after.
fn factor(run: &Run, all: &[Made]) -> (f64, String) {
    let n = 4.0 * f64::from(run.worlds);
    let chance = |factor: f64, p: f64| {
        let odds = factor * (p * n + 0.5) / (n - p * n + 0.5);
        odds / (1.0 + odds)
    };
    let made = all.iter().filter(|bid| bid.1).count();
    let (mut low, mut high) = (0.01, 10.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        let expected: f64 = all.iter().map(|bid| chance(middle, bid.0)).sum();
        if expected < made as f64 { low = middle } else { high = middle }
    }
    let brier = |factor: f64| {
        let error = |bid: &Made| (chance(factor, bid.0) - f64::from(u8::from(bid.1))).powi(2);
        all.iter().map(error).sum::<f64>() / all.len() as f64
    };
    let text =
        format!("{made} of {} made, Brier score {:.3} > {:.3}", all.len(), brier(1.0), brier(low));
    (low, text)
}

fn odds(run: &Run) {
    for (name, rules) in tables() {
        let rules = Rules { hand_hidden_until_bid: false, ..rules };
        let seat = |i: u64| (i / u64::from(rules.players)) as usize % usize::from(rules.players);
        let nils = run.each(run.rounds, |i| round(run, &rules, i, Some(seat(i))));
        let bids = run.each(run.rounds / 4, |i| round(run, &rules, i, None));
        let [nils, bids] =
            [nils, bids].map(|all| all.into_iter().flatten().flatten().collect::<Vec<_>>());
        let ((nil, of_nils), (contract, of_bids)) = (factor(run, &nils), factor(run, &bids));
        println!("const {name}: Odds = Odds {{ nil: {nil:.2}, contract: {contract:.2} }};");
        println!("    // nils: {of_nils}; contracts: {of_bids}");
    }
}

/// What a number of games has shown of rounds.
#[derive(Default)]
struct Rounds {
    number: u32,
    /// Points that the best side lacks at the start of a round, and rounds that are still to come,
    /// less what one that overshoots the target takes off.
    lacking: f64,
    to_come: f64,
    /// Squares of what one side gains on another, and their number.
    squares: f64,
    pairs: f64,
}

impl Rounds {
    /// Points by which the best side comes nearer to the target in a round.
    fn gain(&self) -> f64 {
        self.lacking / self.to_come
    }

    /// The spread of what a side gains, as one of two equal draws.
    fn spread(&self) -> f64 {
        (self.squares / self.pairs / 2.0).sqrt()
    }
}

/// Plays whole games of equals.
fn games(run: &Run, rules: &Rules) -> Rounds {
    let played = run.each(run.games, |i| {
        let mut game = run.game(rules, i);
        while let Some(seat) = game.turn() {
            let report = choose(&game, seat, run.worlds, false);
            game.apply(report.action).unwrap();
        }
        let scores = game.finished().iter().map(|round| round.scores.map(|score| score.points));
        scores.collect::<Vec<_>>()
    });
    let (sides, mut rounds) = (rules.sides(), Rounds::default());
    for game in &played {
        let mut held = [0; 4];
        for (done, points) in game.iter().enumerate() {
            let best = held[..sides].iter().max().copied().unwrap_or(0);
            rounds.number += 1;
            rounds.lacking += (i64::from(rules.target) - best) as f64;
            rounds.to_come += (game.len() - done) as f64 - OVERSHOT;
            for a in 0..sides {
                held[a] += points[a];
                for b in 0..a {
                    rounds.squares += ((points[a] - points[b]) as f64).powi(2);
                    rounds.pairs += 1.0;
                }
            }
        }
    }
    rounds
}

/// Part of a round that a game takes longer than the target asks for.
const OVERSHOT: f64 = 0.3;

fn standing(run: &Run) {
    for (name, rules) in tables() {
        let (usual, without) = (games(run, &rules), games(run, &Rules { nil_bonus: 0, ..rules }));
        let share = f64::from(rules.hand_size()) / rules.sides() as f64;
        let contract = f64::from(rules.trick_points) * share;
        let nil = f64::from(rules.nil_bonus + rules.nil_penalty);
        println!(
            "const {name}: Form = Form {{ gain: {:.2}, spread: {:.2}, nil: {:.2} }}; // {} and {} rounds",
            usual.gain() / contract,
            without.spread() / contract,
            (usual.spread() - without.spread()).max(0.0) / nil,
            usual.number,
            without.number
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut run = Run { rounds: 1200, games: 40, worlds: 20, seed: 1, threads: 1 };
    for arg in args.iter().skip(1) {
        match arg.split_once('=') {
            Some(("rounds", v)) => run.rounds = number(v),
            Some(("games", v)) => run.games = number(v),
            Some(("worlds", v)) => run.worlds = number(v),
            Some(("seed", v)) => run.seed = number(v),
            Some(("threads", v)) => run.threads = number(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    match args.first().map(String::as_str) {
        Some("odds") => odds(&run),
        Some("standing") => standing(&run),
        _ => refuse("usage: calibrate odds|standing [NAME=N ...]"),
    }
}
