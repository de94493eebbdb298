//! A batch of independent games, stepped in lockstep, each with its own random stream.

use crate::stream::Stream;
use crate::{StartPosition, Values, Walker};

/// Games from one position, each in its own lane with its own random stream: lane `k` draws from game `k` of the seed,
/// so that its game does not depend on the number of lanes.
pub struct Batch {
    lanes: Vec<(Box<dyn Walker>, Stream)>,
}

impl Batch {
    /// `lanes` games from a position.
    #[must_use]
    pub fn new<P: StartPosition + ?Sized>(start: &P, lanes: usize, seed: u64) -> Self {
        Batch { lanes: (0..lanes).map(|lane| (start.walker(), Stream::new(seed, lane as u64))).collect() }
    }

    /// The cursors of all lanes.
    pub fn walkers(&mut self) -> impl Iterator<Item = &mut dyn Walker> {
        self.lanes.iter_mut().map(|(walker, _)| walker.as_mut() as &mut dyn Walker)
    }

    /// Plays one ply in every lane, by its id. `false` for a lane where the ply is illegal; that lane is unchanged.
    pub fn step(&mut self, ids: &[u32]) -> Vec<bool> {
        self.lanes.iter_mut().zip(ids).map(|((walker, _), &id)| walker.play(id)).collect()
    }

    /// Draws a legal ply for every lane whose game is not over, without playing it.
    pub fn draw(&mut self) -> Vec<Option<u32>> {
        let draw_one = |(walker, stream): &mut (Box<dyn Walker>, Stream)| {
            if walker.values().is_none() { walker.draw(stream) } else { None }
        };
        self.lanes.iter_mut().map(draw_one).collect()
    }

    /// The values of each game that is over.
    #[must_use]
    pub fn values(&self) -> Vec<Option<Values>> {
        self.lanes.iter().map(|(walker, _)| walker.values()).collect()
    }

    /// Restarts the lanes whose games are over, and returns how many.
    pub fn reset_finished(&mut self) -> usize {
        let over = self.lanes.iter_mut().filter(|(walker, _)| walker.values().is_some());
        over.map(|(walker, _)| walker.rewind()).count()
    }
}
