//! Counts compared with a plain number, for all plies at once: of the cells beside where a ply ends, or on its line.
//!
//! Such a word comes to at most one cell in each of a few relations to the end of the ply: one step on in a direction,
//! two steps on, where its piece came from. For each relation there is the set of ends for which its cell is counted;
//! then it is counted in how many of these sets a cell is.

use super::inverted_conditions::{Candidates, Origin};
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::ways::{StepTable, forth, leads, then};
use lusory_engine::rule::{Cells, Directions, Number, Ray, Sign};

/// More sets than these are added up as binary numbers.
const MOST_UNARY: usize = 8;

impl Lowering<'_> {
    /// The ends of plies for which a count compares so with a plain number; none where that cannot be said for all at
    /// once.
    pub(super) fn counting(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        (left, sign, right): (&Number, Sign, &Number),
    ) -> Lowered<Option<Value>> {
        let (Number::Count(of), Number::Whole(n)) = (left, right) else { return Ok(None) };
        let Ok(n) = usize::try_from(*n) else { return Ok(None) };
        let Some(sets) = self.counted_sets(scene, ply, of)? else { return Ok(None) };
        Ok(Some(self.compared(&sets, sign, n)))
    }

    /// For each cell that the word may come to, the ends of plies for which it does and the cell is counted.
    pub(super) fn counted_sets(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        of: &Cells,
    ) -> Lowered<Option<Vec<Value>>> {
        let parts = if let Cells::And(parts) = of { parts.as_slice() } else { std::slice::from_ref(of) };
        let everything = self.b.everything();
        let Some((asking, set)) = self.asking_part(scene, parts, everything)? else { return Ok(None) };
        let Some(tables) = self.tables_of(scene, ply, asking)?.filter(|tables| are_apart(tables)) else {
            return Ok(None);
        };
        let mut sets = Vec::with_capacity(tables.len());
        for table in tables {
            let pairs = (0..).zip(&table).filter(|(_, cell)| **cell >= 0).map(|(end, &cell)| (i32::from(cell), end));
            let to_end = self.b.ways.relation(self.laid, pairs);
            sets.push(self.b.step(set, to_end));
        }
        // In one order: what is counted along an axis is the same for both of its directions.
        sets.sort_unstable();
        Ok(Some(sets))
    }

    /// The cells that a word comes to, each as a table from the ends of plies.
    fn tables_of(&mut self, scene: &SideView, ply: Candidates<'_>, word: &Cells) -> Lowered<Option<Vec<StepTable>>> {
        match word {
            Cells::To => Ok(Some(vec![self.stay()])),
            Cells::Origin => Ok(match ply.origin {
                Origin::By(table) => Some(vec![table.to_vec()]),
                Origin::Nowhere => Some(Vec::new()),
                Origin::Open => None,
            }),
            Cells::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    let Some(tables) = self.tables_of(scene, ply, part)? else { return Ok(None) };
                    all.extend(tables);
                }
                Ok(Some(all))
            }
            Cells::Adjacent(start, ways) => self.tables_along(scene, ply, (start, ways), 1),
            Cells::Ray(ray) if self.is_plain(scene, ray)? => {
                self.tables_along(scene, ply, (&ray.start, &ray.ways), u32::MAX)
            }
            Cells::Ray(_) | Cells::And(_) | Cells::Shift(..) | Cells::BySide(_) => Ok(None),
            Cells::Fixed(_) | Cells::Of(_) | Cells::Empty | Cells::Everywhere | Cells::Kind(_) | Cells::At(_) => {
                Ok(None)
            }
            Cells::Ranks { .. } | Cells::Row(_) | Cells::Column(_) | Cells::Center | Cells::Shade(_) => Ok(None),
            Cells::Regions(_) | Cells::Just | Cells::Moved | Cells::Visited | Cells::Last { .. } => Ok(None),
            Cells::Enclosed(_) | Cells::Line(_) | Cells::Group(_) | Cells::Connected(_) | Cells::Ring(_) => Ok(None),
            Cells::Open | Cells::Announced | Cells::Revealed | Cells::Not(_) | Cells::If(_) => Ok(None),
            Cells::Here | Cells::Where(_) | Cells::Marked(_) => Ok(None),
        }
    }

    /// The table from each cell to itself.
    pub(super) fn stay(&self) -> StepTable {
        let mut stay = vec![-1; 64 * self.laid.width];
        self.laid.place.iter().for_each(|&place| stay[place as usize] = place);
        stay
    }

    /// Whether a run passes every cell up to the edge.
    fn is_plain(&mut self, scene: &SideView, ray: &Ray) -> Lowered<bool> {
        if ray.until.is_some() || ray.length.is_some() || super::inverted_conditions::cells_ask(&ray.through) {
            return Ok(false);
        }
        Ok(self.cells(scene, &ray.through)? == self.b.everything())
    }

    /// The cells up to so many steps on from those of a word.
    fn tables_along(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        (start, ways): (&Cells, &Directions),
        most: u32,
    ) -> Lowered<Option<Vec<StepTable>>> {
        let Some(starts) = self.tables_of(scene, ply, start)? else { return Ok(None) };
        let Some(ways) = self.known(scene, ply, ways)? else { return Ok(None) };
        if most > 1 {
            ways.iter().try_for_each(|&way| self.straight(way))?;
        }
        let mut tables = Vec::new();
        for start in &starts {
            for &way in &ways {
                let step = forth(self.laid, way);
                let along = std::iter::successors(Some(then(start, &step)), |table| Some(then(table, &step)));
                tables.extend(along.take(most as usize).take_while(|table| leads(table)));
            }
        }
        Ok(Some(tables))
    }

    /// The cells in so many of the sets.
    pub(super) fn compared(&mut self, sets: &[Value], sign: Sign, n: usize) -> Value {
        match sign {
            Sign::AtLeast => self.at_least(sets, n),
            Sign::More => self.at_least(sets, n + 1),
            Sign::Less => {
                let least = self.at_least(sets, n);
                self.b.not(least)
            }
            Sign::AtMost => {
                let next_set = self.at_least(sets, n + 1);
                self.b.not(next_set)
            }
            Sign::Equal if sets.len() > MOST_UNARY => self.equal_in_binary(sets, n),
            Sign::Equal => {
                let (least, next_set) = (self.at_least(sets, n), self.at_least(sets, n + 1));
                self.b.without(least, next_set)
            }
        }
    }

    /// The cells in `least` of the sets or more.
    fn at_least(&mut self, sets: &[Value], least: usize) -> Value {
        let (none, all) = (self.b.nothing(), self.b.everything());
        if least > sets.len() {
            return none;
        }
        if sets.len() > MOST_UNARY {
            return self.at_least_in_binary(sets, least);
        }
        let mut counted = vec![none; least + 1]; // in 0, 1, 2, ... of the sets so far, or more
        counted[0] = all;
        for &set in sets {
            for number in (1..=least).rev() {
                let one_more = self.b.and(counted[number - 1], set);
                counted[number] = self.b.or(counted[number], one_more);
            }
        }
        counted[least]
    }

    fn at_least_in_binary(&mut self, sets: &[Value], least: usize) -> Value {
        let (mut more, mut equal) = (self.b.nothing(), self.b.everything());
        for (number, digit) in self.added_up(sets).into_iter().enumerate().rev() {
            if least >> number & 1 == 0 {
                let greater = self.b.and(equal, digit);
                more = self.b.or(more, greater);
                equal = self.b.without(equal, digit);
            } else {
                equal = self.b.and(equal, digit);
            }
        }
        self.b.or(more, equal)
    }

    fn equal_in_binary(&mut self, sets: &[Value], n: usize) -> Value {
        let (digits, mut equal) = (self.added_up(sets), self.b.everything());
        if n >> digits.len() != 0 {
            return self.b.nothing();
        }
        for (number, digit) in digits.into_iter().enumerate().rev() {
            let is_set = n >> number & 1 != 0;
            equal = if is_set { self.b.and(equal, digit) } else { self.b.without(equal, digit) };
        }
        equal
    }

    /// The digits of the number of sets that a cell is in, the lowest first: full adders.
    fn added_up(&mut self, sets: &[Value]) -> Vec<Value> {
        let (mut digits, mut column) = (Vec::new(), sets.to_vec());
        while !column.is_empty() {
            let mut carried = Vec::new();
            while let [.., a, b] = column[..] {
                let third = column.len().checked_sub(3).map(|at| column[at]);
                column.truncate(column.len().saturating_sub(3));
                let (sum, carry) = self.added(a, b, third);
                carried.push(carry);
                column.push(sum);
                if third.is_none() {
                    break;
                }
            }
            digits.extend(column.first());
            column = carried;
        }
        digits
    }

    /// The sum of two or three digits, and what is carried.
    fn added(&mut self, a: Value, b: Value, third: Option<Value>) -> (Value, Value) {
        let (both, either) = (self.b.and(a, b), self.b.xor(a, b));
        let Some(third) = third else { return (either, both) };
        let (sum, rest) = (self.b.xor(either, third), self.b.and(either, third));
        (sum, self.b.or(both, rest))
    }
}

/// Whether no ply has one cell by two of the tables: it would be counted twice.
fn are_apart(tables: &[StepTable]) -> bool {
    let ends = tables.first().map_or(0, Vec::len);
    (0..ends).all(|end| {
        let mut cells: Vec<i16> = tables.iter().map(|table| table[end]).filter(|&cell| cell >= 0).collect();
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        cells.len() == count
    })
}
