//! Lowers sets of directions. Most are known at compile time; in the others each direction has a condition, which is
//! evaluated at run time.

use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::Code;
use crate::ways::{StepTable, back, forth};
use lusory_engine::rule::{Directions, Heading};

/// Directions in ascending order, each with the condition under which it is in the set; `None` if it always is. Which
/// directions are listed is known at compile time, by the words and the side.
pub(super) type DirectionList = Vec<(usize, Option<Value>)>;

impl Lowering<'_> {
    /// The set of directions of a word.
    pub(super) fn ways(&mut self, scene: &SideView, word: &Directions) -> Lowered<DirectionList> {
        let laid = self.laid;
        match word {
            Directions::Fixed(sets) => Ok(certain(sets[scene.side])),
            Directions::Every => Ok(certain(laid.every)),
            Directions::Orthogonal => Ok(certain(laid.sides)),
            Directions::Diagonal => Ok(certain(laid.diagonals)),
            Directions::Forward => {
                let last = laid.forward.len().wrapping_sub(1);
                Ok(certain(laid.forward.get(scene.side.min(last)).copied().unwrap_or(0)))
            }
            Directions::Dir(set) => Ok(certain(set & laid.every)),
            Directions::Heading(heading) => self.heading(scene, heading),
            Directions::PlyHeading => {
                self.needed.turn |= super::turns::HEADING;
                let headings = scene.ply.as_ref().map(|ply| ply.headings.clone()).unwrap_or_default();
                Ok(headings.into_iter().map(|(way, when)| (way, Some(when))).collect())
            }
            Directions::Opposite(of) => {
                let of = self.ways(scene, of)?;
                let turned = |(way, when): (usize, Option<Value>)| Some((laid.directions[way].opposite?, when));
                let mut all: DirectionList = of.into_iter().filter_map(turned).collect();
                all.sort_unstable_by_key(|&(way, _)| way);
                Ok(all)
            }
            Directions::And(parts) => {
                let every = Ok(certain(laid.every));
                parts.iter().fold(every, |all, part| {
                    let (all, part) = (all?, self.ways(scene, part)?);
                    Ok(self.met(&all, &part))
                })
            }
            Directions::Or(parts) => parts.iter().try_fold(Vec::new(), |all, part| {
                let part = self.ways(scene, part)?;
                Ok(self.joined(&all, &part))
            }),
            Directions::Not(of) => {
                let of = self.ways(scene, of)?;
                Ok(self.others(&of))
            }
            Directions::If(choice) => {
                let when = self.holds(scene, &choice.when)?;
                let then = self.ways(scene, &choice.then)?;
                let otherwise = match &choice.otherwise {
                    Some(part) => self.ways(scene, part)?,
                    None => Vec::new(),
                };
                let not = self.b.not(when);
                let (then, otherwise) = (self.all_gated(&then, when), self.all_gated(&otherwise, not));
                Ok(self.joined(&then, &otherwise))
            }
            Directions::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.ways(scene, part),
                None => Ok(Vec::new()),
            },
        }
    }

    /// The intersection of two sets.
    fn met(&mut self, a: &DirectionList, b: &DirectionList) -> DirectionList {
        let mut all = Vec::new();
        for &(way, when) in a {
            if let Some(&(_, other)) = b.iter().find(|&&(other, _)| other == way) {
                let both_conditions = match (when, other) {
                    (Some(one), Some(other)) => Some(self.b.and(one, other)),
                    (one, other) => one.or(other),
                };
                all.push((way, both_conditions));
            }
        }
        all
    }

    /// The union of two sets.
    fn joined(&mut self, a: &DirectionList, b: &DirectionList) -> DirectionList {
        let mut all = a.clone();
        for &(way, when) in b {
            match all.iter_mut().find(|(other, _)| *other == way) {
                Some((_, condition)) => *condition = condition.and_then(|condition| Some(self.b.or(condition, when?))),
                None => all.push((way, when)),
            }
        }
        all.sort_unstable_by_key(|&(way, _)| way);
        all
    }

    /// The complement of a set.
    fn others(&mut self, of: &DirectionList) -> DirectionList {
        let mut all = certain(self.laid.every);
        for &(way, when) in of {
            match when {
                None => all.retain(|&(other, _)| other != way),
                Some(when) => {
                    let not = self.b.not(when);
                    all.iter_mut().filter(|(other, _)| *other == way).for_each(|(_, condition)| *condition = Some(not));
                }
            }
        }
        all
    }

    /// A set under a further condition.
    fn all_gated(&mut self, of: &DirectionList, when: Value) -> DirectionList {
        of.iter()
            .map(|&(way, condition)| (way, Some(condition.map_or(when, |condition| self.b.and(condition, when)))))
            .collect()
    }

    /// The directions from one cell to another, at the given distance or at any; empty unless both sets have just one cell.
    fn heading(&mut self, scene: &SideView, word: &Heading) -> Lowered<DirectionList> {
        let (start, end) = (self.cells(scene, &word.start)?, self.cells(scene, &word.end)?);
        let (number_one, all) = (self.b.number(1), self.b.everything());
        let counts = [start, end].map(|set| self.b.count(set));
        let sole = counts.map(|count| self.b.equal(count, number_one));
        let sole = self.b.and(sole[0], sole[1]);
        let mut headings = Vec::new();
        for (way, when) in self.ways(scene, &word.ways)? {
            let reached = match word.distance {
                Some(distance) => {
                    let far = self.far(way, distance)?;
                    self.b.step(start, far)
                }
                None => {
                    let chain = self.chain(&forth(self.laid, way));
                    self.b.chained(Code::Run, &[start, all], vec![chain])
                }
            };
            let ends_met = self.b.and(reached, end);
            let ends_met = self.b.any(ends_met);
            let ends_met = self.b.and(ends_met, sole);
            headings.push((way, Some(when.map_or(ends_met, |when| self.b.and(when, ends_met)))));
        }
        Ok(headings)
    }

    /// A set moved one step in each direction of a set: the union.
    pub(super) fn spread(&mut self, scene: &SideView, of: Value, word: &Directions) -> Lowered<Value> {
        let ways = self.ways(scene, word)?;
        Ok(self.spread_by(of, &ways))
    }

    pub(super) fn spread_by(&mut self, of: Value, ways: &DirectionList) -> Value {
        let sure = ways.iter().filter(|(_, when)| when.is_none()).map(|&(way, _)| self.step(way)).collect();
        let mut all = self.b.spread(of, sure);
        for &(way, when) in ways {
            if let Some(when) = when {
                let step = self.step(way);
                let moved = self.b.step(of, step);
                let moved = self.b.keep(moved, when);
                all = self.b.or(all, moved);
            }
        }
        all
    }

    /// The index, in the relation table, of one step in a direction.
    pub(super) fn step(&mut self, direction: usize) -> u32 {
        self.b.ways.along(self.laid, direction, 1, || forth(self.laid, direction))
    }

    /// The index, in the relation table, of n steps in a direction.
    pub(super) fn far(&mut self, direction: usize, n: u32) -> Lowered<u32> {
        self.straight(direction)?;
        Ok(self.b.ways.along(self.laid, direction, n as i32, || forth(self.laid, direction)))
    }

    /// The step table of a direction backwards.
    pub(super) fn home(&self, direction: usize) -> Lowered<StepTable> {
        back(&self.laid.directions[direction].to).map_or_else(|| not_lowered("direction"), Ok)
    }

    /// The index, in the relation table, of one step back: from where a step arrives to where it came from.
    pub(super) fn step_back(&mut self, direction: usize) -> Lowered<u32> {
        let table = self.home(direction)?;
        Ok(self.b.ways.along(self.laid, direction, -1, || table))
    }

    /// Refuses a direction that loops: runs and lines exist only along the others.
    pub(super) fn straight(&self, direction: usize) -> Lowered<()> {
        if self.laid.directions[direction].loops { not_lowered("direction") } else { Ok(()) }
    }

    /// The indices, in the relation table, of 1, 2, 4, ... steps along a step table. All chains of a board have the same
    /// length, so that they can be stored in one list.
    pub(super) fn chain(&mut self, table: &[i16]) -> Vec<u32> {
        self.b.ways.chain(self.laid, table, self.doublings)
    }
}

/// A set of directions, as bits, without conditions.
fn certain(mut set: u64) -> DirectionList {
    let mut all = Vec::new();
    while set != 0 {
        all.push((set.trailing_zeros() as usize, None));
        set &= set - 1;
    }
    all
}
