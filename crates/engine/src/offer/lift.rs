//! Where a condition that speaks of `to` holds: asked once for all cells, not cell by cell.
//!
//! ```text
//!   needs=Ray(to, through=enemy, until=own)     . 1 2 2 1 .    from own stones back over enemy ones:
//!                                               ^              the cells one step further on
//! ```
//!
//! Of a ply that has no origin and no direction alone. Words that are not understood here are judged cell by cell.

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, WaySet, ways};
use crate::read::Reader;
use crate::rule::visit::{cells_in, cells_of, ways_of};
use crate::rule::{Cells, Condition, Ray, Ways};

/// The cells for which the condition holds with `to` on them; none where that is not found here.
pub(super) fn holding<const W: usize>(reader: &Reader<'_, W>, word: &Condition) -> Option<Bits<W>> {
    let all = reader.plan.board.all;
    match word {
        Condition::Cells(cells) => meeting(reader, cells, all),
        Condition::Some(part) => holding(reader, part),
        Condition::No(part) => holding(reader, part).map(|set| all & !set),
        Condition::All(parts) => parts.iter().try_fold(all, |set, part| Some(set & holding(reader, part)?)),
        Condition::Any(parts) => parts.iter().try_fold(Bits::EMPTY, |set, part| Some(set | holding(reader, part)?)),
        _ => {
            let mut free = true;
            cells_in(word, &mut |part| free &= !matches!(part, Cells::To));
            free.then(|| if blind(reader).is_true(word) { all } else { Bits::EMPTY })
        }
    }
}

/// The reader of a ply without cells.
fn blind<'a, const W: usize>(reader: &Reader<'a, W>) -> Reader<'a, W> {
    Reader { to: NOWHERE, origin: NOWHERE, heading: NO_WAY, ..*reader }
}

/// A set that does not depend on `to`.
fn free<const W: usize>(reader: &Reader<'_, W>, word: &Cells) -> Option<Bits<W>> {
    let mut free = true;
    cells_of(word, &mut |part| free &= !matches!(part, Cells::To));
    free.then(|| blind(reader).cells(word))
}

/// Directions that do not depend on `to`.
fn free_ways<const W: usize>(reader: &Reader<'_, W>, word: &Ways) -> Option<WaySet> {
    let mut free = true;
    ways_of(word, &mut |part| free &= !matches!(part, Cells::To));
    free.then(|| blind(reader).ways(word))
}

/// The cells for which the set of a word shares a cell with `with`.
fn meeting<const W: usize>(reader: &Reader<'_, W>, word: &Cells, with: Bits<W>) -> Option<Bits<W>> {
    let board = &reader.plan.board;
    match word {
        Cells::To => Some(with),
        Cells::Adjacent(of, ways) | Cells::Shift(of, ways) if matches!(**of, Cells::To) => {
            free_ways(reader, ways).map(|ways| board.touching(with, ways))
        }
        Cells::Ray(ray) if matches!(ray.start, Cells::To) && with == board.all => starts(reader, ray),
        Cells::Or(parts) => parts.iter().try_fold(Bits::EMPTY, |set, part| Some(set | meeting(reader, part, with)?)),
        Cells::And(parts) => {
            let (mut with, mut bound) = (with, None);
            for part in parts {
                match free(reader, part) {
                    Some(set) => with &= set,
                    None if bound.is_none() => bound = Some(part),
                    None => return None,
                }
            }
            bound.map_or_else(|| Some(everywhere(reader, with)), |part| meeting(reader, part, with))
        }
        _ => free(reader, word).map(|set| everywhere(reader, set & with)),
    }
}

/// All cells, if there is anything.
fn everywhere<const W: usize>(reader: &Reader<'_, W>, set: Bits<W>) -> Bits<W> {
    if set.any() { reader.plan.board.all } else { Bits::EMPTY }
}

/// The cells from which a run of at least one cell starts.
fn starts<const W: usize>(reader: &Reader<'_, W>, ray: &Ray) -> Option<Bits<W>> {
    let board = &reader.plan.board;
    let directions = plain_ways(reader, ray)?;
    let through = free(reader, &ray.through)?;
    let until = match &ray.until {
        Some(until) => Some(free(reader, until)?),
        None => None,
    };
    Some(ways(directions).fold(Bits::EMPTY, |all, way| {
        let first = until.map_or(through, |until| board.back_along(until, way, through & !until));
        all | board.before(first, way)
    }))
}

/// The directions of a run of any length; none where they depend on `to` or lead round a loop.
fn plain_ways<const W: usize>(reader: &Reader<'_, W>, ray: &Ray) -> Option<WaySet> {
    let directions = free_ways(reader, &ray.ways)?;
    let straight = ways(directions).all(|way| !reader.plan.board.steps[way].loops.any());
    (straight && ray.length.is_none()).then_some(directions)
}
