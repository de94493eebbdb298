//! Applies the effects that follow a ply.

use super::FAILED;
use super::context::PlyContext;
use crate::bits::Bits;
use crate::event::{EventKind, Named};
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
        let Some(part) = self.reader().part(effect) else {
            return;
        };
        match part {
            Effect::Capture(of) => {
                let cells = self.reader().cells(of) & self.occupied();
                self.capture(cells);
            }
            Effect::Flip(of) => self.flip(of),
            Effect::Promote(of, kind) => self.promote(of, *kind),
            Effect::Earn(n, when) => {
                let reader = self.reader();
                if when.as_ref().is_none_or(|when| reader.is_true(when)) {
                    let points = reader.number(n);
                    self.earn(points, when.as_ref());
                }
            }
            Effect::Again(when) => {
                self.state.again |= when.as_ref().is_none_or(|when| self.reader().is_true(when));
            }
            Effect::Tell { number, fact, once } => self.tell_fact(*number, fact, *once),
        }
    }

    /// Removes every piece from these cells; returns how many were not the mover's own.
    pub(super) fn lift(&mut self, cells: Bits<W>) -> i64 {
        let own = self.plan.owned(usize::from(self.state.side) + 1);
        let mut foreign = 0;
        for plane in 0..self.plan.planes {
            let taken = self.state.pieces[plane] & cells;
            if taken.any() {
                foreign += if own.contains(&plane) { 0 } else { i64::from(taken.count()) };
                self.state.pieces[plane] &= !cells;
                self.unshow(plane, cells);
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
        let foreign = self.lift(cells);
        let side = usize::from(self.state.side);
        self.state.captured[side] += if self.is_chance { 0 } else { foreign };
        self.did(CAPTURE | ANYTHING);
        // With secrets a cell may hold several pieces, the mover's own among them; the number that counts is public.
        let amount = if self.plan.rules.hidden { foreign } else { i64::from(cells.count()) };
        self.report_with(EventKind::Capture, cells, |event| event.amount = amount);
    }

    fn flip(&mut self, of: &Cells) {
        let cells = self.reader().cells(of);
        let kinds = self.plan.rules.kinds.len();
        let own = self.plan.owned(usize::from(self.state.side) + 1);
        let (mut turned, mut became) = (Bits::EMPTY, self.tally(kinds));
        for plane in (0..self.plan.planes).filter(|plane| !own.contains(plane)) {
            let gone = self.turn_into(plane, own.start + plane % kinds, cells);
            turned |= gone;
            note(&mut became, plane % kinds, gone);
        }
        if turned.any() {
            self.did(ANYTHING);
            let why = self.revealed_pieces(own.zip(became));
            self.report_with(EventKind::Flip, turned, |event| {
                (event.amount, event.why) = (i64::from(turned.count()), why)
            });
        }
    }

    fn promote(&mut self, of: &Cells, kind: usize) {
        let cells = self.reader().cells(of);
        let kinds = self.plan.rules.kinds.len();
        let (mut raised, mut became) = (Bits::EMPTY, self.tally(self.plan.rules.sides + 1));
        for plane in (0..self.plan.planes).filter(|plane| plane % kinds != kind) {
            let gone = self.turn_into(plane, plane - plane % kinds + kind, cells);
            raised |= gone;
            note(&mut became, plane / kinds, gone);
        }
        if raised.any() {
            self.did(ANYTHING);
            let why = self
                .revealed_pieces(became.into_iter().enumerate().map(|(owner, cells)| (owner * kinds + kind, cells)));
            self.report_with(EventKind::Promote, raised, |event| (event.piece, event.why) = (Some(kind as u8), why));
        }
    }

    /// So many empty sets of cells, to record whose pieces become public; none without an observer.
    fn tally(&self, sets: usize) -> Vec<Bits<W>> {
        if self.has_observer() && self.plan.rules.hidden { vec![Bits::EMPTY; sets] } else { Vec::new() }
    }

    /// Converts pieces of one set to another; returns which. They become public: their cells are reported to all.
    fn turn_into(&mut self, before: usize, after: usize, cells: Bits<W>) -> Bits<W> {
        let gone = self.state.pieces[before] & cells;
        if gone.any() {
            self.state.pieces[after] |= gone;
            self.state.pieces[before] &= !gone;
            self.show(after, gone);
            self.unshow(before, gone);
        }
        gone
    }

    /// Adds points for the mover. With secrets the reason may be hidden; the number is public.
    fn earn(&mut self, points: i64, when: Option<&Condition>) {
        if points == 0 {
            return;
        }
        let (mut cells, mut why) = (Bits::EMPTY, Vec::new());
        if let Some(when) = when.filter(|_| self.has_observer() && !self.plan.rules.hidden) {
            // Before the points are added: the condition may refer to them.
            cells = self.reader().witness(when).unwrap_or(Bits::EMPTY);
            self.reasons(when, &mut why);
        }
        let score = &mut self.state.scores[usize::from(self.state.side)];
        *score = score.saturating_add(points);
        if !self.has_observer() {
            return;
        }
        let player = self.player();
        self.report_with(EventKind::Earn, cells, |event| {
            (event.player, event.amount, event.why) = (player, points, why);
        });
    }

    /// The ply cells that a condition refers to, each with its word, once, in the order of the words.
    fn reasons(&self, when: &Condition, why: &mut Vec<(Named, Vec<u16>)>) {
        crate::rule::visit::cells_in(when, &mut |word| {
            let name = match word {
                Cells::To => Named::To,
                Cells::Origin => Named::Origin,
                Cells::Just => Named::Just,
                Cells::Last { side, back } => Named::Last(*side == Side::Own, *back as u16),
                _ => return,
            };
            if why.iter().all(|(known, _)| *known != name) {
                why.push(self.named(name, self.reader().cells(word)));
            }
        });
    }

    fn tell_fact(&mut self, number: usize, fact: &Condition, once: bool) {
        let bit = 1u128 << (number * self.plan.rules.sides + usize::from(self.state.side));
        if (once && self.state.told & bit != 0) || !self.reader().is_true(fact) {
            return;
        }
        if once {
            self.state.told |= bit;
        }
        let (player, several) = (self.player(), self.plan.rules.tells > 1);
        self.report_with(EventKind::Tell, Bits::EMPTY, |event| {
            event.player = player;
            if several {
                event.why.push((Named::Told(number as u16), Vec::new()));
            }
        });
    }
}

fn note<const W: usize>(tally: &mut [Bits<W>], number: usize, cells: Bits<W>) {
    if let Some(set) = tally.get_mut(number) {
        *set |= cells;
    }
}
