//! Training samples in arenas: what the net reads for one player's value of a position, and its target.

use crate::accumulators::Accumulators;
use crate::model::Model;

/// A sample, as spans of the arenas of `Samples`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SampleSpan {
    /// The end of the rows of each sum; the first sum's begin where the sample before ends.
    pub rows: [u32; 2],
    /// The number of the bias.
    pub bias: u8,
    /// The target probability that the viewer wins.
    pub target: f32,
}

/// A training sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'s> {
    /// Pattern rows by sum, the viewer's first; none where the net does not read a second sum.
    pub rows: [&'s [u32]; 2],
    /// Inputs beside the board, scaled.
    pub inputs: &'s [f32],
    /// The number of the bias.
    pub bias: usize,
    /// The target probability that the viewer wins.
    pub target: f32,
}

/// A list of samples; see the module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    pub(crate) spans: Vec<SampleSpan>,
    pub(crate) rows: Vec<u32>,
    pub(crate) inputs: Vec<f32>,
    width: usize,
}

impl Samples {
    /// No samples, for nets with `width` inputs.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Samples { width, ..Samples::default() }
    }

    /// The number of samples.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Appends the current position of the accumulators, for the value of side `viewer` where side `mover` is to move,
    /// with a placeholder target; see `set_target`.
    pub fn push(&mut self, model: &Model, sums: &mut Accumulators, viewer: usize, mover: usize, inputs: &[f32]) {
        let viewpoints = model.layout.viewpoints;
        let rows = [0, 1].map(|number| {
            if number < viewpoints.sums() {
                sums.rows(&model.layout, &model.net, viewer ^ number, &mut self.rows);
            }
            self.rows.len() as u32
        });
        self.inputs.extend_from_slice(inputs);
        self.spans.push(SampleSpan { rows, bias: viewpoints.bias(viewer, mover) as u8, target: 0.5 });
    }

    /// Sets the target of a sample.
    pub fn set_target(&mut self, number: usize, target: f32) {
        if let Some(span) = self.spans.get_mut(number) {
            span.target = target;
        }
    }

    /// Appends the samples of another list.
    pub fn append(&mut self, other: &Samples) {
        let base = self.rows.len() as u32;
        let shifted = |span: &SampleSpan| SampleSpan { rows: span.rows.map(|end| end + base), ..*span };
        self.spans.extend(other.spans.iter().map(shifted));
        self.rows.extend_from_slice(&other.rows);
        self.inputs.extend_from_slice(&other.inputs);
    }

    /// The sample with this index.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Sample<'_>> {
        let span = self.spans.get(number)?;
        let begin = number.checked_sub(1).and_then(|before| self.spans.get(before)).map_or(0, |before| before.rows[1]);
        let rows = |from: u32, to: u32| self.rows.get(from as usize..to as usize);
        let rows = [rows(begin, span.rows[0])?, rows(span.rows[0], span.rows[1])?];
        let inputs = self.inputs.get(number * self.width..(number + 1) * self.width)?;
        Some(Sample { rows, inputs, bias: usize::from(span.bias), target: span.target })
    }
}
