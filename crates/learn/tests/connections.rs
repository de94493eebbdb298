//! Connections updated along a path are those that the engine computes in each position.

use lusory_engine::machine::{Explorer, Machine, compile};
use lusory_engine::stream::Stream;
use lusory_learn::board_geometry::{BoardGeometry, ConnectionGoal};
use lusory_learn::connections::Connections;
use serde_json::Value;
use std::sync::Arc;

const HEX: &str = include_str!("../../engine/tests/data/hex.json");
const HAVANNAH: &str = include_str!("../../engine/tests/data/havannah.json");

fn numbers<T: TryFrom<i64>>(list: &Value) -> Vec<T> {
    list.as_array().unwrap().iter().map(|number| T::try_from(number.as_i64().unwrap()).ok().unwrap()).collect()
}

fn edge(board: &Value, name: &str) -> Vec<u16> {
    let edges = board["edges"].as_array().unwrap();
    numbers(&edges.iter().find(|edge| edge[0] == name).unwrap()[1])
}

fn game(text: &str, connections: impl Fn(&Value) -> Vec<ConnectionGoal>) -> (Arc<dyn Machine>, BoardGeometry) {
    let game: Value = serde_json::from_str(text).unwrap();
    let board = &game["program"]["board"];
    let sides: Vec<usize> = numbers(&board["sides"]);
    let steps: Vec<Vec<i32>> = board["steps"].as_array().unwrap().iter().map(numbers).collect();
    let geometry = BoardGeometry {
        cells: board["names"].as_array().unwrap().len(),
        opposite: numbers(&board["opposite"]),
        sides: (0..steps.len()).map(|way| sides.contains(&way)).collect(),
        steps,
        symmetries: Vec::new(),
        line_length: 0,
        connections: connections(board),
    };
    (compile(&game["program"].to_string()).unwrap(), geometry.validated().unwrap())
}

fn hex() -> (Arc<dyn Machine>, BoardGeometry) {
    game(HEX, |board| {
        let pair = |one, other| vec![edge(board, one), edge(board, other)];
        vec![ConnectionGoal { regions: vec![pair("top", "bottom"), pair("left", "right")], needed: 2 }]
    })
}

fn havannah() -> (Arc<dyn Machine>, BoardGeometry) {
    game(HAVANNAH, |board| {
        let corners: Vec<Vec<u16>> = board["corners"].as_array().unwrap().iter().map(numbers).collect();
        let names = board["edges"].as_array().unwrap().iter().map(|edge| edge[0].as_str().unwrap());
        let inner =
            |name| edge(board, name).into_iter().filter(|&cell| !corners.iter().flatten().any(|&at| at == cell));
        let edges: Vec<Vec<u16>> = names.map(|name| inner(name).collect()).collect();
        let both = |regions: Vec<Vec<u16>>| vec![regions.clone(), regions];
        vec![
            ConnectionGoal { regions: both(corners.clone()), needed: 2 },
            ConnectionGoal { regions: both(edges), needed: 3 },
        ]
    })
}

/// The first side's features less the second's, as the engine computes them.
fn computed(at: &dyn Explorer) -> Vec<f32> {
    let mut features = vec![0.0; at.features().len()];
    at.write_features(&mut features);
    let named = at.features().iter().zip(&features);
    named.filter(|(feature, _)| feature.name.starts_with("links")).map(|(_, &value)| value).collect()
}

/// Plays random games with plies taken back, and compares now and then.
fn compare((machine, board): (Arc<dyn Machine>, BoardGeometry)) {
    let (mut stream, mut kept) = (Stream::new(3, 4), Connections::new(&board).unwrap());
    for game in 0..40 {
        let mut at = machine.start().explorer();
        kept.set_root(at.as_ref());
        let mut down = 0;
        for step in 0..board.cells {
            if step % 5 == 4 && down > 2 {
                for _ in 0..2 {
                    assert!(at.undo());
                    kept.pop();
                    down -= 1;
                }
            }
            if step % 17 == 16 {
                kept.make_root();
                down = 0;
                at = at.copy();
            }
            if at.values().is_some() || !at.draw(&mut stream).is_some_and(|id| at.play(id)) {
                break;
            }
            kept.push(at.as_ref());
            down += 1;
            if (step + game) % 3 == 0 {
                let mut inputs = Vec::new();
                assert!(kept.append(0, &mut inputs));
                assert_eq!(inputs, computed(at.as_ref()), "game {game}, step {step}");
                let mut others = Vec::new();
                assert!(kept.append(1, &mut others));
                assert!(inputs.iter().zip(&others).all(|(one, other)| *one == -other));
            }
        }
    }
}

#[test]
fn links_of_edges_are_updated_along_a_path() {
    compare(hex());
}

#[test]
fn links_of_any_edges_or_corners_are_updated_along_a_path() {
    compare(havannah());
}

#[test]
fn boards_that_are_no_lattice_keep_no_connections() {
    let (_, mut board) = hex();
    assert!(Connections::new(&board).is_some());
    board.steps[0].swap(0, 5);
    assert!(Connections::new(&board).is_none(), "steps of different vectors");
    let (_, mut board) = hex();
    board.connections.clear();
    assert!(Connections::new(&board).is_none(), "no goals");
}

#[test]
fn regions_must_fit_the_board() {
    let (_, board) = hex();
    let refused = |change: fn(&mut ConnectionGoal)| {
        let mut board = board.clone();
        change(&mut board.connections[0]);
        board.validated().unwrap_err().0
    };
    let changes: [fn(&mut ConnectionGoal); 3] =
        [|goal| goal.needed = 3, |goal| drop(goal.regions[0].pop()), |goal| goal.regions[1][0].push(999)];
    assert!(changes.into_iter().all(|change| refused(change).contains("connections")));
}
