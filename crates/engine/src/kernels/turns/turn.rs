//! Derives the phases of a turn from the words of the rules.

use super::phase::{Directions, Phase, Which, full};
use crate::board::DirectionSet;
use crate::plan::Plan;
use crate::rule::{self, Action, Atomic, Cells, Link, Node, NodeKind, Side};

/// The most consecutive phases.
const MOST: usize = 64;

/// The largest number of directions of a ply; none where a ply is not a move.
pub fn most_ways<const W: usize>(plan: &Plan<W>) -> Option<u32> {
    let atomics = plan.rules.nodes.iter().filter_map(Node::atomic);
    let counts = atomics.map(|atomic| Some(moved(&atomic.action)?.ways.count_ones()));
    counts.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// The phases of every turn; the first is where it begins.
pub fn phases<const W: usize, const D: usize>(plan: &Plan<W>) -> Option<Vec<Phase<W, D>>> {
    let mut maker = Maker { plan, known: Vec::new(), phases: Vec::new() };
    maker.phase(*plan.rules.turns.first()?)?;
    maker.phases.into_iter().collect()
}

/// The cell of each place.
pub fn ids<const W: usize>(plan: &Plan<W>) -> Vec<u32> {
    (0..64 * W as i16).map(|place| plan.board.cell_of(place)).collect()
}

/// Builds a phase for every agenda that a turn can reach.
struct Maker<'p, const W: usize, const D: usize> {
    plan: &'p Plan<W>,
    /// The agenda of each phase.
    known: Vec<u16>,
    phases: Vec<Option<Phase<W, D>>>,
}

impl<const W: usize, const D: usize> Maker<'_, W, D> {
    /// The number of an agenda's phase.
    fn phase(&mut self, agenda: u16) -> Option<usize> {
        let rules = &self.plan.rules;
        let Some(link) = rules.agendas.link(agenda) else { return Some(usize::MAX) };
        if let Some(number) = self.known.iter().position(|&number| number == agenda) {
            return Some(number);
        }
        match &rules.nodes.get(link.node)?.kind {
            NodeKind::Sequence => self.phase(*link.next.first()?),
            NodeKind::Atomic(atomic) => self.ply(agenda, link, atomic, link.stop),
            // A loop until there is no ply; the turn may always be ended, since nothing follows
            // it.
            NodeKind::Repeat { must: false, still: None } if link.rest == 0 => {
                let once = rules.agendas.link(*link.next.first()?)?;
                self.ply(agenda, once, rules.nodes.get(once.node)?.atomic()?, true)
            }
            _ => None,
        }
    }

    fn ply(&mut self, agenda: u16, link: &Link, atomic: &Atomic, stop: bool) -> Option<usize> {
        let number = self.phases.len();
        if atomic.needs.is_some() || atomic.unless.is_some() || !atomic.then.is_empty() || number >= MOST {
            return None;
        }
        self.known.push(agenda);
        self.phases.push(None);
        let moved = moved(&atomic.action)?;
        let (what, over) = (Which::new(moved.what), Which::new(moved.over.unwrap_or_default()));
        let (jump, captures) = (full(moved.over.is_some()), full(moved.captures));
        let (ways, base) = (Directions::new(&self.plan.board, moved.ways)?, atomic.base?);
        let next = self.phase(link.rest)?;
        self.phases[number] = Some(Phase { what, over, jump, captures, ways, stop, next, base });
        Some(number)
    }
}

/// The pieces that a ply may move: unmoved ones, moved ones, or the one moved last.
struct Moved {
    what: [bool; 3],
    over: Option<[bool; 3]>,
    captures: bool,
    ways: DirectionSet,
}

fn moved(action: &Action) -> Option<Moved> {
    let (what, over, to, ways, captures) = match action {
        Action::Step { what, to, ways } => (what, None, to, ways, false),
        Action::Hop { what, over, to, ways, captures } => (what, Some(over), to, ways, *captures),
        _ => return None,
    };
    let pieces = |word| classes(word).map(|[_, still, moved, just]| [still, moved, just]);
    let over = match over {
        Some(over) => Some(pieces(over)?),
        None => None,
    };
    let to_empty = classes(to)? == [true, false, false, false];
    match ways {
        rule::Directions::Fixed(sets) if to_empty && sets[0] == sets[1] => {
            Some(Moved { what: pieces(what)?, over, captures, ways: sets[0] })
        }
        _ => None,
    }
}

/// Whether a word contains empty cells, unmoved pieces, moved pieces, the piece moved last. All pieces are neutral.
fn classes(word: &Cells) -> Option<[bool; 4]> {
    let join = |parts: &[Cells], start: bool, join: fn(bool, bool) -> bool| {
        parts.iter().try_fold([start; 4], |all, part| {
            let part = classes(part)?;
            Some(std::array::from_fn(|i| join(all[i], part[i])))
        })
    };
    match word {
        Cells::Of(Side::Neutral) | Cells::Kind(_) => Some([false, true, true, true]),
        Cells::Of(_) => Some([false; 4]),
        Cells::Empty => Some([true, false, false, false]),
        Cells::Everywhere => Some([true; 4]),
        Cells::Moved => Some([false, false, true, true]),
        Cells::Just => Some([false, false, false, true]),
        Cells::Not(part) => classes(part).map(|part| part.map(|holds| !holds)),
        Cells::And(parts) => join(parts, true, |a, b| a && b),
        Cells::Or(parts) => join(parts, false, |a, b| a || b),
        _ => None,
    }
}
