//! The solver of four hands.

use super::plain::{Plain, Random};
use crate::solve::{FourSolver, Limit, Position};
use std::collections::HashMap;

pub fn position(plain: &Plain) -> Position {
    Position {
        players: 4,
        hands: plain.hands.clone().try_into().unwrap(),
        leader: plain.leader as u8,
        table: std::array::from_fn(|place| plain.table.get(place).copied()),
        broken: plain.broken,
    }
}

/// Values per number of tricks: tricks as such, a contract whose overtricks cost something, tricks to be lost, noise.
pub fn values(random: &mut Random) -> [i32; 14] {
    let kind = random.below(6);
    let (bid, noise) = (random.below(5) as i32, random.next());
    std::array::from_fn(|tricks| {
        let tricks = tricks as i32;
        match kind {
            0..=2 => tricks,
            3 if tricks < bid => -10 * bid,
            3 => 10 * bid - 7 * (tricks - bid),
            4 => -tricks,
            _ => (noise >> (2 * tricks) & 3) as i32,
        }
    })
}

/// Compares the solver with minimax, card by card. Without the breaking rule the plain position has always broken spades.
fn check(solver: &mut FourSolver, plain: &Plain, breaking: bool, value: &[i32; 14]) {
    let mut plain = Plain { won: vec![0; 4], ..plain.clone() };
    let mut asked = position(&plain);
    if !breaking {
        asked.broken = plain.leader.is_multiple_of(2);
        plain.broken = true;
    }
    let worth = |won: &[u8]| value[usize::from(won[0] + won[2])];
    let known = &mut HashMap::new();
    let mut out = [0; 52];
    let set = solver.value_of_each(&asked, breaking, value, &mut out, &Limit::none());
    let legal = plain.legal();
    assert_eq!(set, Some(legal.iter().fold(0, |set, card| set | 1 << card)));
    for &card in &legal {
        assert_eq!(
            out[card as usize],
            plain.play(card).value(0b0101, &worth, known),
            "card {card} of {plain:?}, breaking {breaking}, {value:?}"
        );
    }
    let best = solver.value(&asked, breaking, value, &Limit::none());
    assert_eq!(best, Some(plain.value(0b0101, &worth, known)));
}

#[test]
fn agrees_with_minimax() {
    let count = std::env::var("FOUR").map_or(100, |text| text.parse().unwrap());
    let mut random = Random(std::env::var("SEED").map_or(11, |text| text.parse().unwrap()));
    let mut kept = FourSolver::new();
    let mut small = FourSolver::with_table(6);
    for number in 0..count {
        let cards = 1 + random.below([3, 4, 4, 4, 5][number % 5]) as u32;
        let plain = random.position(4, cards);
        let breaking = random.below(2) == 0;
        let value = values(&mut random);
        check(&mut kept, &plain, breaking, &value);
        check(&mut small, &plain, breaking, &value);
        check(&mut FourSolver::with_table(8), &plain, !breaking, &value);
    }
}

#[test]
fn gives_up_at_the_limit() {
    let whole = position(&Random(3).position(4, 13));
    let mut solver = FourSolver::new();
    assert_eq!(solver.tricks(&whole, true, &Limit::nodes(50)), None);
    assert!(solver.nodes() <= 60);
    let flag = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(solver.tricks(&whole, true, &Limit::stop(&flag)), None);
}
