//! How well a world goes with what the others have played.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::{NO_CARD, Round};
use crate::rule_bot::rule_choice;
use crate::rules::Deal;

/// The plays since the play began.
pub(super) struct Evidence<'a> {
    obs: &'a Observation,
    plays: Vec<(usize, Card)>,
    by_seat: [CardSet; 4],
    /// What a play that the plain player would not have made says, as a factor: players differ, so
    /// that no play excludes a world.
    other: f64,
}

impl<'a> Evidence<'a> {
    /// Nothing if nobody else has played, or it is not known how the position came about.
    pub fn new(obs: &'a Observation, other: f64) -> Option<Self> {
        let view = obs.view();
        if other >= 1.0
            || view.phase() != Phase::Play
            || view.format.deal() != Deal::Dealt
            || view.format.set_up()
        {
            return None;
        }
        let plays: Vec<_> = obs.history().plays().collect();
        let by_seat = std::array::from_fn(|seat| obs.played_by(seat));
        plays.iter().any(|&(seat, _)| seat != obs.seat()).then_some(Self {
            obs,
            plays,
            by_seat,
            other,
        })
    }

    /// How likely the others are to have played as they did with these hands, up to a factor.
    pub fn fit(&self, world: &Round) -> f64 {
        let mut round = Round {
            zones: std::array::from_fn(|seat| world.zones[seat] | self.by_seat[seat]),
            played: CardSet::EMPTY,
            tricks: [0; 4],
            trick: [NO_CARD; 4],
            voids: 0,
            leader: world.opener,
            turn: world.opener,
            broken: false,
            ..*world
        };
        let mut fit = 1.0;
        for &(seat, card) in &self.plays {
            if seat != self.obs.seat() && round.legal_cards().len() > 1 {
                let expected = rule_choice(self.obs.rules(), &round);
                if expected != Action::play(card) {
                    let suit = expected.card().map(Card::suit);
                    // Another suit is twice another card.
                    fit *= self.other;
                    fit *= if suit == Some(card.suit()) { 1.0 } else { self.other };
                }
            }
            round.apply_unchecked(Action::play(card));
        }
        fit
    }
}
