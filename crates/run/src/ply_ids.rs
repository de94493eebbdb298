//! From a member of a group on offer to the id of its ply.

use lusory_compile::Program;
use lusory_compile::program::{Offer, Plies};

/// The id of the ply that ends on a place. `word` gives the rows of the position before it.
#[inline(always)]
pub(crate) fn id(program: &Program, offer: &Offer, place: u32, word: impl Fn(usize) -> u64) -> u32 {
    let cell = |place: i16| program.cell.get(place as usize).copied().unwrap_or(0);
    let count = program.place.len() as u32;
    let from_to = |origin: i16| offer.base + cell(origin) * count + cell(place as i16);
    match &offer.plies {
        Plies::Cell => offer.base + cell(place as i16),
        Plies::Bare => offer.base,
        Plies::Move(origins) => from_to(origins[place as usize]),
        Plies::Slide(back) => {
            let mut here = back[place as usize];
            while here >= 0 && is_empty(program, here, &word) {
                here = back[here as usize];
            }
            from_to(here.max(0))
        }
    }
}

fn is_empty(program: &Program, place: i16, word: &impl Fn(usize) -> u64) -> bool {
    let bits = |first: u32| word(first as usize + place as usize / 64);
    program.pieces.iter().all(|&first| bits(first) >> (place % 64) & 1 == 0)
}
