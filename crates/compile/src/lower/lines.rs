//! Lowers words about straight lines.

use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::{Code, LineCount, MOST_LINE_GAP};
use crate::ways::steps;
use lusory_engine::rule::Line;

impl Lowering<'_> {
    /// The cells that lie on a line, as a set.
    pub(super) fn line(&mut self, scene: &SideView, word: &Line) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        if word.times > 1 {
            let axes = self.axes(scene, word)?;
            let (count, ways) = self.line_count(&axes, word)?;
            return Ok(self.b.combined_lines(of, count, ways));
        }
        let mut all = self.b.nothing();
        for axis in self.axes(scene, word)? {
            let starts = self.starts(of, &[axis], word)?;
            let forth = self.step(axis);
            let mut front = starts;
            all = self.b.or(all, front);
            for _ in 1..word.n {
                front = self.b.step(front, forth);
                all = self.b.or(all, front);
            }
        }
        Ok(all)
    }

    /// The condition that there is a line, or as many as required.
    pub(super) fn has_line(&mut self, scene: &SideView, word: &Line) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        let axes = self.axes(scene, word)?;
        if word.times > 1 {
            return self.several_lines(of, &axes, word);
        }
        let starts = self.starts(of, &axes, word)?;
        Ok(self.b.any(starts))
    }

    /// The cells where one more member of the set completes a line; none where lines are too long or too short for that.
    pub(super) fn line_gaps(&mut self, scene: &SideView, word: &Line) -> Lowered<Option<Value>> {
        if !(2..=MOST_LINE_GAP as u32 + 1).contains(&word.n) || word.times > 1 {
            return Ok(None);
        }
        let of = self.cells(scene, &word.of)?;
        let mut axes = Vec::new();
        for axis in self.axes(scene, word)? {
            let other_stones = word.n as usize - 1;
            let (forth, back) = (self.step(axis), self.step_back(axis)?);
            axes.push([vec![forth; other_stones], vec![back; other_stones]].concat());
        }
        Ok(Some(self.b.chained(Code::LineGaps { exact: word.exact }, &[of], axes)))
    }

    /// The condition that there are as many lines as required now, where pieces were only added by the ply: there were
    /// too few before it, so that one of them is new.
    pub(super) fn has_new_lines(&mut self, scene: &SideView, word: &Line) -> Lowered<Value> {
        let (of, before) = (self.cells(scene, &word.of)?, self.cells(&self.start(scene.side), &word.of)?);
        let axes = self.axes(scene, word)?;
        let mut new = self.b.nothing();
        for &axis in &axes {
            let (now, before) = (self.stretches(of, &[axis], word.n)?, self.stretches(before, &[axis], word.n)?);
            let begun = self.b.without(now, before);
            new = self.b.or(new, begun);
        }
        let when = self.b.any(new);
        let of = self.b.keep(of, when);
        let several = self.several_lines(of, &axes, word)?;
        Ok(self.b.and(when, several))
    }

    fn several_lines(&mut self, of: Value, axes: &[usize], word: &Line) -> Lowered<Value> {
        let (count, ways) = self.line_count(axes, word)?;
        Ok(self.b.several_lines(of, count, ways))
    }

    /// Which lines are wanted, and each axis with its opposite.
    fn line_count(&mut self, axes: &[usize], word: &Line) -> Lowered<(LineCount, Vec<[u32; 2]>)> {
        let mut ways = Vec::new();
        for &axis in axes {
            ways.push([self.step(axis), self.step_back(axis)?]);
        }
        Ok((LineCount { n: word.n, times: word.times, share: word.share }, ways))
    }

    /// The directions to look for lines in: one of each pair of opposites of which the word has either.
    fn axes(&mut self, scene: &SideView, word: &Line) -> Lowered<Vec<usize>> {
        let ways = self.ways(scene, &word.ways)?;
        if ways.iter().any(|(_, when)| when.is_some()) {
            return not_lowered("direction");
        }
        let is_wanted = |way: usize| ways.iter().any(|&(other, _)| other == way);
        let opposite = |way: usize| self.laid.directions[way].opposite;
        let axes: Vec<usize> = self
            .laid
            .axes
            .iter()
            .copied()
            .filter(|&way| is_wanted(way) || opposite(way).is_some_and(is_wanted))
            .collect();
        axes.iter().try_for_each(|&way| self.straight(way))?;
        Ok(axes)
    }

    /// The first cell of each line, counted in the direction of its axis.
    fn starts(&mut self, of: Value, axes: &[usize], word: &Line) -> Lowered<Value> {
        if word.n < 2 && !word.exact {
            return Ok(if axes.is_empty() { self.b.nothing() } else { of });
        }
        if !word.exact {
            return self.stretches(of, axes, word.n);
        }
        let mut all = self.b.nothing();
        for &axis in axes {
            let exact = self.stretches(of, &[axis], word.n)?;
            let longer = self.stretches(of, &[axis], word.n + 1)?;
            let forth = self.step(axis);
            let inner = self.b.step(of, forth);
            let exact = self.b.without(exact, inner);
            let exact = self.b.without(exact, longer);
            all = self.b.or(all, exact);
        }
        Ok(all)
    }

    /// The cells where n cells of the set in a row begin. Found by doubling: steps of 1, 2, 4, ... double the length, and
    /// the last adds what is missing to n.
    fn stretches(&mut self, of: Value, axes: &[usize], n: u32) -> Lowered<Value> {
        if n < 2 {
            return Ok(if axes.is_empty() { self.b.nothing() } else { of });
        }
        let mut chains = Vec::new();
        for &axis in axes {
            let home = self.home(axis)?;
            let (mut have, mut chain) = (1, Vec::new());
            while have < n {
                let missing = have.min(n - have);
                chain.push(self.b.ways.of(self.laid, &steps(&home, missing)));
                have += missing;
            }
            chains.push(chain);
        }
        Ok(self.b.chained(Code::Lines, &[of], chains))
    }
}
