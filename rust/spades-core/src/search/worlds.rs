//! The worlds of one decision: the known hand, all possible hands with their weights, or draws.

use super::report::Options;
use crate::belief::Belief;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::rng::{Rng, Stream};

/// Sum of the weights where all possible hands are taken.
const WHOLE: f64 = (1 << 20) as f64;
/// Most hands that are ever listed.
const MOST_LISTED: u64 = 4096;

#[derive(Clone, Debug)]
enum Source {
    Known(CardSet),
    All(Vec<(CardSet, u64)>),
    Drawn(u32),
}

/// The other hand, world by world.
#[derive(Clone, Debug)]
pub(super) struct Worlds {
    belief: Belief,
    seed: u64,
    size: u32,
    source: Source,
    fallback: CardSet,
}

impl Worlds {
    /// At most `n` worlds of an observation.
    pub fn new(obs: &Observation, options: &Options, seed: u64, n: u32) -> Self {
        let belief = Belief::new(obs, options.memory, options.posterior);
        let source = if belief.is_known() {
            Source::Known(belief.known())
        } else if belief.hands() <= u64::from(n.max(1)).min(MOST_LISTED) {
            let all = belief.all();
            let total: f64 = all.iter().map(|(_, weight)| weight).sum();
            let weigh = |weight: f64| ((weight / total * WHOLE).round() as u64).max(1);
            Source::All(all.iter().map(|&(hand, weight)| (hand, weigh(weight))).collect())
        } else {
            Source::Drawn(n.max(1))
        };
        let size = u32::from(obs.view.cards_left(1 - obs.seat()));
        // Never needed unless an observation contradicts itself; then any hand is better than none.
        let unseen = !obs.known() | obs.known_hand(1 - obs.seat());
        let fallback = unseen.iter().take(size as usize).collect();
        Self { belief, seed, size, source, fallback }
    }

    /// Number of worlds.
    pub fn len(&self) -> u32 {
        match &self.source {
            Source::Known(_) => 1,
            Source::All(all) => all.len() as u32,
            Source::Drawn(n) => *n,
        }
    }

    /// Whether the worlds are all that are possible.
    pub fn complete(&self) -> bool {
        !matches!(self.source, Source::Drawn(_))
    }

    /// Whether the other hand is known.
    pub fn known(&self) -> bool {
        matches!(self.source, Source::Known(_))
    }

    /// The other hand in a world, and the world's weight.
    pub fn get(&self, index: u32) -> Option<(CardSet, u64)> {
        let (hand, weight) = match &self.source {
            Source::Known(hand) => (*hand, 1),
            Source::All(all) => *all.get(index as usize)?,
            Source::Drawn(_) => {
                (self.belief.draw(&mut Rng::new(self.seed, Stream::Bot, u64::from(index))), 1)
            }
        };
        debug_assert_eq!(hand.len(), self.size, "a world with a wrong number of cards");
        Some((if hand.len() == self.size { hand } else { self.fallback }, weight))
    }

    /// The chance of each unseen card to be in the other hand.
    pub fn held(&self) -> Vec<(Card, f64)> {
        self.belief.held()
    }
}
