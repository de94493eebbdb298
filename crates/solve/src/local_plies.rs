//! Rules of games whose positions fall into parts that do not touch each other, as plies on two sets of cells: those that
//! each side still has. Where stones are captured by neighbours, a side has its stones; where pieces are placed, the
//! cells on which it may place one. A ply needs cells of both sets, and takes cells from them or adds some. Who has no ply
//! left loses.

use crate::cell_set::{cells_of, one};
use std::collections::HashMap;

/// A cell set for each side.
pub type SideCells = [u128; 2];

/// A ply of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalPly {
    /// Its id.
    pub id: u32,
    /// Whose it is, 0 or 1.
    pub side: usize,
    /// By side, the cells that it needs.
    pub needs: SideCells,
    /// Those that it takes away.
    pub takes: SideCells,
    /// Those that it adds after that.
    pub adds: SideCells,
}

impl LocalPly {
    /// Whether it is legal for its side.
    #[must_use]
    pub fn fits(&self, sets: SideCells) -> bool {
        (self.needs[0] & !sets[0]) | (self.needs[1] & !sets[1]) == 0
    }

    /// All cells that it reads or changes.
    #[must_use]
    pub fn touched(&self) -> u128 {
        let of_side = |side: usize| self.needs[side] | self.takes[side] | self.adds[side];
        of_side(0) | of_side(1)
    }

    fn needs_own_alone(&self) -> bool {
        let loses = self.needs[self.side] & self.takes[self.side] != 0;
        loses && self.needs[1 - self.side] == 0 && self.adds == [0; 2]
    }

    /// The sets after it.
    #[must_use]
    pub fn after(&self, sets: SideCells) -> SideCells {
        [0, 1].map(|side: usize| sets[side] & !self.takes[side] | self.adds[side])
    }
}

/// The plies of the rules, and which cells they connect.
#[derive(Clone, Debug)]
pub struct LocalPlies {
    /// By side, ascending by id.
    plies: [Vec<LocalPly>; 2],
    /// The place of a ply in this list, by side and id.
    places: [HashMap<u32, usize>; 2],
    /// By side and cell: the plies that need the cell and none before it.
    starts: [Vec<Vec<LocalPly>>; 2],
    /// `links[i][j][c]`: the cells of side j's set that a ply may connect with a cell c of side i's set.
    links: [[Vec<u128>; 2]; 2],
    keeps_sides_apart: bool,
}

impl LocalPlies {
    /// None where a ply adds a cell that it does not need, so that parts could grow together, or takes no more of the
    /// cells that it needs than it adds, so that a game might never end.
    #[must_use]
    pub fn new(mut plies: Vec<LocalPly>, cells: usize) -> Option<Self> {
        let is_local = |ply: &LocalPly| {
            let needed = ply.needs[0] | ply.needs[1];
            let count = |sets: SideCells| sets[0].count_ones() + sets[1].count_ones();
            let taken = [0, 1].map(|side: usize| ply.needs[side] & ply.takes[side]);
            ply.side < 2 && (ply.adds[0] | ply.adds[1]) & !needed == 0 && count(taken) > count(ply.adds)
        };
        if cells > 128 || !plies.iter().all(is_local) {
            return None;
        }
        plies.sort_by_key(|ply| ply.id);
        let changes_sides = plies.iter().any(|ply| ply.adds != [0; 2]);
        let of_side = |side: usize| plies.iter().filter(move |ply| ply.side == side).copied();
        let starts_at = |side: usize, cell: usize| {
            of_side(side).filter(move |ply| (ply.needs[0] | ply.needs[1]).trailing_zeros() as usize == cell)
        };
        Some(LocalPlies {
            starts: [0, 1].map(|side| (0..cells).map(|cell| starts_at(side, cell).collect()).collect()),
            places: [0, 1].map(|side| of_side(side).enumerate().map(|(place, ply)| (ply.id, place)).collect()),
            links: links(&plies, cells, changes_sides),
            keeps_sides_apart: plies.iter().all(LocalPly::needs_own_alone),
            plies: [0, 1].map(|side| of_side(side).collect()),
        })
    }

    /// Whether a side's plies need cells of its own set alone, lose some of them, and bring none.
    #[must_use]
    pub fn keeps_sides_apart(&self) -> bool {
        self.keeps_sides_apart
    }

    /// The ply of a side with an id.
    #[must_use]
    pub fn ply(&self, side: usize, id: u32) -> Option<&LocalPly> {
        self.plies[side].get(*self.places[side].get(&id)?)
    }

    /// The legal plies of a side.
    pub fn legal(&self, side: usize, sets: SideCells) -> impl Iterator<Item = &LocalPly> {
        let at = cells_of(sets[0] | sets[1]).flat_map(move |cell| self.starts[side].get(cell).into_iter().flatten());
        at.filter(move |ply| ply.fits(sets))
    }

    /// The part of the sets that contains a cell.
    #[must_use]
    pub fn part(&self, cell: usize, sets: SideCells) -> SideCells {
        let (mut part, mut added) = (0, one(cell));
        while added != 0 {
            part |= added;
            let reached = cells_of(added).fold(0, |all, cell| all | self.linked(cell, sets));
            added = reached & !part;
        }
        [sets[0] & part, sets[1] & part]
    }

    fn linked(&self, cell: usize, sets: SideCells) -> u128 {
        let from = |side: usize| {
            let to = self.links[side][0][cell] & sets[0] | self.links[side][1][cell] & sets[1];
            if sets[side] & one(cell) == 0 { 0 } else { to }
        };
        from(0) | from(1)
    }
}

/// What the plies connect: the cells that a ply needs with each other, and with those that it takes. Where cells change
/// sides, it does not matter whose they are.
fn links(plies: &[LocalPly], cells: usize, changes_sides: bool) -> [[Vec<u128>; 2]; 2] {
    let mut links = [0, 1].map(|_| [0, 1].map(|_| vec![0; cells]));
    for ply in plies {
        let all = ply.needs[0] | ply.needs[1] | ply.takes[0] | ply.takes[1];
        let of = |sets: SideCells, side: usize| if changes_sides { all } else { sets[side] };
        let touched = [0, 1].map(|side| of(ply.needs, side) | of(ply.takes, side));
        for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut link = |a: usize, b: u128| links[from][to][a] |= b & !one(a);
            cells_of(of(ply.needs, from)).for_each(|cell| link(cell, touched[to]));
            cells_of(touched[from]).for_each(|cell| link(cell, of(ply.needs, to)));
        }
    }
    links
}
