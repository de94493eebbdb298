//! Tests of cases that random words do not cover: the next turn, saturated numbers, constant folding.

use super::super::UpcomingTurn;
use super::{Dice, Drawn, WordEvaluator};
use crate::compile::compile_for_board;
use crate::graph::samples::square;
use crate::plan::Plan;
use crate::rule::{
    Action, Atomic, Cells, Condition, Directions, Effect, Link, Node, NodeKind, Number, Phase, Ray, Regions,
};
use crate::stream::Stream;

/// Three sides put pieces on empty cells of the left half; agenda 1.
fn plan(announce: Vec<Cells>, effects: Vec<Phase<Effect>>) -> Plan<1> {
    let board = Drawn::new(square(4, 4));
    let mut rules = Dice { stream: Stream::new(1, 1), board: &board, sides: 3 }.rules(false);
    let left = Cells::Or([0, 1].map(|column| Cells::Column(Box::new(Cells::At(vec![column])))).to_vec());
    let to = Cells::And(vec![Cells::Empty, left]);
    let action = Action::Place { to, kind: 1, own: true, shape: vec![] };
    let place = NodeKind::Atomic(Box::new(Atomic { action, needs: None, unless: None, then: vec![], base: Some(0) }));
    let commit = NodeKind::Commit { place: 0, announce, answer: None, fails: None, base: None };
    rules.nodes = [place, commit].map(|kind| Node { kind }).into();
    rules.agendas.links = vec![Link { node: 0, stop: false, rest: 0, next: vec![] }];
    rules.turns = vec![1];
    rules.effects = effects;
    compile_for_board(rules, &board.graph, None, board.layout.clone()).unwrap()
}

#[test]
fn nobody_is_stuck_while_the_turn_lasts_or_while_one_can_move() {
    let plan = plan(vec![], vec![]);
    let mut state = plan.blank();
    let stuck = |state: &_, agenda, all, upcoming| {
        let evaluator = WordEvaluator { upcoming, ..WordEvaluator::new(&plan, state) };
        evaluator.is_true(&Condition::NoPly { agenda, all })
    };
    let next = Some(UpcomingTurn { side: 1, agenda: 1, able: None });
    assert!(!stuck(&state, None, false, None));
    assert!(!stuck(&state, None, false, next));
    assert!(stuck(&state, Some(0), true, next), "the empty agenda has no ply");
    state.pieces[0] = plan.board.columns[0] | plan.board.columns[1];
    assert!(!stuck(&state, None, false, None));
    assert!(stuck(&state, None, false, next) && stuck(&state, None, true, next) && stuck(&state, Some(1), true, next));
    state.pieces[0] = plan.board.columns[0];
    state.out = 0b010;
    assert!(stuck(&state, None, false, next), "a side that is out has none");
    assert!(!stuck(&state, None, true, next));
}

#[test]
fn numbers_stop_where_there_are_no_more() {
    let plan = plan(vec![], vec![]);
    let state = plan.blank();
    let evaluator = WordEvaluator::new(&plan, &state);
    let whole = |n| Number::Whole(n);
    let minus = |a, b| Number::Minus(Box::new(a), Box::new(b));
    assert_eq!(evaluator.number(&Number::Sum(vec![whole(i64::MAX), whole(1)])), i64::MAX);
    assert_eq!(evaluator.number(&minus(whole(i64::MIN), whole(1))), i64::MIN);
    let groups = Number::Groups(Cells::Of(crate::rule::Side::Own), Directions::Every);
    assert!(!evaluator.is_true(&Condition::Compare(groups, crate::rule::Sign::More, whole(i64::MAX))));
}

#[test]
fn what_speaks_of_the_board_alone_is_worked_out_once() {
    let far = Cells::And(vec![Cells::Ranks { first: -1, last: -1 }, Cells::Shade(0)]);
    let ray = Ray {
        start: Cells::To,
        ways: Directions::Not(Box::new(Directions::Diagonal)),
        through: far.clone(),
        until: Some(Cells::And(vec![Cells::Empty, far])),
        length: Some(Number::Sum(vec![Number::Whole(1), Number::Count(Cells::Center)])),
    };
    let announced = Cells::Row(Box::new(Cells::And(vec![Cells::To, Cells::Regions(Box::new(Regions::Corners))])));
    let plan = plan(vec![announced], vec![Phase::Plain(Effect::Capture(Cells::Ray(Box::new(ray))))]);
    let Phase::Plain(Effect::Capture(Cells::Ray(ray))) = &plan.rules.effects[0] else { panic!() };
    let Cells::Fixed(far) = ray.through else { panic!("{:?}", ray.through) };
    assert!(matches!(&ray.until, Some(Cells::And(parts)) if matches!(parts[1], Cells::Fixed(same) if same == far)));
    assert!(matches!(ray.ways, Directions::Fixed([0x55, 0x55, 0x55, 0x55])));
    assert!(matches!(ray.length, Some(Number::Whole(2))));
    let rank = |side: usize, rank: usize| plan.board.ranks[side][rank] & plan.board.shades[0];
    assert_eq!(plan.fixed[far], [rank(0, 3), rank(1, 3), rank(2, 3), rank(3, 3)]);
    let NodeKind::Commit { announce, .. } = &plan.rules.nodes[1].kind else { panic!() };
    let Cells::Row(of) = &announce[0] else { panic!("{announce:?}") };
    assert!(matches!(&**of, Cells::And(parts) if matches!(parts[..], [Cells::To, Cells::Fixed(_)])));
}
