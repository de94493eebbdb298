//! What an agenda offers.

use super::{AnyPly, Group, Shape, Sink};
use crate::bits::Bits;
use crate::read::{Eyes, Reader};
use crate::rule::{Condition, Link, NodeKind};

/// Looks for the plies of an agenda and hands them on.
pub(super) struct Search<'s, 'a, const W: usize> {
    /// The position, as the mover sees it.
    pub reader: &'s Reader<'a, W>,
    /// Who takes them. Not a type parameter: all of this would be compiled once for each sink.
    pub sink: &'s mut dyn Sink<W>,
    /// The sink wants no more.
    pub full: bool,
    /// The repeat whose ply is being looked for, 0 where there is none. Where such a ply comes to nothing the way leads
    /// back to its repeat, which then has nothing more to say. What is left of the turn ends in that repeat all the
    /// while, so the way back to one that is looked for further out leads past it.
    repeat: u16,
}

impl<'s, 'a, const W: usize> Search<'s, 'a, W> {
    fn new(reader: &'s Reader<'a, W>, sink: &'s mut dyn Sink<W>) -> Self {
        Search { reader, sink, full: false, repeat: 0 }
    }

    fn agenda(&mut self, agenda: u16) -> bool {
        let rules = &self.reader.plan.rules;
        let Some(link) = rules.agendas.link(agenda) else { return false };
        match &rules.nodes[link.node].kind {
            NodeKind::Atomic(atomic) => self.atomic(atomic, link),
            NodeKind::Commit { place, announce, .. } => self.commit(link, *place, announce.len()),
            NodeKind::Either => self.either(link),
            NodeKind::First => link.next.iter().any(|&part| self.agenda(part)),
            NodeKind::Repeat { must, still } => self.repeat(agenda, link, *must, still.as_ref()),
            NodeKind::Chance => self.agenda(child(link, 0)),
            kind => self.agenda(ahead(self.reader, link, kind)),
        }
    }

    fn either(&mut self, link: &Link) -> bool {
        let mut found = false;
        for &part in &link.next {
            found |= self.agenda(part);
            if self.full {
                break;
            }
        }
        found
    }

    /// Once more, with the repeat itself still to come; or on to the rest, where stopping is allowed or forced.
    fn repeat(&mut self, agenda: u16, link: &Link, must: bool, still: Option<&Condition>) -> bool {
        if self.repeat == agenda {
            return false;
        }
        let found = self.once_more(agenda, link, still);
        if self.full || (found && must) { found } else { self.agenda(link.rest) || found }
    }

    /// What the repeat itself offers.
    fn once_more(&mut self, agenda: u16, link: &Link, still: Option<&Condition>) -> bool {
        let before = std::mem::replace(&mut self.repeat, agenda);
        let found = still.is_none_or(|still| self.reader.is_true(still)) && self.agenda(child(link, 0));
        self.repeat = before;
        found
    }
}

/// The agenda of a part; the empty one where there is no such part.
#[inline]
fn child(link: &Link, part: usize) -> u16 {
    link.next.get(part).copied().unwrap_or(0)
}

/// The agenda that a Sequence, an If or a BySide comes down to here.
fn ahead<const W: usize>(reader: &Reader<'_, W>, link: &Link, kind: &NodeKind) -> u16 {
    match kind {
        NodeKind::BySide => child(link, usize::from(reader.side)),
        NodeKind::If(when, otherwise) if !reader.is_true(when) => {
            if *otherwise {
                child(link, 1)
            } else {
                link.rest
            }
        }
        _ => child(link, 0),
    }
}

/// Gives the sink every legal ply the agenda offers, the end of the turn aside; was there any?
#[inline]
pub fn offer<const W: usize>(reader: &Reader<'_, W>, agenda: u16, sink: &mut dyn Sink<W>) -> bool {
    Search::new(reader, sink).agenda(agenda)
}

/// The same with the end of the turn, where the turn may be ended and anything else is on offer.
#[inline]
pub fn options<const W: usize>(reader: &Reader<'_, W>, agenda: u16, sink: &mut dyn Sink<W>) {
    let mut search = Search::new(reader, sink);
    let found = search.agenda(agenda);
    if found && !search.full && reader.plan.rules.end.is_some() && may_end(reader, agenda) && !by_nature(reader, agenda)
    {
        search.sink.take(Group { node: 0, rest: 0, shape: Shape::End, set: Bits::one(0) });
    }
}

fn offers_any<const W: usize>(reader: &Reader<'_, W>, agenda: u16) -> bool {
    offer(reader, agenda, &mut AnyPly::default())
}

/// May the turn be ended here? Where a step may be left out and nothing follows, too.
pub fn may_end<const W: usize>(reader: &Reader<'_, W>, agenda: u16) -> bool {
    let rules = &reader.plan.rules;
    let Some(link) = rules.agendas.link(agenda) else { return true };
    if link.stop {
        return true;
    }
    match &rules.nodes[link.node].kind {
        NodeKind::Atomic(_) | NodeKind::Commit { .. } | NodeKind::Chance => false,
        NodeKind::Repeat { must, still } => {
            let again = || Search::new(reader, &mut AnyPly::default()).once_more(agenda, link, still.as_ref());
            let obliged = *must && again();
            !obliged && may_end(reader, link.rest)
        }
        NodeKind::Either => link.next.iter().any(|&part| may_end(reader, part) && offers_any(reader, part)),
        NodeKind::First => {
            let first = || link.next.iter().find(|&&part| offers_any(reader, part));
            link.next.iter().any(|&part| may_end(reader, part)) && first().is_some_and(|&part| may_end(reader, part))
        }
        kind => may_end(reader, ahead(reader, link, kind)),
    }
}

/// Is the next ply nature's?
#[inline(always)]
pub fn by_nature<const W: usize>(reader: &Reader<'_, W>, agenda: u16) -> bool {
    reader.plan.chance && is_natural(reader, agenda)
}

fn is_natural<const W: usize>(reader: &Reader<'_, W>, mut agenda: u16) -> bool {
    let rules = &reader.plan.rules;
    while let Some(link) = rules.agendas.link(agenda) {
        match &rules.nodes[link.node].kind {
            NodeKind::Chance => return true,
            kind @ (NodeKind::Sequence | NodeKind::If(..) | NodeKind::BySide) => agenda = ahead(reader, link, kind),
            _ => return false,
        }
    }
    false
}

/// The position as whoever chooses the next ply of the agenda sees it: the mover; or nature, who knows what everybody
/// knows. Of the reader only its position, its side and what is known of the plies of this turn count.
#[inline]
pub fn look<'a, const W: usize>(mut reader: Reader<'a, W>, agenda: u16) -> Reader<'a, W> {
    turn_to(&mut reader, agenda);
    reader
}

/// The same in place: a reader is too big to be handed on where every ply does it.
#[inline]
pub fn turn_to<const W: usize>(reader: &mut Reader<'_, W>, agenda: u16) {
    let hidden = reader.plan.rules.hidden;
    (reader.answer, reader.times, reader.upcoming) = (None, 0, None);
    reader.eyes = if hidden { Eyes::Side(reader.side) } else { Eyes::All };
    reader.nature = false;
    reader.nature = by_nature(reader, agenda);
    if reader.nature && hidden {
        reader.eyes = Eyes::Everybody;
    }
}

/// Is there any legal ply of the agenda, other than ending? Looked for in the state alone.
pub fn some_ply<const W: usize>(reader: Reader<'_, W>, agenda: u16) -> bool {
    offers_any(&look(reader, agenda), agenda)
}
