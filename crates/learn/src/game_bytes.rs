//! Serialises games of self-play, for training on other machines.
//!
//! ```text
//!   game     evaluations u64 | finished u8 | values 4 f64 | samples u32 | rows u32 | inputs u32 | samples, rows, inputs
//!   sample   end of the rows of each sum 2 u32 | bias u32 | target f32                       all little-endian
//! ```

use crate::board_geometry::LearnFault;
use crate::model::Model;
use crate::samples::{SampleSpan, Samples};
use crate::self_play::SelfPlayGame;
use lusory_play::Values;

/// Games as bytes.
#[must_use]
pub fn to_bytes(games: &[SelfPlayGame]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        let Samples { spans, rows, inputs, .. } = &game.samples;
        bytes.extend(game.evaluations.to_le_bytes());
        bytes.push(u8::from(game.values.is_some()));
        bytes.extend(game.values.unwrap_or_default().iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend([spans.len(), rows.len(), inputs.len()].iter().flat_map(|&count| (count as u32).to_le_bytes()));
        for span in spans {
            let numbers = [span.rows[0], span.rows[1], u32::from(span.bias), span.target.to_bits()];
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
        bytes.extend(inputs.iter().flat_map(|input| input.to_le_bytes()));
    }
    bytes
}

/// Games from bytes, for a model.
///
/// # Errors
/// A `LearnFault` where the bytes are no games of this model.
pub fn from_bytes(model: &Model, bytes: &[u8]) -> Result<Vec<SelfPlayGame>, LearnFault> {
    let (mut reader, mut games) = (Reader { bytes }, Vec::new());
    while !reader.bytes.is_empty() {
        let game = reader.game(model).ok_or_else(|| LearnFault("games of self-play: damaged".into()))?;
        games.push(game);
    }
    Ok(games)
}

struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn game(&mut self, model: &Model) -> Option<SelfPlayGame> {
        let evaluations = u64::from_le_bytes(self.take()?);
        let [finished] = self.take()?;
        let mut values = Values::default();
        for value in &mut values {
            *value = f64::from_le_bytes(self.take()?);
        }
        let [spans, rows, inputs] = [self.number()?, self.number()?, self.number()?];
        let width = model.inputs.len();
        let mut samples = Samples::new(width);
        samples.spans = (0..spans).map(|_| self.span(rows, model.net.bias.len())).collect::<Option<_>>()?;
        samples.rows = (0..rows).map(|_| self.number()).collect::<Option<_>>()?;
        samples.inputs = (0..inputs).map(|_| self.number().map(f32::from_bits)).collect::<Option<_>>()?;
        let fits = samples.rows.iter().all(|&row| (row as usize) < model.net.rows.len())
            && samples.spans.is_sorted_by_key(|span| span.rows[1])
            && samples.inputs.len() == samples.spans.len() * width;
        fits.then_some(SelfPlayGame { samples, values: (finished == 1).then_some(values), evaluations })
    }

    fn span(&mut self, most: u32, biases: usize) -> Option<SampleSpan> {
        let [first, second, bias, target] = [self.number()?, self.number()?, self.number()?, self.number()?];
        let fits = first <= second && second <= most && (bias as usize) < biases;
        fits.then_some(SampleSpan { rows: [first, second], bias: bias as u8, target: f32::from_bits(target) })
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take()?))
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*taken)
    }
}
