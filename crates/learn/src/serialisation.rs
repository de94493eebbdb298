//! Serialises the weights of a net: 32-bit floats, little-endian.

use crate::board_geometry::LearnFault;
use crate::model::Model;
use crate::net::{Inputs, Net};
use crate::pattern_layout::PatternLayout;
use crate::{WIDTH, WeightRow};
use std::sync::Arc;

/// The weights of a net as bytes.
#[must_use]
pub fn to_bytes(net: &Net) -> Vec<u8> {
    let weights = rows(net).flat_map(|row| row.0).chain([net.offset]);
    weights.flat_map(f32::to_le_bytes).collect()
}

/// The model of a layout and inputs, with weights from bytes.
///
/// # Errors
/// A `LearnFault` where there are more or fewer than the layout has, or one is not finite.
pub fn from_bytes(layout: PatternLayout, inputs: Inputs, bytes: &[u8]) -> Result<Model, LearnFault> {
    let mut net = Net::new(&layout, inputs.len(), 0);
    let expected = 4 * (rows(&net).count() * WIDTH + 1);
    if bytes.len() != expected {
        return Err(LearnFault(format!("{} bytes of weights, expected {expected}", bytes.len())));
    }
    let mut weights = bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    rows_mut(&mut net).flat_map(|row| &mut row.0).zip(&mut weights).for_each(|(weight, stored)| *weight = stored);
    net.offset = weights.next().unwrap_or(0.0);
    if net.is_finite() {
        Ok(Model { layout: Arc::new(layout), inputs, net })
    } else {
        Err(LearnFault("weights: expected finite numbers".into()))
    }
}

fn rows(net: &Net) -> impl Iterator<Item = &WeightRow> {
    net.rows.iter().chain([&net.base]).chain(&net.first).chain(&net.inputs).chain(&net.bias).chain([&net.last])
}

fn rows_mut(net: &mut Net) -> impl Iterator<Item = &mut WeightRow> {
    let rows = net.rows.iter_mut().chain([&mut net.base]).chain(&mut net.first).chain(&mut net.inputs);
    rows.chain(&mut net.bias).chain([&mut net.last])
}
