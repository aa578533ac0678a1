//! Nil before the first look at the hand.

use crate::action::Action;
use crate::observation::Observation;

/// Blind nil only as a last resort: with a partner to cover it, when the game is as good as lost by
/// ordinary means. About one in four is kept.
pub(super) fn choose(obs: &Observation) -> Action {
    let rules = obs.rules();
    if !rules.partnerships || rules.target <= 0 {
        return Action::LOOK;
    }
    let own = rules.side_of(obs.seat());
    let (ours, theirs) = (obs.points()[own], obs.points()[1 - own]);
    // A side makes about 60 points a round, and 100 more with a nil.
    let round = 6 * i64::from(rules.trick_points);
    let ends = theirs + round >= i64::from(rules.target);
    let behind = theirs - ours > round + i64::from(rules.nil_bonus);
    let partner = (obs.seat() + 2) % 4;
    let taken = obs.view().bid(partner).is_some();
    let worth = i64::from(rules.blind_nil_bonus) + round > theirs - ours;
    if ends && behind && worth && !taken { Action::BLIND_NIL } else { Action::LOOK }
}
