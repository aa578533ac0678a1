//! Positions that a sensible player gets right. Hands are spades.hearts.diamonds.clubs.

use super::*;

/// A position of `partners` with seat 0 to act. The other hands are made up: all cards that are not
/// held or on the table may be anywhere.
struct Position {
    hand: &'static str,
    bids: [&'static str; 4],
    tricks: [u8; 4],
    /// The trick on the table, from its leader on.
    trick: &'static str,
}

/// Everybody needs tricks.
const OPEN: Position =
    Position { hand: "", bids: ["4", "3", "3", "3"], tricks: [2, 2, 2, 1], trick: "" };

fn card(position: &Position, rules: &Rules) -> String {
    let own: CardSet = position.hand.parse().unwrap();
    let trick: Vec<Card> =
        position.trick.split_whitespace().map(|card| card.parse().unwrap()).collect();
    let leader = (4 - trick.len()) % 4;
    let mut pool = !own - trick.iter().copied().collect();
    let mut hands = vec![own; 4];
    for (seat, hand) in hands.iter_mut().enumerate().skip(1) {
        let played = if leader == 0 { None } else { seat.checked_sub(leader).map(|i| &trick[i]) };
        let mut may = CardSet::ALL;
        if let Some(card) = played
            && card.suit() != trick[0].suit()
        {
            may = may - CardSet::suit(trick[0].suit());
        }
        let kept = own.len() as usize - played.into_iter().count();
        *hand = (pool & may).iter().take(kept).collect();
        pool = pool - *hand;
        *hand |= played.into_iter().copied().collect();
    }
    let mut round = Setup {
        rules: *rules,
        hands,
        bids: position.bids.iter().map(|b| Some(b.parse().unwrap())).collect(),
        tricks: position.tricks.to_vec(),
        turn: leader as u8,
        trick: vec![],
        broken: true,
        opener: None,
        discards: vec![],
        played: Some(CardSet::EMPTY),
    }
    .build()
    .unwrap();
    for card in trick {
        round.apply(card.into()).unwrap();
    }
    rule_card(rules, &round).to_string()
}

fn plays(position: &Position) -> String {
    card(position, &Rules::preset("partners").unwrap())
}

fn check(hand: &'static str, trick: &'static str, expected: &str, rest: &Position) {
    let position = Position { hand, trick, ..*rest };
    assert_eq!(plays(&position), expected, "{hand} to {trick:?}");
}

#[test]
fn last_to_play_wins_with_the_cheapest_card() {
    check("5.AK7.4.2", "9H 6H JH", "KH", &OPEN);
    check("5.AQ7.4.2", "9H 6H JH", "QH", &OPEN);
    // Not enough to win: the lowest.
    check("5.KQ7.4.2", "9H 6H AH", "7H", &OPEN);
    // Void: the lowest trump, over another trump the lowest that is enough.
    check("AJ5..43.2", "9H 6H JH", "5S", &OPEN);
    check("AJ5..43.2", "9H 6H TS", "JS", &OPEN);
}

#[test]
fn does_not_overtake_its_partner() {
    check("5.AK7.4.2", "9H QH JH", "7H", &OPEN);
    // Void of the suit that the partner wins: no trump, and no guard of a king.
    check("A5..K3.82", "9H QH JH", "2C", &OPEN);
    // Third to play: the partner's ace can only be beaten by a trump.
    check("5.K7.4.2", "AH 3H", "7H", &OPEN);
    // A weak card of the partner is helped by a sure one.
    check("5.AK7.4.2", "4H 3H", "KH", &OPEN);
}

#[test]
fn second_to_play_stays_low_without_the_highest_card() {
    check("5.KJ7.4.2", "9H", "7H", &OPEN);
    check("5.AJ7.4.2", "9H", "AH", &OPEN);
}

#[test]
fn takes_what_a_partner_who_bid_nil_would_take() {
    let nil = Position { bids: ["4", "3", "nil", "3"], tricks: [3, 3, 0, 1], ..OPEN };
    check("5.AK7.4.2", "9H QH JH", "KH", &nil);
    check("95..43.2", "9H QH JH", "5S", &nil);
    // Also when the contract is made.
    let made = Position { bids: ["3", "3", "nil", "3"], ..nil };
    check("5.AK7.4.2", "9H QH JH", "KH", &made);
    // With the partner still to play, high rather than low.
    check("5.A72.4.2", "9H", "AH", &nil);
    check("5.K72.4.2", "9H", "KH", &made);
    check("5.A72.J.2", "", "AH", &nil);
    // Once its nil has fallen the partner is like any other.
    let fallen = Position { tricks: [3, 2, 1, 1], ..nil };
    check("5.AK7.4.2", "9H QH JH", "7H", &fallen);
}

#[test]
fn ducks_with_a_nil_of_its_own() {
    let nil = Position { bids: ["nil", "3", "4", "3"], tricks: [0, 3, 2, 2], ..OPEN };
    // The highest card below the winner.
    check("5.K72.4.2", "9H AH 3H", "KH", &nil);
    check("5.K72.4.2", "9H JH 3H", "7H", &nil);
    // Void: the most dangerous card, but no trump that would win.
    check("5..K4.3", "9H AH JH", "KD", &nil);
    // A trump below a higher one is thrown gladly.
    check("5..K4.3", "9H AH TS", "5S", &nil);
    // Leads low.
    let lead = plays(&Position { hand: "5.K72.4.Q", ..nil });
    assert!(lead == "2H" || lead == "4D", "{lead}");
    // Once it has fallen there is nothing to lose but bags.
    let fallen = Position { tricks: [1, 2, 2, 2], ..nil };
    check("5.K72.4.2", "9H JH 3H", "7H", &fallen);
}

#[test]
fn lets_an_opponent_who_bid_nil_win() {
    let nil = Position { bids: ["4", "nil", "3", "3"], tricks: [2, 0, 3, 2], ..OPEN };
    check("5.A72.4.2", "9H 3H TH", "AH", &nil);
    let winning = Position { bids: ["4", "3", "3", "nil"], tricks: [2, 2, 3, 0], ..OPEN };
    check("5.A72.4.2", "9H 4H JH", "7H", &winning);
}

#[test]
fn ducks_when_the_contract_is_made_unless_bags_do_not_hurt() {
    let made = Position { bids: ["2", "3", "2", "3"], tricks: [2, 2, 2, 1], ..OPEN };
    check("5.AK7.4.2", "9H 6H JH", "7H", &made);
    let position = Position { hand: "5.AK7.4.2", trick: "9H 6H JH", ..made };
    let partners = Rules::preset("partners").unwrap();
    assert_eq!(card(&position, &Rules { bag_limit: 0, ..partners }), "KH");
    assert_eq!(card(&position, &Rules { bag_penalty: 0, ..partners }), "KH");
    // Last and bound to win: with the highest card.
    check("5.AKQ.4.2", "9H 6H JH", "AH", &made);
}

#[test]
fn takes_a_trick_that_breaks_the_opponents_contract() {
    // They need every trick that is left; one more for us sets them.
    let set = Position { bids: ["2", "4", "2", "4"], tricks: [2, 2, 3, 1], ..OPEN };
    check("A5.A7.4.", "9H 6H JH", "AH", &set);
}

#[test]
fn bids_with_sense() {
    let bid = |preset: &str, hand: &str, partner: Option<&str>| {
        let rules = Rules::preset(preset).unwrap();
        let own: CardSet = hand.parse().unwrap();
        let mut rest = (!own).iter();
        let players = rules.players as usize;
        let mut hands = vec![own; players];
        let size = rules.hand_size() as usize;
        for seat in (0..players).filter(|&s| s != 2 % players) {
            hands[seat] = rest.by_ref().take(size).collect();
        }
        let mut bids = vec![None; players];
        for bid in bids.iter_mut().take(2 % players) {
            *bid = Some("3".parse().unwrap());
        }
        if let Some(partner) = partner {
            bids[0] = Some(partner.parse().unwrap());
        }
        let round = Setup {
            rules,
            hands,
            bids,
            tricks: vec![0; players],
            turn: (2 % players) as u8,
            trick: vec![],
            broken: false,
            opener: Some(0),
            discards: vec![],
            played: None,
        }
        .build()
        .unwrap();
        rule_choice(&rules, &round).to_string()
    };
    assert_eq!(bid("partners", "AKQ2.AK2.A32.432", Some("3")), "6");
    let low = "32.5432.6432.532";
    assert_eq!(bid("partners", low, Some("4")), "nil");
    // Not after a nil of the partner, and not with a high spade.
    assert_eq!(bid("partners", low, Some("nil")), "1");
    assert_ne!(bid("partners", "K2.5432.6432.532", Some("4")), "nil");
    // Alone against one, never.
    assert_ne!(bid("two-handed", "2.5432.6432.5432", None), "nil");
    // The side does not bid more than there is.
    assert_eq!(bid("partners", "AKQ2.AK2.A32.432", Some("11")), "2");
    assert_eq!(bid("partners", "AKQJT98765432...", Some("13")), "1");
    // Hopeless and no spade: dealt anew; with aces and kings not.
    assert_eq!(bid("partners-double-nil", ".T987.T987.T9876", Some("nil")), "misdeal");
    assert_ne!(bid("partners-double-nil", ".AK87.AK87.AK876", Some("3")), "misdeal");
}

#[test]
fn drafts_keep_spades_and_high_cards() {
    let first = |preset: &str, card: &str, other: &str| {
        let rules = Rules::preset(preset).unwrap();
        let card: Card = card.parse().unwrap();
        let other: Card = other.parse().unwrap();
        let mut deck: Vec<u8> = vec![card.id(), other.id()];
        deck.extend((0..52).filter(|&id| id != card.id() && id != other.id()));
        let mut round = Round::from_deck(&rules, deck.try_into().unwrap(), 0, 0).unwrap();
        while round.phase() == Phase::Blind {
            assert_eq!(rule_choice(&rules, &round), Action::LOOK);
            round.apply(Action::LOOK).unwrap();
        }
        rule_choice(&rules, &round).to_string()
    };
    for preset in ["two-handed", "two-handed-open"] {
        assert_eq!(first(preset, "2S", "AS"), "keep");
        assert_eq!(first(preset, "JH", "AS"), "keep");
        assert_eq!(first(preset, "TH", "AS"), "refuse");
    }
    assert_eq!(first("pick", "2S", "AS"), "up");
    assert_eq!(first("pick", "AD", "AS"), "up");
    assert_eq!(first("pick", "9D", "AS"), "down");
}
