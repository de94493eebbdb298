//! Tests of totals against games counted by hand.

use super::*;
use crate::board::{NOWHERE, Place};
use crate::observer::{FinishedGame, ObservedPly, PlayoutObserver};

fn sample() -> Totals {
    let mut totals = Totals::default();
    totals.add(5, &[1.0, 0.0, 0.0, 0.0], EndReason::End(2));
    totals.add(9, &[0.5, 0.5, 0.0, 0.0], EndReason::NothingLegal);
    totals.add(9, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0], EndReason::End(0));
    totals.cut(20);
    totals
}

/// Three cells on places 0, 2 and 64.
fn cells() -> Vec<Option<u16>> {
    let cell = |place| match place {
        0 => Some(2),
        2 => Some(0),
        64 => Some(1),
        _ => None,
    };
    (0..128).map(cell).collect()
}

fn ply(legal: u64, to: Place, captured: u16, over: bool) -> ObservedPly {
    ObservedPly { legal, by_chance: false, to, captured, over }
}

/// A game won by the first player, a draw, one cut off; repeated `times` times.
fn counted(times: u64) -> Totals {
    let mut count = MeasureCounter::new(&cells());
    let won_game = [ply(3, 0, 0, true), ply(2, 2, 1, false), ply(1, NOWHERE, 0, true)];
    let pieces: [&[u64]; 2] = [&[1, 0], &[4, 1]];
    let end = Some((Results::of_halves(2), EndReason::End(1)));
    for number in 0..times {
        count.game(&FinishedGame { number, first: 7, plies: &won_game, ended: end, pieces: &pieces });
    }
    let draw = Some((Results::of(&[0.5, 0.5, 0.0, 0.0]), EndReason::NothingLegal));
    let bare: [&[u64]; 2] = [&[0, 0], &[1, 0]];
    count.game(&FinishedGame { number: times, first: 9, plies: &[ply(4, 64, 0, true)], ended: draw, pieces: &bare });
    count.game(&FinishedGame { number: times + 1, first: 7, plies: &won_game[..2], ended: None, pieces: &pieces });
    count.totals()
}

#[test]
fn games_are_added_up() {
    let totals = sample();
    assert_eq!((totals.games, totals.plies, totals.cut_off), (4, 43, 1));
    assert_eq!((totals.results.games, totals.results.wins[0], totals.results.draws), (3, 1, 2));
    assert_eq!(totals.results.points, [12 + 6 + 4, 6 + 4, 4, 0]);
    assert!((totals.results.value(1) - 10.0 / 12.0).abs() < 1e-12);
    assert_eq!((totals.ended_by, totals.nothing_legal), (vec![1, 0, 1], 1));
    assert_eq!((totals.lengths[5], totals.lengths[9], totals.lengths.len()), (1, 2, 10));
}

#[test]
fn results_of_two_players_are_those_of_their_values() {
    for (halves, value) in [(0, 0.0), (1, 0.5), (2, 1.0)] {
        assert_eq!(Results::of_halves(halves), Results::of(&[value, 1.0 - value, 0.0, 0.0]));
    }
}

#[test]
fn games_are_counted_for_measures() {
    let totals = counted(2);
    assert_eq!((totals.games, totals.plies, totals.cut_off, totals.results.games), (4, 9, 1, 3));
    assert_eq!((totals.ended_by.as_slice(), totals.nothing_legal), (&[0, 2][..], 1));
    assert_eq!((totals.lengths.as_slice(), totals.first_plies[&7].games), (&[0, 1, 0, 2][..], 2));
    let at = |games, legal, forced, captured| PlyNumberTotals { games, choices: games, legal, forced, captured };
    assert_eq!(totals.branching, vec![at(4, 13, 0, 0), at(3, 6, 0, 3), at(2, 2, 2, 0)]);
    let Measures { ends, nothing_legal, turns, moments, occupied, cells } = totals.measures;
    assert_eq!((ends[1].wins[0], ends[0].games, nothing_legal.draws), (2, 0, 1));
    assert_eq!(turns, [0, 1, 2]);
    assert_eq!(moments.sums[..4], [9, 21, 2, 3]);
    assert_eq!(moments.squares[..4], [9 + 9 + 1 + 4, 36 + 36 + 16 + 25, 2, 3]);
    assert_eq!(moments.by_choices[..4], [23, 18 + 18 + 4 + 10, 6, 3 + 3 + 2]);
    assert_eq!(moments.sums[4], u128::from(3 * logarithm(3) + 3 * BIT + logarithm(4)));
    assert_eq!(occupied, [3 + 3 + 1, 9 + 9 + 1]);
    assert_eq!((cells.played, cells.last), (vec![3, 1, 3], vec![2, 1, 0]));
    assert_eq!(cells.owned, [[0, 0, 2], [2, 2, 1]]);
    let first = cells.first.iter().map(|results| results.games);
    assert_eq!(first.collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn a_ply_of_chance_is_no_choice() {
    let mut count = MeasureCounter::new(&cells());
    let roll = ObservedPly { by_chance: true, ..ply(6, NOWHERE, 0, false) };
    let plies = [roll, ply(1, 0, 0, true), roll, ply(3, 2, 0, true)];
    count.game(&FinishedGame { number: 0, first: 1, plies: &plies, ended: None, pieces: &[] });
    let totals = count.totals();
    let at = |choices, legal, forced| PlyNumberTotals { games: 1, choices, legal, forced, captured: 0 };
    assert_eq!(totals.branching, [at(0, 0, 0), at(1, 1, 1), at(0, 0, 0), at(1, 3, 0)]);
    let moments = totals.measures.moments;
    assert_eq!(moments.sums[..4], [2, 4, 1, 0]);
    assert_eq!(moments.sums[4], u128::from(2 * logarithm(6) + logarithm(3)));
}

#[test]
fn pieces_are_counted_however_many_games_there_are() {
    for times in [4094, 4095, 4096, 9001] {
        assert_eq!(counted(times).measures.cells.owned, [[0, 0, times], [times, times, 1]]);
    }
}

#[test]
fn a_merge_is_the_sum_whichever_comes_first() {
    let mut other = counted(3);
    other.add(30, &[0.0, 1.0, 0.0, 0.0], EndReason::End(5));
    let (mut first, mut second) = (sample(), other.clone());
    first.merge(&other);
    second.merge(&sample());
    assert_eq!(first, second);
    assert_eq!((first.games, first.lengths[30], first.ended_by[5], first.first_plies.len()), (10, 1, 1, 2));
}

#[test]
fn games_counted_apart_and_merged_are_games_counted_together() {
    let (mut first, mut other) = (counted(2), counted(5));
    first.merge(&counted(5));
    other.merge(&counted(2));
    assert_eq!(first, other);
    let mut none = Totals::default();
    none.merge(&first);
    assert_eq!(none, first);
    assert_eq!((first.measures.cells.owned[1][0], first.branching[2].games, first.measures.turns[2]), (7, 7, 7));
}
