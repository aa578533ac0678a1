//! Makes the tables of `src/search` and `src/belief.rs` from self-play; the same seed gives the same tables.
//!
//! `cargo run --release --example learn -- cards|keep|bids|outcomes [rounds=N] [seed=1] [preset=two-handed]`
//!
//! * `cards`: worth of a card in tricks, from drafted hands solved with all cards in view.
//! * `keep`: how often the bot keeps a card that it sees first.
//! * `bids`: the bid that a hand and its discards lead to.
//! * `outcomes`: how often rounds end with which bids and tricks.
//!
//! Made in this order, for each leans on those before it, with the bot that has them:
//! `cards rounds=8000 seed=1`, `keep rounds=4000 seed=2`, `bids rounds=1500 seed=5`,
//! `outcomes rounds=2000 seed=7`.

mod arguments;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use arguments::{number, preset, refuse};
use spades_core::deal::shuffled;
use spades_core::rng::{Stream, derive};
use spades_core::search::{Limit, Options, search};
use spades_core::solve::{TwoPosition, TwoSolver};
use spades_core::{Action, CardSet, Game, Phase, Rules, Suit};

#[path = "learn/least_squares.rs"]
mod least_squares;
use least_squares::Fit;

/// Classes of cards: spades by rank, then the other suits by rank.
const CLASSES: usize = 26;

fn class(id: u8) -> usize {
    let (suit, rank) = (id / 13, usize::from(id % 13));
    if suit == 3 { rank } else { 13 + rank }
}

fn count(cards: CardSet, to: &mut [f64], sign: f64) {
    for card in cards {
        to[class(card.id())] += sign;
    }
}

/// Side suits with no card, with one, with two.
fn shape(hand: CardSet) -> [f64; 3] {
    let mut shape = [0.0; 3];
    for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts] {
        let n = (hand & CardSet::suit(suit)).len() as usize;
        if n < 3 {
            shape[n] += 1.0;
        }
    }
    shape
}

fn print_table(name: &str, values: &[f64]) {
    let list: Vec<String> = values.iter().map(|v| format!("{:.0}", v * 100.0)).collect();
    println!("{name}: [{}]", list.join(", "));
}

struct Settings {
    rounds: u64,
    seed: u64,
    rules: Rules,
}

/// Plays every round until `done` says that it is enough, on two threads; results in order.
fn play<T: Send>(
    s: &Settings,
    options: Options,
    worlds: u32,
    done: impl Fn(&Game) -> bool + Sync,
    result: impl Fn(&Game, u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= s.rounds {
                        break;
                    }
                    let seed = derive(s.seed, Stream::Rounds, i);
                    let mut game = Game::new(s.rules, seed, Some((i % 2) as u8)).unwrap();
                    while !done(&game) {
                        let Some(seat) = game.turn() else { break };
                        let obs = game.observation(seat).unwrap();
                        let limit = Limit { worlds, threads: 1 };
                        let report =
                            search(&obs, &options, derive(seed, Stream::Bot, 5), &limit, &|| false);
                        game.apply(report.unwrap().action).unwrap();
                    }
                    let item = result(&game, i);
                    all.lock().unwrap().push((i, item));
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap();
    all.sort_by_key(|item| item.0);
    all.into_iter().map(|item| item.1).collect()
}

fn drafted(game: &Game) -> bool {
    game.round().phase() > Phase::Draft
}

/// Tricks of seat 0 with all cards in view, averaged over who leads.
fn solved(hands: [CardSet; 2], solver: &mut TwoSolver) -> f64 {
    solver.set_values(&std::array::from_fn(|t| t as i32));
    let sum: i32 = (0..2)
        .map(|turn| {
            solver.value(&TwoPosition {
                hands: [hands[0].0, hands[1].0],
                turn,
                led: None,
                broken: false,
                won: 0,
            })
        })
        .sum();
    f64::from(sum) / 2.0
}

fn cards(s: &Settings) {
    // The drafts keep every spade and J Q K A, so that the table does not depend on itself.
    let quick = Options { draft: false, ..Options::default() };
    let data = play(s, quick, 1, drafted, |game, _| {
        let hands = [0, 1].map(|seat| game.round().hand(seat));
        thread_local!(static SOLVER: std::cell::RefCell<TwoSolver> = std::cell::RefCell::new(TwoSolver::new()));
        (hands, SOLVER.with_borrow_mut(|solver| solved(hands, solver)))
    });
    let mut fit = Fit::new(CLASSES + 3);
    for (hands, tricks) in data {
        let mut x = [0.0; CLASSES + 3];
        count(hands[0], &mut x, 1.0);
        count(hands[1], &mut x, -1.0);
        let (a, b) = (shape(hands[0]), shape(hands[1]));
        for i in 0..3 {
            x[CLASSES + i] = a[i] - b[i];
        }
        fit.add(&x, tricks - 6.5);
    }
    let (mut b, spread) = fit.solve(1.0);
    // Only differences of cards count: both hands are of one size.
    let least = b[..CLASSES].iter().copied().fold(f64::MAX, f64::min);
    for v in &mut b[..CLASSES] {
        *v -= least;
    }
    print_table("SPADE", &b[..13]);
    print_table("SIDE", &b[13..CLASSES]);
    print_table("void, singleton, doubleton", &b[CLASSES..]);
    println!("spread {spread:.3} tricks");
}

fn keep(s: &Settings) {
    let quick = Options { posterior: false, ..Options::default() };
    let all = play(s, quick, 1, drafted, |game, _| {
        // The first card of pair t lies at place 2 t of the stock.
        let stock = shuffled(game.round_seed());
        let turns = game.actions().iter().take(26).enumerate();
        turns.map(|(t, &word)| (word, stock[2 * t])).collect::<Vec<_>>()
    });
    let mut seen = [[0u32; 2]; CLASSES];
    for (word, card) in all.into_iter().flatten() {
        let kept = word == Action::KEEP || word == Action::UP;
        seen[class(card)][usize::from(kept)] += 1;
    }
    let share = seen.map(|[no, yes]| f64::from(yes) / f64::from((no + yes).max(1)));
    print_table("SPADE", &share[..13]);
    print_table("SIDE", &share[13..]);
}

fn bids(s: &Settings, worlds: u32) {
    let data = play(
        s,
        Options { equity: false, ..Options::default() },
        worlds,
        |g| g.round().phase() > Phase::Bid,
        |game, _| {
            let round = game.round();
            [0, 1].map(|seat| {
                (
                    round.hand(seat),
                    round.discards(seat),
                    round.bid(seat).unwrap().tricks(),
                    seat == round.opener(),
                    round.bid(1 - seat).unwrap().tricks(),
                )
            })
        },
    );
    let size = 2 * CLASSES + 7;
    let mut fit = Fit::new(size);
    for (hand, gone, bid, opener, other) in data.into_iter().flatten() {
        let mut x = vec![0.0; size];
        count(hand, &mut x, 1.0);
        count(gone, &mut x[CLASSES..], 1.0);
        x[2 * CLASSES..2 * CLASSES + 3].copy_from_slice(&shape(hand));
        x[2 * CLASSES + 3] = 1.0;
        x[2 * CLASSES + 4] = f64::from(u8::from(opener));
        if !opener {
            x[2 * CLASSES + 5] = f64::from(other);
            x[2 * CLASSES + 6] = f64::from(u8::from(other == 0));
        }
        fit.add(&x, f64::from(bid));
    }
    let (b, spread) = fit.solve(1.0);
    print_table("SPADE", &b[..13]);
    print_table("SIDE", &b[13..CLASSES]);
    print_table("GONE_SPADE", &b[CLASSES..CLASSES + 13]);
    print_table("GONE_SIDE", &b[CLASSES + 13..2 * CLASSES]);
    print_table(
        "void, singleton, doubleton, one, opener, per other's bid, other's nil",
        &b[2 * CLASSES..],
    );
    println!("spread {spread:.3} tricks");
}

fn outcomes(s: &Settings, worlds: u32) {
    let options = Options { equity: false, ..Options::default() };
    let data = play(
        s,
        options,
        worlds,
        |g| !g.finished().is_empty(),
        |game, _| {
            let round = &game.finished()[0];
            let (me, other) = (round.opener as usize, 1 - round.opener as usize);
            (round.bids[me].tricks(), round.bids[other].tricks(), round.tricks[me])
        },
    );
    let mut counts: BTreeMap<(u8, u8, u8), u32> = BTreeMap::new();
    for item in data {
        *counts.entry(item).or_default() += 1;
    }
    let mut list: Vec<_> = counts.into_iter().collect();
    list.sort_by_key(|&(item, n)| (std::cmp::Reverse(n), item));
    for ((opener, other, tricks), n) in list {
        println!("({opener}, {other}, {tricks}, {n}),");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut s = Settings { rounds: 2000, seed: 1, rules: Rules::preset("two-handed").unwrap() };
    let mut worlds = 20;
    for arg in &args[1..] {
        match arg.split_once('=') {
            Some(("rounds", v)) => s.rounds = number(v),
            Some(("worlds", v)) => worlds = number(v),
            Some(("seed", v)) => s.seed = number(v),
            Some(("preset", v)) => s.rules = preset(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    match args[0].as_str() {
        "cards" => cards(&s),
        "keep" => keep(&s),
        "bids" => bids(&s, worlds),
        "outcomes" => outcomes(&s, worlds),
        other => refuse(format!("what is {other}?")),
    }
}
