//! Positions that a sensible partner gets right. Hands are spades.hearts.diamonds.clubs.

use super::position::Position;
use super::*;

/// Everybody needs tricks.
const OPEN: Position = Position {
    hand: "...",
    bids: ["4", "3", "3", "3"],
    tricks: [2, 2, 2, 1],
    trick: "",
    played: "...",
};

fn partners() -> Rules {
    Rules::preset("partners").unwrap()
}

fn check(hand: &'static str, trick: &'static str, expected: &str, rest: &Position) {
    let position = Position { hand, trick, ..*rest };
    assert_eq!(position.plays(&partners()), expected, "{hand} to {trick:?}");
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
fn neither_overtakes_its_partner_nor_trumps_it_without_need() {
    check("5.AK7.4.2", "9H QH JH", "7H", &OPEN);
    check("A5..K3.82", "9H QH JH", "2C", &OPEN);
    // Third to play: the partner's ace can only be beaten by a trump.
    check("5.K7.4.2", "AH 3H", "7H", &OPEN);
    check("K5..43.82", "AH 3H", "2C", &OPEN);
    // A weak card of the partner is helped by a sure one.
    check("5.AK7.4.2", "4H 3H", "KH", &OPEN);
}

#[test]
fn second_to_play_stays_low_without_the_highest_card() {
    check("5.KJ7.4.2", "9H", "7H", &OPEN);
    check("5.AJ7.4.2", "9H", "AH", &OPEN);
}

#[test]
fn covers_a_nil_of_its_partner() {
    let nil = Position { bids: ["4", "3", "nil", "3"], tricks: [3, 3, 0, 1], ..OPEN };
    check("5.AK7.4.2", "9H QH JH", "KH", &nil);
    check("95..43.2", "9H QH JH", "5S", &nil);
    // Also when the contract is made.
    let made = Position { bids: ["3", "3", "nil", "3"], ..nil };
    check("5.AK7.4.2", "9H QH JH", "KH", &made);
    // With the partner still to play, high rather than low; leads are high too.
    check("5.A72.4.2", "9H", "AH", &nil);
    check("5.K72.4.2", "9H", "KH", &made);
    check("5.A72.J.2", "", "AH", &nil);
    // The partner is safe under another's card: the own contract goes on.
    check("5.K72.4.2", "AH 3H TH", "2H", &nil);
}

#[test]
fn keeps_a_nil_of_its_own() {
    let nil = Position { bids: ["nil", "3", "4", "3"], tricks: [0, 3, 2, 2], ..OPEN };
    // The highest card below the winner.
    check("5.K72.4.2", "9H AH 3H", "KH", &nil);
    check("5.K72.4.2", "9H JH 3H", "7H", &nil);
    // Void: the most dangerous card, but no trump that would win.
    check("5..K4.3", "9H AH JH", "KD", &nil);
    // A trump below a higher one is thrown gladly.
    check("J..54.3", "9H AH QS", "JS", &nil);
    // Leads low.
    let lead = Position { hand: "5.K72.4.Q", ..nil }.plays(&partners());
    assert!(lead == "2H" || lead == "4D", "{lead}");
    // Once it has fallen there is nothing to gain but bags.
    let fallen = Position { tricks: [1, 2, 2, 2], ..nil };
    check("5.K72.4.2", "9H JH 3H", "7H", &fallen);
}

#[test]
fn attacks_a_nil_only_when_it_costs_less_than_it_wins() {
    let nil = Position { bids: ["4", "nil", "3", "3"], tricks: [2, 0, 4, 1], ..OPEN };
    // Under the nil bidder, who wins so far.
    let last = Position { bids: ["4", "3", "3", "nil"], tricks: [2, 2, 3, 0], ..OPEN };
    check("5.A72.4.2", "9H 4H JH", "7H", &last);
    // Not if the contract needs every trick that is left.
    let tight = Position { bids: ["8", "2", "3", "nil"], tricks: [2, 2, 3, 0], ..OPEN };
    check("5.A72.4.2", "9H 4H JH", "AH", &tight);
    // No points for it, no attack.
    let free = Rules { nil_bonus: 0, nil_penalty: 0, ..partners() };
    let position = Position { hand: "5.A72.4.2", trick: "9H 4H JH", ..last };
    assert_eq!(position.plays(&free), "AH");
    // Leads a card that it may be unable to stay under.
    check("A.32.A.K", "", "2H", &Position { played: "..2.", ..nil });
}

#[test]
fn ducks_when_bags_hurt_and_not_when_they_do_not() {
    let made = Position { bids: ["2", "2", "2", "2"], tricks: [2, 2, 2, 2], ..OPEN };
    check("5.AK7.4.", "9H 6H JH", "7H", &made);
    let position = Position { hand: "5.AK7.4.", trick: "9H 6H JH", ..made };
    assert_eq!(position.plays(&Rules { bag_limit: 0, ..partners() }), "KH");
    assert_eq!(position.plays(&Rules { bag_penalty: 0, ..partners() }), "KH");
    // Last and bound to win: with the highest card.
    check("5.AKQ.4.", "9H 6H JH", "AH", &made);
}

#[test]
fn takes_a_bag_to_set_the_opponents() {
    // They need every trick that is left; one more for us sets them.
    let set = Position { bids: ["2", "4", "2", "4"], tricks: [2, 2, 3, 1], ..OPEN };
    check("A5.A7.4.", "9H 6H JH", "AH", &set);
    // They have made theirs: no trick more than needed.
    let made = Position { bids: ["2", "1", "2", "2"], ..set };
    check("A5.A7.4.", "9H 6H JH", "7H", &made);
}

#[test]
fn goes_on_when_the_contract_is_lost() {
    // Five needed and four left: tricks cost no bags, and the opponents still need two.
    let lost = Position { bids: ["6", "4", "4", "3"], tricks: [2, 3, 2, 2], ..OPEN };
    check("A.AK..2", "9H 6H JH", "KH", &lost);
    // Nobody needs any: the opponents may have the bags.
    let nobody = Position { bids: ["6", "2", "4", "3"], ..lost };
    check("A.AK7..", "9H 6H JH", "7H", &nobody);
}

#[test]
fn a_moon_of_the_partner_is_left_alone() {
    let rules = Rules { moon_bonus: 250, ..partners() };
    let moon = Position { bids: ["1", "2", "13", "2"], tricks: [0, 0, 9, 0], ..OPEN };
    let position = Position { hand: "5.AK7..", trick: "9H QH JH", ..moon };
    assert_eq!(position.plays(&rules), "7H");
}

#[test]
fn tricks_of_a_fallen_nil_count_as_the_rules_say() {
    // The partner's nil has fallen and it wins the trick; the own contract lacks one.
    let fallen = Position { bids: ["4", "2", "nil", "2"], tricks: [3, 2, 1, 3], ..OPEN };
    let position = Position { hand: "5.AK7..", trick: "9H QH JH", ..fallen };
    assert_eq!(position.plays(&partners()), "KH");
    let helps = Rules { nil_tricks: crate::NilTricks::Contract, ..partners() };
    assert_eq!(position.plays(&helps), "7H");
}

#[test]
fn alone_it_takes_what_it_needs_and_no_more() {
    let rules = Rules { partnerships: false, ..partners() };
    let open = Position { hand: "5.AK7.4.2", trick: "9H QH JH", ..OPEN };
    // There is no partner: the seat opposite is beaten like any other.
    assert_eq!(open.plays(&rules), "KH");
    let made = Position { bids: ["2", "2", "2", "1"], tricks: [2, 2, 2, 2], ..open };
    assert_eq!(Position { hand: "5.AK7.4.", ..made }.plays(&rules), "7H");
}
