//! Bounds of what a part of a game is worth (see `local_plies`), where a side needs and loses nothing but its own cells: how
//! many more plies a side has than the other, at least and at most. A side has so many plies for certain as there are
//! plies apart from each other that the other side cannot prevent, and half of those of which each of the other side's plies
//! prevents one at most. It never has more than fit beside each other. So programs for domineering count (Breuker, Uiterwijk
//! and Van den Herik, Solving 8x8 Domineering, 2000; Bullock, Domineering: Solving Large Combinatorial Search Spaces, 2002).

use crate::local_plies::{LocalPlies, LocalPly, SideCells};

/// At least and at most so many more plies the first side has: as a number, the part is worth no less and no more.
pub type PlyLead = [i64; 2];

/// What is known of a part without looking.
pub const UNBOUNDED: PlyLead = [-(1 << 20), 1 << 20];

/// Bounds of a part.
#[must_use]
pub fn ply_lead(plies: &LocalPlies, sets: SideCells) -> PlyLead {
    if !plies.keeps_sides_apart() {
        return UNBOUNDED;
    }
    let legal = [0, 1].map(|side: usize| plies.legal(side, sets).collect::<Vec<_>>());
    let least = [0, 1].map(|side: usize| certain_plies(side, &legal[side], &legal[1 - side]));
    let most = [0, 1].map(|side: usize| most_plies(side, &legal[side]));
    [least[0] - most[1], most[0] - least[1]]
}

/// How many plies a side makes for certain, if it answers each of the other side's.
fn certain_plies(side: usize, own: &[&LocalPly], others: &[&LocalPly]) -> i64 {
    let endangered = others.iter().fold(0, |all, other| all | other.takes[side]);
    let (mut needed, mut taken, mut hit, mut counts) = (0, 0, 0, [0, 0]);
    for is_safe in [true, false] {
        for ply in own.iter().filter(|ply| (ply.needs[side] & endangered == 0) == is_safe) {
            if ply.needs[side] & (taken | hit) != 0 || ply.takes[side] & needed != 0 {
                continue;
            }
            needed |= ply.needs[side];
            taken |= ply.takes[side];
            counts[usize::from(is_safe)] += 1;
            if !is_safe {
                let preventing = others.iter().filter(|other| other.takes[side] & ply.needs[side] != 0);
                hit |= preventing.fold(0, |all, other| all | other.takes[side]);
            }
        }
    }
    counts[1] + counts[0] / 2
}

/// How many plies of a side fit beside each other at most: among the cells that its plies connect, so many as the
/// smallest ones do.
fn most_plies(side: usize, own: &[&LocalPly]) -> i64 {
    let lost = |ply: &LocalPly| ply.needs[side] & ply.takes[side];
    let smallest = own.iter().map(|ply| lost(ply).count_ones()).min().unwrap_or(1).max(1);
    let mut connected: Vec<u128> = Vec::new();
    for ply in own {
        let mut all = lost(ply);
        connected.retain(|cells| {
            let is_apart = cells & all == 0;
            if !is_apart {
                all |= cells;
            }
            is_apart
        });
        connected.push(all);
    }
    connected.iter().map(|cells| i64::from(cells.count_ones() / smallest)).sum()
}
