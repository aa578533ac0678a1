//! Hands that a sensible player bids in one way.

use super::position::bidding;
use super::*;

fn bid(preset: &str, hand: &str, bids: &[&str]) -> String {
    let rules = Rules::preset(preset).unwrap();
    book_choice(&rules, &bidding(&rules, hand, bids)).to_string()
}

#[test]
fn counts_what_hands_make() {
    assert_eq!(bid("partners", "AKQ32.AK2.A2.432", &[]), "6");
    assert_eq!(bid("partners", "KQ32.A32.K32.Q32", &[]), "4");
    assert_eq!(bid("partners", "A2.K432.5432.432", &[]), "1");
    // Long spades are tricks.
    assert_eq!(bid("partners", "AKQJT98765432...", &[]), "13");
    // No more than the partner leaves.
    assert_eq!(bid("partners", "AKQ2.AK2.A32.432", &["11", "1"]), "2");
    assert_eq!(bid("partners", "AKQ2.AK2.A32.432", &["13", "1"]), "1");
}

#[test]
fn nil_where_every_suit_has_low_cards() {
    let low = "32.5432.6432.532";
    assert_eq!(bid("partners", low, &[]), "nil");
    assert_eq!(bid("partners", low, &["4", "3"]), "nil");
    // Not after a nil of the partner: nobody would cover either.
    assert_eq!(bid("partners", low, &["nil", "3"]), "1");
    // Two nils with a bonus of their own, if the hand is safe alone.
    assert_eq!(bid("partners-double-nil", low, &["nil", "3"]), "nil");
    assert_ne!(bid("partners-double-nil", "543.T986.9642.J5", &["nil", "3"]), "nil");
    // Not with a high spade, nor with five of them.
    assert_ne!(bid("partners", "K2.5432.6432.532", &[]), "nil");
    assert_ne!(bid("partners", "Q2.5432.6432.532", &[]), "nil");
    assert_ne!(bid("partners", "65432.5432.64.53", &[]), "nil");
    // An ace in a long suit with low cards is no danger, a lone one is.
    assert_eq!(bid("partners", "32.A5432.6432.53", &[]), "nil");
    assert_ne!(bid("partners", "32.A.86432.96532", &[]), "nil");
    // Alone against one never, against two hardly ever.
    assert_ne!(bid("two-handed", "2.5432.6432.5432", &[]), "nil");
    assert_ne!(bid("three-handed", "32.98762.98762.98765", &[]), "nil");
}

#[test]
fn nil_is_weighed_by_what_it_gives() {
    let rules = Rules::preset("partners").unwrap();
    let fair = "43.T532.9642.J53";
    let choice = |rules: &Rules| book_choice(rules, &bidding(rules, fair, &[])).to_string();
    assert_eq!(choice(&rules), "nil");
    assert_ne!(choice(&Rules { nil_bonus: 0, ..rules }), "nil");
    assert_ne!(choice(&Rules { nil_penalty: 3000, ..rules }), "nil");
}

#[test]
fn a_weak_hand_is_dealt_anew() {
    assert_eq!(bid("partners-double-nil", ".T987.T987.T9876", &["nil", "3"]), "misdeal");
    assert_ne!(bid("partners-double-nil", ".AK87.AK87.AK876", &["3", "3"]), "misdeal");
    assert_eq!(bid("three-handed", ".QT987.JT987.T987652", &[]), "misdeal");
}

#[test]
fn blind_nil_only_as_a_last_resort() {
    let rules = Rules { blind_nil_bonus: 200, ..Rules::preset("partners").unwrap() };
    let round = Round::deal(&rules, 1, 0).unwrap();
    let obs = |points: [i64; 2]| {
        let [own, other] = points;
        let history = History::default();
        let obs = Observation::new(&rules, &round, &history, 0).unwrap();
        book_action(&obs.in_game([own, other, 0, 0], [0; 4], 5))
    };
    assert_eq!(obs([0, 0]), Action::LOOK);
    assert_eq!(obs([400, 450]), Action::LOOK);
    assert_eq!(obs([250, 480]), Action::BLIND_NIL);
    // Nothing helps any more.
    assert_eq!(obs([-100, 480]), Action::LOOK);
    assert_eq!(book_choice(&rules, &round), Action::LOOK);
}

#[test]
fn drafts_keep_spades_and_high_cards() {
    let first = |preset: &str, card: &str| {
        let rules = Rules::preset(preset).unwrap();
        let card: Card = card.parse().unwrap();
        let mut deck: Vec<u8> = vec![card.id()];
        deck.extend((0..52).filter(|&id| id != card.id()));
        let mut round = Round::from_deck(&rules, deck.try_into().unwrap(), 0, 0).unwrap();
        while round.phase() == Phase::Blind {
            round.apply(book_choice(&rules, &round)).unwrap();
        }
        book_choice(&rules, &round).to_string()
    };
    for preset in ["two-handed", "two-handed-open"] {
        assert_eq!(first(preset, "2S"), "keep");
        assert_eq!(first(preset, "QH"), "keep");
        assert_eq!(first(preset, "9H"), "refuse");
    }
    assert_eq!(first("pick", "2S"), "up");
    assert_eq!(first("pick", "AD"), "up");
    assert_eq!(first("pick", "9D"), "down");
}
