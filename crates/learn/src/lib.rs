//! Pattern networks (n-tuple networks with a small head) trained by self-play, on the interface of `lusory-play` alone.
//!
//! ```text
//!   viewpoints        from whose points of view positions are evaluated
//!   board_geometry    cells, steps, symmetries of the rules
//!   pattern_layout    the patterns, their classes and rows of weights; pattern_family.rs generates them
//!   net               the weights, and the evaluation from two sums
//!   accumulators      the sides' sums, updated incrementally
//!   connections       how near each side's links are; lattice.rs: sets of cells whose steps are shifts
//!   net_evaluator     a net as an evaluator of a search (`Evaluate`); input_reader.rs: its inputs beside the patterns
//!   evaluation_time   measures evaluations as a search makes them
//!   serialisation     weights to bytes and back; game_bytes.rs: games of self-play
//!   learner           training in rounds: self_play.rs plays, samples.rs stores, adam.rs optimises
//! ```
//!
//! Values are those of the player to move and are compared, never negated: turns may have several plies.

mod accumulators;
pub mod board_geometry;
pub mod connections;
pub mod evaluation_time;
pub mod game_bytes;
pub mod learner;
pub mod model;
pub mod net;
pub mod net_evaluator;
pub mod pattern_layout;
pub mod samples;
mod self_play;
pub mod serialisation;
pub mod viewpoints;

mod adam;
mod input_reader;
mod lattice;
mod pattern_family;
mod warm_up;

/// The width of a row of weights, of a sum, and of the hidden layer, in floats.
pub const WIDTH: usize = 32;

/// A vector of `WIDTH` floats: a row of weights, a sum, or a layer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct WeightRow(pub [f32; WIDTH]);

impl WeightRow {
    /// All zero.
    pub const ZERO: WeightRow = WeightRow([0.0; WIDTH]);

    /// Adds another row.
    #[inline]
    pub fn add(&mut self, other: &WeightRow) {
        *self = WeightRow(std::array::from_fn(|place| self.0[place] + other.0[place]));
    }

    /// Subtracts one row and adds another.
    #[inline]
    pub fn exchange(&mut self, old: &WeightRow, new: &WeightRow) {
        *self = WeightRow(std::array::from_fn(|place| self.0[place] + (new.0[place] - old.0[place])));
    }

    /// Adds a multiple of another row.
    #[inline]
    pub fn add_times(&mut self, other: &WeightRow, factor: f32) {
        *self = WeightRow(std::array::from_fn(|place| multiply_add(other.0[place], factor, self.0[place])));
    }
}

/// `a * b + c`, fused where the CPU does that in one instruction.
#[inline]
#[must_use]
pub fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(target_feature = "fma") { a.mul_add(b, c) } else { a * b + c }
}

/// The probability of log-odds (logistic function).
#[must_use]
pub fn win_probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
