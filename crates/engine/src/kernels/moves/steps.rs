//! Move part of kernels: own pieces step, in each direction to empty cells, onto enemies, or both.

use super::super::lattice::{Lanes, Rows, SIDE_BY_SIDE};
use super::super::parts::{Made, Moves, Offer, Position};
use super::super::place_table::PlaceTable;
use crate::bits::Bits;

/// The steps of one side, in the order in which the rules offer them.
#[derive(Clone, Debug)]
pub struct SideSteps<const W: usize> {
    /// From landing cells back to origins.
    pub back: Lanes<W>,
    /// The steps may land on empty cells. All cells, or none.
    pub to_empty: Rows<W>,
    /// The steps may land on enemies. All cells, or none.
    pub to_enemy: Rows<W>,
    /// Where they lead from each place.
    pub next: PlaceTable<W, [u16; SIDE_BY_SIDE]>,
    /// The first id of each lane's plies.
    pub bases: [u32; SIDE_BY_SIDE],
}

/// Step(own, to=...) or several of them in an Either; the directions may depend on the side.
#[derive(Clone, Debug)]
pub struct Steps<const W: usize> {
    /// One per side.
    pub gaits: [SideSteps<W>; 2],
    /// The cell of each place.
    pub cells: Vec<u32>,
    /// How many cells there are.
    pub count: u32,
}

/// Origins by direction, with prefix sums of the numbers of plies.
#[derive(Clone, Copy, Debug)]
pub struct Origins<const W: usize> {
    sets: Rows<W>,
    before: [u32; SIDE_BY_SIDE],
    count: u32,
}

impl<const W: usize> Offer for Origins<W> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.count
    }
}

impl<const W: usize> Moves<W> for Steps<W> {
    type Offer = Origins<W>;
    type Memo = ();

    #[inline(always)]
    fn offer(&self, position: &Position<W>, (): &()) -> Origins<W> {
        let gait = &self.gaits[position.side as usize & 1];
        let target = |lane: usize| (position.empty & gait.to_empty[lane]) | (position.enemy & gait.to_enemy[lane]);
        let landing: Rows<W> = std::array::from_fn(target);
        let sets = gait.back.each(&landing).map(|origins| origins & position.own);
        let (mut before, mut count) = ([0; SIDE_BY_SIDE], 0);
        for lane in 0..SIDE_BY_SIDE {
            before[lane] = count;
            count += sets[lane].count();
        }
        Origins { sets, before, count }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, (): &mut (), offer: &Origins<W>, number: u32) -> Made {
        let mut lane = 0;
        for &before in &offer.before[1..] {
            lane += usize::from(number >= before);
        }
        let lane = lane % SIDE_BY_SIDE;
        let from = offer.sets[lane].nth(number - offer.before[lane]);
        let to = u32::from(self.gaits[position.side as usize & 1].next.at(from)[lane]);
        let (left, landed) = (Bits::bit(from), Bits::bit(to));
        position.own = (position.own ^ left) | landed;
        position.enemy &= !landed;
        position.empty = (position.empty | left) & !landed;
        (position.to, position.placed) = (to, false);
        Made { part: position.side * 8 + lane as u32, from, to }
    }

    fn id(&self, made: Made) -> u32 {
        let (side, lane) = (made.part as usize / 8, made.part as usize % 8);
        let cell = |place: u32| self.cells[place as usize];
        self.gaits[side & 1].bases[lane] + cell(made.from) * self.count + cell(made.to)
    }
}
