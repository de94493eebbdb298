//! Tests of conditions evaluated for a whole group against evaluation ply by ply.

use crate::apply::is_forbidden;
use crate::bits::Bits;
use crate::board::{Place, width};
use crate::compile::compile_for_board;
use crate::evaluate::WordEvaluator;
use crate::evaluate::tests::{Dice, Drawn, boards};
use crate::movegen::after_placement::unless_after;
use crate::movegen::atomic::with_ply;
use crate::movegen::group_conditions::{GroupConditions, members_satisfying};
use crate::movegen::{GroupForm, Ply, PlyGroup};
use crate::plan::Plan;
use crate::rule::{
    Action, Atomic, Cells, Condition, Directions, Effect, Enclosed, Node, NodeKind, Number, Phase, Ray, Rules, Side,
};
use crate::state::State;
use crate::stream::Stream;

/// Runs a check on boards of every kind, with so many random cases on each.
fn on_all_boards(draws: u64, mut check: impl FnMut(&Drawn, u64)) {
    for (i, board) in boards().iter().enumerate() {
        (0..draws).for_each(|seed| check(board, seed * 100 + i as u64));
    }
}

fn compiled<const W: usize>(rules: Rules, board: &Drawn) -> Plan<W> {
    compile_for_board(rules, &board.graph, width(&board.graph).1.as_ref(), board.layout.clone()).unwrap()
}

fn pick<T>(dice: &mut Dice<'_>, mut choices: Vec<T>) -> T {
    choices.swap_remove(dice.below(choices.len()))
}

fn enclosed(dice: &mut Dice<'_>) -> Cells {
    let of = pick(dice, vec![Side::Own, Side::Own, Side::Enemy, Side::Neutral]);
    let ways = pick(dice, vec![Directions::Orthogonal, Directions::Orthogonal, Directions::Every, Directions::Dir(3)]);
    Cells::Enclosed(Box::new(Enclosed { of: Cells::Of(of), group: dice.below(3) > 0, ways }))
}

/// A random condition as used in `unless`.
fn unless(dice: &mut Dice<'_>, depth: usize) -> Condition {
    match dice.below(if depth > 0 { 8 } else { 4 }) {
        0 | 1 => Condition::Cells(enclosed(dice)),
        2 => Condition::Repeats(1 + dice.below(3) as u32),
        3 => dice.condition(2),
        4 => Condition::Any(vec![unless(dice, depth - 1), unless(dice, depth - 1)]),
        5 => Condition::All(vec![unless(dice, depth - 1), unless(dice, depth - 1)]),
        6 => Condition::No(Box::new(unless(dice, depth - 1))),
        _ => Condition::Cells(Cells::And(vec![enclosed(dice), dice.cells(1)])),
    }
}

fn effects(dice: &mut Dice<'_>) -> Vec<Phase<Effect>> {
    let effect = |dice: &mut Dice<'_>| match dice.below(8) {
        0 | 1 => Effect::Capture(enclosed(dice)),
        2 => Effect::Flip(dice.cells(1)),
        3 => Effect::Promote(dice.cells(1), 1),
        4 => Effect::Again(Some(dice.condition(1))),
        5 => Effect::Mark(dice.cells(1), dice.below(2)),
        6 => Effect::Unmark(dice.cells(1), dice.below(2)),
        _ => Effect::Earn(Number::Whole(1), None),
    };
    (0..dice.below(3)).map(|_| Phase::Plain(effect(dice))).collect()
}

/// Rules with a placement that has an `unless`.
fn plan_with_unless<const W: usize>(dice: &mut Dice<'_>, board: &Drawn) -> Plan<W> {
    let action = Action::Place { to: Cells::Empty, kind: dice.below(2), own: dice.below(3) > 0, shape: Vec::new() };
    let (unless, effects) = (Some(unless(dice, 2)), effects(dice));
    let atomic = Atomic { action, needs: None, unless, then: Vec::new(), base: Some(0) };
    let nodes = vec![Node { kind: NodeKind::Atomic(Box::new(atomic)) }];
    compiled(Rules { nodes, effects, ..dice.rules(false) }, board)
}

/// Records some of the possible next positions as past ones, some of them twice.
fn remember<const W: usize>(dice: &mut Dice<'_>, plan: &Plan<W>, state: &mut State<W>) {
    for _ in 0..dice.below(20) {
        let mut other = state.clone();
        for _ in 0..dice.below(3) {
            let place = dice.below(plan.board.count as usize) as u32;
            let plane = dice.below(plan.planes);
            (0..plan.planes).for_each(|plane| other.pieces[plane] &= !Bits::one(place));
            other.pieces[plane].insert(place);
        }
        let order = crate::apply::packed_turn(state, dice.below(plan.rules.sides));
        let sets = crate::apply::recorded_sets(&plan.rules.marks, &other.pieces, &other.marks);
        let look_up = state.repetition_table.look_up(&sets, order);
        state.repetition_table.push(&sets, order, look_up);
    }
}

/// Counts cells with a known and with an unknown result.
fn compare_unless<const W: usize>(board: &Drawn, seed: u64, counts: &mut [u32; 2]) {
    let dice = &mut Dice { stream: Stream::new(seed, 5), board, sides: 1 + seed as usize % 3 };
    let plan = plan_with_unless::<W>(dice, board);
    let Some(atomic) = plan.ply_of_node(0) else { unreachable!() };
    for _ in 0..4 {
        let mut state = dice.state(&plan);
        state.again = dice.below(4) == 0;
        remember(dice, &plan, &mut state);
        let evaluator = WordEvaluator {
            blank: dice.below(2) == 0,
            is_chance: dice.below(9) == 0,
            ..WordEvaluator::new(&plan, &state)
        };
        let certainty = unless_after(&evaluator, atomic, GroupForm::Cell);
        for place in evaluator.empty().iter() {
            let ply = Ply { to: place as Place, ..Ply::without_cells(Some(0), 0) };
            let (yes, no) = (certainty.yes.has(place), certainty.no.has(place));
            counts[usize::from(!yes && !no)] += 1;
            assert!(!(yes && no));
            if yes || no {
                assert_eq!(is_forbidden(&evaluator, &ply), yes, "{seed}: {place} {atomic:?} {:?}", plan.rules.effects);
            }
        }
    }
}

#[test]
fn an_unless_decided_for_a_group_agrees_with_trying_each_ply() {
    let mut counts = [0; 2];
    on_all_boards(60, |board, seed| match width(&board.graph).0 {
        1 => compare_unless::<1>(board, seed, &mut counts),
        2 => compare_unless::<2>(board, seed, &mut counts),
        _ => compare_unless::<4>(board, seed, &mut counts),
    });
    assert!(counts[0] * 2 > counts[1], "{counts:?}");
}

fn shape<const W: usize>(dice: &mut Dice<'_>, plan: &Plan<W>) -> (GroupForm, Bits<W>) {
    let (board, way) = (&plan.board, dice.below(plan.board.steps.len()));
    let steps = 1 + dice.below(3) as u16;
    let from = |steps: u16| (0..steps).fold(board.all, |set, _| board.before(set, way));
    match dice.below(4) {
        0 => (GroupForm::Cell, board.all),
        1 => (GroupForm::From(board.place[dice.below(board.place.len())]), board.all),
        2 => (GroupForm::Jump(way as u8), from(2)),
        _ => (GroupForm::Way { way: way as u8, steps }, from(steps)),
    }
}

/// A random condition as used in `needs`.
fn needs(dice: &mut Dice<'_>) -> Condition {
    let start = pick(dice, vec![Cells::To, Cells::Origin]);
    let heading = pick(
        dice,
        vec![Directions::PlyHeading, Directions::Opposite(Box::new(Directions::PlyHeading)), Directions::Every],
    );
    let until = (dice.below(2) == 0).then_some(Cells::Of(Side::Own));
    let ray = Ray { start, ways: heading, through: Cells::Of(Side::Enemy), until, length: None };
    match dice.below(4) {
        0 => Condition::Cells(Cells::Ray(Box::new(ray))),
        1 => Condition::No(Box::new(Condition::Cells(Cells::Adjacent(Box::new(ray.start), dice.ways(0))))),
        2 => Condition::Cells(Cells::And(vec![ray.start, dice.cells(1)])),
        _ => dice.condition(2),
    }
}

fn compare_needs<const W: usize>(board: &Drawn, seed: u64, count: &mut u32) {
    let dice = &mut Dice { stream: Stream::new(seed, 6), board, sides: 2 };
    let plan = compiled::<W>(dice.rules(seed % 3 == 0), board);
    for _ in 0..6 {
        let (state, (shape, set), needs) = (dice.state(&plan), shape(dice, &plan), needs(dice));
        let evaluator = WordEvaluator::new(&plan, &state);
        let group = PlyGroup { node: 0, rest: 0, shape, set };
        let Some(legal) = members_satisfying(&evaluator, &group, &needs) else { continue };
        *count += 1;
        for member in set.iter() {
            let ply = group.ply(&plan.board, member);
            let is_true = with_ply(&evaluator, &ply).is_true(&needs);
            assert_eq!(legal.has(member), is_true, "{seed}: {member} of {shape:?}, {needs:?}");
        }
    }
}

#[test]
fn needs_evaluated_for_a_group_agree_with_each_ply() {
    let mut count = 0;
    on_all_boards(60, |board, seed| match width(&board.graph).0 {
        1 => compare_needs::<1>(board, seed, &mut count),
        2 => compare_needs::<2>(board, seed, &mut count),
        _ => compare_needs::<4>(board, seed, &mut count),
    });
    assert!(count > 1000, "{count}");
}

fn distance(dice: &mut Dice<'_>, depth: usize) -> Cells {
    let ways = pick(dice, vec![Directions::PlyHeading, Directions::Opposite(Box::new(Directions::PlyHeading))]);
    let through = pick(dice, vec![Cells::Everywhere, Cells::Empty, Cells::Not(Box::new(Cells::Of(Side::Own)))]);
    let ray = Ray { start: Cells::Origin, ways, through, until: None, length: None };
    match dice.below(if depth > 0 { 4 } else { 2 }) {
        0 => Cells::Ray(Box::new(ray)),
        1 => Cells::Origin,
        2 => Cells::Or(vec![distance(dice, depth - 1), distance(dice, depth - 1)]),
        _ => Cells::And(vec![distance(dice, depth - 1), dice.cells(0), distance(dice, depth - 1)]),
    }
}

fn compare_distances<const W: usize>(board: &Drawn, seed: u64, count: &mut u32) {
    let dice = &mut Dice { stream: Stream::new(seed, 8), board, sides: 2 };
    let plan = compiled::<W>(dice.rules(false), board);
    for _ in 0..6 {
        let parts = (0..1 + dice.below(2)).map(|_| Number::Count(distance(dice, 2))).collect();
        let (state, number) = (dice.state(&plan), Number::Sum(parts));
        let (evaluator, way) = (WordEvaluator::new(&plan, &state), dice.below(plan.board.steps.len()));
        let conditions = GroupConditions::new(&evaluator, GroupForm::Way { way: way as u8, steps: 1 });
        let Some(each) = conditions.and_then(|conditions| conditions.slide_distances(&number, way)) else { continue };
        *count += 1;
        for origin in plan.board.all.iter() {
            let ply = Ply { origin: origin as Place, way: way as i8, ..Ply::without_cells(None, 0) };
            let far = with_ply(&evaluator, &ply).number(&number);
            assert!(each.with(far as usize).has(origin), "{seed}: {far} from {origin}, {number:?}");
            assert!(!each.with(far as usize + 1).has(origin));
        }
    }
}

#[test]
fn slide_distances_of_a_group_agree_with_each_ply() {
    let mut count = 0;
    on_all_boards(40, |board, seed| match width(&board.graph).0 {
        1 => compare_distances::<1>(board, seed, &mut count),
        2 => compare_distances::<2>(board, seed, &mut count),
        _ => compare_distances::<4>(board, seed, &mut count),
    });
    assert!(count > 500, "{count}");
}
