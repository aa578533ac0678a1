//! Tricks that the side on lead is sure to take at once.

use super::suits::{Suit, mark};

/// A position at the start of a trick, as far as this question goes.
pub(super) struct Facts<'a> {
    /// All cards left.
    pub all: u64,
    pub suits: &'a [Suit; 4],
    pub leader: usize,
    pub rest: u32,
    /// Whether spades may be led.
    pub spades: bool,
    /// Tricks that the side is sure to take with spades.
    pub sure: u32,
}

/// The highest cards of a suit as far as one hand holds them, and then another.
#[derive(Clone, Copy)]
struct Tops {
    owner: usize,
    run: u32,
    /// The owner of the next card; meaningless if there is none.
    second: usize,
    second_run: u32,
}

impl Tops {
    #[inline]
    fn new(suit: Suit) -> Self {
        let (odd, upper, end) = (suit.odd(), suit.upper(), 1u64 << suit.count());
        let owner = |at: u32| (odd >> at & 1 | (upper >> at & 1) << 1) as usize;
        let run = |owner: usize, from: u32| {
            let odd = odd ^ (owner as u64 & 1).wrapping_neg();
            let upper = upper ^ (owner as u64 >> 1).wrapping_neg();
            ((odd | upper | end) >> from).trailing_zeros()
        };
        let first = owner(0);
        let run1 = run(first, 0);
        if run1 >= suit.count() {
            return Self { owner: first, run: run1, second: first, second_run: 0 };
        }
        let second = owner(run1);
        Self { owner: first, run: run1, second, second_run: run(second, run1) }
    }
}

/// The mark of the `count` highest cards of a suit.
#[inline]
pub(super) fn highest(all: u64, suit: usize, count: u32) -> u64 {
    if count == 0 {
        return 0;
    }
    let mut lane = all & super::suits::LANE << (16 * suit);
    for _ in 1..count {
        lane &= lane.wrapping_sub(1);
    }
    if lane == 0 { super::suits::LANE << (16 * suit) } else { mark(lane.trailing_zeros()) }
}

/// A plan that adds up the tricks suit by suit.
struct Plan {
    /// Tricks of the leader and of its partner in side suits.
    own: u32,
    partner: u32,
    /// How many highest cards of each suit the leader's tricks rest on; those of the partner.
    own_tricks: [u32; 4],
    own_marks: [u32; 4],
    partner_marks: [u32; 4],
    /// Whether the leader can get its partner on lead.
    entry: bool,
}

impl Plan {
    /// The tricks in the side suits if the hands in `ruff` (left and right opponent) still have spades.
    #[inline]
    fn new(facts: &Facts, ruff: [bool; 2]) -> Self {
        let leader = facts.leader;
        let (left, partner, right) = ((leader + 1) & 3, leader ^ 2, (leader + 3) & 3);
        let mut plan = Self {
            own: 0,
            partner: 0,
            own_tricks: [0; 4],
            own_marks: [0; 4],
            partner_marks: [0; 4],
            entry: false,
        };
        for suit in 0..3 {
            let s = facts.suits[suit];
            if s.count() == 0 {
                continue;
            }
            let tops = Tops::new(s);
            let (own, mate) = (s.length(leader), s.length(partner));
            let (l, r) = (s.length(left), s.length(right));
            // Rounds in which nobody can ruff.
            let most = if ruff[0] { l } else { 13 }.min(if ruff[1] { r } else { 13 });
            let free = !ruff[0] && !ruff[1];
            if tops.owner == leader {
                let out = l.max(r).max(mate);
                if free && tops.run >= out {
                    plan.own += own;
                    plan.own_tricks[suit] = own;
                    plan.own_marks[suit] = out;
                    continue;
                }
                let n = tops.run.min(most);
                plan.own += n;
                plan.own_tricks[suit] = n;
                plan.own_marks[suit] = n;
                if n == tops.run && own > n && mate > n && tops.second == partner && most > n {
                    plan.entry = true;
                    let more = tops.second_run.min(mate - n).min(most - n);
                    plan.partner += more;
                    plan.partner_marks[suit] = n + more;
                }
            } else if tops.owner == partner {
                let out = l.max(r).max(own);
                if free && tops.run >= out {
                    plan.partner += mate;
                    plan.partner_marks[suit] = out;
                    plan.entry |= own > 0;
                } else {
                    let n = tops.run.min(most);
                    plan.partner += n;
                    plan.partner_marks[suit] = n;
                    plan.entry |= own > 0 && n > 0;
                }
            }
        }
        plan
    }

    /// The cards that the plan rests on.
    fn marks(&self, facts: &Facts, partner: bool, mut spare: u32) -> u64 {
        let mut marks = 0;
        for suit in 0..3 {
            let tricks = self.own_tricks[suit];
            let mut count = self.own_marks[suit];
            if tricks <= spare {
                spare -= tricks;
                count = 0;
            } else if tricks == count {
                count -= spare;
                spare = 0;
            }
            let count =
                if partner { self.own_marks[suit].max(self.partner_marks[suit]) } else { count };
            marks |= highest(facts.all, suit, count);
        }
        marks
    }
}

/// The cards because of which the side on lead is sure to take `want` tricks; nothing if it is not clear that it is. The marks
/// of spades that the side is sure of are added by `sure_marks`, which is given the tricks that they have to make.
#[inline]
pub(super) fn quick(facts: &Facts, want: u32, sure_marks: impl FnOnce(u32) -> u64) -> Option<u64> {
    let leader = facts.leader;
    let (left, partner, right) = ((leader + 1) & 3, leader ^ 2, (leader + 3) & 3);
    let spades = facts.suits[3];
    let ruff = [spades.length(left) > 0, spades.length(right) > 0];
    let plan = Plan::new(facts, ruff);
    // A hand with nothing but spades would have to ruff its partner's trick.
    let room = |seat: usize| match spades.length(seat) {
        0 => 13,
        length => facts.rest - length,
    };
    let own = plan.own.min(room(partner));
    if own + facts.sure >= want {
        let sure = want.saturating_sub(own);
        let spare = plan.own - (want - sure);
        return Some(plan.marks(facts, false, spare) | sure_marks(sure));
    }
    if plan.entry {
        let both = (plan.own + plan.partner).min(room(partner)).min(room(leader));
        if both + facts.sure >= want {
            return Some(plan.marks(facts, true, 0) | sure_marks(want.saturating_sub(both)));
        }
    }
    // All spades of the others can be drawn.
    if !facts.spades || (!ruff[0] && !ruff[1]) {
        return None;
    }
    let tops = Tops::new(spades);
    let theirs = spades.length(left).max(spades.length(right));
    if tops.owner != leader || tops.run < theirs {
        return None;
    }
    let (own_length, mate_length) = (spades.length(leader), spades.length(partner));
    let all_win = tops.run >= mate_length;
    let drawn = if all_win { own_length } else { tops.run };
    let count = if all_win { theirs.max(mate_length) } else { tops.run };
    let plan = Plan::new(facts, [false, false]);
    let marks = |partner: bool, spare: u32| {
        plan.marks(facts, partner, spare) | highest(facts.all, 3, count)
    };
    // The partner throws side cards on the spades, and must not be left with nothing but spades.
    let room = if mate_length > drawn { facts.rest - mate_length } else { 13 };
    let own = plan.own.min(room);
    if drawn + own >= want {
        return Some(marks(false, plan.own - want.saturating_sub(drawn)));
    }
    if plan.entry {
        let room = if own_length > drawn { room.min(facts.rest - own_length) } else { room };
        let both = (plan.own + plan.partner).min(room);
        if (drawn + both).min(facts.rest) >= want {
            return Some(marks(true, 0));
        }
    }
    None
}
