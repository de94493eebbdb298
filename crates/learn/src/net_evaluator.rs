//! Evaluates the positions of a search with a net, updated incrementally.

use crate::accumulators::Accumulators;
use crate::connections::Connections;
use crate::input_reader::{FeatureChoice, InputReader};
use crate::model::Model;
use crate::samples::Samples;
use crate::viewpoints::Viewpoints;
use crate::win_probability;
use lusory_play::{Evaluate, Explorer, TurnOutcome, Values, two_values};
use std::sync::Arc;

/// The side of the player to move, from 0; the first side where chance is to move.
#[inline]
fn mover_side(viewpoints: Viewpoints, at: &dyn Explorer) -> usize {
    let turn = usize::from(at.side().saturating_sub(1));
    if !viewpoints.by_player() {
        return turn;
    }
    // Within a turn, another player may have to answer.
    side_of(viewpoints, at, at.to_move()).unwrap_or(turn)
}

/// The side of a player, from 0.
fn side_of(viewpoints: Viewpoints, at: &dyn Explorer, player: i8) -> Option<usize> {
    (0..viewpoints.sides).find(|&side| i8::try_from(at.player_of(side as u8 + 1)) == Ok(player))
}

/// An evaluator with a net; see the module.
pub struct NetEvaluator {
    model: Arc<Model>,
    accumulators: Accumulators,
    inputs: InputReader,
    /// None before the first root, and where the net does not read them.
    connections: Option<Connections>,
}

impl NetEvaluator {
    /// An evaluator; call `set_root` before anything else.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        let sums = Accumulators::new(&model.layout);
        let inputs = InputReader::new(FeatureChoice::of(&model.layout));
        NetEvaluator { model, accumulators: sums, inputs, connections: None }
    }

    /// The net and its layout.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Makes the current position the root: earlier plies cannot be popped any more.
    pub fn make_root(&mut self) {
        self.accumulators.make_root(&self.model.layout, &self.model.net);
        if let Some(connections) = &mut self.connections {
            connections.make_root();
        }
    }

    /// Adds the position to the training samples and recomputes its sums: one sample for the mover, or one for each side.
    pub fn add_samples(&mut self, at: &dyn Explorer, samples: &mut Samples) {
        let viewpoints = self.model.layout.viewpoints;
        let mover = mover_side(viewpoints, at);
        let viewers = if viewpoints.by_player() { 0..viewpoints.sides } else { mover..mover + 1 };
        viewers.for_each(|viewer| self.add_sample(at, viewer, samples));
        self.accumulators.refresh(&self.model.layout, &self.model.net);
    }

    /// Adds the sample of one side.
    pub fn add_sample(&mut self, at: &dyn Explorer, viewer: usize, samples: &mut Samples) {
        let model = &*self.model;
        let mover = mover_side(model.layout.viewpoints, at);
        let inputs = self.inputs.read(&model.inputs, at, viewer, self.connections.as_mut());
        samples.push(model, &mut self.accumulators, viewer, mover, inputs);
    }

    /// The log-odds that the player to move wins.
    pub fn mover_log_odds(&mut self, at: &dyn Explorer) -> f32 {
        self.side_log_odds(at, mover_side(self.model.layout.viewpoints, at))
    }

    /// The log-odds that the player of a side (from 0) wins. In open games of two: only of the side to move.
    pub fn side_log_odds(&mut self, at: &dyn Explorer, side: usize) -> f32 {
        let model = &*self.model;
        let viewpoints = model.layout.viewpoints;
        let inputs = self.inputs.read(&model.inputs, at, side, self.connections.as_mut());
        let sums = self.accumulators.current(&model.layout, &model.net);
        let sums = (0..viewpoints.sums()).map(|number| &sums[side ^ number]);
        model.net.value(sums, viewpoints.bias(side, mover_side(viewpoints, at)), inputs)
    }

    /// The probability that a player wins.
    pub fn player_chance(&mut self, at: &dyn Explorer, player: usize) -> f32 {
        let viewpoints = self.model.layout.viewpoints;
        if viewpoints.by_player() {
            return side_of(viewpoints, at, player as i8)
                .map_or(0.5, |side| win_probability(self.side_log_odds(at, side)));
        }
        let chance = win_probability(self.mover_log_odds(at));
        if usize::try_from(at.to_move()) == Ok(player) { chance } else { 1.0 - chance }
    }
}

impl Evaluate for NetEvaluator {
    fn set_root(&mut self, at: &dyn Explorer) {
        self.accumulators.set_root(&self.model.layout, &self.model.net, at);
        if self.connections.is_none() {
            self.connections = self.inputs.connections(&self.model, at);
        }
        if let Some(connections) = &mut self.connections {
            connections.set_root(at);
        }
    }

    fn push(&mut self, at: &dyn Explorer) {
        self.accumulators.push(&self.model.layout, &self.model.net, at);
        if let Some(connections) = &mut self.connections {
            connections.push(at);
        }
    }

    fn pop(&mut self) {
        self.accumulators.pop();
        if let Some(connections) = &mut self.connections {
            connections.pop();
        }
    }

    fn evaluate(&mut self, at: &dyn Explorer) -> f32 {
        let value = self.mover_log_odds(at);
        if at.to_move() == 1 { -value } else { value }
    }

    /// Each player's chance. In open games of more than two their sum is one; with hidden information each is an estimate
    /// from what that player knows.
    fn values(&mut self, at: &dyn Explorer) -> Values {
        let mut values = Values::default();
        let viewpoints = self.model.layout.viewpoints;
        if !viewpoints.by_player() {
            return two_values(self.evaluate(at));
        }
        for (player, value) in values.iter_mut().enumerate().take(viewpoints.sides) {
            *value = f64::from(self.player_chance(at, player));
        }
        let sum: f64 = values.iter().sum();
        if !viewpoints.secrets && sum > 0.0 {
            values.iter_mut().for_each(|value| *value /= sum);
        }
        values
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
