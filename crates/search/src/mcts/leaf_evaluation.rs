//! Static evaluation in place of playouts: when a node is added, each of its plies is evaluated. The best of these values is
//! what the simulation is worth, and all of them are priors, which count like a few simulations each.

use super::node::LANES;
use super::simulate::draw_values;
use super::tree_search::TreeSearch;
use lusory_play::stream::Stream;
use lusory_play::{Candidate, Evaluate, Explorer, PlayedPly, StartPosition, Values};

/// A prior counts like so many simulations of its ply.
pub(crate) const PRIOR_SIMULATIONS: u32 = 8;
/// A chance node in a row is drawn at most so often before a position is evaluated.
const MAX_CHANCE_PLIES: usize = 16;

/// Makes the evaluator of an explorer's positions.
pub type MakeEvaluator<'m> = &'m dyn Fn(&dyn Explorer) -> Box<dyn Evaluate>;

/// An explorer that follows the path of a simulation, and the evaluator of its positions.
pub(super) struct LeafEvaluator {
    explorer: Box<dyn Explorer>,
    evaluator: Box<dyn Evaluate>,
    /// The values after each ply of the last position.
    child_values: Vec<Values>,
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
    /// values after the best ply.
    fn look_ahead(&mut self, path: &[PlayedPly], plies: &mut [Candidate], stream: &mut Stream) -> Values {
        let depth = path.iter().take_while(|ply| self.play(ply.id)).count();
        let mover = self.explorer.to_move();
        self.child_values.clear();
        for ply in plies.iter_mut() {
            let value = if mover >= 0 && self.play(ply.id) {
                let (values, is_over) = (self.values(stream, 0), self.explorer.values().is_some());
                let is_known = is_over && self.explorer.players() == 2;
                ply.final_halves = if is_known { Some((values[0] * 2.0).round() as u8) } else { ply.final_halves };
                self.undo();
                values
            } else {
                draw_values(self.explorer.players())
            };
            self.child_values.push(value);
        }
        let values = self.child_values.iter().copied();
        let best = match usize::try_from(mover) {
            Ok(player) => values.max_by(|one, other| one[player].total_cmp(&other[player])),
            Err(_) => None,
        };
        let best = best.unwrap_or_else(|| self.values(stream, 0));
        (0..depth).for_each(|_| self.undo());
        best
    }

    /// The values of the position after a path, without lookahead.
    fn evaluate_leaf(&mut self, path: &[PlayedPly], stream: &mut Stream) -> Values {
        let depth = path.iter().take_while(|ply| self.play(ply.id)).count();
        let values = self.values(stream, 0);
        (0..depth).for_each(|_| self.undo());
        values
    }

    /// The values of the position; at a chance node of one outcome.
    fn values(&mut self, stream: &mut Stream, chance_plies: usize) -> Values {
        if let Some(values) = self.explorer.values() {
            return values;
        }
        if self.explorer.to_move() < 0 && chance_plies < MAX_CHANCE_PLIES {
            if !self.explorer.draw(stream).is_some_and(|id| self.play(id)) {
                return draw_values(self.explorer.players());
            }
            let values = self.values(stream, chance_plies + 1);
            self.undo();
            return values;
        }
        self.evaluator.values(self.explorer.as_ref())
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
        let values = leaf.look_ahead(&self.simulation_plies, &mut self.candidates, &mut self.stream);
        self.evaluated = Some(values);
    }

    /// Stores the values of a new node's plies as priors.
    pub(super) fn store_priors(&mut self, node: u32) {
        let Some(leaf) = &self.leaf_evaluator else { return };
        let (node, plies) = self.tree.at_mut(node);
        let player = usize::try_from(node.player).unwrap_or_default();
        for (block, values) in plies.iter_mut().zip(leaf.child_values.chunks(LANES)) {
            for (lane, values) in values.iter().enumerate() {
                block.amaf_visits[lane] = PRIOR_SIMULATIONS;
                block.amaf_sums[lane] = values[player] as f32 * PRIOR_SIMULATIONS as f32;
            }
        }
    }

    /// What the simulation is worth by the evaluator; none where there is none. Positions that got no node are evaluated now.
    pub(super) fn evaluated_value(&mut self) -> Option<Values> {
        let leaf = self.leaf_evaluator.as_mut()?;
        let (path, stream) = (&self.simulation_plies, &mut self.stream);
        Some(self.evaluated.take().unwrap_or_else(|| leaf.evaluate_leaf(path, stream)))
    }
}
