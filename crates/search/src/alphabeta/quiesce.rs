//! Quiescence search: captures are played out before a position is evaluated. A player may stand pat unless every ply is a
//! capture.

use super::score::{CERTAIN, of_result};
use super::visit::{DEEPEST, Visit, Window, Worth};
use std::sync::atomic::Ordering;

/// The most captures in a row.
const CAPTURES: usize = 12;

impl Visit<'_> {
    /// The value of the position after the captures that improve it.
    pub(super) fn quiesce(&mut self, window: Window, captures: usize, below: usize) -> Worth {
        if let Some(values) = self.at.values() {
            return Worth { score: of_result(&values, below), sure: true };
        }
        let judged = self.evaluate();
        let player = self.at.to_move();
        self.stopped |= self.stop.load(Ordering::Relaxed);
        if self.stopped {
            return judged;
        }
        self.at.loud(&mut self.loud);
        if player < 0 || self.loud.is_empty() || captures >= CAPTURES || below >= DEEPEST {
            return judged;
        }
        self.at.legal(&mut self.ids);
        if self.ids.len() == self.loud.len() {
            return judged;
        }
        let sign = if player == 0 { 1 } else { -1 };
        let mut seen = window.seen(sign);
        seen.low = seen.low.max(sign * judged.score);
        if seen.low >= seen.high {
            return judged;
        }
        self.nodes += 1;
        self.taken(judged, seen, sign, captures, below)
    }

    fn taken(&mut self, judged: Worth, mut seen: Window, sign: i32, captures: usize, below: usize) -> Worth {
        let mut best = judged;
        let mut list = self.lists.get_mut(below).map(std::mem::take).unwrap_or_default();
        list.clear();
        list.extend(self.loud.iter().map(|&id| (0, id)));
        self.order.sort(&mut list, None, &[], usize::from(sign < 0), below);
        for &(_, id) in &list {
            if !self.down(id) {
                continue;
            }
            let worth = self.quiesce(seen.seen(sign), captures + 1, below + 1);
            self.up();
            if sign * worth.score > sign * best.score {
                best = Worth { sure: worth.sure && sign * worth.score > CERTAIN, ..worth };
            }
            seen.low = seen.low.max(sign * worth.score);
            if seen.low >= seen.high {
                break;
            }
        }
        while self.lists.len() <= below {
            self.lists.push(Vec::new());
        }
        if let Some(kept) = self.lists.get_mut(below) {
            *kept = list;
        }
        best
    }
}
