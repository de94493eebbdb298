//! What an agenda offers.

use super::Sink;
use crate::read::Reader;

/// Gives the sink every legal ply the agenda offers, the end of the turn aside; was there any?
pub fn offer<const W: usize>(_reader: &Reader<'_, W>, _agenda: u16, _sink: &mut dyn Sink<W>) -> bool {
    todo!()
}

/// The same with the end of the turn, where the turn may be ended and anything else is on offer.
pub fn options<const W: usize>(_reader: &Reader<'_, W>, _agenda: u16, _sink: &mut dyn Sink<W>) {
    todo!()
}

/// May the turn be ended here?
pub fn may_end<const W: usize>(_reader: &Reader<'_, W>, _agenda: u16) -> bool {
    todo!()
}

/// Is the next ply nature's?
pub fn by_nature<const W: usize>(_reader: &Reader<'_, W>, _agenda: u16) -> bool {
    todo!()
}

/// The position as whoever chooses the next ply of the agenda sees it: the mover; or nature, who knows what everybody knows.
pub fn look<'a, const W: usize>(_reader: Reader<'a, W>, _agenda: u16) -> Reader<'a, W> {
    todo!()
}

/// Is there any legal ply of the agenda, other than ending?
pub fn some_ply<const W: usize>(_reader: Reader<'_, W>, _agenda: u16) -> bool {
    todo!()
}
