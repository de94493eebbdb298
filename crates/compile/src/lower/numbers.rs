//! Lowers numbers. They have 64 bits; what would grow beyond all bounds wraps round.

use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use lusory_engine::rule::{Distance, Number, Side};

/// A shortest way is looked for in as many rounds as the board has cells, on boards of no more than this.
const MOST_ROUNDS: usize = 36;

impl Lowering<'_> {
    /// The number of a word.
    pub(super) fn number(&mut self, scene: &SideView, word: &Number) -> Lowered<Value> {
        match word {
            Number::Whole(number) => Ok(self.b.number(*number)),
            Number::Count(of) => {
                let of = self.cells(scene, of)?;
                Ok(self.b.count(of))
            }
            Number::Groups(of, ways) => self.count_groups(scene, of, ways),
            Number::Distance(word) => self.steps_of_a_shortest_way(scene, word),
            Number::Captured(side) => {
                self.needed.captured = true;
                Ok(self.of_side(scene, *side, |scene, side| scene.now.captured.get(side).copied()))
            }
            Number::Score(side) => {
                self.needed.scores = true;
                Ok(self.of_side(scene, *side, |scene, side| scene.now.scores.get(side).copied()))
            }
            Number::Hand(side, kind) => {
                let kinds = self.kinds();
                let hand = |scene: &SideView, side: usize| scene.now.hands.get(side * kinds + kind).copied().flatten();
                Ok(self.of_side(scene, *side, hand))
            }
            Number::Rolled => {
                self.needed.rolled = true;
                Ok(scene.now.rolled.unwrap_or_else(|| self.b.number(0)))
            }
            Number::Sum(parts) => {
                let zero = self.b.number(0);
                parts.iter().try_fold(zero, |sum, part| {
                    let part = self.number(scene, part)?;
                    Ok(self.b.add(sum, part))
                })
            }
            Number::Minus(left, right) => {
                let (left, right) = (self.number(scene, left)?, self.number(scene, right)?);
                Ok(self.b.subtract(left, right))
            }
            Number::If(choice) => {
                let when = self.holds(scene, &choice.when)?;
                let then = self.number(scene, &choice.then)?;
                let otherwise = match &choice.otherwise {
                    Some(part) => self.number(scene, part)?,
                    None => self.b.number(0),
                };
                Ok(self.b.choose(when, then, otherwise))
            }
            Number::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.number(scene, part),
                None => Ok(self.b.number(0)),
            },
        }
    }

    /// The steps of a shortest way: how many rounds of steps have not reached an end.
    fn steps_of_a_shortest_way(&mut self, scene: &SideView, word: &Distance) -> Lowered<Value> {
        let cells = self.laid.place.len();
        if cells > MOST_ROUNDS {
            return not_lowered("distance");
        }
        let (end, through) = (self.cells(scene, &word.end)?, self.cells(scene, &word.through)?);
        let mut reached = self.cells(scene, &word.start)?;
        let (mut onward, mut steps, number_one) = (reached, self.b.number(0), self.b.number(1));
        for _ in 0..cells {
            let ends_met = self.b.and(reached, end);
            let is_far = self.b.any(ends_met);
            let is_far = self.b.not(is_far);
            let step = self.b.keep(number_one, is_far);
            steps = self.b.add(steps, step);
            let next = self.spread(scene, onward, &word.ways)?;
            reached = self.b.or(reached, next);
            onward = self.b.and(reached, through);
        }
        Ok(steps)
    }

    /// A side's share of numbers kept a side; `enemy` adds up all others.
    fn of_side(&mut self, scene: &SideView, side: Side, value: impl Fn(&SideView, usize) -> Option<Value>) -> Value {
        let sides: Vec<usize> = match side {
            Side::Own => vec![scene.side],
            Side::Enemy => (0..self.laid.rules.sides).filter(|&other| other != scene.side).collect(),
            Side::Neutral => Vec::new(),
        };
        let zero = self.b.number(0);
        sides.into_iter().filter_map(|side| value(scene, side)).fold(zero, |sum, part| self.b.add(sum, part))
    }
}
