//! Candidate cells of secret placements, inferred from what a player knows: the sampler's guess before it replays.
//!
//! Applies to games in which pieces stay where they are placed and no player aims at a cell with his own piece
//! (staying.rs). Excluded cells are impossible; candidates may still be contradicted by the rules.

use super::known::Known;
use super::likely::Likely;
use super::settle::Questions;
use super::staying::pieces_stay;
use super::watch::Constraints;
use crate::bits::Bits;
use crate::board::{Board, Place, one};
use crate::game::Game;
use crate::stream::Stream;

/// The cell of each secret ply, by the number of the ply.
pub type Targets = Vec<Option<Place>>;

/// A secret ply whose target is to be inferred.
#[derive(Clone, Debug)]
pub struct Question<const W: usize> {
    /// Its number.
    pub ply: usize,
    /// Its candidate cells.
    pub domain: Bits<W>,
    /// The cells its side was known to hold when it was made.
    pub held: Bits<W>,
}

/// The open questions about one side's secret plies.
#[derive(Clone, Debug)]
pub struct Asked<const W: usize> {
    /// In ascending order of plies.
    pub questions: Vec<Question<W>>,
    /// Cells that secret plies must have filled.
    pub demands: Bits<W>,
}

/// The announced first line of a side, completed by a secret ply.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Whose.
    pub side: usize,
    /// The number of the ply that completed it.
    pub ply: usize,
    /// The length of the line.
    pub n: u32,
}

/// All constraints on the targets of secret plies.
#[derive(Clone, Debug)]
pub struct Guess<const W: usize> {
    /// By side.
    pub asked: Vec<Asked<W>>,
    /// Targets of failed plies, which are known.
    pub fixed: Vec<(usize, Place)>,
    /// Announced lines, each with all straight rows that it might be.
    pub told: Vec<(Told, Vec<Bits<W>>)>,
    /// How many plies there were.
    pub plies: usize,
}

impl<const W: usize> Guess<W> {
    /// The guess in a game in which pieces stay; none in other games.
    #[must_use]
    pub fn new(game: &Game<W>, knows: &Known<W>) -> Option<Self> {
        if !pieces_stay(&game.plan, knows) {
            return None;
        }
        let seen = Constraints::of(game, knows);
        let board = &game.plan.board;
        let rows = |told: Told| board.axes.iter().flat_map(|&axis| board.windows(axis, told.n)).collect();
        let told = seen.told.iter().map(|&told| (told, rows(told))).collect();
        Some(Guess { asked: seen.asked, fixed: seen.fixed, told, plies: knows.past.len() })
    }

    /// Draws targets for all secret plies, weighted by likelihood if requested; none where this attempt fails.
    #[must_use]
    pub fn draw(&self, board: &Board<W>, stream: &mut Stream, likely: Option<&Likely<W>>) -> Option<Targets> {
        let mut asked: Vec<Questions<W>> = self.asked.iter().map(Asked::questions).collect();
        for (told, windows) in &self.told {
            let narrower = self.some_line(&asked[told.side], *told, windows, stream)?;
            asked[told.side] = narrower;
        }
        let mut targets = vec![None; self.plies];
        self.fixed.iter().for_each(|&(ply, place)| targets[ply] = Some(place));
        for (number, (part, side)) in asked.iter().zip(&self.asked).enumerate() {
            let mut cells = part.settle(board, stream)?;
            if let Some(likely) = likely {
                likely.refine(number, part, &mut cells, stream);
            }
            let each = side.questions.iter().zip(cells);
            each.for_each(|(question, cell)| targets[question.ply] = Some(cell as Place));
        }
        Some(targets)
    }

    /// Draws one of the lines that the ply can have completed, uniformly, as narrower domains and more demands.
    fn some_line(
        &self,
        asked: &Questions<W>,
        told: Told,
        windows: &[Bits<W>],
        stream: &mut Stream,
    ) -> Option<Questions<W>> {
        let questions = &self.asked[told.side].questions;
        let number = questions.iter().position(|question| question.ply == told.ply)?;
        let reach = asked.domains[..=number].iter().fold(questions[number].held, |all, &domain| all | domain);
        let can_be = |window: &&Bits<W>| window.within(reach) && (**window & asked.domains[number]).any();
        let mut left: Vec<Bits<W>> = windows.iter().filter(can_be).copied().collect();
        while !left.is_empty() {
            let drawn = left.swap_remove(below(left.len(), stream));
            let missing = drawn & !questions[number].held;
            let closer = |(q, &domain): (usize, &Bits<W>)| match q.cmp(&number) {
                std::cmp::Ordering::Less => domain,
                std::cmp::Ordering::Equal => domain & missing,
                std::cmp::Ordering::Greater => domain & !missing,
            };
            let domains = asked.domains.iter().enumerate().map(closer).collect();
            let narrower = Questions { domains, demands: asked.demands | missing };
            if narrower.solvable() {
                return Some(narrower);
            }
        }
        None
    }

    /// Can the open questions be answered, given these targets?
    #[must_use]
    pub fn possible(&self, targets: &Targets) -> bool {
        self.fixed.iter().all(|&(ply, place)| targets[ply].is_none_or(|target| target == place))
            && self.asked.iter().all(|asked| asked.possible(targets))
            && self.told.iter().all(|(told, windows)| self.line_possible(targets, *told, windows))
    }

    /// Can the ply still have completed a line?
    fn line_possible(&self, targets: &Targets, told: Told, windows: &[Bits<W>]) -> bool {
        let domain = |question: &Question<W>| targets[question.ply].map_or(question.domain, one);
        let before = self.asked[told.side].questions.iter().filter(|question| question.ply <= told.ply);
        let Some(last) = before.clone().next_back().filter(|question| question.ply == told.ply) else { return false };
        let reach = before.fold(last.held, |all, question| all | domain(question));
        windows.iter().any(|window| window.within(reach) && (*window & domain(last)).any())
    }
}

impl<const W: usize> Asked<W> {
    fn questions(&self) -> Questions<W> {
        Questions { domains: self.questions.iter().map(|question| question.domain).collect(), demands: self.demands }
    }

    fn possible(&self, targets: &Targets) -> bool {
        let (mut taken, mut domains) = (Bits::EMPTY, Vec::new());
        for question in &self.questions {
            match targets[question.ply].map(one::<W>) {
                Some(target) if (target & taken).any() || !target.within(question.domain) => return false,
                Some(target) => taken |= target,
                None => domains.push(question.domain),
            }
        }
        domains.iter_mut().for_each(|domain| *domain &= !taken);
        Questions { domains, demands: self.demands & !taken }.solvable()
    }
}

/// A uniform random number below a positive bound.
pub fn below(bound: usize, stream: &mut Stream) -> usize {
    std::num::NonZeroU64::new(bound as u64).map_or(0, |bound| stream.below(bound) as usize)
}
