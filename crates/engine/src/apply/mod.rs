//! Applies a ply: what it does (ply.rs), its effects (effects.rs), and how the game continues
//! (turn_flow.rs, ends.rs, turnover.rs). A ply may be tried before it is offered (trial.rs).

mod context;
mod effects;
mod ends;
mod ply;
mod secret;
mod trial;
mod turn_flow;
mod turnover;

pub use context::PlyContext;
pub use trial::is_forbidden;
pub use turn_flow::{begin, finish_ply};
#[cfg(test)]
pub(crate) use turnover::recorded_sets;
pub use turnover::{next_active_side, packed_turn};

use crate::board::NOWHERE;
use crate::evaluate::{Viewer, WordEvaluator};
use crate::event::Event;
use crate::movegen::{Offers, Ply, is_chance_ply};
use crate::plan::Plan;
use crate::rule::{Action, NodeKind};
use crate::state::State;

/// Applies a legal ply, and all that follows it. `offers` then holds the plies that are legal next, if
/// `PlyContext::offered` is set.
pub fn play<const W: usize>(
    plan: &Plan<W>,
    state: &mut State<W>,
    ply: &Ply<W>,
    events: Option<&mut Vec<Event>>,
    offers: Option<&mut Offers<W>>,
) -> bool {
    PlyContext::new(plan, state, events, offers).play(ply)
}

/// The same without generating the plies of the next turn.
pub fn play_in_turn<const W: usize>(
    plan: &Plan<W>,
    state: &mut State<W>,
    ply: &Ply<W>,
    offers: &mut Offers<W>,
) -> bool {
    PlyContext { same_turn_only: true, ..PlyContext::new(plan, state, None, Some(offers)) }.play(ply)
}

impl<const W: usize> PlyContext<'_, W> {
    fn play(&mut self, ply: &Ply<W>) -> bool {
        if self.state.pending.is_some() {
            self.answer_with(ply.shown);
        } else {
            self.play_now(ply);
        }
        self.offered
    }

    #[inline]
    fn play_now(&mut self, ply: &Ply<W>) {
        if self.plan.chance {
            let viewer = Viewer::Side(self.state.side);
            self.is_chance =
                is_chance_ply(&WordEvaluator::new(self.plan, self.state).seen_by(viewer), self.state.agenda);
        }
        self.apply_ply(ply);
        let Some(pending) = &self.state.pending else {
            return self.apply_consequences(ply);
        };
        if let NodeKind::Commit { answer: None, .. } = &self.plan.rules.nodes[pending.node].kind {
            let ply = self.resolve_commit(crate::bits::Bits::EMPTY);
            self.apply_consequences(&ply);
        }
    }

    fn answer_with(&mut self, shown: crate::bits::Bits<W>) {
        let side = next_active_side(self.plan, self.state, self.state.side);
        self.reveal(side, shown);
        let ply = self.resolve_commit(shown);
        self.apply_consequences(&ply);
    }

    /// Applies what follows a ply: effects, then the end of turn and game. Chance plies and the choice of a side do not
    /// count as quiet plies.
    #[inline]
    fn apply_consequences(&mut self, ply: &Ply<W>) {
        self.effects(ply.node);
        let action = ply.node.and_then(|node| self.plan.ply_of_node(usize::from(node))).map(|atomic| &atomic.action);
        let counts = !self.is_chance && !matches!(action, Some(Action::Swap | Action::Keep));
        self.is_chance = false;
        finish_ply(self, ply.rest, ply.node.is_none(), counts);
    }
}

/// A ply that does nothing: stands for a placement that failed.
fn failed_ply<const W: usize>(rest: u16) -> Ply<W> {
    let mut ply = Ply::without_cells(Some(FAILED), rest);
    ply.to = NOWHERE;
    ply
}

/// Node number for the ply of a placement that failed: it has no effects of its own, and the turn continues after it.
pub(crate) const FAILED: u16 = u16::MAX;
