//! Tests of `Connected` and `Ring` in kernels against the definitions of the words.

use super::*;
use crate::board::{Layout, width};
use crate::graph::Graph;
use crate::stream::Stream;
use std::num::NonZeroU64;

/// Whether a cell lies on an edge of a hexagon of this many rings.
type End = fn((i32, i32), i32) -> bool;

/// A hexagon of this side, its corners and its edges without them.
fn hexagon<const W: usize>(side: i32) -> (Board<W>, Vec<Bits<W>>) {
    let all = || (1 - side..side).flat_map(move |y| (1 - side..side).map(move |x| (x, y)));
    let points: Vec<(i32, i32)> = all().filter(|(x, y)| (x - y).abs() < side).collect();
    let steps = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)];
    let number = |p: (i32, i32)| points.iter().position(|&q| q == p).map(|i| i as u32);
    let next = |(x, y): (i32, i32)| points.iter().map(|p| number((p.0 + x, p.1 + y))).collect();
    let graph = Graph::new(points.len(), steps.into_iter().map(next).collect()).unwrap();
    let opposite = (0..SIX).map(|way| Some((way + 3) % SIX)).collect();
    let numbering = width(&graph).1;
    let board = Board::new(&graph, numbering.as_ref(), Layout { opposite, sides: 63, ..Layout::default() }).unwrap();
    let ends: [End; 6] = [
        |p, n| p.0 == n,
        |p, n| p.1 == n,
        |p, n| p.0 == -n,
        |p, n| p.1 == -n,
        |p, n| p.0 - p.1 == n,
        |p, n| p.1 - p.0 == n,
    ];
    let edge = |on: End| -> Bits<W> {
        (0..points.len()).filter(|&i| on(points[i], side - 1)).map(|i| board.place[i] as u32).collect()
    };
    let edges = ends.map(edge);
    let corner = |p: u32| edges.iter().filter(|edge| edge.has(p)).count() == 2;
    let corners: Vec<u32> = board.all.iter().filter(|&p| corner(p)).collect();
    let inner = edges.map(|edge| edge & !corners.iter().copied().collect::<Bits<W>>());
    (board, corners.into_iter().map(Bits::one).chain(inner).collect())
}

/// The first clause that holds for these pieces, read from the words.
fn naive<const W: usize>(board: &Board<W>, regions: &[Bits<W>], own: Bits<W>) -> Option<u16> {
    let touched = |group: Bits<W>, list: &[Bits<W>]| list.iter().filter(|&&region| (group & region).any()).count();
    let linked = |list: &[Bits<W>], n| board.groups(own, own, 63).any(|group| touched(group, list) >= n);
    let free = board.all & !own;
    let cut_off = board.reached(board.border & free, free, 63) != free;
    let full = (own & !board.border & !board.touching(free, 63)).any();
    let expected = [linked(&regions[..6], 2), linked(&regions[6..], 3), cut_off || full];
    (0..).zip(expected).find(|(_, expected)| *expected).map(|(clause, _)| clause)
}

/// Pieces are put on random cells.
fn check<const W: usize>(side: i32, games: u64) {
    let (board, regions) = hexagon::<W>(side);
    let goals = [Goal { regions: 63, n: 2, end: (0, 2) }, Goal { regions: 63 << 6, n: 3, end: (1, 2) }];
    let ends = Connected::<W, 2, true>::new(&board, 63, [&regions, &regions], goals, Some((2, 2))).unwrap();
    let (mut groups, mut counts) = (Groups::default(), [0; 3]);
    for game in 0..games {
        let (mut stream, mut pieces, mut empty, mut player) = (Stream::new(8, game), [Bits::EMPTY; 2], board.all, 0);
        let position = Position { own: Bits::EMPTY, enemy: Bits::EMPTY, empty, to: 0, near: Bits::EMPTY, side: 0 };
        ends.begin(&position, &mut groups);
        while let Some(count) = NonZeroU64::new(empty.count().into()) {
            let to = empty.nth(stream.below(count) as u32);
            empty &= !Bits::bit(to);
            pieces[player] |= Bits::bit(to);
            let verdict = ends.judge(&Position { to, side: player as u32, ..position }, &mut groups, 0);
            let expected = naive(&board, &regions, pieces[player]);
            assert_eq!(verdict, expected.map(|clause| Verdict::by((clause, 2))), "side {side}, game {game}");
            if let Some(clause) = expected {
                counts[usize::from(clause)] += 1;
                break;
            }
            player ^= 1;
        }
    }
    assert!(side < 4 || counts.iter().all(|&n| n > 0), "{counts:?}");
}

#[test]
fn bridges_forks_and_rings_are_found_when_they_are_made() {
    check::<1>(2, 50);
    check::<1>(3, 200);
    check::<1>(4, 300);
    check::<4>(6, 100);
}

#[test]
fn a_piece_among_own_ones_is_ringed_though_nothing_is_enclosed() {
    let (board, regions) = hexagon::<1>(3);
    let ends = Connected::<1, 2, true>::new(&board, 63, [&regions, &regions], [Goal::NEVER; 2], Some((5, 2))).unwrap();
    let middle = board.all.iter().find(|&place| (0..SIX).all(|way| !edge(&board, place, way))).unwrap();
    let round: Vec<u32> = (0..SIX).map(|way| board.next(middle as Place, way) as u32).collect();
    let position =
        Position { own: Bits::EMPTY, enemy: Bits::EMPTY, empty: board.all, to: 0, near: Bits::EMPTY, side: 0 };
    let mut groups = Groups::default();
    ends.begin(&position, &mut groups);
    let plies: Vec<u32> = std::iter::once(middle).chain(round).collect();
    let verdicts: Vec<_> = plies.iter().map(|&to| ends.judge(&Position { to, ..position }, &mut groups, 0)).collect();
    assert!(verdicts[..6].iter().all(Option::is_none));
    assert_eq!(verdicts[6], Some(Verdict::by((5, 2))));
}

fn edge<const W: usize>(board: &Board<W>, place: u32, way: usize) -> bool {
    let next = board.next(place as Place, way);
    next < 0 || board.border.has(next as u32)
}

#[test]
fn boards_of_squares_are_left_to_others() {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let number = |(x, y): (i32, i32)| ((0..4).contains(&x) && (0..4).contains(&y)).then_some((4 * y + x) as u32);
    let next = |(x, y): (i32, i32)| (0..16).map(|c| number((c % 4 + x, c / 4 + y))).collect();
    let graph = Graph::new(16, steps.into_iter().map(next).collect()).unwrap();
    let opposite = (0..4).map(|way| Some((way + 2) % 4)).collect();
    let board = Board::<1>::new(&graph, None, Layout { opposite, sides: 15, ..Layout::default() }).unwrap();
    assert!(Connected::<1, 1, false>::new(&board, 15, [&[], &[]], [Goal::NEVER], None).is_none());
}
