//! Plays a kernel's game ply by ply, for searches, in reusable buffers.

use super::super::observers::PlyIds;
use super::super::parts::{Effects, Ends, Made, Moves, Offer, Position, Verdict};
use super::super::{Candidate, GameEnd, StepResult};
use super::{Kernel, RunningGame};
use crate::stream::Stream;

/// The current game, and a saved copy to return to.
pub(super) struct Stepper<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> {
    pub root: RunningGame<W, M, F, E>,
    pub here: RunningGame<W, M, F, E>,
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    pub(super) fn stepper(&self) -> Stepper<W, M, F, E> {
        Stepper { root: self.new_game(), here: self.new_game() }
    }

    /// Adds every legal ply to a list, with the result if it ends the game.
    pub(super) fn list(&self, game: &RunningGame<W, M, F, E>, list: &mut Vec<Candidate>) {
        let position = game.view();
        let offer = self.moves.offer(&position, &game.moves);
        list.extend((0..offer.count()).map(|number| {
            let (made, verdict) = self.try_ply(game, position, &offer, number);
            let ends = verdict.map(|verdict| Self::first(game, verdict));
            Candidate { id: self.moves.id(made), number, final_halves: ends }
        }));
    }

    /// A ply decoded from its number, and the verdict if it ends the game.
    #[inline(always)]
    fn try_ply(
        &self,
        game: &RunningGame<W, M, F, E>,
        mut position: Position<W>,
        offer: &M::Offer,
        number: u32,
    ) -> (Made, Option<Verdict>) {
        let (mut moves, mut effects) = (game.moves.clone(), game.effects.clone());
        let made = self.moves.play(&mut position, &mut moves, offer, number);
        self.effects.follow(&mut position, &mut effects);
        let measure = self.effects.measure(&effects, position.side);
        (made, self.ends.peek(&position, &game.ends, measure))
    }

    /// Plays the ply with an id. `number` is a hint; where it is wrong, falls back to a search by id.
    pub(super) fn step(&self, game: &mut RunningGame<W, M, F, E>, id: u32, number: u32) -> StepResult {
        let position = game.view();
        let offer = self.moves.offer(&position, &game.moves);
        let played = |number: u32| {
            let (mut position, mut moves) = (position, game.moves.clone());
            let made = self.moves.play(&mut position, &mut moves, &offer, number);
            (self.moves.id(made) == id).then_some((position, moves))
        };
        let known = if number < offer.count() { played(number) } else { None };
        match known.or_else(|| (0..offer.count()).find_map(played)) {
            Some((position, moves)) => {
                game.moves = moves;
                self.after_ply(game, position)
            }
            None => StepResult::Nowhere,
        }
    }

    /// Applies effects and ends after a ply; the game is also over where the next side has no ply.
    #[inline(always)]
    fn after_ply(&self, game: &mut RunningGame<W, M, F, E>, mut position: Position<W>) -> StepResult {
        game.plies += 1;
        self.effects.follow(&mut position, &mut game.effects);
        let measure = self.effects.measure(&game.effects, position.side);
        if let Some(verdict) = self.ends.judge(&position, &mut game.ends, measure) {
            return StepResult::Over(Self::first(game, verdict));
        }
        game.keep::<()>(&position);
        game.side ^= 1;
        if self.moves.offer(&game.view(), &game.moves).count() > 0 {
            return StepResult::On;
        }
        StepResult::Over(Self::first(game, self.stuck(game)))
    }

    /// Plays a game to its end, at most `limit` plies.
    pub(super) fn end(
        &self,
        game: &mut RunningGame<W, M, F, E>,
        stream: &mut Stream,
        limit: u32,
        mut observer: PlyIds<'_>,
    ) -> GameEnd {
        let limit = limit.saturating_add(game.plies);
        self.finish(game, limit, stream, &mut observer)
    }
}
