//! Tests of the recognition of rules, and of the plies that are drawn.

use super::*;
use crate::board::Place;
use crate::compile::compile_for_board;
use crate::game::Game;
use crate::rule::parse;
use serde_json::{Value, json};

const FIVE: &str = include_str!("../../tests/data/kernels/hidden-gomoku-5.json");

/// The game of five by five, with one of its words changed.
fn game(path: &str, word: Value) -> Game<1> {
    let mut program: Value = serde_json::from_str(FIVE).unwrap();
    *program.pointer_mut(&format!("/rules/{path}")).unwrap() = word;
    let (rules, graph, layout) = parse::read(&program.to_string()).unwrap();
    let numbering = crate::board::width(&graph).1;
    Game { plan: compile_for_board::<1>(rules, &graph, numbering.as_ref(), layout).unwrap() }
}

fn line(n: u32) -> Value {
    json!({"word": "line", "n": n})
}

#[test]
fn rules_that_are_changed_elsewhere_keep_the_policy() {
    let not_own = json!({"word": "not", "of": {"word": "own"}});
    let changes = [
        ("ends/0/when", line(3)),
        ("turn/fails", json!({"word": "revealed"})),
        ("turn/ply/to", not_own),
        ("ends/1/word", json!("win")),
    ];
    for (path, word) in changes {
        assert!(LinePolicy::of(&game(path, word).plan).is_some(), "{path}");
    }
}

#[test]
fn rules_without_a_winning_line_have_none() {
    for (path, word) in [("ends/0/word", json!("loss")), ("ends", json!([])), ("ends/0/when/n", json!(9))] {
        assert!(LinePolicy::of(&game(path, word).plan).is_none(), "{path}");
    }
}

/// The shares of the cells where the policy places the next piece.
fn shares_of_cells(game: &Game<1>, state: &State<1>) -> Vec<f64> {
    let (policy, mut progress) = (LinePolicy::of(&game.plan).unwrap(), BothSides::default());
    let (mut offers, mut stream, mut shares) = (Offers { groups: Vec::new() }, Stream::new(1, 0), vec![0.0; 64]);
    game.offers(state, &mut offers);
    let at = OfferedPlies { plan: &game.plan, state, offers: &offers };
    for _ in 0..1000 {
        let ply = policy.draw(at, PlyDrawing::Number, &mut progress, &mut stream).unwrap();
        shares[ply.to as usize] += 0.001;
    }
    shares
}

#[test]
fn lines_are_completed_and_those_of_the_other_side_blocked() {
    let game = game("ends/0/when", line(4));
    let mut state = game.start();
    let mut offers = Offers { groups: Vec::new() };
    let mut stream = Stream::new(3, 0);
    game.offers(&state, &mut offers);
    while !offers.groups.iter().any(|group| matches!(group.shape, GroupForm::Secret(_))) {
        let ply = PlyDrawing::Number.draw(&game.plan, &offers, &mut stream).unwrap();
        game.play_on(&mut state, &ply, &mut offers);
    }
    let (own, other) = (usize::from(state.side) + 1, 2 - usize::from(state.side));
    let row = |places: &[u32]| places.iter().fold(Bits::EMPTY, |all, &place| all | Bits::bit(place));
    let board = &game.plan.board;
    let place = |cell: u32| board.all.iter().find(|&place| board.cell_of(place as Place) == cell).unwrap();
    let three: Vec<u32> = (0..3).map(place).collect();
    for side in [own, other] {
        (state.pieces[1], state.pieces[2]) = (Bits::EMPTY, Bits::EMPTY);
        (state.shown[1], state.shown[2]) = (Bits::EMPTY, Bits::EMPTY);
        (state.pieces[side], state.shown[side]) = (row(&three), row(&three));
        let shares = shares_of_cells(&game, &state);
        assert!(shares[place(3) as usize] > 0.9, "{side}: {shares:?}");
    }
}
