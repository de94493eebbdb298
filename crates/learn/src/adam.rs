//! Training step: backpropagation and the Adam optimiser (Kingma and Ba 2015), without its bias correction. It is sparse:
//! weights and moments of a pattern row change only with a batch that uses it.

use crate::net::Net;
use crate::samples::{Sample, Samples};
use crate::{WIDTH, WeightRow, multiply_add, win_probability};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-6;
/// Inactive units of the first layer pass on this share of their gradient (as a leaky ReLU), so that none stays dead.
const LEAK: f32 = 0.01;

/// Adam's first and second moments of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdamMoments {
    first: WeightRow,
    second: WeightRow,
}

impl AdamMoments {
    const ZERO: AdamMoments = AdamMoments { first: WeightRow::ZERO, second: WeightRow::ZERO };

    #[inline]
    fn step(&mut self, weights: &mut WeightRow, gradient: &WeightRow, rate: f32) {
        for place in 0..WIDTH {
            let slope = gradient.0[place];
            let first = multiply_add(BETA_1, self.first.0[place], (1.0 - BETA_1) * slope);
            let second = multiply_add(BETA_2, self.second.0[place], (1.0 - BETA_2) * slope * slope);
            (self.first.0[place], self.second.0[place]) = (first, second);
            weights.0[place] -= rate * first / (second.sqrt() + EPSILON);
        }
    }
}

/// Gradients of the weights other than the pattern rows, summed over a batch.
struct HeadGradient {
    first: Vec<WeightRow>,
    inputs: Vec<WeightRow>,
    bias: Vec<WeightRow>,
    last: WeightRow,
    base: WeightRow,
    offset: f32,
}

impl HeadGradient {
    fn new(net: &Net) -> Self {
        let zeros = |rows: &[WeightRow]| vec![WeightRow::ZERO; rows.len()];
        HeadGradient {
            first: zeros(&net.first),
            inputs: zeros(&net.inputs),
            bias: zeros(&net.bias),
            last: WeightRow::ZERO,
            base: WeightRow::ZERO,
            offset: 0.0,
        }
    }

    fn clear(&mut self) {
        self.first.fill(WeightRow::ZERO);
        self.inputs.fill(WeightRow::ZERO);
        self.bias.fill(WeightRow::ZERO);
        (self.last, self.base, self.offset) = (WeightRow::ZERO, WeightRow::ZERO, 0.0);
    }
}

/// The optimiser of a net.
pub struct Adam {
    rows: Vec<AdamMoments>,
    head: Vec<AdamMoments>,
    row_gradients: Vec<WeightRow>,
    /// By row: the number of the last batch that used it; `row_gradients` is valid only where that is `batch`.
    last_batch: Vec<u32>,
    touched_rows: Vec<u32>,
    head_gradient: HeadGradient,
    batch: u32,
}

impl Adam {
    /// An optimiser for nets of the size of `net`.
    #[must_use]
    pub fn new(net: &Net) -> Self {
        let rows = net.rows.len();
        // First layer, inputs, biases, last layer, base and offset.
        let head = net.first.len() + net.inputs.len() + net.bias.len() + 3;
        Adam {
            rows: vec![AdamMoments::ZERO; rows],
            head: vec![AdamMoments::ZERO; head],
            row_gradients: vec![WeightRow::ZERO; rows],
            last_batch: vec![0; rows],
            touched_rows: Vec::new(),
            head_gradient: HeadGradient::new(net),
            batch: 0,
        }
    }

    /// One optimiser step on the samples with these indices; returns the sum of squared errors of the probabilities.
    pub fn step(&mut self, net: &mut Net, samples: &Samples, numbers: &[u32], rate: f32) -> f64 {
        self.batch += 1;
        self.touched_rows.clear();
        self.head_gradient.clear();
        let share = 1.0 / numbers.len().max(1) as f32;
        let each = numbers.iter().filter_map(|&number| samples.get(number as usize));
        let loss = each.map(|sample| self.add_gradient(net, &sample, share)).sum();
        self.update_weights(net, rate);
        loss
    }

    /// Adds the gradient of the cross entropy of a sample's target and the net's probability; returns the squared error.
    fn add_gradient(&mut self, net: &Net, sample: &Sample<'_>, share: f32) -> f64 {
        let sums = sample.rows.map(|rows| {
            let mut sum = net.base;
            rows.iter().for_each(|&row| sum.add(&net.rows[row as usize]));
            sum
        });
        let hidden = net.hidden(sums.iter(), sample.bias, sample.inputs);
        let odds = hidden.0.iter().zip(&net.last.0).map(|(hidden, last)| hidden.max(0.0) * last).sum::<f32>();
        let error = win_probability(odds + net.offset) - sample.target;
        let slope = self.backpropagate_to_hidden(net, &hidden, sample, error * share);
        for (number, (sum, rows)) in sums.iter().zip(sample.rows).take(net.first.len() / WIDTH).enumerate() {
            let slope = self.backpropagate_to_sum(net, sum, number, &slope);
            self.head_gradient.base.add(&slope);
            rows.iter().for_each(|&row| self.add_row_gradient(row, &slope));
        }
        f64::from(error * error)
    }

    fn backpropagate_to_hidden(&mut self, net: &Net, hidden: &WeightRow, sample: &Sample<'_>, error: f32) -> WeightRow {
        let gradient = &mut self.head_gradient;
        let mut slope = WeightRow::ZERO;
        for place in 0..WIDTH {
            let active = hidden.0[place].max(0.0);
            gradient.last.0[place] = multiply_add(error, active, gradient.last.0[place]);
            slope.0[place] = if active > 0.0 { error * net.last.0[place] } else { 0.0 };
        }
        gradient.offset += error;
        gradient.bias[sample.bias].add(&slope);
        for (row, &input) in gradient.inputs.iter_mut().zip(sample.inputs) {
            row.add_times(&slope, input);
        }
        slope
    }

    fn backpropagate_to_sum(&mut self, net: &Net, sum: &WeightRow, number: usize, slope: &WeightRow) -> WeightRow {
        let mut below = WeightRow::ZERO;
        for place in 0..WIDTH {
            let weights = &net.first[number * WIDTH + place];
            let mut partial_sums = [0.0f32; 8];
            for (unit, (weight, slope)) in weights.0.iter().zip(&slope.0).enumerate() {
                partial_sums[unit & 7] = multiply_add(*weight, *slope, partial_sums[unit & 7]);
            }
            let error: f32 = partial_sums.iter().sum();
            let active = sum.0[place].max(0.0);
            below.0[place] = if active > 0.0 { error } else { LEAK * error };
            if active > 0.0 {
                self.head_gradient.first[number * WIDTH + place].add_times(slope, active);
            }
        }
        below
    }

    #[inline]
    fn add_row_gradient(&mut self, row: u32, slope: &WeightRow) {
        let place = row as usize;
        if self.last_batch[place] == self.batch {
            self.row_gradients[place].add(slope);
        } else {
            self.last_batch[place] = self.batch;
            self.touched_rows.push(row);
            self.row_gradients[place] = *slope;
        }
    }

    fn update_weights(&mut self, net: &mut Net, rate: f32) {
        for &row in &self.touched_rows {
            let place = row as usize;
            self.rows[place].step(&mut net.rows[place], &self.row_gradients[place], rate);
        }
        let gradient = &self.head_gradient;
        // The offset is a single number; it is updated as the first entry of a row, since weights are updated by rows.
        let mut offset = (WeightRow::ZERO, WeightRow::ZERO);
        (offset.0.0[0], offset.1.0[0]) = (net.offset, gradient.offset);
        let weights = net.first.iter_mut().chain(&mut net.inputs).chain(&mut net.bias);
        let weights = weights.chain([&mut net.last, &mut net.base, &mut offset.0]);
        let slopes = gradient.first.iter().chain(&gradient.inputs).chain(&gradient.bias);
        let slopes = slopes.chain([&gradient.last, &gradient.base, &offset.1]);
        for ((weights, slope), moments) in weights.zip(slopes).zip(&mut self.head) {
            moments.step(weights, slope, rate);
        }
        net.offset = offset.0.0[0];
    }
}
