//! Several lines at once, any two of which share few cells: looked for lane by lane, since few lanes have any.

use crate::sets::{LaneSet, LaneSteps, and, count};
use crate::vector::{One, Vector};
use std::array::from_fn;

/// Which lines, and how many of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCount {
    /// How long each is.
    pub n: u32,
    /// How many.
    pub times: u32,
    /// How many cells two of them may share.
    pub share: u32,
}

type Cells<const W: usize> = [u64; W];

/// All ones in lanes that have so many lines. The list holds a direction and its opposite for each axis.
#[inline(never)]
pub(crate) fn several_lines<V: Vector, const W: usize>(
    of: &LaneSet<V, W>,
    wanted: LineCount,
    list: &[u32],
    ways: &[LaneSteps<W>],
) -> V {
    let mut lines = V::zero();
    for axis in list.chunks_exact(2) {
        lines = lines.plus(count(&starts(of, wanted.n, &ways[axis[1] as usize])));
    }
    let candidates = lines.at_least(V::all(wanted.times.into()));
    let mut found = V::zero();
    if candidates.any() {
        for lane in (0..V::COUNT).filter(|&lane| candidates.get(lane) != 0) {
            let of: LaneSet<One, W> = from_fn(|w| One::all(of[w].get(lane)));
            let windows = windows(&of, wanted.n, list, ways);
            found.put(lane, if is_met(&windows, wanted.times, wanted.share) { u64::MAX } else { 0 });
        }
    }
    found
}

/// The first cell of each line along an axis, whose opposite direction this is.
#[inline(always)]
fn starts<V: Vector, const W: usize>(of: &LaneSet<V, W>, n: u32, back: &LaneSteps<W>) -> LaneSet<V, W> {
    (1..n).fold(*of, |starts, _| and(&back.step(&starts), of))
}

/// All lines of one game.
fn windows<const W: usize>(of: &LaneSet<One, W>, n: u32, list: &[u32], ways: &[LaneSteps<W>]) -> Vec<Cells<W>> {
    let mut windows = Vec::new();
    for axis in list.chunks_exact(2) {
        let [forth, back] = [axis[0], axis[1]].map(|way| &ways[way as usize]);
        for start in cells(&starts(of, n, back)) {
            let (mut window, mut front) = (start, start);
            for _ in 1..n {
                let set: LaneSet<One, W> = from_fn(|w| One::all(front[w]));
                front = from_fn(|w| forth.step(&set)[w].get(0));
                window = from_fn(|w| window[w] | front[w]);
            }
            windows.push(window);
        }
    }
    windows
}

/// Each cell of a set as a set.
fn cells<const W: usize>(set: &LaneSet<One, W>) -> impl Iterator<Item = Cells<W>> {
    set.iter().enumerate().flat_map(|(w, word)| {
        let mut word = word.get(0);
        std::iter::from_fn(move || {
            let bit = word & word.wrapping_neg();
            word ^= bit;
            (bit != 0).then(|| from_fn(|at| if at == w { bit } else { 0 }))
        })
    })
}

/// Whether so many of the windows share few cells with each other.
fn is_met<const W: usize>(windows: &[Cells<W>], times: u32, share: u32) -> bool {
    if times <= 1 {
        return times == 0 || !windows.is_empty();
    }
    (1..windows.len()).any(|at| {
        let (others, window) = (&windows[at..], &windows[at - 1]);
        let mut apart = others.iter().filter(|other| shared(window, other) <= share);
        if times == 2 {
            return apart.next().is_some();
        }
        is_met(&apart.copied().collect::<Vec<_>>(), times - 1, share)
    })
}

/// How many cells two windows share.
fn shared<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> u32 {
    one.iter().zip(other).map(|(x, y)| (x & y).count_ones()).sum()
}
