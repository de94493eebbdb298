//! Naive evaluation of rays, lines, groups, connections and rings, cell by cell.

use super::naive::{NaivePosition, Set, union};
use crate::rule::{Cells, Line};

fn touches(a: &Set, b: &Set) -> bool {
    !a.is_disjoint(b)
}

impl NaivePosition<'_> {
    pub fn figure(&self, word: &Cells) -> Set {
        match word {
            Cells::Ray(word) => {
                let (through, until) = (self.cells(&word.through), word.until.as_ref().map(|u| self.cells(u)));
                let length = word.length.as_ref().map(|length| self.number(length));
                let starts = self.cells(&word.start);
                let ways = self.directions(self.ways(&word.ways));
                let rays = starts.iter().flat_map(|&cell| ways.iter().map(move |&d| self.ray(cell, d)));
                union(rays.map(|ray| run(&ray, &through, until.as_ref(), length)))
            }
            Cells::Enclosed(word) => {
                let (of, ways) = (&self.cells(&word.of) & &self.occupied(), self.ways(&word.ways));
                let empty = self.cells(&Cells::Empty);
                if !word.group {
                    return of.into_iter().filter(|&c| !touches(&self.near(c, ways), &empty)).collect();
                }
                let groups = self.groups(&of, ways).into_iter();
                union(groups.filter(|group| !touches(&self.adjacent(group, ways), &empty)))
            }
            Cells::Line(word) => self.line_cells(word),
            Cells::Group(word) => {
                let groups = self.groups(&self.cells(&word.of), self.ways(&word.ways)).into_iter();
                let at = word.at.as_ref().map(|at| self.cells(at));
                let size = self.number(&word.size);
                union(groups.filter(|g| at.as_ref().is_none_or(|at| touches(g, at)) && g.len() as i64 >= size))
            }
            Cells::Connected(word) => {
                let regions = self.regions(&word.regions);
                let n = word.n.map_or(regions.len().max(1), |n| n as usize);
                let groups = self.groups(&self.cells(&word.of), self.ways(&word.ways)).into_iter();
                union(groups.filter(|g| regions.iter().filter(|r| touches(g, r)).count() >= n))
            }
            Cells::Ring(word) => self.ring_cells(&self.cells(&word.of), self.ways(&word.ways)),
            _ => panic!("no figure: {word:?}"),
        }
    }

    fn ring_cells(&self, of: &Set, ways: u64) -> Set {
        let (sides, every) = (self.board.layout.sides, self.ways(&crate::rule::Directions::Every));
        let across = if ways == sides { every } else { sides };
        let all: Set = (0..self.graph().cells()).collect();
        let leaves = |&c: &u32| self.directions(sides).iter().any(|&d| self.graph().step(d, c).is_none());
        let border: Set = all.iter().copied().filter(leaves).collect();
        if border.is_empty() {
            return Set::new();
        }
        let free = &all - of;
        let mut outside = &border & &free;
        loop {
            let next_cells = &(&self.adjacent(&outside, across) & &free) - &outside;
            if next_cells.is_empty() {
                break;
            }
            outside.extend(next_cells);
        }
        let inside = &free - &outside;
        let full: Set = (of - &border).into_iter().filter(|&c| !touches(&self.near(c, across), &free)).collect();
        &union([self.adjacent(&inside, across), self.adjacent(&full, across)]) & of
    }

    fn runs(&self, cells: &Set, ways: u64) -> Vec<Vec<u32>> {
        let layout = &self.board.layout;
        let mut runs_found = vec![];
        for d in 0..self.graph().directions() {
            let back = layout.opposite[d];
            let is_wanted = ways >> d & 1 != 0 || back.is_some_and(|b| ways >> b & 1 != 0);
            if back.is_some_and(|b| b < d) || !is_wanted {
                continue;
            }
            for &first in &(cells - &self.shift(cells, d)) {
                let rest = self.ray(first, d).into_iter().take_while(|c| cells.contains(c));
                runs_found.push([first].into_iter().chain(rest).collect());
            }
            let mut looped = Set::new();
            for &first in cells {
                let ray = self.ray(first, d);
                let closes = self.graph().step(d, *ray.last().unwrap_or(&first)) == Some(first);
                if closes && !looped.contains(&first) && ray.iter().all(|c| cells.contains(c)) {
                    looped.extend([first].iter().chain(&ray));
                    runs_found.push([first].into_iter().chain(ray).collect());
                }
            }
        }
        runs_found
    }

    fn line_cells(&self, word: &Line) -> Set {
        let (of, n) = (self.cells(&word.of), word.n as usize);
        let set = |run: &[u32]| run.iter().copied().collect::<Set>();
        let long: Vec<_> = self.runs(&of, self.ways(&word.ways)).into_iter().filter(|run| run.len() >= n).collect();
        if word.times == 1 {
            return union(long.iter().filter(|run| !word.exact || run.len() == n).map(|run| set(run)));
        }
        let mut windows = vec![];
        for run in long {
            let follows = |d: usize, a: u32, b: u32| self.graph().step(d, a) == Some(b);
            let closed = |d| follows(d, run[run.len() - 1], run[0]) && follows(d, run[0], run[1]);
            let closed = run.len() > n && (0..self.graph().directions()).any(closed);
            let mut round = run.clone();
            if closed {
                round.extend(&run[..n - 1]);
            }
            windows.extend(round.windows(n).map(set));
        }
        let times = word.times as usize;
        union(windows.iter().flat_map(|window| together(vec![window.clone()], &windows, times, word.share as usize)))
    }
}

fn run(ray: &[u32], through: &Set, until: Option<&Set>, length: Option<i64>) -> Set {
    let mut run = Set::new();
    let fits = |run: &Set| length.is_none_or(|n| n == run.len() as i64);
    for cell in ray {
        if until.is_some_and(|until| until.contains(cell)) {
            return if fits(&run) { run } else { Set::new() };
        }
        if !through.contains(cell) || (until.is_none() && length == Some(run.len() as i64)) {
            break;
        }
        run.insert(*cell);
    }
    if until.is_none() && fits(&run) { run } else { Set::new() }
}

fn together(chosen: Vec<Set>, windows: &[Set], times: usize, share: usize) -> Vec<Set> {
    if chosen.len() == times {
        return chosen;
    }
    let apart = |other: &&Set| (*other & chosen.last().unwrap()).len() <= share;
    let left: Vec<Set> = windows.iter().filter(apart).cloned().collect();
    for (i, other) in left.iter().enumerate() {
        let mut combination = chosen.clone();
        combination.push(other.clone());
        let complete = together(combination, &left[i + 1..], times, share);
        if !complete.is_empty() {
            return complete;
        }
    }
    vec![]
}
