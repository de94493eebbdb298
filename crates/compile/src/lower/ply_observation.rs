//! Lowers the data of a ply that playout observers read to registers.

use super::Lowering;
use super::offers::Landing;
use super::play::Did;
use super::scene::SideView;
use crate::builder::Value;
use crate::program::{Kind, Observed, Register};

/// See `Observed`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObservedRegisters {
    made: Value,
    legal: Value,
    by_chance: Value,
    to: Value,
    captured: Value,
    over: Value,
}

impl ObservedRegisters {
    /// With rows in place of values.
    pub fn rows(&self, row: impl Fn(Value) -> Register) -> Observed {
        let ObservedRegisters { made: is_made, legal, by_chance, to, captured, over } = *self;
        let [is_made, legal, by_chance] = [is_made, legal, by_chance].map(&row);
        Observed { made: is_made, legal, by_chance, to: row(to), captured: row(captured), over: row(over) }
    }
}

impl Lowering<'_> {
    /// Makes the registers, where they are wanted.
    pub(super) fn keep_observed(&mut self) {
        if self.observe {
            self.observed = Some(ObservedRegisters {
                made: self.b.stored(Kind::Condition, None, vec![0]),
                legal: self.b.stored(Kind::Number, None, vec![0]),
                by_chance: self.b.stored(Kind::Condition, None, vec![0]),
                to: self.b.stored(Kind::Set, None, vec![0; self.laid.width]),
                captured: self.b.stored(Kind::Number, None, vec![0]),
                over: self.b.stored(Kind::Condition, None, vec![0]),
            });
        }
    }

    /// What the registers become after a ply of a body. `over`: its turn is.
    pub(super) fn observed_ply(
        &mut self,
        (before, after): (&SideView, &SideView),
        body: usize,
        did: Did,
        (made, over): (Value, Value),
    ) -> Vec<(Value, Value)> {
        let Some(registers) = self.observed else { return Vec::new() };
        let (legal, captured) = (self.legal_plies(body), self.captured_pieces(before, after, did));
        let to = after.ply.as_ref().map_or_else(|| self.b.nothing(), |ply| ply.to);
        let to = self.b.or(to, did.aimed);
        // The register holds what the ends of this tick have written.
        let zero = self.b.number(0);
        let goes_on = self.b.equal(self.stores.result, zero);
        let ended = self.b.not(goes_on);
        let over = self.b.or(over, ended);
        vec![
            (registers.made, made),
            (registers.legal, legal),
            (registers.by_chance, did.chance),
            (registers.to, to),
            (registers.captured, captured),
            (registers.over, over),
        ]
    }

    /// How many plies are on offer; a face of a die counts once, whatever its weight.
    fn legal_plies(&mut self, body: usize) -> Value {
        let mut legal = self.b.number(0);
        for (group, set) in self.offered[body].clone().iter().zip(self.groups[body].clone()) {
            let count = match group.landing {
                Landing::Face(_) => {
                    let (number_one, some) = (self.b.number(1), self.b.any(set));
                    self.b.keep(number_one, some)
                }
                Landing::Cell | Landing::Secret(_) | Landing::Move { .. } | Landing::Slide(_) | Landing::Bare => {
                    self.b.count(set)
                }
                Landing::Answer => self.answers.unwrap_or(legal),
            };
            legal = self.b.add(legal, count);
        }
        legal
    }

    /// By how many cells each owner has fewer than before, what was placed included, added up.
    fn captured_pieces(&mut self, before: &SideView, after: &SideView, did: Did) -> Value {
        let (kinds, zero) = (self.kinds(), self.b.number(0));
        let mut all = zero;
        for owner in 0..=self.laid.rules.sides {
            let planes = owner * kinds..(owner + 1) * kinds;
            let [was, is] = [before, after].map(|scene| {
                let pieces = self.b.union(&scene.now.pieces[planes.clone()]);
                self.b.count(pieces)
            });
            let placed = match owner {
                0 => Some(did.placed[0]),
                _ => (owner == before.side + 1).then_some(did.placed[1]),
            };
            let added = placed.map_or(zero, |placed| self.b.count(placed));
            let total = self.b.add(was, added);
            let fewer = self.b.subtract(total, is);
            let some = self.b.at_least(fewer, zero);
            let fewer = self.b.keep(fewer, some);
            all = self.b.add(all, fewer);
        }
        all
    }
}
