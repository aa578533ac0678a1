use super::*;
use crate::rng::Rng;
use crate::tensor::{OBSERVATION_SIZE, PACKED_SIZE};
use crate::{NUM_ACTIONS, Observation, PRESETS, score_round};

/// Arrays of a batch, filled with what no batch writes.
struct Kept {
    turn: Vec<i8>,
    mask: Vec<bool>,
    observation: Vec<f32>,
    packed: Vec<u8>,
    rewards: Vec<i32>,
    dones: Vec<bool>,
    seeds: Vec<u64>,
    openers: Vec<i8>,
}

impl Kept {
    fn new(rows: usize, sides: usize, floats: bool, packed: bool) -> Self {
        Self {
            turn: vec![-1; rows],
            mask: vec![true; rows * NUM_ACTIONS],
            observation: vec![0.3; if floats { rows * OBSERVATION_SIZE } else { 0 }],
            packed: vec![9; if packed { rows * PACKED_SIZE } else { 0 }],
            rewards: vec![-1; rows * sides],
            dones: vec![true; rows],
            seeds: vec![1; rows],
            openers: vec![-1; rows],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            turn: &mut self.turn,
            mask: &mut self.mask,
            observation: &mut self.observation,
            packed: &mut self.packed,
            rewards: &mut self.rewards,
            dones: &mut self.dones,
            seeds: &mut self.seeds,
            openers: &mut self.openers,
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.turn == other.turn
            && self.mask == other.mask
            && self.observation == other.observation
            && self.packed == other.packed
            && self.rewards == other.rewards
            && self.dones == other.dones
            && self.seeds == other.seeds
            && self.openers == other.openers
    }
}

/// The presets, and rules that have blind nil and misdeal in a dealt round.
fn all_rules() -> Vec<Rules> {
    let mut all: Vec<Rules> = PRESETS.iter().filter_map(|name| Rules::preset(name)).collect();
    let partners = all[2];
    all.push(Rules { blind_nil_bonus: 50, misdeal: true, hand_hidden_until_bid: true, ..partners });
    all.push(Rules { deal: crate::Deal::Dealt, misdeal: true, ..all[0] });
    all
}

/// A random legal action of each row; a misdeal where there is one, half of the time.
fn choose(batch: &Batch, rng: &mut Rng) -> Vec<u8> {
    let mut pick = |legal: &ActionSet| {
        if legal.contains(Action::MISDEAL) && rng.below(2) == 0 {
            return Action::MISDEAL.id();
        }
        legal.nth(rng.below(legal.len())).unwrap().id()
    };
    batch.legal().iter().map(&mut pick).collect()
}

#[test]
fn each_row_is_a_round_on_its_own() {
    let rows = 9;
    for rules in all_rules() {
        let mut kept = Kept::new(rows, rules.sides(), true, true);
        let mut batch = Batch::new(&rules, rows, 7).unwrap();
        batch.write(1, kept.arrays()).unwrap();
        let mut alone: Vec<_> = (0..rows)
            .map(|row| {
                let round = Round::deal(&rules, kept.seeds[row], kept.openers[row] as u8).unwrap();
                (round, History::default())
            })
            .collect();
        let mut rng = Rng::new(3, Stream::Playout, 0);
        let mut finished = 0;
        for _ in 0..300 {
            for (row, (round, history)) in alone.iter().enumerate() {
                let turn = round.turn().unwrap();
                assert_eq!(batch.round(row), Some((*round, *history)));
                assert_eq!(kept.turn[row], turn as i8);
                for id in 0..NUM_ACTIONS {
                    let legal = round.legal().0 >> id & 1 == 1;
                    assert_eq!(kept.mask[row * NUM_ACTIONS + id], legal, "{rules:?} {round:?}");
                }
                let seen = Observation::new(&rules, round, history, turn).unwrap();
                let (mut numbers, mut packed) = ([0.0; OBSERVATION_SIZE], [0; PACKED_SIZE]);
                seen.write(&mut numbers);
                seen.pack(&mut packed);
                let at = row * OBSERVATION_SIZE..(row + 1) * OBSERVATION_SIZE;
                assert_eq!(kept.observation[at], numbers, "{rules:?} {round:?}");
                assert_eq!(kept.packed[row * PACKED_SIZE..(row + 1) * PACKED_SIZE], packed);
            }
            let ids = choose(&batch, &mut rng);
            batch.step(&ids, 1, kept.arrays()).unwrap();
            for (row, (round, history)) in alone.iter_mut().enumerate() {
                let (turn, action) = (round.turn().unwrap(), Action::new(ids[row]).unwrap());
                round.apply(action).unwrap();
                history.push(turn, action);
                assert_eq!(kept.dones[row], round.is_over());
                let mut points = [0; 4];
                if round.is_over() {
                    let scores = score_round(&rules, &round.bids(), round.tricks(), &[0; 4]);
                    points = scores.map(|score| score.points as i32);
                    *round = Round::deal(&rules, kept.seeds[row], kept.openers[row] as u8).unwrap();
                    *history = History::default();
                    finished += 1;
                }
                let sides = rules.sides();
                assert_eq!(kept.rewards[row * sides..(row + 1) * sides], points[..sides]);
            }
        }
        assert!(finished > 2 * rows);
    }
}

#[test]
fn rows_play_the_rounds_of_games() {
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let mut kept = Kept::new(5, rules.sides(), false, false);
        let mut batch = Batch::new(&rules, 5, 11).unwrap();
        batch.write(1, kept.arrays()).unwrap();
        for row in 0..5 {
            let first = match rules.opener {
                crate::OpenerRule::Rotate => Some((row % rules.players as usize) as u8),
                crate::OpenerRule::Random => None,
            };
            let mut game = crate::Game::new(rules, row_seed(11, row), first).unwrap();
            // Two rounds, so that the second opener is seen too.
            for _ in 0..2 {
                let (round, _) = batch.round(row).unwrap();
                assert_eq!(&round, game.round(), "{preset}");
                let mut done = false;
                while !done {
                    let ids: Vec<u8> =
                        batch.legal().iter().map(|legal| legal.nth(0).unwrap().id()).collect();
                    batch.step(&ids, 1, kept.arrays()).unwrap();
                    game.apply(Action::new(ids[row]).unwrap()).unwrap();
                    done = kept.dones[row];
                }
            }
            batch.reset(11);
        }
    }
}

#[test]
fn threads_and_forms_change_nothing() {
    let rules = Rules::preset("three-handed").unwrap();
    let rows = 5 * ROWS_A_THREAD + 3;
    let run = |threads, floats, packed| {
        let mut kept = Kept::new(rows, rules.sides(), floats, packed);
        let mut batch = Batch::new(&rules, rows, u64::MAX).unwrap();
        batch.write(threads, kept.arrays()).unwrap();
        let mut rng = Rng::new(3, Stream::Playout, 0);
        for _ in 0..70 {
            let ids = choose(&batch, &mut rng);
            batch.step(&ids, threads, kept.arrays()).unwrap();
        }
        kept
    };
    let one = run(1, true, true);
    for threads in [2, 3, 7, 256] {
        assert!(one.same(&run(threads, true, true)), "{threads} threads");
    }
    let bare = run(4, false, false);
    assert!(one.mask == bare.mask && one.rewards == bare.rewards && one.seeds == bare.seeds);
    assert!(one.packed == run(2, false, true).packed);
}

#[test]
fn what_is_refused_changes_nothing() {
    let rules = Rules::preset("partners").unwrap();
    let mut kept = Kept::new(4, 2, true, false);
    let mut batch = Batch::new(&rules, 4, 1).unwrap();
    batch.write(1, kept.arrays()).unwrap();
    let before = batch.clone();
    let untouched = Kept {
        turn: kept.turn.clone(),
        mask: kept.mask.clone(),
        observation: kept.observation.clone(),
        packed: Vec::new(),
        rewards: kept.rewards.clone(),
        dones: kept.dones.clone(),
        seeds: kept.seeds.clone(),
        openers: kept.openers.clone(),
    };
    let refused = batch.step(&[60, 0, 60, NO_ACTION], 1, kept.arrays());
    assert_eq!(refused, Err(Refused::Rows(vec![1, 3])));
    // 255 and 88 are no ids; 128 + 60 is not taken for 60.
    for id in [255, 88, 188] {
        let refused = batch.step(&[60, 60, id, 60], 1, kept.arrays());
        assert_eq!(refused, Err(Refused::Rows(vec![2])), "{id}");
    }
    for ids in [&[60; 3][..], &[60; 5], &[]] {
        assert!(matches!(batch.step(ids, 1, kept.arrays()), Err(Refused::Lengths(_))));
    }
    let mut short = Kept::new(4, 2, true, false);
    short.observation.pop();
    assert!(matches!(batch.step(&[60; 4], 1, short.arrays()), Err(Refused::Lengths(_))));
    assert_eq!(batch.rows.len(), before.rows.len());
    for row in 0..4 {
        assert_eq!(batch.round(row), before.round(row));
    }
    assert!(kept.same(&untouched));
    assert!(batch.step(&[60; 4], 1, kept.arrays()).is_ok());
}
