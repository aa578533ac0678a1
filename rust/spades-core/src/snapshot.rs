//! Rounds and histories as bytes, for copies that leave the process. Bytes that come back are
//! checked: they make a state that can be played on, or an error.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::DRAFT_TURNS;
use crate::error::Error;
use crate::format::Format;
use crate::history::History;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::{NO_CARD, Round};
use crate::rules::{Deal, Rules};

/// Takes fixed pieces off a slice.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let (head, tail) = self.0.split_first_chunk::<N>().ok_or_else(bad)?;
        self.0 = tail;
        Ok(*head)
    }

    fn byte(&mut self) -> Result<u8, Error> {
        self.take::<1>().map(|b| b[0])
    }

    fn word(&mut self) -> Result<u64, Error> {
        self.take().map(u64::from_le_bytes)
    }
}

fn bad() -> Error {
    Error::invalid("the bytes are not those of a saved state")
}

fn ensure(fine: bool) -> Result<(), Error> {
    fine.then_some(()).ok_or_else(bad)
}

const PHASES: [Phase; 5] = [Phase::Blind, Phase::Draft, Phase::Bid, Phase::Play, Phase::Over];

impl Round {
    fn write(&self, out: &mut Vec<u8>) {
        for zone in self.zones {
            out.extend(zone.0.to_le_bytes());
        }
        out.extend(self.played.0.to_le_bytes());
        out.extend(self.seed.to_le_bytes());
        out.extend(self.deck);
        out.extend(self.choices.to_le_bytes());
        out.extend(self.bids);
        out.extend(self.tricks);
        out.extend(self.trick);
        out.extend(self.voids.to_le_bytes());
        out.extend([
            u8::from(self.format.set_up()),
            self.leader,
            self.turn,
            self.opener,
            self.phase as u8,
            self.drafted,
            self.length,
            u8::from(self.broken),
        ]);
    }

    fn read(rules: &Rules, from: &mut Reader) -> Result<Self, Error> {
        let zones = [from.word()?, from.word()?, from.word()?, from.word()?].map(CardSet);
        let played = CardSet(from.word()?);
        let seed = from.word()?;
        let deck = from.take()?;
        let choices = u32::from_le_bytes(from.take()?);
        let (bids, tricks, trick) = (from.take()?, from.take()?, from.take()?);
        let voids = u16::from_le_bytes(from.take()?);
        let format = if from.byte()? == 1 { Format::of_set_up(rules) } else { Format::new(rules) };
        let (leader, turn, opener) = (from.byte()?, from.byte()?, from.byte()?);
        let phase = *PHASES.get(from.byte()? as usize).ok_or_else(bad)?;
        let (drafted, length, broken) = (from.byte()?, from.byte()?, from.byte()? == 1);
        let round = Self {
            zones,
            played,
            seed,
            deck,
            choices,
            bids,
            tricks,
            trick,
            voids,
            format,
            leader,
            turn,
            opener,
            phase,
            drafted,
            length,
            broken,
        };
        round.check()?;
        Ok(round)
    }

    /// Whether nothing in the state can lead an action or an observation astray.
    fn check(&self) -> Result<(), Error> {
        let players = self.format.players();
        ensure(self.leader < players && self.turn < players && self.opener < players)?;
        ensure(self.drafted <= DRAFT_TURNS)?;
        ensure(self.length <= self.format.hand_size())?;
        let mut seen = CardSet::EMPTY;
        for set in self.zones.into_iter().chain([self.played]) {
            ensure((set - CardSet::ALL).is_empty() && seen.is_disjoint(set))?;
            seen |= set;
        }
        let card = |id: u8| id == NO_CARD || Card::new(id).is_some();
        ensure(self.deck.into_iter().chain(self.trick).all(card))?;
        let on_table = self.trick_len();
        ensure(on_table < players as usize)?;
        ensure(self.trick[on_table..].iter().all(|&id| id == NO_CARD))?;
        ensure(self.trick[..on_table].iter().all(|&id| self.played.0 >> id & 1 == 1))?;
        let placed = (self.leader as usize + on_table) % players as usize;
        ensure(self.phase != Phase::Play || placed == self.turn as usize)?;
        let bid =
            |byte: u8| byte == crate::bid::NONE || byte == 254 || byte <= self.format.max_bid();
        ensure(self.bids.into_iter().all(bid))?;
        let won: u32 = self.tricks.iter().map(|&t| u32::from(t)).sum();
        ensure(won + u32::from(on_table > 0) <= u32::from(self.length))?;
        let bid = |seat: u8| self.bids[seat as usize] != crate::bid::NONE;
        match self.phase {
            Phase::Blind | Phase::Draft => ensure(!self.format.set_up())?,
            Phase::Bid => ensure(!bid(self.turn) && on_table == 0 && won == 0)?,
            Phase::Play => ensure((0..players).all(bid))?,
            Phase::Over => ensure((0..players).all(bid) && on_table == 0)?,
        }
        Ok(())
    }

    /// Whether the state comes about by its history, and can be played to its end.
    pub(crate) fn is_playable(&self, history: &History) -> bool {
        let seats = 0..self.players();
        if !seats.clone().all(|seat| self.zones[seat].len() == u32::from(self.cards_left(seat))) {
            return false;
        }
        if !self.format.set_up() {
            return self.replays(history);
        }
        let known = |(seat, action): (usize, Action)| {
            seat < self.players()
                && action.card().map_or(action.bid_number().is_some(), |c| self.played.contains(c))
        };
        let done = self.tricks.iter().sum::<u8>() == self.length;
        (self.phase == Phase::Over) == done
            && seats.clone().all(|seat| (self.zones[seat] - self.possible(seat)).is_empty())
            && history.iter().all(known)
            && history.len() + self.actions_left() <= History::CAPACITY
    }

    /// Bids and cards still to come in a position that was set up.
    fn actions_left(&self) -> usize {
        let seats = 0..self.players();
        let bids = seats.clone().filter(|&seat| self.bids[seat] == crate::bid::NONE).count();
        bids + seats.map(|seat| self.zones[seat].len() as usize).sum::<usize>()
    }

    /// Whether the history, from the deal on, leads to this state.
    fn replays(&self, history: &History) -> bool {
        let players = self.players();
        let deck = if self.format.deal() == Deal::Dealt {
            let mut piles = self.zones;
            for (seat, card) in history.plays() {
                piles[seat].insert(card);
            }
            let size = self.format.hand_size() as usize;
            let mut deck = [NO_CARD; 52];
            for (place, to) in deck.iter_mut().enumerate() {
                // What is left over when all are served lies in the zone behind the hands.
                let served = place >= players * size;
                let pile = if served { players } else { (self.opener as usize + place) % players };
                let Some(card) = piles.get(pile).and_then(|pile| pile.lowest()) else { break };
                piles[pile].remove(card);
                *to = card.id();
            }
            deck
        } else {
            self.deck
        };
        if !crate::deal::is_pack(&deck) {
            return false;
        }
        let mut round = Self::start(self.format, deck, 0, self.opener);
        for (seat, action) in history.iter() {
            if round.turn() != Some(seat) || round.apply(action).is_err() {
                return false;
            }
        }
        round.seed = self.seed;
        round == *self
    }
}

impl History {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.redeals().to_le_bytes());
        out.push(self.len() as u8);
        for (seat, action) in self.iter() {
            out.extend([seat as u8, action.id()]);
        }
    }

    fn read(from: &mut Reader) -> Result<Self, Error> {
        let mut history = Self::after_redeals(u32::from_le_bytes(from.take()?));
        let len = from.byte()?;
        ensure(len as usize <= Self::CAPACITY)?;
        for _ in 0..len {
            let [seat, id] = from.take()?;
            let action = Action::new(id).filter(|&a| a != Action::MISDEAL).ok_or_else(bad)?;
            ensure(seat < 4)?;
            history.push(seat as usize, action);
        }
        Ok(history)
    }
}

/// A round and its history as bytes.
pub fn round_to_bytes(round: &Round, history: &History) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    round.write(&mut out);
    history.write(&mut out);
    out
}

/// The round and its history from bytes.
///
/// # Errors
/// When the bytes are damaged or belong to other rules.
pub fn round_from_bytes(rules: &Rules, bytes: &[u8]) -> Result<(Round, History), Error> {
    let mut from = Reader(bytes);
    let round = Round::read(rules, &mut from)?;
    let history = History::read(&mut from)?;
    ensure(from.0.is_empty() && round.is_playable(&history))?;
    Ok((round, history))
}

/// An observation as bytes.
pub fn observation_to_bytes(observation: &Observation) -> Vec<u8> {
    let mut out = round_to_bytes(&observation.view, &observation.history);
    out.push(observation.seat);
    for n in observation.points.iter().chain(&observation.bags) {
        out.extend(n.to_le_bytes());
    }
    out.extend(observation.rounds.to_le_bytes());
    out
}

/// The observation from bytes.
///
/// # Errors
/// When the bytes are damaged or belong to other rules.
pub fn observation_from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Observation, Error> {
    let mut from = Reader(bytes);
    let view = Round::read(rules, &mut from)?;
    let history = History::read(&mut from)?;
    let seat = from.byte()?;
    ensure((seat as usize) < view.players())?;
    let mut numbers = [0; 8];
    for n in &mut numbers {
        *n = from.word()?.cast_signed();
    }
    let rounds = u32::from_le_bytes(from.take()?);
    ensure(from.0.is_empty())?;
    let observation = Observation {
        rules: *rules,
        seat,
        view,
        history,
        points: std::array::from_fn(|side| numbers[side]),
        bags: std::array::from_fn(|side| numbers[4 + side]),
        rounds,
    };
    ensure(observation.is_consistent())?;
    Ok(observation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PRESETS;
    use crate::rng::{Rng, Stream};

    #[test]
    fn states_read_back_and_damage_never_panics() {
        for preset in PRESETS {
            let rules = Rules::preset(preset).unwrap();
            let mut rng = Rng::new(1, Stream::Playout, 0);
            let mut round = Round::deal(&rules, 3, 0).unwrap();
            let mut history = History::default();
            while let Some(turn) = round.turn() {
                let bytes = round_to_bytes(&round, &history);
                assert_eq!(round_from_bytes(&rules, &bytes), Ok((round, history)));
                let seen = Observation::new(&rules, &round, &history, turn).unwrap();
                let seen_bytes = observation_to_bytes(&seen);
                assert_eq!(observation_from_bytes(&rules, &seen_bytes), Ok(seen));
                for _ in 0..20 {
                    let mut damaged = bytes.clone();
                    let at = rng.below(damaged.len() as u32) as usize;
                    damaged[at] = rng.next() as u8;
                    if let Ok((mut round, _)) = round_from_bytes(&rules, &damaged) {
                        while let Some(action) = round.legal().nth(0) {
                            round.apply(action).unwrap();
                        }
                    }
                    let mut damaged = seen_bytes.clone();
                    let at = rng.below(damaged.len() as u32) as usize;
                    damaged[at] = rng.next() as u8;
                    if let Ok(seen) = observation_from_bytes(&rules, &damaged) {
                        assert_eq!(seen.sample(1, 2).count(), 2);
                    }
                    assert!(round_from_bytes(&rules, &bytes[..at.min(bytes.len() - 1)]).is_err());
                }
                let legal = round.legal();
                let action = legal.nth(rng.below(legal.len())).unwrap();
                round.apply(action).unwrap();
                history.push(turn, action);
            }
        }
    }
}
