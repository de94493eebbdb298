//! Secret placements and their answers.

use super::Sink;
use crate::plan::Plan;
use crate::read::Reader;
use crate::state::State;

/// The answers to a pending placement, as one group of subsets.
pub fn answers<const W: usize>(_plan: &Plan<W>, _state: &State<W>, _sink: &mut dyn Sink<W>) {
    todo!()
}

/// The position as the side that answers sees it: nothing of the mover's ply but what was announced.
pub fn as_answerer<'a, const W: usize>(_reader: Reader<'a, W>) -> Reader<'a, W> {
    todo!()
}
