//! Why an action is not legal, in words. Legality itself is decided by [`Round::legal`] alone.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::phase::Phase;
use crate::round::{NO_CARD, Round};
use crate::rules::Deal;

impl Round {
    /// `None` if the action is legal, else the reason in words.
    pub fn why_not(&self, action: Action) -> Option<String> {
        (!self.legal().contains(action)).then(|| reason(self, action))
    }
}

/// The reason why an action that is not legal is not.
pub(crate) fn reason(round: &Round, action: Action) -> String {
    let now = match round.phase() {
        Phase::Over => return "the round is over".into(),
        Phase::Play => match action.card() {
            Some(card) => return card_reason(round, card),
            None => "a card is to be played".into(),
        },
        Phase::Bid => {
            let max = round.format.max_bid();
            if action == Action::MISDEAL {
                return if round.format.misdeal() {
                    "a misdeal needs a hand without a spade, or without king, queen and jack".into()
                } else {
                    "these rules have no misdeal".into()
                };
            }
            if let Some(n) = action.bid_number() {
                return format!("a bid of {n} is above the highest bid, {max}");
            }
            match max {
                0 => "a bid is to be made: nil is the only one".into(),
                _ => format!("a bid is to be made: nil, or a number up to {max}"),
            }
        }
        Phase::Draft if round.format.deal() == Deal::Pick => "up or down is to be chosen".into(),
        Phase::Draft => "keep or refuse is to be chosen".into(),
        Phase::Blind => "blind-nil or look is to be said first".to_owned(),
    };
    format!("{action} is not possible now: {now}")
}

fn card_reason(round: &Round, card: Card) -> String {
    let seat = round.turn as usize;
    if !round.hand(seat).contains(card) {
        return if round.played().contains(card) {
            format!("{card} has been played already")
        } else {
            format!("you do not hold {card}")
        };
    }
    if round.trick[0] == NO_CARD {
        return "spades are not broken and you hold other suits".into();
    }
    let led = Card::from_id(round.trick[0]).suit();
    debug_assert!(!round.hand(seat).is_disjoint(CardSet::suit(led)) && card.suit() != led);
    format!("you hold {}, which were led", led.name())
}
