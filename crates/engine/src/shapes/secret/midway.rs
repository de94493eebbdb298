//! Games taken up midway, for whoever searches. Their players are no fools: mostly they put pieces where the fullest of
//! their lines wants one. They know what a player may know: own pieces, and those that everybody sees.

use super::super::Ended;
use super::play::{Course, Game, Secret};
use crate::bits::Bits;
use crate::board::{Place, one};
use crate::offer::Ply;
use crate::state::State;
use crate::stream::Stream;
use std::num::NonZeroU64;

/// In so many of sixteen turns a player reaches for lines; in the others he puts a piece anywhere.
const WISE: u64 = 15;
const SIXTEEN: NonZeroU64 = NonZeroU64::new(16).unwrap();

/// A placement that waits for its answer: the cell, and what was announced of it.
pub(super) type Asked<const W: usize> = Option<(Bits<W>, Bits<W>)>;

impl<const W: usize> Secret<W> {
    /// Takes a game up at a state; none where its opening still lasts, or where it is over.
    pub(super) fn resume(&self, game: &mut Game<W>, state: &State<W>) -> Option<Asked<W>> {
        let ([_, first, second], [_, open, shown]) = (&state.pieces[..], &state.shown[..]) else { return None };
        let asked = match &state.pending {
            Some(pending) if pending.node == usize::from(self.commit.node) => {
                Some((one(pending.target), pending.announced))
            }
            None if state.fresh && state.agenda == self.agenda => None,
            _ => return None,
        };
        if state.result.is_some() || state.out != 0 {
            return None;
        }
        (game.pieces, game.shown) = ([*first, *second], [*open, *shown]);
        (game.side, game.mover) = (usize::from(state.side), usize::from(state.side) ^ 1);
        (game.swapped, game.length, game.reached) = (state.seats[0] != 0, 0, [None; 2]);
        if let Some((lines, _)) = &self.ends.lines {
            lines.look(&self.plan, &game.pieces, &mut game.seen);
        }
        Some(asked)
    }

    /// A game to its end, for at most so many plies.
    pub(super) fn finish(
        &self,
        game: &mut Game<W>,
        asked: Asked<W>,
        limit: u32,
        stream: &mut Stream,
        tell: &mut impl FnMut(Ply<W>, u64),
    ) -> Ended {
        let mut course = match asked {
            Some(asked) => self.answer(game, asked, true, limit, stream, tell),
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

    /// Plies that look best at a glance: of placements those where either side's lines want a piece, of answers the one
    /// that stops them.
    pub(super) fn hinted(&self, game: &mut Game<W>, asked: Asked<W>, tell: &mut impl FnMut(Ply<W>)) {
        if let Some((_, announced)) = asked {
            let other = game.side & 1 ^ 1;
            let secret = game.pieces[other] & !game.shown[other] & announced;
            let shown = secret & self.reached(game, game.side).1;
            return tell(Ply { shown, ..Ply::bare(Some(self.commit.answer), 0) });
        }
        let free = game.free(self.plan.board.all);
        let ((own, wanted), (other, feared)) = (self.reached(game, game.side), self.reached(game, game.side ^ 1));
        let cells = if own > other { wanted } else { wanted | feared } & free;
        for cell in cells.iter() {
            for choice in 0..self.commit.announced.len() as u16 {
                tell(Ply { to: cell as Place, choice, ..Ply::bare(Some(self.commit.node), 0) });
            }
        }
    }

    /// How far a side has come, in pieces, and where its lines want the next as far as it knows.
    #[inline(always)]
    fn reached(&self, game: &mut Game<W>, side: usize) -> (u32, Bits<W>) {
        let (own, other) = (side & 1, side & 1 ^ 1);
        *game.reached[own].get_or_insert_with(|| {
            let free = self.plan.board.all & !(game.pieces[own] | game.shown[other]);
            let lines = self.ends.lines.as_ref();
            lines.map_or((0, Bits::EMPTY), |(lines, _)| lines.wanted(&self.plan.board, game.pieces[own], free))
        })
    }

    /// Of the free cells those that the side to move wants: where the fullest of its lines want a piece, or those of the
    /// other side, if they have come further.
    #[inline(always)]
    pub(super) fn wanted(&self, game: &mut Game<W>, free: Bits<W>, stream: &mut Stream) -> Bits<W> {
        let mood = stream.below(SIXTEEN);
        if mood >= WISE {
            return free;
        }
        let ((own, wanted), (other, feared)) = (self.reached(game, game.side), self.reached(game, game.side ^ 1));
        let feared = feared & free;
        match feared.any() && (other > own || (other == own && mood & 1 != 0)) {
            true => feared,
            false if wanted.any() => wanted,
            false => free,
        }
    }

    /// What the other side shows of its secret pieces among the announced cells: mostly all that stand where the lines of
    /// the side to move want a piece, and nothing else.
    #[inline(always)]
    pub(super) fn shown(&self, game: &mut Game<W>, secret: Bits<W>, stream: &mut Stream) -> Bits<W> {
        match stream.below(SIXTEEN) {
            _ if !secret.any() => Bits::EMPTY,
            0 => Bits::EMPTY,
            1 => secret,
            _ => secret & self.reached(game, game.side).1,
        }
    }
}
