//! Tests of the bitboard operations against steps taken one by one.

use super::{Board, Layout, NOWHERE, Place, Span, ways, width};
use crate::bits::Bits;
use crate::evaluate::tests::{Drawn, boards};
use crate::graph::Graph;
use crate::graph::samples::lattice;
use crate::stream::Stream;
use std::collections::BTreeSet;

fn laid<const W: usize>(drawn: &Drawn) -> Board<W> {
    Board::new(&drawn.graph, width(&drawn.graph).1.as_ref(), drawn.layout.clone()).unwrap()
}

fn drawn_set<const W: usize>(stream: &mut Stream, board: &Board<W>) -> Bits<W> {
    let sparse = stream.bits() % 3;
    let word = |_| {
        (0..=sparse).fold(0, |all: u64, _| all | stream.bits()) & if sparse == 2 { u64::MAX } else { stream.bits() }
    };
    Bits([0; W].map(word)) & board.all
}

/// Runs a check on every board, in the words it needs.
fn everywhere(one: fn(&Drawn, &Board<1>), two: fn(&Drawn, &Board<2>), four: fn(&Drawn, &Board<4>)) {
    for drawn in boards() {
        match width(&drawn.graph).0 {
            1 => one(&drawn, &laid(&drawn)),
            2 => two(&drawn, &laid(&drawn)),
            _ => four(&drawn, &laid(&drawn)),
        }
    }
}

fn sets_move<const W: usize>(drawn: &Drawn, board: &Board<W>) {
    let mut stream = Stream::new(5, 1);
    let links: Vec<_> = drawn.graph.links().collect();
    let at = |cell: u32| board.place[cell as usize] as u32;
    for _ in 0..20 {
        let set = drawn_set(&mut stream, board);
        let some = stream.bits() & board.every;
        for directions in [board.every, board.layout.sides, board.layout.diagonals, some] {
            let is_wanted = |d: usize| directions >> d & 1 != 0;
            let removed_links: Vec<_> =
                links.iter().filter(|l| is_wanted(l.0)).map(|&(_, a, b)| (at(a), at(b))).collect();
            let out: Bits<W> = removed_links.iter().filter(|l| set.has(l.0)).map(|l| l.1).collect();
            let back: Bits<W> = removed_links.iter().filter(|l| set.has(l.1)).map(|l| l.0).collect();
            assert_eq!(board.spread(set, directions), out);
            assert_eq!(board.touching(set, directions), back);
            assert_eq!(board.linked(set, directions), out | back);
            assert_eq!(ways(directions).fold(Bits::EMPTY, |all, d| all | board.shift(set, d)), out);
            assert_eq!(ways(directions).fold(Bits::EMPTY, |all, d| all | board.before(set, d)), back);
        }
    }
}

#[test]
fn sets_move_as_their_cells_do() {
    everywhere(sets_move, sets_move, sets_move);
}

fn rays_and_loops<const W: usize>(drawn: &Drawn, board: &Board<W>) {
    let rays = |p: u32| (0..board.steps.len()).map(move |d| board.ray(p as Place, d).collect::<Vec<_>>());
    let mut tangled = false;
    for p in board.all.iter() {
        let mut cells_of_lines = BTreeSet::new();
        for (d, ray) in rays(p).enumerate() {
            tangled |= ray.iter().any(|&cell| !cells_of_lines.insert(cell));
            let closes = board.next(*ray.last().unwrap_or(&(p as Place)), d) == p as Place;
            assert_eq!(board.steps[d].loops.has(p), closes);
            assert!(!closes || board.steps[d].shortest_loop as usize <= ray.len() + 1);
        }
    }
    assert_eq!(board.has_parallel_paths, tangled, "{} cells", drawn.graph.cells());
    for step in &board.steps {
        assert_eq!(step.shortest_loop < u32::MAX, step.loops.any());
        assert!(step.loops.count() >= if step.loops.any() { step.shortest_loop } else { 0 });
    }
}

#[test]
fn rays_end_where_they_come_again_and_loops_are_known() {
    everywhere(rays_and_loops, rays_and_loops, rays_and_loops);
}

fn runs_joined<const W: usize>(_: &Drawn, board: &Board<W>) {
    let mut stream = Stream::new(6, 1);
    for round in 0..40 {
        let (start, through) = (drawn_set(&mut stream, board), drawn_set(&mut stream, board));
        let until = (round % 2 == 0).then(|| drawn_set(&mut stream, board));
        let span = Span { through, until, length: [None, Some(1), Some(2), Some(3)][round / 2 % 4] };
        for d in 0..board.steps.len() {
            let one_by_one = start.iter().fold(Bits::EMPTY, |all, p| all | board.run(p as Place, d, &span));
            assert_eq!(board.runs_from(start, d, &span), one_by_one);
        }
    }
}

#[test]
fn runs_from_many_starts_are_those_of_each() {
    everywhere(runs_joined, runs_joined, runs_joined);
}

fn runs_are_long<const W: usize>(_: &Drawn, board: &Board<W>) {
    let mut stream = Stream::new(7, 1);
    for round in 0..40 {
        let (set, n, exact) = (drawn_set(&mut stream, board), 2 + round % 20, round % 2 == 0);
        for d in 0..board.steps.len() {
            let mut expected = Bits::EMPTY;
            board.runs(set, d, |run| {
                if run.len() as u32 == n || (!exact && run.len() as u32 > n) {
                    expected |= run.iter().map(|&p| p as u32).collect();
                }
            });
            assert_eq!(board.long_runs(set, d, n, exact), expected, "{n} {exact}");
            assert_eq!(board.has_long_run(set, d, n, exact), expected.any());
        }
    }
}

#[test]
fn lines_found_by_doubling_are_those_found_by_walking() {
    everywhere(runs_are_long, runs_are_long, runs_are_long);
}

#[test]
fn directions_that_lead_along_one_line_tangle_a_board_long_enough() {
    let row = |n: i32, steps: [i32; 2]| {
        let points: Vec<_> = (0..n).map(|x| (x, 0)).collect();
        lattice(&points, &[(1, 0), (-1, 0), (steps[0], 0), (steps[1], 0)])
    };
    let tangled = |graph: Graph| {
        let layout = Layout { opposite: vec![None; 4], ..Layout::default() };
        let numbering = width(&graph).1;
        assert!(numbering.as_ref().is_some_and(|numbering| numbering.modulus.is_none()));
        Board::<1>::new(&graph, numbering.as_ref(), layout).unwrap().has_parallel_paths
    };
    assert!(tangled(row(9, [2, 3])));
    assert!(tangled(row(3, [2, -2])));
    assert!(!tangled(row(2, [2, -2])));
}

#[test]
fn a_board_too_large_or_a_cell_too_many_is_refused() {
    let drawn = &boards()[2];
    assert!(Board::<1>::new(&drawn.graph, None, drawn.layout.clone()).is_none());
    let layout = Layout { centre: vec![9999], ..drawn.layout.clone() };
    assert!(Board::<2>::new(&drawn.graph, None, layout).is_none());
    let board: Board<2> = laid(drawn);
    assert_eq!(board.next(NOWHERE, 0), NOWHERE);
    assert!(board.try_set(&[0, 1]).is_some());
}
