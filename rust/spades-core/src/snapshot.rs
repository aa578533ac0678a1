//! Rounds and histories as bytes, for copies that leave the process. Bytes that come back are
//! checked: they make a state that can be played on, or an error.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::DRAFT_TURNS;
use crate::error::Error;
use crate::history::History;
use crate::observation::Observation;
use crate::round::{Format, NO_CARD, Phase, Round};
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
        let drafted = self.format.deal() != Deal::Dealt && !self.format.set_up();
        match self.phase {
            Phase::Blind => ensure(self.format.blind() && self.drafted == 0),
            Phase::Draft => ensure(
                drafted && self.drafted < DRAFT_TURNS && self.turn == self.drafter(self.drafted),
            ),
            Phase::Bid | Phase::Play | Phase::Over => {
                ensure(self.drafted == if drafted { DRAFT_TURNS } else { 0 })
            }
        }?;
        let bid = |seat: u8| self.bids[seat as usize] != crate::bid::NONE;
        match self.phase {
            Phase::Play | Phase::Over => ensure((0..players).all(bid)),
            Phase::Bid => ensure(!bid(self.turn)),
            Phase::Blind | Phase::Draft => Ok(()),
        }
    }

    /// Whether the round can be played to its end, and its history noted that far.
    pub(crate) fn is_playable(&self, history: &History) -> bool {
        let full = |seat: usize| self.zones[seat].len() == u32::from(self.cards_left(seat));
        if self.format.deal() != Deal::Dealt && !self.format.set_up() {
            let mut zones = [CardSet::EMPTY; 4];
            if !crate::deal::is_pack(&self.deck) {
                return false;
            }
            for turn in 0..self.drafted {
                let first = self.choices >> turn & 1 == 1;
                let (taken, thrown) = crate::deal::pair_places(turn, first);
                let seat = self.drafter(turn) as usize;
                zones[seat].insert(Card::from_id(self.deck[taken]));
                zones[2 + seat].insert(Card::from_id(self.deck[thrown]));
            }
            if (0..4).any(|zone| zones[zone] - self.played != self.zones[zone]) {
                return false;
            }
        }
        if !(0..self.players()).all(full) {
            return false;
        }
        let mut round = *self;
        let mut steps = history.len();
        while !round.is_over() {
            // A word or a card; never a misdeal, which begins anew.
            let Some(action) = round.legal().nth(0) else { return false };
            round.apply_unchecked(action);
            steps += 1;
            if steps > History::CAPACITY {
                return false;
            }
        }
        (0..self.players()).all(|seat| round.zones[seat].is_empty())
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
