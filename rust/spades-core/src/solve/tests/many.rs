//! The solver of three and four hands.

use super::plain::{Plain, Random};
use crate::solve::{Limit, ManyPosition, ManySolver};
use std::collections::HashMap;

pub fn position(plain: &Plain) -> ManyPosition {
    let mut position = ManyPosition {
        players: plain.hands.len() as u8,
        hands: [0; 4],
        leader: plain.leader as u8,
        table: std::array::from_fn(|place| plain.table.get(place).copied()),
        broken: plain.broken,
        won: [0; 4],
    };
    position.hands[..plain.hands.len()].copy_from_slice(&plain.hands);
    position.won[..plain.won.len()].copy_from_slice(&plain.won);
    position
}

/// Partnership scores with a nil, noise per split, tricks of one seat.
pub fn worth(kind: u64, noise: u64, high: u8, won: &[u8; 4]) -> i32 {
    let side = |mask: u8| {
        (0..4).filter(|seat| mask >> seat & 1 == 1).map(|seat| i32::from(won[seat])).sum::<i32>()
    };
    match kind {
        0 => {
            let bid = (noise % 5) as i32;
            let (we, they) = (side(high), side(!high));
            let contract =
                |tricks: i32| if tricks >= bid { 10 * bid - 5 * (tricks - bid) } else { -10 * bid };
            contract(we) - contract(they) + if won[1] == 0 { 100 } else { -100 }
        }
        1 => {
            let mixed = won.iter().fold(noise, |mixed, &tricks| {
                (mixed ^ u64::from(tricks)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            });
            (mixed % 7) as i32
        }
        _ => side(1) + 3 * i32::from(won[2] == 0),
    }
}

fn check(solver: &mut ManySolver, plain: &Plain, high: u8, kind: u64, noise: u64) {
    let position = position(plain);
    let seats = |won: &[u8]| {
        let mut all = [0; 4];
        all[..won.len()].copy_from_slice(won);
        worth(kind, noise, high, &all)
    };
    let mut out = [0; 52];
    let set = solver.value_of_each(
        &position,
        high,
        |won| worth(kind, noise, high, won),
        &mut out,
        &Limit::none(),
    );
    let legal = plain.legal();
    assert_eq!(set, Some(legal.iter().fold(0, |set, card| set | 1 << card)));
    let known = &mut HashMap::new();
    for &card in &legal {
        assert_eq!(
            out[card as usize],
            plain.play(card).value(high, &seats, known),
            "card {card} of {plain:?}, {high:b}"
        );
    }
}

#[test]
fn agrees_with_minimax() {
    let mut random = Random(5);
    let mut kept = ManySolver::with_table(12);
    let mut small = ManySolver::with_table(2);
    for number in 0..900 {
        let (seats, most) = [(4, 3), (3, 4), (4, 3), (3, 3), (2, 5)][number % 5];
        let cards = 1 + random.below(most) as u32;
        let plain = random.position(seats, cards);
        let high = match random.below(4) {
            0 => 0b0101,
            1 => 0b1010 & ((1 << seats) - 1),
            2 => 1 << random.below(seats as u64),
            _ => random.below(1 << seats) as u8,
        };
        let (kind, noise) = (random.below(3), random.next());
        check(&mut kept, &plain, high, kind, noise);
        check(&mut small, &plain, high, kind, noise);
        // The same question in another world.
        let mut turned = plain.clone();
        if turned.table.is_empty() {
            turned.hands.rotate_left(1);
            check(&mut kept, &turned, high, kind, noise);
        }
    }
}

#[test]
fn larger_endings_agree_whatever_the_table() {
    let mut random = Random(6);
    let mut solvers = [ManySolver::new(), ManySolver::with_table(6), ManySolver::with_table(18)];
    for number in 0..12 {
        let (seats, cards, high) = [(4, 5, 0b0101), (3, 6, 0b001)][number % 2];
        let plain = random.position(seats, cards);
        let noise = random.next();
        let outs = solvers.each_mut().map(|solver| {
            let mut out = [0; 52];
            solver.value_of_each(
                &position(&plain),
                high,
                |won| worth(0, noise, high, won),
                &mut out,
                &Limit::none(),
            );
            out
        });
        assert_eq!(outs[0], outs[1], "{plain:?}");
        assert_eq!(outs[0], outs[2], "{plain:?}");
    }
}

#[test]
fn limits_end_a_solve() {
    let mut random = Random(7);
    let mut solver = ManySolver::new();
    let plain = random.position(4, 8);
    let mut out = [0; 52];
    let limit = Limit::nodes(500);
    let sum = |won: &[u8; 4]| i32::from(won[0]) + i32::from(won[2]);
    assert_eq!(solver.value_of_each(&position(&plain), 0b0101, sum, &mut out, &limit), None);
    assert!(solver.nodes() < 1000);
    assert_eq!(solver.value(&position(&plain), 0b0101, sum, &limit), None);
}
