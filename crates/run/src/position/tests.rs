//! Programs against the general way of the engine: the same legal plies, the same pieces, the same ends, ply by ply.

#[path = "../../tests/common/mod.rs"]
mod common;

use super::LanePosition;
use crate::CompiledGame;
use lusory_engine::lowering_input::LoweringInput;
use lusory_engine::machine::{Ending, Position, compile};
use lusory_engine::rule::{Action, Node, NodeKind};
use lusory_engine::stream::Stream;
use std::num::NonZeroU64;
use std::sync::Arc;

/// The pieces on the board by cell: owner * kinds + kind.
fn pieces(position: &dyn Position, laid: &LoweringInput) -> Vec<Vec<u64>> {
    let kinds = laid.rules.kinds.len();
    let mut planes = vec![vec![0; laid.width]; laid.pieces.len()];
    for stone in position.stones(None) {
        let place = laid.place[usize::from(stone.cell)] as usize;
        planes[usize::from(stone.owner) * kinds + usize::from(stone.kind)][place / 64] |= 1 << (place % 64);
    }
    planes
}

/// How the program ended, in the terms of the engine.
fn values_of(ending: lusory_compile::program::EndCode, seats: &[usize]) -> (Vec<f64>, Option<u16>) {
    let sides = seats.len();
    let count = f64::from(ending.winners.count_ones());
    let share = if sides == 1 && ending.drawn { 0.5 } else { 1.0 / count };
    let value = |side: usize| if ending.winners >> side & 1 != 0 { share } else { 0.0 };
    let by_player = |player: usize| seats.iter().position(|&seat| seat == player).unwrap_or(player);
    ((0..sides).map(|player| value(by_player(player))).collect(), ending.clause)
}

/// How a lockstep game runs.
#[derive(Clone, Copy)]
struct Lockstep {
    /// The random stream.
    number: u64,
    /// The most plies.
    longest: usize,
    /// Every so many plies the program begins anew with the state of the engine; 0: never.
    reenter: usize,
}

/// One random game on both, side by side.
fn lockstep(name: &str, program: &str, laid: &LoweringInput, game: &CompiledGame, run: Lockstep) {
    let Lockstep { number, longest, reenter } = run;
    let (mut position, mut state) = (compile(program).unwrap().start(), LanePosition::start(game.program.clone()));
    let mut stream = Stream::new(3, number);
    for ply in 0..longest {
        let at = format!("{name}, game {number}, ply {ply}");
        let planes: Vec<Vec<u64>> = (0..laid.pieces.len()).map(|plane| state.pieces(plane)).collect();
        assert_eq!(planes, pieces(position.as_ref(), laid), "{at}");
        let ending = position.result().map(|Ending { values, end, .. }| (values, end));
        // Where plies are tried out, that nothing can be played is seen one tick late.
        if !game.program().tries || state.result().is_some() {
            assert_eq!(state.result().map(|ending| values_of(ending, &state.seats())), ending, "{at}");
        }
        let legal = position.legal();
        assert_eq!(state.legal(), legal, "{at}");
        let Some(count) = NonZeroU64::new(legal.len() as u64) else { break };
        let id = legal[stream.below(count) as usize];
        assert!(state.advance(id), "{at}");
        let after = advance(&position, id);
        // Empty turns overwrite what the ply before them did.
        let is_observed = !game.program().tries && game.program().skips.is_none();
        if let (true, Some((counted, captured, over))) = (is_observed, state.observed()) {
            let expected = (legal.len() as u64, captured_by(laid, id, position.as_ref(), after.as_ref()));
            assert_eq!((counted, captured), expected, "{at}");
            assert_eq!(over, after.turn_over() || after.result().is_some(), "{at}");
        }
        position = after;
        if reenter != 0 && ply % reenter == reenter - 1 && position.result().is_none() {
            state =
                LanePosition::enter(game.program.clone(), position.state()).unwrap_or_else(|| panic!("{at}: no entry"));
        }
    }
}

/// By how many cells each owner has fewer after a ply, what it placed included, added up.
fn captured_by(laid: &LoweringInput, id: u32, before: &dyn Position, after: &dyn Position) -> u64 {
    let count = |position: &dyn Position, owner: usize| {
        let stones = position.stones(None);
        let cells = stones.iter().filter(|stone| usize::from(stone.owner) == owner).map(|stone| stone.cell);
        cells.collect::<std::collections::BTreeSet<_>>().len() as u64
    };
    let base = |node: &Node| match &node.kind {
        NodeKind::Commit { base, .. } => *base,
        _ => node.atomic().and_then(|atomic| atomic.base),
    };
    let is_end = laid.rules.end == Some(id);
    let based = laid.rules.nodes.iter().filter(|node| base(node).is_some_and(|base| base <= id));
    // What is placed in secret does not count as placed.
    let atomic = based.max_by_key(|node| base(node)).filter(|_| !is_end).and_then(|node| node.atomic());
    let placed = |owner: usize| match atomic.map(|atomic| &atomic.action) {
        Some(Action::Place { own: false, shape, .. }) if owner == 0 => 1 + shape.len() as u64,
        Some(Action::Place { own: true, shape, .. }) if owner == usize::from(before.dump().side) + 1 => {
            1 + shape.len() as u64
        }
        _ => 0,
    };
    (0..=laid.rules.sides).map(|owner| (count(before, owner) + placed(owner)).saturating_sub(count(after, owner))).sum()
}

fn advance(position: &Arc<dyn Position>, id: u32) -> Arc<dyn Position> {
    position.play(id).unwrap().0
}

#[test]
fn programs_play_as_the_engine_plays() {
    let mut lowered = Vec::new();
    for (name, program) in common::all() {
        let (laid, game) = common::observed(&program, false);
        let games = if laid.width > 4 { 2 } else { 6 };
        match game {
            Ok(game) => {
                for (number, reenter) in (0..games).zip([0, 1, 3, 7].into_iter().cycle()) {
                    lockstep(&name, &program, &laid, &game, Lockstep { number, longest: 150, reenter });
                }
                lowered.push(name);
            }
            Err(refused) => println!("{name}: {}", refused.word),
        }
    }
    assert!(lowered.len() >= 110, "{} lowered: {lowered:?}", lowered.len());
}

#[test]
fn programs_that_test_plies_play_as_the_engine_plays() {
    let mut tested = 0;
    for (name, program) in common::all() {
        let Ok(game) = common::observed(&program, false).1 else { continue };
        if !game.program().tries {
            continue;
        }
        let (laid, Ok(game)) = common::observed(&program, true) else { continue };
        for (number, reenter) in [(0, 0), (1, 3)] {
            lockstep(&name, &program, &laid, &game, Lockstep { number, longest: 100, reenter });
        }
        tested += 1;
    }
    assert!(tested >= 6, "{tested} tested");
}
