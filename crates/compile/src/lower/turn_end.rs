//! Lowers where a turn may be ended, and where its next ply is one of chance.

use super::offers::branches_of;
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use lusory_engine::rule::{Condition, NodeKind};

impl Lowering<'_> {
    /// Whether the next ply of an agenda is a chance ply. None: never.
    pub(super) fn is_chance(&mut self, scene: &SideView, agenda: u16) -> Lowered<Option<Value>> {
        let laid = self.laid;
        let Some(link) = laid.rules.agendas.link(agenda) else { return Ok(None) };
        let part = |number: usize| link.next.get(number).copied().unwrap_or(0);
        match &laid.rules.nodes[link.node].kind {
            NodeKind::Chance => Ok(Some(self.b.truth(true))),
            NodeKind::Sequence => self.is_chance(scene, part(0)),
            NodeKind::BySide => self.is_chance(scene, part(scene.side)),
            NodeKind::If(when, otherwise) => {
                let [then, other] = branches_of(link, *otherwise);
                let branches = [self.is_chance(scene, then)?, self.is_chance(scene, other)?];
                self.in_branch(scene, when, branches)
            }
            NodeKind::Atomic(_) | NodeKind::Commit { .. } | NodeKind::Either => Ok(None),
            NodeKind::First | NodeKind::Repeat { .. } => Ok(None),
        }
    }

    /// Whether the turn may be ended before an agenda. None: never.
    pub(super) fn may_end(&mut self, scene: &SideView, agenda: u16) -> Lowered<Option<Value>> {
        let laid = self.laid;
        let Some(link) = laid.rules.agendas.link(agenda).filter(|link| !link.stop) else {
            return Ok(Some(self.b.truth(true)));
        };
        let scene = &self.seen_by_mover(scene, false);
        let part = |number: usize| link.next.get(number).copied().unwrap_or(0);
        match &laid.rules.nodes[link.node].kind {
            NodeKind::Atomic(_) | NodeKind::Commit { .. } | NodeKind::Chance => Ok(None),
            NodeKind::Sequence => self.may_end(scene, part(0)),
            NodeKind::BySide => self.may_end(scene, part(scene.side)),
            NodeKind::Either => self.may_end_of(scene, &link.next, false),
            NodeKind::First => self.may_end_of(scene, &link.next, true),
            NodeKind::If(when, otherwise) => {
                let [then, other] = branches_of(link, *otherwise);
                let branches = [self.may_end(scene, then)?, self.may_end(scene, other)?];
                self.in_branch(scene, when, branches)
            }
            NodeKind::Repeat { must, still } => {
                let Some(may) = self.may_end(scene, link.rest)? else { return Ok(None) };
                if !must {
                    return Ok(Some(may));
                }
                let outer = std::mem::replace(&mut self.repeat, 0);
                let goes_on = self.once_more(scene, agenda, still.as_ref(), None);
                self.repeat = outer;
                let obliged = self.any_of(&goes_on?);
                Ok(Some(self.b.without(may, obliged)))
            }
        }
    }

    /// Whether the turn may be ended before one of several alternative parts. Only parts that offer a ply count; with
    /// `first`, only the first of those.
    fn may_end_of(&mut self, scene: &SideView, parts: &[u16], first: bool) -> Lowered<Option<Value>> {
        let (mut any, mut before) = (None, self.b.truth(false));
        for &part in parts {
            let may = self.may_end(scene, part)?;
            let outer = std::mem::replace(&mut self.repeat, 0);
            let groups = self.offer(scene, part, None);
            self.repeat = outer;
            let able = self.any_of(&groups?);
            if let Some(may) = may {
                let may_end = if first { self.b.without(able, before) } else { able };
                let may = self.b.and(may, may_end);
                any = Some(any.map_or(may, |any| self.b.or(any, may)));
            }
            before = self.b.or(before, able);
        }
        Ok(any)
    }

    /// What holds in the branch that a condition chooses. None: in neither, ever.
    fn in_branch(
        &mut self,
        scene: &SideView,
        when: &Condition,
        [then, other]: [Option<Value>; 2],
    ) -> Lowered<Option<Value>> {
        if then.is_none() && other.is_none() {
            return Ok(None);
        }
        let (when, never) = (self.holds(scene, when)?, self.b.truth(false));
        Ok(Some(self.b.choose(when, then.unwrap_or(never), other.unwrap_or(never))))
    }
}
