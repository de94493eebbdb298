//! Quiescence search: plays out captures before a position is evaluated. A player may stand pat unless every ply is a
//! capture.

use super::move_ordering::put_in_place;
use super::score::{PROVEN, of_result};
use super::search_node::{MAX_DISTANCE, NodeValue, SearchState, Window};
use std::sync::atomic::Ordering;

/// The maximum number of captures in a row.
const MAX_CAPTURES: usize = 12;

impl SearchState<'_> {
    /// The value of the position after the captures that improve it. `captures`: the number of captures played so far.
    pub(super) fn quiesce(&mut self, window: Window, captures: usize, distance: usize) -> NodeValue {
        if let Some(values) = self.explorer.values() {
            return NodeValue { score: of_result(&values, distance), proven: true };
        }
        let stand_pat = self.evaluate();
        let player = self.explorer.to_move();
        self.stopped |= self.stop.load(Ordering::Relaxed);
        if self.stopped {
            return stand_pat;
        }
        self.explorer.captures(&mut self.captures);
        if player < 0 || self.captures.is_empty() || captures >= MAX_CAPTURES || distance >= MAX_DISTANCE {
            return stand_pat;
        }
        self.explorer.legal(&mut self.ids);
        if self.ids.len() == self.captures.len() {
            return stand_pat;
        }
        let sign = if player == 0 { 1 } else { -1 };
        let mut relative = window.relative_to(sign);
        relative.low = relative.low.max(sign * stand_pat.score);
        if relative.low >= relative.high {
            return stand_pat;
        }
        self.nodes += 1;
        self.search_captures(stand_pat, relative, sign, captures, distance)
    }

    fn search_captures(
        &mut self,
        stand_pat: NodeValue,
        mut window: Window,
        sign: i32,
        captures: usize,
        distance: usize,
    ) -> NodeValue {
        let mut best = stand_pat;
        let mut list = self.ply_lists.get_mut(distance).map(std::mem::take).unwrap_or_default();
        list.clear();
        list.extend(self.captures.iter().map(|&id| (0, id)));
        self.order.rank(&mut list, None, &[], usize::from(sign < 0), distance);
        for number in 0..list.len() {
            put_in_place(&mut list, number);
            let (_, id) = list[number];
            if !self.play(id) {
                continue;
            }
            let value = self.quiesce(window.relative_to(sign), captures + 1, distance + 1);
            self.undo();
            if sign * value.score > sign * best.score {
                best = NodeValue { proven: value.proven && sign * value.score > PROVEN, ..value };
            }
            window.low = window.low.max(sign * value.score);
            if window.low >= window.high {
                break;
            }
        }
        while self.ply_lists.len() <= distance {
            self.ply_lists.push(Vec::new());
        }
        if let Some(slot) = self.ply_lists.get_mut(distance) {
            *slot = list;
        }
        best
    }
}
