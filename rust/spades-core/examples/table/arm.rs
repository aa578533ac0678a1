//! A bot at a table of three or four, as it is told on the command line.
//!
//! `random`, `rule`, `book` or `search`, the last followed by settings: `search:worlds=40,caution=0.7,bids=0`.
//! With `bidding=N` bids are found over N worlds, whatever `worlds` says, so that two bots that differ in it bid
//! alike; `tree=1` grows a tree over the own later cards.

use crate::arguments::{number, pair, refuse};
use spades_core::determinize::{Players, Settings, search_playouts};
use spades_core::rng::{Rng, Stream};
use spades_core::search::Limit;
use spades_core::{Action, Observation, Phase, book_action, rule_action};

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Random,
    Rule,
    Book,
    Search,
}

#[derive(Clone, Debug)]
pub struct Arm {
    kind: Kind,
    settings: Settings,
    worlds: u32,
    /// Worlds for bids; 0: as many as for cards.
    bidding: u32,
}

impl Arm {
    pub fn parse(text: &str) -> Self {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match kind {
            "random" => Kind::Random,
            "rule" => Kind::Rule,
            "book" => Kind::Book,
            "search" => Kind::Search,
            _ => refuse(format!("no arm {kind}")),
        };
        let mut arm = Self { kind, settings: Settings::default(), worlds: 40, bidding: 0 };
        for item in rest.split(',').filter(|item| !item.is_empty()) {
            let (key, value) = pair(item);
            let value: f64 = number(value);
            match key {
                "worlds" => arm.worlds = value as u32,
                "caution" => arm.settings.caution = value,
                "draws" => arm.settings.draws = value as usize,
                "bids" => arm.settings.bids = value != 0.0,
                "raise" => arm.settings.raise = value,
                "odds" => arm.settings.odds = value != 0.0,
                "voids" => arm.settings.voids = value != 0.0,
                "exact" => arm.settings.exact = value as u32,
                "book" => {
                    arm.settings.players = match value as i32 {
                        0 => Players::Rule,
                        1 => Players::Book,
                        _ => Players::Both,
                    }
                }
                "bidding" => arm.bidding = value as u32,
                "tree" => arm.settings.tree = value != 0.0,
                "game" => arm.settings.game = value,
                _ => refuse(format!("no setting {key}")),
            }
        }
        arm
    }

    /// The action, and for a bid the chance to make it and to win the game, where they are known.
    pub fn choose(&self, obs: &Observation, seed: u64) -> (Action, Option<f64>, Option<f64>) {
        let legal = obs.legal();
        match self.kind {
            Kind::Random => {
                let n = Rng::new(seed, Stream::Playout, 0).below(legal.len());
                (legal.nth(n).unwrap(), None, None)
            }
            Kind::Book => (book_action(obs), None, None),
            Kind::Rule => (rule_action(obs), None, None),
            Kind::Search => {
                let bidding = self.bidding > 0 && obs.phase() != Phase::Play;
                let worlds = if bidding { self.bidding } else { self.worlds };
                let limit = Limit { worlds, threads: 1 };
                let report = search_playouts(obs, &self.settings, seed, &limit, &|| false).unwrap();
                let value = report.values.iter().find(|value| value.action == report.action);
                (report.action, value.and_then(|v| v.made), value.and_then(|v| v.win))
            }
        }
    }
}
