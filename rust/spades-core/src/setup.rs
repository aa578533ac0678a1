//! Any position as plain values, which become a [`Round`] through one check.

use crate::bid::{self, Bid};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::error::Error;
use crate::format::Format;
use crate::phase::Phase;
use crate::rng::{Stream, derive};
use crate::round::Round;
use crate::rules::{Deal, Rules};

/// A position in the bidding or the play. Nothing is known of what came before it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Cards held, by seat.
    pub hands: Vec<CardSet>,
    /// Bids made; if one is missing the round stands in the bidding.
    pub bids: Vec<Option<Bid>>,
    /// Tricks won, by seat.
    pub tricks: Vec<u8>,
    /// Seat to act.
    pub turn: u8,
    /// The trick on the table in the order played.
    pub trick: Vec<(u8, Card)>,
    /// Whether spades are broken (a spade on the table breaks them in any case).
    pub broken: bool,
    /// Seat that bids first; `None`: the first to bid, or the leader.
    pub opener: Option<u8>,
    /// Cards thrown away by seat (two players, drawn hands).
    pub discards: Vec<CardSet>,
    /// Cards known to all to have been played. `None`: with four players all that nobody holds,
    /// else none but those on the table.
    pub played: Option<CardSet>,
}

impl Setup {
    /// Checks the position and makes the round.
    ///
    /// # Errors
    /// `Error::Invalid` with what does not fit.
    pub fn build(&self) -> Result<Round, Error> {
        let fail = |message: String| Err(Error::Invalid(message));
        self.rules.validate()?;
        let players = self.rules.players as usize;
        for (what, len) in
            [("hands", self.hands.len()), ("bids", self.bids.len()), ("tricks", self.tricks.len())]
        {
            if len != players {
                return fail(format!("{what}: {len} given for {players} players"));
            }
        }
        let last = players - 1;
        for (what, seat) in [("turn", self.turn), ("opener", self.opener.unwrap_or(0))] {
            if seat as usize > last {
                return fail(format!("{what} {seat}: seats are 0 to {last}"));
            }
        }
        for bid in self.bids.iter().flatten() {
            if bid.tricks() > self.rules.max_bid {
                return fail(format!("a bid of {bid} is above {}", self.rules.max_bid));
            }
            if bid.is_blind() && !self.rules.has_blind_nil() {
                return fail("these rules have no blind nil".into());
            }
        }

        let mut round = Round::empty(Format::of_set_up(&self.rules), 0);
        self.place_cards(&mut round)?;
        self.check_sizes(&mut round)?;
        for (seat, bid) in self.bids.iter().enumerate() {
            round.bids[seat] = Bid::byte(*bid);
        }
        // A misdeal of one position deals one pack, of another position another.
        let cards = round.zones.iter().fold(0u64, |mix, zone| mix.rotate_left(16) ^ zone.0);
        round.seed = derive(cards, Stream::Redeal, u64::from(self.turn));
        round.turn = self.turn;
        round.leader = self.trick.first().map_or(self.turn, |&(seat, _)| seat);
        round.opener = self.opener.unwrap_or(round.leader);
        round.broken = self.broken || self.trick.iter().any(|&(_, c)| c.suit() == Suit::Spades);
        if self.bids.contains(&None) {
            self.check_bidding(&mut round)?;
            round.phase = Phase::Bid;
        } else if self.hands.iter().all(|hand| hand.is_empty()) {
            round.phase = Phase::Over;
        } else {
            round.phase = Phase::Play;
        }
        Ok(round)
    }

    fn place_cards(&self, round: &mut Round) -> Result<(), Error> {
        let fail = |message: String| Err(Error::Invalid(message));
        let mut seen = CardSet::EMPTY;
        let mut add = |cards: CardSet, what: &str| {
            if let Some(card) = (cards & seen).lowest() {
                return fail(format!("{what}: {card} is in the position twice"));
            }
            seen |= cards;
            Ok(())
        };
        for (seat, &hand) in self.hands.iter().enumerate() {
            add(hand, &format!("hand of seat {seat}"))?;
            round.zones[seat] = hand;
        }
        for &(_, card) in &self.trick {
            add(CardSet::of(card), "trick")?;
            round.played.insert(card);
        }
        let drafted = self.rules.deal != Deal::Dealt;
        if self.discards.len() > if drafted { 2 } else { 0 } {
            return fail("discards: only two players who make their hands throw cards away".into());
        }
        for (seat, &cards) in self.discards.iter().enumerate() {
            add(cards, &format!("discards of seat {seat}"))?;
            if cards.len() > 13 {
                return fail(format!("discards of seat {seat}: {} of at most 13", cards.len()));
            }
            round.zones[2 + seat] = cards;
        }
        let gone = self.played.map(|cards| cards - round.played);
        add(gone.unwrap_or(CardSet::EMPTY), "played")?;
        let all_gone = if self.rules.players == 4 { !seen } else { CardSet::EMPTY };
        round.played |= gone.unwrap_or(all_gone);
        Ok(())
    }

    fn check_sizes(&self, round: &mut Round) -> Result<(), Error> {
        let fail = |message: String| Err(Error::Invalid(message));
        let players = self.rules.players as usize;
        let turn = self.turn as usize;
        let on_table = self.trick.len();
        if on_table >= players {
            return fail(format!("trick: {on_table} cards, but it is complete with {players}"));
        }
        for (to, &(_, card)) in round.trick.iter_mut().zip(&self.trick) {
            *to = card.id();
        }
        let led = self.trick.first().map(|&(_, card)| card.suit());
        for (i, &(seat, card)) in self.trick.iter().enumerate() {
            let expected = (turn + players - on_table + i) % players;
            if seat as usize != expected {
                return fail(format!("trick: card {i} is of seat {seat}, should be of {expected}"));
            }
            if let Some(led) = led
                && card.suit() != led
            {
                if !self.hands[expected].is_disjoint(CardSet::suit(led)) {
                    let name = led.name();
                    return fail(format!("trick: seat {seat} played {card} but holds {name}"));
                }
                round.voids |= 1 << (4 * seat + led as u8);
            }
        }
        let size = self.hands[turn].len();
        for (seat, hand) in self.hands.iter().enumerate() {
            let has_played = self.trick.iter().any(|&(s, _)| s as usize == seat);
            let wanted = size - u32::from(has_played && size > 0);
            if hand.len() != wanted {
                let len = hand.len();
                return fail(format!("hand of seat {seat}: {len} cards, should be {wanted}"));
            }
        }
        if on_table > 0 && size == 0 {
            return fail(format!("hand of seat {turn}: no card for the trick on the table"));
        }
        let won: u32 = self.tricks.iter().map(|&t| u32::from(t)).sum();
        let most = u32::from(self.rules.hand_size());
        if won + size > most {
            return fail(format!(
                "{won} tricks and {size} cards left: a round has no more than {most} tricks"
            ));
        }
        round.tricks[..players].copy_from_slice(&self.tricks);
        round.length = (won + size) as u8;
        Ok(())
    }

    /// In the bidding those before the seat to act have bid, those after it only if blind.
    fn check_bidding(&self, round: &mut Round) -> Result<(), Error> {
        let players = self.rules.players as usize;
        if !self.trick.is_empty() || self.tricks.iter().any(|&t| t > 0) {
            return Err(Error::invalid("bids: all are made before the first card is played"));
        }
        let open = |bid: &Option<Bid>| bid.is_none_or(Bid::is_blind);
        let made = |seat: usize| !open(&self.bids[seat]);
        // Without an opener given, the bids made by those just before the turn tell it.
        let before = (1..players)
            .take_while(|&i| self.bids[(self.turn as usize + players - i) % players].is_some())
            .count();
        let first = (self.turn as usize + players - before) % players;
        round.opener = self.opener.unwrap_or(first as u8);
        round.leader = round.opener;
        let place = |seat: usize| (seat + players - round.opener as usize) % players;
        let at = place(self.turn as usize);
        for seat in 0..players {
            let fits = match place(seat).cmp(&at) {
                std::cmp::Ordering::Less => self.bids[seat].is_some(),
                std::cmp::Ordering::Equal => round.bids[seat] == bid::NONE,
                std::cmp::Ordering::Greater => !made(seat),
            };
            if !fits {
                return Err(Error::invalid(format!(
                    "bids: seat {seat} does not fit the turn of seat {} with opener {}",
                    self.turn, round.opener
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trick_on_the_table_is_followed() {
        let round = Setup {
            rules: Rules::default(),
            hands: ["J8.Q9..", "Q.8.K.JT"].map(|hand| hand.parse().unwrap()).to_vec(),
            bids: vec![Bid::new(1); 2],
            tricks: vec![0; 2],
            turn: 1,
            trick: vec![(0, "9D".parse().unwrap())],
            broken: false,
            opener: None,
            discards: vec![],
            played: None,
        }
        .build()
        .unwrap();
        assert_eq!(round.trick().collect::<Vec<_>>(), [(0, "9D".parse().unwrap())]);
        assert_eq!(round.legal_cards().to_string(), "..K.");
    }
}
