//! What one seat may know: the round with every hidden card erased, and what was said and played.

use std::fmt::Write;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::DRAFT_TURNS;
use crate::error::Error;
use crate::history::History;
use crate::phase::Phase;
use crate::rng::{Rng, Stream};
use crate::round::{NO_CARD, Round};
use crate::rules::{Deal, Rules};

/// All that one seat may know, and nothing else: what the rules hide from the seat is not in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observation {
    pub(crate) rules: Rules,
    pub(crate) seat: u8,
    /// The round as the seat sees it: unknown cards are in no zone and blank in the deck.
    pub(crate) view: Round,
    pub(crate) history: History,
    /// Points of each side before this round.
    pub(crate) points: [i64; 4],
    /// Bags of each side before this round.
    pub(crate) bags: [i64; 4],
    /// Rounds of the game finished before this one.
    pub(crate) rounds: u32,
}

impl Round {
    /// Whether a seat has seen its hand. Before the first own decision of a round with blind nil
    /// nothing is seen; hidden hands are turned up when the bidding reaches their seat.
    pub fn sees_hand(&self, seat: usize) -> bool {
        let players = self.players();
        let place = |s: usize| (s + players - self.opener as usize) % players;
        let (turn, at) = (place(self.turn as usize), place(seat));
        match self.phase {
            Phase::Blind => at < turn && !self.format.hidden(),
            Phase::Bid => !self.format.hidden() || at <= turn,
            Phase::Draft | Phase::Play | Phase::Over => true,
        }
    }

    /// Whether a seat has been shown the card at a place of the stock.
    pub(crate) fn sees_place(&self, seat: usize, place: usize) -> bool {
        let turn = (place / 2) as u8;
        let first = place.is_multiple_of(2);
        let mine = turn < DRAFT_TURNS && self.drafter(turn) as usize == seat;
        let pick = self.format.deal() == Deal::Pick;
        if turn < self.drafted {
            let taken = (self.choices >> turn & 1 == 1) == first;
            if pick { first || (mine && taken) } else { mine || (self.format.face_up() && !taken) }
        } else {
            // The pair that is being looked at; all behind it is hidden.
            turn == self.drafted && self.phase == Phase::Draft && first && (mine || pick)
        }
    }

    /// The round as a seat sees it, with all that is hidden from it erased.
    fn seen_by(&self, seat: usize) -> Self {
        let mut view = Self { seed: 0, ..*self };
        for (place, card) in view.deck.iter_mut().enumerate() {
            if !self.sees_place(seat, place) {
                *card = NO_CARD;
            }
        }
        let seen: CardSet = view.deck.iter().filter_map(|&id| Card::new(id)).collect();
        let drafted = self.format.deal() != Deal::Dealt;
        for (zone, cards) in view.zones.iter_mut().enumerate() {
            let known = if zone == seat {
                if self.sees_hand(seat) { CardSet::ALL } else { CardSet::EMPTY }
            } else if drafted && self.format.set_up() {
                // How the hands were made is not known, only who threw what away.
                let own = self.format.deal() == Deal::Draw
                    && (zone == 2 + seat || (zone >= 2 && self.format.face_up()));
                if own { CardSet::ALL } else { CardSet::EMPTY }
            } else if drafted {
                seen
            } else {
                CardSet::EMPTY
            };
            *cards &= known;
        }
        view
    }
}

impl Observation {
    /// What a seat knows of a round.
    ///
    /// # Errors
    /// When there is no such seat.
    pub fn new(
        rules: &Rules,
        round: &Round,
        history: &History,
        seat: usize,
    ) -> Result<Self, Error> {
        if seat >= round.players() {
            let last = round.players() - 1;
            return Err(Error::invalid(format!("seat {seat}: seats are 0 to {last}")));
        }
        Ok(Self {
            rules: *rules,
            seat: seat as u8,
            view: round.seen_by(seat),
            history: *history,
            points: [0; 4],
            bags: [0; 4],
            rounds: 0,
        })
    }

    /// The same with the standing of the game: points and bags by side, and rounds finished.
    pub fn in_game(self, points: [i64; 4], bags: [i64; 4], rounds: u32) -> Self {
        Self { points, bags, rounds, ..self }
    }

    /// Whether some round looks like this to the seat: one that is read from outside may be of none.
    pub(crate) fn is_consistent(&self) -> bool {
        let view = &self.view;
        let hidden = (!self.known()).len();
        let drafting = self.is_drafting();
        let free = if drafting {
            Some(view.deck.iter().map(|&id| u32::from(id == NO_CARD)).sum())
        } else {
            let free = |seat| u32::from(view.cards_left(seat)).checked_sub(view.zones[seat].len());
            (0..view.players()).map(free).sum::<Option<u32>>()
        };
        if !free.is_some_and(|free| if drafting { free == hidden } else { free <= hidden }) {
            return false;
        }
        let sampler = self.sampler();
        sampler.count() > 0 && {
            let world = sampler.draw(&mut Rng::new(0, Stream::Worlds, 0));
            world.is_playable(&self.history) && world.seen_by(self.seat()) == *view
        }
    }

    /// The rules of the table.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seat that observes.
    pub fn seat(&self) -> usize {
        self.seat as usize
    }

    /// Where the round stands.
    pub fn phase(&self) -> Phase {
        self.view.phase
    }

    /// Whether hands are still to be made from the stock.
    pub fn is_drafting(&self) -> bool {
        self.view.format.deal() != Deal::Dealt && self.view.phase < Phase::Bid
    }

    /// Seat to act; `None` when the round is over.
    pub fn turn(&self) -> Option<usize> {
        self.view.turn()
    }

    /// The seat's own cards as far as it may see them.
    pub fn hand(&self) -> CardSet {
        self.view.zones[self.seat as usize]
    }

    /// Cards known to have been thrown away by a seat.
    pub fn discards(&self, seat: usize) -> CardSet {
        self.view.discards(seat)
    }

    /// Cards known to be held by a seat: the own hand, and cards taken face up.
    pub fn known_hand(&self, seat: usize) -> CardSet {
        self.view.zones[seat]
    }

    /// Cards whose place the seat knows.
    pub fn known(&self) -> CardSet {
        let stock: CardSet = self.view.deck.iter().filter_map(|&id| Card::new(id)).collect();
        self.view.zones.iter().fold(self.view.played | stock, |known, &zone| known | zone)
    }

    /// The round as the seat sees it: only its public part and the seat's own cards are in it.
    pub fn view(&self) -> &Round {
        &self.view
    }

    /// What was said and played since the cards were dealt.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Points of each side before this round.
    pub fn points(&self) -> &[i64; 4] {
        &self.points
    }

    /// Bags of each side before this round.
    pub fn bags(&self) -> &[i64; 4] {
        &self.bags
    }

    /// Rounds of the game finished before this one.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// All that the seat may do now; empty when it is not its turn.
    pub fn legal(&self) -> crate::ActionSet {
        if self.turn() == Some(self.seat()) { self.view.legal() } else { crate::ActionSet::EMPTY }
    }

    /// Cards played by a seat since the position began.
    pub fn played_by(&self, seat: usize) -> CardSet {
        self.history.plays().filter(|&(s, _)| s == seat).map(|(_, card)| card).collect()
    }

    /// The information state as text: two positions have the same key exactly when the seat cannot
    /// tell them apart.
    pub fn key(&self) -> String {
        let view = &self.view;
        let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
        let seats = || 0..view.players();
        let sides = || 0..self.rules.sides();
        let mut key = format!(
            "seat={} opener={} phase={} hand={}",
            self.seat,
            view.opener,
            view.phase.name(),
            self.hand(),
        );
        if view.deck.iter().any(|&id| id != NO_CARD) {
            key.push_str(" stock=");
            for &id in &view.deck {
                key.push_str(&Card::new(id).map_or("-".into(), |card| card.to_string()));
            }
        }
        if view.format.set_up() {
            // The history does not tell how such a position came about.
            let known = list(&mut view.zones.iter().map(CardSet::to_string));
            let _ = write!(key, " known={known} played={} voids={:x}", view.played, view.voids);
            let _ =
                write!(key, " turn={} leader={} length={}", view.turn, view.leader, view.length);
            let _ = write!(key, " broken={} tricks={:?}", view.broken, &view.tricks[..seats().end]);
            let bid = |seat| view.bid(seat).map_or("-".to_owned(), |bid| bid.to_string());
            let trick = list(&mut view.trick().map(|(seat, card)| format!("{seat}:{card}")));
            let _ = write!(key, " bids={} trick={trick}", list(&mut seats().map(bid)));
        }
        let history = list(&mut self.history.iter().map(|(seat, a)| format!("{seat}:{a}")));
        let points = list(&mut sides().map(|side| self.points[side].to_string()));
        let bags = list(&mut sides().map(|side| self.bags[side].to_string()));
        let (rounds, redeals) = (self.rounds, self.history.redeals());
        let _ = write!(key, " redeals={redeals} history={history}");
        let _ = write!(key, " points={points} bags={bags} rounds={rounds}");
        key
    }
}
