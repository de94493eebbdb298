//! Answers to secret placements: subsets of the cells that were announced, by their ids.

use lusory_compile::Program;
use lusory_compile::program::{Offer, Plies};

/// The regions whose subsets number the answers of a body; none where it draws plies.
pub(crate) fn regions(program: &Program, body: usize) -> Option<(&Offer, &[Vec<u32>])> {
    match program.offers[body].first() {
        Some(offer @ Offer { plies: Plies::Subsets(regions), .. }) => Some((offer, regions)),
        _ => None,
    }
}
