//! Pattern networks trained by self-play, on the interface of `lusory-play` alone.
//!
//! ```text
//!   board     cells, steps, symmetries of the rules, as handed over             board.rs
//!   layout    which patterns there are: cells, tied classes, rows of weights     layout.rs, family.rs
//!   net       the weights, and the head that makes a value of two sums           net.rs
//!   sums      both sides' sums, kept up to date from what each ply changed       sums.rs
//!   weights   weights as bytes, and back                                         weights.rs
//!   judge     a net that judges positions for a search (`Evaluate`)              judge.rs
//!   learner   rounds: games against itself, gradient steps on their positions   learner.rs, self_play.rs, adam.rs
//! ```
//!
//! Values are those of the player to move and are compared, never negated: turns may have several plies.

pub mod accumulators;
pub mod board_geometry;
pub mod learner;
pub mod net;
pub mod net_evaluator;
pub mod pattern_layout;
pub mod samples;
pub mod self_play;
pub mod weights;

mod adam;
mod pattern_family;
mod warm_up;

/// Floats in a row of weights, in a sum, and in the hidden layer.
pub const WIDTH: usize = 32;

/// A row of weights, a sum, or a layer.
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

    /// Takes one row off and adds another.
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

/// The chance that log-odds stand for.
#[must_use]
pub fn win_probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
