//! Playout observers: receive each random game once it is over. Kernels and the general engine report the same games.

use crate::board::{NOWHERE, Place};
use crate::results::Results;
use crate::state::EndReason;

/// One ply as reported to an observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObservedPly {
    /// How many plies were legal, this one included.
    pub legal: u64,
    /// Whether chance made it. Then nobody chose among the legal plies.
    pub by_chance: bool,
    /// Where it ended; `NOWHERE` for a ply without a cell.
    pub to: Place,
    /// How many pieces it captured: by how many each owner had fewer after it than before, what it placed included,
    /// added up. So a piece that is removed counts, regardless of its owner, one that changes its owner, and one that
    /// was placed and is gone again; one that moves does not.
    pub captured: u16,
    /// Whether the ply was the last of its turn.
    pub over: bool,
}

/// Reusable buffer for the plies of one game.
#[derive(Clone, Debug, Default)]
pub struct PlyTape {
    /// The number of the game.
    pub number: u64,
    /// The id of the first ply; undefined before it is played.
    pub first: u32,
    /// The plies.
    pub plies: Vec<ObservedPly>,
}

impl PlyTape {
    /// Another game begins.
    pub fn begin(&mut self, number: u64) {
        self.number = number;
        self.plies.clear();
    }

    /// Appends a ply.
    #[inline(always)]
    pub fn push(&mut self, id: impl FnOnce() -> u32, ply: ObservedPly) {
        if self.plies.is_empty() {
            self.first = id();
        }
        self.plies.push(ply);
    }

    /// The game truncated to so many plies, with its end: none where it was cut off. pieces: see `FinishedGame`.
    #[inline]
    #[must_use]
    pub fn finish<'a>(
        &'a self,
        length: u32,
        ended: Option<(Results, EndReason)>,
        pieces: &'a [&'a [u64]],
    ) -> FinishedGame<'a> {
        let plies = &self.plies[..self.plies.len().min(length as usize)];
        FinishedGame { number: self.number, first: self.first, plies, ended, pieces }
    }
}

/// A game that is over, or was cut off.
#[derive(Clone, Copy, Debug)]
pub struct FinishedGame<'a> {
    /// Its number.
    pub number: u64,
    /// The id of its first ply, if there is one.
    pub first: u32,
    /// Its plies.
    pub plies: &'a [ObservedPly],
    /// Its result and the reason; none where it was cut off.
    pub ended: Option<(Results, EndReason)>,
    /// Where pieces stand at the end of a finished game: one set of places per owner (neutral, first side, ...).
    pub pieces: &'a [&'a [u64]],
}

impl FinishedGame<'_> {
    /// The destination of the last ply that has one.
    #[must_use]
    pub fn last(&self) -> Place {
        self.plies.iter().rev().map(|ply| ply.to).find(|&to| to != NOWHERE).unwrap_or(NOWHERE)
    }
}

/// Observer of games, which arrive in any order.
pub trait PlayoutObserver {
    /// A game was played.
    fn game(&mut self, game: &FinishedGame<'_>);
}

/// The outcome of a game, packed into few bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutOutcome {
    /// Twelfths of a point, one number per player; all 0 where it was cut off.
    pub points: [u8; crate::state::SIDES],
    /// How many plies it had.
    pub length: u32,
    /// Why it was over; none where it was cut off.
    pub reason: Option<EndReason>,
}

/// Collects the outcome of each game by its number.
#[derive(Clone, Debug)]
pub struct PlayoutOutcomes {
    /// The number of the first game.
    pub first: u64,
    /// One per game; none for a game that was not played to its end.
    pub games: Vec<Option<PlayoutOutcome>>,
}

impl PlayoutOutcomes {
    /// Notes what a game came to.
    pub fn note(&mut self, number: u64, length: u32, ended: Option<(Results, EndReason)>) {
        let points = ended.map_or([0; crate::state::SIDES], |(results, _)| results.points.map(|points| points as u8));
        let reason = ended.map(|(_, reason)| reason);
        let outcome = PlayoutOutcome { points, length, reason };
        let index = usize::try_from(number.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        if let Some(place) = self.games.get_mut(index) {
            *place = Some(outcome);
        }
    }
}

impl PlayoutObserver for PlayoutOutcomes {
    fn game(&mut self, played: &FinishedGame<'_>) {
        self.note(played.number, played.plies.len() as u32, played.ended);
    }
}
