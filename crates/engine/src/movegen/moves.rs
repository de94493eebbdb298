//! Move generation for plies from cell to cell: steps, slides, leaps and hops.
//!
//! Origins are found backwards: `before` of a set of landing cells are the cells one step short of it.

use super::agenda::PlyGenerator;
use super::atomic::{PlyWord, with_ply};
use super::distance::BitSlicedNumbers;
use super::group_conditions::GroupConditions;
use super::{GroupForm, Ply};
use crate::bits::Bits;
use crate::board::{DirectionSet, Place, set_of_place, ways};
use crate::rule::{Action, Directions, Number};

/// On wider boards the distance of slides is computed piece by piece.
const MOST_WORDS: usize = 8;

/// Where the pieces of a slide stand, where they may land, what they may pass, how far they must go.
#[derive(Clone, Copy)]
struct SlideWord<'w, const W: usize> {
    pieces: Bits<W>,
    to: Bits<W>,
    through: Bits<W>,
    distance: Option<&'w Number>,
}

impl<const W: usize> PlyGenerator<'_, '_, W> {
    pub(super) fn moves(&mut self, word: PlyWord<'_>) -> bool {
        let Some((what, _)) = word.atomic.action.moved() else { return false };
        let pieces = self.pieces(what);
        if !pieces.any() {
            return false;
        }
        match &word.atomic.action {
            Action::Step { to, ways, .. } => {
                let to = self.evaluator.cells(to);
                self.each_way(ways, |search, way| search.step(word, pieces, to, way))
            }
            Action::Slide { to, ways, distance, through, .. } => {
                let (to, through) = (self.evaluator.cells(to), self.evaluator.cells(through));
                let track = SlideWord { pieces, to, through, distance: distance.as_ref() };
                self.each_way(ways, |search, way| search.slide(word, track, way))
            }
            Action::Leap { to, distance, ways, .. } => {
                let to = self.evaluator.cells(to);
                self.leap(word, pieces, to, *distance, self.evaluator.ways(ways))
            }
            Action::Hop { over, to, ways, .. } => {
                let (over, to) = (self.pieces(over), self.evaluator.cells(to));
                self.each_way(ways, |search, way| search.hop(word, pieces, (over, to), way))
            }
            _ => false,
        }
    }

    fn each_way(&mut self, word: &Directions, mut look: impl FnMut(&mut Self, usize) -> bool) -> bool {
        let mut generated = false;
        for way in ways(self.evaluator.ways(word)) {
            generated |= look(self, way);
            if self.full {
                break;
            }
        }
        generated
    }

    fn step(&mut self, word: PlyWord<'_>, pieces: Bits<W>, to: Bits<W>, way: usize) -> bool {
        let origins = pieces & self.evaluator.plan.board.before(to, way);
        self.emit(word, GroupForm::Way { way: way as u8, steps: 1 }, origins)
    }

    fn hop(&mut self, word: PlyWord<'_>, pieces: Bits<W>, (over, to): (Bits<W>, Bits<W>), way: usize) -> bool {
        let board = &self.evaluator.plan.board;
        let mut origins = pieces & board.before(over & board.before(to, way), way);
        if board.steps[way].loops.any() {
            let back = |p: Place| board.next(board.next(p, way), way) == p;
            origins = origins.iter().filter(|&p| !back(p as Place)).collect();
        }
        self.emit(word, GroupForm::Jump(way as u8), origins)
    }

    fn leap(
        &mut self,
        word: PlyWord<'_>,
        pieces: Bits<W>,
        to: Bits<W>,
        distance: Option<u32>,
        directions: DirectionSet,
    ) -> bool {
        let mut any_ply = false;
        for origin in pieces.iter().map(|p| p as Place) {
            let reach = distance.map_or(to, |distance| to & self.ring(origin, distance, directions));
            any_ply |= self.emit(word, GroupForm::From(origin), reach & !set_of_place(origin));
            if self.full {
                break;
            }
        }
        any_ply
    }

    /// The cells exactly that many steps away, by the shortest way.
    fn ring(&self, origin: Place, distance: u32, directions: DirectionSet) -> Bits<W> {
        let mut front = set_of_place::<W>(origin);
        let mut near = front;
        for _ in 0..distance {
            front = self.evaluator.plan.board.spread(front, directions) & !near;
            near |= front;
            if !front.any() {
                break;
            }
        }
        front
    }

    fn slide(&mut self, word: PlyWord<'_>, track: SlideWord<'_, W>, way: usize) -> bool {
        let looped = self.evaluator.plan.board.steps[way].loops.any();
        match track.distance {
            None if !looped => self.slide_all(word, track, None, way),
            Some(Number::Whole(far)) if !looped => self.slide_all(word, track, Some(*far), way),
            Some(far) if !looped => match self.line_conditions(way).and_then(|lines| lines.slide_distances(far, way)) {
                Some(each) => self.slide_by_distances(word, track, &each, way),
                None => self.slide_piece_by_piece(word, track, way),
            },
            _ => self.slide_piece_by_piece(word, track, way),
        }
    }

    /// All pieces at once. After so many unblocked steps, `front` are the cells reached, and `reach` the origins from
    /// which a piece reaches `to`: one step further back each time.
    fn slide_all(&mut self, word: PlyWord<'_>, track: SlideWord<'_, W>, distance: Option<i64>, way: usize) -> bool {
        let board = &self.evaluator.plan.board;
        let mut front = board.shift(track.pieces, way);
        let mut reach = board.before(track.to, way);
        let mut any_ply = false;
        for steps in 1u16.. {
            if (front & track.to).any() && distance.is_none_or(|far| far == i64::from(steps)) {
                any_ply |= self.emit(word, GroupForm::Way { way: way as u8, steps }, track.pieces & reach);
            }
            front = board.shift(front & track.through, way);
            if self.full || !front.any() || distance.is_some_and(|far| far <= i64::from(steps)) {
                break;
            }
            reach = board.before(reach & track.through, way);
        }
        any_ply
    }

    /// The pieces of slides that all go in one direction.
    fn line_conditions(&self, way: usize) -> Option<GroupConditions<'_, W>> {
        GroupConditions::new(self.evaluator, GroupForm::Way { way: way as u8, steps: 1 }).filter(|_| W <= MOST_WORDS)
    }

    /// All pieces at once, each by its own distance.
    fn slide_by_distances(
        &mut self,
        word: PlyWord<'_>,
        track: SlideWord<'_, W>,
        distances: &BitSlicedNumbers<W>,
        way: usize,
    ) -> bool {
        let board = &self.evaluator.plan.board;
        let (mut front, mut reach) = (board.shift(track.pieces, way), board.before(track.to, way));
        let mut any_ply = false;
        for steps in 1u16.. {
            let pieces = track.pieces & reach & distances.with(usize::from(steps));
            any_ply |= pieces.any() && self.emit(word, GroupForm::Way { way: way as u8, steps }, pieces);
            front = board.shift(front & track.through, way);
            if self.full || !front.any() {
                break;
            }
            reach = board.before(reach & track.through, way);
        }
        any_ply
    }

    /// Piece by piece: where directions have loops, or where each piece has its own distance.
    fn slide_piece_by_piece(&mut self, word: PlyWord<'_>, track: SlideWord<'_, W>, way: usize) -> bool {
        let mut any_ply = false;
        for origin in track.pieces.iter().map(|p| p as Place) {
            any_ply |= self.slide_one(word, track, origin, way);
            if self.full {
                break;
            }
        }
        any_ply
    }

    fn slide_one(&mut self, word: PlyWord<'_>, track: SlideWord<'_, W>, origin: Place, way: usize) -> bool {
        let (plan, mut is_stopped) = (self.evaluator.plan, false);
        let aim = Ply { origin, way: way as i8, ..Ply::without_cells(None, 0) };
        let far = track.distance.map(|distance| with_ply(self.evaluator, &aim).number(distance));
        for (steps, cell) in (1u16..).zip(plan.board.ray(origin, way)) {
            if track.to.has(cell as u32) && far.is_none_or(|far| far == i64::from(steps)) {
                is_stopped |= self.emit(word, GroupForm::Way { way: way as u8, steps }, set_of_place(origin));
            }
            if self.full || !track.through.has(cell as u32) || far == Some(i64::from(steps)) {
                break;
            }
        }
        is_stopped
    }
}
