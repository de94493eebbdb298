//! Training samples in arenas: the pattern rows of both sides, the inputs, and the target of each position.

use crate::accumulators::Accumulators;
use crate::net_evaluator::Model;

/// A sample, as spans of the arenas of `Samples`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct SampleSpan {
    /// The end of the rows of each side; the first side's begin where the sample before ends.
    rows: [u32; 2],
    /// The side of the player to move, 0 or 1.
    side: u8,
    /// The target probability that this player wins.
    target: f32,
}

/// A training sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'s> {
    /// Pattern rows by side.
    pub rows: [&'s [u32]; 2],
    /// Inputs beside the board, scaled.
    pub inputs: &'s [f32],
    /// The side of the player to move, 0 or 1.
    pub side: usize,
    /// The target probability that this player wins.
    pub target: f32,
}

/// A list of samples; see the module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    spans: Vec<SampleSpan>,
    rows: Vec<u32>,
    inputs: Vec<f32>,
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
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Appends the current position of the accumulators with a placeholder target; see `set_target`.
    pub fn push(&mut self, model: &Model, sums: &mut Accumulators, seat: usize, inputs: &[f32]) {
        let rows = [0, 1].map(|side| {
            sums.rows(&model.layout, &model.net, side, &mut self.rows);
            self.rows.len() as u32
        });
        self.inputs.extend_from_slice(inputs);
        self.spans.push(SampleSpan { rows, side: seat as u8, target: 0.5 });
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
        Some(Sample { rows, inputs, side: usize::from(span.side), target: span.target })
    }
}
