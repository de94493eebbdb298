//! Candidate cells of secret placements, inferred from a player's knowledge. The sampler draws targets from them, then
//! replays the game.
//!
//! Applies to games in which pieces stay where they are placed and no player aims at a cell with his own piece
//! (pieces_stay.rs). Excluded cells are impossible; candidates may still be contradicted by the rules.

use super::constraints::Constraints;
use super::information_state::InformationState;
use super::line_likelihood::LineLikelihood;
use super::matching_sampler::MatchingProblem;
use super::pieces_stay::pieces_stay;
use crate::bits::Bits;
use crate::board::{Board, Place, set_of_place};
use crate::game::Game;
use crate::stream::Stream;

/// The cell of each secret ply, by the number of the ply.
pub type Targets = Vec<Option<Place>>;

/// A secret ply whose target is to be inferred.
#[derive(Clone, Debug)]
pub struct SecretPlacement<const W: usize> {
    /// Its number.
    pub ply: usize,
    /// Its candidate cells.
    pub domain: Bits<W>,
    /// The cells its side was known to hold when it was made.
    pub held: Bits<W>,
}

/// Constraints on one side's secret placements.
#[derive(Clone, Debug)]
pub struct SideConstraints<const W: usize> {
    /// In ascending order of plies.
    pub placements: Vec<SecretPlacement<W>>,
    /// Cells that secret plies must have filled.
    pub demands: Bits<W>,
}

/// The announced first line of a side, completed by a secret ply.
#[derive(Clone, Copy, Debug)]
pub struct AnnouncedLine {
    /// Whose.
    pub side: usize,
    /// The number of the ply that completed it.
    pub ply: usize,
    /// The length of the line.
    pub n: u32,
}

/// All constraints on the targets of secret plies.
#[derive(Clone, Debug)]
pub struct TargetModel<const W: usize> {
    /// By side.
    pub sides: Vec<SideConstraints<W>>,
    /// Targets of failed plies, which are known.
    pub fixed: Vec<(usize, Place)>,
    /// Announced lines, each with all straight rows that it might be.
    pub lines: Vec<(AnnouncedLine, Vec<Bits<W>>)>,
    /// How many plies there were.
    pub plies: usize,
}

impl<const W: usize> TargetModel<W> {
    /// The model for a game in which pieces stay; none in other games.
    #[must_use]
    pub fn new(game: &Game<W>, information: &InformationState<W>) -> Option<Self> {
        if !pieces_stay(&game.plan, information) {
            return None;
        }
        let constraints = Constraints::of(game, information);
        let board = &game.plan.board;
        let rows = |line: AnnouncedLine| board.axes.iter().flat_map(|&axis| board.windows(axis, line.n)).collect();
        let lines = constraints.lines.iter().map(|&line| (line, rows(line))).collect();
        Some(TargetModel {
            sides: constraints.sides,
            fixed: constraints.failed_targets,
            lines,
            plies: information.past.len(),
        })
    }

    /// Draws targets for all secret plies, weighted by likelihood if requested; none where this attempt fails.
    #[must_use]
    pub fn draw(
        &self,
        board: &Board<W>,
        stream: &mut Stream,
        likelihood: Option<&LineLikelihood<W>>,
    ) -> Option<Targets> {
        let mut matchings: Vec<MatchingProblem<W>> = self.sides.iter().map(SideConstraints::matching).collect();
        for (line, windows) in &self.lines {
            let narrower = self.some_line(&matchings[line.side], *line, windows, stream)?;
            matchings[line.side] = narrower;
        }
        let mut targets = vec![None; self.plies];
        self.fixed.iter().for_each(|&(ply, place)| targets[ply] = Some(place));
        for (number, (part, side)) in matchings.iter().zip(&self.sides).enumerate() {
            let mut cells = part.sample(board, stream)?;
            if let Some(likelihood) = likelihood {
                likelihood.resample(number, part, &mut cells, stream);
            }
            let each = side.placements.iter().zip(cells);
            each.for_each(|(placement, cell)| targets[placement.ply] = Some(cell as Place));
        }
        Some(targets)
    }

    /// Draws one of the lines that the ply can have completed, uniformly, as narrower domains and more demands.
    fn some_line(
        &self,
        matchings: &MatchingProblem<W>,
        line: AnnouncedLine,
        windows: &[Bits<W>],
        stream: &mut Stream,
    ) -> Option<MatchingProblem<W>> {
        let placements = &self.sides[line.side].placements;
        let number = placements.iter().position(|placement| placement.ply == line.ply)?;
        let reach = matchings.domains[..=number].iter().fold(placements[number].held, |all, &domain| all | domain);
        let can_be = |window: &&Bits<W>| window.within(reach) && (**window & matchings.domains[number]).any();
        let mut left: Vec<Bits<W>> = windows.iter().filter(can_be).copied().collect();
        while !left.is_empty() {
            let line_drawn = left.swap_remove(uniform_below(left.len(), stream));
            let missing = line_drawn & !placements[number].held;
            let closer = |(q, &domain): (usize, &Bits<W>)| match q.cmp(&number) {
                std::cmp::Ordering::Less => domain,
                std::cmp::Ordering::Equal => domain & missing,
                std::cmp::Ordering::Greater => domain & !missing,
            };
            let domains = matchings.domains.iter().enumerate().map(closer).collect();
            let narrower = MatchingProblem { domains, demands: matchings.demands | missing };
            if narrower.is_solvable() {
                return Some(narrower);
            }
        }
        None
    }

    /// Whether every secret ply still has a cell, given these targets.
    #[must_use]
    pub fn is_possible(&self, targets: &Targets) -> bool {
        self.fixed.iter().all(|&(ply, place)| targets[ply].is_none_or(|target| target == place))
            && self.sides.iter().all(|side| side.possible(targets))
            && self.lines.iter().all(|(line, windows)| self.line_possible(targets, *line, windows))
    }

    /// Whether the ply can still have completed a line.
    fn line_possible(&self, targets: &Targets, line: AnnouncedLine, windows: &[Bits<W>]) -> bool {
        let domain = |placement: &SecretPlacement<W>| targets[placement.ply].map_or(placement.domain, set_of_place);
        let before = self.sides[line.side].placements.iter().filter(|placement| placement.ply <= line.ply);
        let Some(last) = before.clone().next_back().filter(|placement| placement.ply == line.ply) else { return false };
        let reach = before.fold(last.held, |all, placement| all | domain(placement));
        windows.iter().any(|window| window.within(reach) && (*window & domain(last)).any())
    }
}

impl<const W: usize> SideConstraints<W> {
    fn matching(&self) -> MatchingProblem<W> {
        MatchingProblem {
            domains: self.placements.iter().map(|placement| placement.domain).collect(),
            demands: self.demands,
        }
    }

    fn possible(&self, targets: &Targets) -> bool {
        let (mut taken, mut domains) = (Bits::EMPTY, Vec::new());
        for placement in &self.placements {
            match targets[placement.ply].map(set_of_place::<W>) {
                Some(target) if (target & taken).any() || !target.within(placement.domain) => return false,
                Some(target) => taken |= target,
                None => domains.push(placement.domain),
            }
        }
        domains.iter_mut().for_each(|domain| *domain &= !taken);
        MatchingProblem { domains, demands: self.demands & !taken }.is_solvable()
    }
}

/// A uniform random number below a positive bound.
pub fn uniform_below(bound: usize, stream: &mut Stream) -> usize {
    std::num::NonZeroU64::new(bound as u64).map_or(0, |bound| stream.below(bound) as usize)
}
