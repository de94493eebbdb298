//! Pattern matching: recognises the rules that this kernel supports.

use super::super::parts::Verdict;
use super::super::place_table::PlaceTable;
use super::line::Lines;
use crate::bits::Bits;
use crate::board::Place;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Action, Atomic, Cells, Condition, Effect, End, EndKind, Link, NodeKind, Phase, Side};

/// The most cells that an answer may choose from: their subsets are numbered.
const MOST_ANNOUNCED: u32 = 40;

/// A turn of the opening.
#[derive(Clone, Debug)]
pub enum Opening {
    /// A piece put down openly: its node.
    Place(u16),
    /// Exchange or keep sides: the nodes, and which of them exchanges.
    Choose(Vec<(u16, bool)>),
}

/// A secret placement.
#[derive(Clone, Debug)]
pub struct Commit<const W: usize> {
    /// Its node.
    pub node: u16,
    /// That of the answer.
    pub answer: u16,
    /// What is announced of each target, by announcement.
    pub announced: Vec<PlaceTable<W, Bits<W>>>,
    /// Whether the ply fails where the answer shows a piece.
    pub fails: bool,
}

/// The ends of the game.
#[derive(Clone, Debug)]
pub struct Ends<const W: usize> {
    /// Lines of the mover's.
    pub lines: Option<(Lines<W>, Verdict)>,
    /// The next side has no ply.
    pub stuck: Option<Verdict>,
}

/// Whether the effect is a Tell. Announced facts affect no ply.
pub fn tells(effect: &Phase<Effect>) -> bool {
    matches!(effect, Phase::Plain(Effect::Tell { .. }))
}

/// The link of a turn that consists of one part and cannot be ended early.
fn link<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<&Link> {
    plan.rules.agendas.link(agenda).filter(|link| link.rest == 0 && !link.stop)
}

fn bare(atomic: &Atomic) -> bool {
    atomic.needs.is_none() && atomic.unless.is_none() && atomic.then.is_empty()
}

/// A turn of the opening.
pub fn opening<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<Opening> {
    let link = link(plan, agenda)?;
    match &plan.rules.nodes.get(link.node)?.kind {
        NodeKind::Atomic(atomic) => match chooses(atomic) {
            Some(swap) => Some(Opening::Choose(vec![(link.node as u16, swap)])),
            None => places(atomic).then_some(Opening::Place(link.node as u16)),
        },
        NodeKind::Either => {
            let choice = |&part: &u16| {
                let link = self::link(plan, part)?;
                Some((link.node as u16, chooses(plan.rules.nodes.get(link.node)?.atomic()?)?))
            };
            link.next.iter().map(choice).collect::<Option<Vec<_>>>().map(Opening::Choose)
        }
        _ => None,
    }
}

/// Whether the atomic ply is the choice of a side; if so, whether it exchanges the sides.
fn chooses(atomic: &Atomic) -> Option<bool> {
    match atomic.action {
        Action::Swap if bare(atomic) => Some(true),
        Action::Keep if bare(atomic) => Some(false),
        _ => None,
    }
}

/// Whether the atomic ply is a placement of an own piece on a cell where the mover sees none.
fn places(atomic: &Atomic) -> bool {
    match &atomic.action {
        Action::Place { to, own: true, shape, .. } => {
            let expected = [(false, false, true), (true, false, false), (false, true, false), (true, true, false)];
            bare(atomic) && shape.is_empty() && expected.iter().all(|&(own, open, is)| lies(to, own, open) == Some(is))
        }
        _ => false,
    }
}

/// Whether the set contains a cell with (`own`) or without a piece of the mover, public (`open`) or not.
fn lies(word: &Cells, own: bool, open: bool) -> Option<bool> {
    match word {
        Cells::Of(Side::Own) => Some(own),
        Cells::Open => Some(open),
        Cells::Empty => Some(!own && !open),
        Cells::Everywhere => Some(true),
        Cells::Not(part) => lies(part, own, open).map(|is| !is),
        Cells::And(parts) => parts.iter().try_fold(true, |all, part| Some(all & lies(part, own, open)?)),
        Cells::Or(parts) => parts.iter().try_fold(false, |all, part| Some(all | lies(part, own, open)?)),
        _ => None,
    }
}

/// The placement of an ordinary turn.
pub fn commit<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<Commit<W>> {
    let link = link(plan, agenda)?;
    let node = |number: usize| plan.rules.nodes.get(number).map(|node| &node.kind);
    let NodeKind::Commit { place, announce, answer: Some(answer), fails, .. } = node(link.node)? else { return None };
    let (NodeKind::Atomic(put), NodeKind::Atomic(shown)) = (node(*place)?, node(*answer)?) else { return None };
    let Action::Reveal { what } = &shown.action else { return None };
    let announced: Vec<_> = announce.iter().map(|word| regions(plan, word)).collect();
    let few = plan.board.all.iter().all(|place| announced.iter().all(|of| of.at(place).count() <= MOST_ANNOUNCED));
    if announced.is_empty() || !few || !places(put) || !bare(shown) || !all_secret(what) {
        return None;
    }
    let fails = match fails {
        None => false,
        Some(fails) => hits(fails).then_some(true)?,
    };
    Some(Commit { node: link.node as u16, answer: *answer as u16, announced, fails })
}

/// The announcement for each target; it depends on the target and the board alone.
fn regions<const W: usize>(plan: &Plan<W>, word: &Cells) -> PlaceTable<W, Bits<W>> {
    let blank = plan.blank();
    let reader = WordEvaluator { side: 0, ..WordEvaluator::new(plan, &blank) };
    PlaceTable::new(|place| {
        let is_known = plan.board.all.has(place as u32);
        if is_known { WordEvaluator { to: place as Place, ..reader }.cells(word) } else { Bits::EMPTY }
    })
}

/// Whether the answer may show any of the announced secret pieces.
fn all_secret(word: &Cells) -> bool {
    match word {
        Cells::Of(Side::Own) | Cells::Announced | Cells::Everywhere => true,
        Cells::And(parts) => parts.iter().all(all_secret),
        Cells::Or(parts) => parts.iter().any(all_secret),
        _ => false,
    }
}

/// Whether the condition is "a piece was shown on the target".
fn hits(word: &Condition) -> bool {
    match word {
        Condition::Some(part) => hits(part),
        Condition::Cells(Cells::And(parts)) => {
            matches!(parts[..], [Cells::To, Cells::Revealed] | [Cells::Revealed, Cells::To])
        }
        _ => false,
    }
}

/// The ends: lines first, then having no ply.
pub fn ends<const W: usize>(plan: &Plan<W>) -> Option<Ends<W>> {
    let mut ends = Ends { lines: None, stuck: None };
    for (number, end) in plan.rules.ends.iter().enumerate() {
        let Phase::Plain(End { kind, when, .. }) = end else { return None };
        let halves = match kind {
            EndKind::Win => 2,
            EndKind::Draw => 1,
            EndKind::Loss => 0,
            EndKind::Most(_) => return None,
        };
        let verdict = Verdict::by((number as u16, halves));
        match when {
            Condition::NoPly { agenda: None, all: false } if ends.stuck.is_none() => ends.stuck = Some(verdict),
            _ if ends.lines.is_none() && ends.stuck.is_none() => ends.lines = Some((Lines::new(plan, when)?, verdict)),
            _ => return None,
        }
    }
    Some(ends)
}
