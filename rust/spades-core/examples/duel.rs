//! Two search bots against each other over mirrored deals.
//!
//! `cargo run --release --example duel -- ARM ARM [pairs=500] [seed=1] [preset=two-handed] [games] [threads=2]`
//!
//! An arm is `random`, `rule`, `book`, `search` or `see` (a search that is shown the other hand once the draft is over),
//! followed by switches: `search:worlds=20,memory=0,posterior=0,equity=0,bids=0,ties=0,mixed=0`;
//! `play.memory=0` switches in the play alone; `shift=1` bids one more; `see-play` sees only in the play. Each pair is one stock played twice with the seats swapped;
//! with `games` it is one game to the target, played twice. Points are of the first arm less the
//! second's, per round, with 95 % intervals over pairs.

mod arguments;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arguments::{at_least, number, pair, preset, refuse};
use spades_core::rng::{Rng, Stream, derive};
use spades_core::search::{Limit, Options, search};
use spades_core::{
    Action, Deal, Discards, Game, History, Observation, Phase, Rules, Setup, book_action,
    rule_action, score_round,
};

const USAGE: &str = "duel ARM ARM [games] [pairs=N] [seed=N] [threads=N] [preset=NAME] [target=N]";

#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a kind of player of its own.
struct Arm {
    see_play: bool,
    see_bid: bool,
    random: bool,
    rule: bool,
    book: bool,
    /// For the draft and the bids, and for the play.
    options: [Options; 2],
    worlds: u32,
    shift: i32,
}

impl Arm {
    fn parse(text: &str) -> Self {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut arm = Self {
            see_play: kind == "see" || kind == "see-play",
            see_bid: kind == "see",
            random: kind == "random",
            rule: kind == "rule",
            book: kind == "book",
            options: [Options::default(); 2],
            worlds: 20,
            shift: 0,
        };
        for item in rest.split(',').filter(|item| !item.is_empty()) {
            let (key, value) = pair(item);
            match key {
                "worlds" => arm.worlds = number(value),
                "shift" => arm.shift = number(value),
                _ => {
                    let (key, from) = key.strip_prefix("play.").map_or((key, 0), |key| (key, 1));
                    for options in &mut arm.options[from..] {
                        let switch = match key {
                            "memory" => &mut options.memory,
                            "posterior" => &mut options.posterior,
                            "equity" => &mut options.equity,
                            "bids" => &mut options.bids,
                            "draft" => &mut options.draft,
                            "ties" => &mut options.ties,
                            "mixed" => &mut options.mixed,
                            _ => refuse(format!("no switch {key}")),
                        };
                        *switch = value != "0";
                    }
                }
            }
        }
        arm
    }

    fn choose(&self, game: &Game, seat: usize, seed: u64, made: &mut (f64, f64)) -> Action {
        let obs = game.observation(seat).unwrap();
        let legal = obs.legal();
        if self.random {
            return legal.nth(Rng::new(seed, Stream::Playout, 0).below(legal.len())).unwrap();
        }
        if self.rule {
            return rule_action(&obs);
        }
        if self.book {
            return book_action(&obs);
        }
        let sees = match obs.phase() {
            Phase::Play => self.see_play,
            Phase::Bid => self.see_bid,
            _ => false,
        };
        let obs = if sees { seen(game, seat).unwrap_or(obs) } else { obs };
        let limit = Limit { worlds: self.worlds, threads: 1 };
        let report = search(
            &obs,
            &self.options[usize::from(obs.phase() == Phase::Play)],
            seed,
            &limit,
            &|| false,
        )
        .unwrap();
        let chosen = report.action;
        if let Some(value) = report.values.iter().find(|value| value.action == chosen)
            && obs.phase() == Phase::Bid
            && let Some(chance) = value.made
        {
            *made = (chance, value.win.unwrap_or(0.5));
        }
        match chosen.bid_number() {
            Some(n) if n > 0 => {
                let bid = (i32::from(n) + self.shift).clamp(1, i32::from(obs.rules().max_bid));
                Action::bid(bid as u8).unwrap()
            }
            _ => chosen,
        }
    }
}

/// The same position with all cards in view.
fn seen(game: &Game, seat: usize) -> Option<Observation> {
    let round = game.round();
    let rules = Rules { deal: Deal::Draw, discards: Discards::FaceUp, ..*game.rules() };
    let bids: Vec<_> = (0..2).map(|s| round.bid(s)).collect();
    let position = Setup {
        rules,
        hands: vec![round.hand(0), round.hand(1)],
        bids,
        tricks: round.tricks()[..2].to_vec(),
        turn: round.turn()? as u8,
        trick: round.trick().map(|(s, c)| (s as u8, c)).collect(),
        broken: round.broken(),
        opener: Some(round.opener() as u8),
        discards: vec![round.discards(0), round.discards(1)],
        played: Some(round.played()),
    }
    .build()
    .ok()?;
    let obs = Observation::new(&rules, &position, &History::default(), seat).ok()?;
    Some(obs.in_game(*game.points(), *game.bags(), game.finished().len() as u32))
}

#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    rounds: u64,
    bids: [u64; 2],
    tricks: [u64; 2],
    sets: [u64; 2],
    nils: [u64; 2],
    kept: [u64; 2],
    bags: [u64; 2],
    /// By decile of the predicted chance to make the bid: bids, their predictions, bids made.
    deciles: [[(u64, f64, u64); 10]; 2],
    /// The same of the chance to win the game at the bid.
    wins: [[(u64, f64, u64); 10]; 2],
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
        format!("{mean:8.2} +- {half:.2} (sd {:.1})", var.sqrt())
    }
}

/// Plays one round (or game); arm `a` sits at seat `at`. Returns raw and bag-priced points of arm
/// 0 less arm 1 per round, and whether arm 0 won.
fn play(
    rules: &Rules,
    arms: &[Arm; 2],
    seed: u64,
    at: usize,
    games: bool,
    sums: &mut Sums,
) -> (f64, f64, Option<f64>) {
    let mut game =
        Game::new(*rules, derive(seed, Stream::Deck, 77), Some((seed % 2) as u8)).unwrap();
    let mut step = 0;
    let mut made = [(1.0, 0.5); 2];
    let mut predicted = Vec::new();
    while let Some(seat) = game.turn() {
        if game.finished().len() > predicted.len() {
            predicted.push(made);
        }
        if !games && !game.finished().is_empty() {
            break;
        }
        let arm = seat ^ at;
        let action =
            arms[arm].choose(&game, seat, derive(seed, Stream::Bot, 1000 + step), &mut made[seat]);
        step += 1;
        game.apply(action).unwrap();
    }
    predicted.push(made);
    let won = game.outcome().map(|end| end.winner.map_or(0.5, |w| f64::from(u8::from(w == at))));
    let chances = predicted.clone();
    let (mut raw, mut priced) = (0.0, 0.0);
    for (round, predicted) in game.finished().iter().zip(predicted) {
        sums.rounds += 1;
        let zero = score_round(rules, &round.bids, &round.tricks, &[0; 4]);
        for arm in 0..2 {
            let seat = arm ^ at;
            let sign = if arm == 0 { 1.0 } else { -1.0 };
            let (bid, tricks) = (round.bids[seat], round.tricks[seat]);
            let bags = zero[seat].bags.max(0);
            let plain = zero[seat].points
                - zero[seat]
                    .lines()
                    .iter()
                    .filter(|l| l.0.name() == "bag-penalty")
                    .map(|l| l.1)
                    .sum::<i64>();
            raw += sign * round.scores[seat].points as f64;
            priced += sign * (plain as f64 - 6.0 * bags as f64);
            sums.bids[arm] += u64::from(bid.tricks());
            sums.tricks[arm] += u64::from(tricks);
            sums.bags[arm] += bags as u64;
            if bid.is_nil() {
                sums.nils[arm] += 1;
                sums.kept[arm] += u64::from(tricks == 0);
            } else {
                sums.sets[arm] += u64::from(tricks < bid.tricks());
                let decile = &mut sums.deciles[arm][((predicted[seat].0 * 10.0) as usize).min(9)];
                decile.0 += 1;
                decile.1 += predicted[seat].0;
                decile.2 += u64::from(tricks >= bid.tricks());
            }
        }
    }
    if let Some(won) = won {
        for both in &chances {
            for (seat, &(_, win)) in both.iter().enumerate() {
                let decile = &mut sums.wins[seat ^ at][((win * 10.0) as usize).min(9)];
                decile.0 += 1;
                decile.1 += win;
                decile.2 += u64::from((won > 0.5) == (seat == at));
            }
        }
    }
    let n = game.finished().len() as f64;
    (raw / n, priced / n, won)
}

fn main() {
    let args = at_least(2, USAGE);
    let arms = [Arm::parse(&args[0]), Arm::parse(&args[1])];
    let (mut pairs, mut seed, mut threads, mut games) = (500u64, 1u64, 2usize, false);
    let mut rules = Rules::preset("two-handed").unwrap();
    for arg in &args[2..] {
        match arg.split_once('=') {
            None if arg == "games" => games = true,
            Some(("pairs", v)) => pairs = number(v),
            Some(("seed", v)) => seed = number(v),
            Some(("threads", v)) => threads = number(v),
            Some(("preset", v)) => rules = preset(v),
            Some(("target", v)) => rules.target = number(v),
            _ => refuse(format!("what is {arg}?")),
        }
    }
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    let all = Mutex::new((Sums::default(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= pairs {
                        break;
                    }
                    let mut sums = Sums::default();
                    let seed = derive(seed, Stream::Rounds, i);
                    let a = play(&rules, &arms, seed, 0, games, &mut sums);
                    let b = play(&rules, &arms, seed, 1, games, &mut sums);
                    let mut all = all.lock().unwrap();
                    let s = &mut all.0;
                    s.rounds += sums.rounds;
                    for arm in 0..2 {
                        s.bids[arm] += sums.bids[arm];
                        s.tricks[arm] += sums.tricks[arm];
                        s.sets[arm] += sums.sets[arm];
                        s.nils[arm] += sums.nils[arm];
                        s.kept[arm] += sums.kept[arm];
                        s.bags[arm] += sums.bags[arm];
                        let ours = s.deciles[arm].iter_mut().chain(&mut s.wins[arm]);
                        let more = sums.deciles[arm].iter().chain(&sums.wins[arm]);
                        for (to, from) in ours.zip(more) {
                            *to = (to.0 + from.0, to.1 + from.1, to.2 + from.2);
                        }
                    }
                    all.1.push((i, a, b));
                }
            });
        }
    });
    let (sums, mut results) = all.into_inner().unwrap();
    results.sort_by_key(|r| r.0);
    let (mut raw, mut priced, mut won) = (Mean::default(), Mean::default(), Mean::default());
    for (_, a, b) in results {
        raw.add(f64::midpoint(a.0, b.0));
        priced.add(f64::midpoint(a.1, b.1));
        if let (Some(a), Some(b)) = (a.2, b.2) {
            won.add(f64::midpoint(a, b));
        }
    }
    println!("{} against {}: {pairs} pairs, seed {seed}", args[0], args[1]);
    println!("  points a round   {}", raw.text());
    println!("  with bags at -5  {}", priced.text());
    if games {
        println!("  games won        {}", won.text());
    }
    let n = sums.rounds as f64;
    for arm in 0..2 {
        println!(
            "  arm {arm}: bid {:.2} tricks {:.2} sets {:.1} % bags {:.2} nils {:.2} % kept {}",
            sums.bids[arm] as f64 / n,
            sums.tricks[arm] as f64 / n,
            100.0 * sums.sets[arm] as f64 / n,
            sums.bags[arm] as f64 / n,
            100.0 * sums.nils[arm] as f64 / n,
            sums.kept[arm],
        );
        for (what, deciles) in [("make", sums.deciles[arm]), ("win", sums.wins[arm])] {
            let texts = deciles.iter().filter(|d| d.0 > 0).map(|d| {
                let share = |x: f64| 100.0 * x / d.0 as f64;
                format!("{:.0}>{:.0} ({})", share(d.1), share(d.2 as f64), d.0)
            });
            let list = texts.collect::<Vec<_>>().join(", ");
            println!("    chance to {what}, predicted > real: {list}");
        }
    }
    println!(
        "  {:.1} s, {:.1} ms a round and player",
        begin.elapsed().as_secs_f64(),
        begin.elapsed().as_secs_f64() * 1e3 * threads as f64 / n / 2.0
    );
}
