//! Full rounds that fit an observation, drawn exactly uniformly over the hidden cards.
//!
//! A seat that failed to follow holds none of that suit, so hidden cards cannot simply be shuffled
//! into free places, and dealing greedily or trying again until it fits is biased or slow. The cards
//! of one suit are alike for this purpose: the number of ways to spread the suits over the free
//! places is counted by dynamic programming, suit by suit, and the split of each suit is drawn by
//! those counts; within a suit every arrangement is equally likely.

use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::deal;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::rng::Rng;
use crate::round::{NO_CARD, Round};
use crate::rules::Deal;

/// At most three hidden hands, or four hidden from their holders, and the cards in no hand.
const MAX_PLACES: usize = 5;

/// Numbers of cards by place.
type Split = [u8; MAX_PLACES];

/// Where hidden cards can be.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The holder; `None` for cards in no hand (thrown away, left over, gone).
    seat: Option<usize>,
    free: u8,
    possible: CardSet,
}

/// Draws worlds for one observation; made once, it gives any number of them.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    observation: &'a Observation,
    hidden: CardSet,
    places: Vec<Place>,
    /// `None` where every hidden card may be in every place: then a shuffle is uniform.
    ways: Option<Ways>,
}

impl Observation {
    /// The sampler of the hidden cards.
    pub fn sampler(&self) -> Sampler<'_> {
        let view = &self.view;
        let hidden = !self.known();
        let mut places = Vec::with_capacity(MAX_PLACES);
        if !self.is_drafting() {
            for seat in 0..view.players() {
                let free = view.cards_left(seat) - view.zones[seat].len() as u8;
                if free > 0 {
                    places.push(Place { seat: Some(seat), free, possible: view.possible(seat) });
                }
            }
        }
        let held: u8 = places.iter().map(|p| p.free).sum();
        let free = hidden.len() as u8 - held;
        if free > 0 {
            places.push(Place { seat: None, free, possible: CardSet::ALL });
        }
        let anywhere = places.iter().all(|place| (hidden - place.possible).is_empty());
        let ways = (!anywhere).then(|| Ways::count(hidden, &places));
        Sampler { observation: self, hidden, places, ways }
    }

    /// `n` rounds that fit, each drawn independently and uniformly; the same for the same seed.
    pub fn sample(&self, seed: u64, n: usize) -> impl Iterator<Item = Round> {
        let sampler = self.sampler();
        (0..n as u64).map(move |i| sampler.draw(&mut Rng::new(seed, crate::rng::Stream::Worlds, i)))
    }
}

impl Sampler<'_> {
    /// The number of ways to put the hidden cards into their places.
    pub fn count(&self) -> u128 {
        self.ways.as_ref().map_or_else(
            || {
                let mut cards = self.hidden.len() as u8;
                self.places.iter().fold(1, |ways, place| {
                    let here = choose(cards, place.free);
                    cards -= place.free;
                    ways * here
                })
            },
            Ways::total,
        )
    }

    /// A world: the view with the hidden cards filled in.
    pub fn draw(&self, rng: &mut Rng) -> Round {
        let cards = self.draw_places(rng);
        self.fill(cards, rng)
    }

    /// The hands of a world by seat, quicker than a whole round. Not for the draft.
    pub fn draw_hands(&self, rng: &mut Rng) -> [CardSet; 4] {
        let cards = self.draw_places(rng);
        let mut hands = self.observation.view.zones;
        for (place, cards) in self.places.iter().zip(cards) {
            if let Some(seat) = place.seat {
                hands[seat] |= cards;
            }
        }
        hands
    }

    fn draw_places(&self, rng: &mut Rng) -> [CardSet; MAX_PLACES] {
        let mut cards = [CardSet::EMPTY; MAX_PLACES];
        let mut free = free_places(&self.places);
        let Some(ways) = &self.ways else {
            let mut order = shuffled(self.hidden, rng).into_iter();
            for (to, &n) in cards.iter_mut().zip(&free) {
                *to = order.by_ref().take(n as usize).collect();
            }
            return cards;
        };
        for suit in Suit::ALL {
            let split = ways.draw(suit, &free, rng);
            let mut rest: Vec<Card> = (self.hidden & CardSet::suit(suit)).iter().collect();
            for (place, &n) in split.iter().enumerate() {
                for _ in 0..n {
                    let card = rest.swap_remove(rng.below(rest.len() as u32) as usize);
                    cards[place].insert(card);
                }
                free[place] -= n;
            }
        }
        cards
    }

    fn fill(&self, cards: [CardSet; MAX_PLACES], rng: &mut Rng) -> Round {
        let view = &self.observation.view;
        let mut world = Round { seed: rng.next(), ..*view };
        let mut rest = CardSet::EMPTY;
        for (place, cards) in self.places.iter().zip(cards) {
            match place.seat {
                Some(seat) => world.zones[seat] |= cards,
                None => rest = cards,
            }
        }
        if view.format.set_up() {
            return world;
        }
        if view.format.deal() == Deal::Dealt {
            if view.players() < 4 {
                world.zones[view.players()] |= rest;
            }
        } else {
            self.fill_stock(&mut world, rest, rng);
        }
        world
    }

    /// Puts the cards of a draft into the unknown places of the stock: cards taken where cards were
    /// taken, the rest anywhere else.
    fn fill_stock(&self, world: &mut Round, rest: CardSet, rng: &mut Rng) {
        let view = &self.observation.view;
        let stock: CardSet = view.deck.iter().filter_map(|&id| Card::new(id)).collect();
        let mut taken: [Vec<Card>; 2] = std::array::from_fn(|seat| {
            let held = world.zones[seat] | self.observation.played_by(seat);
            shuffled(held - stock, rng)
        });
        let mut others = shuffled(rest, rng);
        let known_turns = if view.phase < Phase::Bid { 0 } else { view.drafted };
        for turn in 0..deal::DRAFT_TURNS {
            let first = view.choices >> turn & 1 == 1;
            let (kept, thrown) = deal::pair_places(turn, first);
            for place in [kept, thrown] {
                if world.deck[place] != NO_CARD {
                    continue;
                }
                let own = place == kept && turn < known_turns;
                let seat = view.drafter(turn) as usize;
                let pool = if own { &mut taken[seat] } else { &mut others };
                world.deck[place] = pool.pop().map_or(NO_CARD, Card::id);
            }
        }
        for seat in 0..2 {
            (world.zones[seat], world.zones[2 + seat]) = (CardSet::EMPTY, CardSet::EMPTY);
        }
        for turn in 0..view.drafted {
            let (kept, thrown) = deal::pair_places(turn, view.choices >> turn & 1 == 1);
            let seat = view.drafter(turn) as usize;
            // A card is missing only in an observation that no round gives.
            world.zones[seat] |= Card::new(world.deck[kept]).map_or(CardSet::EMPTY, CardSet::of);
            world.zones[2 + seat] |=
                Card::new(world.deck[thrown]).map_or(CardSet::EMPTY, CardSet::of);
        }
        for seat in 0..2 {
            world.zones[seat] = world.zones[seat] - view.played;
        }
    }
}

fn shuffled(cards: CardSet, rng: &mut Rng) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    rng.shuffle(&mut cards);
    cards
}

fn free_places(places: &[Place]) -> Split {
    let mut free = [0; MAX_PLACES];
    for (n, place) in free.iter_mut().zip(places) {
        *n = place.free;
    }
    free
}

/// The counts of the dynamic programming.
#[derive(Clone, Debug)]
struct Ways {
    /// `by_suit[s]`: ways to place suits s.. for each number of free places, in mixed radix.
    by_suit: [Vec<u128>; 5],
    radix: [usize; MAX_PLACES],
    places: usize,
    possible: [[bool; MAX_PLACES]; 4],
    unseen: [u8; 4],
}

impl Ways {
    fn count(hidden: CardSet, places: &[Place]) -> Self {
        let mut radix = [0; MAX_PLACES];
        let mut size = 1;
        // The free cards of the last place follow from those of the others: it needs no digit.
        for (r, place) in radix.iter_mut().zip(places.iter().take(places.len().saturating_sub(1))) {
            *r = size;
            size *= place.free as usize + 1;
        }
        let mut possible = [[false; MAX_PLACES]; 4];
        for suit in Suit::ALL {
            for (to, place) in possible[suit as usize].iter_mut().zip(places) {
                *to = !place.possible.is_disjoint(CardSet::suit(suit));
            }
        }
        let unseen = Suit::ALL.map(|suit| (hidden & CardSet::suit(suit)).len() as u8);
        let mut ways = Self {
            by_suit: std::array::from_fn(|_| vec![0; size]),
            radix,
            places: places.len(),
            possible,
            unseen,
        };
        ways.by_suit[4][0] = 1;
        let full = free_places(places);
        let mut left = 0;
        for suit in (0..4).rev() {
            left += ways.unseen[suit];
            let mut table = vec![0; size];
            // All numbers of free places that add up to the cards still to place.
            ways.each_split(left, &full, &[true; MAX_PLACES], &mut |free| {
                let mut sum = 0;
                ways.each_split(ways.unseen[suit], free, &ways.possible[suit], &mut |split| {
                    sum += ways.weight(suit, free, split);
                    false
                });
                table[ways.index(free)] = sum;
                false
            });
            ways.by_suit[suit] = table;
        }
        ways
    }

    fn total(&self) -> u128 {
        self.by_suit[0].last().copied().unwrap_or(1)
    }

    fn index(&self, free: &Split) -> usize {
        free.iter().zip(self.radix).map(|(&n, r)| n as usize * r).sum()
    }

    /// Ways in which a suit's cards are split so and the later suits fill what is left.
    fn weight(&self, suit: usize, free: &Split, split: &Split) -> u128 {
        let mut rest = *free;
        let mut ways = 1;
        let mut cards = self.unseen[suit];
        for (r, &n) in rest.iter_mut().zip(split) {
            *r -= n;
            ways *= choose(cards, n);
            cards -= n;
        }
        ways * self.by_suit[suit + 1][self.index(&rest)]
    }

    fn draw(&self, suit: Suit, free: &Split, rng: &mut Rng) -> Split {
        let suit = suit as usize;
        let mut at = rng.below_u128(self.by_suit[suit][self.index(free)].max(1));
        let mut drawn = [0; MAX_PLACES];
        self.each_split(self.unseen[suit], free, &self.possible[suit], &mut |split| {
            let weight = self.weight(suit, free, split);
            if at < weight {
                drawn = *split;
                return true;
            }
            at -= weight;
            false
        });
        drawn
    }

    /// Calls `f` with every way to split `n` like cards over the places that may take them, until
    /// it returns true.
    fn each_split(
        &self,
        n: u8,
        free: &Split,
        possible: &[bool; MAX_PLACES],
        f: &mut dyn FnMut(&Split) -> bool,
    ) {
        fn go(
            at: usize,
            left: u8,
            places: usize,
            free: &Split,
            possible: &[bool; MAX_PLACES],
            split: &mut Split,
            f: &mut dyn FnMut(&Split) -> bool,
        ) -> bool {
            if at == places {
                return left == 0 && f(split);
            }
            let most = if possible[at] { left.min(free[at]) } else { 0 };
            let least = if at + 1 == places { left } else { 0 };
            for n in least..=most {
                split[at] = n;
                if go(at + 1, left - n, places, free, possible, split, f) {
                    return true;
                }
            }
            split[at] = 0;
            false
        }
        go(0, n, self.places, free, possible, &mut [0; MAX_PLACES], f);
    }
}

/// Binomial coefficient.
fn choose(n: u8, k: u8) -> u128 {
    (0..u128::from(k)).fold(1, |c, i| c * (u128::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests;
