//! The solver of four hands.

use super::plain::{Plain, Random};
use crate::solve::{FourPosition, FourSolver, Limit};
use std::collections::HashMap;

fn position(plain: &Plain) -> FourPosition {
    FourPosition {
        hands: plain.hands.clone().try_into().unwrap(),
        leader: plain.leader as u8,
        table: std::array::from_fn(|place| plain.table.get(place).copied()),
        broken: plain.broken,
    }
}

/// Compares the solver with minimax, card by card. Without the breaking rule the plain position has always broken spades.
fn check(solver: &mut FourSolver, plain: &Plain, breaking: bool) {
    let mut plain = Plain { won: vec![0; 4], ..plain.clone() };
    let mut asked = position(&plain);
    if !breaking {
        asked.broken = plain.leader.is_multiple_of(2);
        plain.broken = true;
    }
    let worth = |won: &[u8]| i32::from(won[0] + won[2]);
    let known = &mut HashMap::new();
    let mut out = [0; 52];
    let set = solver.tricks_of_each(&asked, breaking, &mut out, &Limit::none());
    let legal = plain.legal();
    assert_eq!(set, Some(legal.iter().fold(0, |set, card| set | 1 << card)));
    for &card in &legal {
        assert_eq!(
            i32::from(out[card as usize]),
            plain.play(card).value(0b0101, &worth, known),
            "card {card} of {plain:?}, breaking {breaking}"
        );
    }
    let tricks = solver.tricks(&asked, breaking, &Limit::none());
    assert_eq!(tricks.map(i32::from), Some(plain.value(0b0101, &worth, known)));
}

#[test]
fn agrees_with_minimax() {
    let count = std::env::var("FOUR").map_or(200, |text| text.parse().unwrap());
    let mut random = Random(std::env::var("SEED").map_or(11, |text| text.parse().unwrap()));
    let mut kept = FourSolver::new();
    let mut small = FourSolver::with_table(6);
    for number in 0..count {
        let cards = 1 + random.below([3, 4, 4, 4, 5][number % 5]) as u32;
        let plain = random.position(4, cards);
        let breaking = random.below(2) == 0;
        check(&mut kept, &plain, breaking);
        check(&mut small, &plain, breaking);
        check(&mut FourSolver::with_table(8), &plain, !breaking);
    }
}
