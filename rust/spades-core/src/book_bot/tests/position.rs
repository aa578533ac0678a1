//! Positions with seat 0 or 2 to act, written down shortly.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::rules::Rules;
use crate::{Round, Setup};

/// A position in the play with seat 0 to act. The other hands are made up: all cards that are not
/// held or on the table may be anywhere.
#[derive(Clone, Copy)]
pub struct Position {
    /// Spades.hearts.diamonds.clubs.
    pub hand: &'static str,
    pub bids: [&'static str; 4],
    pub tricks: [u8; 4],
    /// The trick on the table, from its leader on.
    pub trick: &'static str,
    /// Cards played before.
    pub played: &'static str,
}

impl Position {
    /// The card that is played, as text.
    pub fn plays(&self, rules: &Rules) -> String {
        let own: CardSet = self.hand.parse().unwrap();
        let played: CardSet = self.played.parse().unwrap();
        let trick: Vec<Card> = self.trick.split_whitespace().map(|c| c.parse().unwrap()).collect();
        let players = rules.players as usize;
        let leader = (players - trick.len()) % players;
        let mut pool = !own - played - trick.iter().copied().collect();
        let mut hands = vec![own; players];
        for (seat, hand) in hands.iter_mut().enumerate().skip(1) {
            let card = if leader == 0 { None } else { seat.checked_sub(leader).map(|i| trick[i]) };
            let mut may = CardSet::ALL;
            if let Some(card) = card
                && card.suit() != trick[0].suit()
            {
                may = may - CardSet::suit(trick[0].suit());
            }
            let kept = own.len() as usize - usize::from(card.is_some());
            *hand = (pool & may).iter().take(kept).collect();
            pool = pool - *hand;
            *hand |= card.into_iter().collect();
        }
        let mut round = Setup {
            rules: *rules,
            hands,
            bids: self.bids.iter().take(players).map(|b| Some(b.parse().unwrap())).collect(),
            tricks: self.tricks[..players].to_vec(),
            turn: leader as u8,
            trick: vec![],
            broken: true,
            opener: None,
            discards: vec![],
            played: Some(played),
        }
        .build()
        .unwrap();
        for card in trick {
            round.apply(card.into()).unwrap();
        }
        super::book_card(rules, &round).to_string()
    }
}

/// A round in the bidding where the last seat has this hand and the others have bid.
pub fn bidding(rules: &Rules, hand: &str, bids: &[&str]) -> Round {
    let own: CardSet = hand.parse().unwrap();
    let mut rest = (!own).iter();
    let (players, size) = (rules.players as usize, rules.hand_size() as usize);
    let turn = bids.len();
    let mut hands = vec![own; players];
    for seat in (0..players).filter(|&s| s != turn) {
        hands[seat] = rest.by_ref().take(size).collect();
    }
    let mut made = vec![None; players];
    for (to, bid) in made.iter_mut().zip(bids) {
        *to = Some(bid.parse().unwrap());
    }
    Setup {
        rules: *rules,
        hands,
        bids: made,
        tricks: vec![0; players],
        turn: turn as u8,
        trick: vec![],
        broken: false,
        opener: Some(0),
        discards: vec![],
        played: None,
    }
    .build()
    .unwrap()
}
