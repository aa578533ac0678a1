//! The choice of a card: every legal card solved exactly in the same worlds.

use super::report::{ActionValue, Limit, Options, Report};
use super::tally::Tally;
use super::utility::Utility;
use super::workers::{Stop, each_world, solve_each, solver_for};
use super::worlds::Worlds;
use crate::action::Action;
use crate::bid::Bid;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::equity::Equity;
use crate::observation::Observation;
use crate::rng::{Rng, Stream};
use crate::round::NO_CARD;
use crate::solve::{TwoPosition, TwoSolver};
use crate::trick;

/// Worlds in which cards of equal worth are told apart.
const TIE_WORLDS: u32 = 8;
/// Below so many cards a hand a second thread costs more than it saves.
const CARDS_FOR_THREADS: u32 = 7;

/// The position of an observation when the other hand is this.
pub(super) fn position(obs: &Observation, other: CardSet) -> TwoPosition {
    let view = &obs.view;
    let me = obs.seat as usize;
    let mut hands = [0; 2];
    hands[me] = view.zones[me].0;
    hands[1 - me] = other.0;
    TwoPosition {
        hands,
        turn: view.turn,
        led: (view.trick[0] != NO_CARD).then_some(view.trick[0]),
        broken: view.broken,
        won: view.tricks[0],
    }
}

struct Gathered {
    solver: TwoSolver,
    tallies: Vec<Tally>,
    worlds: u32,
}

/// Chooses a card.
pub(super) fn choose(
    obs: &Observation,
    options: &Options,
    seed: u64,
    limit: &Limit,
    stop: Stop<'_>,
) -> Report {
    let equity = options.equity.then(|| Equity::of(&obs.rules));
    let utility = Utility::new(obs, &obs.view.bids(), equity.as_ref(), options.style);
    let worlds = Worlds::new(obs, options, seed, limit.worlds);
    let legal = obs.view.legal_cards();
    let cards: Vec<Card> = legal.iter().collect();
    let size = obs.hand().len();
    let threads = if size < CARDS_FOR_THREADS { 1 } else { limit.threads };

    let solve = |n: u32, values: &[i32; 18], wanted: CardSet, sharp: bool| -> Vec<Gathered> {
        let start = || {
            let mut solver = solver_for(size);
            solver.set_values(values);
            Gathered { solver, tallies: vec![Tally::default(); cards.len()], worlds: 0 }
        };
        each_world(n, threads, stop, start, |gathered: &mut Gathered, index| {
            let Some((hand, weight)) = worlds.get(index) else { return };
            let mut out = [0; 52];
            let patience = (index > 0).then_some(stop);
            let position = position(obs, hand);
            if solve_each(&mut gathered.solver, &position, &mut out, patience).is_none() {
                return;
            }
            gathered.worlds += 1;
            for (tally, card) in gathered.tallies.iter_mut().zip(&cards) {
                if wanted.contains(*card) {
                    let value = out[card.id() as usize];
                    if sharp {
                        tally.add(utility.tricks(value), &utility, weight);
                    } else {
                        tally.add_worth(utility.own(value), weight);
                    }
                }
            }
        })
    };
    let gather = |all: &[Gathered]| {
        let mut tallies = vec![Tally::default(); cards.len()];
        for gathered in all {
            for (to, from) in tallies.iter_mut().zip(&gathered.tallies) {
                to.merge(from);
            }
        }
        let nodes: u64 = all.iter().map(|g| g.solver.nodes()).sum();
        (tallies, all.iter().map(|g| g.worlds).sum::<u32>(), nodes)
    };

    let (tallies, done, mut nodes) =
        gather(&solve(worlds.len(), &utility.for_solver(), legal, true));
    let best = tallies.iter().map(Tally::worth).max().unwrap_or(0);
    let mut tied: CardSet = cards
        .iter()
        .zip(&tallies)
        .filter(|(_, tally)| tally.worth() == best)
        .map(|(&card, _)| card)
        .collect();
    if options.ties && !alike(tied, obs) && !stop() {
        let n = worlds.len().min(TIE_WORLDS);
        let (second, _, more) = gather(&solve(n, &utility.smoothed(), tied, false));
        nodes += more;
        let seconds = || cards.iter().zip(&second).filter(|(card, _)| tied.contains(**card));
        let best = seconds().map(|(_, tally)| tally.worth()).max();
        tied = seconds()
            .filter(|(_, tally)| Some(tally.worth()) == best)
            .map(|(&card, _)| card)
            .collect();
    }
    // To play always the same one of equal cards tells more of the hand than need be.
    let equals = if options.mixed { without_waste(tied, obs) } else { lowest(tied) };
    let at = Rng::new(seed, Stream::Choice, 0).below(equals.len());
    let card = equals.iter().nth(at as usize).unwrap_or(cards[0]);
    let sampled = if worlds.complete() { 0 } else { done };
    let (bids, total) = (obs.view.bids(), obs.view.length as usize);
    let (mine, theirs) = (bids[obs.seat()], bids[1 - obs.seat()]);
    Report {
        action: Action::play(card),
        values: cards
            .iter()
            .zip(&tallies)
            .map(|(&card, tally)| ActionValue {
                made: Some(tally.share(|own| makes(mine, own))),
                tricks: Some(tally.tricks()),
                beaten: Some(tally.share(|own| !makes(theirs, total.saturating_sub(own)))),
                ..tally.value(Action::play(card), sampled, options.equity)
            })
            .collect(),
        worlds: done,
        nodes,
        exact: worlds.known(),
        held: worlds.held(),
        equals,
    }
}

/// Whether so many tricks make a bid.
fn makes(bid: Bid, tricks: usize) -> bool {
    if bid.is_nil() { tricks == 0 } else { tricks >= bid.tricks() as usize }
}

/// The cards of which any may be played as well. Of cards that win the trick on the table only the
/// cheapest and those that are the same for the rest of the round are among them: to win with
/// another looks like waste.
fn without_waste(cards: CardSet, obs: &Observation) -> CardSet {
    let Some((_, led)) = obs.view.trick().next() else { return cards };
    let wins = |card: &Card| trick::winner(&[led, *card]) == 1;
    let winners: CardSet = cards.iter().filter(wins).collect();
    let cheapest = lowest(winners);
    let same = |card: &Card| alike(cheapest | CardSet::of(*card), obs);
    (cards - winners) | winners.iter().filter(same).collect::<CardSet>()
}

/// The card of the lowest rank, of the lowest suit.
fn lowest(cards: CardSet) -> CardSet {
    cards.iter().min_by_key(|card| (card.rank(), card.id())).into_iter().collect()
}

/// Whether cards are the same for the rest of the round: neighbours in a suit but for cards that
/// are gone or held by the same hand.
fn alike(cards: CardSet, obs: &Observation) -> bool {
    let (Some(low), Some(high)) = (cards.lowest(), cards.highest()) else { return true };
    if low.suit() != high.suit() {
        return false;
    }
    let table: CardSet = obs.view.trick().map(|(_, card)| card).collect();
    let gone = (obs.view.played - table) | obs.discards(obs.seat()) | obs.hand();
    (low.id()..=high.id()).all(|id| gone.0 >> id & 1 == 1)
}
