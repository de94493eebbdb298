//! Precomputed spreads: moves a set of cells in several directions at once.

use super::shift::BoardShift;
use super::{DirectionSet, Step, ways};
use crate::bits::Bits;

/// Neighbour tables are built for boards of at most so many words.
const MOST_WORDS: usize = 8;

/// Where the directions of a set lead.
#[derive(Clone, Debug)]
pub(super) struct DirectionSpreads<const W: usize> {
    /// Which directions.
    pub(super) ways: DirectionSet,
    /// Where they lead.
    pub(super) out: Spread<W>,
    /// Where they come from.
    pub(super) back: Spread<W>,
    /// Both.
    pub(super) linked: Spread<W>,
}

/// What a set of cells spreads to.
#[derive(Clone, Debug)]
pub(super) enum Spread<const W: usize> {
    /// Each moves a set; the second masks out what would leave the board.
    Moves(Vec<(BoardShift, Bits<W>)>),
    /// The neighbours of each place.
    Near(Vec<Bits<W>>),
}

impl<const W: usize> Spread<W> {
    #[inline(always)]
    pub(super) fn of(&self, set: Bits<W>) -> Bits<W> {
        match self {
            Spread::Moves(moves) => {
                moves.iter().fold(Bits::EMPTY, |all, (motion, mask)| all | motion.apply(set) & *mask)
            }
            Spread::Near(near) => set.iter().filter_map(|p| near.get(p as usize)).fold(Bits::EMPTY, |all, &n| all | n),
        }
    }

    /// A direction and the way back of its opposite are one.
    fn new(moves: impl Iterator<Item = (BoardShift, Bits<W>)>) -> Self {
        let mut tables = Vec::new();
        moves.for_each(|step| {
            if !tables.contains(&step) {
                tables.push(step);
            }
        });
        Spread::Moves(tables)
    }
}

impl<const W: usize> DirectionSpreads<W> {
    /// None on boards too large for tables, where steps are taken one by one.
    pub(super) fn new(steps: &[Step<W>], set: DirectionSet) -> Option<Self> {
        let moves = |d: usize| Some((steps[d].motion?, steps[d].arrive));
        let backs = |d: usize| Some((steps[d].back?, steps[d].leave));
        let out: Option<Vec<_>> = ways(set).map(moves).collect();
        let back: Option<Vec<_>> = ways(set).map(backs).collect();
        if let (Some(out), Some(back)) = (out, back) {
            let linked = Spread::new(out.iter().chain(&back).copied());
            return Some(DirectionSpreads { ways: set, out: Spread::Moves(out), back: Spread::Moves(back), linked });
        }
        (W <= MOST_WORDS).then(|| Self::tables(steps, set))
    }

    fn tables(steps: &[Step<W>], set: DirectionSet) -> Self {
        let (mut out, mut back) = (vec![Bits::EMPTY; 64 * W], vec![Bits::EMPTY; 64 * W]);
        for d in ways(set) {
            for from in steps[d].leave.iter() {
                let to = steps[d].to[from as usize] as u32;
                out[from as usize].insert(to);
                back[to as usize].insert(from);
            }
        }
        let linked = out.iter().zip(&back).map(|(&out, &back)| out | back).collect();
        DirectionSpreads { ways: set, out: Spread::Near(out), back: Spread::Near(back), linked: Spread::Near(linked) }
    }
}
