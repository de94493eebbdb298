//! Lowers conditions.

use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use lusory_engine::rule::{Cells, Condition, Number, Sign};

impl Lowering<'_> {
    /// Where a condition holds.
    pub(super) fn holds(&mut self, scene: &SideView, word: &Condition) -> Lowered<Value> {
        match word {
            Condition::Cells(cells) => self.has_any(scene, cells),
            Condition::Some(part) => self.holds(scene, part),
            Condition::No(part) => {
                let part = self.holds(scene, part)?;
                Ok(self.b.not(part))
            }
            Condition::All(parts) => {
                let all = self.b.truth(true);
                parts.iter().try_fold(all, |all, part| {
                    let part = self.holds(scene, part)?;
                    Ok(self.b.and(all, part))
                })
            }
            Condition::Any(parts) => {
                let none = self.b.truth(false);
                parts.iter().try_fold(none, |any, part| {
                    let part = self.holds(scene, part)?;
                    Ok(self.b.or(any, part))
                })
            }
            Condition::Compare(left, sign, right) => self.compare(scene, left, *sign, right),
            Condition::Quiet { counter, n } => match scene.now.quiet.get(*counter).copied() {
                Some(quiet) => {
                    let n = self.b.number(i64::from(*n));
                    Ok(self.b.at_least(quiet, n))
                }
                None => Ok(self.b.truth(false)),
            },
            Condition::Repeats(n) => match scene.times {
                Some(times) => {
                    let n = self.b.number(i64::from(*n));
                    Ok(self.b.at_least(times, n))
                }
                None => Ok(self.b.truth(false)),
            },
            Condition::NoPly { agenda, all } => self.is_stuck(scene, *agenda, *all),
            Condition::If(choice) => {
                let when = self.holds(scene, &choice.when)?;
                let then = self.holds(scene, &choice.then)?;
                let otherwise = match &choice.otherwise {
                    Some(part) => self.holds(scene, part)?,
                    None => self.b.truth(false),
                };
                Ok(self.b.choose(when, then, otherwise))
            }
            Condition::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.holds(scene, part),
                None => Ok(self.b.truth(false)),
            },
        }
    }

    /// Whether the word's set has a cell. Of a line its first cell is enough.
    fn has_any(&mut self, scene: &SideView, word: &Cells) -> Lowered<Value> {
        if let Cells::Line(line) = word {
            return self.has_line(scene, line);
        }
        if let Some(reached) = self.link_goal(scene, word)? {
            return Ok(reached);
        }
        let cells = self.cells(scene, word)?;
        Ok(self.b.any(cells))
    }

    fn compare(&mut self, scene: &SideView, left: &Number, sign: Sign, right: &Number) -> Lowered<Value> {
        let (left, right) = (self.number(scene, left)?, self.number(scene, right)?);
        Ok(match sign {
            Sign::AtLeast => self.b.at_least(left, right),
            Sign::AtMost => self.b.at_least(right, left),
            Sign::More => {
                let not = self.b.at_least(right, left);
                self.b.not(not)
            }
            Sign::Less => {
                let not = self.b.at_least(left, right);
                self.b.not(not)
            }
            Sign::Equal => self.b.equal(left, right),
        })
    }

    /// Whether the next side, or no side at all, has a ply of the agenda.
    fn is_stuck(&mut self, scene: &SideView, agenda: Option<u16>, all: bool) -> Lowered<Value> {
        let Some(next) = &scene.next else { return Ok(self.b.truth(false)) };
        let over = next.over.unwrap_or_else(|| self.b.truth(true));
        if next.tried && agenda.is_none() {
            return not_lowered("no-ply");
        }
        if let (None, false) = (agenda, all) {
            return Ok(self.b.without(over, next.able));
        }
        let only = if let [only] = self.laid.rules.turns[..] { Some(only) } else { None };
        let is_next = agenda.is_none();
        let Some(agenda) = agenda.or(self.next_agenda).or(only) else { return not_lowered("stage") };
        let sides = if all {
            let always = self.b.truth(true);
            (0..self.laid.rules.sides).map(|side| (side, always)).collect()
        } else {
            next.sides.clone()
        };
        // Where all sides are asked, the others matter only where the next one has no ply: elsewhere the board is empty
        // to them, and what is found of an empty board costs little.
        let stuck = self.b.without(over, next.able);
        let mut asked_scene = scene.clone();
        if all && is_next {
            let now = &mut asked_scene.now;
            for pieces in now.pieces.iter_mut().chain(&mut now.shown) {
                *pieces = self.b.keep(*pieces, stuck);
            }
        }
        // Plies that are tested one by one are not even looked at there.
        let asked = if all && is_next { stuck } else { over };
        let gate = self.tests.then_some(asked);
        let mut able = self.b.truth(false);
        for (side, when) in sides {
            let after = self.upcoming(&asked_scene, side);
            let groups = self.offer(&after, agenda, gate)?;
            if groups.iter().any(|group| group.tried) {
                return not_lowered("no-ply");
            }
            let any = self.any_of(&groups);
            let mut any = self.b.and(any, when);
            if let Some(&out) = scene.now.out.get(side) {
                any = self.b.without(any, out);
            }
            able = self.b.or(able, any);
        }
        Ok(self.b.without(asked, able))
    }
}
