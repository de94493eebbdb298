//! Evaluates the positions of a search with a net, incrementally.

use crate::layout::PatternLayout;
use crate::net::{Inputs, Net};
use crate::samples::Samples;
use crate::sums::PatternSums;
use lusory_play::{Evaluate, Explorer, TurnOutcome};
use std::sync::Arc;

/// Everything that a net needs to judge positions of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Patterns and their rows.
    pub layout: Arc<PatternLayout>,
    /// Numbers beside the board.
    pub inputs: Inputs,
    /// The weights.
    pub net: Net,
}

/// Reads the inputs of positions.
#[derive(Default)]
pub(crate) struct InputReader {
    pub read: Vec<f32>,
}

impl InputReader {
    /// The inputs of a position from the point of view of the player to move.
    pub fn read(&mut self, inputs: &Inputs, at: &dyn Explorer) -> &[f32] {
        at.counters(at.side(), &mut self.read);
        self.read.resize(inputs.len(), 0.0);
        inputs.scaled(&mut self.read);
        &self.read
    }
}

/// The side of the player to move as the net counts them: 0 the first.
#[inline]
pub(crate) fn seat(at: &dyn Explorer) -> usize {
    usize::from(at.side() == 2)
}

/// See the module.
pub struct NetJudge {
    model: Arc<Model>,
    sums: PatternSums,
    inputs: InputReader,
}

impl NetJudge {
    /// A judge; `begin` comes first.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        let sums = PatternSums::new(&model.layout);
        NetJudge { model, sums, inputs: InputReader::default() }
    }

    /// The net and its layout.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Makes the current position the root: earlier plies are not undone any more.
    pub fn root(&mut self) {
        self.sums.root(&self.model.layout, &self.model.net);
    }

    /// Adds the position to the training samples and recomputes its sums.
    pub fn note(&mut self, at: &dyn Explorer, samples: &mut Samples) {
        let model = &*self.model;
        let inputs = self.inputs.read(&model.inputs, at);
        samples.push(model, &mut self.sums, seat(at), inputs);
        self.sums.refresh(&model.layout, &model.net);
    }

    /// The log-odds of the player to move.
    pub fn value(&mut self, at: &dyn Explorer) -> f32 {
        let model = &*self.model;
        let read = self.inputs.read(&model.inputs, at);
        model.net.value(self.sums.here(&model.layout, &model.net), seat(at), read)
    }
}

impl Evaluate for NetJudge {
    fn set_root(&mut self, at: &dyn Explorer) {
        self.sums.begin(&self.model.layout, &self.model.net, at);
    }

    fn push(&mut self, at: &dyn Explorer) {
        self.sums.down(at);
    }

    fn pop(&mut self) {
        self.sums.back();
    }

    fn evaluate(&mut self, at: &dyn Explorer) -> f32 {
        let value = self.value(at);
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
