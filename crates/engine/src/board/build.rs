//! Builds a board from its graph: numbers the places, turns steps into shifts, precomputes the sets that words use.

use super::shift::BoardShift;
use super::spread::DirectionSpreads;
use super::{Board, Layout, MOST_WAYS, NOWHERE, Place, Step, set_of_place, ways};
use crate::bits::Bits;
use crate::graph::Graph;
use crate::numbering::Numbering;

/// Jumps of up to so many steps are precomputed.
const MAX_PRECOMPUTED_STEPS: i32 = 16;

impl<const W: usize> Board<W> {
    /// The board of a graph that fits W words; `None` where it does not, or where the layout names cells that there are
    /// not.
    #[must_use]
    pub fn new(graph: &Graph, numbering: Option<&Numbering>, layout: Layout) -> Option<Self> {
        let index = |cell: u32| numbering.map_or(cell, |found| found.index[cell as usize]);
        let place: Vec<Place> = (0..graph.cells()).map(|cell| index(cell) as Place).collect();
        if place.iter().any(|&p| p as usize >= 64 * W) || graph.directions() > MOST_WAYS {
            return None;
        }
        let mut cell = vec![None; 64 * W];
        place.iter().enumerate().for_each(|(c, &p)| cell[p as usize] = Some(c as u16));
        let mut board = Board {
            count: graph.cells(),
            all: place.iter().map(|&p| p as u32).collect(),
            fans: Vec::new(),
            in_order: place.windows(2).all(|pair| pair[0] < pair[1]),
            place,
            cell,
            steps: Vec::new(),
            axes: Vec::new(),
            every: if graph.directions() == 64 { u64::MAX } else { (1 << graph.directions()) - 1 },
            layout: Layout::default(),
            rows: Vec::new(),
            columns: Vec::new(),
            ranks: Vec::new(),
            edges: Vec::new(),
            corners: Vec::new(),
            corner_cells: Bits::EMPTY,
            shades: Vec::new(),
            centre: Bits::EMPTY,
            border: Bits::EMPTY,
            has_parallel_paths: false,
        };
        board.place_cells(graph, numbering, &layout);
        board.set_layout(&layout)?;
        let sets = [board.every, layout.sides & board.every, layout.diagonals & board.every];
        let often = sets.iter().enumerate().filter(|(i, set)| **set != 0 && !sets[..*i].contains(set));
        board.fans = often.filter_map(|(_, &set)| DirectionSpreads::new(&board.steps, set)).collect();
        board.layout = layout;
        board.has_parallel_paths = board.is_tangled(numbering);
        Some(board)
    }

    fn place_cells(&mut self, graph: &Graph, numbering: Option<&Numbering>, layout: &Layout) {
        self.steps = (0..graph.directions()).map(|d| self.step(graph, numbering, layout, d)).collect();
        self.axes = (0..self.steps.len()).filter(|&d| self.steps[d].opposite.is_none_or(|back| d < back)).collect();
        for d in 0..self.steps.len() {
            self.steps[d].paired = self.steps[d].opposite.is_some_and(|back| self.is_way_back(d, back));
            (self.steps[d].loops, self.steps[d].shortest_loop) = self.loops_along(d);
        }
    }

    fn step(&self, graph: &Graph, numbering: Option<&Numbering>, layout: &Layout, d: usize) -> Step<W> {
        let (mut to, mut from) = (vec![NOWHERE; 64 * W], vec![NOWHERE; 64 * W]);
        let (mut leave, mut arrive, mut links) = (Bits::EMPTY, Bits::EMPTY, 0);
        for (cell, &place) in (0..).zip(&self.place) {
            if let Some(next) = graph.step(d, cell) {
                let target = self.place[next as usize];
                (to[place as usize], from[target as usize]) = (target, place);
                leave.insert(place as u32);
                arrive.insert(target as u32);
                links += 1;
            }
        }
        if arrive.count() < links {
            from.clear();
        }
        let offset = numbering.map(|found| (found.offset[d], found.modulus));
        let motion = |times: i32| offset.map(|(by, modulus)| BoardShift::of(by * times, modulus));
        let opposite = layout.opposite.get(d).copied().flatten().filter(|&back| back < graph.directions());
        Step {
            motion: motion(1),
            back: motion(-1),
            jumps: (1..=MAX_PRECOMPUTED_STEPS).map_while(|times| motion(-times)).collect(),
            arrive,
            leave,
            to,
            from,
            opposite,
            paired: false,
            loops: Bits::EMPTY,
            shortest_loop: u32::MAX,
        }
    }

    fn is_way_back(&self, d: usize, back: usize) -> bool {
        let (out, home) = (&self.steps[d], &self.steps[back]);
        out.arrive == home.leave
            && home.arrive == out.leave
            && self.place.iter().all(|&p| out.to[p as usize] < 0 || self.next(out.to[p as usize], back) == p)
    }

    /// The cells on loops of a direction, and the length of the shortest loop. Steps that are one constant shift have
    /// no loops.
    fn loops_along(&self, d: usize) -> (Bits<W>, u32) {
        let (mut loops, mut shortest) = (Bits::EMPTY, u32::MAX);
        if self.steps[d].motion.is_some() {
            return (loops, shortest);
        }
        let mut walk_of = vec![usize::MAX; 64 * W];
        for (walk, &first) in self.place.iter().enumerate() {
            let mut place = first;
            while place >= 0 && walk_of[place as usize] == usize::MAX {
                walk_of[place as usize] = walk;
                place = self.next(place, d);
            }
            if place >= 0 && walk_of[place as usize] == walk {
                let is_before_end = |&p: &Place| p != place;
                let rest = std::iter::successors(Some(self.next(place, d)), |&p| Some(self.next(p, d)))
                    .take_while(is_before_end);
                let mask = rest.fold(set_of_place::<W>(place), |all, p| all | set_of_place(p));
                shortest = shortest.min(mask.count());
                loops |= mask;
            }
        }
        (loops, shortest)
    }

    fn set_layout(&mut self, layout: &Layout) -> Option<()> {
        let sets = |lists: &[Vec<u32>]| lists.iter().map(|cells| self.try_set(cells)).collect::<Option<Vec<_>>>();
        let lines = |lines: &[(String, Vec<u32>)]| {
            lines.iter().map(|(_, cells)| self.try_set(cells)).collect::<Option<Vec<_>>>()
        };
        let (rows, columns, edges) = (lines(&layout.rows)?, lines(&layout.columns)?, lines(&layout.edges)?);
        let (corners, shades) = (sets(&layout.corners)?, sets(&layout.shades)?);
        let ranks = layout.ranks.iter().map(|side| sets(side)).collect::<Option<Vec<_>>>()?;
        self.centre = self.try_set(&layout.centre)?;
        self.corner_cells = corners.iter().fold(Bits::EMPTY, |all, &corner| all | corner);
        (self.rows, self.columns, self.edges) = (rows, columns, edges);
        (self.corners, self.shades, self.ranks) = (corners, shades, ranks);
        let inner = ways(layout.sides & self.every).fold(self.all, |inner, d| inner & self.steps[d].leave);
        self.border = self.all & !inner;
        Some(())
    }

    /// Whether some cell can be reached from another by two directions, or at two distances.
    fn is_tangled(&self, numbering: Option<&Numbering>) -> bool {
        if let Some(found) = numbering.filter(|found| found.modulus.is_none()) {
            let pairs = (0..self.steps.len()).flat_map(|d| (0..d).map(move |e| (d, e)));
            return pairs.into_iter().any(|(d, e)| self.are_parallel((d, found.offset[d]), (e, found.offset[e])));
        }
        let mut distance_of = vec![usize::MAX; 64 * W];
        let mut first_time = |p: Place, walk: usize| std::mem::replace(&mut distance_of[p as usize], walk) != walk;
        self.place
            .iter()
            .enumerate()
            .any(|(walk, &from)| (0..self.steps.len()).any(|d| self.ray(from, d).any(|p| !first_time(p, walk))))
    }

    /// Whether two directions lead from some cell to the same one. They do after the fewest steps that add as much.
    fn are_parallel(&self, (d, by): (usize, i32), (e, other): (usize, i32)) -> bool {
        if by == 0 || other == 0 || (by > 0) != (other > 0) {
            return false;
        }
        let common = greatest_common_divisor(by.unsigned_abs(), other.unsigned_abs());
        let cells = |steps: u32| steps / common + 1;
        let (far, near) = (cells(other.unsigned_abs()), cells(by.unsigned_abs()));
        far.max(near) <= self.count && (self.stretches(self.all, d, far) & self.stretches(self.all, e, near)).any()
    }
}

/// The greatest common divisor.
fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
