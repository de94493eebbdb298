//! Several lines at once, any two of which share few cells: looked for lane by lane, since few lanes have any.

use crate::sets::{LaneSet, LaneSteps, and, count, or};
use crate::vector::{One, Vector};
use lusory_compile::program::LineCount;
use lusory_engine::bits::Bits;
use lusory_engine::evaluate::{has_combination, is_in_combination};
use std::array::from_fn;

/// All ones in lanes that have so many lines. The list holds a direction and its opposite for each axis.
#[inline(never)]
pub(crate) fn several_lines<V: Vector, const W: usize>(
    of: &LaneSet<V, W>,
    wanted: LineCount,
    list: &[u32],
    ways: &[LaneSteps<W>],
) -> V {
    let mut found = V::zero();
    each_candidate(of, wanted, list, ways, |lane, windows| {
        found.put(lane, if has_combination(windows, wanted.times, wanted.share) { u64::MAX } else { 0 });
    });
    found
}

/// The cells of these lines, in lanes that have so many.
#[inline(never)]
pub(crate) fn combined_lines<V: Vector, const W: usize>(
    of: &LaneSet<V, W>,
    wanted: LineCount,
    list: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    let mut found = [V::zero(); W];
    each_candidate(of, wanted, list, ways, |lane, windows| {
        let is_combined = |window: &&Bits<W>| is_in_combination(**window, windows, wanted.times, wanted.share);
        let all = windows.iter().filter(is_combined).fold(Bits::<W>::EMPTY, |all, &window| all | window);
        found.iter_mut().zip(all.0).for_each(|(row, word)| row.put(lane, word));
    });
    found
}

/// Calls `visit` with each lane that has as many lines, and all its lines.
#[inline(always)]
fn each_candidate<V: Vector, const W: usize>(
    of: &LaneSet<V, W>,
    wanted: LineCount,
    list: &[u32],
    ways: &[LaneSteps<W>],
    mut visit: impl FnMut(usize, &[Bits<W>]),
) {
    let mut lines = V::zero();
    for axis in list.chunks_exact(2) {
        lines = lines.plus(count(&starts(of, wanted.n, &ways[axis[1] as usize])));
    }
    let candidates = lines.at_least(V::all(wanted.times.into()));
    if candidates.any() {
        for lane in (0..V::COUNT).filter(|&lane| candidates.get(lane) != 0) {
            let of: LaneSet<One, W> = from_fn(|w| One::all(of[w].get(lane)));
            visit(lane, &windows(&of, wanted.n, list, ways));
        }
    }
}

/// The first cell of each line along an axis, whose opposite direction this is.
#[inline(always)]
fn starts<V: Vector, const W: usize>(of: &LaneSet<V, W>, n: u32, back: &LaneSteps<W>) -> LaneSet<V, W> {
    (1..n).fold(*of, |starts, _| and(&back.step(&starts), of))
}

/// All lines of one game.
fn windows<const W: usize>(of: &LaneSet<One, W>, n: u32, list: &[u32], ways: &[LaneSteps<W>]) -> Vec<Bits<W>> {
    let mut windows = Vec::new();
    for axis in list.chunks_exact(2) {
        let [forth, back] = [axis[0], axis[1]].map(|way| &ways[way as usize]);
        for start in cells(&starts(of, n, back)).iter() {
            let mut front = Bits::<W>::one(start).0.map(One::all);
            let mut window = front;
            for _ in 1..n {
                front = forth.step(&front);
                window = or(&window, &front);
            }
            windows.push(cells(&window));
        }
    }
    windows
}

/// The set of one lane.
fn cells<const W: usize>(set: &LaneSet<One, W>) -> Bits<W> {
    Bits(set.map(|word| word.get(0)))
}
