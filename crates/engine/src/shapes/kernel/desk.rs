//! Reusable buffers for stepping one game: a kernel played ply by ply, for searches.

use super::super::book::Told;
use super::super::words::{Effects, Ends, Made, Moves, Offer, Position, Verdict};
use super::super::{Candidate, Ended, Gone};
use super::{Kernel, Lane};
use crate::stream::Stream;

/// The current game, and a saved copy to return to.
pub(super) struct Desk<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> {
    pub root: Lane<W, M, F, E>,
    pub here: Lane<W, M, F, E>,
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    pub(super) fn desk(&self) -> Desk<W, M, F, E> {
        Desk { root: self.lane(), here: self.lane() }
    }

    /// Adds every ply on offer to a list, and whether it ends the game.
    pub(super) fn list(&self, lane: &Lane<W, M, F, E>, list: &mut Vec<Candidate>) {
        let position = lane.look();
        let offer = self.moves.offer(&position, &lane.moves);
        list.extend((0..offer.count()).map(|number| {
            let (made, verdict) = self.tried(lane, position, &offer, number);
            let ends = verdict.map(|verdict| Self::first(lane, verdict));
            Candidate { id: self.moves.id(made), number, ends }
        }));
    }

    /// What a ply is, and the verdict where it ends the game.
    #[inline(always)]
    fn tried(
        &self,
        lane: &Lane<W, M, F, E>,
        mut position: Position<W>,
        offer: &M::Offer,
        number: u32,
    ) -> (Made, Option<Verdict>) {
        let (mut moves, mut effects) = (lane.moves.clone(), lane.effects.clone());
        let made = self.moves.play(&mut position, &mut moves, offer, number);
        self.effects.follow(&mut position, &mut effects);
        let measure = self.effects.measure(&effects, position.side);
        (made, self.ends.peek(&position, &lane.ends, measure))
    }

    /// Plays the ply with an id, which has this number unless somebody is mistaken.
    pub(super) fn go(&self, lane: &mut Lane<W, M, F, E>, id: u32, number: u32) -> Gone {
        let position = lane.look();
        let offer = self.moves.offer(&position, &lane.moves);
        let played = |number: u32| {
            let (mut position, mut moves) = (position, lane.moves.clone());
            let made = self.moves.play(&mut position, &mut moves, &offer, number);
            (self.moves.id(made) == id).then_some((position, moves))
        };
        let known = if number < offer.count() { played(number) } else { None };
        match known.or_else(|| (0..offer.count()).find_map(played)) {
            Some((position, moves)) => {
                lane.moves = moves;
                self.carry(lane, position)
            }
            None => Gone::Nowhere,
        }
    }

    /// What follows a ply that was made; where the next side has none the game is over, too.
    #[inline(always)]
    fn carry(&self, lane: &mut Lane<W, M, F, E>, mut position: Position<W>) -> Gone {
        lane.plies += 1;
        self.effects.follow(&mut position, &mut lane.effects);
        let measure = self.effects.measure(&lane.effects, position.side);
        if let Some(verdict) = self.ends.judge(&position, &mut lane.ends, measure) {
            return Gone::Over(Self::first(lane, verdict));
        }
        if Self::FINDS_ENDING_CELLS {
            self.ends.ending_cells(&position, &lane.ends, &mut lane.seen[position.side as usize & 1]);
        }
        lane.keep::<()>(&position);
        lane.side ^= 1;
        if self.moves.offer(&lane.look(), &lane.moves).count() > 0 {
            return Gone::On;
        }
        Gone::Over(Self::first(lane, self.stuck(lane)))
    }

    /// A game to its end, at most so many plies.
    pub(super) fn end(
        &self,
        lane: &mut Lane<W, M, F, E>,
        stream: &mut Stream,
        limit: u32,
        mut observer: Told<'_>,
    ) -> Ended {
        let limit = limit.saturating_add(lane.plies);
        self.finish(lane, limit, stream, &mut observer)
    }
}
