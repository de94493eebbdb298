//! Options of Monte Carlo tree search, with their defaults.

use lusory_play::PlayoutSettings;

/// Options of Monte Carlo tree search. The defaults are measured in docs/decisions/2026-11-21-search.md, for games with
/// secrets in docs/decisions/2026-11-22-secrets.md.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// The exploration constant of UCT; 0 for no exploration term.
    pub exploration: f64,
    /// The RAVE bias: the greater, the sooner a ply's own mean outweighs its AMAF mean. None turns RAVE off.
    pub rave: Option<f64>,
    /// Nodes with fewer visits use the AMAF statistics of an ancestor (the `ref` constant of GRAVE).
    pub grave_visits: u32,
    /// The value of a ply without visits (first-play urgency).
    pub first_play_urgency: f64,
    /// The number of visits after which a ply gets a node.
    pub expansion_visits: u32,
    /// Whether plies that end the game are detected when a node is added. Only kernels can.
    pub detect_endings: bool,
    /// The weight of the prior bonus, which decreases with visits.
    pub prior_weight: f64,
    /// Whether playouts use decisive and anti-decisive plies (`PlayoutSettings::decisive`). Only kernels can, for
    /// lines.
    pub decisive: bool,
    /// The ply limit of a playout; beyond it the game counts as a draw.
    pub max_playout_plies: u32,
    /// The number of playouts at a time, where several are faster than one after the other: from as many leaves
    /// (`StateCursor::playouts`), or from one (`Walker::leaf_playouts`). Each counts as a simulation.
    pub leaf_playouts: u32,
    /// With hidden information: the number of simulations from one sampled state.
    pub simulations_per_sample: u32,
    /// With hidden information: whether states are sampled by the likelihood of opponents' plies (see
    /// `Knowledge::sample`).
    pub likely_samples: bool,
    /// The memory limit of all trees together, in bytes.
    pub memory: usize,
    /// The number of threads. Each has its own tree.
    pub threads: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether the time of the tree phases and of playouts is measured.
    pub timed: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            exploration: 0.4,
            rave: Some(0.001),
            grave_visits: 20,
            first_play_urgency: 1.0,
            expansion_visits: 2,
            detect_endings: true,
            prior_weight: 3.0,
            decisive: true,
            max_playout_plies: 1000,
            leaf_playouts: 1,
            simulations_per_sample: 2,
            likely_samples: true,
            memory: 256 << 20,
            threads: 1,
            seed: 0,
            timed: false,
        }
    }
}

impl Options {
    /// The defaults for a search of one player's knowledge: without RAVE, since AMAF values mislead where pieces are
    /// hidden (measured, see docs/decisions/2026-11-22-secrets.md).
    #[must_use]
    pub fn for_knowledge() -> Self {
        Options { rave: None, ..Options::default() }
    }

    /// The defaults for a search with an evaluator in place of playouts: the values of plies are priors in their own node.
    #[must_use]
    pub fn for_evaluator() -> Self {
        Options { exploration: 0.1, grave_visits: 0, expansion_visits: 1, leaf_playouts: 1, ..Options::default() }
    }

    /// The defaults for a search of one player's knowledge with an evaluator in place of playouts.
    #[must_use]
    pub fn for_knowledge_with_evaluator() -> Self {
        Options { expansion_visits: 1, ..Options::for_evaluator() }
    }

    /// The settings of playouts.
    #[must_use]
    pub fn playout_settings(&self) -> PlayoutSettings {
        PlayoutSettings { max_plies: self.max_playout_plies, decisive: self.decisive }
    }
}
