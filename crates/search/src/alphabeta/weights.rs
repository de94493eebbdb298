//! Linear evaluation: the weighted sum of the features of a position.

use lusory_play::{Evaluate, Explorer, Feature, TurnOutcome};

/// A weight for each feature, and a buffer for the features of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The weights, in the order of `Explorer::features`.
    pub each: Vec<f32>,
    /// The features of the position evaluated last.
    pub features: Vec<f32>,
}

impl Weights {
    /// From one weight per feature.
    #[must_use]
    pub fn new(each: Vec<f32>) -> Self {
        let measured = vec![0.0; each.len()];
        Weights { each, features: measured }
    }

    /// The priors of the features.
    #[must_use]
    pub fn prior(features: &[Feature]) -> Self {
        Self::new(features.iter().map(|feature| feature.prior).collect())
    }

    /// Weight 1, -1 or 0 for each feature, by the sign of its prior.
    #[must_use]
    pub fn unit(features: &[Feature]) -> Self {
        let sign = |feature: &Feature| if feature.prior == 0.0 { 0.0 } else { feature.prior.signum() };
        Self::new(features.iter().map(sign).collect())
    }

    /// The evaluation for the first player of the features that `write_features` writes.
    #[must_use]
    pub fn evaluate_with(&mut self, write_features: impl FnOnce(&mut [f32])) -> f32 {
        write_features(&mut self.features);
        self.each.iter().zip(&self.features).map(|(weight, feature)| weight * feature).sum()
    }
}

impl Evaluate for Weights {
    fn set_root(&mut self, _: &dyn Explorer) {}

    fn push(&mut self, _: &dyn Explorer) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, at: &dyn Explorer) -> f32 {
        self.evaluate_with(|out| at.write_features(out))
    }

    fn evaluate_outcome(&mut self, end: &dyn TurnOutcome) -> f32 {
        self.evaluate_with(|out| end.write_features(out))
    }

    fn evaluates_turns(&self) -> bool {
        true
    }

    fn orders_plies(&self) -> bool {
        false
    }
}
