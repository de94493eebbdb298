//! Recognises the forms of ends that kernels support.

use super::{Bits, Cells, Plan, goals, is_own, mutual, some};
use crate::board::DirectionSet;
use crate::rule::{Condition, Connected, End, EndKind, Line, Number, Phase, Regions, Ring, Side};

/// One end.
#[derive(Clone, Debug)]
pub(in super::super) struct Clause<const W: usize> {
    pub what: EndForm<W>,
    /// Its number, and the mover's half points.
    pub end: (u16, u8),
}

/// When a game is over.
#[derive(Clone, Debug)]
pub(in super::super) enum EndForm<const W: usize> {
    /// Line(n) or Line(n, exact=true) of own pieces; the axes as directions.
    Line { n: u32, exact: bool, axes: Vec<usize> },
    /// No(empty)
    Full,
    /// Most(Score(own), when=No(empty))
    MostPoints,
    /// NoPly()
    NoPly,
    /// Repeats(n)
    Repeats(u32),
    /// Connected(own, regions, n): for each side the regions
    Linked { regions: [Vec<Bits<W>>; 2], n: u32, ways: DirectionSet },
    /// Ring()
    Ring { ways: DirectionSet },
}

pub(super) fn of<const W: usize>(plan: &Plan<W>, end: &Phase<End>, by: u16) -> Option<Clause<W>> {
    let Phase::Plain(End { kind, when, .. }) = end else { return None };
    let (form, halves) = match kind {
        EndKind::Win => (when_(plan, when)?, 2),
        EndKind::Draw => (when_(plan, when)?, 1),
        EndKind::Loss => (when_(plan, when)?, 0),
        EndKind::Most(number) => (most(number, when)?, 1),
    };
    Some(Clause { what: form, end: (by, halves) })
}

fn most<const W: usize>(number: &Number, when: &Condition) -> Option<EndForm<W>> {
    match (number, when) {
        (Number::Score(Side::Own), when) if is_full(when) => Some(EndForm::MostPoints),
        _ => None,
    }
}

fn none_of(when: &Condition) -> Option<&Cells> {
    if let Condition::No(inner) = when { some(inner) } else { None }
}

fn is_full(when: &Condition) -> bool {
    matches!(none_of(when), Some(Cells::Empty))
}

fn when_<const W: usize>(plan: &Plan<W>, when: &Condition) -> Option<EndForm<W>> {
    match when {
        Condition::NoPly { agenda: None, all: false } => Some(EndForm::NoPly),
        Condition::Repeats(n) => Some(EndForm::Repeats(*n)),
        Condition::No(_) if is_full(when) => Some(EndForm::Full),
        _ => cells(plan, some(when)?),
    }
}

fn cells<const W: usize>(plan: &Plan<W>, cells: &Cells) -> Option<EndForm<W>> {
    match cells {
        Cells::Line(line) => self::line(plan, line),
        Cells::Connected(word) => linked(plan, word),
        Cells::Ring(word) => {
            let Ring { of, ways } = &**word;
            let ways =
                mutual(plan, ways).filter(|&ways| ways == plan.board.every && ways == plan.board.layout.sides)?;
            is_own(of).then_some(EndForm::Ring { ways })
        }
        _ => None,
    }
}

fn line<const W: usize>(plan: &Plan<W>, line: &Line) -> Option<EndForm<W>> {
    let ways = mutual(plan, &line.ways)?;
    let axes = plan.board.axes.iter().copied().filter(|&axis| ways >> axis & 1 != 0).collect();
    let is_plain = is_own(&line.of) && line.times == 1 && line.n >= 2;
    is_plain.then_some(EndForm::Line { n: line.n, exact: line.exact, axes })
}

fn linked<const W: usize>(plan: &Plan<W>, word: &Connected) -> Option<EndForm<W>> {
    let ways = mutual(plan, &word.ways)?;
    let regions = [regions(plan, &word.regions, 0)?, regions(plan, &word.regions, 1)?];
    if !is_own(&word.of) || regions[0].len() != regions[1].len() {
        return None;
    }
    let n = word.n.unwrap_or(regions[0].len().max(1) as u32);
    (n >= 1).then_some(EndForm::Linked { regions, n, ways })
}

/// The regions of a side.
fn regions<const W: usize>(plan: &Plan<W>, word: &Regions, side: usize) -> Option<Vec<Bits<W>>> {
    match word {
        Regions::List(list) => list.iter().map(|cells| goals(plan, cells).map(|sides| sides[side])).collect(),
        Regions::BySide(sides) => regions(plan, sides.get(side)?, side),
        _ => None,
    }
}
