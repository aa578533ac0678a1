//! The choice of a bid: what each contract is worth over all worlds.

use super::hand_value::likely_bid;
use super::play::position;
use super::report::{ActionValue, Limit, Options, Report};
use super::tally::Tally;
use super::utility::Utility;
use super::workers::{Stop, each_world, solve_each, solver_for};
use super::worlds::Worlds;
use crate::action::Action;
use crate::bid::Bid;
use crate::card_set::CardSet;
use crate::equity::Equity;
use crate::observation::Observation;
use crate::rules::MOON;
use crate::solve::{TwoPosition, TwoSolver};

/// Worlds that tell which contracts are worth a look.
const SCOUTS: u32 = 16;
/// How far below the worst of the scouting worlds contracts are looked at.
const BELOW: u8 = 1;
/// The same when both hands are known, for both seats.
const REPLIES_BELOW: u8 = 3;
/// Of so many worlds, how many end a trick lower than with all cards in view, and a trick higher:
/// set so that bids are made as often as predicted.
const ASTRAY: u64 = 28;
const LOST: u64 = 5;
const FOUND: u64 = 2;
/// Nil is thought of only when a scouting world brings fewer tricks.
const NIL_BELOW: u8 = 5;
/// Contracts that are looked at beside nil and the moon.
const MOST_CONTRACTS: u8 = 6;

struct Gathered {
    solver: TwoSolver,
    tallies: Vec<Tally>,
    worlds: u32,
}

/// The position at the first lead when the other hand is this.
fn first_lead(obs: &Observation, other: CardSet) -> TwoPosition {
    TwoPosition { turn: obs.view.opener, led: None, ..position(obs, other) }
}

/// The best value for the seat that leads.
fn best(position: &TwoPosition, legal: u64, out: &[i32; 52]) -> i32 {
    let values = (0..52).filter(|card| legal >> card & 1 == 1).map(|card| out[card]);
    let best = if position.turn == 0 { values.max() } else { values.min() };
    best.unwrap_or(0)
}

/// The other seat's bids that are reckoned with in a world, the worst of them counting: the one it
/// made; all that make sense when it knows both hands; or the one that it is likely to make.
fn replies(obs: &Observation, worlds: &Worlds, hand: CardSet, own: u8) -> Vec<Bid> {
    if let Some(made) = obs.view.bid(1 - obs.seat()) {
        return vec![made];
    }
    let max = obs.rules.max_bid;
    if worlds.known() {
        let rest = obs.view.length.saturating_sub(own);
        let range = rest.saturating_sub(REPLIES_BELOW)..=rest + 1;
        return (0..=max)
            .filter(|bid| *bid == 0 || range.contains(bid))
            .filter_map(Bid::new)
            .collect();
    }
    let likely =
        ((likely_bid(hand, worlds.thrown(hand)) + 50) / 100).clamp(0, i32::from(max)) as u8;
    vec![Bid::new(likely).unwrap_or(Bid::NIL)]
}

/// Trumps of a hand above all of the other's: each takes a trick, whatever is played.
fn sure_tricks(hand: CardSet, other: CardSet) -> usize {
    let highest = (other & CardSet::SPADES).highest();
    (hand & CardSet::SPADES).iter().filter(|&card| Some(card) > highest).count()
}

/// Chooses a bid.
pub(super) fn choose(
    obs: &Observation,
    options: &Options,
    seed: u64,
    limit: &Limit,
    stop: Stop<'_>,
) -> Report {
    let seat = obs.seat();
    let equity = options.equity.then(|| Equity::of(&obs.rules));
    let worlds = Worlds::new(obs, options, seed, limit.worlds);
    let size = obs.hand().len();
    let (bids, own) = contracts(obs, options, &worlds, size, limit, stop);
    let run = |n: u32, bids: &[Bid]| -> (Vec<Tally>, u32, u64) {
        let start = || Gathered {
            solver: solver_for(size),
            tallies: vec![Tally::default(); bids.len()],
            worlds: 0,
        };
        let all = each_world(n, limit.threads, stop, start, |gathered: &mut Gathered, index| {
            let Some((hand, weight)) = worlds.get(index) else { return };
            let patience = (index > 0).then_some(stop);
            let position = first_lead(obs, hand);
            let replies = replies(obs, &worlds, hand, own);
            let (sure, theirs) = (sure_tricks(obs.hand(), hand), sure_tricks(hand, obs.hand()));
            let mut tallies = gathered.tallies.clone();
            for (tally, &bid) in tallies.iter_mut().zip(bids) {
                let mut worst: Option<(i64, usize, Utility)> = None;
                for &reply in &replies {
                    let mut made = [Bid::NIL; 4];
                    (made[seat], made[1 - seat]) = (bid, reply);
                    let utility = Utility::new(obs, &made, equity.as_ref(), options.style);
                    gathered.solver.set_values(&utility.for_solver());
                    let mut out = [0; 52];
                    let Some(legal) =
                        solve_each(&mut gathered.solver, &position, &mut out, patience)
                    else {
                        return;
                    };
                    let tricks = utility.tricks(best(&position, legal, &out));
                    let worth = utility.worth(tricks);
                    if worst.as_ref().is_none_or(|(least, ..)| worth < *least) {
                        worst = Some((worth, tricks, utility));
                    }
                }
                let Some((_, tricks, utility)) = worst else { continue };
                // Neither side will see the other's cards: now and then a trick goes astray, but
                // never one that a top trump takes.
                let total = obs.view.length as usize;
                let astray = u64::from(!worlds.known());
                let down = u64::from(tricks > sure) * LOST * astray;
                let up = u64::from(total - tricks > theirs) * FOUND * astray;
                tally.add(tricks, &utility, weight * (ASTRAY - down - up));
                tally.add(tricks.saturating_sub(1), &utility, weight * down);
                tally.add((tricks + 1).min(total), &utility, weight * up);
            }
            gathered.tallies = tallies;
            gathered.worlds += 1;
        });
        let mut tallies = vec![Tally::default(); bids.len()];
        for gathered in &all {
            for (to, from) in tallies.iter_mut().zip(&gathered.tallies) {
                to.merge(from);
            }
        }
        let nodes: u64 = all.iter().map(|g| g.solver.nodes()).sum();
        (tallies, all.iter().map(|g| g.worlds).sum::<u32>(), nodes)
    };

    let (tallies, done, nodes) = run(worlds.len(), &bids);
    let sampled = if worlds.complete() { 0 } else { done };
    let mut values: Vec<(i64, ActionValue)> = bids
        .iter()
        .zip(&tallies)
        .filter_map(|(bid, tally)| {
            let action = Action::bid(bid.tricks())?;
            let made = if bid.is_nil() {
                1.0 - tally.share_from(1)
            } else {
                tally.share_from(bid.tricks() as usize)
            };
            let value = tally.value(action, sampled, options.equity);
            Some((tally.worth(), ActionValue { made: Some(made), ..value }))
        })
        .collect();
    values.sort_by_key(|(_, value)| value.action);
    // Of bids of the same worth the lower one, which is safer.
    let mut action = None;
    let mut most = i64::MIN;
    for (worth, value) in &values {
        if *worth > most {
            (most, action) = (*worth, Some(value.action));
        }
    }
    let legal = obs.view.legal();
    let values: Vec<ActionValue> = values.into_iter().map(|(_, value)| value).collect();
    if legal.contains(Action::MISDEAL) && new_deal_is_better(obs, &values, equity.as_deref()) {
        action = Some(Action::MISDEAL);
    }
    let action = action.or_else(|| legal.iter().next()).unwrap_or(Action::KEEP);
    Report {
        action,
        values,
        worlds: done,
        nodes,
        exact: worlds.known(),
        held: worlds.held(),
        equals: CardSet::EMPTY,
    }
}

/// Whether every bid is worth less than a new deal, which leaves the standing as it is and is worth
/// no points to either.
fn new_deal_is_better(obs: &Observation, values: &[ActionValue], equity: Option<&Equity>) -> bool {
    let now = equity.map(|equity| {
        let opener = Some(obs.view.opener());
        equity.going_on(obs.seat(), &obs.points, &obs.bags, opener, obs.rounds)
    });
    values.iter().all(|value| match (value.win, now) {
        (Some(win), Some(now)) => win < now,
        _ => value.mean < 0.0,
    })
}

/// The contracts worth a look, around the tricks that the hand takes in a few worlds, nil, moon;
/// and the median of those tricks.
fn contracts(
    obs: &Observation,
    options: &Options,
    worlds: &Worlds,
    size: u32,
    limit: &Limit,
    stop: Stop<'_>,
) -> (Vec<Bid>, u8) {
    let max = obs.rules.max_bid;
    let n = worlds.len().min(SCOUTS);
    let total = i32::from(obs.view.length);
    let values: [i32; 18] = std::array::from_fn(|t| t as i32);
    let start = || {
        let mut solver = solver_for(size);
        solver.set_values(&values);
        (solver, Vec::new())
    };
    let all = each_world(n, limit.threads, stop, start, |(solver, tricks), index| {
        let Some((hand, _)) = worlds.get(index) else { return };
        let position = first_lead(obs, hand);
        let mut out = [0; 52];
        let patience = (index > 0).then_some(stop);
        if let Some(legal) = solve_each(solver, &position, &mut out, patience) {
            let first = best(&position, legal, &out);
            tricks.push(if obs.seat == 0 { first } else { total - first });
        }
    });
    let mut tricks: Vec<i32> = all.into_iter().flat_map(|(_, tricks)| tricks).collect();
    tricks.sort_unstable();
    let at = |part: usize| tricks.get(tricks.len() * part / 8).copied().unwrap_or(0) as u8;
    let below = if worlds.known() { REPLIES_BELOW } else { BELOW };
    let (low, high) = (at(0).saturating_sub(below), at(6).max(1));
    let low = low.max(high.saturating_sub(MOST_CONTRACTS - 1)).max(1);
    // A hand that takes so many tricks when it wants to seldom takes none when it does not.
    let nil = at(0) < NIL_BELOW && nil_is_thinkable(obs, worlds, size, limit, stop);
    let wanted = |bid: u8| {
        (bid == 0 && nil)
            || (low..=high).contains(&bid)
            || (bid == MOON && obs.rules.moon_bonus > 0 && at(7) + 1 >= MOON)
    };
    let also = options.also.and_then(Action::bid_number);
    // The highest bid is always there, so that a low limit leaves a choice.
    let bids = (0..=max)
        .filter(|&bid| wanted(bid) || bid == max.min(low) || also == Some(bid))
        .filter_map(Bid::new);
    (bids.collect(), at(4))
}

/// Whether nil is kept, or nearly, in one of a few worlds.
fn nil_is_thinkable(
    obs: &Observation,
    worlds: &Worlds,
    size: u32,
    limit: &Limit,
    stop: Stop<'_>,
) -> bool {
    let total = i32::from(obs.view.length);
    // The fewer tricks the better for this seat.
    let values: [i32; 18] = std::array::from_fn(|t| -(t as i32));
    let start = || {
        let mut solver = solver_for(size);
        solver.set_values(&values);
        (solver, total)
    };
    let n = worlds.len().min(SCOUTS / 2);
    let all = each_world(n, limit.threads, stop, start, |(solver, least), index| {
        let Some((hand, _)) = worlds.get(index) else { return };
        let position = first_lead(obs, hand);
        let mut out = [0; 52];
        let patience = (index > 0).then_some(stop);
        if let Some(legal) = solve_each(solver, &position, &mut out, patience) {
            let first = -best(&position, legal, &out);
            *least = (*least).min(if obs.seat == 0 { first } else { total - first });
        }
    });
    all.iter().any(|&(_, least)| least <= 1)
}
