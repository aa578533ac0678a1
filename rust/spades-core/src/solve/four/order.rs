//! Which card to try first.

use super::search::Trick;
use super::suits::{LANE, SPADES, Suit, Suits, TRUMP, lane_of};

/// Cards in the order in which they are to be tried.
pub(super) struct Moves {
    /// The weight above, the place of the card below; the greatest first.
    list: [i32; 16],
    count: usize,
}

impl Moves {
    #[inline]
    pub fn new() -> Self {
        Self { list: [0; 16], count: 0 }
    }

    #[inline]
    pub fn push(&mut self, at: u32, weight: i32) {
        let entry = weight << 6 | at as i32;
        let mut place = self.count;
        while place > 0 && self.list[place - 1] < entry {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = entry;
        self.count += 1;
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub fn get(&self, number: usize) -> u32 {
        self.list[number] as u32 & 63
    }
}

/// The cards of a hand below which the next card left is not its own, from the highest down: of cards that are equal for all that
/// is left, the highest. Cards that are not in `all` do not count.
#[inline]
pub(super) fn tops(hand: u64, all: u64) -> u64 {
    let gone = !all & super::suits::CARDS;
    let below = hand << 1;
    // A carry runs from below a card of the hand through the cards that are gone to the next card left.
    let next = (gone + (below & gone)) & !gone | below & !gone;
    hand & !next
}

/// The highest card of a hand in a lane, or 64.
#[inline]
fn best(hand: u64, lane: u64) -> u32 {
    (hand & lane).trailing_zeros()
}

/// The order of leads.
pub(super) fn leads(
    hands: &[u64; 4],
    all: u64,
    suits: &[Suit; 4],
    leader: usize,
    may: u64,
    hint: u32,
    moves: &mut Moves,
) {
    let (left, partner, right) = ((leader + 1) & 3, leader ^ 2, (leader + 3) & 3);
    let spades = suits[3];
    let no_ruffs = spades.length(left) + spades.length(right) == 0;
    let mut rest = tops(may, all);
    while rest != 0 {
        let at = rest.trailing_zeros();
        rest &= rest - 1;
        let suit = (at >> 4) as usize;
        let lane = lane_of(at);
        let s = suits[suit];
        let (l, p, r) = (s.length(left), s.length(partner), s.length(right));
        let theirs = best(hands[left], lane).min(best(hands[right], lane));
        let mate = best(hands[partner], lane);
        let rank = (at & 15) as i32;
        let own = s.length(leader) as i32;
        let mut weight;
        if suit == 3 {
            weight = if l + r == 0 {
                W[0]
            } else if at < theirs {
                W[1] - rank * W[2]
            } else if mate < theirs {
                W[3] + rank * W[4]
            } else {
                W[5] + rank * W[6]
                    + if best(hands[left], lane) < best(hands[right], lane) { W[7] } else { 0 }
            };
        } else {
            let left_ruffs = l == 0 && spades.length(left) > 0;
            let right_ruffs = r == 0 && spades.length(right) > 0;
            let mate_ruffs = p == 0 && spades.length(partner) > 0;
            weight = if left_ruffs || right_ruffs {
                W[8] + rank * W[9]
                    + if mate_ruffs { if left_ruffs { W[10] } else { W[11] } } else { 0 }
                    + if left_ruffs && right_ruffs {
                        W[12]
                    } else if left_ruffs {
                        W[13]
                    } else {
                        0
                    }
            } else if at < theirs {
                W[14] - rank * W[15]
                    + if no_ruffs { W[65] } else { 0 }
                    + if s.length(left).min(s.length(right)) == 1 { W[66] } else { 0 }
            } else if mate < theirs {
                W[16] + rank * W[17] + if no_ruffs { W[67] } else { 0 }
            } else if mate_ruffs {
                W[18] + rank * W[19]
            } else {
                let through = best(hands[left], lane) < best(hands[right], lane);
                W[20]
                    + rank * W[21]
                    + if through { W[22] } else { 0 }
                    + if no_ruffs { W[68] } else { 0 }
                    + if mate < best(hands[left], lane).max(best(hands[right], lane)) {
                        if through { W[69] } else { W[70] }
                    } else {
                        0
                    }
                    + if hands[leader] >> (at + 1) & 1 == 1 { W[71] } else { 0 }
                    + if p == 1 && spades.length(partner) > 0 { W[72] } else { 0 }
                    + if own == 1 && spades.length(leader) > 0 { W[23] } else { 0 }
            };
            weight += own * W[24] + p as i32 * W[25] + (l + r) as i32 * W[26];
        }
        if at == hint {
            weight += 10000;
        }
        if at + 128 == hint {
            weight += W[27];
        }
        if at + 256 == hint {
            weight += W[64];
        }
        moves.push(at, weight);
    }
}

/// Whether a card beats the one that wins so far.
#[inline]
pub(super) fn beats(at: u32, winning: u32) -> bool {
    if at >> 4 == winning >> 4 { at < winning } else { at >= TRUMP }
}

/// The best that a hand can do to a trick: the place of the card with which it wins it, or 64.
#[inline]
fn reach(hand: u64, lane: u64, winning: u32) -> u32 {
    let follow = hand & lane;
    let at = if follow != 0 {
        follow.trailing_zeros()
    } else {
        (hand & super::suits::SPADES).trailing_zeros()
    };
    if at < 64 && beats(at, winning) { at } else { 64 }
}

/// Cards in groups that are to be tried one after the other.
pub(super) struct Stages {
    list: [(u64, bool); 8],
    count: usize,
}

impl Stages {
    #[inline]
    pub fn new() -> Self {
        Self { list: [(0, false); 8], count: 0 }
    }

    /// Adds a group; `from_high` to try its highest card first.
    #[inline]
    fn push(&mut self, cards: u64, from_high: bool) {
        self.list[self.count] = (cards, from_high);
        self.count += usize::from(cards != 0);
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub fn get(&self, number: usize) -> (u64, bool) {
        self.list[number]
    }
}

/// The order of cards that are played to a trick of `COUNT` cards.
#[inline]
pub(super) fn follows<const COUNT: usize>(
    hands: &[u64; 4],
    suits: &Suits,
    trick: &Trick,
    may: u64,
    stages: &mut Stages,
) {
    let seat = (trick.start.leader + COUNT) & 3;
    let ours = trick.win_seat == seat ^ 2;
    let next = hands[(seat + 1) & 3];
    // What the opponent behind can win with, as it stands, and whether the partner behind can still win.
    let threat = if COUNT == 3 { 64 } else { reach(next, trick.lane, trick.win_at) };
    let safe = if COUNT == 1 {
        let bar = if threat < 64 { threat } else { trick.win_at };
        reach(hands[seat ^ 2], trick.lane, bar) < 64
    } else {
        ours && threat == 64
    };
    let above = |at: u32| lane_of(at) & ((1 << at) - 1);
    let winners = may
        & if trick.win_at >= TRUMP { above(trick.win_at) } else { above(trick.win_at) | SPADES };
    let losers = may & !winners;
    let holding = match threat {
        64 => winners,
        TRUMP.. => winners & above(threat),
        _ => winners & (above(threat) | SPADES),
    };
    let follows = may & trick.lane != 0;
    if safe {
        if follows {
            stages.push(losers, false);
        } else {
            discards::<COUNT>(suits, trick, seat, losers, stages);
        }
        stages.push(winners, false);
    } else {
        stages.push(holding, false);
        if follows {
            stages.push(losers, false);
        } else {
            discards::<COUNT>(suits, trick, seat, losers, stages);
        }
        stages.push(winners & !holding, COUNT == 2);
    }
}

/// The order of cards that do not win and are not of the suit led.
#[inline]
fn discards<const COUNT: usize>(
    suits: &Suits,
    trick: &Trick,
    seat: usize,
    cards: u64,
    stages: &mut Stages,
) {
    let mut list = [0i32; 3];
    let mut count = 0;
    for suit in 0..3usize {
        let lane = LANE << (16 * suit);
        if cards & lane == 0 {
            continue;
        }
        let s = suits.suit(trick.all, suit);
        let low = (cards & lane).ilog2();
        let rank = (low & 15) as i32;
        let mut weight = rank * W[34 + 12 * (COUNT - 1)]
            + s.length(seat) as i32 * W[36 + 12 * (COUNT - 1)]
            + s.length(seat ^ 2) as i32 * W[37 + 12 * (COUNT - 1)]
            + s.count() as i32 * W[38 + 12 * (COUNT - 1)];
        if low == best(trick.all, lane) {
            weight += W[39 + 12 * (COUNT - 1)];
        }
        let entry = weight << 2 | suit as i32;
        let mut place = count;
        while place > 0 && list[place - 1] < entry {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = entry;
        count += 1;
    }
    for &entry in &list[..count] {
        stages.push(cards & LANE << (16 * (entry & 3)), false);
    }
    stages.push(cards & SPADES, false);
}

/// The weights, tuned by the number of positions that random deals take.
const W: [i32; 96] = [
    -64, 78, 1, 32, 4, -33, 4, 8, -42, -68, 100, 20, -1, 0, 99, 4, 79, 4, 50, 4, -8, 4, 14, 27, 0,
    0, 0, 48, -41, 160, 8, 8, 24, 38, 4, -144, -12, 2, 0, -8, 7, 160, -17, 4, -24, 45, 4, -128, 1,
    0, 0, -16, -32, 160, -40, 8, -43, -8, 4, -96, 4, 0, 0, -38, 4000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];
