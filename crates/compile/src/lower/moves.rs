//! Lowers words that move pieces (steps, slides, hops, leaps) to operations that compute sets of landing cells.

use super::bounds;
use super::directions::DirectionList;
use super::inverted_conditions::{Candidates, Origin, asks_of_ply};
use super::offers::Landing;
use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::Code;
use crate::ways::{StepTable, back, forth, longest, steps};
use lusory_engine::rule::parts::cells_of;
use lusory_engine::rule::{Cells, Condition, Directions, Number, Sign};
use std::collections::BTreeMap;

type Landings = Vec<(Landing, Value)>;

/// Leaps to any cell are not lowered on boards of more cells: they need a group for each offset.
const MOST_LEAPS: usize = 64;

/// How far a slide goes.
#[derive(Clone, Copy, Debug)]
enum Far<'n> {
    /// Any number of steps.
    Any,
    /// A fixed number of steps.
    Exactly(i64),
    /// A number of steps that the program computes.
    Number(Value),
    /// A number of steps that depends on the ply.
    OfPly(&'n Number),
}

impl Lowering<'_> {
    /// The pieces on these cells.
    pub(super) fn standing(&mut self, scene: &SideView, pieces: &Cells) -> Lowered<Value> {
        let (cells, occupied) = (self.cells(scene, pieces)?, self.occupied(scene));
        Ok(self.b.and(cells, occupied))
    }

    fn gated(&mut self, set: Value, when: Option<Value>) -> Value {
        when.map_or(set, |when| self.b.keep(set, when))
    }

    pub(super) fn steps(&mut self, scene: &SideView, what: &Cells, to: &Cells, ways: &Directions) -> Lowered<Landings> {
        let (pieces, to) = (self.standing(scene, what)?, self.cells(scene, to)?);
        let mut landings = Vec::new();
        for (way, when) in self.ways(scene, ways)? {
            let step = self.step(way);
            let moved = self.b.step(pieces, step);
            let set = self.b.and(moved, to);
            let set = self.gated(set, when);
            landings.push((self.moved(way, 1)?, set));
        }
        Ok(landings)
    }

    /// A move of so many steps in a direction.
    fn moved(&self, way: usize, n: u32) -> Lowered<Landing> {
        let origin = steps(&self.home(way)?, n);
        Ok(Landing::Move { origin, over: None, heading: Some(way) })
    }

    pub(super) fn slides(
        &mut self,
        scene: &SideView,
        (what, to, through): (&Cells, &Cells, &Cells),
        ways: &Directions,
        distance: Option<&Number>,
    ) -> Lowered<Landings> {
        let pieces = self.standing(scene, what)?;
        let (to, pass) = (self.cells(scene, to)?, self.cells(scene, through)?);
        let ways: DirectionList = self.ways(scene, ways)?;
        ways.iter().try_for_each(|&(way, _)| self.straight(way))?;
        let far = match distance {
            None => Far::Any,
            Some(Number::Whole(far)) => Far::Exactly(*far),
            Some(
                Number::Count(_)
                | Number::Groups(..)
                | Number::Distance(_)
                | Number::Captured(_)
                | Number::Score(_)
                | Number::Hand(..)
                | Number::Rolled
                | Number::Sum(_)
                | Number::Minus(..)
                | Number::If(_)
                | Number::BySide(_),
            ) => self.distance(scene, distance)?,
        };
        let mut landings = Vec::new();
        for (way, when) in ways {
            if matches!(far, Far::Any) && bounds::is_empty(&self.laid.rules, scene.side, through) {
                let chain = self.chain(&forth(self.laid, way));
                let step = chain[0];
                let run = self.b.chained(Code::Run, &[pieces, pass], vec![chain]);
                let fronts = self.b.or(run, pieces);
                let reached = self.b.step(fronts, step);
                let set = self.b.and(reached, to);
                let set = self.gated(set, when);
                landings.push((Landing::Slide(way), set));
            } else {
                landings.extend(self.slides_by_length(scene, way, when, (pieces, to, pass), far)?);
            }
        }
        Ok(landings)
    }

    /// A distance that is computed.
    fn distance<'n>(&mut self, scene: &SideView, number: Option<&'n Number>) -> Lowered<Far<'n>> {
        let Some(number) = number else { return not_lowered("distance") };
        let compared = Condition::Compare(number.clone(), Sign::Equal, Number::Whole(0));
        if asks_of_ply(&compared) { Ok(Far::OfPly(number)) } else { Ok(Far::Number(self.number(scene, number)?)) }
    }

    /// For each number of steps the origins of slides in a direction that go so far; none where all go equally far.
    fn origins_by_length(
        &mut self,
        scene: &SideView,
        far: Far<'_>,
        way: usize,
        longest: usize,
    ) -> Lowered<Option<Vec<Value>>> {
        let Far::OfPly(number) = far else { return Ok(None) };
        let (Number::Count(of), stay) = (number, self.stay()) else { return not_lowered("distance") };
        let mut asks_of_end = false;
        cells_of(of, &mut |cells| asks_of_end |= matches!(cells, Cells::To));
        let origins = Candidates { origin: Origin::By(&stay), heading: Some(way) };
        match self.counted_sets(scene, origins, of)?.filter(|_| !asks_of_end) {
            Some(sets) => Ok(Some((1..=longest).map(|n| self.compared(&sets, Sign::Equal, n)).collect())),
            None => not_lowered("distance"),
        }
    }

    /// The landings of slides in one direction: a group for each length, or one group if the length is fixed.
    fn slides_by_length(
        &mut self,
        scene: &SideView,
        way: usize,
        when: Option<Value>,
        (pieces, to, pass): (Value, Value, Value),
        far: Far<'_>,
    ) -> Lowered<Landings> {
        let step = self.step(way);
        let (table, mut front, mut landings) = (forth(self.laid, way), pieces, Vec::new());
        let longest = longest(&table);
        let origins = self.origins_by_length(scene, far, way, longest)?;
        for n in 1..=longest as u32 {
            front = self.b.step(front, step);
            let when = match far {
                Far::Number(number) => {
                    let n = self.b.number(n.into());
                    let is_length = self.b.equal(number, n);
                    Some(when.map_or(is_length, |when| self.b.and(when, is_length)))
                }
                Far::Any | Far::Exactly(_) | Far::OfPly(_) => when,
            };
            let is_possible = if let Far::Exactly(far) = far { far == i64::from(n) } else { true };
            if is_possible {
                let set = self.b.and(front, to);
                let mut set = self.gated(set, when);
                if let Some(origins) = &origins {
                    let on = self.by_table(&steps(&table, n));
                    let ends = self.b.step(origins[n as usize - 1], on);
                    set = self.b.and(set, ends);
                }
                landings.push((self.moved(way, n)?, set));
            }
            front = self.b.and(front, pass);
        }
        Ok(landings)
    }

    pub(super) fn hops(
        &mut self,
        scene: &SideView,
        (what, over, to): (&Cells, &Cells, &Cells),
        ways: &Directions,
    ) -> Lowered<Landings> {
        let (pieces, over) = (self.standing(scene, what)?, self.standing(scene, over)?);
        let to = self.cells(scene, to)?;
        let mut landings = Vec::new();
        for (way, when) in self.ways(scene, ways)? {
            self.straight(way)?;
            let step = self.step(way);
            let jumped = self.b.step(pieces, step);
            let jumped = self.b.and(jumped, over);
            let landed = self.b.step(jumped, step);
            let set = self.b.and(landed, to);
            let set = self.gated(set, when);
            let home = self.home(way)?;
            let (origin, over) = (steps(&home, 2), Some(home));
            landings.push((Landing::Move { origin, over, heading: Some(way) }, set));
        }
        Ok(landings)
    }

    /// Leaps of a number of steps: cells so far from each other are sorted by how far their places are apart.
    pub(super) fn leaps(
        &mut self,
        scene: &SideView,
        what: &Cells,
        to: &Cells,
        distance: Option<u32>,
        ways: &Directions,
    ) -> Lowered<Landings> {
        let Some(distance) = distance else { return self.leaps_anywhere(scene, what, to) };
        let (pieces, to) = (self.standing(scene, what)?, self.cells(scene, to)?);
        let ways = self.ways(scene, ways)?;
        if ways.iter().any(|(_, when)| when.is_some()) {
            return not_lowered("leap");
        }
        let ways: Vec<usize> = ways.into_iter().map(|(way, _)| way).collect();
        let mut by_offset: BTreeMap<i32, StepTable> = BTreeMap::new();
        for &origin in &self.laid.place {
            for end in self.cells_at(origin, distance, &ways) {
                let far = i32::from(end) - i32::from(origin);
                let far = self.laid.modulus.map_or(far, |modulus| far.rem_euclid(modulus as i32));
                let table = by_offset.entry(far).or_insert_with(|| vec![-1; 64 * self.laid.width]);
                table[origin as usize] = end;
            }
        }
        let mut landings = Vec::new();
        for table in by_offset.into_values() {
            let way = self.b.ways.of(self.laid, &table);
            let landed = self.b.step(pieces, way);
            let set = self.b.and(landed, to);
            let Some(origin) = back(&table) else { return not_lowered("leap") };
            landings.push((Landing::Move { origin, over: None, heading: None }, set));
        }
        Ok(landings)
    }

    /// Leaps from each cell to every other one.
    fn leaps_anywhere(&mut self, scene: &SideView, what: &Cells, to: &Cells) -> Lowered<Landings> {
        if self.laid.place.len() > MOST_LEAPS {
            return not_lowered("leap");
        }
        let (pieces, to) = (self.standing(scene, what)?, self.cells(scene, to)?);
        let mut landings = Vec::new();
        for by in 1..self.laid.place.len() {
            // Cell number n leads to cell number n + by, modulo the number of cells.
            let mut table = vec![-1; 64 * self.laid.width];
            for (number, &place) in self.laid.place.iter().enumerate() {
                table[place as usize] = self.laid.place[(number + by) % self.laid.place.len()];
            }
            let relation = self.b.ways.of(self.laid, &table);
            let landed = self.b.step(pieces, relation);
            let set = self.b.and(landed, to);
            let Some(origin) = back(&table) else { return not_lowered("leap") };
            landings.push((Landing::Move { origin, over: None, heading: None }, set));
        }
        Ok(landings)
    }

    /// The cells to which the shortest way has exactly `distance` steps.
    fn cells_at(&self, origin: i16, distance: u32, ways: &[usize]) -> Vec<i16> {
        let (mut front, mut near) = (vec![origin], vec![origin]);
        for _ in 0..distance {
            let mut next = Vec::new();
            for (&cell, &way) in front.iter().flat_map(|cell| ways.iter().map(move |way| (cell, way))) {
                let neighbour = self.laid.directions[way].to[cell as usize];
                if neighbour >= 0 && !near.contains(&neighbour) {
                    near.push(neighbour);
                    next.push(neighbour);
                }
            }
            front = next;
        }
        front.retain(|&end| end != origin);
        front
    }

    /// The origins of slides that end on `ends`: the first piece behind each.
    pub(super) fn slid_from(&mut self, way: usize, ends: Value, pass: Value, pieces: Value) -> Lowered<Value> {
        let home = self.home(way)?;
        let chain = self.chain(&home);
        let step = chain[0];
        let run = self.b.chained(Code::Run, &[ends, pass], vec![chain]);
        let run = self.b.or(run, ends);
        let behind = self.b.step(run, step);
        Ok(self.b.and(behind, pieces))
    }

    /// The number of the way that a table of destinations describes.
    pub(super) fn by_table(&mut self, table: &[i16]) -> u32 {
        self.b.ways.of(self.laid, table)
    }
}
