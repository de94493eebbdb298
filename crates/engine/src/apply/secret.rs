//! Secret placements: committed and announced, answered, then failed or placed.

use super::context::PlyContext;
use super::failed_ply;
use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, set_of_place};
use crate::evaluate::{Answer, WordEvaluator};
use crate::event::EventKind;
use crate::movegen::Ply;
use crate::rule::{Action, NodeKind};
use crate::state::PendingPlacement;

impl<const W: usize> PlyContext<'_, W> {
    /// Commits to the target and announces it.
    pub(super) fn commit(&mut self, node: usize, ply: &Ply<W>) {
        let plan = self.plan;
        let NodeKind::Commit { announce, .. } = &plan.rules.nodes[node].kind else {
            return;
        };
        let player = self.player() as u8;
        self.report_with(EventKind::Commit, set_of_place(ply.to), |event| event.seen_by = Some(player));
        let mut announced = plan.board.all;
        if let Some(word) = announce.get(usize::from(ply.choice)) {
            // The announcement depends on the target and the board alone, as the first side sees it.
            announced = WordEvaluator { side: 0, to: ply.to, ..WordEvaluator::new(plan, self.state) }.cells(word);
            self.report(EventKind::Announce, announced);
        }
        let (target, choice, agenda) = (ply.to, ply.choice, ply.rest);
        self.state.pending = Some(Box::new(PendingPlacement { node, target, choice, announced, agenda }));
    }

    /// A side shows pieces.
    pub(super) fn reveal(&mut self, side: usize, cells: Bits<W>) {
        let player = self.state.seats[side] as i8;
        let witness =
            self.revealed_pieces(self.plan.owned(side + 1).map(|plane| (plane, self.state.pieces[plane] & cells)));
        self.report_with(EventKind::Reveal, cells, |event| {
            (event.player, event.amount, event.witness) = (player, i64::from(cells.count()), witness);
        });
        for plane in self.plan.owned(side + 1) {
            self.show(plane, self.state.pieces[plane] & cells);
        }
    }

    /// Resolves an answered placement: show, fail or place. Returns the ply as applied.
    pub(super) fn resolve_commit(&mut self, revealed: Bits<W>) -> Ply<W> {
        let plan = self.plan;
        let Some(pending) = self.state.pending.take() else {
            return failed_ply(0);
        };
        let NodeKind::Commit { place, fails, .. } = &plan.rules.nodes[pending.node].kind else {
            return failed_ply(pending.agenda);
        };
        (self.state.to, self.state.origin, self.state.heading) = (pending.target, NOWHERE, NO_WAY);
        self.answer = Answer { announced: pending.announced, revealed };
        let target = set_of_place(pending.target);
        let failed = fails.as_ref().is_some_and(|fails| self.evaluator().is_true(fails));
        let piece = self.kind_placed(*place);
        if revealed.any() || failed {
            self.report_with(EventKind::Show, target, |event| event.piece = piece);
        }
        if failed {
            self.report(EventKind::Fail, target);
            self.clear_cells();
            return failed_ply(pending.agenda);
        }
        self.place_secretly(*place, target, revealed.any());
        let mut ply = Ply::without_cells(Some(*place as u16), pending.agenda);
        ply.to = pending.target;
        self.record_cells(&ply, target, false, revealed.any());
        ply
    }

    fn place_secretly(&mut self, place: usize, target: Bits<W>, shown: bool) {
        let plan = self.plan;
        if let Some(Action::Place { kind, own, .. }) = plan.ply_of_node(place).map(|atomic| &atomic.action) {
            self.put(*kind, *own, target, shown);
        }
        let (player, piece) = (self.player() as u8, self.kind_placed(place));
        self.report_with(EventKind::Place, target, |event| {
            (event.piece, event.seen_by) = (piece, (!shown).then_some(player));
        });
    }

    /// The kind of piece that a placement puts down, where the game has several.
    fn kind_placed(&self, place: usize) -> Option<u8> {
        match self.plan.ply_of_node(place).map(|atomic| &atomic.action) {
            Some(Action::Place { kind, .. }) => self.event_kind(*kind),
            _ => None,
        }
    }
}
