//! An observation as a fixed vector of numbers. The layout is documented in `docs/observation.md`
//! and is part of the versioned behaviour.

use crate::bid::Bid;
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::deal::DRAFT_TURNS;
use crate::observation::Observation;
use crate::round::Phase;

const CARDS: usize = 52;
const SEATS: usize = 4;
/// None, nil, 1-17, blind nil.
const BIDS: usize = 20;

/// A block of the layout: its name, first index and length.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// What the block holds.
    pub name: &'static str,
    /// Index of its first number.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

macro_rules! layout {
    ($($const:ident $name:literal $len:expr;)*) => {
        layout!(@ 0, $($const $name $len;)*);
        /// The layout, block by block.
        pub const LAYOUT: &[Block] = &[$(Block { name: $name, start: $const, len: $len }),*];
    };
    (@ $at:expr, $const:ident $name:literal $len:expr; $($rest:tt)*) => {
        const $const: usize = $at;
        layout!(@ $const + $len, $($rest)*);
    };
    (@ $at:expr,) => {
        /// Length of the vector.
        pub const OBSERVATION_SIZE: usize = $at;
    };
}

layout! {
    HAND "hand" CARDS;
    OWN_DISCARDS "own discards" CARDS;
    OTHER_DISCARDS "known discards of the other" CARDS;
    OTHER_HANDS "cards known to be in other hands" CARDS;
    SHOWN "card looked at in the draft" CARDS;
    TRICK "trick on the table, by seat" SEATS * CARDS;
    PLAYED "cards played, by seat" SEATS * CARDS;
    GONE "cards gone before the position was set up" CARDS;
    VOIDS "suits shown void, by seat" SEATS * 4;
    BID "bids, by seat" SEATS * BIDS;
    TRICKS "tricks won / 13, by seat" SEATS;
    PHASE "phase: blind, draft, bid, play, over" 5;
    TURN "seat to act" SEATS;
    LEADER "seat that leads the trick" SEATS;
    OPENER "opener" SEATS;
    BROKEN "spades are broken" 1;
    PLAYERS "number of players: 2, 3, 4" 3;
    DRAFTED "draft turns taken / 26" 1;
    CHOICES "draft turns: 1 first card taken, -1 second, 0 to come" DRAFT_TURNS as usize;
    POINTS "points before the round / 100, by side" SEATS;
    BAGS "bags before the round / 10, by side" SEATS;
    ROUNDS "rounds finished / 10" 1;
}

impl Observation {
    /// Writes the observation as numbers. Seats are counted from the observing seat clockwise,
    /// sides from its own; cards are in id order.
    pub fn write(&self, out: &mut [f32; OBSERVATION_SIZE]) {
        out.fill(0.0);
        let view = &self.view;
        let (players, me) = (view.players(), self.seat as usize);
        let place = |seat: usize| (seat + players - me) % players;
        let mut cards = |start: usize, set: CardSet| {
            for card in set {
                out[start + card.id() as usize] = 1.0;
            }
        };
        cards(HAND, self.hand());
        if players == 2 {
            cards(OWN_DISCARDS, view.discards(me));
            cards(OTHER_DISCARDS, view.discards(1 - me));
        }
        for seat in (0..players).filter(|&seat| seat != me) {
            cards(OTHER_HANDS, view.zones[seat]);
        }
        if let Some(card) = view.shown_card() {
            cards(SHOWN, CardSet::of(card));
        }
        for (seat, card) in view.trick() {
            cards(TRICK + place(seat) * CARDS, CardSet::of(card));
        }
        let mut gone = view.played;
        for (seat, card) in self.history.plays() {
            cards(PLAYED + place(seat) * CARDS, CardSet::of(card));
            gone.remove(card);
        }
        for (_, card) in view.trick() {
            gone.remove(card);
        }
        cards(GONE, gone);
        for seat in 0..players {
            let at = place(seat);
            for suit in Suit::ALL {
                out[VOIDS + at * 4 + suit as usize] = f32::from(view.shown_void(seat, suit));
            }
            let bid = view.bid(seat).map_or(0, |bid| match bid {
                Bid::BLIND_NIL => BIDS - 1,
                bid => 1 + bid.tricks() as usize,
            });
            out[BID + at * BIDS + bid] = 1.0;
            out[TRICKS + at] = f32::from(view.tricks[seat]) / 13.0;
        }
        out[PHASE + view.phase as usize] = 1.0;
        if view.phase != Phase::Over {
            out[TURN + place(view.turn as usize)] = 1.0;
        }
        out[LEADER + place(view.leader as usize)] = 1.0;
        out[OPENER + place(view.opener as usize)] = 1.0;
        out[BROKEN] = f32::from(view.broken);
        out[PLAYERS + players - 2] = 1.0;
        out[DRAFTED] = f32::from(view.drafted) / f32::from(DRAFT_TURNS);
        for turn in 0..view.drafted {
            let first = view.choices >> turn & 1 == 1;
            out[CHOICES + turn as usize] = if first { 1.0 } else { -1.0 };
        }
        let sides = self.rules.sides();
        let mine = self.rules.side_of(me);
        for side in 0..sides {
            let at = (side + sides - mine) % sides;
            out[POINTS + at] = self.points[side] as f32 / 100.0;
            out[BAGS + at] = self.bags[side] as f32 / 10.0;
        }
        out[ROUNDS] = self.rounds as f32 / 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};
    use crate::{Card, History, PRESETS, Round, Rules};

    /// Whether any block of cards shows a card.
    fn shows(out: &[f32; OBSERVATION_SIZE], card: Card) -> bool {
        [HAND, OWN_DISCARDS, OTHER_DISCARDS, OTHER_HANDS, SHOWN, GONE]
            .into_iter()
            .chain((0..SEATS).flat_map(|s| [TRICK + s * CARDS, PLAYED + s * CARDS]))
            .any(|start| out[start + card.id() as usize] > 0.0)
    }

    #[test]
    fn the_vector_shows_the_known_cards_and_no_other() {
        let mut out = [0.0; OBSERVATION_SIZE];
        for preset in PRESETS {
            let rules = Rules::preset(preset).unwrap();
            for seed in 0..5 {
                let mut rng = Rng::new(seed, Stream::Playout, 0);
                let mut round = Round::deal(&rules, seed, 0).unwrap();
                let mut history = History::default();
                while let Some(turn) = round.turn() {
                    for seat in 0..round.players() {
                        let seen = Observation::new(&rules, &round, &history, seat).unwrap();
                        seen.write(&mut out);
                        let shown: CardSet =
                            CardSet::ALL.iter().filter(|&c| shows(&out, c)).collect();
                        assert_eq!(shown, seen.known(), "{preset} {round:?}");
                    }
                    let legal = round.legal();
                    let action = legal.nth(rng.below(legal.len())).unwrap();
                    round.apply(action).unwrap();
                    history.push(turn, action);
                }
            }
        }
    }

    #[test]
    fn blocks_follow_each_other() {
        let mut at = 0;
        for block in LAYOUT {
            assert_eq!(block.start, at, "{}", block.name);
            at += block.len;
        }
        assert_eq!(at, OBSERVATION_SIZE);
    }
}
