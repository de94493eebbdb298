//! Evaluates `Enclosed` after a placement, for all cells at once: which placements take the last liberty of pieces.

use super::after_placement::{AfterPlacement, Certainty, is_fixed};
use crate::bits::Bits;
use crate::board::{DirectionSet, ways};
use crate::rule::{Cells, Enclosed};

/// Pieces before a placement, and the empty cells next to them.
struct PiecesAndLiberties<const W: usize> {
    of: Bits<W>,
    empty: Bits<W>,
    ways: DirectionSet,
}

impl<const W: usize> AfterPlacement<'_, '_, W> {
    /// Where there are pieces without an empty neighbour.
    pub(super) fn enclosed(&self, word: &Enclosed) -> Certainty<W> {
        let board = &self.evaluator.plan.board;
        let grows = matches!(word.of, Cells::Of(side) if self.adds_to(side));
        let circles = board.steps.iter().any(|step| step.shortest_loop < 2);
        if circles || board.has_parallel_paths || !is_fixed(&word.ways) || !(grows || matches!(word.of, Cells::Of(_))) {
            return Certainty::UNKNOWN;
        }
        let ways = self.evaluator.ways(&word.ways);
        let pieces = PiecesAndLiberties { of: self.evaluator.cells(&word.of), empty: self.evaluator.empty(), ways };
        match (word.group, grows) {
            (false, false) => self.last_liberties_of_cells(&pieces),
            (false, true) => {
                let alone = self.all() & !board.touching(pieces.empty, ways);
                let of_others = self.last_liberties_of_cells(&pieces);
                Certainty { yes: of_others.yes | alone, no: of_others.no & !alone }
            }
            (true, false) => {
                self.last_liberties_of_groups(&pieces).map_or(self.known(self.all()), |(last, _)| self.known(last))
            }
            (true, true) if self.is_symmetric(ways) => self.suicide(&pieces),
            (true, true) => Certainty::UNKNOWN,
        }
    }

    /// Whether every step in these directions has a step back among them.
    fn is_symmetric(&self, set: DirectionSet) -> bool {
        let steps = &self.evaluator.plan.board.steps;
        ways(set).all(|way| steps[way].paired && steps[way].opposite.is_some_and(|back| set >> back & 1 != 0))
    }

    /// The pieces with one liberty and those with two or more; without loops two directions lead to two cells.
    fn with_liberties(&self, pieces: &PiecesAndLiberties<W>) -> (Bits<W>, Bits<W>) {
        ways(pieces.ways).fold((Bits::EMPTY, Bits::EMPTY), |(with_one, with_two), way| {
            let free = self.evaluator.plan.board.before(pieces.empty, way) & pieces.of;
            (with_one | free, with_two | with_one & free)
        })
    }

    /// Where the only liberty of a piece is.
    fn last_liberties_of_cells(&self, pieces: &PiecesAndLiberties<W>) -> Certainty<W> {
        let (with_one, with_two) = self.with_liberties(pieces);
        if (pieces.of & !with_one).any() {
            return self.known(self.all());
        }
        self.known(self.evaluator.plan.board.spread(with_one & !with_two, pieces.ways) & pieces.empty)
    }

    /// The only liberties of groups, and the groups that have but one; none where a group has none.
    fn last_liberties_of_groups(&self, pieces: &PiecesAndLiberties<W>) -> Option<(Bits<W>, Bits<W>)> {
        let board = &self.evaluator.plan.board;
        let (with_one, with_two) = self.with_liberties(pieces);
        let doubtful = pieces.of & !board.connected(with_two, pieces.of, pieces.ways);
        if (doubtful & !board.connected(with_one & doubtful, doubtful, pieces.ways)).any() {
            return None;
        }
        let (mut last, mut in_atari) = (Bits::EMPTY, Bits::EMPTY);
        for group in board.groups(doubtful, doubtful, pieces.ways) {
            let free = board.spread(group, pieces.ways) & pieces.empty;
            if free.count() == 1 {
                last |= free;
                in_atari |= group;
            }
        }
        Some((last, in_atari))
    }

    /// Where neither the placed piece nor any group that it joins has a liberty.
    fn suicide(&self, pieces: &PiecesAndLiberties<W>) -> Certainty<W> {
        let board = &self.evaluator.plan.board;
        let Some((_, in_atari)) = self.last_liberties_of_groups(pieces) else {
            return self.known(self.all());
        };
        let free = board.touching(pieces.empty, pieces.ways);
        self.known(self.all() & !(free | board.linked(pieces.of & !in_atari, pieces.ways)))
    }
}
