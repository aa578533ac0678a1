//! Actions compared over the same worlds.

use super::endings::Endings;
use super::tally::Tally;
use super::tree::{Tree, Trial};
use super::worlds::Worlds;
use super::worth::{End, Worth};
use super::{MOST_CANDIDATES, Players, Settings};
use crate::action::Action;
use crate::book_bot::book_choice;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::rng::{Rng, Stream};
use crate::round::Round;
use crate::rule_bot::rule_choice;
use crate::search::Limit;
use crate::search::workers::{Stop, each_world};
use crate::solve::ManySolver;

/// Fewer worlds grow no tree that helps.
const LEAST_FOR_TREE: u32 = 64;
/// Worlds that are played out before the tree takes in what was tried.
const LEAST_BATCH: u32 = 16;

/// What is compared, and how.
pub(super) struct Comparison<'a> {
    obs: &'a Observation,
    settings: &'a Settings,
    seed: u64,
    candidates: &'a [Action],
    /// Which of them is the plain player's choice.
    plain_at: usize,
    worth: Worth<'a>,
    worlds: Worlds<'a>,
    endings: Option<Endings>,
}

/// What a thread has gathered.
struct Gathered {
    tallies: Vec<Tally>,
    solver: Option<ManySolver>,
    trials: Vec<Trial>,
}

impl<'a> Comparison<'a> {
    pub fn new(
        obs: &'a Observation,
        settings: &'a Settings,
        seed: u64,
        candidates: &'a [Action],
        plain_at: usize,
    ) -> Self {
        let worth = Worth::new(obs, settings);
        let worlds = Worlds::new(obs, settings, seed);
        let endings = Endings::new(obs, &worth, settings);
        Self { obs, settings, seed, candidates, plain_at, worth, worlds, endings }
    }

    /// The tallies of the candidates. At least one world is done.
    pub fn run(&self, limit: &Limit, stop: Stop<'_>) -> Vec<Tally> {
        let most = limit.worlds.max(1);
        let grows = self.settings.tree
            && self.obs.phase() == Phase::Play
            && self.endings.is_none()
            && most >= LEAST_FOR_TREE;
        let mut tree = grows.then(|| Tree::new(self.obs));
        let mut tallies = vec![Tally::default(); self.candidates.len()];
        loop {
            let done = tallies[0].worlds();
            // The tree is the same for all worlds of a batch, so that threads change nothing.
            let batch = if grows { LEAST_BATCH.max(done / 4).min(most - done) } else { most };
            let work = |gathered: &mut Gathered, index: u32| {
                self.add_world(done + index, tree.as_ref(), gathered);
            };
            for gathered in each_world(batch, limit.threads, stop, || self.nothing(), work) {
                for (to, from) in tallies.iter_mut().zip(&gathered.tallies) {
                    to.merge(from);
                }
                if let Some(tree) = &mut tree {
                    tree.learn(gathered.trials);
                }
            }
            let now = tallies[0].worlds();
            if now < done + batch || now >= most || stop() {
                return tallies;
            }
        }
    }

    fn nothing(&self) -> Gathered {
        Gathered {
            tallies: vec![Tally::default(); self.candidates.len()],
            solver: self.endings.as_ref().map(|_| Endings::solver()),
            trials: Vec::new(),
        }
    }

    /// What each candidate comes to in a world.
    fn add_world(&self, index: u32, tree: Option<&Tree<'_>>, gathered: &mut Gathered) {
        let world = self.worlds.draw(index);
        let book = match self.settings.players {
            Players::Rule => false,
            Players::Book => true,
            Players::Both => index % 2 == 1,
        };
        let mut ends = [End::default(); MOST_CANDIDATES];
        if let (Some(endings), Some(solver)) = (&self.endings, gathered.solver.as_mut()) {
            endings.solve(solver, &world, self.candidates, &mut ends);
        } else if let Some(tree) = tree {
            let mut rng = Rng::new(self.seed, Stream::Choice, u64::from(index));
            let worth = |end: &Round| self.worth.end(end);
            for (to, &action) in ends.iter_mut().zip(self.candidates) {
                *to = tree.played_out(&world, action, book, worth, &mut rng, &mut gathered.trials);
            }
        } else {
            for (to, &action) in ends.iter_mut().zip(self.candidates) {
                *to = self.worth.end(&played_out(self.obs, world, action, book));
            }
        }
        let base = ends[self.plain_at].worth;
        for (tally, end) in gathered.tallies.iter_mut().zip(&ends) {
            tally.add(end, end.worth - base);
        }
    }
}

/// The end of the round if the seat does an action and all play on, by the book or as the plain
/// player does.
fn played_out(obs: &Observation, world: Round, action: Action, book: bool) -> Round {
    let choose = if book { book_choice } else { rule_choice };
    let mut round = world;
    round.apply_unchecked(action);
    while !round.is_over() {
        round.apply_unchecked(choose(obs.rules(), &round));
    }
    round
}
