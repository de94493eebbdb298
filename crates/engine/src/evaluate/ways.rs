//! Evaluates words for sets of directions.

use super::WordEvaluator;
use crate::board::{DirectionSet, only_place, ways};
use crate::rule::{Directions, Heading};

impl<const W: usize> WordEvaluator<'_, W> {
    /// The set of directions a word stands for.
    #[inline(always)]
    #[must_use]
    pub fn ways(&self, word: &Directions) -> DirectionSet {
        if let Directions::Fixed(sets) = word { sets[self.side as usize & 3] } else { self.variable_ways(word) }
    }

    fn variable_ways(&self, word: &Directions) -> DirectionSet {
        let board = &self.plan.board;
        match word {
            Directions::Fixed(sets) => sets[self.side as usize & 3],
            Directions::Every => board.every,
            Directions::Orthogonal => board.layout.sides & board.every,
            Directions::Diagonal => board.layout.diagonals & board.every,
            Directions::Forward => self.forward(),
            Directions::Dir(set) => *set & board.every,
            Directions::Heading(heading) => self.heading_to(heading),
            Directions::PlyHeading => {
                if self.heading >= 0 {
                    1 << self.heading
                } else {
                    0
                }
            }
            Directions::Opposite(of) => {
                ways(self.ways(of)).filter_map(|d| board.steps[d].opposite).fold(0, |all, d| all | 1 << d)
            }
            Directions::And(parts) => parts.iter().fold(board.every, |all, part| all & self.ways(part)),
            Directions::Or(parts) => parts.iter().fold(0, |all, part| all | self.ways(part)),
            Directions::Not(of) => board.every & !self.ways(of),
            Directions::If(choice) => self.branch(choice).map_or(0, |part| self.ways(part)),
            Directions::BySide(parts) => self.part_of_side(parts).map_or(0, |part| self.ways(part)),
        }
    }

    fn forward(&self) -> DirectionSet {
        let forward = &self.plan.board.layout.forward;
        let side = usize::from(self.side).min(forward.len().wrapping_sub(1));
        forward.get(side).map_or(0, |set| set & self.plan.board.every)
    }

    /// The directions from one cell to another; none unless both sets have exactly one cell.
    fn heading_to(&self, word: &Heading) -> DirectionSet {
        let (start, end) = (self.cells(&word.start), self.cells(&word.end));
        let (Some(from), Some(to)) = (only_place(start), only_place(end)) else { return 0 };
        let at = |n: u32| word.distance.is_none_or(|distance| n == distance);
        let leads = |&d: &usize| (1..).zip(self.plan.board.ray(from, d)).any(|(n, place)| place == to && at(n));
        ways(self.ways(&word.ways)).filter(leads).fold(0, |all, d| all | 1 << d)
    }
}
