//! Keys of positions for solvers: 128 bits, the same for all symmetric positions (see `lusory_play::Reduction`).
//!
//! Each symmetry has a hash of its own: the sum of a random number for every piece where the symmetry puts it, and a hash
//! of the rest. The key is the smallest. The random numbers of one place under all symmetries lie side by side, so that
//! a piece costs one row of additions (Zobrist 1970, with sums).

use crate::bits::Bits;
use crate::board::{Board, Place, set_of_place};
use crate::game::Game;
use crate::hash::Fold;
use crate::state::State;
use lusory_play::random_numbers::random_number;
use lusory_play::{PositionKey, Reduction, RelevantNumbers, Symmetry};
use std::hash::Hasher;

/// Sets of cells that are hashed as if they were further pieces: moved, visited, to, origin, just. The marks follow them.
const EXTRA_PLANES: usize = 5;

/// A symmetry prepared for hashing.
struct HashedSymmetry {
    exchange: bool,
    /// The image of each direction; empty for the identity.
    directions: Vec<u8>,
    /// The image of each place; empty for the identity.
    places: Vec<Place>,
}

/// The random numbers of a game's pieces under a reduction.
pub(super) struct KeyTable<const W: usize> {
    symmetries: Vec<HashedSymmetry>,
    /// By plane, place, variant.
    numbers: Vec<u128>,
    captured: RelevantNumbers,
    scores: RelevantNumbers,
    any_seats: bool,
    /// The sets of the last position, plane by plane, and the hash of them under each symmetry: the next position
    /// mostly differs in a few cells.
    last: Vec<Bits<W>>,
    sums: Vec<u128>,
}

impl<const W: usize> KeyTable<W> {
    /// For a game and a reduction; none where a symmetry does not fit the board.
    pub(super) fn new(game: &Game<W>, reduction: &Reduction) -> Option<Self> {
        let board = &game.plan.board;
        let identity = HashedSymmetry { exchange: false, directions: Vec::new(), places: Vec::new() };
        let mut variants = vec![identity];
        for symmetry in &reduction.symmetries {
            variants.push(variant(board, symmetry, game.plan.rules.sides)?);
        }
        let (places, planes) = (64 * W, game.plan.planes);
        let kinds = game.plan.rules.kinds.len().max(1);
        let all_planes = planes + EXTRA_PLANES + game.plan.rules.mark_layers();
        let mut numbers = Vec::with_capacity(all_planes * places * variants.len());
        for plane in 0..all_planes {
            for place in 0..places {
                numbers.extend(variants.iter().map(|variant| {
                    let to = variant.places.get(place).map_or(place, |&to| to.max(0) as usize);
                    let plane =
                        if variant.exchange && plane < planes { plane_after_exchange(plane, kinds) } else { plane };
                    random(plane * places + to)
                }));
            }
        }
        let (last, sums) = (vec![Bits::EMPTY; all_planes], vec![0; variants.len()]);
        let &Reduction { captured, scores, any_seats, .. } = reduction;
        Some(KeyTable { symmetries: variants, numbers, captured, scores, any_seats, last, sums })
    }

    /// The key of a state.
    pub(super) fn key(&mut self, state: &State<W>) -> PositionKey {
        for (plane, &pieces) in state.pieces.iter().enumerate() {
            self.update(plane, pieces);
        }
        let single = |place: Place| if place < 0 { Bits::EMPTY } else { set_of_place(place) };
        let single_cells = [state.moved, state.visited, single(state.to), single(state.origin), single(state.just)];
        for (number, cells) in single_cells.into_iter().chain(state.marks.iter().copied()).enumerate() {
            self.update(state.pieces.len() + number, cells);
        }
        // Positions of the past are not mapped: where there are any, only equal ones share a key.
        let used = if state.repetition_table.is_empty() { self.symmetries.len() } else { 1 };
        let rest = [false, true].map(|exchange| (used > 1 || !exchange).then(|| self.rest(state, exchange)));
        let pairs = self.symmetries.iter().zip(&self.sums).take(used);
        let keys = pairs.map(|(variant, &sum)| {
            let total = sum.wrapping_add(rest[usize::from(variant.exchange)].unwrap_or(0));
            if state.heading < 0 && state.lasts.is_empty() { total } else { total ^ variant.places_of(state) }
        });
        let player = state.seats.get(usize::from(state.side)).copied().unwrap_or(0);
        PositionKey { key: keys.min().unwrap_or(0), player }
    }

    /// Makes these the cells of a plane.
    #[inline]
    fn update(&mut self, plane: usize, cells: Bits<W>) {
        let Some(last) = self.last.get_mut(plane) else { return };
        let before = std::mem::replace(last, cells);
        if before != cells {
            self.add(plane, cells & !before, u128::wrapping_add);
            self.add(plane, before & !cells, u128::wrapping_sub);
        }
    }

    #[inline]
    fn add(&mut self, plane: usize, cells: Bits<W>, operation: impl Fn(u128, u128) -> u128) {
        let count = self.symmetries.len();
        for place in cells.iter() {
            let from = (plane * 64 * W + place as usize) * count;
            let Some(row) = self.numbers.get(from..from + count) else { continue };
            self.sums.iter_mut().zip(row).for_each(|(sum, number)| *sum = operation(*sum, *number));
        }
    }

    /// The hash of all that no symmetry of the board changes.
    fn rest(&self, state: &State<W>, exchange: bool) -> u128 {
        let mut hash = Hash128::new(u64::from(state.repetition_table.is_empty()));
        let side = |side: usize| if exchange && side < 2 { 1 - side } else { side };
        let flags = [state.fresh, state.acted, state.again].iter().fold(0, |all, &flag| all << 1 | u64::from(flag));
        let bytes = [side(usize::from(state.side)) as u8, state.happened, state.out];
        hash.word(bytes.iter().fold(flags, |all, &byte| all << 8 | u64::from(byte)));
        hash.word(u64::from(state.agenda) | u64::from(state.turn) << 16 | u64::from(state.dice) << 32);
        for (is_kept, numbers) in [(self.captured, &state.captured), (self.scores, &state.scores)] {
            match is_kept {
                RelevantNumbers::Neither => {}
                RelevantNumbers::Margin => hash.word((numbers[side(0)] - numbers[side(1)]) as u64),
                RelevantNumbers::Both => (0..numbers.len()).for_each(|of| hash.word(numbers[side(of)] as u64)),
            }
        }
        let hands = state.hands.len();
        let shift = if exchange { hands / 2 } else { 0 };
        state.hands.iter().cycle().skip(shift).take(hands).for_each(|&in_hand| hash.word(in_hand as u64));
        if !self.any_seats {
            hash.word(u64::from(u32::from_le_bytes(state.seats)));
        }
        state.quiet.iter().for_each(|&count| hash.word(u64::from(count)));
        state.repetition_table.entries().for_each(|standing| hash.unordered(standing));
        hash.finish()
    }
}

impl HashedSymmetry {
    /// The hash of the heading and of recent plies as the symmetry maps them.
    fn places_of<const W: usize>(&self, state: &State<W>) -> u128 {
        let mut hash = Hash128::new(1);
        let heading = usize::try_from(state.heading).ok();
        let way = heading.map_or(u64::MAX, |way| self.directions.get(way).map_or(way as u64, |&to| u64::from(to)));
        hash.word(way);
        for last in &state.lasts {
            let side = if self.exchange { last.side ^ 1 } else { last.side };
            let place = self.places.get(last.place.max(0) as usize).copied().unwrap_or(last.place);
            hash.word(u64::from(side) << 32 | u64::from(place as u16) << 1 | u64::from(last.known));
        }
        hash.finish()
    }
}

/// The plane of the other side's pieces of that kind; neutral pieces stay.
fn plane_after_exchange(plane: usize, kinds: usize) -> usize {
    match plane / kinds {
        1 => plane + kinds,
        2 => plane - kinds,
        _ => plane,
    }
}

fn variant<const W: usize>(board: &Board<W>, symmetry: &Symmetry, sides: usize) -> Option<HashedSymmetry> {
    let count = board.count as usize;
    let same_shape = symmetry.cells.len() == count && symmetry.directions.len() == board.steps.len();
    let mut images = symmetry.cells.clone();
    images.sort_unstable();
    let permutes = images.iter().enumerate().all(|(cell, &image)| cell == usize::from(image));
    if !same_shape || !permutes || (symmetry.exchange && sides != 2) {
        return None;
    }
    let mut places: Vec<Place> = (0..64 * W as Place).collect();
    for (cell, &image) in symmetry.cells.iter().enumerate() {
        let (from, to) = (*board.place.get(cell)?, *board.place.get(usize::from(image))?);
        *places.get_mut(usize::try_from(from).ok()?)? = to;
    }
    Some(HashedSymmetry { exchange: symmetry.exchange, directions: symmetry.directions.clone(), places })
}

/// A random number for each index.
fn random(index: usize) -> u128 {
    random_number(index, [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f])
}

/// Two hashes of 64 bits over the same words.
struct Hash128(Fold, Fold, u128);

impl Hash128 {
    fn new(seed: u64) -> Self {
        let mut mix = Hash128(Fold::default(), Fold::default(), 0);
        mix.0.write_u64(seed);
        mix.1.write_u64(seed ^ 0x6a09_e667_f3bc_c908);
        mix
    }

    fn word(&mut self, word: u64) {
        self.0.write_u64(word);
        self.1.write_u64(word.rotate_left(32) ^ 0xbb67_ae85_84ca_a73b);
    }

    /// Adds words whose order among others does not count.
    fn unordered(&mut self, words: &[u64]) {
        let mut hash_of_all = Hash128::new(words.len() as u64);
        words.iter().for_each(|&word| hash_of_all.word(word));
        self.2 = self.2.wrapping_add(hash_of_all.finish());
    }

    fn finish(&self) -> u128 {
        (u128::from(self.0.finish()) << 64 | u128::from(self.1.finish())).wrapping_add(self.2)
    }
}
