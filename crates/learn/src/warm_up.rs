//! Random games before training, to find the pieces that occur and the scale of the inputs beside the board.

use crate::input_reader::{FeatureChoice, InputReader};
use crate::net::Inputs;
use lusory_base::stream::Stream;
use lusory_play::{Explorer, PieceChange, StartPosition};

const GAMES: u64 = 40;
const MAX_PLIES: usize = 400;

/// The statistics of the random games.
pub(crate) struct WarmUp {
    pub pieces: Vec<(u8, u8)>,
    pub inputs: Inputs,
    /// The length of the longest game, in plies.
    pub longest_game: usize,
}

/// `choice`: the features that are among the inputs.
pub(crate) fn warm_up<P: StartPosition + ?Sized>(start: &P, choice: FeatureChoice) -> WarmUp {
    let mut at = start.explorer();
    let mut sums = InputStatistics { reader: InputReader::new(choice), ..InputStatistics::default() };
    let (mut pieces, mut count, mut longest) = (Vec::new(), 0.0f32, 0);
    let mut pieces_here = Vec::new();
    for game in 0..GAMES {
        at.reset(start.as_any());
        let mut stream = Stream::new(0, u64::MAX - 1 - game);
        for ply in 0..MAX_PLIES {
            at.visible_contents(0, &mut pieces_here);
            pieces.extend(pieces_here.iter().map(|piece: &PieceChange| (piece.owner, piece.kind)));
            pieces.sort_unstable();
            pieces.dedup();
            sums.add(at.as_ref());
            (count, longest) = (count + 1.0, longest.max(ply));
            if at.values().is_some() || !at.draw(&mut stream).is_some_and(|id| at.play(id)) {
                break;
            }
        }
    }
    let scale = sums.squares.iter().zip(&sums.first).zip(&sums.changes);
    let scale =
        scale.map(|((square, _), &changes)| if changes { 1.0 / (square / count).sqrt().max(0.05) } else { 0.0 });
    let inputs = Inputs { scale: scale.collect() };
    WarmUp { pieces, inputs, longest_game: longest }
}

#[derive(Default)]
struct InputStatistics {
    reader: InputReader,
    first: Vec<f32>,
    squares: Vec<f32>,
    changes: Vec<bool>,
}

impl InputStatistics {
    fn add(&mut self, at: &dyn Explorer) {
        let inputs = self.reader.read_unscaled(at, usize::from(at.side().max(1)) - 1);
        if self.first.is_empty() {
            self.first = inputs.to_vec();
            (self.squares, self.changes) = (vec![0.0; inputs.len()], vec![false; inputs.len()]);
        }
        for (place, &value) in inputs.iter().enumerate() {
            self.squares[place] += value * value;
            self.changes[place] |= value != self.first[place];
        }
    }
}
