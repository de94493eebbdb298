//! Tests of every word, in random positions on boards of every kind, against a naive evaluation cell by cell.

mod boards;
mod naive;
mod naive_geometry;
mod random_cases;
mod special_cases;

pub(crate) use boards::{Drawn, boards};
pub(crate) use random_cases::Dice;

use super::{Answer, Viewer, WordEvaluator};
use crate::bits::Bits;
use crate::board::{Place, set_of_place, width};
use crate::compile::compile_for_board;
use crate::plan::Plan;
use crate::rule::{Effect, MarkLayers, Phase};
use crate::state::State;
use crate::stream::Stream;
use naive::{NaivePosition, Set};

fn set<const W: usize>(plan: &Plan<W>, bits: Bits<W>) -> Set {
    assert!(bits.within(plan.board.all));
    plan.board.listed(bits).into_iter().map(u32::from).collect()
}

fn naive_position<'a, const W: usize>(board: &'a Drawn, evaluator: &WordEvaluator<'_, W>) -> NaivePosition<'a> {
    let (plan, state) = (evaluator.plan, evaluator.state);
    let sets = |bits: &[Bits<W>]| bits.iter().map(|&bits| set(plan, bits)).collect::<Vec<_>>();
    let at = |place: Place| set(plan, set_of_place(place));
    let of_turn = |bits: Bits<W>| if evaluator.blank { Set::new() } else { set(plan, bits) };
    // In the next turn the marks are gone that stay for this turn alone: those of the first of several sets.
    let marked = |MarkLayers { first, count }: MarkLayers| {
        let is_multiple = usize::from(evaluator.blank && count > 1);
        state.marks[first + is_multiple..first + count].iter().flat_map(|&marks| set(plan, marks)).collect::<Set>()
    };
    let answer = evaluator.answer.copied().unwrap_or(Answer::NONE);
    NaivePosition {
        board,
        kinds: plan.rules.kinds.len(),
        sides: plan.rules.sides,
        hidden: plan.rules.hidden,
        viewer: evaluator.viewer,
        side: usize::from(evaluator.side),
        pieces: sets(&state.pieces),
        shown: sets(&state.shown),
        here: std::cell::Cell::new(None),
        to: at(evaluator.to),
        origin: at(evaluator.origin),
        just: of_turn(set_of_place(state.just)),
        moved: of_turn(state.moved),
        visited: of_turn(state.visited),
        marked: plan.rules.marks.iter().map(|&layers| marked(layers)).collect(),
        heading: usize::try_from(evaluator.heading).ok(),
        lasts: state.lasts.iter().map(|l| (usize::from(l.side), plan.board.cell_of(l.place), l.known)).collect(),
        captured: state.captured.to_vec(),
        scores: state.scores.to_vec(),
        hands: state.hands.iter().map(|&in_hand| i64::from(in_hand)).collect(),
        dice: i64::from(state.dice),
        quiet: state.quiet.clone(),
        times: evaluator.times,
        announced: set(plan, answer.announced),
        revealed: set(plan, answer.revealed),
    }
}

fn any_reader<'a, const W: usize>(
    dice: &mut Dice<'_>,
    plan: &'a Plan<W>,
    state: &'a State<W>,
    answer: &'a Answer<W>,
) -> WordEvaluator<'a, W> {
    let viewer = [Viewer::All, Viewer::Everybody, Viewer::Side(dice.below(plan.rules.sides) as u8)][dice.below(3)];
    let (blank, times) = (dice.below(4) == 0, dice.below(4) as u32);
    let side = if dice.below(2) == 0 { state.side } else { dice.below(plan.rules.sides) as u8 };
    let answer = (dice.below(2) == 0).then_some(answer);
    WordEvaluator { blank, times, side, answer, ..WordEvaluator::new(plan, state) }.seen_by(viewer)
}

/// Compares words before and after constant folding.
fn compare<const W: usize>(board: &Drawn, seed: u64) {
    let mut dice = Dice { stream: Stream::new(seed, 3), board, sides: 1 + seed as usize % 4 };
    let (rules, numbering) = (dice.rules(seed % 3 == 0), width(&board.graph).1);
    let plain_plan: Plan<W> =
        compile_for_board(rules.clone(), &board.graph, numbering.as_ref(), board.layout.clone()).unwrap();
    for _ in 0..25 {
        let depth = dice.below(4);
        let (cells, ways) = (dice.cells(depth), dice.ways(depth.min(2)));
        let (number, condition) = (dice.number(depth.min(2)), dice.condition(depth));
        let mut folding = rules.clone();
        folding.effects = vec![
            Phase::Plain(Effect::Capture(cells.clone())),
            Phase::Plain(Effect::Earn(number.clone(), Some(condition.clone()))),
        ];
        let folded: Plan<W> =
            compile_for_board(folding, &board.graph, numbering.as_ref(), board.layout.clone()).unwrap();
        for _ in 0..3 {
            let state = dice.state(&plain_plan);
            let answer = Answer { announced: state.visited, revealed: state.moved };
            let evaluator = any_reader(&mut dice, &plain_plan, &state, &answer);
            let naive = naive_position(board, &evaluator);
            let expected = (naive.cells(&cells), naive.number(&number), naive.holds(&condition));
            let context = |case: &str| format!("{case} with {seed} on {} cells", board.graph.cells());
            assert_eq!(set(&plain_plan, evaluator.cells(&cells)), expected.0, "{}: {cells:?}", context("cells"));
            assert_eq!(evaluator.has_any(&cells), !expected.0.is_empty(), "{}: {cells:?}", context("any"));
            assert_eq!(evaluator.ways(&ways), naive.ways(&ways), "{}: {ways:?}", context("ways"));
            assert_eq!(evaluator.number(&number), expected.1, "{}: {number:?}", context("number"));
            let witness = evaluator.witness(&condition).map(|bits| set(&plain_plan, bits));
            assert_eq!(witness, expected.2, "{}: {condition:?}", context("witness"));
            assert_eq!(evaluator.is_true(&condition), expected.2.is_some(), "{}: {condition:?}", context("condition"));
            let evaluator = WordEvaluator { plan: &folded, ..evaluator };
            let [Phase::Plain(Effect::Capture(cells)), Phase::Plain(Effect::Earn(number, Some(condition)))] =
                &folded.rules.effects[..]
            else {
                unreachable!()
            };
            assert_eq!(set(&folded, evaluator.cells(cells)), expected.0, "{}: {cells:?}", context("folded"));
            assert_eq!(evaluator.number(number), expected.1, "{}: {number:?}", context("folded"));
            assert_eq!(evaluator.is_true(condition), expected.2.is_some(), "{}: {condition:?}", context("folded"));
        }
    }
}

#[test]
fn every_word_means_what_it_means_cell_by_cell() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    for (i, board) in boards().iter().enumerate() {
        for seed in 0..if board.graph.cells() > 80 { rounds / 2 } else { rounds } {
            let seed = seed * 100 + i as u64;
            match width(&board.graph).0 {
                1 => compare::<1>(board, seed),
                2 => compare::<2>(board, seed),
                _ => compare::<4>(board, seed),
            }
            if board.graph.cells() < 40 {
                compare::<2>(board, seed);
            }
        }
    }
}
