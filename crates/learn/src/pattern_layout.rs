//! The layout of a network: its patterns, and the row of weights for each content of a pattern.
//!
//! A pattern's code is a number with a digit for each of its cells: its content from the point of view of one side, 0
//! nothing, then own kinds of pieces, then the other side's, then neutral ones. Codes that a symmetry maps to each other
//! share a row; a pattern without pieces has row 0, which is always zero. Where the rules have an exchange of colours, the
//! second side looks at the board through it and shares the rows of the first; else it has rows of its own.

use crate::board_geometry::{BoardGeometry, LearnFault};
use crate::pattern_family::{PatternFamily, WeightSharing, lines, neighbourhoods, placed_lines, triples};
use lusory_base::hash::BuildFold;
use lusory_play::PieceChange;
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// The most codes of one pattern.
const MAX_CODES: usize = 20_000;
/// The most rows of patterns that are tied by place.
const MAX_ROWS_BY_PLACE: usize = 40_000;
/// The most codes of a line, and the most rows of a net.
const MAX_LINE_CODES: usize = 7_000;
/// No net has more rows.
pub const MAX_ROWS: usize = 2_000_000;
/// The most sets of pieces that are told apart.
pub const MAX_PIECES: usize = 60;

/// A pattern of one cell: which, and what a step of its digit is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CellInPattern {
    pub pattern: u32,
    pub digit_weight: u32,
}

/// How one side sees the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PatternView {
    /// Where the rows of each pattern begin in `PatternLayout::rows_of`.
    pub row_starts: Vec<u32>,
    /// For each cell the patterns that it lies in.
    pub patterns_of_cell: Vec<Vec<CellInPattern>>,
    /// The digit of each set of pieces, by its number among `PatternLayout::pieces`.
    pub digits: Vec<u32>,
}

/// See the module.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternLayout {
    /// The board.
    pub board: BoardGeometry,
    /// Owners and kinds of pieces that are told apart, ascending.
    pub pieces: Vec<(u8, u8)>,
    /// How many rows of weights there are.
    pub rows: usize,
    /// How many patterns there are.
    pub patterns: usize,
    /// For each class, and each of its codes, the row.
    pub(crate) rows_of: Vec<u32>,
    pub(crate) views: [PatternView; 2],
    /// Classes of patterns, for those who want to know.
    pub classes: usize,
}

impl PatternLayout {
    /// The layout for a board and the pieces that may lie on it.
    ///
    /// # Errors
    /// A `LearnFault` says what is too large.
    pub fn new(board: BoardGeometry, mut pieces: Vec<(u8, u8)>) -> Result<PatternLayout, LearnFault> {
        let board = board.validated()?;
        pieces.sort_unstable();
        pieces.dedup();
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            return Err(LearnFault(format!("{} kinds of pieces: expected 1 to {MAX_PIECES}", pieces.len())));
        }
        let mut builder = LayoutBuilder::new(board, pieces);
        for family in builder.choose_families() {
            builder.add_family(&family);
        }
        let layout = builder.layout;
        if layout.rows > MAX_ROWS {
            return Err(LearnFault(format!("{} rows of weights: expected at most {MAX_ROWS}", layout.rows)));
        }
        Ok(layout)
    }

    /// Does the second side share the weights of the first?
    #[must_use]
    pub fn shares_sides(&self) -> bool {
        self.board.symmetries.iter().any(|symmetry| symmetry.exchange)
    }

    /// A hash that identifies the layout; a net fits one layout only.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let views: Vec<_> =
            self.views.iter().map(|view| (&view.row_starts, &view.patterns_of_cell, &view.digits)).collect();
        BuildFold::default().hash_one((&self.rows_of, views, self.rows))
    }

    /// The number of a set of pieces, by its owner and kind; of one that is not told apart that of another of its owner.
    pub(crate) fn piece_index(&self, change: &PieceChange) -> usize {
        let same = |&(owner, kind): &(u8, u8)| (owner, kind) == (change.owner, change.kind);
        let known = self.pieces.iter().position(same);
        known.or_else(|| self.pieces.iter().position(|&(owner, _)| owner == change.owner)).unwrap_or(0)
    }

    /// The row of a pattern's content, from the point of view of a side (0 or 1).
    #[inline]
    pub(crate) fn row(&self, side: usize, pattern: usize, code: u32) -> u32 {
        self.rows_of[(self.views[side].row_starts[pattern] + code) as usize]
    }
}

struct LayoutBuilder {
    layout: PatternLayout,
    /// How many different contents a cell may have.
    contents: usize,
}

/// A class is found by its family, its side (0 where both share it) and its tokens.
type Classes = BTreeMap<(usize, Vec<u32>), u32>;

impl LayoutBuilder {
    fn new(board: BoardGeometry, pieces: Vec<(u8, u8)>) -> Self {
        let contents = digits(&pieces, 1).iter().chain(&digits(&pieces, 2)).max().map_or(2, |&most| most as usize + 1);
        let view = |side: u8| {
            let touches = vec![Vec::new(); board.cells];
            PatternView { row_starts: Vec::new(), patterns_of_cell: touches, digits: digits(&pieces, side) }
        };
        let views = [view(1), view(2)];
        let layout = PatternLayout { board, pieces, rows: 1, patterns: 0, rows_of: Vec::new(), views, classes: 0 };
        LayoutBuilder { layout, contents }
    }

    /// Neighbourhoods as large, and tied as little, as there is room for; lines where the rules count them.
    fn choose_families(&self) -> Vec<PatternFamily> {
        let board = &self.layout.board;
        let all: Vec<usize> = (0..board.steps.len()).collect();
        let sides: Vec<usize> = all.iter().copied().filter(|&direction| board.sides[direction]).collect();
        let mut families = Vec::new();
        let place = |directions: &[usize]| neighbourhoods(board, directions, WeightSharing::ByPlace);
        let by_place = [place(&all), place(&sides), triples(board), place(&[])];
        let fitting = by_place.into_iter().enumerate().find(|(_, family)| self.fits(family));
        if fitting.as_ref().is_none_or(|&(number, _)| number > 0) {
            let by_shape =
                [all.as_slice(), &sides].map(|directions| neighbourhoods(board, directions, WeightSharing::ByShape));
            families.extend(by_shape.into_iter().find(|family| self.largest_code_count(family) <= MAX_CODES));
        }
        families.extend(fitting.map(|(_, family)| family));
        if board.line_length > 2 {
            let codes = |length: usize| self.contents.saturating_pow(length as u32);
            let length = (3..=board.line_length + 1).rev().find(|&length| codes(length) <= MAX_LINE_CODES).unwrap_or(3);
            families.push(lines(board, length));
            families.extend(Some(placed_lines(board, board.line_length)).filter(|family| self.fits(family)));
        }
        families
    }

    fn largest_code_count(&self, family: &PatternFamily) -> usize {
        let codes = |cells: usize| self.contents.saturating_pow(cells as u32);
        family.members.iter().map(|member| codes(member.len())).max().unwrap_or(0)
    }

    /// Is there room for a family, one table for each of its classes?
    fn fits(&self, family: &PatternFamily) -> bool {
        let mut classes = BTreeMap::new();
        for member in &family.members {
            let (order, _) = family.canonical(member, false);
            classes.entry(order).or_insert_with_key(|order| {
                self.contents.saturating_pow(order.len() as u32) / family.stabiliser(order).len().max(1)
            });
        }
        let rows = classes.values().fold(0usize, |sum, &rows| sum.saturating_add(rows));
        self.largest_code_count(family) <= MAX_CODES && rows <= MAX_ROWS_BY_PLACE
    }

    fn add_family(&mut self, family: &PatternFamily) {
        let mut classes = Classes::new();
        let first = self.layout.patterns;
        for side in 0..2 {
            let shares_sides = family.exchange.is_some();
            for (number, member) in family.members.iter().enumerate() {
                let (order, places) = family.canonical(member, side == 1);
                let key = (if shares_sides { 0 } else { side }, order);
                let base = match classes.get(&key) {
                    Some(&base) => base,
                    None => {
                        let base = self.add_class(family, &key.1);
                        classes.insert(key, base);
                        base
                    }
                };
                let view = &mut self.layout.views[side];
                view.row_starts.push(base);
                for (&(cell, _), &place) in member.iter().zip(&places) {
                    let place = self.contents.pow(place as u32) as u32;
                    view.patterns_of_cell[usize::from(cell)]
                        .push(CellInPattern { pattern: (first + number) as u32, digit_weight: place });
                }
            }
        }
        self.layout.patterns += family.members.len();
        self.layout.classes += classes.len();
    }

    /// The rows of a new class: where they begin.
    fn add_class(&mut self, family: &PatternFamily, order: &[u32]) -> u32 {
        let stabiliser = family.stabiliser(order);
        let base = self.layout.rows_of.len();
        let codes = self.contents.pow(order.len() as u32);
        let powers: Vec<usize> = (0..order.len()).map(|place| self.contents.pow(place as u32)).collect();
        let permuted = |code: usize, places: &[usize]| -> usize {
            places.iter().enumerate().map(|(from, &to)| code / powers[from] % self.contents * powers[to]).sum()
        };
        for code in 0..codes {
            let canonical_code = stabiliser.iter().map(|places| permuted(code, places)).min().unwrap_or(code);
            let row = match (code, canonical_code) {
                (0, _) => 0,
                _ if canonical_code < code => self.layout.rows_of[base + canonical_code],
                _ => {
                    self.layout.rows += 1;
                    self.layout.rows as u32 - 1
                }
            };
            self.layout.rows_of.push(row);
        }
        base as u32
    }
}

/// The digit of each set of pieces as a side sees it: its own kinds, the other side's, nobody's.
fn digits(pieces: &[(u8, u8)], side: u8) -> Vec<u32> {
    let relation = |owner: u8| match owner {
        0 => 2u8,
        owner if owner == side => 0,
        _ => 1,
    };
    // Each side has the same digits for the same kinds, whether or not both may have them.
    let mut contents: Vec<(u8, u8)> = Vec::new();
    for &(owner, kind) in pieces {
        if owner == 0 {
            contents.push((2, kind));
        } else {
            contents.extend([(0, kind), (1, kind)]);
        }
    }
    contents.sort_unstable();
    contents.dedup();
    let digit =
        |&(owner, kind): &(u8, u8)| contents.binary_search(&(relation(owner), kind)).map_or(0, |at| at as u32 + 1);
    pieces.iter().map(digit).collect()
}
