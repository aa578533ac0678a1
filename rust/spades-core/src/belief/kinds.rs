//! The dynamic programme over the kinds of the unseen cards.

use std::ops::Range;

use super::{choose, keep_chance, subsets};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::rng::Rng;
use crate::rules::{Deal, Discards};

/// Most kinds: four of the opponent's, the forgotten discards, the rest of the stock.
const MAX_KINDS: usize = 6;

/// One kind of unseen card.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// How many cards are of the kind.
    count: u8,
    /// Whether such a card went to the opponent's hand.
    held: bool,
    weight: Weight,
}

#[derive(Clone, Copy, Debug)]
enum Weight {
    Any,
    Wanted,
    Unwanted,
    /// Thrown by a player of whom nothing more is known: one in two such cards was refused.
    Thrown,
}

/// The posterior of the opponent's hand.
#[derive(Clone, Debug)]
pub(crate) struct Belief {
    /// Cards that the opponent holds for certain.
    sure: CardSet,
    /// Cards of the programme that have been played by the opponent.
    played: CardSet,
    /// Cards that the opponent may hold.
    open: CardSet,
    /// How many of the open cards it holds.
    free: u32,
    kinds: Vec<Kind>,
    /// The cards of the programme, the chance weight of each kind for each.
    cards: Vec<(Card, [f64; MAX_KINDS])>,
    /// `rest[i]`: weight of all ways to give cards i.. their kinds, by the numbers of each kind
    /// still to give (the last kind's follows), in mixed radix.
    rest: Vec<Vec<f64>>,
    radix: [usize; MAX_KINDS],
    /// By state: the numbers of all kinds but the last still to give, and their sum.
    digits: Vec<([u8; MAX_KINDS], u8)>,
}

impl Belief {
    /// The belief of a seat of two. Without `memory` the discards seen are forgotten, without
    /// `posterior` every card is alike.
    pub fn new(obs: &Observation, memory: bool, posterior: bool) -> Self {
        let view = &obs.view;
        let other = 1 - obs.seat as usize;
        let format = view.format;
        let forgotten = if memory { CardSet::EMPTY } else { super::thrown_in_view(obs) };
        let hidden = !obs.known() | forgotten;
        let sure = view.zones[other];
        let free = u32::from(view.cards_left(other)).saturating_sub(sure.len());
        let turns = |seat: usize, kept: bool| {
            (0..view.drafted)
                .filter(|&t| view.drafter(t) as usize == seat)
                .filter(|&t| (view.choices >> t & 1 == 1) == kept)
                .count() as u8
        };
        let drawn = format.deal() == Deal::Draw && !format.set_up() && posterior;
        if !drawn || view.phase == Phase::Blind {
            let kinds = vec![
                Kind { count: free as u8, held: true, weight: Weight::Any },
                Kind { count: (hidden.len() - free) as u8, held: false, weight: Weight::Any },
            ];
            return Self::with(
                kinds,
                hidden,
                CardSet::EMPTY,
                view.possible(other),
                sure,
                free,
                |_| 0.5,
            );
        }
        // Cards that the opponent has played went through its turns too.
        let face_up = obs.rules.discards == Discards::FaceUp;
        let played = obs.played_by(other) - sure;
        let programme = hidden | played;
        let (keeps, refusals) = (turns(other, true), turns(other, false));
        let mut kinds = Self::drafted(keeps, refusals, face_up);
        if !forgotten.is_empty() {
            let count = forgotten.len() as u8;
            kinds.push(Kind { count, held: false, weight: Weight::Thrown });
        }
        let counted: u32 = kinds.iter().map(|kind| u32::from(kind.count)).sum();
        let left = programme.len() - counted;
        if left > 0 {
            kinds.push(Kind { count: left as u8, held: false, weight: Weight::Any });
        }
        // Who has bid nil before drafting keeps what others throw away.
        let nil = view.bid(other).is_some_and(crate::Bid::is_blind);
        let keep = if nil { |card| 1.0 - keep_chance(card) } else { keep_chance };
        Self::with(kinds, programme, played, view.possible(other), sure, free, keep)
    }

    #[allow(clippy::too_many_arguments)] // Called in three places, each with all of them at hand.
    fn with(
        kinds: Vec<Kind>,
        programme: CardSet,
        played: CardSet,
        possible: CardSet,
        sure: CardSet,
        free: u32,
        keep: fn(Card) -> f64,
    ) -> Self {
        let cards: Vec<(Card, [f64; MAX_KINDS])> = programme
            .iter()
            .map(|card| {
                let keep = keep(card);
                let must = played.contains(card);
                let may = must || possible.contains(card);
                let mut weights = [0.0; MAX_KINDS];
                for (to, kind) in weights.iter_mut().zip(&kinds) {
                    if if kind.held { may } else { !must } {
                        *to = match kind.weight {
                            Weight::Any => 1.0,
                            Weight::Wanted => keep,
                            Weight::Unwanted => 1.0 - keep,
                            Weight::Thrown => 0.5 * (2.0 - keep),
                        };
                    }
                }
                (card, weights)
            })
            .collect();
        let mut radix = [0; MAX_KINDS];
        let mut size = 1;
        for (r, kind) in radix.iter_mut().zip(kinds.iter().take(kinds.len() - 1)) {
            *r = size;
            size *= kind.count as usize + 1;
        }
        let open = (programme & possible) - played;
        let digits = (0..size)
            .map(|state| {
                let mut left = [0; MAX_KINDS];
                for (kind, to) in left.iter_mut().enumerate().take(kinds.len() - 1) {
                    *to = (state / radix[kind] % (kinds[kind].count as usize + 1)) as u8;
                }
                (left, left.iter().sum())
            })
            .collect();
        let rest = Vec::new();
        let mut belief = Self { sure, played, open, free, kinds, cards, rest, radix, digits };
        if !belief.is_known() {
            belief.count();
        }
        belief
    }

    /// The belief after a private draft in which so many first cards were kept and refused.
    #[cfg(test)]
    pub fn of_draft(
        keeps: u8,
        refusals: u8,
        pool: CardSet,
        played: CardSet,
        possible: CardSet,
    ) -> Self {
        let kinds = Self::drafted(keeps, refusals, false);
        let free = u32::from(keeps + refusals) - played.len();
        Self::with(kinds, pool, played, possible, CardSet::EMPTY, free, keep_chance)
    }

    /// The share of the posterior that a hand has.
    #[cfg(test)]
    pub fn share(&self, hand: CardSet) -> f64 {
        self.weight(hand - self.sure) / self.rest[0][self.start()]
    }

    /// The kinds of cards that went through the opponent's turns.
    fn drafted(keeps: u8, refusals: u8, face_up: bool) -> Vec<Kind> {
        let mut kinds = vec![
            Kind { count: keeps, held: true, weight: Weight::Wanted },
            Kind { count: refusals, held: true, weight: Weight::Any },
        ];
        if !face_up {
            kinds.push(Kind { count: keeps, held: false, weight: Weight::Any });
            kinds.push(Kind { count: refusals, held: false, weight: Weight::Unwanted });
        }
        kinds
    }

    /// Fills the tables from the last card to the first.
    ///
    /// States that give too many cards of the last kind are counted too: none is ever reached from
    /// the start, where the numbers of all kinds add up to the cards.
    fn count(&mut self) {
        let n = self.cards.len();
        let mut rest = vec![Vec::new(); n + 1];
        let mut later = vec![0.0; self.digits.len()];
        later[0] = 1.0;
        for i in (0..n).rev() {
            let weights = &self.cards[i].1;
            let last = weights[self.kinds.len() - 1];
            let mut table: Vec<f64> = later.iter().map(|way| way * last).collect();
            self.each_step(|kind, more, fewer| {
                for (to, from) in table[more].iter_mut().zip(&later[fewer]) {
                    *to += weights[kind] * from;
                }
            });
            rest[i + 1] = std::mem::replace(&mut later, table);
        }
        rest[0] = later;
        self.rest = rest;
    }

    /// For every kind but the last, the states that have one more of it still to give and, in the
    /// same order, those they lead to when one is given, in stretches.
    fn each_step(&self, mut f: impl FnMut(usize, Range<usize>, Range<usize>)) {
        let size = self.digits.len();
        for (kind, of) in self.kinds.iter().enumerate().take(self.kinds.len() - 1) {
            let (one, all) = (self.radix[kind], self.radix[kind] * of.count as usize);
            for start in (0..size).step_by(one + all) {
                f(kind, start + one..start + one + all, start..start + all);
            }
        }
    }

    /// Numbers of each kind still to give in a state, with `cards` cards to come; `None` when no
    /// number of the last kind fits.
    fn left(&self, state: usize, cards: usize) -> Option<[u8; MAX_KINDS]> {
        let last = self.kinds.len() - 1;
        let (mut left, given) = self.digits[state];
        let rest = cards.checked_sub(given as usize)?;
        if rest > self.kinds[last].count as usize {
            return None;
        }
        left[last] = rest as u8;
        Some(left)
    }

    fn start(&self) -> usize {
        let last = self.kinds.len() - 1;
        (0..last).map(|kind| self.kinds[kind].count as usize * self.radix[kind]).sum()
    }

    /// Whether the hand is known.
    pub fn is_known(&self) -> bool {
        self.free == 0 || self.open.len() <= self.free
    }

    /// The hand, where it is known.
    pub fn known(&self) -> CardSet {
        if self.free == 0 { self.sure } else { self.sure | self.open }
    }

    /// The number of hands that are possible.
    pub fn hands(&self) -> u64 {
        choose(self.open.len(), self.free)
    }

    /// The opponent's hand in a world drawn from the posterior.
    pub fn draw(&self, rng: &mut Rng) -> CardSet {
        if self.is_known() {
            return self.known();
        }
        let mut hand = self.sure;
        let mut state = self.start();
        let n = self.cards.len();
        for (i, &(card, weights)) in self.cards.iter().enumerate() {
            let total = self.rest[i][state];
            let Some(left) = self.left(state, n - i) else { break };
            let mut at = rng.unit() * total;
            // Rounding may leave a little at the end: then the last kind that is possible is taken.
            let mut chosen = None;
            for (kind, &count) in left.iter().enumerate().take(self.kinds.len()) {
                if count == 0 {
                    continue;
                }
                let weight = weights[kind] * self.rest[i + 1][state - self.radix[kind]];
                if weight > 0.0 {
                    chosen = Some(kind);
                    if at < weight {
                        break;
                    }
                    at -= weight;
                }
            }
            let Some(kind) = chosen else { break };
            if self.kinds[kind].held && !self.played.contains(card) {
                hand.insert(card);
            }
            state -= self.radix[kind];
        }
        hand
    }

    /// All hands that are possible, each with its weight in the posterior.
    pub fn all(&self) -> Vec<(CardSet, f64)> {
        subsets(self.open, self.free).map(|taken| (self.sure | taken, self.weight(taken))).collect()
    }

    /// Weight of all ways to give the kinds in which just these open cards are held: those of the
    /// cards held times those of the others.
    fn weight(&self, taken: CardSet) -> f64 {
        let held = taken | self.played;
        [true, false].map(|side| self.ways(side, held)).iter().product()
    }

    /// Weight of all ways to give kinds to the cards that are held, or to those that are not.
    fn ways(&self, side: bool, held: CardSet) -> f64 {
        let mut kinds = [0; MAX_KINDS];
        let mut n = 0;
        for (kind, _) in self.kinds.iter().enumerate().filter(|(_, of)| of.held == side) {
            kinds[n] = kind;
            n += 1;
        }
        let Some((&last, others)) = kinds[..n].split_last() else { return 1.0 };
        let size = others.iter().map(|&kind| self.kinds[kind].count as usize + 1).product();
        // By the numbers given of each kind but the last.
        let mut ways = vec![0.0; size];
        ways[0] = 1.0;
        let mut cards = 0;
        for (_, weights) in self.cards.iter().filter(|(card, _)| held.contains(*card) == side) {
            cards += 1;
            // From the largest numbers down, so that a card is given once.
            for state in (0..size).rev() {
                let mut sum = ways[state] * weights[last];
                let mut radix = 1;
                for &kind in others {
                    let count = self.kinds[kind].count as usize + 1;
                    if !(state / radix).is_multiple_of(count) {
                        sum += ways[state - radix] * weights[kind];
                    }
                    radix *= count;
                }
                ways[state] = sum;
            }
        }
        let all: usize = kinds[..n].iter().map(|&kind| self.kinds[kind].count as usize).sum();
        if cards == all { ways[size - 1] } else { 0.0 }
    }

    /// The chance of each card that may be in the opponent's hand to be there, in card order.
    pub fn held(&self) -> Vec<(Card, f64)> {
        let mut chances: Vec<(Card, f64)> = self.sure.iter().map(|card| (card, 1.0)).collect();
        if self.is_known() {
            chances.extend(self.cards.iter().filter(|(card, _)| !self.played.contains(*card)).map(
                |&(card, _)| (card, f64::from(u8::from(self.open.contains(card) && self.free > 0))),
            ));
            chances.sort_by_key(|&(card, _)| card);
            return chances;
        }
        let total = self.rest[0][self.start()];
        let last = self.kinds.len() - 1;
        // Ways to have given the cards so far, by what is still to give.
        let mut ways = vec![0.0; self.digits.len()];
        ways[self.start()] = 1.0;
        for (i, &(card, weights)) in self.cards.iter().enumerate() {
            let rest = &self.rest[i + 1];
            let mut next: Vec<f64> = ways.iter().map(|way| way * weights[last]).collect();
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let mut held = if self.kinds[last].held { dot(&next, rest) } else { 0.0 };
            self.each_step(|kind, more, fewer| {
                if self.kinds[kind].held {
                    held += weights[kind] * dot(&ways[more.clone()], &rest[fewer.clone()]);
                }
                for (to, from) in next[fewer].iter_mut().zip(&ways[more]) {
                    *to += weights[kind] * from;
                }
            });
            ways = next;
            if !self.played.contains(card) {
                let chance = if total > 0.0 { held / total } else { 0.0 };
                chances.push((card, chance.clamp(0.0, 1.0)));
            }
        }
        chances.sort_by_key(|&(card, _)| card);
        chances
    }
}
