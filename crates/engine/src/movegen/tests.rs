//! Tests of set-wise move generation against a naive generator, ply by ply.

use super::*;
use crate::evaluate::{Viewer, WordEvaluator};
use crate::graph::Graph;
use crate::graph::samples::{hexagon, square, wheel};
use crate::state::PendingPlacement;
use crate::stream::Stream;
use naive::Naive;
use random_positions::{Dice, World, position, world};
use std::collections::{BTreeMap, HashSet};

mod group_conditions;
mod naive;
mod random_positions;

/// A ring of `n` cells, both ways round, and a step across.
fn ring(n: u32) -> Graph {
    let round = |by: u32| (0..n).map(|cell| Some((cell + by) % n)).collect();
    Graph::new(n as usize, vec![round(1), round(n - 1), round(n / 2)]).unwrap()
}

/// A tail that runs into a loop: steps that cannot be undone.
fn lasso() -> Graph {
    let along = [1, 2, 3, 4, 2].map(Some).to_vec();
    Graph::new(5, vec![along, vec![None, Some(0), Some(1), None, Some(0)]]).unwrap()
}

/// The plies by id, the first generated of each.
fn by_id<const W: usize>(world: &World<W>, found: Vec<Ply<W>>) -> Vec<(u32, Ply<W>)> {
    let mut plies = BTreeMap::new();
    found.into_iter().for_each(|ply| {
        plies.entry(id(&world.plan, &ply)).or_insert(ply);
    });
    plies.into_iter().collect()
}

fn compare<const W: usize>(world: &World<W>, dice: &mut Dice) -> usize {
    let (plan, state) = (&world.plan, position(world, dice));
    let agenda = state.agenda;
    let evaluator = mover_view(WordEvaluator::new(plan, &state), agenda);
    let mut naive = Naive { world, evaluator, repeating: Vec::new() };
    let start = vec![(world.top, false)];
    seen_by_who_chooses(&naive, &start);
    let expected = naive.options(&start);
    assert_eq!(may_end(&evaluator, agenda), naive.may_end(&start));
    assert_eq!(is_chance_ply(&evaluator, agenda), naive.is_chance_ply(&start));
    let mut offers = Offers::default();
    generate_with_end(&evaluator, agenda, &mut offers);
    assert_eq!(offers.count(), expected.len() as u64);
    assert!(offers.groups.iter().all(|group| group.set.any()));
    let expected = by_id(world, expected);
    let list = offers.list(plan);
    assert_eq!(list, expected, "{:?}", plan.rules.nodes);
    assert_eq!(has_ply(WordEvaluator::new(plan, &state), agenda), !list.is_empty());
    found_by_id(world, &offers, &list, &evaluator, dice);
    list.len()
}

/// Chance sees what is public; a mover also sees what he hides from others.
fn seen_by_who_chooses<const W: usize>(naive: &Naive<'_, '_, W>, start: &random_positions::Agenda) {
    let (evaluator, world) = (naive.evaluator, naive.world);
    let mover = WordEvaluator::new(evaluator.plan, evaluator.state).seen_by(Viewer::Side(evaluator.side));
    let is_chance = Naive { world, evaluator: mover, repeating: Vec::new() }.is_chance_ply(start);
    let viewer = if is_chance { Viewer::Everybody } else { Viewer::Side(evaluator.side) };
    assert_eq!((evaluator.is_chance, evaluator.viewer), (is_chance, mover.seen_by(viewer).viewer));
}

fn found_by_id<const W: usize>(
    world: &World<W>,
    offers: &Offers<W>,
    list: &[(u32, Ply<W>)],
    evaluator: &WordEvaluator<'_, W>,
    dice: &mut Dice,
) {
    let (plan, agenda) = (&world.plan, evaluator.state.agenda);
    for (id, ply) in list {
        assert_eq!(find(evaluator, agenda, *id), Some(*ply));
        let cells = plan.board.count as usize;
        let near = dice.below(3 * cells * cells + 10 * cells) as u32;
        let ply_found = list.iter().find(|(id, _)| *id == near).map(|(_, ply)| *ply);
        assert_eq!(find(evaluator, agenda, near), ply_found);
    }
    let all: Vec<Ply<W>> = (0..offers.count()).map(|number| offers.get(plan, number).unwrap()).collect();
    assert_eq!(by_id(world, all.clone()), list);
    assert_eq!(offers.get(plan, offers.count()), None);
    if all.len() == list.len() {
        let ids: HashSet<u32> = all.iter().map(|ply| id(plan, ply)).collect();
        assert_eq!(ids.len(), all.len());
    }
}

fn compare_many<const W: usize>(graph: &Graph, seed: u64, games: u64) {
    let mut count = 0;
    for game in 0..games {
        let dice = &mut Dice(Stream::new(seed, game));
        let world = world::<W>(graph, dice);
        count += (0..4).map(|_| compare(&world, dice)).sum::<usize>();
    }
    assert!(count as u64 > games, "only {count} plies in {games} games");
}

#[test]
fn squares_offer_what_the_reference_does() {
    compare_many::<1>(&square(4, 5), 1, 500);
}

#[test]
fn boards_of_two_words_offer_what_the_reference_does() {
    compare_many::<2>(&square(10, 7), 2, 100);
}

#[test]
fn hexagons_numbered_round_offer_what_the_reference_does() {
    compare_many::<1>(&hexagon(5), 3, 100);
    compare_many::<1>(&hexagon(2), 4, 200);
}

#[test]
fn boards_with_loops_offer_what_the_reference_does() {
    compare_many::<1>(&wheel(6), 5, 300);
    compare_many::<1>(&ring(6), 6, 300);
    compare_many::<1>(&lasso(), 7, 300);
}

/// Every subset, in the order of the reference: the cells counted up like the digits of a number.
#[test]
fn answers_are_all_subsets_of_what_was_announced() {
    for game in 0..400 {
        let dice = &mut Dice(Stream::new(9, game));
        let mut world = world::<1>(&hexagon(3), dice);
        let commits = world.plan.rules.nodes.iter();
        let commit = commits.clone().position(|node| matches!(node.kind, crate::rule::NodeKind::Commit { .. }));
        let Some(commit) = commit else { continue };
        world.plan.rules.hidden = true;
        let mut state = position(&world, dice);
        let region = &world.plan.rules.announced[dice.below(3)];
        let announced = world.plan.board.try_set(region).unwrap();
        state.pending = Some(Box::new(PendingPlacement { node: commit, target: 0, choice: 0, announced, agenda: 0 }));
        answer_by_answer(&world, &state, announced);
    }
}

fn answer_by_answer(world: &World<1>, state: &crate::state::State<1>, announced: Bits<1>) {
    let (plan, side) = (&world.plan, 1 - state.side);
    let mut offers = Offers::default();
    generate_answers(plan, state, &mut offers);
    let evaluator = WordEvaluator { side, ..WordEvaluator::new(plan, state) }.seen_by(Viewer::Side(side));
    let cells = plan.board.listed(announced & evaluator.secret());
    assert_eq!((offers.groups.len(), offers.count()), (1, 1 << cells.len()));
    for number in 0..offers.count() {
        let revealed = cells.iter().enumerate().filter(|(i, _)| number >> i & 1 != 0);
        let revealed_cells: Vec<u32> = revealed.map(|(_, &cell)| plan.board.place[usize::from(cell)] as u32).collect();
        let ply = offers.get(plan, number).unwrap();
        assert_eq!(ply.shown, revealed_cells.into_iter().collect());
        let mut finder = FindById::new(plan, id(plan, &ply));
        generate_answers(plan, state, &mut finder);
        assert_eq!(finder.found, Some(ply));
    }
    let ids: HashSet<u32> = offers.list(plan).iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len() as u64, offers.count());
}
