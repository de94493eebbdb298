//! Applies the effects that follow a ply.

use super::FAILED;
use super::context::PlyContext;
use crate::bits::Bits;
use crate::event::{EventKind, ReasonPart};
use crate::rule::{Cells, Condition, Effect, NodeKind, Phase, Side};
use crate::state::{ANYTHING, CAPTURE};

impl<const W: usize> PlyContext<'_, W> {
    /// Applies what follows the ply of a node, in order: its own effects, then those of the game.
    pub fn effects(&mut self, node: Option<u16>) {
        let plan = self.plan;
        if let Some(node) = node.filter(|&node| node != FAILED) {
            if let NodeKind::Atomic(atomic) = &plan.rules.nodes[usize::from(node)].kind {
                atomic.then.iter().for_each(|effect| self.effect(effect));
            }
        }
        plan.rules.effects.iter().for_each(|effect| self.effect(effect));
    }

    fn effect(&mut self, effect: &Phase<Effect>) {
        let Some(part) = self.evaluator().part(effect) else {
            return;
        };
        match part {
            Effect::Capture(of) => {
                let cells = self.evaluator().cells(of) & self.occupied();
                self.capture(cells);
            }
            Effect::Flip(of) => self.flip(of),
            Effect::Promote(of, kind) => self.promote(of, *kind),
            Effect::Mark(of, mark) => self.mark(of, *mark),
            Effect::Unmark(of, mark) => self.unmark(of, *mark),
            Effect::Earn(n, when) => {
                let evaluator = self.evaluator();
                if when.as_ref().is_none_or(|when| evaluator.is_true(when)) {
                    let points = evaluator.number(n);
                    self.earn(points, when.as_ref());
                }
            }
            Effect::Again(when) => {
                self.state.again |= when.as_ref().is_none_or(|when| self.evaluator().is_true(when));
            }
            Effect::Tell { number, fact, once } => self.tell_fact(*number, fact, *once),
        }
    }

    /// Removes every piece from these cells; returns how many were not the mover's own.
    pub(super) fn remove_pieces(&mut self, cells: Bits<W>) -> i64 {
        let own_pieces = self.plan.owned(usize::from(self.state.side) + 1);
        let mut foreign = 0;
        for plane in 0..self.plan.planes {
            let removed = self.state.pieces[plane] & cells;
            if removed.any() {
                foreign += if own_pieces.contains(&plane) { 0 } else { i64::from(removed.count()) };
                self.state.pieces[plane] &= !cells;
                self.hide(plane, cells);
            }
        }
        self.state.moved &= !cells;
        foreign
    }

    /// Captures pieces: removes them and counts those that were not the mover's own.
    pub(super) fn capture(&mut self, cells: Bits<W>) {
        if !cells.any() {
            return;
        }
        let foreign = self.remove_pieces(cells);
        let side = usize::from(self.state.side);
        self.state.captured[side] += if self.is_chance { 0 } else { foreign };
        self.record(CAPTURE | ANYTHING);
        // With secrets a cell may hold several pieces, the mover's own among them; the number that counts is public.
        let amount = if self.plan.rules.hidden { foreign } else { i64::from(cells.count()) };
        self.report_with(EventKind::Capture, cells, |event| event.amount = amount);
    }

    fn flip(&mut self, of: &Cells) {
        let cells = self.evaluator().cells(of);
        let kinds = self.plan.rules.kinds.len();
        let own_pieces = self.plan.owned(usize::from(self.state.side) + 1);
        let (mut flipped, mut by_kind) = (Bits::EMPTY, self.empty_sets(kinds));
        for plane in (0..self.plan.planes).filter(|plane| !own_pieces.contains(plane)) {
            let converted = self.convert_pieces(plane, own_pieces.start + plane % kinds, cells);
            flipped |= converted;
            note(&mut by_kind, plane % kinds, converted);
        }
        if flipped.any() {
            self.record(ANYTHING);
            let witness = self.revealed_pieces(own_pieces.zip(by_kind));
            self.report_with(EventKind::Flip, flipped, |event| {
                (event.amount, event.witness) = (i64::from(flipped.count()), witness)
            });
        }
    }

    fn promote(&mut self, of: &Cells, kind: usize) {
        let cells = self.evaluator().cells(of);
        let kinds = self.plan.rules.kinds.len();
        let (mut promoted, mut by_owner) = (Bits::EMPTY, self.empty_sets(self.plan.rules.sides + 1));
        for plane in (0..self.plan.planes).filter(|plane| plane % kinds != kind) {
            let removed = self.convert_pieces(plane, plane - plane % kinds + kind, cells);
            promoted |= removed;
            note(&mut by_owner, plane / kinds, removed);
        }
        if promoted.any() {
            self.record(ANYTHING);
            let unmarked = self
                .revealed_pieces(by_owner.into_iter().enumerate().map(|(owner, cells)| (owner * kinds + kind, cells)));
            self.report_with(EventKind::Promote, promoted, |event| {
                (event.piece, event.witness) = (Some(kind as u8), unmarked)
            });
        }
    }

    /// Marks cells: new marks are in one set, whatever marks of the name there were.
    fn mark(&mut self, of: &Cells, mark: usize) {
        let cells = self.evaluator().cells(of);
        let layers = self.plan.rules.marks[mark];
        let new = cells & !self.state.marks[layers.newest()];
        layers.all().for_each(|layer| self.state.marks[layer] &= !cells);
        self.state.marks[layers.newest()] |= cells;
        self.report_mark(EventKind::Mark, new, mark);
    }

    fn unmark(&mut self, of: &Cells, mark: usize) {
        let cells = self.evaluator().cells(of);
        let mut removed = Bits::EMPTY;
        for layer in self.plan.rules.marks[mark].all() {
            removed |= self.state.marks[layer] & cells;
            self.state.marks[layer] &= !cells;
        }
        self.report_mark(EventKind::Unmark, removed, mark);
    }

    fn report_mark(&mut self, kind: EventKind, cells: Bits<W>, mark: usize) {
        if cells.any() {
            self.report_with(kind, cells, |event| event.witness.push((ReasonPart::Mark(mark as u16), Vec::new())));
        }
    }

    /// So many empty sets of cells, to record whose pieces become public; none without an observer.
    fn empty_sets(&self, sets: usize) -> Vec<Bits<W>> {
        if self.has_observer() && self.plan.rules.hidden { vec![Bits::EMPTY; sets] } else { Vec::new() }
    }

    /// Converts pieces of one set to another; returns which. They become public: their cells are reported to all.
    fn convert_pieces(&mut self, before: usize, after: usize, cells: Bits<W>) -> Bits<W> {
        let converted = self.state.pieces[before] & cells;
        if converted.any() {
            self.state.pieces[after] |= converted;
            self.state.pieces[before] &= !converted;
            self.show(after, converted);
            self.hide(before, converted);
        }
        converted
    }

    /// Adds points for the mover. With secrets the reason may be hidden; the number is public.
    fn earn(&mut self, points: i64, when: Option<&Condition>) {
        if points == 0 {
            return;
        }
        let (mut cells, mut witness) = (Bits::EMPTY, Vec::new());
        if let Some(when) = when.filter(|_| self.has_observer() && !self.plan.rules.hidden) {
            // Before the points are added: the condition may refer to them.
            cells = self.evaluator().witness(when).unwrap_or(Bits::EMPTY);
            self.reasons(when, &mut witness);
        }
        let score = &mut self.state.scores[usize::from(self.state.side)];
        *score = score.saturating_add(points);
        if !self.has_observer() {
            return;
        }
        let player = self.player();
        self.report_with(EventKind::Earn, cells, |event| {
            (event.player, event.amount, event.witness) = (player, points, witness);
        });
    }

    /// The ply cells that a condition refers to, each with its word, once, in the order of the words.
    fn reasons(&self, when: &Condition, witness: &mut Vec<(ReasonPart, Vec<u16>)>) {
        crate::rule::parts::cells_in(when, &mut |word| {
            let name = match word {
                Cells::To => ReasonPart::To,
                Cells::Origin => ReasonPart::Origin,
                Cells::Just => ReasonPart::Just,
                Cells::Last { side, back } => ReasonPart::Last(*side == Side::Own, *back as u16),
                _ => return,
            };
            if witness.iter().all(|(name_told, _)| *name_told != name) {
                witness.push(self.reason_part(name, self.evaluator().cells(word)));
            }
        });
    }

    fn tell_fact(&mut self, number: usize, fact: &Condition, once: bool) {
        let bit = 1u128 << (number * self.plan.rules.sides + usize::from(self.state.side));
        if (once && self.state.told & bit != 0) || !self.evaluator().is_true(fact) {
            return;
        }
        if once {
            self.state.told |= bit;
        }
        let (player, several) = (self.player(), self.plan.rules.tells > 1);
        self.report_with(EventKind::Tell, Bits::EMPTY, |event| {
            event.player = player;
            if several {
                event.witness.push((ReasonPart::Told(number as u16), Vec::new()));
            }
        });
    }
}

fn note<const W: usize>(tally: &mut [Bits<W>], number: usize, cells: Bits<W>) {
    if let Some(set) = tally.get_mut(number) {
        *set |= cells;
    }
}
