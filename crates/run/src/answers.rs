//! Answers to secret placements: subsets of the cells that were announced, by their ids.

use lusory_compile::Program;
use lusory_compile::program::{Offer, Plies};
use lusory_engine::movegen::answer_number;

/// The regions whose subsets number the answers of a body; none where it draws plies.
pub(crate) fn regions(program: &Program, body: usize) -> Option<(&Offer, &[Vec<u32>])> {
    match program.offers[body].first() {
        Some(offer @ Offer { plies: Plies::Subsets(regions), .. }) => Some((offer, regions)),
        _ => None,
    }
}

/// The subsets of some places as words, each with its id, ascending by id.
pub(crate) fn subsets(program: &Program, body: usize, places: &[u32]) -> Vec<(u32, Vec<u64>)> {
    let Some((offer, regions)) = regions(program, body) else { return Vec::new() };
    let subset = |number: u64| {
        let mut words = vec![0u64; program.width];
        let members = places.iter().enumerate().filter(|(at, _)| number >> at & 1 != 0);
        members.for_each(|(_, &place)| words[place as usize / 64] |= 1 << (place % 64));
        let is_shown = |cell: u32| {
            let place = program.place[cell as usize] as usize;
            words[place / 64] >> (place % 64) & 1 != 0
        };
        (offer.base + answer_number(regions, number.count_ones(), is_shown), words)
    };
    let mut all: Vec<_> = (0..1u64 << places.len().min(63)).map(subset).collect();
    all.sort_unstable_by_key(|(id, _)| *id);
    all
}
