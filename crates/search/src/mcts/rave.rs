//! RAVE and GRAVE (Gelly and Silver 2011, Cazenave 2015): a simulation tells something of every ply that was made in it
//! later, by the same player, as if it had been made here. Plies are known by player and id.

use super::climb::Climb;
use super::tree::Edge;
use lusory_engine::machine::{Made, Values};
use lusory_engine::state::SIDES;

/// Ids from here on are not noted.
const MOST: u32 = 1 << 22;
/// So many simulations tell all that later plies can tell; beyond them sums would lose their last digits.
const ENOUGH: u32 = 1 << 23;

/// Which plies were made from some point of a simulation on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Later {
    /// For each player and id the simulation in which he made it last.
    marks: [Vec<u32>; SIDES],
    /// The number of this simulation.
    now: u32,
}

impl Later {
    /// A new simulation.
    pub fn begin(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.marks.iter_mut().for_each(Vec::clear);
            self.now = 1;
        }
    }

    /// A ply was made.
    pub fn note(&mut self, made: Made) {
        if made.player < 0 || made.id >= MOST {
            return;
        }
        let (id, marks) = (made.id as usize, &mut self.marks[made.player as usize % SIDES]);
        if id >= marks.len() {
            marks.resize(id + 1, 0);
        }
        marks[id] = self.now;
    }

    /// Did this player make a ply with this id? Whoever asks for many asks for one after the other.
    #[inline]
    pub fn by(&self, player: usize) -> impl Fn(u32) -> bool {
        let (marks, now) = (self.marks[player % SIDES].as_slice(), self.now);
        move |id| marks.get(id as usize).copied().unwrap_or(0) == now
    }
}

impl Climb {
    /// Adds the simulation to the means of all plies made in it, at each node on the way.
    pub(super) fn back_up_later(&mut self, values: &Values) {
        self.later.begin();
        let mut end = self.made.len();
        for depth in (0..self.path.len()).rev() {
            let begin = depth.min(end);
            self.made[begin..end].iter().for_each(|&made| self.later.note(made));
            end = begin;
            let node = self.path[depth].node;
            let player = self.tree.node(node).player;
            if let Ok(player) = usize::try_from(player) {
                let (value, made) = (values[player % SIDES] as f32, self.later.by(player));
                for edge in self.tree.edges_mut(node) {
                    // Without a branch: which plies were made cannot be foretold.
                    let one = u32::from(made(edge.id) & (edge.later_visits < ENOUGH));
                    edge.later_visits += one;
                    edge.later_sum += value * one as f32;
                }
            }
        }
    }
}

/// Asks for the means of plies of another node, by ascending ids.
pub(super) fn merge(edges: &[Edge]) -> impl FnMut(u32) -> (u32, f32) {
    let mut left = edges.iter().peekable();
    move |id| {
        while left.next_if(|edge| edge.id < id).is_some() {}
        left.next_if(|edge| edge.id == id).map_or((0, 0.0), |edge| (edge.later_visits, edge.later_sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_noted_by_player_and_forgotten_with_the_simulation() {
        let mut later = Later::default();
        later.begin();
        [(0, 5), (1, 7), (-1, 9), (0, u32::MAX)].into_iter().for_each(|(player, id)| later.note(Made { player, id }));
        let has = |later: &Later, id, player| later.by(player)(id);
        assert!(has(&later, 5, 0) && has(&later, 7, 1));
        assert!(!has(&later, 5, 1) && !has(&later, 9, 0) && !has(&later, u32::MAX, 0));
        later.begin();
        assert!(!has(&later, 5, 0));
    }
}
