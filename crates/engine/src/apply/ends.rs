//! Evaluates the end clauses in order and computes each player's result.

use super::context::PlyContext;
use crate::bits::Bits;
use crate::evaluate::{UpcomingTurn, WordEvaluator};
use crate::event::EventKind;
use crate::rule::{End, EndKind, Number};
use crate::state::{EndReason, Outcome, SIDES};
use std::ops::Range;

/// Each side's share of the point.
type Shares = [f64; SIDES];
/// Each side's number; none for a side that is out.
type Counts = [Option<i64>; SIDES];

impl<const W: usize> PlyContext<'_, W> {
    /// Evaluates the ends of a range in order until one ends the game or eliminates the mover; returns which one did.
    /// `upcoming`: given when the turn is over. A mover who is out neither wins nor loses any more. `late`: only ends
    /// that are judged when a turn ends.
    #[inline]
    pub(super) fn fire_first_end(
        &mut self,
        upcoming: Option<UpcomingTurn>,
        mut ends: Range<usize>,
        late: bool,
    ) -> Option<usize> {
        let (plan, observed) = (self.plan, self.has_observer());
        let is_out = self.state.out >> self.state.side & 1 != 0;
        let evaluator = WordEvaluator { upcoming, ..self.evaluator() };
        let first = ends.find_map(|number| {
            let end = evaluator.part(&plan.rules.ends[number])?;
            let misplaced = if end.at_turn { upcoming.is_none() } else { late };
            if misplaced || (is_out && matches!(end.kind, EndKind::Win | EndKind::Loss)) {
                return None;
            }
            Some((number, end, witness_if_holds(&evaluator, end, observed)?))
        });
        let (number, end, cells) = first?;
        self.apply_end(end, EndReason::End(number as u16), cells);
        Some(number)
    }

    /// Applies an end that has fired; with three players or more a loss may only eliminate its side.
    fn apply_end(&mut self, end: &End, reason: EndReason, cells: Bits<W>) {
        let side = usize::from(self.state.side);
        match &end.kind {
            EndKind::Win => self.finish(self.shares(|other| other == side), reason, cells, None),
            EndKind::Draw => self.finish(self.draw(), reason, cells, None),
            EndKind::Most(number) => {
                let counts = self.counts(number);
                self.finish(split_among_most(&counts), reason, cells, Some(counts));
            }
            EndKind::Loss => {
                self.state.out |= 1 << side;
                let out = self.state.out;
                if self.sides_left() > 1 {
                    let cells = if self.plan.rules.hidden { Bits::EMPTY } else { cells };
                    return self.report(EventKind::Out, cells);
                }
                self.finish(self.shares(|other| out >> other & 1 == 0), reason, cells, None);
            }
        }
    }

    /// How many sides are still in.
    fn sides_left(&self) -> usize {
        self.plan.rules.sides - self.state.out.count_ones() as usize
    }

    fn shares(&self, wins: impl Fn(usize) -> bool) -> Shares {
        std::array::from_fn(|side| if side < self.plan.rules.sides && wins(side) { 1.0 } else { 0.0 })
    }

    /// The point shared among those still in; alone, half of it.
    pub(super) fn draw(&self) -> Shares {
        let share = if self.plan.rules.sides > 1 { 1.0 / self.sides_left() as f64 } else { 0.5 };
        let out = self.state.out;
        self.shares(|side| out >> side & 1 == 0).map(|of_side| of_side * share)
    }

    /// Each side's number, counted as if it were the mover.
    fn counts(&self, number: &Number) -> Counts {
        let evaluator = self.evaluator();
        std::array::from_fn(|side| {
            let plays = side < self.plan.rules.sides && self.state.out >> side & 1 == 0;
            plays.then(|| WordEvaluator { side: side as u8, ..evaluator }.number(number))
        })
    }

    /// Ends the game: sets values and counts by player.
    pub(super) fn finish(&mut self, shares: Shares, reason: EndReason, witness: Bits<W>, counts: Option<Counts>) {
        let seats = self.state.seats;
        let by_player = |player: usize| seats.iter().position(|&seat| usize::from(seat) == player).unwrap_or(player);
        let values = std::array::from_fn(|player| shares[by_player(player)]);
        let counts = counts.map(|counts| std::array::from_fn(|player| counts[by_player(player)]));
        self.state.result = Some(Box::new(Outcome { values, reason, witness, counts }));
        self.offered = false;
    }
}

/// The witness of an end whose condition holds; empty unless an observer needs it.
fn witness_if_holds<const W: usize>(evaluator: &WordEvaluator<'_, W>, end: &End, observed: bool) -> Option<Bits<W>> {
    if observed { evaluator.witness(&end.when) } else { evaluator.is_true(&end.when).then_some(Bits::EMPTY) }
}

/// Splits the point among the sides with the most.
fn split_among_most(counts: &Counts) -> Shares {
    let top = counts.iter().flatten().max();
    let winners = counts.iter().filter(|count| count.is_some() && count.as_ref() == top).count();
    counts.map(|count| if count.is_some() && count.as_ref() == top { 1.0 / winners as f64 } else { 0.0 })
}
