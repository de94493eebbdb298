//! Tests of the `lusory_play` cursor contract on the engine: copies, changes, batches, and undo.

use lusory_engine::machine::{Batch, Cursor, Explorer, Machine, PieceChange, Position, VisiblePiece, compile};
use lusory_engine::stream::Stream;
use std::sync::Arc;

const GOLDEN: [&str; 5] = [
    include_str!("data/tic-tac-toe.json"),
    include_str!("data/susan.json"),
    include_str!("data/serendipity.json"),
    include_str!("data/konane.json"),
    include_str!("data/ataxx.json"),
];

fn machine(line: &str) -> Arc<dyn Machine> {
    let example: serde_json::Value = serde_json::from_str(line).unwrap();
    compile(&example["program"].to_string()).unwrap()
}

/// The position after some random plies.
fn later(start: Arc<dyn Position>, plies: usize, seed: u64) -> Arc<dyn Position> {
    let mut stream = Stream::new(seed, 0);
    (0..plies).fold(start, |position, _| {
        let id = position.walker().draw(&mut stream);
        id.and_then(|id| position.play(id)).map_or(position, |(after, _)| after)
    })
}

/// The legal plies and the player to move.
fn seen(cursor: &mut (impl Cursor + ?Sized)) -> (Vec<u32>, i8, u64) {
    let mut ids = Vec::new();
    cursor.legal(&mut ids);
    (ids, cursor.to_move(), cursor.hash())
}

#[test]
fn a_copy_begins_where_the_other_one_stands() {
    for line in GOLDEN {
        let position = later(machine(line).start(), 4, 1);
        let (mut walker, mut explorer, mut stream) = (position.walker(), position.explorer(), Stream::new(1, 1));
        let Some(id) = walker.draw(&mut stream) else { continue };
        assert!(walker.play(id) && explorer.play(id));
        let (mut walker_copy, mut other) = (walker.copy(), Explorer::copy(explorer.as_ref()));
        assert_eq!(seen(walker_copy.as_mut()), seen(walker.as_mut()));
        assert_eq!(seen(other.as_mut()), seen(explorer.as_mut()));
        let seen_before = seen(walker_copy.as_mut());
        if let Some(id) = walker_copy.draw(&mut stream) {
            assert!(walker_copy.play(id) && other.play(id) && other.undo());
            walker_copy.rewind();
        }
        assert!(!other.undo() && seen_before == seen(walker_copy.as_mut()) && seen_before == seen(other.as_mut()));
    }
}

#[test]
fn changes_are_what_came_and_went() {
    let pieces = |position: &dyn Position| -> Vec<(u16, u8, u8)> {
        let key = |stone: &VisiblePiece| (stone.cell, stone.owner, stone.kind as u8);
        let mut all: Vec<_> = position.stones(None).iter().map(key).collect();
        all.sort_unstable();
        all
    };
    for line in GOLDEN {
        let position = later(machine(line).start(), 6, 2);
        let (mut explorer, mut changes, mut ids) = (position.explorer(), Vec::new(), Vec::new());
        explorer.changes(&mut changes);
        assert!(changes.is_empty());
        explorer.legal(&mut ids);
        for id in ids {
            assert!(explorer.play(id));
            explorer.changes(&mut changes);
            assert!(explorer.undo());
            let mut after = pieces(position.as_ref());
            let key = |change: &PieceChange| (change.cell, change.owner, change.kind);
            after.retain(|piece| !changes.iter().any(|change| !change.added && key(change) == *piece));
            after.extend(changes.iter().filter(|change| change.added).map(key));
            after.sort_unstable();
            assert_eq!(after, pieces(position.play(id).unwrap().0.as_ref()));
        }
    }
}

#[test]
fn a_lane_of_a_batch_does_not_depend_on_how_many_there_are() {
    for line in GOLDEN {
        let start = machine(line).start();
        let game = |lanes: usize| -> Vec<Option<u32>> {
            let mut batch = Batch::new(start.as_ref(), lanes, 7);
            (0..30).map(|_| random_step(&mut batch).first().copied().flatten()).collect()
        };
        assert_eq!(game(1), game(5));
    }
}

/// Draws and plays a legal ply in every lane whose game is not over.
fn random_step(batch: &mut Batch) -> Vec<Option<u32>> {
    let plies = batch.draw();
    batch.step(&plies.iter().map(|id| id.unwrap_or(u32::MAX)).collect::<Vec<_>>());
    plies
}

#[test]
fn lanes_that_are_over_begin_anew() {
    let start = machine(GOLDEN[0]).start();
    let mut batch = Batch::new(start.as_ref(), 3, 1);
    let (mut games, mut plies) = (0, 0);
    while games < 10 {
        plies += random_step(&mut batch).iter().flatten().count();
        games += batch.reset_finished();
    }
    assert!((5 * games..=9 * (games + 3)).contains(&plies), "{plies} plies of {games} games");
    assert!(batch.step(&[u32::MAX; 3]).iter().all(|played| !played) && batch.values().iter().all(Option::is_none));
}
