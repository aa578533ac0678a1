//! Both code paths: the same values, and the same numbers of tricks begun.

use super::plain::Random;
use super::{four, many, seats, two};
use crate::code_path::{Bmi, CodePath};
use crate::solve::{FourSolver, Limit, ManySolver, SeatSolver, TwoSolver};

/// Whether the system says that the processor has the instructions; nothing if it says nothing.
fn told() -> Option<bool> {
    let told = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let flags = told.lines().find_map(|line| line.strip_prefix("flags"))?;
    let has = |name| flags.split_whitespace().any(|flag| flag == name);
    Some(["bmi1", "bmi2", "abm", "popcnt"].into_iter().all(has))
}

#[test]
fn the_path_is_the_one_that_the_processor_has() {
    let found = Bmi::detect().is_some();
    assert_eq!(CodePath::best().name(), if found { "bmi" } else { "portable" });
    match told() {
        Some(has) => assert_eq!(found, has && cfg!(target_arch = "x86_64")),
        None => println!("what this processor has is not told here; found: {found}"),
    }
}

#[test]
fn a_path_is_chosen_once() {
    let chosen = CodePath::chosen();
    assert_eq!(chosen, CodePath::best());
    assert!(chosen.choose());
    assert_eq!(CodePath::PORTABLE.choose(), chosen == CodePath::PORTABLE);
    assert_eq!(CodePath::chosen(), chosen);
}

/// Does the same work on both paths.
fn compare<T: PartialEq + std::fmt::Debug>(work: impl Fn(CodePath) -> Vec<T>) {
    let Some(bmi) = Bmi::detect() else {
        println!("not compared: this processor lacks BMI1, BMI2, LZCNT or POPCNT");
        return;
    };
    let (portable, bmi) = (work(CodePath::PORTABLE), work(CodePath::Bmi(bmi)));
    assert!(portable.len() > 400);
    for (number, pair) in portable.iter().zip(&bmi).enumerate() {
        assert_eq!(pair.0, pair.1, "position {number}");
    }
    assert_eq!(portable.len(), bmi.len());
}

#[test]
fn two_hands() {
    compare(|path| {
        let mut random = Random(21);
        let mut solver = TwoSolver::with_table(12).on(path);
        let solve = |number| {
            let cards =
                if number % 40 == 0 { 13 + number as u32 / 40 % 5 } else { number as u32 % 10 };
            let position = two::position(&random.position(2, cards.max(1)));
            solver.set_values(&two::worth(&mut random));
            let mut out = [0; 52];
            let legal = solver.value_of_each(&position, &mut out);
            (legal, out, solver.value(&position), solver.nodes())
        };
        (0..3000).map(solve).collect()
    });
}

#[test]
fn two_partnerships() {
    compare(|path| {
        let mut random = Random(22);
        let mut solver = FourSolver::with_table(12).on(path);
        let solve = |number| {
            let cards = if number % 100 == 0 { 10 } else { 1 + number as u32 % 7 };
            let position = four::position(&random.position(4, cards));
            let (value, breaking) = (four::values(&mut random), random.below(2) == 0);
            let (mut out, limit) = ([0; 52], Limit::none());
            let legal = solver.value_of_each(&position, breaking, &value, &mut out, &limit);
            let value = solver.value(&position, breaking, &value, &limit);
            (legal, out, value, solver.nodes())
        };
        (0..1000).map(solve).collect()
    });
}

#[test]
fn seats_by_their_tricks() {
    compare(|path| {
        let mut random = Random(23);
        let mut solver = SeatSolver::with_table(12).on(path);
        let solve = |number: usize| {
            let players = 3 + number % 2;
            let position = seats::position(&random.position(players, 1 + number as u32 / 2 % 6));
            let (high, noise) = (seats::sides(&mut random, players), random.next());
            let value = |won: &[u8; 4]| many::worth(number as u64 % 3, noise, high, won);
            let mut out = [0; 52];
            let legal = solver.value_of_each(&position, high, &value, &mut out, &Limit::none());
            (legal, out, solver.nodes())
        };
        (0..1000).map(solve).collect()
    });
}

#[test]
fn small_endings() {
    compare(|path| {
        let mut random = Random(24);
        let mut solver = ManySolver::with_table(10).on(path);
        let solve = |number: usize| {
            let players = 2 + number % 3;
            let position = many::position(&random.position(players, 1 + number as u32 / 3 % 5));
            let (high, noise) = (seats::sides(&mut random, players), random.next());
            let value = |won: &[u8; 4]| many::worth(number as u64 % 3, noise, high, won);
            let mut out = [0; 52];
            let legal = solver.value_of_each(&position, high, value, &mut out, &Limit::none());
            (legal, out, solver.nodes())
        };
        (0..2000).map(solve).collect()
    });
}
