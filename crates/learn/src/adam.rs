//! The Adam optimiser (Kingma and Ba 2015), sparse: updates only the rows that a batch touches.

use crate::net::Net;
use crate::samples::{Sample, Samples};
use crate::{WIDTH, WeightRow, chance, times_plus};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-6;
/// Inactive units of the first layer get this share of their gradient (leaky ReLU), so that none stays dead.
const LEAK: f32 = 0.01;

/// Both moments of a row.
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
            let first = times_plus(FIRST_DECAY, self.first.0[place], (1.0 - FIRST_DECAY) * slope);
            let second = times_plus(SECOND_DECAY, self.second.0[place], (1.0 - SECOND_DECAY) * slope * slope);
            (self.first.0[place], self.second.0[place]) = (first, second);
            weights.0[place] -= rate * first / (second.sqrt() + SMALL);
        }
    }
}

/// Gradients of the head, summed over a batch.
struct HeadGradient {
    first: Vec<WeightRow>,
    inputs: Vec<WeightRow>,
    bias: [WeightRow; 2],
    last: WeightRow,
    base: WeightRow,
    offset: f32,
}

impl HeadGradient {
    fn new(inputs: usize) -> Self {
        let (first, inputs) = (vec![WeightRow::ZERO; 2 * WIDTH], vec![WeightRow::ZERO; inputs]);
        HeadGradient {
            first,
            inputs,
            bias: [WeightRow::ZERO; 2],
            last: WeightRow::ZERO,
            base: WeightRow::ZERO,
            offset: 0.0,
        }
    }

    fn clear(&mut self) {
        self.first.fill(WeightRow::ZERO);
        self.inputs.fill(WeightRow::ZERO);
        (self.bias, self.last, self.base, self.offset) = ([WeightRow::ZERO; 2], WeightRow::ZERO, WeightRow::ZERO, 0.0);
    }
}

/// Trains a net.
pub struct Adam {
    rows: Vec<AdamMoments>,
    head: Vec<AdamMoments>,
    gradients: Vec<WeightRow>,
    /// The batch that touched each row last.
    touched: Vec<u32>,
    list: Vec<u32>,
    gradient: HeadGradient,
    batch: u32,
}

impl Adam {
    /// For nets like this one.
    #[must_use]
    pub fn new(net: &Net) -> Self {
        let rows = net.rows.len();
        let head = 2 * WIDTH + net.inputs.len() + 5;
        Adam {
            rows: vec![AdamMoments::ZERO; rows],
            head: vec![AdamMoments::ZERO; head],
            gradients: vec![WeightRow::ZERO; rows],
            touched: vec![0; rows],
            list: Vec::new(),
            gradient: HeadGradient::new(net.inputs.len()),
            batch: 0,
        }
    }

    /// One step on the samples with these numbers; returns the sum of squared errors of the chances.
    pub fn step(&mut self, net: &mut Net, samples: &Samples, numbers: &[u32], rate: f32) -> f64 {
        self.batch += 1;
        self.list.clear();
        self.gradient.clear();
        let share = 1.0 / numbers.len().max(1) as f32;
        let each = numbers.iter().filter_map(|&number| samples.get(number as usize));
        let loss = each.map(|sample| self.learn(net, &sample, share)).sum();
        self.apply(net, rate);
        loss
    }

    /// Adds the gradient of the cross entropy between a target and the net's chance.
    fn learn(&mut self, net: &Net, sample: &Sample<'_>, share: f32) -> f64 {
        let sums = sample.rows.map(|rows| {
            let mut sum = net.base;
            rows.iter().for_each(|&row| sum.add(&net.rows[row as usize]));
            sum
        });
        let hidden = net.hidden(&sums, sample.seat, sample.inputs);
        let odds = hidden.0.iter().zip(&net.last.0).map(|(hidden, last)| hidden.max(0.0) * last).sum::<f32>();
        let error = chance(odds + net.offset) - sample.target;
        let slope = self.back_to_hidden(net, &hidden, sample, error * share);
        for seat in 0..2 {
            let side = (sample.seat ^ seat) & 1;
            let slope = self.back_to_sum(net, &sums[side], seat, &slope);
            self.gradient.base.add(&slope);
            sample.rows[side].iter().for_each(|&row| self.touch(row, &slope));
        }
        f64::from(error * error)
    }

    fn back_to_hidden(&mut self, net: &Net, hidden: &WeightRow, sample: &Sample<'_>, error: f32) -> WeightRow {
        let gradient = &mut self.gradient;
        let mut slope = WeightRow::ZERO;
        for place in 0..WIDTH {
            let active = hidden.0[place].max(0.0);
            gradient.last.0[place] = times_plus(error, active, gradient.last.0[place]);
            slope.0[place] = if active > 0.0 { error * net.last.0[place] } else { 0.0 };
        }
        gradient.offset += error;
        gradient.bias[sample.seat & 1].add(&slope);
        for (row, &input) in gradient.inputs.iter_mut().zip(sample.inputs) {
            row.add_times(&slope, input);
        }
        slope
    }

    fn back_to_sum(&mut self, net: &Net, sum: &WeightRow, seat: usize, slope: &WeightRow) -> WeightRow {
        let mut below = WeightRow::ZERO;
        for place in 0..WIDTH {
            let weights = &net.first[seat * WIDTH + place];
            let mut parts = [0.0f32; 8];
            for (four, (weight, slope)) in weights.0.iter().zip(&slope.0).enumerate() {
                parts[four & 7] = times_plus(*weight, *slope, parts[four & 7]);
            }
            let flows: f32 = parts.iter().sum();
            let active = sum.0[place].max(0.0);
            below.0[place] = if active > 0.0 { flows } else { LEAK * flows };
            if active > 0.0 {
                self.gradient.first[seat * WIDTH + place].add_times(slope, active);
            }
        }
        below
    }

    #[inline]
    fn touch(&mut self, row: u32, slope: &WeightRow) {
        let place = row as usize;
        if self.touched[place] == self.batch {
            self.gradients[place].add(slope);
        } else {
            self.touched[place] = self.batch;
            self.list.push(row);
            self.gradients[place] = *slope;
        }
    }

    fn apply(&mut self, net: &mut Net, rate: f32) {
        for &row in &self.list {
            let place = row as usize;
            self.rows[place].step(&mut net.rows[place], &self.gradients[place], rate);
        }
        let gradient = &self.gradient;
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
