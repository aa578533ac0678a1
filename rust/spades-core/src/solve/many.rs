//! The solver of endings of two to four hands.
//!
//! A plain alpha-beta search, card by card, with a table at the start of each trick. Its key is exact: who holds each card
//! in relative ranks, the leader, whether spades are broken, and which class the tricks won so far belong to.

use super::lanes::{ONES, SPADES, TRUMP, lane_of, place, same_lane, squeeze, take};
use super::legal::legal_cards;
use super::limit::{Limit, Meter};
use super::outcomes::Outcomes;
use crate::code_path::{CodePath, Knot, Path};

/// Two to four hands in full view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManyPosition {
    /// Number of seats that play, 2 to 4; the hands of the others are empty.
    pub players: u8,
    /// The cards of each seat, without those on the table.
    pub hands: [u64; 4],
    /// The seat that leads or has led this trick.
    pub leader: u8,
    /// The cards on the table in the order in which they were played, the first by the leader.
    pub table: [Option<u8>; 3],
    /// Whether spades are broken.
    pub broken: bool,
    /// Tricks that each seat has taken so far.
    pub won: [u8; 4],
}

impl ManyPosition {
    /// The seat to act.
    #[must_use]
    pub fn turn(&self) -> u8 {
        (self.leader + self.count() as u8) % self.players
    }

    /// How many cards are on the table.
    fn count(&self) -> usize {
        self.table.iter().flatten().count()
    }

    /// All cards that count, those on the table among them.
    fn both(&self) -> u64 {
        let on_table = self.table.iter().flatten().fold(0, |set, &card| set | 1u64 << card);
        self.hands.iter().fold(on_table, |set, &hand| set | hand)
    }

    /// The cards that the seat to act may play.
    #[must_use]
    pub fn legal(&self) -> u64 {
        legal_cards(self.hands[self.turn() as usize], self.table[0], self.broken)
    }
}

#[derive(Clone, Copy, Default)]
struct Entry {
    /// Low bits of the owners with a marker above each lane, the leader and broken in gaps; 0 for none.
    key: u64,
    /// High bits of the owners.
    owners: u64,
    class: u16,
    age: u16,
    best: u8,
    rest: u8,
    low: i32,
    high: i32,
}

/// The state of a trick under way.
#[derive(Clone, Copy)]
struct State {
    /// Lanes of each seat; cards on the table have left the hands.
    hands: [u64; 4],
    /// All cards that count, those on the table among them.
    all: u64,
    leader: usize,
    broken: bool,
    /// Tricks left, with the one under way.
    rest: u32,
    class: u16,
    /// Places of the cards on the table, in order.
    table: [u32; 4],
    count: usize,
    /// The winner so far and the place of its card.
    winner: usize,
    winning: u32,
}

/// An exact solver of endings. The seats of a mask want the value high, the others low.
///
/// For a partnership the mask holds both partners; for one seat against all others it holds that seat alone.
pub struct ManySolver {
    path: CodePath,
    entries: Vec<Entry>,
    age: u16,
    players: usize,
    high: u8,
    outcomes: Outcomes,
    nodes: u64,
}

impl Default for ManySolver {
    fn default() -> Self {
        Self::new()
    }
}

impl ManySolver {
    /// A solver with a table of the usual size.
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(16)
    }

    /// A solver with a table of 2 to the power `bits` entries of 40 bytes, at least two.
    #[must_use]
    pub fn with_table(bits: u32) -> Self {
        let size = 1 << bits.clamp(1, 28);
        Self {
            path: CodePath::chosen(),
            entries: vec![Entry::default(); size],
            age: 0,
            players: 0,
            high: 0,
            outcomes: Outcomes::default(),
            nodes: 0,
        }
    }

    /// The same solver with the code of a path.
    #[must_use]
    pub fn on(self, path: CodePath) -> Self {
        Self { path, ..self }
    }

    /// Tricks that were begun in all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position to the seats of the mask `high`; `value` says what final tricks per seat are worth.
    /// Nothing if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn value(
        &mut self,
        position: &ManyPosition,
        high: u8,
        value: impl Fn(&[u8; 4]) -> i32,
        limit: &Limit,
    ) -> Option<i32> {
        let mut out = [0; 52];
        let legal = self.value_of_each(position, high, value, &mut out, limit)?;
        let values = (0..52).filter(|card| legal >> card & 1 == 1).map(|card| out[card]);
        if high >> position.turn() & 1 == 1 { values.max() } else { values.min() }
    }

    /// The value after every legal card: fills `out` at the cards of the set that is returned. Nothing, and `out` partly
    /// filled, if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn value_of_each(
        &mut self,
        position: &ManyPosition,
        high: u8,
        value: impl Fn(&[u8; 4]) -> i32,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let root = self.start(position, high, value);
        match self.path {
            CodePath::Portable(path) => self.each(path, position, &root, out, limit),
            CodePath::Bmi(path) => self.each(path, position, &root, out, limit),
        }
    }

    /// Makes ready for a question; gives its position as the search sees it.
    fn start(
        &mut self,
        position: &ManyPosition,
        high: u8,
        value: impl Fn(&[u8; 4]) -> i32,
    ) -> State {
        let players = position.players as usize;
        let turn = position.turn() as usize;
        let rest = position.hands[turn].count_ones();
        for seat in 0..players {
            let played = (seat + players - position.leader as usize) % players < position.count();
            let cards = position.hands[seat].count_ones() + u32::from(played);
            assert_eq!(cards, rest, "hands that do not match: {position:?}");
        }
        let outcomes = Outcomes::new(players, position.won, rest, &value);
        if players != self.players || high != self.high || outcomes != self.outcomes {
            // Entries of another question are worth nothing here.
            (self.players, self.high, self.outcomes) = (players, high, outcomes);
            self.age = self.age.wrapping_add(1);
            if self.age == 0 {
                self.entries.fill(Entry::default());
                self.age = 1;
            }
        }
        let both = position.both();
        let mut state = State {
            hands: std::array::from_fn(|seat| squeeze(position.hands[seat], both).0),
            all: squeeze(both, both).1,
            leader: position.leader as usize,
            broken: position.broken,
            rest,
            class: self.outcomes.start,
            table: [0; 4],
            count: 0,
            winner: position.leader as usize,
            winning: 0,
        };
        for &card in position.table.iter().flatten() {
            state =
                put(&state, (state.leader + state.count) % players, place(u32::from(card), both));
        }
        state
    }

    /// The value after every legal card, by the code of a path.
    fn each<P: Path>(
        &mut self,
        path: P,
        position: &ManyPosition,
        state: &State,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let (turn, both) = (position.turn() as usize, position.both());
        let legal = position.legal();
        let mut search = Search { path, solver: self, meter: Meter::new(*limit, 0) };
        let mut above = None;
        let mut done = true;
        let mut left = legal;
        while left != 0 {
            let card = left.ilog2();
            left ^= 1 << card;
            let at = place(card, both);
            // A card next below one of the same hand is its equal.
            out[card as usize] = match above {
                Some((equal, over)) if over == at + 1 && same_lane(over, at) => out[equal],
                _ => {
                    let Some(value) = search.after(&put(state, turn, at), i32::MIN, i32::MAX)
                    else {
                        done = false;
                        break;
                    };
                    value
                }
            };
            above = Some((card as usize, at));
        }
        let nodes = search.meter.nodes;
        self.nodes += nodes;
        done.then_some(legal)
    }
}

/// The state after a seat has put the card at `at` on the table.
fn put(state: &State, seat: usize, at: u32) -> State {
    let mut next = *state;
    next.hands[seat] &= !(1 << at);
    next.table[next.count] = at;
    let wins = next.count == 0
        || if same_lane(at, next.winning) { at > next.winning } else { at >= TRUMP };
    if wins {
        next.winner = seat;
        next.winning = at;
    }
    next.count += 1;
    next.broken |= at >= TRUMP;
    next
}

struct Search<'a, P> {
    path: P,
    solver: &'a mut ManySolver,
    meter: Meter<'a>,
}

struct LeadKnot;

impl<P: Path> Knot<&mut Search<'_, P>, &State, (i32, i32)> for LeadKnot {
    type Answer = Option<i32>;

    #[inline(always)]
    fn tie(search: &mut Search<P>, state: &State, window: (i32, i32)) -> Option<i32> {
        search.lead_knot(state, window)
    }
}

struct AfterKnot;

impl<P: Path> Knot<&mut Search<'_, P>, &State, (i32, i32)> for AfterKnot {
    type Answer = Option<i32>;

    #[inline(always)]
    fn tie(search: &mut Search<P>, state: &State, window: (i32, i32)) -> Option<i32> {
        search.after_knot(state, window)
    }
}

impl<P: Path> Search<'_, P> {
    fn wants_high(&self, seat: usize) -> bool {
        self.solver.high >> seat & 1 == 1
    }

    /// The value of a state in which a card has just been put on the table. Exact if it lies between the bounds, else a bound.
    #[inline(always)]
    fn after(&mut self, state: &State, alpha: i32, beta: i32) -> Option<i32> {
        self.path.call::<AfterKnot, _, _, _>(self, state, (alpha, beta))
    }

    #[inline(always)]
    fn after_knot(&mut self, state: &State, (alpha, beta): (i32, i32)) -> Option<i32> {
        let players = self.solver.players;
        if state.count < players {
            let seat = (state.leader + state.count) % players;
            let follow = state.hands[seat] & lane_of(state.table[0]);
            let may = if follow == 0 { state.hands[seat] } else { follow };
            return self.best(state, seat, runs(may), 64, alpha, beta).map(|(value, _)| value);
        }
        let mut next = *state;
        let mut gone = state.table;
        gone[..players].sort_unstable();
        for &at in gone[..players].iter().rev() {
            next.all = take(next.all, at);
            for hand in &mut next.hands {
                *hand = take(*hand, at);
            }
        }
        next.leader = state.winner;
        next.class = self.solver.outcomes.class(state.class).next[state.winner];
        next.rest -= 1;
        next.count = 0;
        self.lead(&next, alpha, beta)
    }

    /// The value at the start of a trick.
    #[inline(always)]
    fn lead(&mut self, state: &State, alpha: i32, beta: i32) -> Option<i32> {
        self.path.call::<LeadKnot, _, _, _>(self, state, (alpha, beta))
    }

    #[inline(always)]
    fn lead_knot(&mut self, state: &State, (mut alpha, mut beta): (i32, i32)) -> Option<i32> {
        let class = self.solver.outcomes.class(state.class);
        if class.low == class.high || class.low >= beta {
            return Some(class.low);
        }
        if class.high <= alpha {
            return Some(class.high);
        }
        if self.meter.tick() {
            return None;
        }
        let broken = state.broken || state.all & SPADES == 0;
        let key = state.hands[1]
            | state.hands[3]
            | (state.all + ONES)
            | (state.leader as u64) << 14
            | u64::from(broken) << 31;
        let owners = state.hands[2] | state.hands[3];
        let mixed = (key ^ owners.rotate_left(29) ^ u64::from(state.class) << 47)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // Two places per position: the first keeps the deeper entry, the second takes any.
        let home = (mixed >> 32) as usize & (self.solver.entries.len() - 1) & !1;
        let age = self.solver.age;
        let same = |entry: &Entry| {
            entry.key == key
                && entry.owners == owners
                && entry.class == state.class
                && entry.age == age
        };
        let mut known = (class.low, class.high);
        let mut hint = 64;
        if let Some(entry) = self.solver.entries[home..home + 2].iter().find(|entry| same(entry)) {
            known = (entry.low, entry.high);
            hint = u32::from(entry.best);
        }
        if known.0 >= beta || known.0 == known.1 {
            return Some(known.0);
        }
        if known.1 <= alpha {
            return Some(known.1);
        }
        alpha = alpha.max(known.0.saturating_sub(1));
        beta = beta.min(known.1.saturating_add(1));

        let seat = state.leader;
        let mut may = state.hands[seat];
        if !broken && may & !SPADES != 0 {
            may &= !SPADES;
        }
        let (value, best) =
            self.best(&State { broken, ..*state }, seat, runs(may), hint, alpha, beta)?;
        if value > alpha {
            known.0 = value;
        }
        if value < beta {
            known.1 = value;
        }
        let pair = &mut self.solver.entries[home..home + 2];
        let slot = match pair.iter().position(same) {
            Some(slot) => slot,
            None => usize::from(pair[0].age == age && u32::from(pair[0].rest) > state.rest),
        };
        pair[slot] = Entry {
            key,
            owners,
            class: state.class,
            age,
            best: best as u8,
            rest: state.rest as u8,
            low: known.0,
            high: known.1,
        };
        Some(value)
    }

    /// The best of some cards of a seat, and the card.
    #[inline(always)]
    fn best(
        &mut self,
        state: &State,
        seat: usize,
        may: u64,
        hint: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Option<(i32, u32)> {
        let high = self.wants_high(seat);
        let mut best: Option<(i32, u32)> = None;
        for stage in self.stages(state, seat, may, hint) {
            let mut now = stage;
            while now != 0 {
                let at = now.trailing_zeros();
                now &= now - 1;
                let value = self.after(&put(state, seat, at), alpha, beta)?;
                if best.is_none_or(|(old, _)| if high { value > old } else { value < old }) {
                    best = Some((value, at));
                }
                if high {
                    alpha = alpha.max(value);
                } else {
                    beta = beta.min(value);
                }
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// The cards to try, in groups: first the table's, then those that look best.
    fn stages(&self, state: &State, seat: usize, may: u64, hint: u32) -> [u64; 4] {
        let first = if hint < 64 { 1 << hint & may } else { 0 };
        let may = may & !first;
        if state.count == 0 {
            let tops = may & state.all & !(state.all >> 1);
            let side = may & !tops & !SPADES;
            return [first, tops, side, may & !tops & !side];
        }
        let over = state.winning | 15;
        let beats = !((2u64 << state.winning) - 1) & ((1u64 << over) - 1);
        let beats = may & (beats | if state.winning < TRUMP { SPADES } else { 0 });
        let rest = may & !beats;
        let low = rest & rest.wrapping_neg();
        if self.wants_high(state.winner) == self.wants_high(seat) {
            // The trick is ours as it is.
            [rest, beats, 0, 0]
        } else {
            let cheap = beats & beats.wrapping_neg();
            [cheap, low, beats & !cheap, rest & !low]
        }
    }
}

/// The highest card of every run of equal cards.
fn runs(cards: u64) -> u64 {
    cards & !(cards >> 1)
}
