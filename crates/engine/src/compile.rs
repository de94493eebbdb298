//! Compiles rules for their board: precomputes everything that depends on the board alone.

use crate::bits::Bits;
use crate::board::{Board, Layout};
use crate::evaluate::WordEvaluator;
use crate::graph::Graph;
use crate::numbering::Numbering;
use crate::plan::Plan;
use crate::rule::parts::WordPartMut;
use crate::rule::{Cells, Condition, Directions, Number, Regions, Rules};
use crate::state::{SIDES, State};
pub use word_parts::here_as_to;
use word_parts::{of_effect, of_end, of_node};

mod word_parts;

/// Compiles the rules. None where the board does not fit W words, or its layout names cells that do not exist.
#[must_use]
pub fn compile_for_board<const W: usize>(
    mut rules: Rules,
    graph: &Graph,
    numbering: Option<&Numbering>,
    layout: Layout,
) -> Option<Plan<W>> {
    let board = Board::new(graph, numbering, layout)?;
    let planes = (rules.sides + 1) * rules.kinds.len();
    let mut nodes = std::mem::take(&mut rules.nodes);
    let mut effects = std::mem::take(&mut rules.effects);
    let mut ends = std::mem::take(&mut rules.ends);
    let chance = nodes.iter().any(|node| matches!(node.kind, crate::rule::NodeKind::Chance));
    let foresees = !rules.plies_depend_on_counters && ends.iter().any(|end| end.asks(&tests_next_turn));
    let mut plan = Plan { rules, board, fixed: Vec::new(), planes, chance, ends_test_next_turn: foresees };
    let mut folder = ConstantFolder { plan: &plan, blank: &plan.blank(), fixed: Vec::new() };
    nodes.iter_mut().for_each(|node| of_node(node, &mut |part| folder.fold(part)));
    effects.iter_mut().for_each(|effect| of_effect(effect, &mut |part| folder.fold(part)));
    ends.iter_mut().for_each(|end| of_end(end, &mut |part| folder.fold(part)));
    plan.fixed = folder.fixed;
    (plan.rules.nodes, plan.rules.effects, plan.rules.ends) = (nodes, effects, ends);
    Some(plan)
}

/// Whether the condition tests whether the next turn has a legal ply.
fn tests_next_turn(word: &Condition) -> bool {
    matches!(word, Condition::NoPly { agenda: None, all: false })
}

/// Constant folding: replaces words by their values on this board.
struct ConstantFolder<'a, const W: usize> {
    plan: &'a Plan<W>,
    blank: &'a State<W>,
    fixed: Vec<[Bits<W>; SIDES]>,
}

impl<const W: usize> ConstantFolder<'_, W> {
    fn fold(&mut self, mut part: WordPartMut<'_>) {
        if !is_constant(&mut part) {
            return part.each(&mut |inner| self.fold(inner));
        }
        match part {
            WordPartMut::Cells(Cells::Fixed(_) | Cells::Everywhere) => {}
            WordPartMut::Cells(word) => *word = self.fix(|evaluator| evaluator.cells(word)),
            WordPartMut::Directions(word) => *word = Directions::Fixed(self.read(|evaluator| evaluator.ways(word))),
            WordPartMut::Regions(word) => self.fix_regions(word),
            WordPartMut::Number(word) => self.fix_number(word),
            WordPartMut::Condition(_) => part.each(&mut |inner| self.fold(inner)),
        }
    }

    /// Evaluates something as each side sees it.
    fn read<T>(&self, read: impl Fn(&WordEvaluator<'_, W>) -> T) -> [T; SIDES] {
        std::array::from_fn(|side| {
            read(&WordEvaluator { side: side as u8, ..WordEvaluator::new(self.plan, self.blank) })
        })
    }

    fn fix(&mut self, read: impl Fn(&WordEvaluator<'_, W>) -> Bits<W>) -> Cells {
        let sets = self.read(read);
        self.fix_sets(sets)
    }

    fn fix_sets(&mut self, sets: [Bits<W>; SIDES]) -> Cells {
        let same_sets = self.fixed.iter().position(|other| *other == sets);
        Cells::Fixed(same_sets.unwrap_or_else(|| {
            self.fixed.push(sets);
            self.fixed.len() - 1
        }))
    }

    /// Folds a list of regions to fixed sets; one list per side where sides have different numbers of them.
    fn fix_regions(&mut self, word: &mut Regions) {
        let lists = self.read(|evaluator| evaluator.regions(word));
        let alike = lists.iter().take(self.plan.rules.sides).all(|list| list.len() == lists[0].len());
        if alike {
            let nth = |list: &Vec<Bits<W>>, i: usize| list.get(i).copied().unwrap_or(Bits::EMPTY);
            let sets = |i: usize| std::array::from_fn(|side| nth(&lists[side], i));
            *word = Regions::List((0..lists[0].len()).map(|i| self.fix_sets(sets(i))).collect());
        } else {
            WordPartMut::Regions(word).each(&mut |inner| self.fold(inner));
        }
    }

    fn fix_number(&self, word: &mut Number) {
        let values = self.read(|evaluator| evaluator.number(word));
        if values.iter().take(self.plan.rules.sides).all(|value| *value == values[0]) {
            *word = Number::Whole(values[0]);
        }
    }
}

/// Whether the word depends on the board alone.
fn is_constant(part: &mut WordPartMut<'_>) -> bool {
    let mut all_constant = match part {
        WordPartMut::Cells(word) => !matches!(
            word,
            Cells::Of(_)
                | Cells::Empty
                | Cells::Kind(_)
                | Cells::Here
                | Cells::Marked(_)
                | Cells::To
                | Cells::Origin
                | Cells::Just
                | Cells::Moved
                | Cells::Visited
                | Cells::Last { .. }
                | Cells::Enclosed(_)
                | Cells::Open
                | Cells::Announced
                | Cells::Revealed
        ),
        WordPartMut::Directions(word) => !matches!(word, Directions::PlyHeading),
        WordPartMut::Number(word) => {
            !matches!(word, Number::Captured(_) | Number::Score(_) | Number::Hand(..) | Number::Rolled)
        }
        WordPartMut::Regions(_) => true,
        WordPartMut::Condition(word) => {
            !matches!(word, Condition::Quiet { .. } | Condition::Repeats(_) | Condition::NoPly { .. })
        }
    };
    if all_constant {
        part.each(&mut |mut inner| all_constant = all_constant && is_constant(&mut inner));
    }
    all_constant
}
