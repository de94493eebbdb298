//! Weighted sampling of secret placements: cells that serve winning lines are more likely.
//!
//! A player who can win by lines does not place pieces uniformly, and a model of him should not assume so. Each own
//! piece on a stretch through a cell makes the cell eight times as likely. All placements are redrawn in turn, each
//! given the others, for a few rounds (Gibbs sampling; Geman and Geman 1984): so pieces far apart attract each other
//! into lines.

use super::information_state::InformationState;
use super::matching_sampler::MatchingProblem;
use crate::bits::Bits;
use crate::game::Game;
use crate::line_policy::{bits_per_piece, winning_line};
use crate::rule::Line;
use crate::stream::Stream;
use std::num::NonZeroU64;

/// Rounds of Gibbs sampling.
const GIBBS_ROUNDS: usize = 3;

/// The lines that win, and what the viewer sees of both sides.
#[derive(Clone, Debug)]
pub struct LineLikelihood<const W: usize> {
    n: u32,
    windows: Vec<Bits<W>>,
    /// By place: the stretches through it.
    through: Vec<Vec<u32>>,
    /// By side: the cells it is known to hold, and those where it sees a piece of another side.
    sides: Vec<(Bits<W>, Bits<W>)>,
}

impl<const W: usize> LineLikelihood<W> {
    /// None where no end wins by a line of own pieces.
    #[must_use]
    pub fn new(game: &Game<W>, information: &InformationState<W>) -> Option<Self> {
        let (&Line { n, .. }, ways) = game.plan.rules.ends.iter().find_map(winning_line)?;
        let board = &game.plan.board;
        let windows: Vec<Bits<W>> = board.lines_along(ways).flat_map(|axis| board.windows(axis, n)).collect();
        let holding = |place: u32| (0..windows.len() as u32).filter(|&w| windows[w as usize].has(place)).collect();
        let through = (0..64 * W as u32).map(holding).collect();
        let sides = (0..game.plan.rules.sides).map(|side| visible_cells(game, information, side)).collect();
        Some(LineLikelihood { n, windows, through, sides })
    }

    /// Redraws the targets of a side's secret plies, each given the others. Those that fill a demanded cell stay.
    pub fn resample(&self, side: usize, problem: &MatchingProblem<W>, targets: &mut [u32], stream: &mut Stream) {
        let (known_cells, barred) = self.sides[side];
        let mut taken = targets.iter().fold(problem.demands, |all, &cell| all | Bits::one(cell));
        for _ in 0..GIBBS_ROUNDS {
            for (domain, target) in problem.domains.iter().zip(targets.iter_mut()) {
                if problem.demands.has(*target) {
                    continue;
                }
                taken &= !Bits::one(*target);
                *target = self.draw_cell(*domain & !taken, known_cells | taken, barred, stream).unwrap_or(*target);
                taken |= Bits::one(*target);
            }
        }
    }

    /// Draws one of these cells, weighted by these own pieces.
    fn draw_cell(&self, cells: Bits<W>, own_cells: Bits<W>, barred: Bits<W>, stream: &mut Stream) -> Option<u32> {
        let weight = |cell: u32| self.weight(cell, own_cells, barred);
        let mut draw = stream.below(NonZeroU64::new(cells.iter().map(weight).sum())?);
        cells.iter().find(|&cell| {
            let cell_weight = weight(cell);
            let is_chosen = draw < cell_weight;
            draw = draw.saturating_sub(cell_weight);
            is_chosen
        })
    }

    /// Weight of a cell. 0 where it would complete a line: that would have been announced or have won.
    fn weight(&self, cell: u32, own_cells: Bits<W>, barred: Bits<W>) -> u64 {
        let shift = bits_per_piece(self.n);
        let mut weight = 1;
        for &number in &self.through[cell as usize] {
            let window = self.windows[number as usize];
            let stones = (window & own_cells).count();
            if stones + 1 >= self.n {
                return 0;
            }
            weight += if stones == 0 || (window & barred).any() { 0 } else { 1 << (shift * stones) };
        }
        weight
    }
}

/// The cells that a side is known to hold, and those where it sees another side's piece.
fn visible_cells<const W: usize>(game: &Game<W>, information: &InformationState<W>, side: usize) -> (Bits<W>, Bits<W>) {
    let all = |side: usize, sets: &[Bits<W>]| {
        game.plan.owned(side + 1).fold(Bits::EMPTY, |all, plane| all | sets.get(plane).copied().unwrap_or(Bits::EMPTY))
    };
    let present = &information.present;
    let other_sides = (0..game.plan.rules.sides).filter(|&other| other != side);
    let open = |other: usize| all(other, &present.pieces) & !all(other, &present.hidden);
    (all(side, &present.pieces), other_sides.fold(Bits::EMPTY, |barred, other| barred | open(other)))
}
