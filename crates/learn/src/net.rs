//! The network: from both sides' sums of pattern rows and a few inputs to the log-odds that the player to move wins.
//!
//! ```text
//!   sum of the mover     32 ┐
//!   sum of the other     32 ├─ ReLU ─► 32 ─ ReLU ─► log-odds
//!   counters of the state n ┘ (scaled)
//! ```
//!
//! Where each player's value has its own evaluation (`Viewpoints`), only the sum of his view is read.

use crate::pattern_layout::PatternLayout;
use crate::{WIDTH, WeightRow, multiply_add};
use lusory_base::stream::Stream;

/// The scaling of the counters of the state to inputs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// The factor of each counter (`Explorer::counters`); 0 for those that never change.
    pub scale: Vec<f32>,
}

/// Inputs are clamped to this absolute value.
const MAX_INPUT: f32 = 8.0;

impl Inputs {
    /// The number of inputs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scale.len()
    }

    /// Whether the net has no weights.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scale.is_empty()
    }

    /// Scales counters to inputs, in place.
    #[inline]
    pub(crate) fn scale_in_place(&self, inputs: &mut [f32]) {
        inputs.iter_mut().zip(&self.scale).for_each(|(input, scale)| {
            *input = (*input * scale).clamp(-MAX_INPUT, MAX_INPUT);
        });
    }
}

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// The rows of pattern weights; row 0 is zero.
    pub rows: Vec<WeightRow>,
    /// The bias of both sums.
    pub base: WeightRow,
    /// Weights from the sums to the hidden layer; where there are two sums, first those of the viewer's.
    pub first: Vec<WeightRow>,
    /// Weights from the inputs to the hidden layer.
    pub inputs: Vec<WeightRow>,
    /// The biases of the hidden layer (`Viewpoints::bias`).
    pub bias: Vec<WeightRow>,
    /// Weights from the hidden layer to the output.
    pub last: WeightRow,
    /// The bias of the output.
    pub offset: f32,
}

impl Net {
    /// An untrained net: small random weights.
    #[must_use]
    pub fn new(layout: &PatternLayout, inputs: usize, seed: u64) -> Net {
        let mut stream = Stream::new(seed, u64::MAX);
        let mut row = |size: f32| {
            let mut row = WeightRow::ZERO;
            row.0.iter_mut().for_each(|weight| *weight = (open_uniform(&mut stream) * 2.0 - 1.0) * size);
            row
        };
        let rows = vec![WeightRow::ZERO; layout.rows];
        let first = (0..layout.viewpoints.sums() * WIDTH).map(|_| row(0.15)).collect();
        let (inputs, last) = ((0..inputs).map(|_| row(0.05)).collect(), row(0.15));
        Net {
            rows,
            base: WeightRow([0.1; WIDTH]),
            first,
            inputs,
            bias: vec![WeightRow([0.05; WIDTH]); layout.viewpoints.biases()],
            last,
            offset: 0.0,
        }
    }

    /// The log-odds that the viewer wins. `sums`: as many as the net reads, the viewer's first. `bias`: its number.
    #[inline]
    #[must_use]
    pub fn value<'s>(&self, sums: impl Iterator<Item = &'s WeightRow>, bias: usize, inputs: &[f32]) -> f32 {
        let hidden = self.hidden(sums, bias, inputs);
        let mut each = [0.0f32; WIDTH];
        for ((each, hidden), weight) in each.iter_mut().zip(&hidden.0).zip(&self.last.0) {
            *each = hidden.max(0.0) * weight;
        }
        each.iter().sum::<f32>() + self.offset
    }

    /// The hidden layer before its ReLU. Two independent chains of sums, for instruction-level parallelism.
    #[inline]
    pub(crate) fn hidden<'s>(
        &self,
        sums: impl Iterator<Item = &'s WeightRow>,
        bias: usize,
        inputs: &[f32],
    ) -> WeightRow {
        let (mut even, mut odd) = (self.bias[bias].0, [0.0f32; WIDTH]);
        for (sum, weights) in sums.zip(self.first.chunks_exact(WIDTH)) {
            for (two, rows) in sum.0.chunks_exact(2).zip(weights.chunks_exact(2)) {
                let (one, other) = (two[0].max(0.0), two[1].max(0.0));
                for place in 0..WIDTH {
                    even[place] = multiply_add(rows[0].0[place], one, even[place]);
                    odd[place] = multiply_add(rows[1].0[place], other, odd[place]);
                }
            }
        }
        let mut hidden = WeightRow(even);
        hidden.add(&WeightRow(odd));
        // Most counters are zero.
        for (&input, weights) in inputs.iter().zip(&self.inputs).filter(|&(&input, _)| input != 0.0) {
            hidden.add_times(weights, input);
        }
        hidden
    }

    /// Whether all weights are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let rows =
            self.rows.iter().chain(&self.first).chain(&self.inputs).chain(&self.bias).chain([&self.base, &self.last]);
        self.offset.is_finite() && rows.flat_map(|row| &row.0).all(|weight| weight.is_finite())
    }
}

/// A uniform number in the open interval (0, 1).
pub(crate) fn open_uniform(stream: &mut Stream) -> f32 {
    ((stream.bits() >> 40) as f32 + 0.5) / (1u64 << 24) as f32
}
