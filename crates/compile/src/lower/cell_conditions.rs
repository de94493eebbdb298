//! Cells for which a condition holds: `Where`, and numbers of neighbours asked of all cells at once.

use super::inverted_conditions::{Candidates, Origin, asks_of_ply};
use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use lusory_engine::lowering_input::here_as_to;
use lusory_engine::rule::{Cells, Condition, Directions, Number, Sign, Where};

/// On a board of more cells a condition is not asked of one cell after the other.
const MOST_CELLS: usize = 128;
/// A number of neighbours is compared with less than this.
const MOST_NEIGHBOURS: i64 = 12;

impl Lowering<'_> {
    /// The cells of a set for which a condition holds: all at once where the condition allows it.
    pub(super) fn cells_where(&mut self, scene: &SideView, word: &Where) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        let truth = match self.where_at_once(scene, &word.when)? {
            Some(truth) => truth,
            None => self.where_one_by_one(scene, &word.when)?,
        };
        Ok(self.b.and(of, truth))
    }

    /// A condition on a cell is a condition on a ply that ends there, if it asks nothing of the ply itself.
    fn where_at_once(&mut self, scene: &SideView, when: &Condition) -> Lowered<Option<Value>> {
        if asks_of_ply(when) {
            return Ok(None);
        }
        let cells = Candidates { origin: Origin::Open, heading: None };
        self.plies_for_which(scene, cells, &here_as_to(when))
    }

    fn where_one_by_one(&mut self, scene: &SideView, when: &Condition) -> Lowered<Value> {
        let cells = self.laid.place.len();
        if cells > MOST_CELLS {
            return not_lowered("where");
        }
        let mut all = self.b.nothing();
        for cell in (0..).take(cells) {
            let truth = self.holds(&SideView { here: Some(cell), ..scene.clone() }, when)?;
            let place = self.places(&[cell]);
            let place = self.b.keep(place, truth);
            all = self.b.or(all, place);
        }
        Ok(all)
    }

    /// The cells whose number of neighbours in a set compares so with a plain number.
    pub(super) fn counting(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        (left, sign, right): (&Number, Sign, &Number),
    ) -> Lowered<Option<Value>> {
        let (Number::Count(of), Number::Whole(n)) = (left, right) else { return Ok(None) };
        if !(0..MOST_NEIGHBOURS).contains(n) {
            return Ok(None);
        }
        let Some(neighbours) = self.neighbours(scene, ply, of)? else { return Ok(None) };
        Ok(Some(self.compared(&neighbours, sign, *n as usize)))
    }

    /// For each direction the cells whose neighbour there is in the set; none where the set is not of neighbours.
    fn neighbours(&mut self, scene: &SideView, ply: Candidates<'_>, of: &Cells) -> Lowered<Option<Vec<Value>>> {
        let parts = if let Cells::And(parts) = of { parts.as_slice() } else { std::slice::from_ref(of) };
        let everything = self.b.everything();
        let Some((asking, set)) = self.asking_part(scene, parts, everything)? else { return Ok(None) };
        let Cells::Adjacent(start, ways) = asking else { return Ok(None) };
        if !matches!(**start, Cells::To) {
            return Ok(None);
        }
        self.cells_beside(scene, ply, set, ways)
    }

    fn cells_beside(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        set: Value,
        ways: &Directions,
    ) -> Lowered<Option<Vec<Value>>> {
        let Some(ways) = self.known(scene, ply, ways)? else { return Ok(None) };
        if !self.neighbours_differ(&ways) {
            return Ok(None);
        }
        let back = ways.into_iter().map(|way| self.step_back(way)).collect::<Lowered<Vec<u32>>>()?;
        Ok(Some(back.into_iter().map(|way| self.b.step(set, way)).collect()))
    }

    /// Whether no cell has the same neighbour in two of the directions: it would be counted twice.
    fn neighbours_differ(&self, ways: &[usize]) -> bool {
        self.laid.place.iter().all(|&place| {
            let to = ways.iter().map(|&way| self.laid.directions[way].to[place as usize]).filter(|&to| to >= 0);
            let mut to: Vec<_> = to.collect();
            let count = to.len();
            to.sort_unstable();
            to.dedup();
            to.len() == count
        })
    }

    /// The cells in so many of the sets.
    fn compared(&mut self, sets: &[Value], sign: Sign, n: usize) -> Value {
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
            Sign::Equal => {
                let (least, next_set) = (self.at_least(sets, n), self.at_least(sets, n + 1));
                self.b.without(least, next_set)
            }
        }
    }

    /// The cells in `least` of the sets or more.
    fn at_least(&mut self, sets: &[Value], least: usize) -> Value {
        let (none, all) = (self.b.nothing(), self.b.everything());
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
}
