//! From a member of a group on offer to the id of its ply.

use lusory_compile::Program;
use lusory_compile::program::{Offer, Plies};
use lusory_play::PlayedPly;

/// The id of the ply that ends on a place. `word` gives the rows of the position before it.
#[inline(always)]
pub(crate) fn id(program: &Program, offer: &Offer, place: u32, word: impl Fn(usize) -> u64) -> u32 {
    let cell = |place: i16| program.cell.get(place as usize).copied().unwrap_or(0);
    let count = program.place.len() as u32;
    let from_to = |origin: i16| offer.base + cell(origin) * count + cell(place as i16);
    match &offer.plies {
        Plies::Cell => offer.base + cell(place as i16),
        Plies::Bare | Plies::Subsets(_) => offer.base,
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

/// The ply of every place that a body may draw, where no id depends on the position; none of a body that draws answers.
#[derive(Debug)]
pub(crate) struct PlyIdTable {
    /// For each body by the number of the word (group * words of a set + word) and the bit.
    bodies: Vec<Vec<PlayedPly>>,
    /// The rows of the number of plies, and of the exchange of players.
    plies: Option<usize>,
    swapped: Option<usize>,
}

impl PlyIdTable {
    pub fn of(program: &Program) -> Option<Self> {
        let slides = |offer: &Offer| matches!(offer.plies, Plies::Slide(_));
        if program.offers.iter().flatten().any(slides) {
            return None;
        }
        let places = 64 * program.width as u32;
        let bodies = program.offers.iter().zip(&program.points).map(|(offers, point)| {
            let told = offers.iter().filter(|offer| !matches!(offer.plies, Plies::Subsets(_)));
            let plies = told.flat_map(|offer| {
                let player = if offer.chance { -1 } else { point.side as i8 };
                (0..places).map(move |place| PlayedPly { player, id: place_id(program, offer, place) })
            });
            plies.collect()
        });
        Some(PlyIdTable {
            bodies: bodies.collect(),
            plies: program.stage_and_plies.map(|(_, plies)| plies as usize),
            swapped: program.swapped.map(|row| row as usize),
        })
    }

    /// What finds the plies of a game. `word` gives the rows before its first tick.
    pub fn trace(&self, word: impl Fn(usize) -> u64) -> PlyTrace<'_> {
        let swapped = self.swapped.is_some_and(|row| word(row) != 0);
        PlyTrace { table: self, plies: self.plies.map(word), swapped }
    }
}

fn place_id(program: &Program, offer: &Offer, place: u32) -> u32 {
    let is_cell = match &offer.plies {
        Plies::Move(origins) => origins.get(place as usize).is_some_and(|&origin| origin >= 0),
        _ => true,
    };
    if is_cell { id(program, offer, place, |_| 0) } else { 0 }
}

/// Finds the plies of a game tick by tick.
pub(crate) struct PlyTrace<'a> {
    table: &'a PlyIdTable,
    plies: Option<u64>,
    swapped: bool,
}

impl PlyTrace<'_> {
    /// Adds the ply of a tick of a body: the rows after it, and what was drawn.
    #[inline(always)]
    pub fn note(&mut self, body: usize, rows: &[u64], (word, bit): (usize, u64), traced: &mut Vec<PlayedPly>) {
        let plies = self.table.plies.map(|row| rows[row]);
        if plies.is_none() || plies != self.plies {
            let at = 64 * word + bit.trailing_zeros().min(63) as usize;
            if let Some(&PlayedPly { player, id }) = self.table.bodies[body].get(at) {
                let player = if self.swapped && (player == 0 || player == 1) { 1 - player } else { player };
                traced.push(PlayedPly { player, id });
            }
        }
        self.plies = plies;
        self.swapped = self.table.swapped.is_some_and(|row| rows[row] != 0);
    }
}
