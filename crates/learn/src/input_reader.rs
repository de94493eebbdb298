//! Reads what a net is given beside its patterns: the counters of the state, and features of the static evaluation.

use crate::connections::Connections;
use crate::model::Model;
use crate::net::Inputs;
use crate::pattern_layout::PatternLayout;
use crate::viewpoints::Viewpoints;
use lusory_play::{Explorer, Feature};

/// The beginning of the names of global features, which no pattern shows: those of connections across the board.
const GLOBAL_FEATURE: &str = "links";

/// Which features of the static evaluation are among a net's inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum FeatureChoice {
    /// Those that no pattern shows.
    #[default]
    Global,
    /// All: there are no patterns.
    All,
}

impl FeatureChoice {
    /// That of the nets with a layout.
    pub fn of(layout: &PatternLayout) -> FeatureChoice {
        if layout.patterns == 0 { FeatureChoice::All } else { FeatureChoice::Global }
    }
}

/// Computes the inputs of positions, with reusable buffers.
#[derive(Default)]
pub(crate) struct InputReader {
    pub buffer: Vec<f32>,
    features: Vec<f32>,
    choice: FeatureChoice,
    /// The indices of the chosen features; none before they are looked for.
    chosen: Option<Vec<usize>>,
}

impl InputReader {
    pub fn new(choice: FeatureChoice) -> Self {
        InputReader { choice, ..InputReader::default() }
    }

    /// The scaled inputs of a position, from the perspective of a side (from 0): the counters of the state, then, if the
    /// net has more inputs than those, the chosen features, from `connections` where they are kept up to date.
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
    pub fn connections(&mut self, model: &Model, at: &dyn Explorer) -> Option<Connections> {
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

    /// Appends the chosen features of a position: those of a side less the other's.
    fn append_features(&mut self, at: &dyn Explorer, side: usize) {
        let choice = self.choice;
        let chosen = self.chosen.get_or_insert_with(|| chosen_features(at, choice));
        if chosen.is_empty() {
            return;
        }
        self.features.resize(at.features().len(), 0.0);
        at.write_chosen_features(chosen, &mut self.features);
        let sign = if at.player_of(side as u8 + 1) == 0 { 1.0 } else { -1.0 };
        self.buffer.extend(chosen.iter().map(|&number| sign * self.features[number]));
    }
}

/// The indices of the chosen features. None where the game hides something, since features are computed from all cells.
fn chosen_features(at: &dyn Explorer, choice: FeatureChoice) -> Vec<usize> {
    if at.has_secrets() {
        return Vec::new();
    }
    let is_chosen = |feature: &Feature| choice == FeatureChoice::All || feature.name.starts_with(GLOBAL_FEATURE);
    (0..at.features().len()).filter(|&number| is_chosen(&at.features()[number])).collect()
}
