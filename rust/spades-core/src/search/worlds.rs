//! The worlds of one decision: the known hand, all possible hands with their weights, or draws.

use super::hand_value::fit;
use super::report::Options;
use crate::belief::Belief;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::rng::{Rng, Stream};
use crate::rules::{Deal, Discards};

/// Sum of the weights where all possible hands are taken.
const WHOLE: f64 = (1 << 20) as f64;
/// Most hands that are ever listed.
const MOST_LISTED: u64 = 4096;
/// All possible hands are better than a sample even when they are a few more: up to so many times
/// the worlds asked for, and no more than this.
const FEW: (u64, u64) = (3, 70);
/// Hands drawn for one world, of which the one is taken that goes with the other's bid.
const CANDIDATES: usize = 6;

#[derive(Clone, Debug)]
enum Source {
    Known(CardSet),
    All(Vec<(CardSet, u64)>),
    Drawn(u32),
}

/// What the other seat's bid says about its hand at the bidding.
#[derive(Clone, Copy, Debug)]
struct Sign {
    bid: u8,
    /// Cards that it has played since.
    played: CardSet,
    /// Cards that it held or threw away, all in all, where that is known.
    seen: CardSet,
}

impl Sign {
    fn weight(&self, hand: CardSet) -> u64 {
        let held = hand | self.played;
        fit(held, self.seen - held, self.bid)
    }
}

/// The number of possible hands up to which all are taken where `n` worlds are asked for.
fn listed(n: u32) -> u64 {
    let n = u64::from(n.max(1));
    n.max((n * FEW.0).min(FEW.1)).min(MOST_LISTED)
}

/// The other hand, world by world.
#[derive(Clone, Debug)]
pub(super) struct Worlds {
    belief: Belief,
    seed: u64,
    size: u32,
    source: Source,
    sign: Option<Sign>,
    /// Cards that the other seat held or threw away, where that is known.
    seen: CardSet,
    fallback: CardSet,
}

impl Worlds {
    /// At most `n` worlds of an observation.
    pub fn new(obs: &Observation, options: &Options, seed: u64, n: u32) -> Self {
        let belief = Belief::new(obs, options.memory, options.posterior);
        let other = 1 - obs.seat();
        let played = obs.played_by(other);
        // After a private draft all that I have not seen went through the other's hands.
        let private = obs.rules.deal == Deal::Draw
            && obs.rules.discards == Discards::Private
            && obs.phase() > Phase::Draft
            && !obs.view.format.set_up();
        let seen = if private { !obs.known() | played } else { CardSet::EMPTY };
        let made = obs.view.bid(other).filter(|bid| !bid.is_nil() && options.bids);
        // What a hand was at the bidding is not known in a position that was set up in the play.
        let whole = u32::from(obs.view.cards_left(other)) + played.len() == 13;
        let sign = made.filter(|_| whole).map(|bid| Sign { bid: bid.tricks(), played, seen });
        let source = if belief.is_known() {
            Source::Known(belief.known())
        } else if belief.hands() <= listed(n) {
            let mut all = belief.all();
            if let Some(sign) = sign {
                for (hand, weight) in &mut all {
                    *weight *= sign.weight(*hand) as f64;
                }
            }
            let total: f64 = all.iter().map(|(_, weight)| weight).sum();
            let weigh = |weight: f64| ((weight / total * WHOLE).round() as u64).max(1);
            Source::All(all.iter().map(|&(hand, weight)| (hand, weigh(weight))).collect())
        } else {
            Source::Drawn(n.max(1))
        };
        let size = u32::from(obs.view.cards_left(other));
        // Never needed unless an observation contradicts itself; then any hand is better than none.
        let unseen = !obs.known() | obs.known_hand(other);
        let fallback = unseen.iter().take(size as usize).collect();
        Self { belief, seed, size, source, sign, seen, fallback }
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

    /// The cards that the other seat threw away when it drafted this hand, as far as known.
    pub fn thrown(&self, hand: CardSet) -> CardSet {
        self.seen - hand
    }

    /// The other hand in a world, and the world's weight.
    pub fn get(&self, index: u32) -> Option<(CardSet, u64)> {
        let (hand, weight) = match &self.source {
            Source::Known(hand) => (*hand, 1),
            Source::All(all) => *all.get(index as usize)?,
            Source::Drawn(_) => (self.draw(index), 1),
        };
        debug_assert_eq!(hand.len(), self.size, "a world with a wrong number of cards");
        Some((if hand.len() == self.size { hand } else { self.fallback }, weight))
    }

    fn draw(&self, index: u32) -> CardSet {
        let mut rng = Rng::new(self.seed, Stream::Bot, u64::from(index));
        let Some(sign) = self.sign else { return self.belief.draw(&mut rng) };
        let hands: [CardSet; CANDIDATES] = std::array::from_fn(|_| self.belief.draw(&mut rng));
        let weights = hands.map(|hand| sign.weight(hand));
        let mut at = rng.below(weights.iter().sum::<u64>() as u32);
        for (hand, weight) in hands.into_iter().zip(weights) {
            let weight = weight as u32;
            if at < weight {
                return hand;
            }
            at -= weight;
        }
        hands[0]
    }

    /// The chance of each unseen card to be in the other hand.
    pub fn held(&self) -> Vec<(Card, f64)> {
        self.belief.held()
    }
}
