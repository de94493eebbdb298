//! Carries a ply out: what it does, what follows it, and where the game goes from there.

use crate::offer::Ply;
use crate::read::Reader;

/// Would a ply's `unless` hold after it and all that follows it, as far as the mover can foresee it?
#[must_use]
pub fn spoilt<const W: usize>(_reader: &Reader<'_, W>, _ply: &Ply<W>) -> bool {
    todo!()
}
