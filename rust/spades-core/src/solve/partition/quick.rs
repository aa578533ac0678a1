//! Tricks that the side on lead is sure to take at once.
//!
//! The leader first takes what is its own, then gets its partner on lead, who takes what is the partner's. No more rounds of a suit
//! count than every opponent who still has a spade can follow, so such an opponent never gets to ruff or to throw a card away.

use super::suits::{LANE, Seats, Suit, Suits, Sure, mark};

/// A position at the start of a trick, as far as this question goes.
pub(super) struct Facts<'a> {
    /// All cards left.
    pub all: u64,
    pub suits: &'a [Suit; 4],
    pub leader: usize,
    pub rest: u32,
    /// Whether spades may be led.
    pub spades: bool,
    /// Tricks that a side is sure to take with spades, and the table of those.
    pub sure: Sure,
    pub tables: &'a Suits,
}

/// The mark of the `count` highest cards of a suit.
#[inline]
pub(super) fn highest(all: u64, suit: usize, count: u32) -> u64 {
    if count == 0 {
        return 0;
    }
    let mut lane = all & LANE << (16 * suit);
    for _ in 1..count {
        lane &= lane.wrapping_sub(1);
    }
    if lane == 0 { LANE << (16 * suit) } else { mark(lane.trailing_zeros()) }
}

/// A plan that adds up the tricks suit by suit.
struct Plan {
    /// Tricks of the leader and of its partner in side suits.
    own: u32,
    partner: u32,
    /// The leader's tricks by suit, and how many of its highest cards they rest on.
    own_tricks: [u8; 3],
    own_marks: [u8; 3],
    /// How many highest cards of each suit the partner's tricks rest on, those of the leader before them included.
    partner_marks: [u8; 3],
    /// Whether the leader can get its partner on lead with a card of a side suit.
    entry: bool,
    /// Whether the partner can ruff a lead that neither opponent can.
    ruff: bool,
}

impl Plan {
    /// The tricks in the side suits if the hands in `ruff` (left and right opponent) still have spades.
    #[inline(always)]
    fn new(facts: &Facts, ruff: [bool; 2]) -> Self {
        let leader = facts.leader;
        let (left, partner, right) = ((leader + 1) & 3, leader ^ 2, (leader + 3) & 3);
        let mut plan = Self {
            own: 0,
            partner: 0,
            own_tricks: [0; 3],
            own_marks: [0; 3],
            partner_marks: [0; 3],
            entry: false,
            ruff: false,
        };
        for suit in 0..3 {
            let s = facts.suits[suit];
            if s.count() == 0 {
                continue;
            }
            let (own, mate) = (s.length(leader), s.length(partner));
            let (l, r) = (s.length(left), s.length(right));
            // Rounds in which nobody can ruff.
            let most = if ruff[0] { l } else { 13 }.min(if ruff[1] { r } else { 13 });
            let free = !ruff[0] && !ruff[1];
            if s.first() == leader {
                let out = l.max(r).max(mate);
                if free && s.first_run() >= out {
                    plan.own += own;
                    plan.own_tricks[suit] = own as u8;
                    plan.own_marks[suit] = out as u8;
                    continue;
                }
                let n = s.first_run().min(most);
                plan.ruff |= mate == 0 && own > n && most > n;
                plan.own += n;
                plan.own_tricks[suit] = n as u8;
                plan.own_marks[suit] = n as u8;
                if n == s.first_run() && own > n && mate > n && s.second() == partner && most > n {
                    plan.entry = true;
                    let more = s.second_run().min(mate - n).min(most - n);
                    plan.partner += more;
                    plan.partner_marks[suit] = (n + more) as u8;
                }
            } else if s.first() == partner {
                let out = l.max(r).max(own);
                if free && s.first_run() >= out {
                    plan.partner += mate;
                    plan.partner_marks[suit] = out as u8;
                    plan.entry |= own > 0;
                } else {
                    let mut n = s.first_run().min(most);
                    plan.entry |= own > 0 && n > 0;
                    if own > n && mate > n && most > n && s.second() == leader {
                        // Back to the leader's cards of the suit.
                        n += s.second_run().min(own - n).min(most - n);
                    }
                    plan.partner += n;
                    plan.partner_marks[suit] = n as u8;
                }
            } else {
                plan.ruff |= mate == 0 && own > 0 && most > 0;
            }
        }
        plan
    }

    /// The cards that the plan rests on, with the partner's tricks or without; `spare` of the leader's tricks are not needed.
    fn marks(&self, facts: &Facts, partner: bool, mut spare: u32) -> u64 {
        let mut marks = 0;
        for suit in 0..3 {
            let tricks = u32::from(self.own_tricks[suit]);
            let mut count = u32::from(self.own_marks[suit]);
            if tricks <= spare {
                spare -= tricks;
                count = 0;
            } else if tricks == count {
                count -= spare;
                spare = 0;
            }
            let count = if partner {
                u32::from(self.own_marks[suit].max(self.partner_marks[suit]))
            } else {
                count
            };
            marks |= highest(facts.all, suit, count);
        }
        marks
    }
}

/// The cards because of which the side on lead is sure to take `want` tricks; nothing if it is not clear that it is.
#[inline(always)]
pub(super) fn quick(facts: &Facts, want: u32) -> Option<u64> {
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
    let side = 0b0101 << (leader & 1);
    let own = plan.own.min(room(partner));
    let both = (plan.own + plan.partner).min(room(partner)).min(room(leader));
    let sure = facts.sure.seat(leader).max(facts.sure.seat(partner));
    let by_spade = facts.spades && spades.first() == partner && spades.length(leader) > 0;
    let marks = |seats: Seats, tricks: u32| facts.tables.sure_marks(facts.all, seats, tricks);
    if own + sure >= want {
        let sure = want.saturating_sub(own);
        let spare = plan.own - (want - sure);
        return Some(plan.marks(facts, false, spare) | marks(Seats::Side(side), sure));
    }
    if (plan.entry || by_spade) && both + sure >= want {
        let sure = want.saturating_sub(both);
        let marks = marks(Seats::Side(side), sure);
        let spade = if plan.entry { 0 } else { highest(facts.all, 3, 1) };
        return Some(plan.marks(facts, true, 0) | marks | spade);
    }
    if plan.ruff && spades.length(partner) > 0 {
        // The partner's ruff comes on top of what the leader takes with spades.
        let alone = facts.sure.seat(leader) + 1;
        if own + alone >= want {
            let sure = want.saturating_sub(own + 1);
            let spare = plan.own - (want - sure - 1);
            return Some(plan.marks(facts, false, spare) | marks(Seats::One(leader), sure));
        }
        let room = if spades.length(leader) == 0 { 13 } else { room(leader) - 1 };
        let both = both.min(room);
        if both + alone >= want {
            let sure = want.saturating_sub(both + 1);
            return Some(plan.marks(facts, true, 0) | marks(Seats::One(leader), sure));
        }
        if both + facts.sure.seat(partner) >= want {
            let sure = want.saturating_sub(both);
            return Some(plan.marks(facts, true, 0) | marks(Seats::One(partner), sure));
        }
    }
    // All spades of the others can be drawn.
    if !facts.spades || (!ruff[0] && !ruff[1]) {
        return None;
    }
    let theirs = spades.length(left).max(spades.length(right));
    if spades.first() != leader || spades.first_run() < theirs {
        return None;
    }
    let (own_length, mate_length) = (spades.length(leader), spades.length(partner));
    let all_win = spades.first_run() >= mate_length;
    let drawn = if all_win { own_length } else { spades.first_run() };
    let count = if all_win { theirs.max(mate_length) } else { spades.first_run() };
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

/// The cards because of which the leader, in side suits alone, is sure to take `want` tricks itself; nothing if that is not clear.
/// Every other hand, partner or not, either follows or has no spade.
pub(super) fn alone(facts: &Facts, seats: usize, want: u32) -> Option<u64> {
    let leader = facts.leader;
    let spades = facts.suits[3];
    let (mut tricks, mut marks) = (0, 0);
    for suit in 0..3 {
        let s = facts.suits[suit];
        if s.count() == 0 || s.first() != leader {
            continue;
        }
        let (mut most, mut out, mut free) = (13, 0, true);
        for seat in (0..seats).filter(|&seat| seat != leader) {
            out = out.max(s.length(seat));
            if spades.length(seat) > 0 {
                most = most.min(s.length(seat));
                free = false;
            }
        }
        let own = s.length(leader);
        let (more, count) = if free && s.first_run() >= out {
            (own, out)
        } else {
            let run = s.first_run().min(most);
            (run, run)
        };
        let (more, count) = if tricks + more > want && more == count {
            (want - tricks, want - tricks)
        } else {
            (more, count)
        };
        tricks += more;
        marks |= highest(facts.all, suit, count);
        if tricks >= want {
            return Some(marks);
        }
    }
    None
}

/// The cards because of which a hand that is not on lead can always play below another card, so that it takes no trick; nothing
/// if that is not clear.
///
/// It has no spades, so it can throw anything away, and in each suit its lowest cards are as many below different cards of the
/// others as it takes: when a card is led, there is one below it, for as long as the others or it have any.
pub(super) fn safe(facts: &Facts, hand: u64, seat: usize) -> Option<u64> {
    if facts.leader == seat || facts.suits[3].length(seat) > 0 {
        return None;
    }
    let mut marks = 0;
    for suit in 0..3 {
        let lane = LANE << (16 * suit);
        let (own, others) = (hand & lane, facts.all & !hand & lane);
        if own == 0 || others == 0 {
            continue;
        }
        // From the lowest card up, never more of the others' cards than of its own, until its own are gone.
        let (mut left, mut more) = (own | others, 0);
        while left & own != 0 {
            let card = 1u64 << left.ilog2();
            left ^= card;
            more += if own & card == 0 { -1 } else { 1 };
            if more < 0 {
                return None;
            }
        }
        marks |= mark(others.ilog2());
    }
    Some(marks)
}
