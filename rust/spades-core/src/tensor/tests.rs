use super::*;
use crate::rng::{Rng, Stream};
use crate::{Card, History, PRESETS, Round, Rules};

/// Whether any block of cards shows a card.
fn shows(out: &[f32; OBSERVATION_SIZE], card: Card) -> bool {
    [HAND, OWN_DISCARDS, OTHER_DISCARDS, OTHER_HANDS, SHOWN, GONE]
        .into_iter()
        .chain((0..SEATS).flat_map(|s| [TRICK + s * CARDS, PLAYED + s * CARDS]))
        .any(|start| out[start + card.id() as usize] > 0.0)
}

#[test]
fn the_vector_shows_the_known_cards_and_no_other() {
    let mut out = [0.0; OBSERVATION_SIZE];
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        for seed in 0..5 {
            let mut rng = Rng::new(seed, Stream::Playout, 0);
            let mut round = Round::deal(&rules, seed, 0).unwrap();
            let mut history = History::default();
            while let Some(turn) = round.turn() {
                for seat in 0..round.players() {
                    let seen = Observation::new(&rules, &round, &history, seat).unwrap();
                    seen.write(&mut out);
                    let shown: CardSet = CardSet::ALL.iter().filter(|&c| shows(&out, c)).collect();
                    assert_eq!(shown, seen.known(), "{preset} {round:?}");
                }
                let legal = round.legal();
                let action = legal.nth(rng.below(legal.len())).unwrap();
                round.apply(action).unwrap();
                history.push(turn, action);
            }
        }
    }
}

#[test]
fn the_packed_form_gives_the_same_numbers() {
    let (mut out, mut back) = ([0.0; OBSERVATION_SIZE], [0.5; OBSERVATION_SIZE]);
    let mut packed = [7; PACKED_SIZE];
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let mut rng = Rng::new(1, Stream::Playout, 0);
        let mut round = Round::deal(&rules, 5, 1).unwrap();
        let mut history = History::default();
        while let Some(turn) = round.turn() {
            for seat in 0..round.players() {
                let seen = Observation::new(&rules, &round, &history, seat).unwrap().in_game(
                    [-120, 45, 7, 0],
                    [3, 9, 1, 0],
                    12,
                );
                seen.write(&mut out);
                seen.pack(&mut packed);
                unpack(&packed, &mut back);
                assert_eq!(out.map(f32::to_bits), back.map(f32::to_bits));
                for (at, &number) in out.iter().enumerate().take(POINTS) {
                    assert_eq!(number > 0.0, packed[at / 8] >> (at % 8) & 1 == 1, "{at}");
                }
            }
            let legal = round.legal();
            let action = legal.nth(rng.below(legal.len())).unwrap();
            round.apply(action).unwrap();
            history.push(turn, action);
        }
    }
    unpack(&[255; PACKED_SIZE], &mut back);
    assert!(back.iter().all(|number| number.is_finite()));
}

#[test]
fn blocks_follow_each_other() {
    let mut at = 0;
    for block in LAYOUT {
        assert_eq!(block.start, at, "{}", block.name);
        at += block.len;
    }
    assert_eq!(at, OBSERVATION_SIZE);
}
