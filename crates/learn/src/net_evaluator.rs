//! Evaluates the positions of a search with a net, updated incrementally.

use crate::accumulators::Accumulators;
use crate::connections::Connections;
use crate::model::Model;
use crate::net::Inputs;
use crate::samples::Samples;
use crate::viewpoints::Viewpoints;
use crate::win_probability;
use lusory_play::{Evaluate, Explorer, Feature, TurnOutcome, Values, two_values};
use std::sync::Arc;

/// The beginning of the names of global features, which no pattern shows: those of connections across the board.
const GLOBAL_FEATURE: &str = "links";

/// Computes the inputs of positions, with reusable buffers.
#[derive(Default)]
pub(crate) struct InputReader {
    pub buffer: Vec<f32>,
    features: Vec<f32>,
    /// The indices of the global features; none before they are looked for.
    global: Option<Vec<usize>>,
}

impl InputReader {
    /// The scaled inputs of a position, from the perspective of a side (from 0): the counters of the state, then, if the
    /// net has more inputs than those, the global features, from `connections` where they are kept up to date.
    pub fn read(
        &mut self,
        inputs: &Inputs,
        at: &dyn Explorer,
        side: usize,
        connections: Option<&mut Connections>,
    ) -> &[f32] {
        at.counters(side as u8 + 1, &mut self.buffer);
        if inputs.len() > self.buffer.len() && !connections.is_some_and(|links| links.append(side, &mut self.buffer)) {
            self.append_features(at, side);
        }
        self.buffer.resize(inputs.len(), 0.0);
        inputs.scale_in_place(&mut self.buffer);
        &self.buffer
    }

    /// The connections of a board, if they are all the global features that the net reads.
    fn connections(&mut self, model: &Model, at: &dyn Explorer) -> Option<Connections> {
        at.counters(1, &mut self.buffer);
        let goals = model.layout.board.connections.len();
        let reads_them = model.inputs.len() == self.buffer.len() + Connections::INPUTS * goals;
        let has_two = model.layout.viewpoints == Viewpoints::TWO_OPEN;
        if reads_them && has_two { Connections::new(&model.layout.board) } else { None }
    }

    /// All that inputs are scaled from, as in `read`.
    pub fn read_unscaled(&mut self, at: &dyn Explorer, side: usize) -> &[f32] {
        at.counters(side as u8 + 1, &mut self.buffer);
        self.append_features(at, side);
        &self.buffer
    }

    /// Appends the global features of a position: those of a side less the other's.
    fn append_features(&mut self, at: &dyn Explorer, side: usize) {
        let global = self.global.get_or_insert_with(|| global_features(at));
        if global.is_empty() {
            return;
        }
        self.features.resize(at.features().len(), 0.0);
        at.write_features(&mut self.features);
        let sign = if at.player_of(side as u8 + 1) == 0 { 1.0 } else { -1.0 };
        self.buffer.extend(global.iter().map(|&number| sign * self.features[number]));
    }
}

/// The indices of the global features. None where the game hides something, since features are computed from all cells.
fn global_features(at: &dyn Explorer) -> Vec<usize> {
    if at.has_secrets() {
        return Vec::new();
    }
    let is_global = |feature: &Feature| feature.name.starts_with(GLOBAL_FEATURE);
    (0..at.features().len()).filter(|&number| is_global(&at.features()[number])).collect()
}

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
        NetEvaluator { model, accumulators: sums, inputs: InputReader::default(), connections: None }
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
