//! Weights of features, and the evaluation that they give.

use lusory_play::{Evaluate, Explorer, Feature, Outlook};

/// A weight for each feature, with a buffer to measure them.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// One a feature, in the order in which they are measured.
    pub each: Vec<f32>,
    /// What was measured last.
    pub measured: Vec<f32>,
}

impl Weights {
    /// From one weight per feature.
    #[must_use]
    pub fn new(each: Vec<f32>) -> Self {
        let measured = vec![0.0; each.len()];
        Weights { each, measured }
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

    /// The evaluation of a position for the first player; `measure` writes its features.
    #[must_use]
    pub fn sum(&mut self, measure: impl FnOnce(&mut [f32])) -> f32 {
        measure(&mut self.measured);
        self.each.iter().zip(&self.measured).map(|(weight, feature)| weight * feature).sum()
    }
}

impl Evaluate for Weights {
    fn begin(&mut self, _: &dyn Explorer) {}

    fn down(&mut self, _: &dyn Explorer) {}

    fn back(&mut self) {}

    fn judge(&mut self, at: &dyn Explorer) -> f32 {
        self.sum(|out| at.measure(out))
    }

    fn judge_end(&mut self, end: &dyn Outlook) -> f32 {
        self.sum(|out| end.measure(out))
    }

    fn takes_turns(&self) -> bool {
        true
    }

    fn orders(&self) -> bool {
        false
    }
}
