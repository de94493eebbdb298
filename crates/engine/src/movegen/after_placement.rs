//! Computes, for all cells at once, where the `unless` of a placement holds after it, so that few have to be tried.
//!
//! Where none of the effects of a placement on an empty cell captures or changes a piece, the only difference after it
//! is the new piece:
//!
//! ```text
//!   x .       unless=Enclosed(own), x is own: a placement between the stones changes nothing else, and x is not
//!   . x       enclosed after it, for its groups have more liberties than that cell
//! ```

use super::GroupForm;
use super::group_conditions::GroupConditions;
use crate::apply::{next_active_side, packed_turn};
use crate::bits::Bits;
use crate::board::only_place;
use crate::evaluate::WordEvaluator;
use crate::rule::{Action, Atomic, Cells, Condition, Directions, Effect, If, Phase, Side};

/// Three-valued result per cell: certainly true, certainly false, or unknown.
#[derive(Clone, Copy)]
pub(super) struct Certainty<const W: usize> {
    /// Certainly true.
    pub yes: Bits<W>,
    /// Certainly false.
    pub no: Bits<W>,
}

impl<const W: usize> Certainty<W> {
    /// Unknown everywhere.
    pub(super) const UNKNOWN: Self = Certainty { yes: Bits::EMPTY, no: Bits::EMPTY };

    fn within(self, cells: Bits<W>) -> Self {
        Certainty { yes: self.yes & cells, no: self.no & cells }
    }

    fn negated(self) -> Self {
        Certainty { yes: self.no, no: self.yes }
    }

    fn and(self, other: Self) -> Self {
        Certainty { yes: self.yes & other.yes, no: self.no | other.no }
    }

    fn or(self, other: Self) -> Self {
        Certainty { yes: self.yes | other.yes, no: self.no & other.no }
    }

    /// This where `when` holds, else the other.
    fn if_else(self, when: Self, other: Self) -> Self {
        when.and(self).or(when.negated().and(other)).or(self.and(other))
    }
}

/// Where the `unless` of a ply holds after it.
pub(super) fn unless_after<const W: usize>(
    evaluator: &WordEvaluator<'_, W>,
    atomic: &Atomic,
    shape: GroupForm,
) -> Certainty<W> {
    let rules = &evaluator.plan.rules;
    let (Action::Place { kind, own, shape: more, .. }, Some(unless)) = (&atomic.action, &atomic.unless) else {
        return Certainty::UNKNOWN;
    };
    let Some(lift) =
        GroupConditions::new(evaluator, shape).filter(|_| shape == GroupForm::Cell && more.is_empty() && !rules.hidden)
    else {
        return Certainty::UNKNOWN;
    };
    let gives_turn = may_give_turn(&atomic.then) || may_give_turn(&rules.effects);
    let after = AfterPlacement { evaluator, unaffected: lift, kind: *kind, own: *own, again: gives_turn };
    let effects = atomic.then.iter().chain(&rules.effects);
    let unchanged =
        effects.fold(
            evaluator.empty(),
            |cells, effect| if cells.any() { cells & after.without_change(effect) } else { cells },
        );
    if unchanged.any() { after.condition(unless).within(unchanged) } else { Certainty::UNKNOWN }
}

/// Whether an effect can give another turn.
fn may_give_turn(effects: &[Phase<Effect>]) -> bool {
    effects.iter().any(|effect| match effect {
        Phase::Plain(effect) => matches!(effect, Effect::Again(_)),
        Phase::If(_) | Phase::BySide(_) => true,
    })
}

/// Evaluates words as after a placement that changes nothing else.
pub(super) struct AfterPlacement<'r, 'a, const W: usize> {
    /// The position before.
    pub evaluator: &'r WordEvaluator<'a, W>,
    /// The evaluator for words that do not refer to the placed piece.
    unaffected: GroupConditions<'a, W>,
    /// The kind of the placed piece.
    kind: usize,
    /// Whether the placed piece is the mover's own.
    own: bool,
    /// Whether the same side can have another turn after the placement.
    again: bool,
}

impl<const W: usize> AfterPlacement<'_, '_, W> {
    pub(super) fn all(&self) -> Bits<W> {
        self.evaluator.plan.board.all
    }

    /// The same result for all cells.
    fn constant(&self, holds: bool) -> Certainty<W> {
        if holds { self.known(self.all()) } else { self.known(Bits::EMPTY) }
    }

    /// True on exactly these cells.
    pub(super) fn known(&self, yes: Bits<W>) -> Certainty<W> {
        Certainty { yes, no: self.all() & !yes }
    }

    /// Where an effect changes no piece.
    fn without_change(&self, effect: &Phase<Effect>) -> Bits<W> {
        match effect {
            Phase::Plain(Effect::Capture(of) | Effect::Flip(of) | Effect::Promote(of, _)) => self.cells(of).no,
            Phase::Plain(_) => self.all(),
            Phase::If(choice) => {
                let other = choice.otherwise.as_ref().map_or(self.all(), |part| self.without_change(part));
                other & self.without_change(&choice.then)
            }
            Phase::BySide(parts) => self.part_of_side(parts).map_or(self.all(), |part| self.without_change(part)),
        }
    }

    fn part_of_side<'p, T>(&self, parts: &'p [T]) -> Option<&'p T> {
        parts.get(usize::from(self.evaluator.side))
    }

    /// Where a condition holds.
    fn condition(&self, word: &Condition) -> Certainty<W> {
        match word {
            Condition::Cells(cells) => self.cells(cells),
            Condition::Some(part) => self.condition(part),
            Condition::No(part) => self.condition(part).negated(),
            Condition::All(parts) => parts.iter().fold(self.constant(true), |all, part| all.and(self.condition(part))),
            Condition::Any(parts) => parts.iter().fold(self.constant(false), |all, part| all.or(self.condition(part))),
            Condition::Quiet { .. } => self.constant(self.evaluator.is_true(word)),
            Condition::NoPly { .. } => self.constant(false),
            Condition::Repeats(times) => self.repeats(*times),
            Condition::If(choice) => self.choice(choice, |part| self.condition(part)),
            Condition::BySide(parts) => {
                self.part_of_side(parts).map_or(self.constant(false), |part| self.condition(part))
            }
            Condition::Compare(..) => Certainty::UNKNOWN,
        }
    }

    fn choice<T>(&self, choice: &If<T>, read: impl Fn(&T) -> Certainty<W>) -> Certainty<W> {
        let other = choice.otherwise.as_ref().map_or(self.constant(false), &read);
        read(&choice.then).if_else(self.condition(&choice.when), other)
    }

    /// Where a set of cells is not empty.
    fn cells(&self, word: &Cells) -> Certainty<W> {
        if self.is_unaffected(word) {
            return self.unaffected.intersecting(word, self.all()).map_or(Certainty::UNKNOWN, |yes| self.known(yes));
        }
        match word {
            Cells::Of(_) => self.constant(true),
            Cells::And(parts) => {
                let no = parts.iter().fold(Bits::EMPTY, |no, part| no | self.cells(part).no);
                Certainty { yes: Bits::EMPTY, no }
            }
            Cells::Or(parts) => parts.iter().fold(self.constant(false), |all, part| all.or(self.cells(part))),
            Cells::Adjacent(of, _) | Cells::Shift(of, _) => Certainty { yes: Bits::EMPTY, ..self.cells(of) },
            Cells::Group(group) => Certainty { yes: Bits::EMPTY, ..self.cells(&group.of) },
            Cells::Enclosed(word) => self.enclosed(word),
            Cells::If(choice) => self.choice(choice, |part| self.cells(part)),
            Cells::BySide(parts) => self.part_of_side(parts).map_or(self.constant(false), |part| self.cells(part)),
            _ => Certainty::UNKNOWN,
        }
    }

    /// Whether the placed piece belongs to this side.
    pub(super) fn adds_to(&self, side: Side) -> bool {
        match side {
            Side::Own => self.own,
            Side::Neutral => !self.own,
            Side::Enemy => false,
        }
    }

    /// Whether the word means the same before and after, but for `to`.
    pub(super) fn is_unaffected(&self, word: &Cells) -> bool {
        match word {
            Cells::Fixed(_) | Cells::Everywhere | Cells::To => true,
            Cells::Of(side) => !self.adds_to(*side),
            Cells::Kind(kind) => *kind != self.kind,
            Cells::And(parts) | Cells::Or(parts) => parts.iter().all(|part| self.is_unaffected(part)),
            Cells::Not(part) => self.is_unaffected(part),
            Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => self.is_unaffected(of) && is_fixed(ways),
            Cells::Ray(ray) => {
                let parts = [Some(&ray.start), Some(&ray.through), ray.until.as_ref()];
                ray.length.is_none()
                    && is_fixed(&ray.ways)
                    && parts.iter().flatten().all(|part| self.is_unaffected(part))
            }
            _ => false,
        }
    }

    /// Where the resulting position has occurred before, if the turn ends with the ply.
    fn repeats(&self, times: u32) -> Certainty<W> {
        if !self.evaluator.plan.rules.repeats || times < 2 {
            return self.constant(times <= u32::from(self.evaluator.plan.rules.repeats));
        }
        if self.again || self.evaluator.is_chance || !self.evaluator.plan.rules.marks.is_empty() {
            return Certainty::UNKNOWN;
        }
        let repetitions = self.known(self.repetition_cells());
        if times == 2 { repetitions } else { Certainty { yes: Bits::EMPTY, ..repetitions } }
    }

    /// The cells where a placement repeats the position at the start of some turn: each earlier standing that differs
    /// from the current one by one more piece gives its cell.
    fn repetition_cells(&self) -> Bits<W> {
        let (plan, state, side) = (self.evaluator.plan, self.evaluator.state, self.evaluator.side);
        let out = state.out >> side & 1 != 0;
        let turn_continues = !out && state.again && !self.evaluator.blank;
        let turn =
            packed_turn(state, if turn_continues { usize::from(side) } else { next_active_side(plan, state, side) });
        let plane = if self.own { plan.owned(usize::from(side) + 1).start } else { 0 } + self.kind;
        let cell = |standing: &[u64]| {
            let mut repeated_cells = Bits::EMPTY;
            let planes = standing.chunks_exact(W).zip(&state.pieces).enumerate();
            let differs_by_one = standing.last() == Some(&turn)
                && planes.into_iter().all(|(number, (words, pieces))| {
                    let differ = Bits(std::array::from_fn(|w| words[w] ^ pieces.0[w]));
                    repeated_cells |= differ;
                    !differ.any() || (number == plane && !(differ & *pieces).any())
                });
            only_place(repeated_cells).filter(|_| differs_by_one)
        };
        let standings = state.repetition_table.entries();
        standings.filter_map(cell).map(|place| place as u32).collect()
    }
}

/// Whether the directions depend on the side alone.
pub(super) fn is_fixed(ways: &Directions) -> bool {
    matches!(
        ways,
        Directions::Fixed(_)
            | Directions::Every
            | Directions::Orthogonal
            | Directions::Diagonal
            | Directions::Forward
            | Directions::Dir(_)
    )
}
