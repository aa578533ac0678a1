//! A tree over the own later decisions of the seat that searches, grown while worlds are played out.
//!
//! In a plain playout the seat's own later cards are chosen by rule. Here it keeps, for what it may
//! have seen by its next decisions, how other cards did than the one by rule: each was tried in the
//! same world, all else alike. Cards that surely do better are then played. A node is told by public
//! facts and the own hand, so no choice leans on a card that the seat does not see; and all other
//! seats play by rule, from what they see.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::worth::End;
use crate::action::Action;
use crate::book_bot::book_card;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::rng::Rng;
use crate::round::Round;
use crate::rule_bot::rule_card;

/// Own decisions after the one searched that are in the tree.
const DEPTH: u8 = 2;
/// Trials of a card before it may be played.
const LEAST_TRIALS: u32 = 8;
/// Standard errors by which a card has to be better than the one by rule.
const DOUBT: f64 = 0.5;
/// Spread of gains, in hundredths of points, that a card not tried is thought to have.
const SPREAD: f64 = 3000.0;

/// How a card did against the one by rule.
#[derive(Clone, Copy)]
struct Arm {
    card: Card,
    trials: u32,
    gain: i64,
    squares: u128,
}

impl Arm {
    const fn new(card: Card) -> Self {
        Self { card, trials: 0, gain: 0, squares: 0 }
    }

    fn mean(&self) -> f64 {
        self.gain as f64 / f64::from(self.trials.max(1))
    }

    /// The gain that it has at least, with some luck.
    fn sure_gain(&self) -> f64 {
        let n = f64::from(self.trials.max(1));
        let variance = (self.squares as f64 / n - self.mean().powi(2)).max(0.0);
        self.mean() - DOUBT * (variance / n).sqrt()
    }

    /// A gain that it may have: the less it was tried, the wider the draw.
    fn hope(&self, rng: &mut Rng) -> f64 {
        let n = f64::from(self.trials + 1);
        let error = ((self.squares as f64 + SPREAD * SPREAD) / n / n).sqrt();
        // Near enough to a normal draw.
        let draw = (0..4).map(|_| rng.unit() - 0.5).sum::<f64>() * 3f64.sqrt();
        self.gain as f64 / n + error * draw
    }
}

/// Keys are well mixed as they are.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0, u64::from(byte));
        }
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }
}

fn mix(key: u64, n: u64) -> u64 {
    let z = (key ^ n.wrapping_mul(0xBF58_476D_1CE4_E5B9)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z ^ (z >> 29)
}

/// Whether a card wins from the one that wins so far.
fn beats(next: Card, best: Card) -> bool {
    next > best && (next.suit() == best.suit() || next.suit() == Suit::Spades)
}

/// A playout under way, with what tells its next node.
#[derive(Clone, Copy)]
struct Walk {
    round: Round,
    key: u64,
    depth: u8,
}

/// An own decision on the way.
struct Stop {
    before: Walk,
    node: u64,
    plain: Card,
    planned: Card,
}

/// What came of a card tried.
pub(super) struct Trial {
    node: u64,
    card: Card,
    gain: i64,
}

/// The tree.
pub(super) struct Tree<'a> {
    obs: &'a Observation,
    /// By node the cards tried there, in order.
    nodes: HashMap<u64, Vec<Arm>, BuildHasherDefault<Mixed>>,
}

impl<'a> Tree<'a> {
    pub fn new(obs: &'a Observation) -> Self {
        Self { obs, nodes: HashMap::default() }
    }

    /// The end of a world if an action is done and the own next cards are those that did best.
    /// One of them is also tried another way.
    pub fn played_out(
        &self,
        world: &Round,
        action: Action,
        book: bool,
        worth: impl Fn(&Round) -> End,
        rng: &mut Rng,
        trials: &mut Vec<Trial>,
    ) -> End {
        let mut walk = Walk { round: *world, key: 0, depth: 0 };
        walk.play(Card::from_id(action.id()), true);
        let mut stops = Vec::new();
        let end = worth(&self.follow(walk, book, &mut stops));
        // The later, the rarer.
        let mut at = 0;
        while at + 1 < stops.len() && rng.below(3) == 0 {
            at += 1;
        }
        if let Some(stop) = stops.get(at) {
            let other =
                if stop.planned == stop.plain { self.to_try(stop, rng) } else { Some(stop.plain) };
            if let Some(card) = other {
                let mut walk = stop.before;
                walk.play(card, true);
                walk.depth += 1;
                let tried = self.follow(walk, book, &mut Vec::new());
                let gain = worth(&tried).worth - end.worth;
                trials.push(if stop.planned == stop.plain {
                    Trial { node: stop.node, card, gain }
                } else {
                    Trial { node: stop.node, card: stop.planned, gain: -gain }
                });
            }
        }
        end
    }

    /// Takes in what was tried; in what order changes nothing.
    pub fn learn(&mut self, trials: impl IntoIterator<Item = Trial>) {
        for trial in trials {
            let arms = self.nodes.entry(trial.node).or_default();
            let at = match arms.binary_search_by_key(&trial.card, |arm| arm.card) {
                Ok(at) => at,
                Err(at) => {
                    arms.insert(at, Arm::new(trial.card));
                    at
                }
            };
            arms[at].trials += 1;
            arms[at].gain += trial.gain;
            arms[at].squares += u128::from(trial.gain.unsigned_abs()).pow(2);
        }
    }

    fn follow(&self, mut walk: Walk, book: bool, stops: &mut Vec<Stop>) -> Round {
        let choose = if book { book_card } else { rule_card };
        while !walk.round.is_over() {
            let mut card = choose(self.obs.rules(), &walk.round);
            if walk.depth == DEPTH {
                walk.round.apply_unchecked(Action::play(card));
                continue;
            }
            let own = walk.round.turn() == Some(self.obs.seat());
            if own && walk.options().count() > 1 {
                let (node, plain) = (walk.node(), walk.like(card));
                let planned = self.planned(node, &walk, plain);
                stops.push(Stop { before: walk, node, plain, planned });
                if planned != plain {
                    card = planned;
                }
                walk.depth += 1;
            }
            walk.play(card, own);
        }
        walk.round
    }

    /// The card that surely does better than the one by rule, or that one.
    fn planned(&self, node: u64, walk: &Walk, plain: Card) -> Card {
        let legal = walk.round.legal_cards();
        let (mut best, mut most) = (plain, 0.0);
        for arm in self.nodes.get(&node).into_iter().flatten() {
            // Which cards are equal depends on what is gone, more than the key tells.
            let option = legal.contains(arm.card) && walk.like(arm.card) == arm.card;
            if arm.trials >= LEAST_TRIALS && arm.card != plain && option {
                let gain = arm.sure_gain();
                if gain > most {
                    (best, most) = (arm.card, gain);
                }
            }
        }
        best
    }

    /// Another card than the one by rule: one that may be better.
    fn to_try(&self, stop: &Stop, rng: &mut Rng) -> Option<Card> {
        let arms = self.nodes.get(&stop.node);
        let arm = |card: Card| {
            let tried = arms.and_then(|arms| arms.iter().find(|arm| arm.card == card));
            tried.copied().unwrap_or(Arm::new(card))
        };
        let mut best = (f64::MIN, None);
        for card in stop.before.options().filter(|&card| card != stop.plain) {
            let hope = arm(card).hope(rng);
            if hope > best.0 {
                best = (hope, Some(card));
            }
        }
        best.1
    }
}

impl Walk {
    /// Cards that may be played, one of each run of equals.
    fn options(&self) -> impl Iterator<Item = Card> {
        self.round.legal_cards().iter().filter(|&card| self.like(card) == card)
    }

    /// The lowest legal card that is worth the same as one.
    fn like(&self, mut card: Card) -> Card {
        let on_table: CardSet = self.round.trick().map(|(_, card)| card).collect();
        let gone = self.round.played() - on_table;
        let lane = self.round.legal_cards() & CardSet::suit(card.suit());
        let below = |card: Card| (1u64 << card.id()) - 1;
        while let Some(next) = CardSet(lane.0 & below(card)).highest() {
            let between = CardSet(below(card) & !below(next)) - CardSet::of(next);
            if !(between - gone).is_empty() {
                break;
            }
            card = next;
        }
        card
    }

    /// What the seat knows at a decision, as far as nodes are told apart by it: the cards that it may
    /// play, what was played before, who led, and who wins so far over how many of its cards.
    fn node(&self) -> u64 {
        let legal = self.round.legal_cards();
        let mut key = mix(mix(self.key, legal.0), 100 + self.round.leader() as u64);
        let best =
            self.round.trick().reduce(|best, next| if beats(next.1, best.1) { next } else { best });
        if let Some((seat, card)) = best {
            let over = legal.iter().filter(|&own| beats(own, card)).count();
            key = mix(key, 200 + 32 * seat as u64 + over as u64);
        }
        key
    }

    /// Plays a card; of those of others counts whether they follow, and what suit they are else.
    fn play(&mut self, card: Card, own: bool) {
        let led = self.round.trick().next().map(|(_, card)| card.suit());
        let what = match led {
            _ if own => u64::from(card.id()),
            Some(led) if led == card.suit() => 60,
            None => 70 + card.suit() as u64,
            Some(_) => 80 + card.suit() as u64,
        };
        self.key = mix(self.key, what);
        self.round.apply_unchecked(Action::play(card));
    }
}
