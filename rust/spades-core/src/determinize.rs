//! Determinized playouts: the search bot for three and four players.
//!
//! Worlds, that is hands of the others, are drawn from what the seat knows, those that go with the
//! bids of the others being likelier; in each the rest of the round is played for every action by a
//! computer player that does not search on all seats, or with few cards left solved, and the action
//! that is best on the whole is chosen. In these playouts every player uses its own hand and what all
//! have seen, and nothing else: a partner who sees my cards would be the worst error of such a
//! search, since it would never need to be helped.

mod comparison;
mod endings;
mod odds;
mod settings;
mod standing;
mod tally;
mod tree;
mod worlds;
mod worth;

use crate::action::Action;
use crate::bid::Bid;
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::error::Error;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::Round;
use crate::rule_bot::{plain_bid, rule_action};
use crate::rules::Rules;
use crate::search::{Limit, Report, nothing_to_choose};

use comparison::Comparison;
pub use settings::{Players, Settings};
use tally::Tally;
use worlds::Worlds;

/// Most actions that are compared: a hand of seventeen cards, or all bids and a misdeal.
const MOST_CANDIDATES: usize = 20;

/// Chooses an action for the seat that observes, with any number of players.
///
/// All actions are compared over the same worlds. The same observation, seed and number of worlds
/// give the same choice for any number of threads: a world depends on the seed and its index alone,
/// and sums are of integers. `stop` is asked between worlds; when it says yes what was finished
/// counts, and one world is always finished. Drafts, which only two players have, are left to the
/// plain computer player.
///
/// The values are points of the own side minus those of the best other side in this round, with the
/// bags that the sides hold; the choice also reckons with the bags that are left for later rounds, and
/// with the chance to win the game.
///
/// # Errors
/// When it is not the seat's turn.
pub fn search_playouts(
    obs: &Observation,
    settings: &Settings,
    seed: u64,
    limit: &Limit,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Report, Error> {
    if obs.legal().is_empty() {
        return Err(nothing_to_choose(obs));
    }
    let plain = plain_action(obs, settings);
    let candidates = candidates(obs, plain, settings.also);
    if candidates.len() == 1 {
        let values = vec![Tally::default().value(candidates[0], false)];
        return Ok(report(candidates[0], values, 0));
    }
    let obs = &remembered(obs, settings);
    let plain_at = candidates.iter().position(|&action| action == plain).unwrap_or(0);
    let mut tallies = Comparison::new(obs, settings, seed, &candidates, plain_at).run(limit, stop);
    if settings.odds && obs.phase() == Phase::Bid {
        for (tally, &bid) in tallies.iter_mut().zip(&candidates) {
            odds::believe(obs.rules(), bid, tally);
            tally.prefer(settings.raise * f64::from(bid.bid_number().unwrap_or(0)));
        }
    }
    // Of equals the plain player's choice, then the lowest.
    let gain = |at: usize| tallies[at].sure_gain(&tallies[plain_at], settings.caution);
    let mut best = plain_at;
    for at in (0..candidates.len()).filter(|&at| !is_rash(obs, candidates[at])) {
        if gain(at) > gain(best) {
            best = at;
        }
    }
    let done = tallies[0].worlds();
    let mut values = Vec::new();
    for (tally, &action) in tallies.iter().zip(&candidates) {
        for equal in equals(obs, action) {
            values.push(tally.value(equal, settings.game > 0.0));
        }
    }
    values.sort_by_key(|value| value.action);
    Ok(report(candidates[best], values, done))
}

fn report(action: Action, values: Vec<crate::search::ActionValue>, worlds: u32) -> Report {
    Report {
        action,
        values,
        worlds,
        nodes: 0,
        exact: false,
        held: Vec::new(),
        equals: CardSet::EMPTY,
    }
}

/// Worlds as the search draws them.
pub fn worlds(obs: &Observation, settings: &Settings, seed: u64, n: u32) -> Vec<Round> {
    let obs = &remembered(obs, settings);
    let worlds = Worlds::new(obs, settings, seed);
    (0..n).map(|index| worlds.draw(index)).collect()
}

/// What the plain player does, as the lowest of the equals; a gain over it has to be sure. So a nil
/// is compared with a plain bid, also where the plain player takes it.
fn plain_action(obs: &Observation, settings: &Settings) -> Action {
    let mut plain = rule_action(obs);
    if settings.odds && plain.bid_number() == Some(0) {
        plain = Action::bid(plain_bid(obs.rules(), obs.view())).unwrap_or(plain);
    }
    equals(obs, plain).next().unwrap_or(plain)
}

/// What was counted at a kind of table: partnerships, four who play alone, or three.
fn by_table<T>(rules: &Rules, partners: T, solo: T, three: T) -> T {
    match (rules.players, rules.partnerships) {
        (3, _) => three,
        (_, true) => partners,
        (_, false) => solo,
    }
}

/// What the seat knows, less what it does not keep in mind.
fn remembered(obs: &Observation, settings: &Settings) -> Observation {
    let mut obs = obs.clone();
    if !settings.voids {
        obs.view.voids = 0;
    }
    obs
}

/// The actions that are compared: of cards that are worth the same one, of bids those near the
/// plain player's; and `also`, if it is legal.
fn candidates(obs: &Observation, plain: Action, also: Option<Action>) -> Vec<Action> {
    let legal = obs.legal();
    match obs.phase() {
        Phase::Play => legal.iter().filter(|&a| equals(obs, a).next() == Some(a)).collect(),
        Phase::Bid => {
            let near = plain_bid(obs.rules(), obs.view());
            let moon = if obs.rules().moon_bonus > 0 { Some(crate::rules::MOON) } else { None };
            let sensible = |n: u8| n == 0 || Some(n) == moon || (n + 3 >= near && n <= near + 4);
            let wanted = |a: &Action| a.bid_number().is_none_or(sensible) || also == Some(*a);
            legal.iter().filter(wanted).collect()
        }
        Phase::Blind => legal.iter().collect(),
        _ => legal.iter().filter(|&a| a == plain || also == Some(a)).collect(),
    }
}

/// Whether an action is a nil that no sensible player bids, however well it does in playouts by
/// players who attack a nil as they attack any: after the partner's nil, which then nobody covers,
/// unless both together bring a bonus; and with a spade honour that has too few lower ones to go
/// under with.
fn is_rash(obs: &Observation, action: Action) -> bool {
    let (rules, view) = (obs.rules(), obs.view());
    if obs.phase() != Phase::Bid || action.bid_number() != Some(0) {
        return false;
    }
    let partner = rules.partnerships.then(|| view.bid((obs.seat() + 2) % 4)).flatten();
    if partner.is_some_and(Bid::is_nil) {
        return rules.double_nil_bonus == 0;
    }
    let spades = obs.hand().ranks(Suit::Spades);
    // Ace, king and queen, and the lower spades that each needs.
    [(12, 13), (11, 3), (10, 2)].into_iter().any(|(rank, cover)| {
        let below = spades & ((1 << rank) - 1);
        spades >> rank & 1 == 1 && below.count_ones() < cover
    })
}

/// The legal actions that are worth the same as one, in id order: cards of the own hand with none
/// between them that another player may hold.
fn equals(obs: &Observation, action: Action) -> impl Iterator<Item = Action> + use<> {
    let mut run = crate::ActionSet::EMPTY;
    run.insert(action);
    if let Some(card) = action.card() {
        let lane = CardSet::suit(card.suit());
        let mine = obs.legal().cards() & lane;
        let on_table: CardSet = obs.view().trick().map(|(_, card)| card).collect();
        let gone = obs.view().played() - on_table;
        let between = lane - mine - gone;
        for other in mine {
            let (low, high) = (card.min(other).id(), card.max(other).id());
            if (between.0 >> low) & ((1 << (high - low)) - 1) == 0 {
                run.insert(Action::play(other));
            }
        }
    }
    run.iter()
}

#[cfg(test)]
mod tests;
