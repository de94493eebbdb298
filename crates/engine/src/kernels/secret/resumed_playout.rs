//! Playouts from a given position, for searches. Players are not uniform: mostly they place pieces to complete lines.
//! For their own lines they use what a player may know; for the other side's the full state, since a player infers much
//! of it from announcements, which these players do not model.

use super::super::GameEnd;
use super::line_progress::most;
use super::play::{Course, Game, Secret};
use crate::bits::Bits;
use crate::board::{Place, set_of_place};
use crate::movegen::Ply;
use crate::state::State;
use crate::stream::Stream;
use std::num::NonZeroU64;

/// In this many of sixteen turns a player extends lines; in the others he places a piece at random.
const WISE: u64 = 15;
/// A cell is a candidate if its weight is at least one part in so many of the best one's.
const GOOD: i64 = 3;
const SIXTEEN: NonZeroU64 = NonZeroU64::new(16).unwrap();

/// A placement that waits for its answer: the cell, and its announcement.
pub(super) type PendingPlacement<const W: usize> = Option<(Bits<W>, Bits<W>)>;

impl<const W: usize> Secret<W> {
    /// Resumes a game at a state; none during the opening, or once the game is over.
    pub(super) fn resume(&self, game: &mut Game<W>, state: &State<W>) -> Option<PendingPlacement<W>> {
        let ([_, first, second], [_, open, shown]) = (&state.pieces[..], &state.shown[..]) else { return None };
        let asked = match &state.pending {
            Some(pending) if pending.node == usize::from(self.commit.node) => {
                Some((set_of_place(pending.target), pending.announced))
            }
            None if state.fresh && state.agenda == self.agenda => None,
            _ => return None,
        };
        if state.result.is_some() || state.out != 0 {
            return None;
        }
        (game.pieces, game.shown) = ([*first, *second], [*open, *shown]);
        (game.side, game.mover) = (usize::from(state.side), usize::from(state.side) ^ 1);
        (game.swapped, game.length) = (state.seats[0] != 0, 0);
        if let Some((lines, _)) = &self.ends.lines {
            lines.look(&self.plan, &game.pieces, &mut game.seen);
        }
        if let Some(all) = &self.stretches {
            game.sight.look(all, game.pieces, game.shown);
        }
        Some(asked)
    }

    /// Plays a game to its end, at most `limit` plies.
    pub(super) fn finish(
        &self,
        game: &mut Game<W>,
        pending: PendingPlacement<W>,
        limit: u32,
        stream: &mut Stream,
        tell: &mut impl FnMut(Ply<W>, u64),
    ) -> GameEnd {
        let mut course = match pending {
            Some(pending) => self.answer(game, pending, true, limit, stream, tell),
            None => Course::On,
        };
        loop {
            match course {
                Course::On => course = self.turn(game, true, limit, stream, tell),
                Course::Over(verdict) => return Some((Self::first(game, verdict), verdict.reason)),
                Course::Cut => return None,
            }
        }
    }

    /// Priors for move ordering, from the full state. Placements are good where they extend or block lines; an answer
    /// shows the piece on the target, or else pieces on likely targets.
    pub(super) fn hinted(&self, game: &Game<W>, pending: PendingPlacement<W>, tell: &mut impl FnMut(Ply<W>, f32)) {
        if self.stretches.is_none() {
            return;
        }
        let Some((cell, announced)) = pending else { return self.hinted_places(game, tell) };
        let other = game.side & 1 ^ 1;
        let secret = game.pieces[other] & !game.shown[other] & announced;
        let shown = if (secret & cell).any() { secret & cell } else { secret & self.aims(game) };
        tell(Ply { shown, ..Ply::without_cells(Some(self.commit.answer), 0) }, 1.0);
    }

    fn hinted_places(&self, game: &Game<W>, tell: &mut impl FnMut(Ply<W>, f32)) {
        let (seen, real) = (game.sight.seen(game.side), game.sight.real(game.side ^ 1));
        let keen = |place: u32| ((seen.worth(place) + real.worth(place)) as f32).powi(2);
        let (free, choices) = (game.free(self.plan.board.all), self.commit.announced.len() as u16);
        let all = free.iter().map(keen).sum::<f32>() * f32::from(choices);
        for place in free.iter().filter(|_| all > 0.0) {
            for choice in 0..choices {
                let ply = Ply { to: place as Place, choice, ..Ply::without_cells(Some(self.commit.node), 0) };
                tell(ply, keen(place) / all);
            }
        }
    }

    /// The cells that extend own lines of the side to move best.
    fn aims(&self, game: &Game<W>) -> Bits<W> {
        let seen = game.sight.seen(game.side);
        most(game.free(self.plan.board.all), GOOD, |place| seen.worth(place)).1
    }

    /// The free cells that are best for the side to move, to extend its own lines or to block the other side's.
    #[inline(always)]
    pub(super) fn wanted(&self, game: &Game<W>, free: Bits<W>, stream: &mut Stream) -> Bits<W> {
        if self.stretches.is_none() || stream.below(SIXTEEN) >= WISE {
            return free;
        }
        most(free, 1, |place| worth(game, place)).1
    }

    /// What the other side shows of its secret pieces among the announced cells: mostly all that stand where the lines
    /// of the side to move want a piece, and nothing else.
    #[inline(always)]
    pub(super) fn shown(&self, game: &Game<W>, secret: Bits<W>, stream: &mut Stream) -> Bits<W> {
        match stream.below(SIXTEEN) {
            _ if !secret.any() => Bits::EMPTY,
            0 => Bits::EMPTY,
            1 => secret,
            _ if self.stretches.is_none() => Bits::EMPTY,
            _ => secret & self.aims(game),
        }
    }

    /// Updates the line progress: the side to move placed a piece on `cell`, if any, and the other side showed `shown`.
    #[inline(always)]
    pub(super) fn look_on(&self, game: &mut Game<W>, cell: Bits<W>, shown: Bits<W>) {
        let Some(all) = &self.stretches else { return };
        let (side, other) = (game.side & 1, game.side & 1 ^ 1);
        for place in cell.iter() {
            game.sight.put(all, side, place);
            if shown.any() {
                game.sight.show(all, side, place);
            }
        }
        (shown & !game.shown[other]).iter().for_each(|place| game.sight.show(all, other, place));
    }
}

/// The value of a piece there for the side to move: own lines first, else blocking the other side's.
#[inline(always)]
fn worth<const W: usize>(game: &Game<W>, place: u32) -> i64 {
    2 * game.sight.seen(game.side).worth(place) + game.sight.real(game.side ^ 1).worth(place)
}
