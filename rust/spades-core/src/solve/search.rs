//! The search of two hands, whole trick by whole trick.
//!
//! The question asked of a position is always: can seat 0 force the number of tricks that it takes from here into the set
//! `goal`? The answer is a set that one seat can force: if it lies in the goal, seat 0 can; else it avoids the goal
//! altogether and seat 1 can keep it so.

use super::ending::{DEPTH, Endings};
use super::lanes::{Book, ONES, SPADES, sorted, take};
use super::limit::Meter;
use super::table::{SET, Table};

/// The answer of a solve that was stopped: no real answer is empty.
pub(super) const STOPPED: u32 = 0;

/// The numbers from `low` to `high`.
#[inline(always)]
pub(super) fn range(low: u32, high: u32) -> u32 {
    (2 << high) - (1 << low)
}

/// All cards of the lanes below a place of the same lane.
#[inline(always)]
fn lane_of(at: u32) -> u64 {
    0xffff << (at & 48)
}

/// The highest card of every run of equal cards.
#[inline(always)]
fn runs(cards: u64) -> u64 {
    cards & !(cards >> 1)
}

/// One solve under way.
pub(super) struct Search<'a> {
    pub book: &'static Book,
    pub endings: &'static Endings,
    pub table: &'a mut Table,
    pub meter: Meter<'a>,
    pub use_table: bool,
}

/// A position at the start of a trick.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    /// Seat 0's cards.
    pub mine: u64,
    /// All cards left.
    pub all: u64,
    pub broken: bool,
    /// Tricks left.
    pub rest: u32,
}

impl Search<'_> {
    /// The answer for seat `SEAT` on lead.
    pub fn lead<const SEAT: usize>(&mut self, p: Lead, goal: u32) -> u32 {
        if self.meter.tick() {
            return STOPPED;
        }
        let rest = p.rest;
        if rest <= DEPTH {
            return self.ending(p, SEAT, goal);
        }
        let other = 1 - SEAT;
        let own = if SEAT == 0 { p.mine } else { p.all ^ p.mine };
        let marked = p.mine | (p.all + ONES);
        let spades = self.book.spades(marked);
        // What cannot be otherwise.
        let (low, high) = (spades.sure(0), rest - spades.sure(1));
        let possible = range(low, high);
        if possible & !goal == 0 || possible & goal == 0 {
            return possible;
        }
        let sides = self.book.sides(marked);
        let side = sides.cards(SEAT);
        // What the leader can take at once.
        let draws = spades.cards(other) == 0
            || ((p.broken || side == 0) && spades.top(SEAT) >= spades.cards(other));
        let least = if draws {
            spades.cards(SEAT) + sides.free(SEAT)
        } else {
            spades.sure(SEAT) + sides.quick(SEAT)
        };
        let forced = if SEAT == 0 { range(least, high) } else { range(low, rest - least) };
        if if SEAT == 0 { forced & !goal == 0 } else { forced & goal == 0 } {
            return forced;
        }
        // What the other can take as soon as it is in, which a spade that must win or the lack of a safe lead makes certain.
        if spades.sure(other) > 0
            || (sides.safe(SEAT) == 0
                && (sides.alone(SEAT) == 0 || spades.cards(other) > 0)
                && (spades.cards(SEAT) == 0 || (!p.broken && side > 0)))
        {
            let draws = spades.cards(SEAT) == 0
                || (p.broken
                    && spades.top(other)
                        >= spades.cards(SEAT)
                            + u32::from(spades.cards(other) == spades.top(other)));
            let least = if draws && spades.cards(other) > 0 {
                spades.cards(other) + sides.free(other)
            } else {
                spades.sure(other) + sides.quick(other)
            };
            let forced = if SEAT == 0 { range(low, rest - least) } else { range(least, high) };
            if if SEAT == 0 { forced & goal == 0 } else { forced & !goal == 0 } {
                return forced;
            }
        }

        let broken = p.broken || p.all & SPADES == 0;
        let probe = self.use_table;
        let mut home = 0;
        let mut key = 0;
        let mut order = [0; 3];
        let mut hint = 64;
        if probe {
            let (same, suits) = sorted(marked);
            order = suits;
            key = same | (SEAT as u64) << 62 | (broken as u64) << 63;
            home = self.table.home(key);
            if let Some(entry) = self.table.find(home, key) {
                let set0 = entry.force0 & SET;
                if set0 & !goal == 0 {
                    return set0;
                }
                let set1 = entry.force1 & SET;
                if set1 & goal == 0 {
                    return set1;
                }
                let tag = if SEAT == 0 { entry.force0 } else { entry.force1 } >> 18;
                if tag != 0 {
                    hint = tag - 1;
                    if hint < 48 {
                        hint = order[hint as usize >> 4] << 4 | hint & 15;
                    }
                }
            }
        }

        let mut leads = runs(own);
        if !broken && side != 0 {
            leads &= !SPADES;
        }
        // The set that the other seat forces if every lead fails.
        let mut failed = 0;
        let tops = p.all & !(p.all >> 1);
        let mut stages = [0u64; 4];
        if hint < 64 {
            stages[0] = 1 << hint & leads;
        }
        stages[1] = leads & tops;
        stages[2] = leads & !SPADES;
        stages[3] = leads;
        for stage in stages {
            let mut now = stage & leads;
            leads &= !now;
            while now != 0 {
                let at = now.trailing_zeros();
                now &= now - 1;
                let set = self.answer::<SEAT>(Lead { broken, ..p }, at, goal);
                if set == STOPPED {
                    return STOPPED;
                }
                if (SEAT == 0) == (set & goal != 0) {
                    let set = set & possible;
                    if probe {
                        let mut tag = at + 1;
                        if at < 48 {
                            let suit = at >> 4;
                            let lane = if order[0] == suit {
                                0
                            } else if order[1] == suit {
                                1
                            } else {
                                2
                            };
                            tag = (lane << 4 | at & 15) + 1;
                        }
                        self.table.keep(home, key, SEAT, set | tag << 18);
                    }
                    return set;
                }
                failed |= set;
            }
        }
        let set = failed & possible;
        if probe {
            self.table.keep(home, key, 1 - SEAT, set);
        }
        set
    }

    /// The answer for few cards, read off the table of endings and made as small as it can be.
    #[inline(always)]
    fn ending(&self, p: Lead, seat: usize, goal: u32) -> u32 {
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
    pub fn answer<const SEAT: usize>(&mut self, p: Lead, at: u32, goal: u32) -> u32 {
        let other = if SEAT == 0 { p.all ^ p.mine } else { p.mine };
        let suit = lane_of(at);
        let bit = 1u64 << at;
        let mut held = 0;
        let follow = other & suit;
        if follow != 0 {
            let runs = runs(follow);
            let mut over = runs & !(bit | (bit - 1));
            while over != 0 {
                let card = over.trailing_zeros();
                over &= over - 1;
                let set = self.reply::<SEAT>(p, at, card, true, goal);
                if set == STOPPED || (SEAT == 1) == (set & goal != 0) {
                    return set;
                }
                held |= set;
            }
            let mut under = runs & (bit - 1);
            while under != 0 {
                let card = under.trailing_zeros();
                under &= under - 1;
                let set = self.reply::<SEAT>(p, at, card, false, goal);
                if set == STOPPED || (SEAT == 1) == (set & goal != 0) {
                    return set;
                }
                held |= set;
            }
        } else {
            let runs = runs(other);
            let mut trumps = runs & SPADES;
            while trumps != 0 {
                let card = trumps.trailing_zeros();
                trumps &= trumps - 1;
                let set = self.reply::<SEAT>(p, at, card, true, goal);
                if set == STOPPED || (SEAT == 1) == (set & goal != 0) {
                    return set;
                }
                held |= set;
            }
            let mut away = runs & !SPADES;
            while away != 0 {
                let card = away.trailing_zeros();
                away &= away - 1;
                let set = self.reply::<SEAT>(p, at, card, false, goal);
                if set == STOPPED || (SEAT == 1) == (set & goal != 0) {
                    return set;
                }
                held |= set;
            }
        }
        held
    }

    /// The answer after a whole trick, `over` when the reply takes it.
    #[inline(always)]
    pub fn reply<const SEAT: usize>(
        &mut self,
        p: Lead,
        at: u32,
        card: u32,
        over: bool,
        goal: u32,
    ) -> u32 {
        let winner = if over { 1 - SEAT } else { SEAT };
        let gain = 1 - winner as u32;
        if p.rest == 1 {
            return 1 << gain;
        }
        let (high, low) = if at > card { (at, card) } else { (card, at) };
        let next = Lead {
            mine: take(take(p.mine, high), low),
            all: take(take(p.all, high), low),
            broken: p.broken || high >= 48,
            rest: p.rest - 1,
        };
        let goal = goal >> gain;
        let set = if winner == 0 { self.lead::<0>(next, goal) } else { self.lead::<1>(next, goal) };
        set << gain
    }
}
