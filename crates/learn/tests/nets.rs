//! Tests of nets on games of the engine: accumulators, symmetries, gradients, training.

use lusory_engine::machine::{Explorer, Machine, Position, compile};
use lusory_engine::stream::Stream;
use lusory_learn::board_geometry::{BoardGeometry, CellSymmetry};
use lusory_learn::game_bytes;
use lusory_learn::learner::{Learner, LearningOptions, model_for, passes};
use lusory_learn::model::Model;
use lusory_learn::net_evaluator::NetEvaluator;
use lusory_learn::pattern_layout::PatternLayout;
use lusory_learn::{net::Inputs, serialisation};
use lusory_play::Evaluate;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn machine(line: &str) -> Arc<dyn Machine> {
    let game: serde_json::Value = serde_json::from_str(line).unwrap();
    compile(&game["program"].to_string()).unwrap()
}

fn golden() -> [Arc<dyn Machine>; 5] {
    [
        include_str!("../../engine/tests/data/tic-tac-toe.json"),
        include_str!("../../engine/tests/data/susan.json"),
        include_str!("../../engine/tests/data/serendipity.json"),
        include_str!("../../engine/tests/data/konane.json"),
        include_str!("../../engine/tests/data/breakthrough.json"),
    ]
    .map(machine)
}

/// A board without directions for games whose steps do not matter here; every cell is a pattern of its own.
fn bare(cells: usize) -> BoardGeometry {
    let around = |by: i32| {
        (0..cells as i32).map(move |cell| if (0..cells as i32).contains(&(cell + by)) { cell + by } else { -1 })
    };
    let steps = vec![around(1).collect(), around(-1).collect()];
    BoardGeometry {
        cells,
        steps,
        opposite: vec![1, 0],
        sides: vec![true, true],
        symmetries: Vec::new(),
        line_length: 3,
        connections: Vec::new(),
    }
}

fn cells_of(at: &dyn Explorer) -> usize {
    let mut pieces = Vec::new();
    at.pieces(&mut pieces);
    pieces.iter().map(|piece| usize::from(piece.cell) + 1).max().unwrap_or(0).max(81)
}

fn model(position: &dyn Position) -> Model {
    let cells = cells_of(position.explorer().as_ref());
    filled(model_for(position, bare(cells), 3).unwrap().0)
}

/// A model whose rows of patterns are random, as if it had learnt something. Row 0 stays zero.
fn filled(mut model: Model) -> Model {
    let mut stream = Stream::new(7, 7);
    for row in &mut model.net.rows[1..] {
        row.0.iter_mut().for_each(|weight| *weight = (stream.bits() >> 40) as f32 / (1 << 24) as f32 * 0.1 - 0.05);
    }
    model
}

#[test]
fn sums_kept_up_to_date_are_those_of_the_whole_board() {
    for machine in golden() {
        let start = machine.start();
        let model = Arc::new(model(start.as_ref()));
        let mut stream = Stream::new(1, 2);
        for game in 0..4 {
            let mut at = start.explorer();
            let mut updated = NetEvaluator::new(model.clone());
            updated.set_root(at.as_ref());
            let mut down = 0;
            for step in 0..60 {
                if step % 7 == 6 && down > 2 {
                    assert!(at.undo());
                    updated.pop();
                    down -= 1;
                    continue;
                }
                if at.values().is_some() {
                    break;
                }
                let Some(id) = at.draw(&mut stream) else { break };
                assert!(at.play(id));
                updated.push(at.as_ref());
                down += 1;
                if (step + game) % 3 != 0 {
                    continue; // sums follow late, over several plies
                }
                let mut fresh = NetEvaluator::new(model.clone());
                fresh.set_root(at.as_ref());
                let (one, other) = (updated.evaluate(at.as_ref()), fresh.evaluate(at.as_ref()));
                assert!((one - other).abs() < 1e-4, "{one} {other}");
            }
        }
    }
}

#[test]
fn positions_that_a_symmetry_makes_of_each_other_have_one_value() {
    let machine = machine(include_str!("../../engine/tests/data/tic-tac-toe.json"));
    let start = machine.start();
    let step = |right: i32, down: i32| {
        let next = |cell: i32| {
            let (x, y) = (cell % 3 + right, cell / 3 + down);
            if (0..3).contains(&x) && (0..3).contains(&y) { 3 * y + x } else { -1 }
        };
        (0..9).map(next).collect::<Vec<i32>>()
    };
    let steps = vec![step(1, 0), step(0, 1), step(-1, 0), step(0, -1)];
    let mirrored = CellSymmetry { images: (0..9).map(|cell| cell / 3 * 3 + 2 - cell % 3).collect(), exchange: false };
    let opposite = vec![2, 3, 0, 1];
    let board = BoardGeometry {
        cells: 9,
        steps,
        opposite,
        sides: vec![true; 4],
        symmetries: vec![mirrored.clone()],
        line_length: 3,
        connections: Vec::new(),
    };
    let model = Arc::new(filled(model_for(start.as_ref(), board, 5).unwrap().0));
    let value = |plies: &[u32]| {
        let mut at = start.explorer();
        plies.iter().for_each(|&id| assert!(at.play(id)));
        let mut judge = NetEvaluator::new(model.clone());
        judge.set_root(at.as_ref());
        judge.evaluate(at.as_ref())
    };
    let image = |plies: &[u32]| plies.iter().map(|&id| u32::from(mirrored.images[id as usize])).collect::<Vec<_>>();
    for plies in [&[0u32, 1][..], &[0, 4, 8], &[3, 6, 2, 1, 7]] {
        let (one, other) = (value(plies), value(&image(plies)));
        assert!((one - other).abs() < 1e-5, "{plies:?}: {one} {other}");
    }
    assert!((value(&[0, 1]) - value(&[0, 5])).abs() > 1e-4, "other positions have other values");
}

#[test]
fn weights_come_back_from_their_bytes() {
    let start = golden()[1].start();
    let model = model(start.as_ref());
    let bytes = serialisation::to_bytes(&model.net);
    let layout =
        PatternLayout::new(model.layout.board.clone(), model.layout.pieces.clone(), model.layout.viewpoints).unwrap();
    let again = serialisation::from_bytes(layout.clone(), model.inputs.clone(), &bytes).unwrap();
    assert_eq!(again, model);
    assert!(serialisation::from_bytes(layout.clone(), model.inputs.clone(), &bytes[4..]).is_err());
    assert!(serialisation::from_bytes(layout.clone(), Inputs::default(), &bytes).is_err());
    let mut broken = bytes.clone();
    broken[64..68].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(serialisation::from_bytes(layout, model.inputs, &broken).is_err());
}

#[test]
fn one_seed_learns_one_net_on_any_number_of_threads() {
    let start = golden()[0].start();
    let nets = [1, 3].map(|threads| {
        let options = LearningOptions { seed: 4, threads, ..LearningOptions::default() };
        let mut learner = Learner::new(start.clone(), model(start.as_ref()), options, 0);
        for round in 0..3 {
            assert!(learner.round(round as f32 / 3.0, &AtomicBool::new(false)).is_some());
        }
        serialisation::to_bytes(&learner.model().net)
    });
    assert_eq!(nets[0], nets[1]);
}

#[test]
fn a_stopped_round_changes_nothing() {
    let start = golden()[0].start();
    let mut learner = Learner::new(start.clone(), model(start.as_ref()), LearningOptions::default(), 0);
    learner.round(0.0, &AtomicBool::new(false)).unwrap();
    let before = serialisation::to_bytes(&learner.model().net);
    assert!(learner.round(0.1, &AtomicBool::new(true)).is_none());
    assert_eq!(serialisation::to_bytes(&learner.model().net), before);
}

#[test]
fn it_learns_that_a_row_of_three_wins() {
    let start = golden()[0].start();
    let options = LearningOptions { seed: 1, ..LearningOptions::default() };
    let mut learner = Learner::new(start.clone(), model(start.as_ref()), options, 0);
    for _ in 0..12 {
        learner.round(0.0, &AtomicBool::new(false)).unwrap();
    }
    let mut judge = NetEvaluator::new(Arc::new(learner.model().clone()));
    let mut chance = |plies: &[u32]| {
        let mut at = start.explorer();
        plies.iter().for_each(|&id| assert!(at.play(id)));
        judge.set_root(at.as_ref());
        lusory_learn::win_probability(judge.mover_log_odds(at.as_ref()))
    };
    let (wins, even) = (chance(&[0, 3, 1, 4]), chance(&[0, 4, 8, 1, 7]));
    assert!(wins > 0.8, "two in a row, and to move: {wins}");
    assert!(even < wins, "a threat to answer: {even}");
}

#[test]
fn with_secrets_each_value_is_read_from_what_its_player_sees() {
    let hidden = machine(include_str!("../../engine/tests/data/hidden-gomoku.json"));
    let start = hidden.start();
    let model = Arc::new(model(start.as_ref()));
    assert!(model.layout.viewpoints.by_player() && model.net.bias.len() == 4);
    let (mut stream, mut at) = (Stream::new(5, 1), start.explorer());
    let mut updated = NetEvaluator::new(model.clone());
    updated.set_root(at.as_ref());
    for ply in 0..40 {
        if at.values().is_some() {
            break;
        }
        let id = at.draw(&mut stream).unwrap();
        assert!(at.play(id));
        updated.push(at.as_ref());
        if ply % 5 == 4 {
            assert!(at.undo());
            updated.pop();
            assert!(at.play(id));
            updated.push(at.as_ref());
        }
        let mut fresh = NetEvaluator::new(model.clone());
        fresh.set_root(at.as_ref());
        for side in 0..2 {
            let (one, other) = (updated.side_log_odds(at.as_ref(), side), fresh.side_log_odds(at.as_ref(), side));
            assert!((one - other).abs() < 1e-4, "{one} {other}");
        }
    }
}

#[test]
fn with_secrets_one_seed_learns_one_net() {
    let start = machine(include_str!("../../engine/tests/data/hidden-gomoku.json")).start();
    let nets = [1, 2].map(|threads| {
        let options = LearningOptions { seed: 4, threads, ..LearningOptions::default() };
        let mut learner = Learner::new(start.clone(), model_for(start.as_ref(), bare(81), 3).unwrap().0, options, 0);
        let reports = [0, 1].map(|_| learner.round(0.1, &AtomicBool::new(false)).unwrap());
        assert!(reports.iter().all(|report| report.games > 0 && report.positions > 0 && report.loss.is_finite()));
        serialisation::to_bytes(&learner.model().net)
    });
    assert_eq!(nets[0], nets[1]);
}

#[test]
fn a_round_in_parts_gives_the_same_net() {
    let start = golden()[0].start();
    let learner = || {
        let options = LearningOptions { seed: 4, ..LearningOptions::default() };
        Learner::new(start.clone(), model(start.as_ref()), options, 0)
    };
    let (mut whole, mut parted, go_on) = (learner(), learner(), AtomicBool::new(false));
    for round in 0..3 {
        let progress = round as f32 / 3.0;
        let expected = whole.round(progress, &go_on).unwrap();
        let numbers = parted.games();
        let middle = (numbers.start + numbers.end) / 2;
        let bytes = [middle..numbers.end, numbers.start..middle]
            .map(|part| game_bytes::to_bytes(&parted.play(part, progress, &go_on)));
        let loss = parted.train_pending(progress);
        let parts = [&bytes[1], &bytes[0]].map(|bytes| game_bytes::from_bytes(parted.model(), bytes).unwrap());
        assert_eq!(parted.finish_round(&parts.concat(), loss), expected);
        assert!(game_bytes::from_bytes(parted.model(), &bytes[0][..bytes[0].len() - 3]).is_err());
    }
    assert_eq!(serialisation::to_bytes(&whole.model().net), serialisation::to_bytes(&parted.model().net));
}

#[test]
fn samples_that_took_many_evaluations_are_trained_on_several_times() {
    assert_eq!([0, 44, 90, 170, 10_000].map(|each| passes(each * 100, 100)), [1, 1, 2, 3, 4]);
    assert_eq!(passes(0, 0), 1);
}
