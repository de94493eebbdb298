//! A batch of independent games, stepped in lockstep, each with its own random stream.

use crate::stream::Stream;
use crate::{Start, Values, Walker};

/// Games from one position, each in its own lane with its own random stream: lane `k` draws from game `k` of the seed, so
/// that its game does not depend on the number of lanes.
pub struct Batch {
    lanes: Vec<(Box<dyn Walker>, Stream)>,
}

impl Batch {
    /// So many games that begin at a position.
    #[must_use]
    pub fn new<P: Start + ?Sized>(start: &P, lanes: usize, seed: u64) -> Self {
        Batch { lanes: (0..lanes).map(|lane| (start.walker(), Stream::new(seed, lane as u64))).collect() }
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The cursor of a lane.
    #[must_use]
    pub fn lane(&mut self, lane: usize) -> Option<&mut dyn Walker> {
        Some(self.lanes.get_mut(lane)?.0.as_mut())
    }

    /// Plays one ply in every lane, by its id; `false` of a lane where it is not legal, and nothing has changed there.
    pub fn step(&mut self, ids: &[u32]) -> Vec<bool> {
        self.lanes.iter_mut().zip(ids).map(|((walker, _), &id)| walker.play(id)).collect()
    }

    /// Draws and plays a legal ply in every lane whose game is not over: which were played.
    pub fn random_step(&mut self) -> Vec<Option<u32>> {
        let one = |(walker, stream): &mut (Box<dyn Walker>, Stream)| {
            let id = if walker.values().is_none() { walker.draw(stream) } else { None };
            id.filter(|&id| walker.play(id))
        };
        self.lanes.iter_mut().map(one).collect()
    }

    /// What each game was worth, where it is over.
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
