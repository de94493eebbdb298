//! Boards for tests, with their layouts.

use crate::board::Layout;
use crate::graph::Graph;
use crate::graph::samples::{hexagon, lattice, square, wheel};
use crate::stream::Stream;
use std::num::NonZeroU64;

/// A board with its layout.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub graph: Graph,
    pub layout: Layout,
}

impl Drawn {
    /// Sides are all directions but the odd ones of eight; rows and columns go by number.
    pub fn new(graph: Graph) -> Self {
        let (count, cells) = (graph.directions(), graph.cells());
        let back = |d: usize| (0..count).find(|&b| b != d && turned(&graph, d, b));
        let opposite: Vec<_> = (0..count).map(back).collect();
        let paired = |d: usize| opposite[d].filter(|&b| opposite[b] == Some(d));
        let every = (1u64 << count) - 1;
        let diagonals = if count == 8 { 0xaa } else { 0 };
        let width = (f64::from(cells).sqrt() as u32).max(1);
        let line = |n: &dyn Fn(u32) -> u32| {
            let most = (0..cells).map(n).max().unwrap_or(0);
            (0..=most).map(|k| (k.to_string(), (0..cells).filter(|&c| n(c) == k).collect())).collect::<Vec<_>>()
        };
        let (rows, columns) = (line(&|c| c / width), line(&|c| c % width));
        let only = |lines: &[(String, Vec<u32>)]| lines.iter().map(|l| l.1.clone()).collect::<Vec<Vec<u32>>>();
        let turned = |mut lists: Vec<Vec<u32>>| {
            lists.reverse();
            lists
        };
        let (up, right) = (only(&rows), only(&columns));
        let edges = vec![
            rows[0].clone(),
            rows[rows.len() - 1].clone(),
            columns[0].clone(),
            columns[width as usize - 1].clone(),
        ];
        let layout = Layout {
            names: (0..cells).map(|c| c.to_string()).collect(),
            directions: (0..count).map(|d| d.to_string()).collect(),
            opposite: (0..count).map(paired).collect(),
            sides: every & !diagonals,
            diagonals,
            forward: vec![0b011 & every, 0b110 & every],
            corners: vec![vec![0], vec![width - 1], vec![cells - 1]],
            shades: line(&|c| c % 2).into_iter().map(|l| l.1).collect(),
            centre: vec![cells / 2],
            ranks: vec![up.clone(), turned(up), right.clone(), turned(right)],
            rows,
            columns,
            edges,
        };
        Drawn { graph, layout }
    }
}

fn turned(graph: &Graph, d: usize, back: usize) -> bool {
    let there_and_back =
        |d: usize, b: usize| (0..graph.cells()).all(|c| graph.step(d, c).is_none_or(|to| graph.step(b, to) == Some(c)));
    there_and_back(d, back) && there_and_back(back, d) && graph.links().any(|link| link.0 == d)
}

/// A torus: squares whose rows and columns wrap around.
pub fn torus(columns: u32, rows: u32) -> Graph {
    let at = |x: u32, y: u32| Some((y % rows) * columns + x % columns);
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let way = |(right, up): (u32, u32)| cells.clone().map(|(x, y)| at(x + right, y + up)).collect();
    let ways = [(0, 1), (1, 0), (0, rows - 1), (columns - 1, 0)];
    Graph::new((columns * rows) as usize, ways.map(way).to_vec()).unwrap()
}

/// Random steps: loops, cells with two predecessors, cells without any.
pub fn tangle(cells: u32, directions: usize, seed: u64) -> Graph {
    let mut stream = Stream::new(seed, 7);
    let mut below = |n: u32| stream.below(NonZeroU64::new(u64::from(n)).unwrap()) as u32;
    let mut step = |from: u32| Some(below(cells)).filter(|&to| to != from && below(5) > 0);
    let steps = (0..directions).map(|_| (0..cells).map(&mut step).collect()).collect();
    Graph::new(cells as usize, steps).unwrap()
}

/// One board of each kind.
pub fn boards() -> Vec<Drawn> {
    let points: Vec<_> = (0..25).map(|i| (i % 5, i / 5)).collect();
    let one_way = lattice(&points, &[(0, 1), (1, 0), (1, 1)]);
    let graphs = [
        square(5, 5),
        square(8, 8),
        square(11, 10),
        square(16, 13),
        hexagon(3),
        hexagon(5),
        hexagon(6),
        wheel(7),
        torus(4, 5),
        torus(9, 8),
        one_way,
        tangle(14, 3, 1),
        tangle(70, 2, 2),
    ];
    graphs.into_iter().map(Drawn::new).collect()
}
