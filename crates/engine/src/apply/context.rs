//! A state while a ply is applied, with the working data of that ply.

use crate::bits::Bits;
use crate::board::set_of_place;
use crate::evaluate::{Answer, WordEvaluator};
use crate::event::{Event, EventKind, ReasonPart};
use crate::movegen::Offers;
use crate::plan::Plan;
use crate::state::State;

/// A state while a ply is applied; see the module.
pub struct PlyContext<'a, const W: usize> {
    /// The rules and the board.
    pub plan: &'a Plan<W>,
    /// The state that changes.
    pub state: &'a mut State<W>,
    /// The answer to the secret placement, if one is being answered.
    pub answer: Answer<W>,
    /// A chance ply is being applied.
    pub is_chance: bool,
    /// Flags of what this ply has done (`PLACEMENT`, `CAPTURE`, `ANYTHING`).
    pub ply_record: u8,
    /// How often this position has occurred, once a turn is over.
    pub times: u32,
    /// Receives the events, if an observer needs them.
    pub events: Option<&'a mut Vec<Event>>,
    /// Receives the plies that are legal next, if the caller wants them.
    pub offers: Option<&'a mut Offers<W>>,
    /// Generate only plies of the same turn.
    pub same_turn_only: bool,
    /// `offers` has been filled with the plies that are legal next.
    pub offered: bool,
    /// Whether the next turn has a legal ply. None: not yet computed.
    pub next_turn_has_ply: Option<bool>,
}

impl<'a, const W: usize> PlyContext<'a, W> {
    /// Wraps a state to apply a ply to it.
    pub fn new(
        plan: &'a Plan<W>,
        state: &'a mut State<W>,
        events: Option<&'a mut Vec<Event>>,
        offers: Option<&'a mut Offers<W>>,
    ) -> Self {
        let answer = Answer::NONE;
        PlyContext {
            plan,
            state,
            answer,
            is_chance: false,
            ply_record: 0,
            times: 0,
            events,
            offers,
            same_turn_only: false,
            offered: false,
            next_turn_has_ply: None,
        }
    }

    /// An evaluator of the state as the referee sees it.
    #[inline]
    #[must_use]
    pub fn evaluator(&self) -> WordEvaluator<'_, W> {
        let is_visible = self.plan.rules.hidden.then_some(&self.answer);
        WordEvaluator {
            is_chance: self.is_chance,
            answer: is_visible,
            times: self.times,
            ..WordEvaluator::new(self.plan, self.state)
        }
    }

    /// Set when an observer needs the events and witnesses.
    #[inline]
    #[must_use]
    pub fn has_observer(&self) -> bool {
        self.events.is_some()
    }

    /// The player of the side to move.
    #[inline]
    #[must_use]
    pub fn player(&self) -> i8 {
        self.state.seats[usize::from(self.state.side)] as i8
    }

    /// Records what this ply, and so this turn, has done. Chance plies do not count.
    #[inline]
    pub fn record(&mut self, kind: u8) {
        if !self.is_chance {
            self.state.happened |= kind;
            self.ply_record |= kind;
        }
    }

    /// Reports an event of the player to move, or of chance.
    #[inline]
    pub fn report(&mut self, kind: EventKind, cells: Bits<W>) {
        self.report_with(kind, cells, |_| ());
    }

    /// Reports an event with further fields.
    #[inline]
    pub fn report_with(&mut self, kind: EventKind, cells: Bits<W>, fill_in: impl FnOnce(&mut Event)) {
        if self.events.is_some() {
            self.report_ordered(kind, self.plan.board.listed(cells), fill_in);
        }
    }

    /// Reports an event with cells in a given order.
    pub fn report_ordered(&mut self, kind: EventKind, cells: Vec<u16>, fill_in: impl FnOnce(&mut Event)) {
        let player = if self.is_chance { crate::game::CHANCE } else { self.player() };
        let mut event = Event { kind, cells, player, amount: 0, piece: None, witness: Vec::new(), seen_by: None };
        fill_in(&mut event);
        if let Some(events) = self.events.as_deref_mut() {
            events.push(event);
        }
    }

    /// The kind of piece, where the game has several.
    #[must_use]
    pub fn event_kind(&self, kind: usize) -> Option<u8> {
        (self.plan.rules.kinds.len() > 1).then_some(kind as u8)
    }

    /// Owner and kind of pieces that became public, where there are secrets and several kinds. All players remember it,
    /// even after the pieces are gone.
    #[must_use]
    pub fn revealed_pieces(&self, sets: impl IntoIterator<Item = (usize, Bits<W>)>) -> Vec<(ReasonPart, Vec<u16>)> {
        if !(self.has_observer() && self.plan.rules.hidden && self.plan.rules.kinds.len() > 1) {
            return Vec::new();
        }
        let some = sets.into_iter().filter(|(_, cells)| cells.any());
        some.map(|(plane, cells)| self.reason_part(ReasonPart::Set(plane as u16), cells)).collect()
    }

    /// A named cell, for a reason.
    #[must_use]
    pub fn reason_part(&self, name: ReasonPart, cells: Bits<W>) -> (ReasonPart, Vec<u16>) {
        (name, self.plan.board.listed(cells))
    }

    /// Where the last ply of this turn ended, as a set.
    #[inline]
    #[must_use]
    pub fn to(&self) -> Bits<W> {
        set_of_place(self.state.to)
    }

    /// The cells with any piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.state.pieces.iter().fold(Bits::EMPTY, |all, &pieces| all | pieces)
    }

    /// Makes pieces of a set public, where there are secrets.
    #[inline]
    pub fn show(&mut self, plane: usize, cells: Bits<W>) {
        if let Some(shown_plane) = self.state.shown.get_mut(plane) {
            *shown_plane |= cells;
        }
    }

    /// Removes cells from the public part of a set.
    #[inline]
    pub fn hide(&mut self, plane: usize, cells: Bits<W>) {
        if let Some(shown_plane) = self.state.shown.get_mut(plane) {
            *shown_plane &= !cells;
        }
    }
}
