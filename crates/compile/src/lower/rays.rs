//! Lowers rays: runs of cells from a start.

use super::directions::DirectionList;
use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::Code;
use crate::ways::{StepTable, forth, leads, then};
use lusory_engine::rule::{Cells, Number, Ray};

/// Rays whose length depends on the position are lowered for each length; for more than so many that costs too much.
const MOST_LENGTHS: u32 = 10;

impl Lowering<'_> {
    /// The runs joined.
    pub(super) fn ray(&mut self, scene: &SideView, word: &Ray) -> Lowered<Value> {
        let start = self.cells(scene, &word.start)?;
        let ways = self.ways(scene, &word.ways)?;
        ways.iter().try_for_each(|&(way, _)| self.straight(way))?;
        let through = self.cells(scene, &word.through)?;
        let until = word.until.as_ref().map(|until| self.cells(scene, until)).transpose()?;
        let pass = until.map_or(through, |until| self.b.without(through, until));
        match &word.length {
            None if is_one_cell(&word.start) => {
                self.by_way(&ways, |lowering, way| lowering.runs_of_one(start, pass, until, way))
            }
            None => self.by_way(&ways, |lowering, way| lowering.runs(start, pass, until, way)),
            Some(Number::Whole(length)) if (1..=self.laid.place.len() as i64).contains(length) => {
                self.runs_of_length((start, pass, until), (&ways, is_one_cell(&word.start)), *length as u32)
            }
            Some(Number::Whole(_)) => Ok(self.b.nothing()),
            Some(number) => {
                self.ray_of_some_length(scene, (start, pass, until), number, (&ways, is_one_cell(&word.start)))
            }
        }
    }

    /// Runs of as many cells as a number says: those of each length that it may be.
    fn ray_of_some_length(
        &mut self,
        scene: &SideView,
        (start, pass, until): (Value, Value, Option<Value>),
        number: &Number,
        (ways, is_one): (&DirectionList, bool),
    ) -> Lowered<Value> {
        let longest = ways.iter().map(|&(way, _)| self.longest(way)).max().unwrap_or(0);
        if longest > MOST_LENGTHS {
            return not_lowered("ray");
        }
        let wanted = self.number(scene, number)?;
        let mut all = self.b.nothing();
        for length in 1..=longest {
            let runs = self.runs_of_length((start, pass, until), (ways, is_one), length)?;
            let length = self.b.number(i64::from(length));
            let is_wanted = self.b.equal(wanted, length);
            let runs = self.b.keep(runs, is_wanted);
            all = self.b.or(all, runs);
        }
        Ok(all)
    }

    /// Runs of exactly so many cells. `is_one`: there is at most one start.
    fn runs_of_length(
        &mut self,
        (start, pass, until): (Value, Value, Option<Value>),
        (ways, is_one): (&DirectionList, bool),
        length: u32,
    ) -> Lowered<Value> {
        let cut = if is_one { Self::cut_of_one } else { Self::cut };
        self.by_way(ways, |lowering, way| cut(lowering, start, pass, until, way, length))
    }

    /// The most steps that lead along a direction without a loop.
    fn longest(&self, way: usize) -> u32 {
        let forth = forth(self.laid, way);
        let further = |table: &StepTable| Some(then(table, &forth));
        std::iter::successors(Some(forth.clone()), further).take_while(|table| leads(table)).count() as u32
    }

    /// Something along some directions, joined: those that are certain at once, others where their condition holds.
    fn by_way(
        &mut self,
        ways: &DirectionList,
        mut along: impl FnMut(&mut Self, &[usize]) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let sure: Vec<usize> = ways.iter().filter(|(_, when)| when.is_none()).map(|&(way, _)| way).collect();
        let mut all = along(self, &sure)?;
        for &(way, when) in ways {
            if let Some(when) = when {
                let cells = along(self, &[way])?;
                let cells = self.b.keep(cells, when);
                all = self.b.or(all, cells);
            }
        }
        Ok(all)
    }

    /// Runs of any length.
    fn runs(&mut self, start: Value, pass: Value, until: Option<Value>, ways: &[usize]) -> Lowered<Value> {
        let mut chains = Vec::new();
        for &way in ways {
            chains.push(self.chain(&forth(self.laid, way)));
            if until.is_some() {
                let home = self.home(way)?;
                chains.push(self.chain(&home));
            }
        }
        Ok(match until {
            Some(until) => self.b.chained(Code::Between, &[start, pass, until], chains),
            None => self.b.chained(Code::Run, &[start, pass], chains),
        })
    }

    /// Runs of any length from one cell: gone forth alone, and kept where they end well.
    fn runs_of_one(&mut self, start: Value, pass: Value, until: Option<Value>, ways: &[usize]) -> Lowered<Value> {
        let chains = ways.iter().map(|&way| self.chain(&forth(self.laid, way))).collect();
        Ok(match until {
            Some(until) => self.b.chained(Code::BetweenOne, &[start, pass, until], chains),
            None => self.b.chained(Code::Run, &[start, pass], chains),
        })
    }

    /// Runs of exactly so many cells from one cell.
    fn cut_of_one(
        &mut self,
        start: Value,
        pass: Value,
        until: Option<Value>,
        ways: &[usize],
        n: u32,
    ) -> Lowered<Value> {
        let mut all = self.b.nothing();
        for &way in ways {
            let (step, mut front, mut run) = (self.step(way), start, self.b.nothing());
            for _ in 0..n {
                front = self.b.step(front, step);
                front = self.b.and(front, pass);
                run = self.b.or(run, front);
            }
            if let Some(until) = until {
                front = self.b.step(front, step);
                front = self.b.and(front, until);
            }
            let is_whole = self.b.any(front);
            run = self.b.keep(run, is_whole);
            all = self.b.or(all, run);
        }
        Ok(all)
    }

    /// Runs of exactly so many cells: back from where they may end to the starts from which they get there, then forth.
    fn cut(&mut self, start: Value, pass: Value, until: Option<Value>, ways: &[usize], n: u32) -> Lowered<Value> {
        let mut all = self.b.nothing();
        for &way in ways {
            let (step, back) = (self.step(way), self.step_back(way)?);
            let mut ends = pass;
            if let Some(until) = until {
                let before = self.b.step(until, back);
                ends = self.b.and(before, pass);
            }
            for _ in 1..n {
                let before = self.b.step(ends, back);
                ends = self.b.and(before, pass);
            }
            let before = self.b.step(ends, back);
            let mut front = self.b.and(before, start);
            for _ in 0..n {
                front = self.b.step(front, step);
                all = self.b.or(all, front);
            }
        }
        Ok(all)
    }
}

/// Whether a word with at most one cell is one of the cells of the ply.
fn is_one_cell(word: &Cells) -> bool {
    matches!(word, Cells::To | Cells::Origin | Cells::Just)
}
