//! Tests that the results of random games depend neither on the number of lanes nor on the optimiser.

mod common;

use lusory_run::{CompiledGame, LaneRun, RunTally};

/// Random games of a seed, so many at a time; ticks are not compared.
fn played(game: &CompiledGame, lanes: usize, games: u64, limit: u64) -> RunTally {
    RunTally { ticks: 0, ..game.playouts(&LaneRun { first: 0, games, seed: 5, lanes, limit }) }
}

#[test]
fn random_games_do_not_depend_on_how_many_are_played_at_a_time() {
    let mut compared = 0;
    for (name, program) in common::all() {
        let (_, Ok(game)) = common::lowered(&program, true) else { continue };
        let one_lane = played(&game, 1, 90, 100);
        assert_eq!(one_lane.games + one_lane.cut, 90, "{name}");
        for lanes in [8, 64] {
            assert_eq!(played(&game, lanes, 90, 100), one_lane, "{name}, {lanes} lanes");
        }
        compared += 1;
    }
    assert!(compared >= 20, "{compared} are lowered");
}

#[test]
fn the_optimiser_changes_nothing() {
    for (name, program) in common::all() {
        let ((_, Ok(optimised)), (_, Ok(other))) = (common::lowered(&program, true), common::lowered(&program, false))
        else {
            continue;
        };
        assert_eq!(played(&optimised, 64, 100, 100), played(&other, 64, 100, 100), "{name}");
        let length = |game: &CompiledGame| game.program().bodies.iter().map(Vec::len).sum::<usize>();
        assert!(length(&optimised) <= length(&other), "{name}");
    }
}

#[test]
fn games_are_cut_off_where_they_should_be() {
    for (name, program) in common::games() {
        let (_, Ok(game)) = common::lowered(&program, true) else { continue };
        let tally = played(&game, 8, 40, 3);
        assert!(tally.plies <= 3 * 40 && tally.cut > 0, "{name}: {tally:?}");
    }
}
