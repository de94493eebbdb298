//! Evaluates a condition on a ply's cells once for all plies of a group, instead of ply by ply.
//!
//! ```text
//!   needs=Ray(to, through=enemy, until=own)     . 1 2 2 1 .    from own stones back over enemy ones:
//!                                               ^              the cells one step further on
//! ```
//!
//! A member of a group is the destination of the ply or, for plies that all move in one direction, its origin: then
//! `to` lies so many steps on. Words that are not supported here are evaluated ply by ply.

use super::{GroupForm, PlyGroup};
use crate::bits::Bits;
use crate::board::{DirectionSet, NO_WAY, NOWHERE, ways};
use crate::evaluate::WordEvaluator;
use crate::rule::parts::{cells_in, cells_of, ways_of};
use crate::rule::{Cells, Condition, Directions, Ray};

/// Evaluates words for the plies of a group.
#[derive(Clone, Copy)]
pub(super) struct GroupConditions<'a, const W: usize> {
    /// An evaluator with the cells and the heading that all of them share.
    pub(super) evaluator: WordEvaluator<'a, W>,
    /// If members are origins: direction and number of steps.
    from_origin: Option<(usize, u16)>,
}

/// The members of a group for which a condition holds; none where the condition is not supported.
pub(super) fn members_satisfying<const W: usize>(
    evaluator: &WordEvaluator<'_, W>,
    group: &PlyGroup<W>,
    word: &Condition,
) -> Option<Bits<W>> {
    GroupConditions::new(evaluator, group.shape)?.satisfying(word)
}

impl<'a, const W: usize> GroupConditions<'a, W> {
    /// For the plies of a group; none where its members are not cells, or where its direction has loops.
    pub(super) fn new(evaluator: &WordEvaluator<'a, W>, shape: GroupForm) -> Option<Self> {
        let moved = match shape {
            GroupForm::Cell | GroupForm::Secret(_) | GroupForm::From(_) => None,
            GroupForm::Way { way, steps } => Some((usize::from(way), steps)),
            GroupForm::Jump(way) => Some((usize::from(way), 2)),
            _ => return None,
        };
        let origin = if let GroupForm::From(origin) = shape { origin } else { NOWHERE };
        let heading = moved.map_or(NO_WAY, |(way, _)| way as i8);
        Some(GroupConditions {
            evaluator: WordEvaluator { to: NOWHERE, origin, heading, ..*evaluator },
            from_origin: moved,
        })
    }

    /// The members for which the condition holds.
    fn satisfying(&self, word: &Condition) -> Option<Bits<W>> {
        let all = self.evaluator.plan.board.all;
        match word {
            Condition::Cells(cells) => self.intersecting(cells, all),
            Condition::Some(part) => self.satisfying(part),
            Condition::No(part) => self.satisfying(part).map(|set| all & !set),
            Condition::All(parts) => parts.iter().try_fold(all, |set, part| Some(set & self.satisfying(part)?)),
            Condition::Any(parts) => parts.iter().try_fold(Bits::EMPTY, |set, part| Some(set | self.satisfying(part)?)),
            _ => {
                let mut shared = true;
                cells_in(word, &mut |part| shared &= !self.varies(part));
                shared.then(|| if self.evaluator.is_true(word) { all } else { Bits::EMPTY })
            }
        }
    }

    /// Whether the word is a cell that differs from ply to ply.
    fn varies(&self, word: &Cells) -> bool {
        matches!(word, Cells::To) || (self.from_origin.is_some() && matches!(word, Cells::Origin))
    }

    /// A set that is the same for all plies.
    pub(super) fn shared_cells(&self, word: &Cells) -> Option<Bits<W>> {
        self.is_shared(word).then(|| self.evaluator.cells(word))
    }

    fn is_shared(&self, word: &Cells) -> bool {
        match word {
            Cells::To | Cells::Origin => !self.varies(word),
            Cells::Fixed(_) | Cells::Everywhere | Cells::Of(_) | Cells::Empty | Cells::Kind(_) => true,
            Cells::And(parts) | Cells::Or(parts) => parts.iter().all(|part| self.is_shared(part)),
            Cells::Not(part) => self.is_shared(part),
            _ => {
                let mut shared = true;
                cells_of(word, &mut |part| shared &= !self.varies(part));
                shared
            }
        }
    }

    /// Directions that are the same for all plies.
    pub(super) fn shared_ways(&self, word: &Directions) -> Option<DirectionSet> {
        let mut shared = true;
        if !matches!(word, Directions::Fixed(_) | Directions::PlyHeading) {
            ways_of(word, &mut |part| shared &= !self.varies(part));
        }
        shared.then(|| self.evaluator.ways(word))
    }

    /// The members of the group whose `to` (or origin, if that is the word) lies in a set.
    fn members(&self, word: &Cells, set: Bits<W>) -> Bits<W> {
        match self.from_origin {
            Some((way, steps)) if matches!(word, Cells::To) => {
                (0..steps).fold(set, |set, _| self.evaluator.plan.board.before(set, way))
            }
            _ => set,
        }
    }

    /// The members for which the set of a word shares a cell with `with`.
    pub(super) fn intersecting(&self, word: &Cells, with: Bits<W>) -> Option<Bits<W>> {
        match word {
            cell if self.varies(cell) => Some(self.members(cell, with)),
            Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => match self.shared_ways(ways) {
                Some(ways) => self.intersecting(of, self.evaluator.plan.board.touching(with, ways)),
                None => None,
            },
            Cells::Ray(ray) if self.varies(&ray.start) && with == self.evaluator.plan.board.all => {
                Some(self.members(&ray.start, self.run_starts(ray)?))
            }
            Cells::Or(parts) => {
                parts.iter().try_fold(Bits::EMPTY, |set, part| Some(set | self.intersecting(part, with)?))
            }
            Cells::And(parts) => self.all_intersecting(parts, with),
            _ => self.shared_cells(word).map(|set| self.all_if_any(set & with)),
        }
    }

    /// `intersecting` for a word that is an intersection, at most one part of which differs from ply to ply.
    fn all_intersecting(&self, parts: &[Cells], mut with: Bits<W>) -> Option<Bits<W>> {
        let mut varying = None;
        for part in parts {
            match self.shared_cells(part) {
                Some(set) => with &= set,
                None if varying.is_none() => varying = Some(part),
                None => return None,
            }
        }
        varying.map_or_else(|| Some(self.all_if_any(with)), |part| self.intersecting(part, with))
    }

    /// All cells if the set is not empty, else none.
    fn all_if_any(&self, set: Bits<W>) -> Bits<W> {
        if set.any() { self.evaluator.plan.board.all } else { Bits::EMPTY }
    }

    /// The cells from which a run of at least one cell starts.
    fn run_starts(&self, ray: &Ray) -> Option<Bits<W>> {
        let board = &self.evaluator.plan.board;
        let directions = self.loopless_ways(ray)?;
        let through = self.shared_cells(&ray.through)?;
        let until = match &ray.until {
            Some(until) => Some(self.shared_cells(until)?),
            None => None,
        };
        Some(ways(directions).fold(Bits::EMPTY, |all, way| {
            let first = until.map_or(through, |until| board.back_along(until, way, through & !until));
            all | board.before(first, way)
        }))
    }

    /// The directions of a run of any length; none where they depend on the ply or have loops.
    fn loopless_ways(&self, ray: &Ray) -> Option<DirectionSet> {
        let directions = self.shared_ways(&ray.ways)?;
        let straight = ways(directions).all(|way| !self.evaluator.plan.board.steps[way].loops.any());
        (straight && ray.length.is_none()).then_some(directions)
    }
}
