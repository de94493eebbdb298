//! Invariants of states, recomputed from scratch; for tests.

use crate::bits::Bits;
use crate::board::{NOWHERE, Place};
use crate::plan::Plan;
use crate::state::State;

impl<const W: usize> State<W> {
    /// The first violated invariant, as an error. Slow: tests call it after every ply.
    pub fn check(&self, plan: &Plan<W>) -> Result<(), String> {
        self.check_sets(plan)?;
        self.check_numbers(plan)?;
        self.check_turn(plan)?;
        self.check_result(plan)
    }

    fn check_sets(&self, plan: &Plan<W>) -> Result<(), String> {
        ensure(self.pieces.len() == plan.planes, "a set of pieces for each owner and kind")?;
        let shown_planes = if plan.rules.hidden { plan.planes } else { 0 };
        ensure(self.shown.len() == shown_planes, "sets of public pieces where there are secrets, and only there")?;
        let on_board = |set: &Bits<W>| set.within(plan.board.all);
        ensure(self.pieces.iter().all(on_board), "pieces on the board")?;
        ensure(on_board(&self.moved) && on_board(&self.visited), "cells of the turn on the board")?;
        ensure(self.shown.iter().zip(&self.pieces).all(|(s, p)| s.within(*p)), "only pieces among public pieces")?;
        ensure(self.marks.len() == plan.rules.mark_layers(), "a set of marked cells for each name and time")?;
        ensure(self.marks.iter().all(on_board), "marks on the board")?;
        // Pieces share a cell only where the setup puts them so, or where one of them is hidden.
        let all = self.pieces.iter().fold(Bits::<W>::EMPTY, |all, &pieces| all | pieces);
        let count: u32 = self.pieces.iter().map(Bits::count).sum();
        let may_share = plan.rules.hidden || !plan.rules.setup.is_empty();
        ensure(may_share || count == all.count(), "one piece per cell")
    }

    fn check_numbers(&self, plan: &Plan<W>) -> Result<(), String> {
        let kinds = plan.rules.kinds.len();
        ensure(self.hands.len() == plan.rules.sides * kinds, "a hand for each side and kind")?;
        ensure(self.hands.iter().all(|&count| count >= 0), "no negative hand")?;
        ensure(self.captured.iter().all(|&n| n >= 0), "no negative captures")?;
        ensure(self.quiet.len() == plan.rules.quiets.len(), "a counter for each quiet")?;
        let mut seats = self.seats;
        seats.sort_unstable();
        ensure(seats == [0, 1, 2, 3], "each player in one seat")?;
        let entry_words = (plan.planes + plan.rules.mark_layers()) * W + 1;
        ensure(self.repetition_table.has_entries_of(entry_words), "whole standings")?;
        let of_side = |side: u8| self.lasts.iter().filter(|last| last.side == side).count();
        ensure((0..4).all(|side| of_side(side) <= plan.rules.memory), "no more last cells than words look back")
    }

    fn check_turn(&self, plan: &Plan<W>) -> Result<(), String> {
        ensure(usize::from(self.side) < plan.rules.sides, "a side of the game to move")?;
        ensure(usize::from(self.turn) <= plan.rules.turns.len(), "a turn of the game")?;
        let is_known = self.agenda == 0 || plan.rules.agendas.link(self.agenda).is_some();
        ensure(is_known, "an agenda of the game")?;
        let cell = |place: Place| place == NOWHERE || plan.board.all.has(place as u32);
        ensure(cell(self.to) && cell(self.origin) && cell(self.just), "the ply's cells on the board")?;
        let untouched = self.to == NOWHERE && self.just == NOWHERE && !self.moved.any() && !self.visited.any();
        ensure(!self.fresh || untouched, "no data of a turn that has not begun")
    }

    fn check_result(&self, plan: &Plan<W>) -> Result<(), String> {
        let Some(result) = &self.result else {
            return ensure(self.out.count_ones() < plan.rules.sides as u32, "a side still in");
        };
        let shared: f64 = result.values.iter().sum();
        let is_one = if plan.rules.sides > 1 { (shared - 1.0).abs() < 1e-9 } else { shared <= 1.0 };
        ensure(is_one, "one point shared")
    }
}

fn ensure(condition: bool, name: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(format!("expected {name}")) }
}
