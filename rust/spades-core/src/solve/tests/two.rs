//! The two-hand solver.

use super::plain::{Plain, Random};
use crate::solve::{Limit, TwoPosition, TwoSolver};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

pub fn position(plain: &Plain) -> TwoPosition {
    TwoPosition {
        hands: [plain.hands[0], plain.hands[1]],
        turn: plain.turn() as u8,
        led: plain.table.first().copied(),
        broken: plain.broken,
        won: plain.won[0],
    }
}

/// Random tables of very different shapes.
pub fn worth(random: &mut Random) -> [i32; 18] {
    let kind = random.below(5);
    let (bid, other, bag) =
        (random.below(7) as i32, random.below(7) as i32, random.below(12) as i32 - 10);
    let mut table = [0; 18];
    for (tricks, value) in (0..).zip(table.iter_mut()) {
        *value = match kind {
            // Noise with many equal values; noise with none; a contract with bags at a price; tricks; nil.
            0 => random.below(3) as i32,
            1 => random.below(100_000) as i32 - 50_000,
            2 => contract(bid, tricks, bag) - contract(other, 13 - tricks, bag),
            3 => tricks,
            _ => i32::from(tricks == bid),
        };
    }
    table
}

fn contract(bid: i32, tricks: i32, bag: i32) -> i32 {
    if bid == 0 {
        return if tricks == 0 { 100 } else { -100 };
    }
    if tricks >= bid { 10 * bid + bag * (tricks - bid) } else { -10 * bid }
}

fn check(solver: &mut TwoSolver, plain: &Plain, table: &[i32; 18]) {
    let position = position(plain);
    let value = |won: &[u8]| table[won[0] as usize];
    solver.set_values(table);
    let mut out = [0; 52];
    let set = solver.value_of_each(&position, &mut out);
    let legal = plain.legal();
    assert_eq!(set, legal.iter().fold(0, |set, card| set | 1 << card), "{plain:?}");
    let known = &mut HashMap::new();
    for &card in &legal {
        assert_eq!(
            out[card as usize],
            plain.play(card).value(1, &value, known),
            "card {card} of {plain:?} by {table:?}"
        );
    }
    assert_eq!(solver.value(&position), plain.value(1, &value, known), "{plain:?} by {table:?}");
}

#[test]
fn agrees_with_minimax() {
    let mut random = Random(1);
    let mut kept = TwoSolver::new();
    let mut small = TwoSolver::with_table(4);
    let mut without = TwoSolver::with_table(0);
    for number in 0..3_000 {
        let cards = 1 + (number % 6) as u32;
        let plain = random.position(2, cards);
        let table = worth(&mut random);
        check(&mut kept, &plain, &table);
        match number % 8 {
            0 => check(&mut TwoSolver::new(), &plain, &table),
            1 => check(&mut without, &plain, &table),
            2 | 3 => check(&mut small, &plain, &table),
            _ => {}
        }
    }
}

#[test]
#[ignore = "a long gate, for changes of the search"]
fn agrees_with_minimax_at_length() {
    let mut random = Random(0x5eed);
    let mut kept = TwoSolver::with_table(10);
    for number in 0..150_000 {
        let plain = random.position(2, 2 + (number % 5) as u32);
        let table = worth(&mut random);
        check(&mut kept, &plain, &table);
    }
}

#[test]
fn one_table_serves_many_worlds_and_utilities() {
    let mut random = Random(2);
    let mut solver = TwoSolver::with_table(8);
    for _ in 0..40 {
        let mut plain = random.position(2, 5);
        let tables: Vec<[i32; 18]> = (0..3).map(|_| worth(&mut random)).collect();
        let pool =
            ((1 << 52) - 1) & !plain.hands[0] & !plain.table.first().map_or(0, |card| 1 << card);
        for _ in 0..4 {
            plain.hands[1] = random.cards(pool, plain.hands[1].count_ones());
            for table in &tables {
                check(&mut solver, &plain, table);
            }
        }
    }
}

#[test]
fn whole_hands_agree_whatever_the_table() {
    let mut random = Random(3);
    let mut solvers = [TwoSolver::new(), TwoSolver::with_table(10), TwoSolver::with_table(20)];
    for number in 0..12 {
        let cards = if number % 3 == 2 { 17 } else { 13 };
        let plain = random.position(2, cards);
        let table = worth(&mut random);
        let position = position(&plain);
        let mut outs = [[0; 52]; 3];
        for (solver, out) in solvers.iter_mut().zip(outs.iter_mut()) {
            solver.set_values(&table);
            solver.value_of_each(&position, out);
        }
        assert_eq!(outs[0], outs[1], "{plain:?} by {table:?}");
        assert_eq!(outs[0], outs[2], "{plain:?} by {table:?}");
    }
    let mut without = TwoSolver::with_table(0);
    for _ in 0..6 {
        let plain = random.position(2, 9);
        let table = worth(&mut random);
        let position = position(&plain);
        let mut outs = [[0; 52]; 2];
        solvers[0].set_values(&table);
        without.set_values(&table);
        solvers[0].value_of_each(&position, &mut outs[0]);
        without.value_of_each(&position, &mut outs[1]);
        assert_eq!(outs[0], outs[1], "{plain:?} by {table:?}");
    }
}

#[test]
fn limits_end_a_solve_and_leave_the_solver_sound() {
    let mut random = Random(4);
    let mut solver = TwoSolver::new();
    let mut fresh = TwoSolver::new();
    let table = std::array::from_fn(|tricks| {
        contract(5, tricks as i32, -9) - contract(6, 13 - tricks as i32, -9)
    });
    solver.set_values(&table);
    fresh.set_values(&table);
    let set = AtomicBool::new(true);
    let unset = AtomicBool::new(false);
    for _ in 0..5 {
        let plain = random.position(2, 13);
        let position = position(&plain);
        let mut out = [0; 52];
        assert_eq!(solver.try_value_of_each(&position, &mut out, &Limit::stop(&set)), None);
        assert_eq!(solver.try_value_of_each(&position, &mut out, &Limit::nodes(3)), None);
        for nodes in [50, 200, 700, 1500] {
            let before = solver.nodes();
            let _ = solver.try_value_of_each(&position, &mut out, &Limit::nodes(nodes));
            assert!(solver.nodes() - before <= nodes + 600, "ends soon");
        }
        let mut right = [0; 52];
        let legal = fresh.value_of_each(&position, &mut right);
        out = [0; 52];
        assert_eq!(
            solver.try_value_of_each(&position, &mut out, &Limit::stop(&unset)),
            Some(legal)
        );
        assert_eq!(out, right);
    }
}

#[test]
fn the_ends_of_the_scale() {
    let mut solver = TwoSolver::new();
    let table = std::array::from_fn(|tricks| 100 - tricks as i32);
    solver.set_values(&table);
    let over = TwoPosition { hands: [0, 0], turn: 1, led: None, broken: true, won: 7 };
    let mut out = [0; 52];
    assert_eq!(solver.value(&over), 93);
    assert_eq!(solver.value_of_each(&over, &mut out), 0);
    // All spades against all clubs: the leader of the clubs loses every trick to a ruff, and so does every reply.
    let clubs = 0x1fff;
    for (hands, value) in [([clubs, clubs << 39], 100), ([clubs << 39, clubs], 87)] {
        for turn in 0..2 {
            let all = TwoPosition { hands, turn, led: None, broken: false, won: 0 };
            assert_eq!(solver.value(&all), value);
        }
    }
}

#[test]
#[should_panic(expected = "hands that do not match")]
fn hands_of_different_sizes_are_refused() {
    TwoSolver::new().value(&TwoPosition {
        hands: [3, 4],
        turn: 0,
        led: None,
        broken: false,
        won: 0,
    });
}

/// `cargo test --release speed -- --ignored --nocapture`: worlds a second, each legal card of the first lead valued.
#[test]
#[ignore = "prints speeds"]
fn speed() {
    let pack = (1 << 52) - 1;
    for bag in [1, -5] {
        for (cards, decisions, worlds) in [(13, 20, 32), (10, 60, 32), (8, 200, 100), (6, 400, 200)]
        {
            let mut random = Random(9);
            let mut best = f64::MAX;
            let mut count = 0;
            // The machine may be busy: the best of some decisions' times stands for all of their kind.
            for _ in 0..3 {
                let mut solver = TwoSolver::new();
                solver.set_values(&std::array::from_fn(|tricks| {
                    contract(5, tricks as i32, bag) - contract(6, 13 - tricks as i32, bag)
                }));
                random.0 = 9;
                count = 0;
                let mut taken = 0.0;
                for _ in 0..decisions {
                    let mine = random.cards(pack, cards);
                    let pool = random.cards(pack & !mine, 26);
                    let won = (13 - cards) as u8 * 5 / 13;
                    let hands: Vec<[u64; 2]> =
                        (0..worlds).map(|_| [mine, random.cards(pool, cards)]).collect();
                    let begin = std::time::Instant::now();
                    for hands in hands {
                        let position =
                            TwoPosition { hands, turn: 0, led: None, broken: cards < 13, won };
                        solver.value_of_each(&position, &mut [0; 52]);
                        count += 1;
                    }
                    taken += begin.elapsed().as_secs_f64();
                }
                best = best.min(taken);
            }
            println!("{cards:2} cards, a bag at {bag:2}: {:8.0} worlds/s", f64::from(count) / best);
        }
    }
}
