//! Uniformly random legal play of whole rounds, as many and as fast as possible.
//!
//! Round `i` is made from `(seed, i)` alone, so that results do not depend on how the rounds are
//! shared out among calls or threads.

mod hands;

use crate::action::Action;
use crate::bid::{self, Bid};
use crate::deal::Deck;
use crate::error::Error;
use crate::rng::{Rng, Stream};
use crate::rules::{Deal, OpenerRule, Rules};
use crate::score::points_of_side;

use hands::Hands;

/// Where the results of playouts go, round after round. The lengths decide how many rounds are
/// played: `players` items a round for bids, blind and tricks, `sides` for points.
#[derive(Debug)]
pub struct Playouts<'a> {
    /// Bids by seat; both kinds of nil are 0.
    pub bids: &'a mut [i8],
    /// Whether the seat's bid is a blind nil.
    pub blind: &'a mut [bool],
    /// Tricks by seat.
    pub tricks: &'a mut [i8],
    /// Points by side, with no bags held before the round.
    pub points: &'a mut [i32],
}

/// Plays rounds `first`, `first + 1`, ... of a seed. Every decision (blind nil, draft, bid,
/// misdeal, card) is drawn uniformly from the legal ones. The opener of round `i` is seat
/// `i % players` where openers rotate and is drawn where they are random.
///
/// # Errors
/// When the rules contradict themselves or the lengths of the slices do not fit each other; then
/// nothing is written.
pub fn fill(rules: &Rules, seed: u64, first: u64, mut out: Playouts<'_>) -> Result<(), Error> {
    rules.validate()?;
    let (players, sides) = (rules.players as usize, rules.sides());
    let n = out.points.len() / sides;
    for (what, len, each) in [
        ("points", out.points.len(), sides),
        ("bids", out.bids.len(), players),
        ("blind", out.blind.len(), players),
        ("tricks", out.tricks.len(), players),
    ] {
        if len != n * each {
            return Err(Error::invalid(format!(
                "{what}: {len} items for {n} rounds of {each}: should be {}",
                n * each
            )));
        }
    }
    match (rules.players, rules.deal) {
        (2, Deal::Dealt) => fill_with::<2, false>(rules, seed, first, &mut out),
        (2, _) => fill_with::<2, true>(rules, seed, first, &mut out),
        (3, _) => fill_with::<3, false>(rules, seed, first, &mut out),
        _ => fill_with::<4, false>(rules, seed, first, &mut out),
    }
    Ok(())
}

/// Rounds that are played at once: while one waits for a number, the processor works at another.
const AT_ONCE: usize = 2;

fn fill_with<const P: usize, const DRAFT: bool>(
    rules: &Rules,
    seed: u64,
    first: u64,
    out: &mut Playouts<'_>,
) {
    let n = out.points.len() / rules.sides();
    let mut hands: [Hands<P>; AT_ONCE] = std::array::from_fn(|_| Hands::new());
    for row in (0..n).step_by(AT_ONCE) {
        let index = first.wrapping_add(row as u64);
        if row + AT_ONCE <= n {
            let rounds = several::<P, DRAFT, AT_ONCE>(rules, seed, index, &mut hands);
            for (i, round) in rounds.iter().enumerate() {
                write::<P>(rules, round, row + i, out);
            }
        } else {
            let hands = &mut hands[0];
            let [round] = several::<P, DRAFT, 1>(rules, seed, index, std::array::from_mut(hands));
            write::<P>(rules, &round, row, out);
        }
    }
}

/// Rounds `index`, `index + 1`, ... of a seed.
#[inline]
fn several<const P: usize, const DRAFT: bool, const N: usize>(
    rules: &Rules,
    seed: u64,
    index: u64,
    hands: &mut [Hands<P>; N],
) -> [Finished; N] {
    let index: [u64; N] = std::array::from_fn(|i| index.wrapping_add(i as u64));
    let mut rngs = index.map(|index| Rng::new(seed, Stream::Playout, index));
    let mut bids = [[bid::NONE; 4]; N];
    for i in 0..N {
        bids[i] = start::<P, DRAFT, _>(rules, index[i], &mut hands[i], &mut rngs[i], &mut Silent);
    }
    let tricks = hands::play(hands, &mut rngs, &mut [Silent; N]);
    std::array::from_fn(|i| Finished::new(bids[i], tricks[i]))
}

/// Plays one deal of four hands `2 * pairs` times from the first lead on, and gives the tricks of
/// seat 0 together: what a rollout costs, for the benches.
pub fn replay_deal(seed: u64, pairs: u64) -> u64 {
    let mut rng = Rng::new(seed, Stream::Playout, 0);
    let mut hands = [Hands::<4>::new(), Hands::new()];
    hands[0].deal(0, &mut rng);
    hands[1] = hands[0].clone();
    let mut rngs = [Rng::new(seed, Stream::Playout, 1), Rng::new(seed, Stream::Playout, 2)];
    (0..pairs)
        .map(|_| hands::play(&hands, &mut rngs, &mut [Silent; 2]))
        .map(|[a, b]| u64::from(a[0]) + u64::from(b[0]))
        .sum()
}

/// Writes the results of a round into a row.
#[inline]
fn write<const P: usize>(rules: &Rules, round: &Finished, row: usize, out: &mut Playouts<'_>) {
    let (sides, seats) = (rules.sides(), row * P..row * P + P);
    let bids = &mut out.bids[seats.clone()];
    let blind = &mut out.blind[seats.clone()];
    let tricks = &mut out.tricks[seats];
    for seat in 0..P {
        bids[seat] = round.bids[seat].tricks() as i8;
        blind[seat] = round.bids[seat].is_blind();
        tricks[seat] = round.tricks[seat] as i8;
    }
    for (side, points) in out.points[row * sides..][..sides].iter_mut().enumerate() {
        // Within the limits of `Rules::validate` no round comes near 2^31 points.
        *points = points_of_side(rules, side, &round.bids, &round.tricks, 0) as i32;
    }
}

/// What is told of a round while it is played. [`Silent`] costs nothing; a test replays the rest.
trait Recorder {
    /// Whether it wants anything at all.
    const RECORDS: bool = true;
    /// A new deal begins (the first, or one after a misdeal). A draft's pack is made up of the
    /// cards taken, and of any others in the places of cards that are thrown away.
    fn deal(&mut self, opener: usize, deck: impl FnOnce() -> Deck);
    /// An action is done.
    fn action(&mut self, action: impl FnOnce() -> Action);
}

/// Keeps nothing.
#[derive(Clone, Copy)]
struct Silent;

impl Recorder for Silent {
    const RECORDS: bool = false;

    #[inline]
    fn deal(&mut self, _: usize, _: impl FnOnce() -> Deck) {}
    #[inline]
    fn action(&mut self, _: impl FnOnce() -> Action) {}
}

struct Finished {
    bids: [Bid; 4],
    tricks: [u8; 4],
}

impl Finished {
    #[inline]
    fn new(bids: [u8; 4], tricks: [u8; 4]) -> Self {
        let bids = bids.map(|byte| Bid::from_byte(byte).unwrap_or(Bid::NIL));
        Self { bids, tricks }
    }
}

/// One round of `P` players up to the play; gives the bids.
#[inline]
fn start<const P: usize, const DRAFT: bool, R: Recorder>(
    rules: &Rules,
    index: u64,
    hands: &mut Hands<P>,
    rng: &mut Rng,
    recorder: &mut R,
) -> [u8; 4] {
    let opener = match rules.opener {
        OpenerRule::Rotate => (index % P as u64) as usize,
        OpenerRule::Random => rng.below(P as u32) as usize,
    };
    loop {
        let choices = if DRAFT { rng.next() as u32 & ((1 << 26) - 1) } else { 0 };
        let mut bids = [bid::NONE; 4];
        if DRAFT {
            let taken = hands.draft(rules.deal, opener, rng);
            recorder.deal(opener, || drafted_deck(&taken, choices));
        } else {
            let dealt = hands.deal(opener, rng);
            recorder.deal(opener, || dealt);
        }
        if rules.has_blind_nil() {
            let blind = rng.next();
            for seat in (0..P).map(|i| (opener + i) % P) {
                let blind = blind >> seat & 1 == 1;
                recorder.action(|| if blind { Action::BLIND_NIL } else { Action::LOOK });
                if blind {
                    bids[seat] = Bid::byte(Some(Bid::BLIND_NIL));
                }
            }
        }
        if DRAFT {
            for turn in 0..if R::RECORDS { 26 } else { 0 } {
                let first = choices >> turn & 1 == 1;
                recorder.action(|| match (rules.deal, first) {
                    (Deal::Pick, true) => Action::UP,
                    (Deal::Pick, false) => Action::DOWN,
                    (_, true) => Action::KEEP,
                    (_, false) => Action::REFUSE,
                });
            }
        }
        if bid_all(rules, opener, hands, &mut bids, rng, recorder) {
            return bids;
        }
    }
}

/// All bids that are still open; false when a seat calls a misdeal.
#[inline]
fn bid_all<const P: usize, R: Recorder>(
    rules: &Rules,
    opener: usize,
    hands: &Hands<P>,
    bids: &mut [u8; 4],
    rng: &mut Rng,
    recorder: &mut R,
) -> bool {
    let choices = u32::from(rules.max_bid) + 1;
    for hand in 0..P {
        let seat = (opener + hand) % P;
        if bids[seat] != bid::NONE {
            continue;
        }
        let misdeal = rules.misdeal && hands.may_misdeal(hand);
        let n = rng.below(choices + u32::from(misdeal)) as u8;
        if u32::from(n) == choices {
            recorder.action(|| Action::MISDEAL);
            return false;
        }
        recorder.action(|| Action::bid(n).unwrap_or(Action::MISDEAL));
        bids[seat] = n;
    }
    true
}

/// The pack of a draft: the cards taken in the places that the choices took, the others, which
/// nobody's cards depend on, in the rest.
fn drafted_deck(taken: &[u8; 26], choices: u32) -> Deck {
    let mut rest = (0..52).filter(|id| !taken.contains(id));
    let mut deck = [0; 52];
    for (turn, &card) in taken.iter().enumerate() {
        let (kept, thrown) = crate::deal::pair_places(turn as u8, choices >> turn & 1 == 1);
        deck[kept] = card;
        deck[thrown] = rest.next().unwrap_or(0);
    }
    deck
}

#[cfg(test)]
mod tests;
