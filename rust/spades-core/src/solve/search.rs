//! The search of two hands, whole trick by whole trick.
//!
//! The question asked of a position is always: can seat 0 force the number of tricks that it takes from here into the set
//! `goal`? The answer is a set that one seat can force: if it lies in the goal, seat 0 can; else it avoids the goal
//! altogether and seat 1 can keep it so.

use super::ending::{DEPTH, Endings};
use super::lanes::{Book, Facts, ONES, SPADES, TRUMP, held_lanes, lane_of, reorder, sorted, take};
use super::limit::Meter;
use super::table::{Home, Known, Table};
use crate::code_path::{Knot, Path};

/// The answer of a solve that was stopped: no real answer is empty.
pub(super) const STOPPED: u32 = 0;

/// The numbers from `low` to `high`.
#[inline]
pub(super) fn range(low: u32, high: u32) -> u32 {
    (2 << high) - (1 << low)
}

/// The highest card of every run of equal cards.
#[inline]
fn runs(cards: u64) -> u64 {
    cards & !(cards >> 1)
}

/// Which way both seats pull; it matters for the order of moves only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Both want tricks.
    More,
    /// Both want to lose tricks.
    Fewer,
}

impl Aim {
    /// The aim when seat 0 can take from `low` to `high` tricks and wants them in `goal`, which is neither all nor none.
    #[inline]
    pub fn of(goal: u32, low: u32, high: u32) -> Self {
        // Who wants many tricks reaches for the top, so the goal has that end and the other seat the other end. When one seat
        // has both ends, the nearer end says more.
        let ends = (goal >> low & 1, goal >> high & 1);
        let more = match ends {
            (0, 1) => true,
            (1, 0) => false,
            (end, _) => {
                let inside = range(low, high) & if end == 0 { goal } else { !goal };
                let below = inside.trailing_zeros() - low;
                let above = high + inside.leading_zeros() - 31;
                (below > above) == (end == 0)
            }
        };
        if more { Self::More } else { Self::Fewer }
    }
}

/// A position at the start of a trick.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    /// Seat 0's cards.
    pub mine: u64,
    /// All cards left.
    pub all: u64,
    /// Whether spades are broken.
    pub broken: bool,
    /// Tricks left.
    pub rest: u32,
}

impl Lead {
    /// The cards of a seat.
    #[inline]
    fn of(&self, seat: usize) -> u64 {
        if seat == 0 { self.mine } else { self.all ^ self.mine }
    }
}

/// One solve under way.
pub(super) struct Search<'a, P> {
    pub path: P,
    pub book: &'static Book,
    pub endings: &'static Endings,
    pub table: &'a mut Table,
    pub meter: Meter<'a>,
    /// False to do without the table.
    pub use_table: bool,
}

struct LeadKnot<const SEAT: usize>;

impl<P: Path, const SEAT: usize> Knot<&mut Search<'_, P>, Lead, u32> for LeadKnot<SEAT> {
    type Answer = u32;

    #[inline(always)]
    fn tie(search: &mut Search<P>, p: Lead, goal: u32) -> u32 {
        search.lead_knot::<SEAT>(p, goal)
    }
}

impl<P: Path> Search<'_, P> {
    /// The answer for seat `SEAT` on lead.
    #[inline(always)]
    pub fn lead<const SEAT: usize>(&mut self, p: Lead, goal: u32) -> u32 {
        self.path.call::<LeadKnot<SEAT>, _, _, _>(self, p, goal)
    }

    #[inline(always)]
    fn lead_knot<const SEAT: usize>(&mut self, mut p: Lead, goal: u32) -> u32 {
        if self.meter.tick() {
            return STOPPED;
        }
        if p.rest <= DEPTH {
            return self.ending(&p, SEAT, goal);
        }
        let marked = p.mine | (p.all + ONES);
        let spades = self.book.spades(marked);
        // What cannot be otherwise.
        let (low, high) = (spades.sure(0), p.rest - spades.sure(1));
        let possible = range(low, high);
        if possible & !goal == 0 || possible & goal == 0 {
            return possible;
        }
        if let Some(set) = Self::bound::<SEAT>(&p, spades, self.book.sides(marked), goal) {
            return set;
        }
        p.broken |= p.all & SPADES == 0;

        let mut home = Home::default();
        if self.use_table {
            let (same, suits) = sorted(marked);
            home = self.table.home(same | (SEAT as u64) << 62 | u64::from(p.broken) << 63);
            if let Some(Known([force0, force1])) = self.table.find(home) {
                if let Some(&set) = force0.iter().find(|&set| set & !goal == 0) {
                    return set;
                }
                if let Some(&set) = force1.iter().find(|&set| set & goal == 0) {
                    return set;
                }
            }
            // With the suits in the same order, like positions try the same cards first and meet again.
            (p.mine, p.all) = (reorder(p.mine, suits), reorder(p.all, suits));
        }

        let aim = Aim::of(goal, low, high);
        let own = p.of(SEAT);
        let side = runs(own) & !SPADES;
        let shared = side & held_lanes(p.of(1 - SEAT));
        let trumps = if p.broken || side == 0 { runs(own) & SPADES } else { 0 };
        // The set that the other seat forces if every lead fails.
        let mut failed = 0;
        for mut stage in [shared, trumps, side & !shared] {
            // From the longest suit down, each from its highest card.
            while stage != 0 {
                let at = stage.ilog2();
                stage ^= 1 << at;
                let set = self.answer::<SEAT>(&p, at, goal, aim);
                if set == STOPPED {
                    return STOPPED;
                }
                if (SEAT == 0) == (set & goal != 0) {
                    let set = set & possible;
                    if self.use_table {
                        self.table.keep(home, SEAT, set);
                    }
                    return set;
                }
                failed |= set;
            }
        }
        let set = failed & possible;
        if self.use_table {
            self.table.keep(home, 1 - SEAT, set);
        }
        set
    }

    /// The answer where counting alone gives it.
    #[inline(always)]
    fn bound<const SEAT: usize>(p: &Lead, spades: Facts, sides: Facts, goal: u32) -> Option<u32> {
        let other = 1 - SEAT;
        let (low, high) = (spades.sure(0), p.rest - spades.sure(1));
        let (own, theirs, side) = (spades.cards(SEAT), spades.cards(other), sides.cards(SEAT));

        // What the leader takes for certain: its winners in the side suits while the other has to follow, and on top of
        // them the spades that always win; or, if it can draw all of the other's spades first, every card that is then high.
        let may = p.broken || side == 0;
        let draws = theirs == 0 || (may && spades.top(SEAT) >= theirs);
        let least =
            if draws { own + sides.free(SEAT) } else { spades.sure(SEAT) + sides.quick(SEAT) };
        let set = if SEAT == 0 { range(least, high) } else { range(low, p.rest - least) };
        if set & if SEAT == 0 { !goal } else { goal } == 0 {
            return Some(set);
        }

        // The same for the other seat, as if it were on lead, provided that it gets there before its winners are gone. A spade
        // that must win sees to that: until then it follows low or ruffs, so it throws none of them away, and the leader has to
        // leave alone the suits in which they are or put it in. So does a leader without a suit in which it is safe.
        let stuck = sides.safe(SEAT) == 0
            && (sides.alone(SEAT) == 0 || theirs > 0)
            && (own == 0 || (!p.broken && side > 0));
        if spades.sure(other) == 0 && !stuck {
            return None;
        }
        // A ruff on the way may cost it one of its top spades.
        let drawn = own + u32::from(theirs == spades.top(other));
        let draws = theirs > 0 && (own == 0 || (p.broken && spades.top(other) >= drawn));
        let least = if draws {
            theirs + sides.free(other)
        } else {
            spades.sure(other) + sides.quick(other)
        };
        let set = if SEAT == 0 { range(low, p.rest - least) } else { range(least, high) };
        (set & if SEAT == 0 { goal } else { !goal } == 0).then_some(set)
    }

    /// The answer for few cards, read off the table of endings and made as small as it can be.
    #[inline(always)]
    fn ending(&self, p: &Lead, seat: usize, goal: u32) -> u32 {
        let outcomes = range(0, p.rest);
        let goals = self.endings.goals(p.rest, p.mine, p.all, seat, p.broken);
        let goal = goal & outcomes;
        if goals >> goal & 1 == 1 {
            let mut set = goal;
            for tricks in 0..=p.rest {
                let less = set & !(1 << tricks);
                if goals >> less & 1 == 1 {
                    set = less;
                }
            }
            set
        } else {
            let mut set = goal;
            for tricks in 0..=p.rest {
                let more = set | 1 << tricks;
                if goals >> more & 1 == 0 {
                    set = more;
                }
            }
            outcomes & !set
        }
    }

    /// The answer after seat `SEAT` has led the card at `at`; the other seat is to play.
    #[inline(always)]
    pub fn answer<const SEAT: usize>(&mut self, p: &Lead, at: u32, goal: u32, aim: Aim) -> u32 {
        let theirs = p.of(1 - SEAT);
        let below = (1u64 << at) - 1;
        let follow = theirs & lane_of(at);
        let (mut over, mut under) = if follow != 0 {
            let runs = runs(follow);
            (runs & !below, runs & below)
        } else {
            let runs = runs(theirs);
            (runs & SPADES, runs & !SPADES)
        };
        let mut held = 0;
        loop {
            // To win: the cheapest winner first, then the lowest card. To lose: from the highest losing card down.
            let (card, wins) = if over | under == 0 {
                return held;
            } else if aim == Aim::More {
                if over != 0 {
                    (over.trailing_zeros(), true)
                } else {
                    (under.trailing_zeros(), false)
                }
            } else if under != 0 {
                (under.ilog2(), false)
            } else {
                (over.ilog2(), true)
            };
            let bit = !(1u64 << card);
            if wins {
                over &= bit;
            } else {
                under &= bit;
            }
            let set = self.reply::<SEAT>(p, at, card, wins, goal);
            if set == STOPPED || (SEAT == 1) == (set & goal != 0) {
                return set;
            }
            held |= set;
        }
    }

    /// The answer after a whole trick, which the reply takes if `wins`.
    #[inline(always)]
    pub fn reply<const SEAT: usize>(
        &mut self,
        p: &Lead,
        at: u32,
        card: u32,
        wins: bool,
        goal: u32,
    ) -> u32 {
        let winner = if wins { 1 - SEAT } else { SEAT };
        let gain = u32::from(winner == 0);
        if p.rest == 1 {
            return 1 << gain;
        }
        let (high, low) = (at.max(card), at.min(card));
        let next = Lead {
            mine: take(take(p.mine, high), low),
            all: take(take(p.all, high), low),
            broken: p.broken || high >= TRUMP,
            rest: p.rest - 1,
        };
        let goal = goal >> gain;
        let set = if winner == 0 { self.lead::<0>(next, goal) } else { self.lead::<1>(next, goal) };
        set << gain
    }
}
