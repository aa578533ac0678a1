//! A game: rounds up to the target.

use std::sync::Arc;

use crate::action::Action;
use crate::bid::Bid;
use crate::error::Error;
use crate::history::History;
use crate::observation::Observation;
use crate::rng::{Stream, derive};
use crate::round::Round;
use crate::rules::{OpenerRule, Rules};
use crate::score::{Scores, score_round};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A side reached the target and one alone has the highest score.
    Target,
    /// A side fell to the losing score.
    LoseScore,
    /// The fixed number of rounds is played.
    Rounds,
    /// The game was still open after `max_rounds`.
    MaxRounds,
}

impl Reason {
    /// All reasons, in the order in which they are tested.
    pub const ALL: [Self; 4] = [Self::Target, Self::LoseScore, Self::Rounds, Self::MaxRounds];

    /// The reason's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::LoseScore => "lose_score",
            Self::Rounds => "rounds",
            Self::MaxRounds => "max_rounds",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winning side; `None` for a draw.
    pub winner: Option<usize>,
    /// Why the game ended.
    pub reason: Reason,
}

/// Whether the standing after a number of rounds ends a game, and how.
pub fn outcome(rules: &Rules, points: &[i64; 4], rounds: u32) -> Option<Outcome> {
    let points = &points[..rules.sides()];
    let best = *points.iter().max()?;
    let mut leaders = (0..points.len()).filter(|&side| points[side] == best);
    let winner = leaders.next().filter(|_| leaders.next().is_none());
    let ends = |reason| Some(Outcome { winner, reason });
    if rules.target > 0 && best >= i64::from(rules.target) && winner.is_some() {
        ends(Reason::Target)
    } else if rules.lose_score.is_some_and(|lose| points.iter().any(|&p| p <= i64::from(lose))) {
        ends(Reason::LoseScore)
    } else if rules.rounds > 0 && rounds >= rules.rounds {
        ends(Reason::Rounds)
    } else if rounds >= rules.max_rounds {
        ends(Reason::MaxRounds)
    } else {
        None
    }
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRound {
    /// Seat that drafted, bid and led first.
    pub opener: u8,
    /// Seed of the pack.
    pub seed: u64,
    /// Bids by seat.
    pub bids: [Bid; 4],
    /// Tricks by seat.
    pub tricks: [u8; 4],
    /// Scores by side.
    pub scores: Scores,
    /// All actions, those before a misdeal included.
    pub actions: Vec<Action>,
}

/// A game in progress or over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    rules: Rules,
    seed: u64,
    first_opener: u8,
    round: Round,
    history: History,
    /// All actions of the round in progress.
    actions: Vec<Action>,
    points: [i64; 4],
    bags: [i64; 4],
    finished: Vec<Arc<FinishedRound>>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A new game. `opener` is the opener of the first round; without it the seed decides.
    ///
    /// # Errors
    /// When the rules contradict themselves or the opener is no seat.
    pub fn new(rules: Rules, seed: u64, opener: Option<u8>) -> Result<Self, Error> {
        let first_opener = opener.unwrap_or_else(|| drawn_opener(&rules, seed, 0));
        let round = Round::deal(&rules, round_seed(seed, 0), first_opener)?;
        Ok(Self {
            rules,
            seed,
            first_opener,
            round,
            history: History::default(),
            actions: Vec::new(),
            points: [0; 4],
            bags: [0; 4],
            finished: Vec::new(),
            outcome: None,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The dealer's seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The opener of the first round.
    pub fn first_opener(&self) -> u8 {
        self.first_opener
    }

    /// The round in progress, or the last one when the game is over.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// What was said and played in that round.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// All actions of the round in progress, those before a misdeal included; empty once the game
    /// is over.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Seed of the pack of the round in progress.
    pub fn round_seed(&self) -> u64 {
        round_seed(self.seed, self.index())
    }

    /// Points by side.
    pub fn points(&self) -> &[i64; 4] {
        &self.points
    }

    /// Bags held by side.
    pub fn bags(&self) -> &[i64; 4] {
        &self.bags
    }

    /// Rounds that are over.
    pub fn finished(&self) -> &[Arc<FinishedRound>] {
        &self.finished
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Seat to act; `None` when the game is over.
    pub fn turn(&self) -> Option<usize> {
        self.round.turn()
    }

    /// What a seat may know now.
    ///
    /// # Errors
    /// When there is no such seat.
    pub fn observation(&self, seat: usize) -> Result<Observation, Error> {
        // The last round of a finished game is observed with the standing that it was played at.
        let (mut points, mut bags, mut rounds) = (self.points, self.bags, self.finished.len());
        if self.outcome.is_some() {
            rounds -= 1;
            (points, bags) = self.standing(rounds);
        }
        let seen = Observation::new(&self.rules, &self.round, &self.history, seat)?;
        Ok(seen.in_game(points, bags, rounds as u32))
    }

    /// Does an action if it is legal.
    ///
    /// # Errors
    /// `Error::Illegal` with the reason; the game is as it was.
    pub fn apply(&mut self, action: Action) -> Result<(), Error> {
        if self.outcome.is_some() {
            return Err(Error::Illegal("the game is over".into()));
        }
        let seat = self.round.turn as usize;
        self.round.apply(action)?;
        self.history.push(seat, action);
        self.actions.push(action);
        if self.round.is_over() {
            self.finish_round();
        }
        Ok(())
    }

    /// Takes the last action back.
    ///
    /// # Errors
    /// When nothing has been done yet.
    pub fn undo(&mut self) -> Result<Action, Error> {
        if self.actions.is_empty() {
            let Some(last) = self.finished.pop() else {
                return Err(Error::invalid("there is nothing to undo: the game has just begun"));
            };
            self.actions.clone_from(&last.actions);
            (self.points, self.bags) = self.standing(self.finished.len());
            self.outcome = None;
        }
        let undone =
            self.actions.pop().ok_or_else(|| Error::invalid("there is nothing to undo"))?;
        self.restart();
        for action in std::mem::take(&mut self.actions) {
            self.apply(action)?;
        }
        Ok(undone)
    }

    /// Number of the round in progress.
    fn index(&self) -> u64 {
        let over = usize::from(self.outcome.is_some());
        (self.finished.len() - over) as u64
    }

    fn opener(&self, index: u64) -> u8 {
        match self.rules.opener {
            OpenerRule::Rotate => {
                ((u64::from(self.first_opener) + index) % u64::from(self.rules.players)) as u8
            }
            OpenerRule::Random if index == 0 => self.first_opener,
            OpenerRule::Random => drawn_opener(&self.rules, self.seed, index),
        }
    }

    /// Deals the round in progress anew.
    fn restart(&mut self) {
        let index = self.index();
        let seed = round_seed(self.seed, index);
        self.history = History::default();
        let (format, opener) = (self.round.format, self.opener(index));
        self.round = Round::start(format, crate::deal::shuffled(seed), seed, opener);
    }

    fn finish_round(&mut self) {
        let bids = self.round.bids();
        let scores = score_round(&self.rules, &bids, &self.round.tricks, &self.bags);
        for (side, score) in scores.iter().enumerate().take(self.rules.sides()) {
            self.points[side] += score.points;
            self.bags[side] = score.bags;
        }
        self.finished.push(Arc::new(FinishedRound {
            opener: self.round.opener,
            seed: self.round_seed(),
            bids,
            tricks: self.round.tricks,
            scores,
            actions: std::mem::take(&mut self.actions),
        }));
        self.outcome = outcome(&self.rules, &self.points, self.finished.len() as u32);
        if self.outcome.is_none() {
            self.restart();
        }
    }

    /// Points and bags after the first `rounds` rounds.
    fn standing(&self, rounds: usize) -> ([i64; 4], [i64; 4]) {
        let (mut points, mut bags) = ([0; 4], [0; 4]);
        for round in &self.finished[..rounds] {
            for side in 0..self.rules.sides() {
                points[side] += round.scores[side].points;
                bags[side] = round.scores[side].bags;
            }
        }
        (points, bags)
    }
}

/// Seed of the pack of a round.
pub fn round_seed(seed: u64, index: u64) -> u64 {
    derive(seed, Stream::Rounds, index)
}

fn drawn_opener(rules: &Rules, seed: u64, index: u64) -> u8 {
    // A bias of 2^-62 for three players is accepted.
    (derive(seed, Stream::Opener, index) % u64::from(rules.players.max(1))) as u8
}
