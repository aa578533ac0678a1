//! One deal from the first card to the last trick, as a small `Copy` value.

use crate::action::{Action, ActionSet};
use crate::bid::{self, Bid};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::deal::{self, DRAFT_TURNS, Deck};
use crate::error::Error;
use crate::format::Format;
use crate::phase::Phase;
use crate::rng::{Stream, derive};
use crate::rules::{Deal, Rules};
use crate::trick;

/// Byte of a card that is not there or not known.
pub(crate) const NO_CARD: u8 = 255;

/// One deal. It holds all that the actions still to come depend on; what was said and played, in
/// order, is a [`History`](crate::History) beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// Hands by seat. With two players the cards that seat 0 and 1 threw away follow (in a dealt
    /// round: the undealt cards, then nothing); with three, the card left over.
    pub(crate) zones: [CardSet; 4],
    /// Cards played, the trick on the table included.
    pub(crate) played: CardSet,
    /// Seed of the pack that a misdeal brings.
    pub(crate) seed: u64,
    /// The stock of a draft.
    pub(crate) deck: Deck,
    /// Bit t: the first card of draft pair t was taken (keep, up).
    pub(crate) choices: u32,
    pub(crate) bids: [u8; 4],
    pub(crate) tricks: [u8; 4],
    /// The trick on the table in the order played.
    pub(crate) trick: [u8; 4],
    /// Bit `4 * seat + suit`: the seat has shown that it has none of the suit.
    pub(crate) voids: u16,
    pub(crate) format: Format,
    pub(crate) leader: u8,
    pub(crate) turn: u8,
    pub(crate) opener: u8,
    pub(crate) phase: Phase,
    /// Draft turns taken.
    pub(crate) drafted: u8,
    /// Tricks that the whole round has.
    pub(crate) length: u8,
    pub(crate) broken: bool,
}

const _: () = assert!(size_of::<Round>() <= 128, "a search copies rounds all the time");

impl Round {
    /// A new round from the pack that a seed gives.
    ///
    /// # Errors
    /// When the rules contradict themselves or the opener is no seat.
    pub fn deal(rules: &Rules, seed: u64, opener: u8) -> Result<Self, Error> {
        let format = Self::checked(rules, opener)?;
        Ok(Self::start(format, deal::shuffled(seed), seed, opener))
    }

    fn checked(rules: &Rules, opener: u8) -> Result<Format, Error> {
        rules.validate()?;
        if opener >= rules.players {
            let last = rules.players - 1;
            return Err(Error::invalid(format!("opener {opener}: seats are 0 to {last}")));
        }
        Ok(Format::new(rules))
    }

    /// A new round from a pack in a given order. `seed` is for the packs after a misdeal.
    ///
    /// # Errors
    /// When the rules contradict themselves, the opener is no seat, or the deck is no pack.
    pub fn from_deck(rules: &Rules, deck: Deck, seed: u64, opener: u8) -> Result<Self, Error> {
        let format = Self::checked(rules, opener)?;
        if !deal::is_pack(&deck) {
            return Err(Error::invalid("a deck holds each of the 52 cards once"));
        }
        Ok(Self::start(format, deck, seed, opener))
    }

    pub(crate) fn start(format: Format, deck: Deck, seed: u64, opener: u8) -> Self {
        let mut round =
            Self { seed: derive(seed, Stream::Redeal, 0), ..Self::empty(format, opener) };
        if format.deal() == Deal::Dealt {
            let (players, size) = (format.players() as usize, format.hand_size() as usize);
            let dealt = &deck[..players * size];
            let hands = match players {
                2 => hands_of::<2>(dealt),
                3 => hands_of::<3>(dealt),
                _ => hands_of::<4>(dealt),
            };
            let mut seat = opener as usize;
            for &hand in &hands[..players] {
                round.zones[seat] = hand;
                seat = if seat + 1 == players { 0 } else { seat + 1 };
            }
            if players < 4 {
                round.zones[players] =
                    deck[players * size..].iter().map(|&id| Card::from_id(id)).collect();
            }
        } else {
            round.deck = deck;
        }
        if format.blind() {
            round.phase = Phase::Blind;
        } else {
            round.after_blind();
        }
        round
    }

    pub(crate) fn empty(format: Format, opener: u8) -> Self {
        Self {
            zones: [CardSet::EMPTY; 4],
            played: CardSet::EMPTY,
            seed: 0,
            deck: [NO_CARD; 52],
            choices: 0,
            bids: [bid::NONE; 4],
            tricks: [0; 4],
            trick: [NO_CARD; 4],
            voids: 0,
            format,
            leader: opener,
            turn: opener,
            opener,
            phase: Phase::Blind,
            drafted: 0,
            length: format.hand_size(),
            broken: false,
        }
    }

    /// Number of players.
    #[inline]
    pub const fn players(&self) -> usize {
        self.format.players() as usize
    }

    /// The seat after this one.
    #[inline]
    const fn next(&self, seat: u8) -> u8 {
        if seat + 1 == self.format.players() { 0 } else { seat + 1 }
    }

    /// Seat to act; `None` when the round is over.
    #[inline]
    pub fn turn(&self) -> Option<usize> {
        (self.phase != Phase::Over).then_some(self.turn as usize)
    }

    /// Where the round stands.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether all tricks are played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Cards that a seat still holds.
    #[inline]
    pub const fn hand(&self, seat: usize) -> CardSet {
        self.zones[seat]
    }

    /// Cards that a seat threw away in the draft.
    pub fn discards(&self, seat: usize) -> CardSet {
        if self.players() == 2 && self.format.deal() != Deal::Dealt {
            self.zones[2 + seat]
        } else {
            CardSet::EMPTY
        }
    }

    /// Cards played in this round, those on the table included.
    #[inline]
    pub const fn played(&self) -> CardSet {
        self.played
    }

    /// A seat's bid, once made.
    #[inline]
    pub const fn bid(&self, seat: usize) -> Option<Bid> {
        Bid::from_byte(self.bids[seat])
    }

    /// All bids; nil stands for those not made yet.
    pub fn bids(&self) -> [Bid; 4] {
        std::array::from_fn(|seat| self.bid(seat).unwrap_or(Bid::NIL))
    }

    /// Tricks won by each seat.
    #[inline]
    pub const fn tricks(&self) -> &[u8; 4] {
        &self.tricks
    }

    /// Number of cards on the table.
    #[inline]
    pub fn trick_len(&self) -> usize {
        // The highest bit of a byte is set where there is no card.
        (u32::from_le_bytes(self.trick) & 0x8080_8080).trailing_zeros() as usize / 8
    }

    /// The cards on the table with their seats, in the order played.
    pub fn trick(&self) -> impl Iterator<Item = (usize, Card)> + '_ {
        let (leader, players) = (self.leader as usize, self.players());
        self.trick[..self.trick_len()]
            .iter()
            .enumerate()
            .map(move |(i, &id)| ((leader + i) % players, Card::from_id(id)))
    }

    /// The seat that led, or leads, the trick in progress.
    #[inline]
    pub const fn leader(&self) -> usize {
        self.leader as usize
    }

    /// The seat that drafts, bids and leads first.
    #[inline]
    pub const fn opener(&self) -> usize {
        self.opener as usize
    }

    /// Whether spades are broken.
    #[inline]
    pub const fn broken(&self) -> bool {
        self.broken
    }

    /// Draft turns taken, 0-26.
    #[inline]
    pub const fn drafted(&self) -> u8 {
        self.drafted
    }

    /// Whether a seat has shown that it has none of a suit.
    #[inline]
    pub const fn shown_void(&self, seat: usize, suit: Suit) -> bool {
        self.voids >> (4 * seat + suit as usize) & 1 == 1
    }

    /// Suits that a seat may still hold, as the cards of those suits.
    pub fn possible(&self, seat: usize) -> CardSet {
        Suit::ALL
            .into_iter()
            .filter(|&suit| !self.shown_void(seat, suit))
            .fold(CardSet::EMPTY, |set, suit| set | CardSet::suit(suit))
    }

    /// The seat of the current or of another draft turn.
    #[inline]
    pub(crate) fn drafter(&self, turn: u8) -> u8 {
        deal::drafter(self.format.deal(), self.opener, turn)
    }

    /// The first card of the pair that is being drafted: the card looked at, or the one face up.
    pub fn shown_card(&self) -> Option<Card> {
        (self.phase == Phase::Draft)
            .then(|| Card::new(self.deck[self.drafted as usize * 2]))
            .flatten()
    }

    /// The cards that may be played now (empty outside the play).
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        if self.phase != Phase::Play {
            return CardSet::EMPTY;
        }
        let hand = self.zones[self.turn as usize];
        let wanted = if self.trick[0] == NO_CARD {
            if self.broken { CardSet::ALL } else { !CardSet::SPADES }
        } else {
            CardSet::suit(Card::from_id(self.trick[0]).suit())
        };
        let fitting = hand & wanted;
        if fitting.is_empty() { hand } else { fitting }
    }

    /// All that may be done now.
    #[inline]
    pub fn legal(&self) -> ActionSet {
        match self.phase {
            Phase::Play => self.legal_cards().into(),
            Phase::Bid => {
                let mut bids = ActionSet::bids(self.format.max_bid());
                if self.format.misdeal() && may_misdeal(self.zones[self.turn as usize]) {
                    bids.insert(Action::MISDEAL);
                }
                bids
            }
            Phase::Draft if self.format.deal() == Deal::Pick => {
                ActionSet::pair(Action::UP, Action::DOWN)
            }
            Phase::Draft => ActionSet::pair(Action::KEEP, Action::REFUSE),
            Phase::Blind => ActionSet::pair(Action::BLIND_NIL, Action::LOOK),
            Phase::Over => ActionSet::EMPTY,
        }
    }

    /// Does an action if it is legal.
    ///
    /// # Errors
    /// `Error::Illegal` with the reason; the round is as it was.
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), Error> {
        if self.legal().contains(action) {
            self.apply_unchecked(action);
            Ok(())
        } else {
            Err(Error::Illegal(crate::why_not::reason(self, action)))
        }
    }

    /// Does an action that is known to be legal; with any other the round makes no sense after.
    #[inline]
    pub fn apply_unchecked(&mut self, action: Action) {
        debug_assert!(self.legal().contains(action), "{action} in {self:?}");
        match self.phase {
            Phase::Play => self.play(Card::from_id(action.id())),
            Phase::Bid if action == Action::MISDEAL => {
                let seed = self.seed;
                let format = self.format.dealt_anew();
                *self = Self::start(format, deal::shuffled(seed), seed, self.opener);
            }
            Phase::Bid => {
                self.bids[self.turn as usize] = action.bid_number().unwrap_or(bid::NONE);
                self.turn = self.next(self.turn);
                self.skip_bidders(self.turn == self.opener);
            }
            Phase::Draft => self.draft(action == Action::KEEP || action == Action::UP),
            Phase::Blind => {
                if action == Action::BLIND_NIL {
                    self.bids[self.turn as usize] = Bid::byte(Some(Bid::BLIND_NIL));
                }
                self.turn = self.next(self.turn);
                if self.turn == self.opener {
                    self.after_blind();
                }
            }
            Phase::Over => {}
        }
    }

    fn after_blind(&mut self) {
        if self.format.deal() == Deal::Dealt {
            self.phase = Phase::Bid;
            self.skip_bidders(false);
        } else {
            self.phase = Phase::Draft;
            self.turn = self.drafter(0);
        }
    }

    /// Passes over the seats that bid blind; play begins when the turn is round.
    fn skip_bidders(&mut self, mut round_done: bool) {
        while !round_done && self.bids[self.turn as usize] != bid::NONE {
            self.turn = self.next(self.turn);
            round_done = self.turn == self.opener;
        }
        if round_done {
            self.phase = Phase::Play;
            self.turn = self.opener;
            self.leader = self.opener;
        }
    }

    fn draft(&mut self, first: bool) {
        let (taken, thrown) = deal::pair_places(self.drafted, first);
        let seat = self.turn as usize;
        self.zones[seat].insert(Card::from_id(self.deck[taken]));
        self.zones[2 + seat].insert(Card::from_id(self.deck[thrown]));
        self.choices |= u32::from(first) << self.drafted;
        self.drafted += 1;
        if self.drafted == DRAFT_TURNS {
            self.phase = Phase::Bid;
            self.turn = self.opener;
            self.skip_bidders(false);
        } else {
            self.turn = self.drafter(self.drafted);
        }
    }

    #[inline]
    fn play(&mut self, card: Card) {
        let seat = self.turn;
        let bit = CardSet::of(card);
        self.zones[seat as usize] = self.zones[seat as usize] - bit;
        self.played |= bit;
        let suit = card.suit();
        let place = self.trick_len();
        if place == 0 {
            self.leader = seat;
            if suit == Suit::Spades && !self.broken {
                // Allowed only because nothing else was left.
                self.voids |= 0b0111 << (4 * seat);
            }
        } else {
            let led = Card::from_id(self.trick[0]).suit();
            if led != suit {
                self.voids |= 1 << (4 * seat + led as u8);
            }
        }
        self.broken |= suit == Suit::Spades;
        self.trick[place] = card.id();
        let players = self.players();
        if place + 1 < players {
            self.turn = self.next(seat);
            return;
        }
        let mut cards = [card; 4];
        for (to, &id) in cards.iter_mut().zip(&self.trick[..players]) {
            *to = Card::from_id(id);
        }
        let winner = (self.leader as usize + trick::winner(&cards[..players])) % players;
        self.tricks[winner] += 1;
        self.leader = winner as u8;
        self.turn = winner as u8;
        self.trick = [NO_CARD; 4];
        if self.zones[winner].is_empty() {
            self.phase = Phase::Over;
        }
    }

    /// Number of cards that a seat holds, also where they are not known.
    pub fn cards_left(&self, seat: usize) -> u8 {
        let players = self.players();
        if self.phase < Phase::Bid && self.format.deal() != Deal::Dealt {
            return (0..self.drafted).filter(|&t| self.drafter(t) as usize == seat).count() as u8;
        }
        let begun = (seat + players - self.leader as usize) % players < self.trick_len();
        self.length - self.tricks.iter().sum::<u8>() - u8::from(begun)
    }
}

/// The hands of `P` players who are dealt one card at a time, in the order of the deal.
fn hands_of<const P: usize>(dealt: &[u8]) -> [CardSet; 4] {
    let mut hands = [CardSet::EMPTY; 4];
    for turn in dealt.as_chunks::<P>().0 {
        for (hand, &id) in hands.iter_mut().zip(turn) {
            hand.0 |= 1 << (id & 63);
        }
    }
    hands
}

/// No spade, or no king, queen and jack (aces do not count).
pub(crate) fn may_misdeal(hand: CardSet) -> bool {
    let court = Suit::ALL.into_iter().fold(0, |set, suit| {
        set | CardSet::suit(suit).0 & 0b0_1110_0000_0000 << (13 * suit as u32)
    });
    hand.is_disjoint(CardSet::SPADES) || hand.0 & court == 0
}
