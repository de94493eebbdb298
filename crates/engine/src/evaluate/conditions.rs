//! Evaluates conditions and their witnesses.

use super::WordEvaluator;
use crate::bits::Bits;
use crate::movegen::has_ply;
use crate::rule::{Condition, Number, Phase, Sign};

impl<const W: usize> WordEvaluator<'_, W> {
    /// Whether a condition holds.
    #[must_use]
    pub fn is_true(&self, word: &Condition) -> bool {
        match word {
            Condition::Cells(cells) => self.has_any(cells),
            Condition::Some(part) => self.is_true(part),
            Condition::No(part) => !self.is_true(part),
            Condition::All(parts) => parts.iter().all(|part| self.is_true(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.is_true(part)),
            Condition::Compare(left, sign, right) => self.compare(left, *sign, right),
            Condition::Quiet { counter, n } => self.state.quiet.get(*counter).is_some_and(|quiet| quiet >= n),
            Condition::Repeats(n) => self.times >= *n,
            Condition::NoPly { agenda, all } => self.is_stuck(*agenda, *all),
            Condition::If(choice) => self.branch(choice).is_some_and(|part| self.is_true(part)),
            Condition::BySide(parts) => self.part_of_side(parts).is_some_and(|part| self.is_true(part)),
        }
    }

    /// The witness of a condition; none where it does not hold.
    #[must_use]
    pub fn witness(&self, word: &Condition) -> Option<Bits<W>> {
        match word {
            Condition::Cells(cells) => Some(self.cells(cells)).filter(Bits::any),
            Condition::Some(part) => self.witness(part),
            Condition::All(parts) => parts.iter().try_fold(Bits::EMPTY, |all, part| Some(all | self.witness(part)?)),
            Condition::Any(parts) => parts.iter().find_map(|part| self.witness(part)),
            Condition::If(choice) => self.branch(choice).and_then(|part| self.witness(part)),
            Condition::BySide(parts) => self.part_of_side(parts).and_then(|part| self.witness(part)),
            _ => self.is_true(word).then_some(Bits::EMPTY),
        }
    }

    /// Resolves an effect or end here; nothing where an `If` without `otherwise` does not hold.
    #[must_use]
    pub fn part<'p, T>(&self, word: &'p Phase<T>) -> Option<&'p T> {
        match word {
            Phase::Plain(part) => Some(part),
            Phase::If(choice) => self.branch(choice).and_then(|part| self.part(part)),
            Phase::BySide(parts) => self.part_of_side(parts).and_then(|part| self.part(part)),
        }
    }

    fn compare(&self, left: &Number, sign: Sign, right: &Number) -> bool {
        let right = self.number(right);
        let left = match left {
            Number::Groups(of, ways) => self.count_groups(of, ways, right.saturating_add(1)),
            _ => self.number(left),
        };
        match sign {
            Sign::AtLeast => left >= right,
            Sign::AtMost => left <= right,
            Sign::More => left > right,
            Sign::Less => left < right,
            Sign::Equal => left == right,
        }
    }

    /// Whether the next side (or every side) has no ply of the agenda.
    fn is_stuck(&self, agenda: Option<u16>, all: bool) -> bool {
        let Some(upcoming) = self.upcoming else { return false };
        if let (Some(able), None, false) = (upcoming.able, agenda, all) {
            return !able;
        }
        let agenda = agenda.unwrap_or(upcoming.agenda);
        let sides = if all { 0..self.plan.rules.sides as u8 } else { upcoming.side..upcoming.side + 1 };
        let mut still_in = sides.filter(|side| self.state.out >> side & 1 == 0);
        !still_in.any(|side| has_ply(self.next_turn(side), agenda))
    }
}
