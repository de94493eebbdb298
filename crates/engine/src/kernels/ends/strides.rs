//! End conditions of kernels: straight lines of own pieces on boards of at most 64 cells, found along all axes at once.
//!
//! Along an axis consecutive cells differ by a constant number of places, perhaps modulo. So the pieces shifted by that
//! number are the cells after one piece; shifted again and intersected with these, the cells after two, and so on:
//!
//! ```text
//!   pieces       x x . x .
//!   after one    . 1 1 . 1      bits shifted past the end of a row are masked out here,
//!   after two    . . 2 . .      and cannot reappear later
//! ```

use super::super::lattice::motion;
use super::super::parts::{EndingCells, Ends, Position, Verdict};
use crate::bits::Bits;
use crate::board::Board;

/// The most axes.
const AXES: usize = 4;

/// A set for each axis.
type Sets = [u64; AXES];

/// Computes a set for each axis from the mover's pieces.
type AxisSearch = fn(&Tracks, u64) -> Sets;

/// The end condition `Line(n)`.
#[derive(Clone, Copy, Debug)]
pub struct Strides {
    axes: Tracks,
    /// Finds the last cells of lines of n.
    lines: AxisSearch,
    /// Finds the cells on which one piece more completes a line of n.
    gaps: AxisSearch,
    /// The clause and the mover's half points.
    end: (u16, u8),
}

/// How cells follow each other along each axis.
#[derive(Clone, Copy, Debug)]
struct Tracks {
    /// The difference of the places of neighbours.
    by: Sets,
    /// Where the numbering wraps around: by how much the place after the wrap is lower.
    back: Sets,
    /// The cells that come after another, and those that come before one; none where there is no axis.
    above: Sets,
    below: Sets,
}

impl Tracks {
    /// The axes, and whether the numbering of places wraps around.
    fn new(board: &Board<1>, axes: &[usize]) -> Option<(Self, bool)> {
        let mut all = Tracks { by: [0; AXES], back: [0; AXES], above: [0; AXES], below: [0; AXES] };
        let mut round = false;
        for (slot, &axis) in axes.iter().enumerate() {
            let ((by, modulus), step) = (motion(board, axis)?, &board.steps[axis]);
            let (above, below) = if by > 0 { (step.arrive, step.leave) } else { (step.leave, step.arrive) };
            *all.by.get_mut(slot)? = u64::from(by.unsigned_abs());
            all.back[slot] = u64::from(modulus.abs_diff(by.abs()));
            (all.above[slot], all.below[slot]) = (above.0[0], below.0[0]);
            round |= step.leave.iter().any(|from| i32::from(step.to[from as usize]) != from as i32 + by);
        }
        Some((all, round))
    }

    #[inline(always)]
    fn up<const ROUND: bool>(&self, sets: Sets) -> Sets {
        std::array::from_fn(|axis| {
            sets[axis] << (self.by[axis] & 63) | if ROUND { sets[axis] >> (self.back[axis] & 63) } else { 0 }
        })
    }

    #[inline(always)]
    fn down<const ROUND: bool>(&self, sets: Sets) -> Sets {
        std::array::from_fn(|axis| {
            sets[axis] >> (self.by[axis] & 63) | if ROUND { sets[axis] << (self.back[axis] & 63) } else { 0 }
        })
    }

    /// A separate function: the compiler vectorizes it over all axes; inlined into the loop of a game it does not.
    #[inline(never)]
    fn lines<const N: usize, const ROUND: bool>(&self, pieces: u64) -> Sets {
        let one = and(self.up::<ROUND>([pieces; AXES]), self.above);
        let after = (2..N).fold(one, |after, _| and(one, self.up::<ROUND>(after)));
        and(after, [pieces; AXES])
    }

    /// See `lines`.
    #[inline(never)]
    fn gaps<const N: usize, const ROUND: bool>(&self, pieces: u64) -> Sets {
        let (mut after, mut before) = ([[u64::MAX; AXES]; N], [[u64::MAX; AXES]; N]);
        after[1] = and(self.up::<ROUND>([pieces; AXES]), self.above);
        before[1] = and(self.down::<ROUND>([pieces; AXES]), self.below);
        for count in 2..N {
            after[count] = and(after[1], self.up::<ROUND>(after[count - 1]));
            before[count] = and(before[1], self.down::<ROUND>(before[count - 1]));
        }
        (0..N).fold([0; AXES], |gaps, count| {
            let window = and(after[count], before[N - 1 - count]);
            std::array::from_fn(|axis| gaps[axis] | window[axis])
        })
    }

    /// For each length from 2 on: the functions that find its lines and its gaps.
    const fn searches<const ROUND: bool>() -> [(AxisSearch, AxisSearch); 7] {
        [
            (Tracks::lines::<2, ROUND>, Tracks::gaps::<2, ROUND>),
            (Tracks::lines::<3, ROUND>, Tracks::gaps::<3, ROUND>),
            (Tracks::lines::<4, ROUND>, Tracks::gaps::<4, ROUND>),
            (Tracks::lines::<5, ROUND>, Tracks::gaps::<5, ROUND>),
            (Tracks::lines::<6, ROUND>, Tracks::gaps::<6, ROUND>),
            (Tracks::lines::<7, ROUND>, Tracks::gaps::<7, ROUND>),
            (Tracks::lines::<8, ROUND>, Tracks::gaps::<8, ROUND>),
        ]
    }
}

#[inline(always)]
fn and(a: Sets, other: Sets) -> Sets {
    std::array::from_fn(|axis| a[axis] & other[axis])
}

/// The sets of all axes joined.
#[inline(always)]
fn joined(sets: Sets) -> u64 {
    sets.into_iter().fold(0, |all, set| all | set)
}

impl Strides {
    /// None where an axis has no constant stride, or there are too many, or lines are too long.
    #[must_use]
    pub fn new(board: &Board<1>, axes: &[usize], n: u32, end: (u16, u8)) -> Option<Self> {
        let (axes, round) = Tracks::new(board, axes)?;
        let searches = if round { Tracks::searches::<true>() } else { Tracks::searches::<false>() };
        let &(lines, gaps) = searches.get((n as usize).checked_sub(2)?)?;
        Some(Strides { axes, lines, gaps, end })
    }
}

impl Ends<1> for Strides {
    type Memo = ();
    const FINDS_ENDING_CELLS: bool = true;
    const WHOLE: bool = true;

    #[inline(always)]
    fn judge(&self, position: &Position<1>, (): &mut (), _: i32) -> Option<Verdict> {
        let lines = joined((self.lines)(&self.axes, position.own.0[0]));
        if lines != 0 { Some(Verdict::by(self.end)) } else { None }
    }

    #[inline(always)]
    fn judge_seen(&self, position: &Position<1>, (): &mut (), _: i32, seen: &EndingCells<1>) -> Option<Verdict> {
        // There was no line before the ply, since it would have ended the game.
        if self.end.1 < 2 {
            return self.judge(position, &mut (), 0);
        }
        Position::holds(&seen.wins, position.to).then(|| Verdict::by(self.end))
    }

    #[inline(always)]
    fn ending_cells(&self, position: &Position<1>, (): &(), seen: &mut EndingCells<1>) {
        let gaps = joined((self.gaps)(&self.axes, position.own.0[0]));
        seen.add(Bits([gaps]) & position.empty, self.end.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Place, width};
    use crate::compile::compile_for_board;
    use crate::rule::parse;
    use crate::stream::Stream;

    fn board(golden: &str) -> Board<1> {
        let boards: serde_json::Value = serde_json::from_str(golden).unwrap();
        let (rules, graph, layout) = parse::read(&boards["program"].to_string()).unwrap();
        compile_for_board(rules, &graph, width(&graph).1.as_ref(), layout).unwrap().board
    }

    /// Every stretch of n cells.
    fn stretches(board: &Board<1>, n: usize) -> Vec<u64> {
        let run = |first: u32, axis: usize| {
            let cells = std::iter::once(first as Place).chain(board.ray(first as Place, axis)).take(n);
            let (count, set) = cells.fold((0, 0), |(count, set), cell| (count + 1, set | 1 << cell));
            (count == n).then_some(set)
        };
        board.all.iter().flat_map(|first| board.axes.iter().filter_map(move |&axis| run(first, axis))).collect()
    }

    #[test]
    fn lines_and_gaps_are_those_of_every_stretch() {
        let (mut stream, mut rounds) = (Stream::new(1, 1), 0);
        for golden in [
            include_str!("../../../tests/data/connect-four.json"),
            include_str!("../../../tests/data/yavalath.json"),
            include_str!("../../../tests/data/tic-tac-toe.json"),
            include_str!("../../../tests/data/reversi.json"),
        ] {
            let board = board(golden);
            rounds += usize::from(Tracks::new(&board, &board.axes).unwrap().1);
            for n in 2..=8 {
                let (strides, stretches) =
                    (Strides::new(&board, &board.axes, n, (0, 2)).unwrap(), stretches(&board, n as usize));
                for round in 0..100 {
                    // From a few pieces to nearly all cells.
                    let draws: Vec<u64> = (0..=round % 4).map(|_| stream.bits()).collect();
                    let pieces = board.all.0[0] & draws.iter().fold(0, |all, bits| all | bits & stream.bits());
                    let has_line = stretches.iter().any(|set| set & !pieces == 0);
                    assert_eq!(joined((strides.lines)(&strides.axes, pieces)) != 0, has_line);
                    let lacking = stretches.iter().map(|set| set & !pieces).filter(|set| set.is_power_of_two());
                    let gaps = lacking.fold(0, |all, set| all | set);
                    assert_eq!(joined((strides.gaps)(&strides.axes, pieces)) & !pieces, gaps, "{n}");
                }
            }
            assert!(Strides::new(&board, &board.axes, 1, (0, 2)).is_none());
            assert!(Strides::new(&board, &board.axes, 9, (0, 2)).is_none());
        }
        assert!(rounds > 0, "some board has a numbering that wraps");
    }
}
