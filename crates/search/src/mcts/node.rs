//! Tree nodes, and the statistics of their plies as structures of arrays.

use bytemuck::{Pod, Zeroable};
use lusory_play::SIDES;
use lusory_play::{Candidate, Values};

/// No node.
pub const NONE: u32 = u32::MAX;

/// Visits saturate here, so that they fit signed integers, which convert to floats faster.
const MAX_VISITS: u32 = i32::MAX as u32;

/// A node: the statistics of a position.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct TreeNode {
    /// The number of its plies; overwritten during compaction (see `Tree::retain_subtree`).
    pub count: u32,
    /// The number of simulations through it.
    pub visits: u32,
    /// Proven lower bound of the value for the player to move (for the first player at a chance node).
    pub low: f32,
    /// Proven upper bound.
    pub high: f32,
    /// The exact values, if proven, otherwise the mean values of the simulations, per player.
    means: Values,
    /// The player to move; -1 for chance.
    pub player: i8,
    /// Whether the exact values of all players are proven. 0 or 1.
    proven: u8,
    /// Whether the compaction in progress retains the node. 0 or 1.
    pub(super) is_retained: u8,
    spare: [u8; 13],
}

impl TreeNode {
    pub(super) fn new(player: i8, count: usize) -> Self {
        TreeNode { count: count as u32, player, high: 1.0, ..TreeNode::zeroed() }
    }

    /// The player whose values `low` and `high` bound: the player to move, the first at a chance node.
    #[must_use]
    pub fn perspective(&self) -> usize {
        usize::try_from(self.player).unwrap_or(0) % SIDES
    }

    /// Adds a simulation.
    #[inline]
    pub fn add_simulation(&mut self, values: &Values) {
        self.visits = (self.visits + 1).min(MAX_VISITS);
        if !self.is_proven() {
            let share = 1.0 / f64::from(self.visits);
            self.means.iter_mut().zip(values).for_each(|(mean, &value)| *mean += (value - *mean) * share);
        }
    }

    /// Whether the exact values of all players are proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proven != 0
    }

    /// The exact values, if proven.
    #[must_use]
    pub fn proof(&self) -> Option<Values> {
        self.is_proven().then_some(self.means)
    }

    /// The exact values if proven, else the means.
    #[must_use]
    pub fn values(&self) -> Values {
        self.means
    }

    /// Stores proven exact values.
    pub fn prove(&mut self, values: Values) {
        (self.proven, self.means) = (1, values);
    }
}

/// Plies in one block of the structure of arrays.
pub const LANES: usize = 4;

/// Statistics of four plies as a structure of arrays; `Edge` documents the fields.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct PlyBlock {
    pub ids: [u32; LANES],
    pub visits: [u32; LANES],
    /// Double precision: in single precision the update after some million visits is too small, and the mean drifts.
    pub means: [f64; LANES],
    pub amaf_visits: [u32; LANES],
    pub amaf_sums: [f32; LANES],
    pub highs: [f32; LANES],
    pub lows: [f32; LANES],
    pub children: [u32; LANES],
    /// `Candidate::number`, the hint for `Walker::play_candidate`.
    pub numbers: [u32; LANES],
}

/// The upper bound of unused lanes, below all values, so that they are never selected.
const UNUSED_BOUND: f32 = f32::NEG_INFINITY;

/// A block of unused lanes.
const EMPTY_LANES: PlyBlock = PlyBlock {
    ids: [u32::MAX; LANES],
    highs: [UNUSED_BOUND; LANES],
    children: [NONE; LANES],
    visits: [0; LANES],
    means: [0.0; LANES],
    amaf_visits: [0; LANES],
    amaf_sums: [0.0; LANES],
    lows: [0.0; LANES],
    numbers: [0; LANES],
};

impl PlyBlock {
    /// Plies without visits; those known to end the game have exact values. `perspective`: the player to move.
    pub(super) fn new(plies: &[Candidate], perspective: usize) -> Self {
        let own_halves = |first: u8| if perspective == 0 { first } else { 2 - first.min(2) };
        let mut block = EMPTY_LANES;
        for (lane, ply) in plies.iter().enumerate().take(LANES) {
            let exact = ply.final_halves.map(|first| f32::from(own_halves(first)) / 2.0);
            (block.ids[lane], block.numbers[lane]) = (ply.id, ply.number);
            (block.lows[lane], block.highs[lane]) = (exact.unwrap_or(0.0), exact.unwrap_or(1.0));
        }
        block
    }

    /// Adds a simulation to the ply in a lane.
    #[inline]
    pub fn add_simulation(&mut self, lane: usize, value: f64) {
        self.visits[lane] = (self.visits[lane] + 1).min(MAX_VISITS);
        self.means[lane] += (value - self.means[lane]) / f64::from(self.visits[lane]);
    }

    /// Counts a simulation that is still to come as lost, so that others take other ways.
    pub(super) fn add_virtual_loss(&mut self, lane: usize) {
        self.add_simulation(lane, 0.0);
    }

    /// Takes it back.
    pub(super) fn remove_virtual_loss(&mut self, lane: usize) {
        let visits = self.visits[lane];
        self.visits[lane] = visits.saturating_sub(1);
        self.means[lane] *= f64::from(visits) / f64::from(self.visits[lane].max(1));
    }

    /// The ply in a lane.
    #[must_use]
    pub fn edge(&self, lane: usize) -> Edge {
        Edge {
            id: self.ids[lane],
            child: self.children[lane],
            visits: self.visits[lane],
            mean: self.means[lane],
            amaf_visits: self.amaf_visits[lane],
            amaf_sum: self.amaf_sums[lane],
            low: self.lows[lane],
            high: self.highs[lane],
        }
    }
}

/// The statistics of a ply. Values are for the player who makes it; for the first player at a chance node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// Its id.
    pub id: u32,
    /// The number of the child node, or `NONE`.
    pub child: u32,
    /// The number of simulations through it.
    pub visits: u32,
    /// Their mean value.
    pub mean: f64,
    /// The number of simulations through the node in which the same player made the ply, here or later (AMAF).
    pub amaf_visits: u32,
    /// The sum of their values; at a chance node the weight of the ply.
    pub amaf_sum: f32,
    /// Proven lower bound of the value.
    pub low: f32,
    /// Proven upper bound.
    pub high: f32,
}

impl Edge {
    /// Whether the value of the node is proven.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low >= self.high
    }

    /// The mean value, clamped to the proven bounds; none without visits or an exact value.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        let has_value = self.visits > 0 || self.is_exact();
        has_value.then(|| self.mean.max(f64::from(self.low)).min(f64::from(self.high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_do_not_drift_and_visits_do_not_run_over() {
        let (mut node, mut four) = (TreeNode::new(0, 1), EMPTY_LANES);
        for number in 0..8_000_000 {
            let value = if number % 10 < 9 { 1.0 } else { 0.0 };
            node.add_simulation(&[value, 1.0 - value, 0.0, 0.0]);
            four.add_simulation(0, value);
        }
        assert!((node.values()[0] - 0.9).abs() < 1e-6 && (node.values()[1] - 0.1).abs() < 1e-6);
        assert!((four.means[0] - 0.9).abs() < 1e-6);
        (node.visits, four.visits[0]) = (MAX_VISITS, MAX_VISITS);
        node.add_simulation(&[1.0, 0.0, 0.0, 0.0]);
        four.add_simulation(0, 1.0);
        assert_eq!((node.visits, four.visits[0]), (MAX_VISITS, MAX_VISITS));
    }
}
