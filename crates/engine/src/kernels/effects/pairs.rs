//! Custodial capture of pairs: two enemies between the last piece and another own one.

use super::super::parts::{Effects, Position};
use super::super::place_table::PlaceTable;
use crate::bits::Bits;
use crate::board::{Board, DirectionSet, Place, ways};
use crate::state::State;

/// The effect `Capture(Ray(to, ways, through=enemy, until=own, length=2))`; counts the captured pieces.
#[derive(Clone, Debug)]
pub struct CapturePairs<const W: usize> {
    /// For each place and direction the next three cells; the place itself three times where there are no three.
    lines: PlaceTable<W, [[u16; 3]; 8]>,
}

impl<const W: usize> CapturePairs<W> {
    /// None where there are more than eight directions.
    #[must_use]
    pub fn new(board: &Board<W>, directions: DirectionSet) -> Option<Self> {
        let line = |place: usize, way: Option<usize>| -> [u16; 3] {
            let cells: Vec<u16> =
                way.iter().flat_map(|&way| board.ray(place as Place, way)).map(|p| p as u16).collect();
            cells.get(..3).and_then(|three| three.try_into().ok()).unwrap_or([place as u16; 3])
        };
        let lines = PlaceTable::new(|place| std::array::from_fn(|i| line(place, ways(directions).nth(i))));
        (directions.count_ones() <= 8).then_some(CapturePairs { lines })
    }
}

impl<const W: usize> Effects<W> for CapturePairs<W> {
    /// Pieces captured by each side.
    type Memo = [u32; 2];

    fn begin(&self, captured: &mut [u32; 2]) {
        *captured = [0; 2];
    }

    fn resume(&self, state: &State<W>, _: &dyn Fn(u32) -> Bits<W>, captured: &mut [u32; 2]) {
        *captured = [0, 1].map(|side| state.captured[side] as u32);
    }

    #[inline(always)]
    fn follow(&self, position: &mut Position<W>, captured: &mut [u32; 2]) {
        let mut taken = Bits::EMPTY;
        for &[first, second, last] in self.lines.at(position.to) {
            let (first, second) = (u32::from(first), u32::from(second));
            let pair = Position::holds(&position.enemy, first) & Position::holds(&position.enemy, second);
            if pair & Position::holds(&position.own, u32::from(last)) {
                taken |= Bits::bit(first) | Bits::bit(second);
            }
        }
        if taken.any() {
            position.enemy = position.enemy ^ taken;
            position.empty |= taken;
            captured[position.side as usize & 1] += taken.count();
        }
    }

    #[inline(always)]
    fn measure(&self, captured: &[u32; 2], side: u32) -> i32 {
        captured[side as usize & 1] as i32
    }
}
