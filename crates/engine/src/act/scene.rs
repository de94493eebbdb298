//! A state while a ply is carried out, with what only matters meanwhile.

use crate::bits::Bits;
use crate::board::one;
use crate::event::{Event, Happening, Named};
use crate::offer::Offers;
use crate::plan::Plan;
use crate::read::{Answer, Reader};
use crate::state::State;

/// See the module.
pub struct Scene<'a, const W: usize> {
    /// The rules and the board.
    pub plan: &'a Plan<W>,
    /// The state that changes.
    pub state: &'a mut State<W>,
    /// Of the placement being answered.
    pub answer: Answer<W>,
    /// Nature is at work.
    pub nature: bool,
    /// What this ply has done.
    pub ply_did: u8,
    /// How often this standing has been seen, where a turn is over.
    pub times: u32,
    /// Where what happens is told, if anybody asks.
    pub events: Option<&'a mut Vec<Event>>,
    /// Where the plies that are legal next are kept, if anybody asks.
    pub offers: Option<&'a mut Offers<W>>,
    /// Are only those of the same turn asked for?
    pub turn_alone: bool,
    /// Are they the plies that are legal next?
    pub offered: bool,
    /// Has the next turn a ply? None: nobody has looked.
    pub foreseen: Option<bool>,
}

impl<'a, const W: usize> Scene<'a, W> {
    /// A state opened up.
    pub fn new(
        plan: &'a Plan<W>,
        state: &'a mut State<W>,
        events: Option<&'a mut Vec<Event>>,
        offers: Option<&'a mut Offers<W>>,
    ) -> Self {
        let answer = Answer::NONE;
        Scene {
            plan,
            state,
            answer,
            nature: false,
            ply_did: 0,
            times: 0,
            events,
            offers,
            turn_alone: false,
            offered: false,
            foreseen: None,
        }
    }

    /// The scene as words read it: with the referee's eyes.
    #[inline]
    #[must_use]
    pub fn reader(&self) -> Reader<'_, W> {
        let answer = self.plan.rules.hidden.then_some(&self.answer);
        Reader { nature: self.nature, answer, times: self.times, ..Reader::new(self.plan, self.state) }
    }

    /// Is anybody listening?
    #[inline]
    #[must_use]
    pub fn heard(&self) -> bool {
        self.events.is_some()
    }

    /// The player of the side to move.
    #[inline]
    #[must_use]
    pub fn player(&self) -> i8 {
        self.state.seats[usize::from(self.state.side)] as i8
    }

    /// Note what this ply, and so this turn, has done. Nature's doings do not count.
    #[inline]
    pub fn did(&mut self, what: u8) {
        if !self.nature {
            self.state.happened |= what;
            self.ply_did |= what;
        }
    }

    /// Tell an event of the player to move, or of nature.
    #[inline]
    pub fn say(&mut self, kind: Happening, cells: Bits<W>) {
        self.tell(kind, cells, |_| ());
    }

    /// The same, with more to it.
    #[inline]
    pub fn tell(&mut self, kind: Happening, cells: Bits<W>, more: impl FnOnce(&mut Event)) {
        if self.events.is_some() {
            self.report(kind, self.plan.board.listed(cells), more);
        }
    }

    /// The same, with cells in an order of their own.
    pub fn report(&mut self, kind: Happening, cells: Vec<u16>, more: impl FnOnce(&mut Event)) {
        let player = if self.nature { crate::game::NATURE } else { self.player() };
        let mut event = Event { kind, cells, player, amount: 0, piece: None, why: Vec::new(), seen_by: None };
        more(&mut event);
        if let Some(events) = self.events.as_deref_mut() {
            events.push(event);
        }
    }

    /// The kind of piece, where it needs saying.
    #[must_use]
    pub fn kind_said(&self, kind: usize) -> Option<u8> {
        (self.plan.rules.kinds.len() > 1).then_some(kind as u8)
    }

    /// Whose pieces of which kind have become open, where there are secrets and several kinds. Everybody remembers it,
    /// also when they are gone again.
    #[must_use]
    pub fn opened(&self, sets: impl IntoIterator<Item = (usize, Bits<W>)>) -> Vec<(Named, Vec<u16>)> {
        if !(self.heard() && self.plan.rules.hidden && self.plan.rules.kinds.len() > 1) {
            return Vec::new();
        }
        let some = sets.into_iter().filter(|(_, cells)| cells.any());
        some.map(|(plane, cells)| self.named(Named::Set(plane as u16), cells)).collect()
    }

    /// A named cell, for a reason.
    #[must_use]
    pub fn named(&self, name: Named, cells: Bits<W>) -> (Named, Vec<u16>) {
        (name, self.plan.board.listed(cells))
    }

    /// Where the last ply of this turn ended, as a set.
    #[inline]
    #[must_use]
    pub fn to(&self) -> Bits<W> {
        one(self.state.to)
    }

    /// The cells with any piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.state.pieces.iter().fold(Bits::EMPTY, |all, &pieces| all | pieces)
    }

    /// Makes pieces of a set seen by everybody, where there are secrets.
    #[inline]
    pub fn show(&mut self, plane: usize, cells: Bits<W>) {
        if let Some(shown) = self.state.shown.get_mut(plane) {
            *shown |= cells;
        }
    }

    /// Takes cells out of what everybody sees of a set.
    #[inline]
    pub fn unshow(&mut self, plane: usize, cells: Bits<W>) {
        if let Some(shown) = self.state.shown.get_mut(plane) {
            *shown &= !cells;
        }
    }
}
