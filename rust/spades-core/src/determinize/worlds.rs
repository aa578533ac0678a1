//! Worlds that fit what a seat knows, those that go with the bids being likelier.

use crate::bid::Bid;
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::rng::{Rng, Stream};
use crate::round::{Round, may_misdeal};
use crate::rule_bot::bid_fit;
use crate::sampler::Sampler;

use super::Settings;

/// How much less likely a bid above nil is of a hand that may ask for a new deal.
const SILENT: f64 = 0.5;

/// Draws worlds for one observation.
pub(super) struct Worlds<'a> {
    obs: &'a Observation,
    sampler: Sampler<'a>,
    seed: u64,
    draws: usize,
    /// Bids of other seats, and the cards that these have played.
    bids: Vec<(usize, Bid, CardSet)>,
}

impl<'a> Worlds<'a> {
    pub fn new(obs: &'a Observation, settings: &Settings, seed: u64) -> Self {
        let view = obs.view();
        let size = u32::from(obs.rules().hand_size());
        let bids = (0..view.players()).filter(|&seat| seat != obs.seat()).filter_map(|seat| {
            let played = obs.played_by(seat);
            // A hand of which cards are gone that nobody knows says nothing.
            let whole = u32::from(view.cards_left(seat)) + played.len() == size;
            let bid = view.bid(seat).filter(|bid| whole && !bid.is_blind())?;
            Some((seat, bid, played))
        });
        let bids =
            if settings.bids && view.phase() >= Phase::Bid { bids.collect() } else { Vec::new() };
        Self { obs, sampler: obs.sampler(), seed, draws: settings.draws.max(1), bids }
    }

    /// World number `index`: one of several that fit, drawn by how well it goes with the bids.
    pub fn draw(&self, index: u32) -> Round {
        let mut rng = Rng::new(self.seed, Stream::Bot, u64::from(index));
        let mut chosen = self.sampler.draw(&mut rng);
        if self.bids.is_empty() {
            return chosen;
        }
        let mut sum = self.weight(&chosen);
        for _ in 1..self.draws {
            let world = self.sampler.draw(&mut rng);
            let weight = self.weight(&world);
            sum += weight;
            if rng.unit() * sum < weight {
                chosen = world;
            }
        }
        chosen
    }

    fn weight(&self, world: &Round) -> f64 {
        let rules = self.obs.rules();
        self.bids.iter().fold(1.0, |weight, &(seat, bid, played)| {
            let hand = world.hand(seat) | played;
            // Most who may ask for a new deal, and want tricks, would have asked.
            let silent = rules.misdeal && !bid.is_nil() && may_misdeal(hand);
            weight * bid_fit(rules, hand, bid) * if silent { SILENT } else { 1.0 }
        })
    }
}
