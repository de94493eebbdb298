//! Evaluates words for numbers. Arithmetic saturates.

use super::WordEvaluator;
use crate::rule::{Distance, Number, Side};
use crate::state::SIDES;

impl<const W: usize> WordEvaluator<'_, W> {
    /// The number a word stands for.
    #[must_use]
    pub fn number(&self, word: &Number) -> i64 {
        match word {
            Number::Whole(number) => *number,
            Number::Count(of) => i64::from(self.cells(of).count()),
            Number::Groups(of, ways) => self.count_groups(of, ways, i64::MAX),
            Number::Distance(word) => self.distance(word),
            Number::Captured(side) => self.of_side(*side, |s| self.state.captured[s]),
            Number::Score(side) => self.of_side(*side, |s| self.state.scores[s]),
            Number::Hand(side, kind) => self.of_side(*side, |s| self.hand(s, *kind)),
            Number::Rolled => i64::from(self.state.dice),
            Number::Sum(parts) => parts.iter().fold(0, |sum: i64, part| sum.saturating_add(self.number(part))),
            Number::Minus(left, right) => self.number(left).saturating_sub(self.number(right)),
            Number::If(choice) => self.branch(choice).map_or(0, |part| self.number(part)),
            Number::BySide(parts) => self.part_of_side(parts).map_or(0, |part| self.number(part)),
        }
    }

    /// The steps of a shortest way; the number of cells where there is none.
    fn distance(&self, word: &Distance) -> i64 {
        let (board, ways) = (&self.plan.board, self.ways(&word.ways));
        let (end, through) = (self.cells(&word.end), self.cells(&word.through));
        let mut reached = self.cells(&word.start);
        let (mut latest, mut steps, mut onward) = (reached, 0, reached);
        while latest.any() {
            if (latest & end).any() {
                return steps;
            }
            latest = board.spread(onward, ways) & !reached;
            reached |= latest;
            onward = latest & through;
            steps += 1;
        }
        i64::from(board.all.count())
    }

    fn hand(&self, side: usize, kind: usize) -> i64 {
        self.state.hands.get(side * self.plan.rules.kinds.len() + kind).copied().map_or(0, i64::from)
    }

    /// A number kept per side, for one side; `enemy` adds up all others.
    fn of_side(&self, side: Side, value: impl Fn(usize) -> i64) -> i64 {
        let mover = usize::from(self.side);
        match side {
            Side::Own => value(mover & (SIDES - 1)),
            Side::Enemy => {
                let other_sides = (0..self.plan.rules.sides).filter(|&s| s != mover);
                other_sides.fold(0, |sum: i64, s| sum.saturating_add(value(s)))
            }
            Side::Neutral => 0,
        }
    }
}
