//! Bounds of what a part of a game is worth (see `local_plies`), where a side needs and loses nothing but its own cells: how
//! many more plies a side has than the other, at least and at most. A side has so many plies for certain as there are
//! plies apart from each other that the other side cannot prevent, and half of those of which each of the other side's plies
//! prevents one at most. The other side never has more than fit beside each other in the cells that these leave. So
//! programs for domineering count (Breuker, Uiterwijk and Van den Herik, Solving 8x8 Domineering, 2000; Bullock,
//! Domineering: Solving Large Combinatorial Search Spaces, 2002).

use crate::local_plies::{LocalPlies, LocalPly, SideCells};

/// How many more plies the first side has.
#[derive(Clone, Copy, Debug)]
pub struct PlyLead {
    /// At least and at most: as a number, the part is worth no less and no more.
    pub bounds: [i64; 2],
    /// A guess, in halves: by what fits at most. With what is certain in it, domineering 7x7 takes half as many positions
    /// again.
    pub guess: i64,
}

/// What is known of a part without looking.
pub const UNBOUNDED: PlyLead = PlyLead { bounds: [-(1 << 20), 1 << 20], guess: 0 };

/// Bounds of a part.
#[must_use]
pub fn ply_lead(plies: &LocalPlies, sets: SideCells) -> PlyLead {
    if !plies.keeps_sides_apart() {
        return UNBOUNDED;
    }
    let legal = [0, 1].map(|side: usize| plies.legal(side, sets).collect::<Vec<_>>());
    let certain = [0, 1].map(|side: usize| certain_plies(side, &legal[side], &legal[1 - side]));
    let room = [0, 1].map(|side: usize| Room::of(side, &legal[side]));
    let least_lead = |side: usize| certain[side].count - room[1 - side].most_plies(certain[side].taken);
    PlyLead { bounds: [least_lead(0), -least_lead(1)], guess: 2 * (room[0].most_plies(0) - room[1].most_plies(0)) }
}

/// What a side makes for certain.
struct CertainPlies {
    /// So many plies.
    count: i64,
    /// How many cells that the other side's plies need they take at least.
    taken: i64,
}

/// What a side makes for certain, if it answers each of the other side's plies: all that the other side cannot prevent,
/// and half of those of which each of its plies prevents one at most. Of the cells that an answer takes those count that no
/// ply of the other side takes without preventing it: any other cell may be gone before.
fn certain_plies(side: usize, own: &[&LocalPly], others: &[&LocalPly]) -> CertainPlies {
    let endangered = others.iter().fold(0, |all, other| all | other.takes[side]);
    let mut pool = others.iter().fold(0, |all, other| all | lost(1 - side, other));
    let (mut needed, mut taken, mut hit) = (0, 0, 0);
    let (mut safe, mut in_danger, mut least_gone) = (0, 0, i64::MAX);
    for is_safe in [true, false] {
        for ply in own.iter().filter(|ply| (ply.needs[side] & endangered == 0) == is_safe) {
            if ply.needs[side] & (taken | hit) != 0 || ply.takes[side] & needed != 0 {
                continue;
            }
            needed |= ply.needs[side];
            taken |= ply.takes[side];
            if is_safe {
                safe += 1;
                continue;
            }
            in_danger += 1;
            let mut free = 0;
            for other in others {
                if other.takes[side] & ply.needs[side] != 0 {
                    hit |= other.takes[side];
                } else {
                    free |= lost(1 - side, other);
                }
            }
            let gone = ply.takes[1 - side] & pool & !free;
            pool &= !gone;
            least_gone = least_gone.min(i64::from(gone.count_ones()));
        }
    }
    let answers = in_danger / 2;
    CertainPlies { count: safe + answers, taken: if answers == 0 { 0 } else { answers * least_gone } }
}

/// The cells of its own that a ply of a side takes.
fn lost(side: usize, ply: &LocalPly) -> u128 {
    ply.needs[side] & ply.takes[side]
}

/// The room for the plies of a side.
struct Room {
    /// The cells of the smallest ply, and of all.
    smallest: i64,
    cells: i64,
    /// How many of the smallest ones fit into the cells that plies connect.
    fitting: i64,
}

impl Room {
    fn of(side: usize, own: &[&LocalPly]) -> Self {
        let smallest = own.iter().map(|ply| lost(side, ply).count_ones()).min().unwrap_or(1).max(1);
        let mut connected: Vec<u128> = Vec::new();
        for ply in own {
            let mut all = lost(side, ply);
            connected.retain(|cells| {
                let is_apart = cells & all == 0;
                if !is_apart {
                    all |= cells;
                }
                is_apart
            });
            connected.push(all);
        }
        let sum = |count: &dyn Fn(u32) -> u32| connected.iter().map(|cells| i64::from(count(cells.count_ones()))).sum();
        Room { smallest: i64::from(smallest), cells: sum(&|cells| cells), fitting: sum(&|cells| cells / smallest) }
    }

    /// How many plies fit beside each other at most. gone: so many of the cells the other side takes.
    fn most_plies(&self, gone: i64) -> i64 {
        self.fitting.min((self.cells - gone) / self.smallest)
    }
}
