//! Blind nil or look: what the round is worth either way.

use super::report::{ActionValue, Options, Report};
use crate::action::Action;
use crate::belief::Belief;
use crate::bid::Bid;
use crate::card_set::CardSet;
use crate::equity::Equity;
use crate::observation::Observation;
use crate::score::score_round;

/// Share of blind nils that are kept: the opponent has heard it and drafts and plays against it.
const KEPT: f64 = 0.015;
/// The other's bid and the tricks that a failed nil takes, as they are most often.
const OTHER_BID: u8 = 8;
const TRICKS: u8 = 3;

/// Says blind-nil or look.
pub(super) fn choose(obs: &Observation, options: &Options) -> Report {
    let seat = obs.seat();
    let rules = &obs.rules;
    let equity = options.equity.then(|| Equity::of(rules));
    let mut bids = [Bid::NIL; 4];
    bids[seat] = Bid::BLIND_NIL;
    let theirs = Bid::new(OTHER_BID.min(rules.max_bid)).unwrap_or(Bid::NIL);
    bids[1 - seat] = obs.view.bid(1 - seat).unwrap_or(theirs);
    let (mut points, mut taste, mut win) = (0.0, 0.0, 0.0);
    for (own, share) in [(0, KEPT), (TRICKS, 1.0 - KEPT)] {
        let mut tricks = [0; 4];
        (tricks[seat], tricks[1 - seat]) = (own, rules.hand_size() - own);
        let scores = score_round(rules, &bids, &tricks, &obs.bags);
        points += share * (scores[seat].points - scores[1 - seat].points) as f64;
        taste += share * options.style.taste(&scores[seat]);
        if let Some(equity) = &equity {
            let after = std::array::from_fn(|side| obs.points[side] + scores[side].points);
            let bags = std::array::from_fn(|side| scores[side].bags);
            win += share * equity.after(seat, &after, &bags, obs.view.opener, obs.rounds + 1);
        }
    }
    let opener = Some(obs.view.opener());
    let look = equity
        .as_ref()
        .map(|equity| equity.going_on(seat, &obs.points, &obs.bags, opener, obs.rounds));
    let per_point = equity.as_ref().map_or(1.0, |equity| equity.per_point());
    let (worth, plain) = look.map_or((points, 0.0), |look| (win, look));
    let blind = worth + taste * per_point > plain;
    let value = |action, mean, win| ActionValue {
        win,
        made: (action == Action::BLIND_NIL).then_some(KEPT),
        ..ActionValue::new(action, mean)
    };
    Report {
        action: if blind { Action::BLIND_NIL } else { Action::LOOK },
        values: vec![
            value(Action::BLIND_NIL, points, look.map(|_| win)),
            value(Action::LOOK, 0.0, look),
        ],
        worlds: 0,
        nodes: 0,
        exact: false,
        held: Belief::new(obs, options.memory, options.posterior).held(),
        equals: CardSet::EMPTY,
    }
}
