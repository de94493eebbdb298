//! Evaluation in place of playouts: each player's value is judged by what he sees in the sampled position.

use super::information_search::InformationSearch;
use super::information_tree::ROOT;
use crate::mcts::PRIOR_SIMULATIONS;
use crate::mcts::simulate::draw_values;
use lusory_play::stream::Stream;
use lusory_play::{Evaluate, Explorer, Values, Walker};

/// So many forced plies and chance plies are played before a position is evaluated: the answer to an announcement, say.
const MAX_SETTLING_PLIES: usize = 8;

/// Makes an evaluator for positions whose root is set later.
pub type MakeSampleEvaluator<'m> = &'m dyn Fn() -> Box<dyn Evaluate>;

/// An explorer that is rooted at the sampled position of a simulation, and its evaluator.
pub(super) struct SampleEvaluator {
    explorer: Option<Box<dyn Explorer>>,
    evaluator: Box<dyn Evaluate>,
    ids: Vec<u32>,
}

impl SampleEvaluator {
    pub fn new(make: MakeSampleEvaluator<'_>) -> Self {
        SampleEvaluator { explorer: None, evaluator: make(), ids: Vec::new() }
    }

    /// Roots the explorer at the walker's position.
    fn set_root(&mut self, walker: &mut dyn Walker) {
        walker.explore(&mut self.explorer);
        if let Some(explorer) = &self.explorer {
            self.evaluator.set_root(explorer.as_ref());
        }
    }

    /// The values of the explorer's position, after the plies that are forced there.
    fn values(&mut self, stream: &mut Stream) -> Values {
        let mut plies = 0;
        while plies < MAX_SETTLING_PLIES && self.settle(stream) {
            plies += 1;
        }
        let Some(explorer) = &self.explorer else { return Values::default() };
        let values = explorer.values().unwrap_or_else(|| match explorer.to_move() {
            ..0 => draw_values(explorer.players()),
            _ => self.evaluator.values(explorer.as_ref()),
        });
        (0..plies).for_each(|_| self.undo());
        values
    }

    /// The values after a ply; those of a draw where it is illegal.
    fn values_after(&mut self, id: u32, stream: &mut Stream) -> Values {
        if !self.play(id) {
            return draw_values(self.explorer.as_ref().map_or(2, |explorer| explorer.players()));
        }
        let values = self.values(stream);
        self.undo();
        values
    }

    /// Plays a chance ply, or the only legal ply; `false` where a player has a choice.
    fn settle(&mut self, stream: &mut Stream) -> bool {
        let Some(explorer) = &mut self.explorer else { return false };
        if explorer.values().is_some() {
            return false;
        }
        let id = if explorer.to_move() < 0 {
            explorer.draw(stream)
        } else {
            explorer.legal(&mut self.ids);
            if let [only] = self.ids[..] { Some(only) } else { None }
        };
        id.is_some_and(|id| self.play(id))
    }

    fn play(&mut self, id: u32) -> bool {
        let Some(explorer) = &mut self.explorer else { return false };
        let is_legal = explorer.play(id);
        if is_legal {
            self.evaluator.push(explorer.as_ref());
        }
        is_legal
    }

    fn undo(&mut self) {
        if self.explorer.as_mut().is_some_and(|explorer| explorer.undo()) {
            self.evaluator.pop();
        }
    }
}

impl InformationSearch {
    /// Evaluates the plies of a node that have no prior yet (`self.ids` are the legal ones). Where the node is new, the
    /// values after its best ply are what the simulation is worth.
    pub(super) fn judge_plies(&mut self, walker: &mut dyn Walker, player: usize, node: u32) -> Option<Values> {
        let leaf = self.leaf_evaluator.as_mut()?;
        let edges = &mut self.trees[player].node_mut(node).edges;
        let is_new = edges.iter().all(|edge| edge.amaf_visits == 0);
        let mut best: Option<Values> = None;
        for &id in &self.ids {
            let Ok(place) = edges.binary_search_by_key(&id, |edge| edge.id) else { continue };
            if edges[place].amaf_visits > 0 {
                continue;
            }
            if best.is_none() {
                leaf.set_root(walker);
            }
            let values = leaf.values_after(id, &mut self.stream);
            edges[place].amaf_visits = PRIOR_SIMULATIONS;
            edges[place].amaf_sum = values[player] as f32 * PRIOR_SIMULATIONS as f32;
            best = Some(best.filter(|best| best[player] >= values[player]).unwrap_or(values));
        }
        best.filter(|_| is_new && node != ROOT && self.ids.len() > 1)
    }

    /// The values of the walker's position by the evaluator; none where there is none.
    pub(super) fn evaluated_values(&mut self, walker: &mut dyn Walker) -> Option<Values> {
        let leaf = self.leaf_evaluator.as_mut()?;
        if let Some(values) = self.evaluated.take() {
            return Some(values);
        }
        if let Some(values) = walker.values() {
            return Some(values);
        }
        leaf.set_root(walker);
        Some(leaf.values(&mut self.stream))
    }
}
