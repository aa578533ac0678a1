//! The dynamic programme over the kinds of the unseen cards.

use super::{choose, keep_chance, subsets};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::rng::Rng;
use crate::rules::{Deal, Discards};

/// Most kinds: four of the opponent's, the own forgotten discards, the rest of the stock.
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
    /// The belief of a seat of two. Without `memory` the own discards are forgotten, without
    /// `posterior` every card is alike.
    pub fn new(obs: &Observation, memory: bool, posterior: bool) -> Self {
        let view = &obs.view;
        let (me, other) = (obs.seat as usize, 1 - obs.seat as usize);
        let format = view.format;
        let forgotten = if memory { CardSet::EMPTY } else { obs.discards(me) };
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
    fn count(&mut self) {
        let (n, size) = (self.cards.len(), self.digits.len());
        self.rest = vec![Vec::new(); n + 1];
        let mut later = vec![0.0; size];
        later[0] = 1.0;
        for i in (0..n).rev() {
            let mut table = vec![0.0; size];
            for (state, to) in table.iter_mut().enumerate() {
                let Some(left) = self.left(state, n - i) else { continue };
                let mut sum = 0.0;
                for (kind, &count) in left.iter().enumerate().take(self.kinds.len()) {
                    if count > 0 {
                        sum += self.cards[i].1[kind] * later[state - self.radix[kind]];
                    }
                }
                *to = sum;
            }
            self.rest[i + 1] = std::mem::replace(&mut later, table);
        }
        self.rest[0] = later;
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

    /// Weight of all ways to give the kinds in which just these open cards are held.
    fn weight(&self, taken: CardSet) -> f64 {
        let mut ways = vec![0.0; self.rest[0].len()];
        ways[self.start()] = 1.0;
        let n = self.cards.len();
        for (i, &(card, weights)) in self.cards.iter().enumerate() {
            let held = taken.contains(card) || self.played.contains(card);
            let mut next = vec![0.0; ways.len()];
            for (state, &way) in ways.iter().enumerate() {
                if way == 0.0 {
                    continue;
                }
                let Some(left) = self.left(state, n - i) else { continue };
                for (kind, &count) in left.iter().enumerate().take(self.kinds.len()) {
                    if count > 0 && self.kinds[kind].held == held {
                        next[state - self.radix[kind]] += way * weights[kind];
                    }
                }
            }
            ways = next;
        }
        ways[0]
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
        let n = self.cards.len();
        let total = self.rest[0][self.start()];
        let mut ways = vec![0.0; self.rest[0].len()];
        ways[self.start()] = 1.0;
        for (i, &(card, weights)) in self.cards.iter().enumerate() {
            let mut next = vec![0.0; ways.len()];
            let mut held = 0.0;
            for (state, &way) in ways.iter().enumerate() {
                if way == 0.0 {
                    continue;
                }
                let Some(left) = self.left(state, n - i) else { continue };
                for (kind, &count) in left.iter().enumerate().take(self.kinds.len()) {
                    if count > 0 {
                        let to = state - self.radix[kind];
                        let weight = way * weights[kind];
                        next[to] += weight;
                        if self.kinds[kind].held {
                            held += weight * self.rest[i + 1][to];
                        }
                    }
                }
            }
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
