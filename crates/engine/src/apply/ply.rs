//! Applies the ply itself, without its effects: moves the pieces and records what later words refer to.

use super::context::PlyContext;
use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, set_of_place};
use crate::evaluate::Viewer;
use crate::event::{EventKind, ReasonPart};
use crate::movegen::Ply;
use crate::rule::{Action, NodeKind};
use crate::state::{ANYTHING, CAPTURE, LastDestination, PLACEMENT};

impl<const W: usize> PlyContext<'_, W> {
    /// Applies a ply.
    #[inline]
    pub fn apply_ply(&mut self, ply: &Ply<W>) {
        self.begin(ply);
        let plan = self.plan;
        let Some(node) = ply.node else {
            self.state.acted |= !self.is_chance;
            return self.report(EventKind::End, Bits::EMPTY);
        };
        match &plan.rules.nodes[usize::from(node)].kind {
            NodeKind::Commit { .. } => {
                self.state.acted |= !self.is_chance;
                self.commit(usize::from(node), ply);
            }
            NodeKind::Atomic(atomic) => {
                self.state.acted |= !self.is_chance && !matches!(atomic.action, Action::Swap | Action::Keep);
                let landed = self.apply_action(&atomic.action, ply);
                self.record_cells(ply, landed, matches!(atomic.action, Action::Remove { .. }), true);
            }
            _ => {}
        }
    }

    fn begin(&mut self, ply: &Ply<W>) {
        let state = &mut *self.state;
        state.fresh = false;
        (state.to, state.origin, state.heading) = (ply.to, ply.origin, ply.way);
    }

    /// Changes the pieces; returns the cells on which they landed.
    #[inline]
    pub(super) fn apply_action(&mut self, action: &Action, ply: &Ply<W>) -> Bits<W> {
        match action {
            Action::Place { kind, own, shape, .. } => {
                let cells = self.placement_cells(shape, ply);
                self.place(*kind, *own, cells);
                return cells;
            }
            Action::Hop { captures, .. } => {
                self.shift_piece(ply, if *captures { set_of_place(ply.over) } else { Bits::EMPTY })
            }
            Action::Step { .. } | Action::Slide { .. } | Action::Leap { .. } => self.shift_piece(ply, Bits::EMPTY),
            Action::Remove { .. } => self.apply_remove(),
            Action::Pass => self.report(EventKind::Pass, Bits::EMPTY),
            Action::Swap => {
                self.report(EventKind::Swap, Bits::EMPTY);
                self.state.seats.swap(0, 1);
            }
            Action::Keep => self.report(EventKind::Keep, Bits::EMPTY),
            Action::Roll { .. } => {
                self.state.dice = u32::from(ply.choice);
                self.report_with(EventKind::Roll, Bits::EMPTY, |event| event.amount = i64::from(ply.choice));
            }
            Action::Reveal { .. } => {}
        }
        set_of_place(ply.to)
    }

    /// The cells a placement fills.
    #[inline]
    fn placement_cells(&self, shape: &[Vec<usize>], ply: &Ply<W>) -> Bits<W> {
        shape.iter().fold(set_of_place(ply.to), |cells, walk| {
            cells | set_of_place(walk.iter().fold(ply.to, |here, &way| self.plan.board.next(here, way)))
        })
    }

    /// Places the piece; visible pieces there are captured, hidden ones stay beneath it.
    #[inline]
    fn place(&mut self, kind: usize, own: bool, cells: Bits<W>) {
        let piece = self.event_kind(kind);
        self.report_with(EventKind::Place, cells, |event| event.piece = piece);
        let captured = if self.plan.rules.hidden {
            let viewer = if self.is_chance { Viewer::Everybody } else { Viewer::Side(self.state.side) };
            cells & self.evaluator().seen_by(viewer).occupied()
        } else {
            cells & self.occupied()
        };
        self.capture(captured);
        self.put(kind, own, cells, true);
    }

    /// Puts new pieces on cells.
    pub(super) fn put(&mut self, kind: usize, own: bool, cells: Bits<W>, shown: bool) {
        let kinds = self.plan.rules.kinds.len();
        let side = usize::from(self.state.side);
        let plane = if own { (side + 1) * kinds + kind } else { kind };
        self.state.pieces[plane] |= cells;
        if shown {
            self.show(plane, cells);
        }
        if own && self.plan.rules.handed.get(kind).is_some_and(Option::is_some) {
            self.state.hands[side * kinds + kind] -= cells.count() as i32;
        }
        self.record(PLACEMENT | ANYTHING);
    }

    /// Moves the piece; pieces on the landing cell and on `over` are captured. A piece that moved becomes public: its
    /// destination was visible to all.
    fn shift_piece(&mut self, ply: &Ply<W>, over: Bits<W>) {
        let (from, to) = (set_of_place(ply.origin), set_of_place(ply.to));
        let plane = self.evaluator().plane_at(ply.origin);
        if let Some(plane) = plane {
            self.state.pieces[plane] &= !from;
            self.hide(plane, from);
        }
        let captured = to & self.occupied();
        if self.has_observer() {
            let cells = [ply.origin, ply.to].map(|place| self.plan.board.cell_of(place) as u16).to_vec();
            let piece = plane.and_then(|plane| self.event_kind(plane % self.plan.rules.kinds.len()));
            // A hidden piece of the mover may be on the same cell.
            let own_pieces = self.plan.owned(usize::from(self.state.side) + 1);
            let foreign = plane.filter(|plane| self.plan.rules.hidden && !own_pieces.contains(plane));
            let witness = foreign.map(|plane| (ReasonPart::Set(plane as u16), cells[..1].to_vec()));
            self.report_ordered(EventKind::Move, cells, |event| {
                (event.piece, event.witness) = (piece, witness.into_iter().collect())
            });
        }
        self.capture(captured | over);
        if let Some(plane) = plane {
            self.state.pieces[plane] |= to;
            self.show(plane, to);
        }
        self.record(ANYTHING);
    }

    /// Lifts pieces; those that are not the mover's own are captured.
    fn apply_remove(&mut self) {
        let to = self.to();
        let foreign = self.remove_pieces(to);
        let side = usize::from(self.state.side);
        self.state.captured[side] += if self.is_chance { 0 } else { foreign };
        self.record(if foreign > 0 { ANYTHING | CAPTURE } else { ANYTHING });
        self.report_with(EventKind::Remove, to, |event| event.amount = foreign);
    }

    /// Records what later words refer to: pieces moved, cells visited, the last cells of each side. `known`: publicly.
    #[inline]
    pub(super) fn record_cells(&mut self, ply: &Ply<W>, landed: Bits<W>, is_removal: bool, is_known: bool) {
        let state = &mut *self.state;
        if ply.to == NOWHERE {
            state.just = NOWHERE;
            return;
        }
        let origin = set_of_place(state.origin);
        state.just = if is_removal { NOWHERE } else { ply.to };
        state.moved &= !(origin | landed);
        if !is_removal {
            state.moved |= landed;
        }
        state.visited = state.visited | origin | landed;
        if self.plan.rules.memory > 0 && !self.is_chance {
            let side = state.side;
            self.record_last(LastDestination { side, place: ply.to, known: is_known });
        }
    }

    /// Appends the last cell of a ply; per side only as many are kept as words look back.
    fn record_last(&mut self, last: LastDestination) {
        let lasts = &mut self.state.lasts;
        if lasts.iter().filter(|entry| entry.side == last.side).count() >= self.plan.rules.memory {
            // The reference drops the first entry equal to the oldest; which one it is makes no difference.
            if let Some(oldest) = lasts.iter().position(|entry| entry.side == last.side) {
                lasts.remove(oldest);
            }
        }
        lasts.push(last);
    }

    /// Clears the cells of the ply after a placement that failed.
    pub(super) fn clear_cells(&mut self) {
        (self.state.to, self.state.just) = (NOWHERE, NOWHERE);
        (self.state.origin, self.state.heading) = (NOWHERE, NO_WAY);
    }
}
