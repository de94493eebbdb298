//! Evaluates the positions of a search with a net, updated incrementally.

use crate::accumulators::Accumulators;
use crate::net::{Inputs, Net};
use crate::pattern_layout::PatternLayout;
use crate::samples::Samples;
use lusory_play::{Evaluate, Explorer, TurnOutcome};
use std::sync::Arc;

/// A net with the layout and inputs of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Patterns and their rows.
    pub layout: Arc<PatternLayout>,
    /// The scaling of inputs beside the board.
    pub inputs: Inputs,
    /// The weights.
    pub net: Net,
}

/// Computes the inputs of positions, with a reusable buffer.
#[derive(Default)]
pub(crate) struct InputReader {
    pub buffer: Vec<f32>,
}

impl InputReader {
    /// The scaled inputs of a position, from the perspective of the player to move.
    pub fn read(&mut self, inputs: &Inputs, at: &dyn Explorer) -> &[f32] {
        at.counters(at.side(), &mut self.buffer);
        self.buffer.resize(inputs.len(), 0.0);
        inputs.scale_in_place(&mut self.buffer);
        &self.buffer
    }
}

/// The side of the player to move: 0 for the first (and for chance), 1 for the second.
#[inline]
pub(crate) fn mover_side(at: &dyn Explorer) -> usize {
    usize::from(at.side() == 2)
}

/// An evaluator with a net; see the module.
pub struct NetEvaluator {
    model: Arc<Model>,
    accumulators: Accumulators,
    inputs: InputReader,
}

impl NetEvaluator {
    /// An evaluator; call `set_root` before anything else.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        let sums = Accumulators::new(&model.layout);
        NetEvaluator { model, accumulators: sums, inputs: InputReader::default() }
    }

    /// The net and its layout.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Makes the current position the root: earlier plies cannot be popped any more.
    pub fn make_root(&mut self) {
        self.accumulators.make_root(&self.model.layout, &self.model.net);
    }

    /// Adds the position to the training samples and recomputes its sums.
    pub fn add_sample(&mut self, at: &dyn Explorer, samples: &mut Samples) {
        let model = &*self.model;
        let inputs = self.inputs.read(&model.inputs, at);
        samples.push(model, &mut self.accumulators, mover_side(at), inputs);
        self.accumulators.refresh(&model.layout, &model.net);
    }

    /// The log-odds that the player to move wins.
    pub fn mover_log_odds(&mut self, at: &dyn Explorer) -> f32 {
        let model = &*self.model;
        let inputs = self.inputs.read(&model.inputs, at);
        model.net.value(self.accumulators.current(&model.layout, &model.net), mover_side(at), inputs)
    }
}

impl Evaluate for NetEvaluator {
    fn set_root(&mut self, at: &dyn Explorer) {
        self.accumulators.set_root(&self.model.layout, &self.model.net, at);
    }

    fn push(&mut self, at: &dyn Explorer) {
        self.accumulators.push(at);
    }

    fn pop(&mut self) {
        self.accumulators.pop();
    }

    fn evaluate(&mut self, at: &dyn Explorer) -> f32 {
        let value = self.mover_log_odds(at);
        if at.to_move() == 1 { -value } else { value }
    }

    fn evaluate_outcome(&mut self, _: &dyn TurnOutcome) -> f32 {
        0.0
    }

    fn evaluates_turns(&self) -> bool {
        false
    }

    fn orders_plies(&self) -> bool {
        true
    }
}
