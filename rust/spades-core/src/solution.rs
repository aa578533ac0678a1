//! The exact value of a round whose hands are all known.

use std::sync::atomic::AtomicBool;

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::code_path::CodePath;
use crate::error::Error;
use crate::phase::Phase;
use crate::round::Round;
use crate::rules::Rules;
use crate::score::score_round;
use crate::solve::{FourSolver, Limit, Position, SeatSolver, TwoPosition, TwoSolver};

/// The exact value of a position for the side of the seat to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Points of the own side minus those of the best other side, with no bags before.
    pub value: i32,
    /// The same after each legal card.
    pub actions: Vec<(Action, i32)>,
    /// Positions visited.
    pub nodes: u64,
}

/// The points of a side minus those of the best other side at the end of a round.
pub fn margin(rules: &Rules, round: &Round, side: usize, tricks: &[u8; 4]) -> i32 {
    let scores = score_round(rules, &round.bids(), tricks, &[0; 4]);
    let others = (0..rules.sides()).filter(|&s| s != side).map(|s| scores[s].points).max();
    (scores[side].points - others.unwrap_or(0)) as i32
}

/// What the tricks of seats 0 and 2 are worth to them at the end of a round of two partnerships, by
/// how many of those to come they take; nothing if it matters which partner takes them.
fn worth_by_side(rules: &Rules, round: &Round) -> Option<[i32; 14]> {
    if round.players() != 4 || !rules.partnerships {
        return None;
    }
    let rest = round.length - round.tricks.iter().sum::<u8>();
    let mut worth = [None; 14];
    for ours in 0..=rest {
        for first in 0..=ours {
            for second in 0..=rest - ours {
                let more = [first, second, ours - first, rest - ours - second];
                let tricks = std::array::from_fn(|seat| round.tricks[seat] + more[seat]);
                let value = margin(rules, round, 0, &tricks);
                if *worth[ours as usize].get_or_insert(value) != value {
                    return None;
                }
            }
        }
    }
    Some(worth.map(Option::unwrap_or_default))
}

/// Solves a round in its play, from any position. Each player knows all hands; in a game without partnerships the seat to act plays
/// against all others, who want the value low.
///
/// `Ok(None)`: the flag was set before the end.
///
/// # Errors
/// When no card is to be played.
pub fn solve_round(
    rules: &Rules,
    round: &Round,
    stop: &AtomicBool,
) -> Result<Option<Solution>, Error> {
    solve_round_on(CodePath::chosen(), rules, round, stop)
}

/// The same with the code of a path.
///
/// # Errors
/// When no card is to be played.
pub fn solve_round_on(
    path: CodePath,
    rules: &Rules,
    round: &Round,
    stop: &AtomicBool,
) -> Result<Option<Solution>, Error> {
    if round.phase() != Phase::Play {
        let phase = round.phase().name();
        return Err(Error::invalid(format!("solve needs a card to play: the phase is {phase:?}")));
    }
    let (turn, players) = (round.turn as usize, round.players());
    let by_side = worth_by_side(rules, round);
    let side = rules.side_of(turn);
    let mut out = [0; 52];
    let limit = Limit::stop(stop);
    let (legal, nodes, sign) = if players == 2 {
        let mut value = [0; 18];
        for won in 0..=round.length {
            let tricks = [won, round.length - won, 0, 0];
            value[won as usize] = margin(rules, round, 0, &tricks);
        }
        let position = TwoPosition {
            hands: [round.hand(0).0, round.hand(1).0],
            turn: round.turn,
            led: round.trick().next().map(|(_, card)| card.id()),
            broken: round.broken,
            won: round.tricks[0],
        };
        // A small table is made the sooner, and a long solve fills a large one.
        let bits = u32::from(round.cards_left(turn)) + 1;
        let mut solver = TwoSolver::with_table(bits.clamp(10, 16)).on(path);
        solver.set_values(&value);
        let legal = solver.try_value_of_each(&position, &mut out, &limit);
        (legal, solver.nodes(), if turn == 0 { 1 } else { -1 })
    } else {
        let mut hands = [0; 4];
        let mut table = [None; 3];
        for (to, seat) in hands.iter_mut().zip(0..players) {
            *to = round.hand(seat).0;
        }
        for (to, (_, card)) in table.iter_mut().zip(round.trick()) {
            *to = Some(card.id());
        }
        let (leader, broken) = (round.leader, round.broken);
        let position = Position { players: players as u8, hands, leader, table, broken };
        if let Some(value) = by_side {
            let mut solver = FourSolver::new().on(path);
            let legal = solver.value_of_each(&position, true, &value, &mut out, &limit);
            (legal, solver.nodes(), if side == 0 { 1 } else { -1 })
        } else {
            let high =
                (0..players).filter(|&s| rules.side_of(s) == side).fold(0, |m, s| m | 1 << s);
            let mut solver = SeatSolver::with_table(21).on(path);
            let value = |more: &[u8; 4]| {
                let tricks = std::array::from_fn(|seat| round.tricks[seat] + more[seat]);
                margin(rules, round, side, &tricks)
            };
            let legal = solver.value_of_each(&position, high, &value, &mut out, &limit);
            (legal, solver.nodes(), 1)
        }
    };
    Ok(legal.map(|legal| solution(legal, &out, sign, nodes)))
}

/// The solution out of the value after each legal card, given for the own side or, with `sign` -1, for the other.
fn solution(legal: u64, out: &[i32; 52], sign: i32, nodes: u64) -> Solution {
    let actions: Vec<(Action, i32)> = CardSet(legal)
        .iter()
        .map(|card: Card| (Action::play(card), sign * out[card.id() as usize]))
        .collect();
    let value = actions.iter().map(|&(_, value)| value).max().unwrap_or_default();
    Solution { value, actions, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};
    use crate::{NilTricks, PRESETS, Setup};

    /// The value by playing everything out, from the rules alone.
    fn plain(rules: &Rules, round: &Round, side: usize) -> i32 {
        let Some(turn) = round.turn() else { return margin(rules, round, side, round.tricks()) };
        let values = round.legal().iter().map(|action| {
            let mut next = *round;
            next.apply_unchecked(action);
            plain(rules, &next, side)
        });
        if rules.side_of(turn) == side { values.max().unwrap() } else { values.min().unwrap() }
    }

    #[test]
    fn agrees_with_playing_everything_out() {
        let mut rng = Rng::new(5, Stream::Playout, 0);
        for n in 0..400 {
            let preset = PRESETS[n % PRESETS.len()];
            let tricks = [NilTricks::Ignored, NilTricks::Bags, NilTricks::Contract];
            let nil_tricks = tricks[n / 7 % 3];
            let rules = Rules { nil_tricks, ..Rules::preset(preset).unwrap() };
            let players = rules.players as usize;
            let size = 1 + rng.below(if players == 2 { 5 } else { 3 }) as usize;
            let mut deck: Vec<u8> = (0..52).collect();
            rng.shuffle(&mut deck);
            let hand = |seat: usize| {
                deck[seat * size..][..size].iter().map(|&id| Card::from_id(id)).collect()
            };
            let won: Vec<u8> = (0..players).map(|_| rng.below(3) as u8).collect();
            let mut round = Setup {
                rules,
                hands: (0..players).map(hand).collect(),
                bids: (0..players).map(|_| crate::Bid::new(rng.below(5) as u8)).collect(),
                tricks: won,
                turn: rng.below(players as u32) as u8,
                trick: vec![],
                broken: rng.below(2) == 0,
                opener: None,
                discards: vec![],
                played: None,
            }
            .build()
            .unwrap();
            for _ in 0..rng.below(3) {
                let legal = round.legal();
                if legal.is_empty() {
                    break;
                }
                round.apply_unchecked(legal.nth(rng.below(legal.len())).unwrap());
            }
            let Some(turn) = round.turn() else { continue };
            let side = rules.side_of(turn);
            let stop = AtomicBool::new(false);
            let solution = solve_round(&rules, &round, &stop).unwrap().unwrap();
            assert_eq!(solution.actions.len() as u32, round.legal().len());
            for (action, value) in solution.actions {
                let mut next = round;
                next.apply_unchecked(action);
                assert_eq!(value, plain(&rules, &next, side), "{preset} {round:?} {action}");
            }
        }
    }
}
