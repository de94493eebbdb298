//! Static evaluation in place of playouts: when a node is added, each of its plies is evaluated. The best of these values is
//! what the simulation is worth, and all of them are priors, which count like a few simulations each.

use super::node::LANES;
use super::tree_search::TreeSearch;
use lusory_play::stream::Stream;
use lusory_play::{Candidate, Evaluate, Explorer, PlayedPly, StartPosition, Values};

/// A prior counts like so many simulations of its ply.
const PRIOR_SIMULATIONS: u32 = 8;
/// A chance node in a row is drawn at most so often before a position is evaluated.
const MAX_CHANCE_PLIES: usize = 16;

/// Makes the evaluator of an explorer's positions.
pub type MakeEvaluator<'m> = &'m dyn Fn(&dyn Explorer) -> Box<dyn Evaluate>;

/// An explorer that follows the path of a simulation, and the evaluator of its positions. For games of two players.
pub(super) struct LeafEvaluator {
    explorer: Box<dyn Explorer>,
    evaluator: Box<dyn Evaluate>,
    /// The first player's value after each ply of the last position.
    child_values: Vec<f64>,
}

impl LeafEvaluator {
    /// An evaluator at the root.
    pub fn new(position: &(impl StartPosition + ?Sized), make: MakeEvaluator<'_>) -> Self {
        let explorer = position.explorer();
        let mut evaluator = make(explorer.as_ref());
        evaluator.set_root(explorer.as_ref());
        LeafEvaluator { explorer, evaluator, child_values: Vec::new() }
    }

    /// Moves the root.
    pub fn set_root(&mut self, position: &(impl StartPosition + ?Sized)) {
        self.explorer.reset(position.as_any());
        self.evaluator.set_root(self.explorer.as_ref());
    }

    /// Evaluates the position after the plies of a path, and the plies in it; those that end the game are marked. Returns the
    /// first player's value by the best ply.
    fn look_ahead(&mut self, path: &[PlayedPly], plies: &mut [Candidate], stream: &mut Stream) -> f64 {
        let depth = path.iter().take_while(|ply| self.play(ply.id)).count();
        let mover = self.explorer.to_move();
        self.child_values.clear();
        for ply in plies.iter_mut() {
            let value = if mover >= 0 && self.play(ply.id) {
                let (value, is_over) = (self.value(stream, 0), self.explorer.values().is_some());
                ply.final_halves = if is_over { Some((value * 2.0).round() as u8) } else { ply.final_halves };
                self.undo();
                value
            } else {
                0.5
            };
            self.child_values.push(value);
        }
        let values = self.child_values.iter().copied();
        let best = match mover {
            0 => values.fold(0.0, f64::max),
            1 => values.fold(1.0, f64::min),
            _ => self.value(stream, 0),
        };
        (0..depth).for_each(|_| self.undo());
        best
    }

    /// The first player's value of the position after a path, without lookahead.
    fn evaluate_leaf(&mut self, path: &[PlayedPly], stream: &mut Stream) -> f64 {
        let depth = path.iter().take_while(|ply| self.play(ply.id)).count();
        let value = self.value(stream, 0);
        (0..depth).for_each(|_| self.undo());
        value
    }

    /// The first player's value of the position; at a chance node of one outcome.
    fn value(&mut self, stream: &mut Stream, chance_plies: usize) -> f64 {
        if let Some(values) = self.explorer.values() {
            return values[0];
        }
        if self.explorer.to_move() < 0 && chance_plies < MAX_CHANCE_PLIES {
            if !self.explorer.draw(stream).is_some_and(|id| self.play(id)) {
                return 0.5;
            }
            let value = self.value(stream, chance_plies + 1);
            self.undo();
            return value;
        }
        1.0 / (1.0 + f64::from(-self.evaluator.evaluate(self.explorer.as_ref())).exp())
    }

    fn play(&mut self, id: u32) -> bool {
        let is_legal = self.explorer.play(id);
        if is_legal {
            self.evaluator.push(self.explorer.as_ref());
        }
        is_legal
    }

    fn undo(&mut self) {
        if self.explorer.undo() {
            self.evaluator.pop();
        }
    }
}

impl TreeSearch {
    /// Evaluates the walker's position and its candidates, if there is an evaluator: what the simulation is worth.
    pub(super) fn evaluate_candidates(&mut self) {
        let Some(leaf) = &mut self.leaf_evaluator else { return };
        let value = leaf.look_ahead(&self.simulation_plies, &mut self.candidates, &mut self.stream);
        self.evaluated = Some(values_of_first(value));
    }

    /// Stores the values of a new node's plies as priors.
    pub(super) fn store_priors(&mut self, node: u32) {
        let Some(leaf) = &self.leaf_evaluator else { return };
        let (node, plies) = self.tree.at_mut(node);
        let own = |first: f64| (if node.player == 0 { first } else { 1.0 - first }) as f32;
        for (block, values) in plies.iter_mut().zip(leaf.child_values.chunks(LANES)) {
            for (lane, &first) in values.iter().enumerate() {
                block.amaf_visits[lane] = PRIOR_SIMULATIONS;
                block.amaf_sums[lane] = own(first) * PRIOR_SIMULATIONS as f32;
            }
        }
    }

    /// What the simulation is worth by the evaluator; none where there is none. Positions that got no node are evaluated now.
    pub(super) fn evaluated_value(&mut self) -> Option<Values> {
        let leaf = self.leaf_evaluator.as_mut()?;
        let (path, stream) = (&self.simulation_plies, &mut self.stream);
        Some(self.evaluated.take().unwrap_or_else(|| values_of_first(leaf.evaluate_leaf(path, stream))))
    }
}

/// The values of a game of two.
fn values_of_first(first: f64) -> Values {
    [first, 1.0 - first, 0.0, 0.0]
}
