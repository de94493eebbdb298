//! Lowers ends: the conditions that finish a game, in their order.

use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::program::EndCode;
use lusory_engine::rule::{Condition, End, EndKind, Number, Phase};

impl Lowering<'_> {
    /// Judges the ends in order, where `gate` holds.
    pub(super) fn ends(&mut self, scene: &mut SideView, gate: Option<Value>) -> Lowered<()> {
        let laid = self.laid;
        let tried = scene.next.as_ref().is_some_and(|next| next.tried);
        for (number, end) in laid.rules.ends.iter().enumerate() {
            if !tried || self.late(scene.side, number).is_none() {
                self.end_phase(scene, number as u16, end, (gate, true))?;
            }
        }
        Ok(())
    }

    /// The code of an end that is judged late: where plies are tried out it is seen in the next tick only whether the next
    /// side has any. That may be the last end alone: it comes after all others.
    pub(super) fn late(&self, side: usize, number: usize) -> Option<u64> {
        let ends = &self.laid.rules.ends;
        let Some(Phase::Plain(End { kind, when: Condition::NoPly { agenda: None, all: false }, .. })) =
            ends.get(number)
        else {
            return None;
        };
        let ending = if number + 1 == ends.len() { self.ending(side, number as u16, kind) } else { None };
        ending.map(EndCode::code)
    }

    /// How the game ends where that is known beforehand.
    fn ending(&self, side: usize, number: u16, kind: &EndKind) -> Option<EndCode> {
        let sides = self.laid.rules.sides;
        let (clause, all, eliminates) = (Some(number), (1 << sides) - 1, self.laid.rules.eliminates());
        match kind {
            EndKind::Win => Some(EndCode { winners: 1 << side, drawn: false, clause }),
            EndKind::Loss if !eliminates => Some(EndCode { winners: all & !(1 << side), drawn: false, clause }),
            EndKind::Draw if !eliminates => Some(EndCode { winners: all, drawn: true, clause }),
            EndKind::Loss | EndKind::Draw | EndKind::Most(_) => None,
        }
    }

    /// `always`: it is judged after every ply of the side.
    fn end_phase(
        &mut self,
        scene: &mut SideView,
        number: u16,
        phase: &Phase<End>,
        (gate, always): (Option<Value>, bool),
    ) -> Lowered<()> {
        match phase {
            Phase::Plain(end) => self.end(scene, number, end, (gate, always)),
            Phase::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.end_phase(scene, number, part, (gate, always)),
                None => Ok(()),
            },
            Phase::If(choice) => {
                let when = self.holds(scene, &choice.when)?;
                let not = self.b.not(when);
                let then = gate.map_or(when, |gate| self.b.and(gate, when));
                let otherwise = gate.map_or(not, |gate| self.b.and(gate, not));
                self.end_phase(scene, number, &choice.then, (Some(then), false))?;
                match &choice.otherwise {
                    Some(part) => self.end_phase(scene, number, part, (Some(otherwise), false)),
                    None => Ok(()),
                }
            }
        }
    }

    fn end(
        &mut self,
        scene: &mut SideView,
        number: u16,
        end: &End,
        (gate, always): (Option<Value>, bool),
    ) -> Lowered<()> {
        let begun = if always { self.met_by_ply(scene, &end.when)? } else { None };
        let mut when = match begun {
            Some(begun) => begun,
            None => self.holds(scene, &end.when)?,
        };
        let over = scene.next.as_ref().and_then(|next| next.over).filter(|_| end.at_turn);
        for gate in [gate, over].into_iter().flatten() {
            when = self.b.and(gate, when);
        }
        match (&end.kind, self.ending(scene.side, number, &end.kind)) {
            (EndKind::Win, Some(ending)) => {
                // Who is put out by this ply does not win by it.
                let out = scene.now.out.get(scene.side).copied();
                let wins = out.map_or(when, |out| self.b.without(when, out));
                self.b.end(wins, ending.code());
            }
            (_, Some(ending)) => self.b.end(when, ending.code()),
            (EndKind::Most(of), None) => self.most(scene, number, of, when)?,
            (EndKind::Loss, None) => self.put_out(scene, number, when),
            (EndKind::Draw | EndKind::Win, None) => self.draw_of_those_in(&scene.now.out, Some(number), when),
        }
        Ok(())
    }

    /// The sides with the most win; each side's number is counted as if it were the mover.
    fn most(&mut self, scene: &SideView, number: u16, of: &Number, when: Value) -> Lowered<()> {
        let sides = self.laid.rules.sides;
        let counts: Vec<Value> =
            (0..sides).map(|side| self.number(&SideView { side, ..scene.clone() }, of)).collect::<Lowered<_>>()?;
        let mut tops = Vec::new();
        for (side, &count) in counts.iter().enumerate() {
            let mut top = scene.now.out.get(side).map_or(when, |&out| self.b.without(when, out));
            for (side, &other) in counts.iter().enumerate() {
                let mut ahead = self.b.at_least(count, other);
                if let Some(&out) = scene.now.out.get(side) {
                    ahead = self.b.or(ahead, out);
                }
                top = self.b.and(top, ahead);
            }
            tops.push(top);
        }
        for winners in 1..1u8 << sides {
            let mut case = when;
            for (side, &top) in tops.iter().enumerate() {
                case = if winners >> side & 1 != 0 { self.b.and(case, top) } else { self.b.without(case, top) };
            }
            self.b.end(case, EndCode { winners, drawn: false, clause: Some(number) }.code());
        }
        Ok(())
    }

    /// The game is drawn: no side has a legal ply.
    pub(super) fn nothing_legal(&mut self, out: &[Value], when: Value) {
        self.draw_of_those_in(out, None, when);
    }
}
