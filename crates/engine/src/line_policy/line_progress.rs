//! Line progress of each side, updated incrementally.
//!
//! The weight of a stretch of n cells is multiplied by eight for every piece of its side on it, and is 0 once the other
//! side has a piece on it, or once it is complete. The weight of a cell is the sum over the stretches through it:
//!
//! ```text
//!   . x x . .     n = 3: the first stretch is worth 64, the second 64, the third 8
//!   64 - - 72 8   (the weight of a cell with an own piece does not matter: no piece can be placed there)
//! ```

use crate::bits::Bits;
use crate::board::Board;

/// The multiplier is two to the power of this; less for lines so long that sums would overflow.
const SHIFT: u32 = 3;
/// The most binary digits of a sum, with the most stretches through a cell.
const DIGITS: u32 = 48;

/// Each piece on a stretch of n cells multiplies its weight by two to the power of this.
pub fn bits_per_piece(n: u32) -> u32 {
    SHIFT.min(DIGITS / n.max(1))
}

/// All stretches of a board.
#[derive(Clone, Debug)]
pub struct Stretches {
    n: usize,
    shift: u32,
    /// n places each, one stretch after the other.
    places: Vec<u16>,
    /// By place: the stretches through it.
    through: Vec<Vec<u16>>,
    /// By stretch: those that share more places with it than lines may share.
    clashing: Vec<Vec<u16>>,
    /// The progress of a side without pieces.
    empty: LineProgress,
}

/// Line progress of one side, as one viewer sees it.
#[derive(Clone, Debug, Default)]
pub struct LineProgress {
    /// By stretch: pieces of the side.
    own: Vec<u8>,
    /// By stretch: why it is worth nothing, how many times over.
    barred: Vec<u8>,
    /// By place.
    worth: Vec<i64>,
}

impl Stretches {
    /// Of n cells along these directions; lines may share so many cells. None where there are none, or too
    /// many to be numbered.
    #[must_use]
    pub fn new<const W: usize>(board: &Board<W>, axes: &[usize], n: u32, share: u32) -> Option<Self> {
        let rows = rows(board, axes, n);
        if rows.is_empty() || rows.len() > usize::from(u16::MAX) || n > u32::from(u8::MAX) {
            return None;
        }
        let mut through = vec![Vec::new(); 64 * W];
        for (number, row) in rows.iter().enumerate() {
            row.iter().for_each(|&place| through[usize::from(place)].push(number as u16));
        }
        let clashing = (0..rows.len()).map(|number| clashing(&rows, &through, number, share)).collect();
        let (n, shift) = (n as usize, bits_per_piece(n));
        let worth = through.iter().map(|through| through.len() as i64).collect();
        let empty = LineProgress { own: vec![0; rows.len()], barred: vec![0; rows.len()], worth };
        Some(Stretches { n, shift, places: rows.concat(), through, clashing, empty })
    }

    /// Resets to the empty board.
    pub fn clear(&self, reach: &mut LineProgress) {
        reach.copy(&self.empty);
    }

    /// Adds a piece of the side.
    #[inline]
    pub fn add(&self, reach: &mut LineProgress, place: u32) {
        for &number in &self.through[place as usize] {
            let stretch = usize::from(number);
            let before = self.value(reach.own[stretch]);
            reach.own[stretch] += 1;
            let whole = usize::from(reach.own[stretch]) == self.n;
            if reach.barred[stretch] == 0 {
                self.change(reach, stretch, self.value(reach.own[stretch]) - before);
                if whole {
                    self.clashing[stretch].iter().for_each(|&other| self.bar_one(reach, usize::from(other)));
                }
            }
        }
    }

    /// Adds a piece of the other side, which blocks the stretches through it.
    #[inline]
    pub fn bar(&self, reach: &mut LineProgress, place: u32) {
        self.through[place as usize].iter().for_each(|&number| self.bar_one(reach, usize::from(number)));
    }

    fn bar_one(&self, reach: &mut LineProgress, stretch: usize) {
        if reach.barred[stretch] == 0 {
            self.change(reach, stretch, -self.value(reach.own[stretch]));
        }
        reach.barred[stretch] = reach.barred[stretch].saturating_add(1);
    }

    #[inline]
    fn change(&self, reach: &mut LineProgress, stretch: usize, by: i64) {
        for &place in &self.places[stretch * self.n..][..self.n] {
            reach.worth[usize::from(place)] += by;
        }
    }

    /// The weight of a stretch with so many own pieces.
    #[inline]
    fn value(&self, own: u8) -> i64 {
        if usize::from(own) >= self.n { 0 } else { 1 << (self.shift * u32::from(own)) }
    }
}

impl LineProgress {
    /// The weight of a cell.
    #[inline]
    #[must_use]
    pub fn worth(&self, place: u32) -> i64 {
        self.worth[place as usize]
    }

    /// Copies another, reusing allocations.
    pub fn copy(&mut self, other: &Self) {
        self.own.clone_from(&other.own);
        self.barred.clone_from(&other.barred);
        self.worth.clone_from(&other.worth);
    }
}

/// The cells of a set whose weight is at least one `share`-th of the largest, and that largest weight.
#[inline]
pub fn most<const W: usize>(set: Bits<W>, share: i64, worth: impl Fn(u32) -> i64) -> (i64, Bits<W>) {
    let top = set.iter().map(&worth).max().unwrap_or(0);
    let is_best = set.iter().filter(|&place| worth(place) * share >= top);
    (top, is_best.fold(Bits::EMPTY, |all, place| all | Bits::bit(place)))
}

/// Every straight row of n places, once.
fn rows<const W: usize>(board: &Board<W>, axes: &[usize], n: u32) -> Vec<Vec<u16>> {
    let places = |row: Bits<W>| row.iter().map(|place| place as u16).collect();
    let mut all: Vec<Vec<u16>> = axes.iter().flat_map(|&axis| board.windows(axis, n)).map(places).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The other rows that share more than `share` places with one.
fn clashing(rows: &[Vec<u16>], through: &[Vec<u16>], number: usize, share: u32) -> Vec<u16> {
    let mut met: Vec<u16> = rows[number].iter().flat_map(|&place| &through[usize::from(place)]).copied().collect();
    met.sort_unstable();
    let runs = met.chunk_by(|a, other| a == other);
    let clashes = runs.filter(|run| run.len() > share as usize && usize::from(run[0]) != number);
    clashes.map(|run| run[0]).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Layout;
    use crate::graph::samples::square;
    use crate::stream::Stream;

    fn board() -> Board<1> {
        Board::new(&square(5, 5), None, Layout::default()).unwrap()
    }

    /// Those of a board of five by five.
    pub fn stretches(n: u32, share: u32) -> Stretches {
        let board = board();
        let axes: Vec<usize> = board.lines_along(board.every).collect();
        Stretches::new(&board, &axes, n, share).unwrap()
    }

    /// The weight of a place, computed from scratch.
    fn by_hand(all: &Stretches, own: &[u32], other: &[u32], place: u32) -> i64 {
        let rows = all.places.chunks(all.n).filter(|row| row.contains(&(place as u16)));
        let count = |row: &[u16], by: &[u32]| row.iter().filter(|&&place| by.contains(&u32::from(place))).count();
        let open = rows.filter(|row| count(row, other) == 0).map(|row| count(row, own)).filter(|&count| count < all.n);
        open.map(|count| 8i64.pow(count as u32)).sum()
    }

    #[test]
    fn a_place_is_worth_what_its_stretches_are() {
        let (mut stream, all) = (Stream::new(4, 0), stretches(4, 3));
        for _ in 0..200 {
            let (mut reach, mut own, mut other) = (LineProgress::default(), Vec::new(), Vec::new());
            all.clear(&mut reach);
            for _ in 0..14 {
                let place = (stream.bits() % 25) as u32;
                match stream.bits() % 3 {
                    0 => {
                        other.push(place);
                        all.bar(&mut reach, place);
                    }
                    _ if !own.contains(&place) => {
                        own.push(place);
                        all.add(&mut reach, place);
                    }
                    _ => {}
                }
            }
            (0..25).for_each(|place| assert_eq!(reach.worth(place), by_hand(&all, &own, &other, place)));
        }
    }

    #[test]
    fn a_whole_line_bars_those_that_share_too_much_with_it() {
        let row: Vec<u32> = (0..25).filter(|place| place / 5 == 2).collect();
        for (share, worth) in [(1, 0), (3, 8 * 8 * 8)] {
            let (mut reach, all) = (LineProgress::default(), stretches(4, share));
            all.clear(&mut reach);
            let through = |reach: &LineProgress| reach.worth(row[4]);
            row[..3].iter().for_each(|&place| all.add(&mut reach, place));
            let before = through(&reach);
            all.add(&mut reach, row[3]);
            assert_eq!(through(&reach) - before, worth - 8 * 8, "{share}");
        }
    }

    #[test]
    fn the_cells_that_are_worth_the_most() {
        let worth = |place: u32| [3, 8, 8, 4, 9][place as usize];
        assert_eq!(most(Bits::<1>([0b01111]), 1, worth), (8, Bits([0b00110])));
        assert_eq!(most(Bits::<1>([0b01111]), 2, worth), (8, Bits([0b01110])));
        assert_eq!(most(Bits::<1>([0]), 2, worth), (0, Bits([0])));
    }
}
