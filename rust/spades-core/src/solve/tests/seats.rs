//! The solver of three and four hands by seats.

use super::many;
use super::plain::{Plain, Random};
use crate::solve::{Limit, ManySolver, Position, SeatSolver};
use std::collections::HashMap;

pub fn position(plain: &Plain) -> Position {
    let mut hands = [0; 4];
    hands[..plain.hands.len()].copy_from_slice(&plain.hands);
    Position {
        players: plain.hands.len() as u8,
        hands,
        leader: plain.leader as u8,
        table: std::array::from_fn(|place| plain.table.get(place).copied()),
        broken: plain.broken,
    }
}

/// Partnership scores as in the rules: bids, nils among them, whose tricks are bags, are ignored or count for the contract.
#[derive(Clone, Copy, Debug)]
struct Bids {
    made: [u8; 4],
    nil_tricks: u64,
    high: u8,
}

impl Bids {
    fn random(random: &mut Random, high: u8, tricks: u32) -> Self {
        let made = std::array::from_fn(|_| {
            if random.below(3) == 0 { 0 } else { 1 + random.below(u64::from(tricks) / 2 + 1) as u8 }
        });
        Self { made, nil_tricks: random.below(3), high }
    }

    fn worth(&self, won: &[u8; 4]) -> i32 {
        let side = |seats: u8| {
            let (mut points, mut contract, mut tricks, mut bags) = (0, 0, 0, 0);
            for seat in (0..4).filter(|seat| seats >> seat & 1 == 1) {
                let taken = i32::from(won[seat]);
                if self.made[seat] > 0 {
                    contract += i32::from(self.made[seat]);
                    tricks += taken;
                    continue;
                }
                points += if taken == 0 { 100 } else { -100 };
                match self.nil_tricks {
                    0 => bags += taken,
                    1 => tricks += taken,
                    _ => {}
                }
            }
            let over = tricks - contract;
            points + bags + if over >= 0 { 10 * contract + over } else { -10 * contract }
        };
        side(self.high) - side(!self.high & 15)
    }
}

fn check(solver: &mut SeatSolver, plain: &Plain, high: u8, value: &dyn Fn(&[u8; 4]) -> i32) {
    let seats = |won: &[u8]| {
        let mut all = [0; 4];
        all[..won.len()].copy_from_slice(won);
        value(&all)
    };
    let before = seats(&plain.won);
    let later = |more: &[u8; 4]| {
        let mut won = *more;
        for (won, had) in won.iter_mut().zip(&plain.won) {
            *won += had;
        }
        value(&won)
    };
    let mut out = [before; 52];
    let set = solver.value_of_each(&position(plain), high, &later, &mut out, &Limit::none());
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

/// Seats that play together: partners, one alone, any.
pub fn sides(random: &mut Random, seats: usize) -> u8 {
    match random.below(4) {
        0 => 0b0101 & ((1 << seats) - 1),
        1 => 0b1010 & ((1 << seats) - 1),
        2 => 1 << random.below(seats as u64),
        _ => random.below(1 << seats) as u8,
    }
}

#[test]
fn agrees_with_minimax() {
    let count = std::env::var("SEATS").map_or(600, |text| text.parse().unwrap());
    let mut random = Random(std::env::var("SEED").map_or(21, |text| text.parse().unwrap()));
    let mut kept = SeatSolver::new();
    let mut small = SeatSolver::with_table(6);
    for number in 0..count {
        let (seats, most) = [(4, 3), (3, 4), (4, 4), (4, 3), (3, 5)][number % 5];
        let cards = 1 + random.below(most) as u32;
        let plain = random.position(seats, cards);
        let high = sides(&mut random, seats);
        let (kind, noise) = (random.below(3), random.next());
        let bids = Bids::random(&mut random, high, cards);
        let value = |won: &[u8; 4]| {
            if number % 3 == 0 { many::worth(kind, noise, high, won) } else { bids.worth(won) }
        };
        check(&mut kept, &plain, high, &value);
        check(&mut small, &plain, high, &value);
    }
}

#[test]
fn larger_endings_agree_with_the_plain_solver() {
    let mut random = Random(std::env::var("SEED").map_or(22, |text| text.parse().unwrap()));
    let count = std::env::var("SEATS").map_or(24, |text| text.parse().unwrap());
    let mut plain_solver = ManySolver::new();
    let mut solver = SeatSolver::with_table(12);
    for number in 0..count {
        let (seats, cards) = [(4, 5), (4, 6), (3, 7), (4, 5)][number % 4];
        let mut plain = random.position(seats, cards);
        plain.won.fill(0);
        let high = if number % 3 == 2 { 1 << random.below(seats as u64) } else { 0b0101 };
        let bids = Bids::random(&mut random, high, cards);
        let (mut right, mut out) = ([0; 52], [0; 52]);
        let value = |won: &[u8; 4]| bids.worth(won);
        let limit = Limit::none();
        plain_solver.value_of_each(&many::position(&plain), high, value, &mut right, &limit);
        solver.value_of_each(&position(&plain), high, &value, &mut out, &limit);
        assert_eq!(out, right, "{plain:?}, {high:b}, {bids:?}");
    }
}

#[test]
fn gives_up_at_the_limit() {
    let plain = Random(3).position(4, 12);
    let mut solver = SeatSolver::new();
    let nil = |won: &[u8; 4]| i32::from(won[1] > 0);
    let out = &mut [0; 52];
    assert_eq!(solver.value_of_each(&position(&plain), 0b0101, &nil, out, &Limit::nodes(2)), None);
    assert!(solver.nodes() <= 10);
    let flag = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(
        solver.value_of_each(&position(&plain), 0b0101, &nil, out, &Limit::stop(&flag)),
        None
    );
}
