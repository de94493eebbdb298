//! Writes proof certificates: one ply in each position of the player of the question, all plies in those of the other.
//!
//! The nodes are bytes in depth-first order; numbers are LEB128:
//!
//! ```text
//!   0                      the game is over; or half a point is claimed, and the other player has no winning set left;
//!                          or the lead of the player is out of reach with the plies that are left
//!   1 ply child            a position of the player of the question: the ply to make, by its id
//!   2 count child*         a position of the other player: a child for each of its plies, by ascending ids
//!   3 number               the position with that number came before (1s and 2s are numbered from 0); where a lead decides
//!                          and a position is its pieces and last plies: it, or one symmetric to it, and the lead of the
//!                          question's player there was no larger than here
//! ```

use crate::adviser::Adviser;
use crate::lead::GainClaim;
use crate::position_numbers::PositionNumbers;
use crate::question::{Unanswered, ValueQuestion};
use crate::search_position::SearchPosition;
use crate::winning_sets::WinningSets;
use lusory_play::PieceChange;
use std::collections::HashSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tags of nodes.
pub mod tag {
    /// The game is over, or the other player cannot win any more.
    pub const OVER: u8 = 0;
    /// The player of the question moves.
    pub const OWN: u8 = 1;
    /// The other player moves.
    pub const OTHER: u8 = 2;
    /// A position that occurred before.
    pub const AGAIN: u8 = 3;
}

/// The most plies of a line of a proof: so many fit on the stack.
const LONGEST_LINE: u32 = 100_000;

/// What a proof may take. bytes: its length. memory: in bytes, for the numbers of its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// Its length.
    pub bytes: u64,
    /// The memory for the numbers of its positions, in bytes.
    pub memory: usize,
}

/// Writes a proof of the answer "yes" for a position. Where no lead decides the game, the explorer's keys may identify
/// only positions that differ in numbers which the rules never read.
pub struct ProofWriter<'w> {
    position: SearchPosition<'w>,
    adviser: &'w mut dyn Adviser,
    question: ValueQuestion,
    stop: &'w AtomicBool,
    sets: Option<&'w WinningSets>,
    pieces: Vec<PieceChange>,
    numbers: PositionNumbers,
    /// By the numbers of the positions: the gain that is proven there; empty where none is claimed.
    gains: Vec<i16>,
    out: &'w mut dyn Write,
    /// Bytes written.
    written: u64,
    limits: ProofLimits,
    /// The plies from the start of the proof.
    depth: u32,
    /// The numbers of the positions on the way to this one, which are not proven yet.
    path: HashSet<u32>,
}

impl<'w> ProofWriter<'w> {
    /// A writer of a proof. sets: the winning sets of the game, if they are known.
    pub fn new(
        position: SearchPosition<'w>,
        adviser: &'w mut dyn Adviser,
        question: ValueQuestion,
        stop: &'w AtomicBool,
        sets: Option<&'w WinningSets>,
        out: &'w mut dyn Write,
        limits: ProofLimits,
    ) -> Self {
        ProofWriter {
            position,
            adviser,
            question,
            stop,
            sets,
            pieces: Vec::new(),
            numbers: PositionNumbers::default(),
            gains: Vec::new(),
            out,
            written: 0,
            limits,
            depth: 0,
            path: HashSet::new(),
        }
    }

    /// Writes the proof; returns the number of its positions.
    ///
    /// # Errors
    /// Where it was stopped, exceeds a limit, the answer is not "yes", or the disk is full.
    pub fn write(mut self) -> Result<u64, Unanswered> {
        self.write_node()?;
        self.out.flush().map_err(|_| Unanswered::Disk)?;
        Ok(u64::from(self.numbers.len()))
    }

    fn write_tag(&mut self, tag: u8) -> Result<(), Unanswered> {
        self.written += 1;
        self.out.write_all(&[tag]).map_err(|_| Unanswered::Disk)
    }

    fn write_leb128(&mut self, mut number: u32) -> Result<(), Unanswered> {
        while number >= 128 {
            self.write_tag(number as u8 & 127 | 128)?;
            number >>= 7;
        }
        self.write_tag(number as u8)
    }

    fn write_node(&mut self) -> Result<(), Unanswered> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unanswered::Stopped);
        }
        if self.written > self.limits.bytes || self.memory() > self.limits.memory {
            return Err(Unanswered::Memory);
        }
        if self.depth > LONGEST_LINE {
            return Err(Unanswered::Deep);
        }
        if self.position.explorer.values().is_some() || self.cannot_lose() || self.adviser.is_ahead_for_good() {
            return self.write_tag(tag::OVER);
        }
        let claim = self.position.claim(self.question);
        if let Some(number) = self.number_of(claim) {
            self.write_tag(tag::AGAIN)?;
            return self.write_leb128(number);
        }
        let number = self.add(claim)?;
        self.path.insert(number);
        let result = match self.position.explorer.to_move() {
            mover if mover < 0 => Err(Unanswered::Chance),
            mover if mover == self.question.player as i8 => self.write_own_node(),
            _ => self.write_other_node(),
        };
        self.path.remove(&number);
        result
    }

    /// The memory for the numbers of the positions, in bytes.
    fn memory(&self) -> usize {
        self.numbers.bytes() + self.gains.capacity() * size_of::<i16>()
    }

    /// The number of a position where a claim, or more, is proven.
    fn number_of(&self, claim: GainClaim) -> Option<u32> {
        let number = self.numbers.get(claim.key)?;
        let proven = self.gains.get(number as usize).map_or(0, |&gain| i32::from(gain));
        (proven >= claim.gain).then_some(number)
    }

    /// Gives the position of a claim a number.
    fn add(&mut self, claim: GainClaim) -> Result<u32, Unanswered> {
        if self.numbers.len() == u32::MAX {
            return Err(Unanswered::Memory);
        }
        if self.position.merges() {
            self.gains.push(i16::try_from(claim.gain).map_err(|_| Unanswered::Undecided)?);
        }
        Ok(self.numbers.add(claim.key))
    }

    /// Whether half a point is certain because the other player has no winning set left.
    fn cannot_lose(&mut self) -> bool {
        let other = 1 - self.question.player.min(1);
        self.question.halves == 1
            && self.sets.is_some_and(|sets| !sets.may_player_win(self.position.explorer, other, &mut self.pieces))
    }

    fn write_own_node(&mut self) -> Result<(), Unanswered> {
        let ply = match self.ply_back() {
            Some(ply) => ply,
            None => self.advised_ply()?,
        };
        self.write_tag(tag::OWN)?;
        self.write_leb128(ply)?;
        self.write_child(ply)
    }

    /// The ply that the search advises: one that keeps what is claimed, but need not come nearer to it.
    fn advised_ply(&mut self) -> Result<u32, Unanswered> {
        let ply = self.adviser.advise(self.depth)?.ok_or(Unanswered::Repetition)?;
        let goes_round = self.adviser.may_go_back() && self.number_after(ply).is_some_and(|to| self.path.contains(&to));
        if goes_round { Err(Unanswered::Repetition) } else { Ok(ply) }
    }

    /// A ply to a position that is proven already, so that proofs stay short.
    fn ply_back(&mut self) -> Option<u32> {
        if !self.adviser.may_go_back() {
            return None;
        }
        let mut ids = Vec::new();
        self.position.legal(&mut ids);
        ids.into_iter().find(|&id| self.number_after(id).is_some_and(|number| !self.path.contains(&number)))
    }

    /// The number of the position after a ply, where the proof has that position.
    fn number_after(&mut self, ply: u32) -> Option<u32> {
        if !self.position.play(ply) {
            return None;
        }
        let is_over = self.position.explorer.values().is_some();
        let claim = self.position.claim(self.question);
        let number = self.number_of(claim).filter(|_| !is_over);
        self.position.undo();
        number
    }

    fn write_other_node(&mut self) -> Result<(), Unanswered> {
        let mut ids = Vec::new();
        self.position.legal(&mut ids);
        self.write_tag(tag::OTHER)?;
        self.write_leb128(ids.len() as u32)?;
        ids.iter().try_for_each(|&id| self.write_child(id))
    }

    fn write_child(&mut self, ply: u32) -> Result<(), Unanswered> {
        if !self.position.play(ply) || !self.adviser.play(ply) {
            return Err(Unanswered::Repetition);
        }
        self.depth += 1;
        let result = self.write_node();
        self.depth -= 1;
        self.position.undo();
        self.adviser.undo();
        result
    }
}
