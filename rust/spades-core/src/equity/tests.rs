use super::Equity;
use crate::{PRESETS, Rules};

fn two_handed() -> Vec<Rules> {
    let presets = PRESETS.iter().filter_map(|name| Rules::preset(name));
    let mut all: Vec<Rules> = presets.filter(|rules| rules.players == 2).collect();
    for i in 0..all.len() {
        all.push(Rules { target: 100, ..all[i] });
        all.push(Rules { target: 0, rounds: 4, ..all[i] });
        all.push(Rules { target: 1_000_000, ..all[i] });
        all.push(Rules { trick_points: 0, bag_points: -1, ..all[i] });
    }
    all
}

#[test]
fn chances_are_fair_and_grow_with_points() {
    for rules in two_handed() {
        let equity = Equity::new(&rules);
        let chance = |a: i64, b: i64, bags: i64, opener| {
            equity.going_on(0, &[a, b, 0, 0], &[bags, 0, 0, 0], opener, 1)
        };
        for opener in [Some(0), Some(1), None] {
            let mut before = 0.0;
            for a in (-400..600)
                .step_by(20)
                .filter(|&a| rules.target == 0 || a < i64::from(rules.target))
            {
                let now = chance(a, 60, 0, opener);
                assert!((0.0..=1.0).contains(&now));
                assert!(now >= before - 0.01, "{rules:?}: {a} points {now}, fewer {before}");
                before = now;
                // What one does not win the other does.
                let other = equity.going_on(1, &[a, 60, 0, 0], &[0; 4], opener, 1);
                assert!((now + other - 1.0).abs() < 1e-6);
            }
        }
        assert!((chance(40, 40, 0, None) - 0.5).abs() < 1e-6);
        // Bags are a burden.
        if rules.bag_limit > 0 && rules.target == 500 {
            assert!(chance(200, 200, 8, None) < chance(200, 200, 0, None) - 0.03);
        }
    }
}

#[test]
fn a_game_that_is_over_is_won_or_lost() {
    let equity = Equity::of(&Rules::default());
    assert_eq!(equity.after(0, &[300, 299, 0, 0], &[0; 4], 0, 7).to_bits(), 1f64.to_bits());
    assert_eq!(equity.after(1, &[300, 299, 0, 0], &[0; 4], 0, 7).to_bits(), 0f64.to_bits());
    let level = equity.after(1, &[300, 300, 0, 0], &[0; 4], 0, 7);
    assert!((0.3..0.7).contains(&level), "another round is played: {level}");
}
