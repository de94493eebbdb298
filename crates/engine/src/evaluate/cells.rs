//! Evaluates words for sets of cells.

use super::{Viewer, WordEvaluator};
use crate::bits::Bits;
use crate::board::{Place, set_of_place};
use crate::rule::{Cells, If, Regions, Side, Where};

/// Lists of at most so many regions need no allocation.
const FEW: usize = 8;

impl<const W: usize> WordEvaluator<'_, W> {
    /// The set of cells a word stands for. The most frequent words are inlined.
    #[inline(always)]
    #[must_use]
    pub fn cells(&self, word: &Cells) -> Bits<W> {
        match word {
            Cells::Fixed(index) => self.plan.fixed.get(*index).map_or(Bits::EMPTY, |sets| sets[self.side as usize & 3]),
            Cells::Of(side) => self.pieces_of(*side),
            Cells::Empty => self.empty(),
            _ => self.composed_cells(word),
        }
    }

    /// Words composed of others.
    fn composed_cells(&self, word: &Cells) -> Bits<W> {
        match word {
            Cells::Everywhere => self.plan.board.all,
            Cells::And(parts) => self.intersection(parts),
            Cells::Or(parts) => parts.iter().fold(Bits::EMPTY, |all, part| all | self.cells(part)),
            Cells::Not(part) => self.plan.board.all & !self.cells(part),
            Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => {
                self.plan.board.spread(self.cells(of), self.ways(ways))
            }
            Cells::If(choice) => self.branch(choice).map_or(Bits::EMPTY, |part| self.cells(part)),
            Cells::BySide(parts) => self.part_of_side(parts).map_or(Bits::EMPTY, |part| self.cells(part)),
            Cells::Where(word) => self.cells_where(word),
            Cells::Ray(ray) => self.ray(ray),
            Cells::Enclosed(word) => self.enclosed(word),
            Cells::Line(line) => self.line(line),
            Cells::Group(group) => self.group(group),
            Cells::Connected(word) => self.connected(word),
            Cells::Ring(ring) => self.ring(ring),
            _ => self.cells_of_plies(word),
        }
    }

    /// Words that refer to plies, and to kinds of piece.
    fn cells_of_plies(&self, word: &Cells) -> Bits<W> {
        let of_turn = |set: Bits<W>| if self.blank { Bits::EMPTY } else { set };
        match word {
            Cells::Here => set_of_place(self.here),
            Cells::To => set_of_place(self.to),
            Cells::Origin => set_of_place(self.origin),
            Cells::Just => of_turn(set_of_place(self.state.just)),
            Cells::Moved => of_turn(self.state.moved),
            Cells::Visited => of_turn(self.state.visited),
            Cells::Last { side, back } => self.last(*side, *back),
            Cells::Kind(kind) => self.kind(*kind),
            Cells::Marked(mark) => self.marked(*mark),
            Cells::Open => self.public_pieces(),
            Cells::Announced => self.answer.map_or(Bits::EMPTY, |answer| answer.announced),
            Cells::Revealed => self.answer.map_or(Bits::EMPTY, |answer| answer.revealed),
            _ => self.cells_of_board(word),
        }
    }

    /// Words of the board alone; they are evaluated once, when the rules are compiled.
    fn cells_of_board(&self, word: &Cells) -> Bits<W> {
        let board = &self.plan.board;
        let touching = |lines: &[Bits<W>], of: Bits<W>| {
            lines.iter().fold(Bits::EMPTY, |all, &line| if (line & of).any() { all | line } else { all })
        };
        match word {
            Cells::At(cells) => board.try_set(cells).unwrap_or(Bits::EMPTY),
            Cells::Ranks { first, last } => self.ranks(*first, *last),
            Cells::Row(of) => touching(&board.rows, self.cells(of)),
            Cells::Column(of) => touching(&board.columns, self.cells(of)),
            Cells::Center => board.centre,
            Cells::Shade(index) => board.shades.get(*index).copied().unwrap_or(Bits::EMPTY),
            Cells::Regions(regions) => {
                self.with_regions(regions, |sets| sets.iter().fold(Bits::EMPTY, |all, &set| all | set))
            }
            // The functions above evaluate these. Each word is named, so that a new one does not compile as an empty set.
            Cells::Fixed(..)
            | Cells::Of(..)
            | Cells::Empty
            | Cells::Everywhere
            | Cells::Kind(..)
            | Cells::Here
            | Cells::Where(..)
            | Cells::Marked(..)
            | Cells::To
            | Cells::Origin
            | Cells::Just
            | Cells::Moved
            | Cells::Visited
            | Cells::Last { .. }
            | Cells::Adjacent(..)
            | Cells::Shift(..)
            | Cells::Ray(..)
            | Cells::Enclosed(..)
            | Cells::Line(..)
            | Cells::Group(..)
            | Cells::Connected(..)
            | Cells::Ring(..)
            | Cells::Open
            | Cells::Announced
            | Cells::Revealed
            | Cells::And(..)
            | Cells::Or(..)
            | Cells::Not(..)
            | Cells::If(..)
            | Cells::BySide(..) => Bits::EMPTY,
        }
    }

    /// Whether the set has a cell. Computes no more than that.
    #[must_use]
    pub fn has_any(&self, word: &Cells) -> bool {
        match word {
            Cells::Or(parts) => parts.iter().any(|part| self.has_any(part)),
            Cells::If(choice) => self.branch(choice).is_some_and(|part| self.has_any(part)),
            Cells::BySide(parts) => self.part_of_side(parts).is_some_and(|part| self.has_any(part)),
            Cells::Line(line) => self.has_line(line),
            Cells::Group(group) => self.has_group(group),
            Cells::Connected(word) => self.is_connected(word),
            Cells::Ring(ring) => self.has_ring(ring),
            _ => self.cells(word).any(),
        }
    }

    /// The sets of cells of a list of regions.
    #[must_use]
    pub fn regions(&self, word: &Regions) -> Vec<Bits<W>> {
        self.with_regions(word, <[Bits<W>]>::to_vec)
    }

    /// Passes the sets of a list of regions to `read`.
    pub fn with_regions<T>(&self, word: &Regions, read: impl FnOnce(&[Bits<W>]) -> T) -> T {
        match word {
            Regions::If(choice) => match self.branch(choice) {
                Some(part) => self.with_regions(part, read),
                None => read(&[]),
            },
            Regions::BySide(parts) => match self.part_of_side(parts) {
                Some(part) => self.with_regions(part, read),
                None => read(&[]),
            },
            Regions::Corners => read(&self.plan.board.corners),
            Regions::Edges { which, corners: true } if which.iter().copied().eq(0..self.plan.board.edges.len()) => {
                read(&self.plan.board.edges)
            }
            Regions::Edges { which, corners } => {
                with_collected(which.iter().map(|&edge| self.edge(edge, *corners)), read)
            }
            Regions::List(parts) => with_collected(parts.iter().map(|part| self.cells(part)), read),
        }
    }

    fn edge(&self, edge: usize, corners: bool) -> Bits<W> {
        let board = &self.plan.board;
        let cells = board.edges.get(edge).copied().unwrap_or(Bits::EMPTY);
        if corners { cells } else { cells & !board.corner_cells }
    }

    /// The branch of a choice that applies here.
    #[inline]
    pub(super) fn branch<'p, T>(&self, choice: &'p If<T>) -> Option<&'p T> {
        if self.is_true(&choice.when) { Some(&choice.then) } else { choice.otherwise.as_ref() }
    }

    /// The mover's part.
    #[inline]
    pub(super) fn part_of_side<'p, T>(&self, parts: &'p [T]) -> Option<&'p T> {
        parts.get(usize::from(self.side))
    }

    #[inline]
    fn pieces_of(&self, side: Side) -> Bits<W> {
        match side {
            Side::Own => self.own(),
            Side::Enemy => self.others(),
            Side::Neutral => self.owner(0),
        }
    }

    fn intersection(&self, parts: &[Cells]) -> Bits<W> {
        let mut all = self.plan.board.all;
        for part in parts {
            all &= self.cells(part);
            if !all.any() {
                break;
            }
        }
        all
    }

    /// Asks for each cell of a set whether the condition holds there.
    fn cells_where(&self, word: &Where) -> Bits<W> {
        let is_member = |&place: &u32| WordEvaluator { here: place as Place, ..*self }.is_true(&word.when);
        self.cells(&word.of).iter().filter(is_member).collect()
    }

    fn kind(&self, kind: usize) -> Bits<W> {
        let kinds = self.plan.rules.kinds.len();
        let planes = (kind..self.plan.planes).step_by(kinds.max(1));
        planes.fold(Bits::EMPTY, |all, plane| all | self.plane(plane))
    }

    /// The cells with a mark. The next turn finds those that stay for it.
    fn marked(&self, mark: usize) -> Bits<W> {
        let layers = self.plan.rules.marks[mark];
        let layers = if self.blank { layers.lasting() } else { layers.all() };
        layers.fold(Bits::EMPTY, |all, layer| all | self.state.marks[layer])
    }

    fn public_pieces(&self) -> Bits<W> {
        if !self.plan.rules.hidden {
            return self.occupied();
        }
        let sets = self.state.pieces.iter().zip(&self.state.shown);
        sets.fold(Bits::EMPTY, |all, (&pieces, &shown)| all | pieces & shown)
    }

    /// A cell that is hidden from the viewer still counts as a ply.
    fn last(&self, side: Side, back: usize) -> Bits<W> {
        let mine = |owner: u8| (owner == self.side) == (side == Side::Own);
        let plies = self.state.lasts.iter().rev().filter(|last| mine(last.side));
        let is_known = |owner: u8| match self.viewer {
            Viewer::All => true,
            Viewer::Side(viewer) => viewer == owner,
            Viewer::Everybody => false,
        };
        match plies.into_iter().nth(back.wrapping_sub(1)) {
            Some(last) if last.known || is_known(last.side) => set_of_place(last.place),
            _ => Bits::EMPTY,
        }
    }

    fn ranks(&self, first: i64, last: i64) -> Bits<W> {
        let ranks = &self.plan.board.ranks;
        let Some(rows) = ranks.get(usize::from(self.side).min(ranks.len().wrapping_sub(1))) else {
            return Bits::EMPTY;
        };
        let index = |rank: i64| if rank > 0 { rank - 1 } else { rank + rows.len() as i64 };
        let row = |rank: i64| usize::try_from(index(rank)).ok().and_then(|index| rows.get(index)).copied();
        let most = rows.len() as i64;
        (first.max(-most)..=last.min(most)).filter_map(row).fold(Bits::EMPTY, |all, row| all | row)
    }
}

/// Collects the sets, without allocation where they are few.
fn with_collected<const W: usize, T>(
    sets: impl ExactSizeIterator<Item = Bits<W>>,
    read: impl FnOnce(&[Bits<W>]) -> T,
) -> T {
    let count = sets.len();
    if count > FEW {
        return read(&sets.collect::<Vec<_>>());
    }
    let mut few = [Bits::EMPTY; FEW];
    few.iter_mut().zip(sets).for_each(|(place, set)| *place = set);
    read(&few[..count])
}
