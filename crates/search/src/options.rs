//! Options of searches by simulations.

use lusory_play::PlayoutSettings;

/// Options of a search by simulations. Measurements of the defaults are in docs/decisions/2026-11-21-search.md, for games
/// with secrets in docs/decisions/2026-11-22-secrets.md.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How much plies that were seldom tried are preferred; 0 not at all.
    pub exploration: f64,
    /// How soon a ply's own mean counts more than that of simulations in which it was made later (RAVE): greater is
    /// sooner. Nothing: such simulations do not count.
    pub rave: Option<f64>,
    /// A node with fewer visits takes those means from a node above it (GRAVE).
    pub grave_visits: u32,
    /// What a ply is taken to be worth that was never tried.
    pub first_play_urgency: f64,
    /// After so many visits a ply gets a node.
    pub expansion_visits: u32,
    /// Are plies that end the game looked for wherever a node is made? Only kernels look.
    pub detect_endings: bool,
    /// The weight of the move-ordering prior; it fades with visits.
    pub prior_weight: f64,
    /// Heuristic playouts: take a win that is cheap to detect, stop that of the other side, give neither away? Only
    /// kernels look, and only for lines.
    pub decisive: bool,
    /// A random game is cut after so many plies and taken for drawn.
    pub max_playout_plies: u32,
    /// Where something is hidden, so many simulations begin in one state that was drawn.
    pub simulations_per_sample: u32,
    /// Where something is hidden, are states drawn by what others are likely to have done?
    pub likely_samples: bool,
    /// The tree takes no more bytes than this.
    pub memory: usize,
    /// How many threads search. Each has a tree of its own.
    pub threads: usize,
    /// All chance comes from it.
    pub seed: u64,
    /// Is it measured where the time goes?
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

    /// The playout options.
    #[must_use]
    pub fn playout_settings(&self) -> PlayoutSettings {
        PlayoutSettings { max_plies: self.max_playout_plies, decisive: self.decisive }
    }
}
