//! The layout of a pattern network: its patterns, and the row of weights for each content of a pattern.
//!
//! A pattern's code has a digit for each of its cells: the content from the perspective of one side; 0 is empty, then
//! come own kinds of pieces, the other sides' in turn order, neutral ones. Codes that a symmetry maps to each other share a row; a
//! pattern without pieces has row 0, which is always zero. If a symmetry of the rules exchanges the sides, the second
//! side sees the board through it and shares the rows of the first; otherwise it has its own. Of more than two sides, all
//! share rows where the rules treat them alike.

use crate::board_geometry::{BoardGeometry, LearnFault};
use crate::pattern_family::{PatternFamily, WeightSharing, lines, neighbourhoods, placed_lines, triples};
use crate::viewpoints::Viewpoints;
use lusory_base::hash::BuildFold;
use lusory_play::PieceChange;
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// The maximum number of codes of a pattern.
const MAX_CODES: usize = 20_000;
/// The maximum number of rows of a family that is shared by place.
const MAX_ROWS_BY_PLACE: usize = 40_000;
/// The maximum number of codes of a line.
const MAX_LINE_CODES: usize = 7_000;
/// The number of the family of single cells among those that are shared by place.
const CELLS_ALONE: usize = 3;
/// The maximum number of rows of a net.
pub const MAX_ROWS: usize = 2_000_000;
/// The maximum number of (owner, kind) pairs.
pub const MAX_PIECES: usize = 60;

/// A pattern that a cell lies in, and the weight of the cell's digit in its code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CellInPattern {
    pub pattern: u32,
    pub digit_weight: u32,
}

/// The patterns from the perspective of one side.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PatternView {
    /// By pattern: the start of its class in `PatternLayout::rows_of`.
    pub row_starts: Vec<u32>,
    /// By cell: the patterns that it lies in.
    pub patterns_of_cell: Vec<Vec<CellInPattern>>,
    /// The digit of each entry of `PatternLayout::pieces`.
    pub digits: Vec<u32>,
}

/// A layout; see the module.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternLayout {
    /// The board.
    pub board: BoardGeometry,
    /// From whose points of view positions are evaluated.
    pub viewpoints: Viewpoints,
    /// The distinguished (owner, kind) pairs, ascending.
    pub pieces: Vec<(u8, u8)>,
    /// The number of rows.
    pub rows: usize,
    /// The number of patterns.
    pub patterns: usize,
    /// By class and code: the row.
    pub(crate) rows_of: Vec<u32>,
    /// By side.
    pub(crate) views: Vec<PatternView>,
    /// The number of classes of patterns; informative.
    pub classes: usize,
}

impl PatternLayout {
    /// The layout for a board and the (owner, kind) pairs of pieces that may be on it.
    ///
    /// # Errors
    /// A `LearnFault` says what is invalid or too large.
    pub fn new(
        board: BoardGeometry,
        mut pieces: Vec<(u8, u8)>,
        viewpoints: Viewpoints,
    ) -> Result<PatternLayout, LearnFault> {
        let board = board.validated()?;
        pieces.sort_unstable();
        pieces.dedup();
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            return Err(LearnFault(format!("{} kinds of pieces: expected 1 to {MAX_PIECES}", pieces.len())));
        }
        let mut builder = LayoutBuilder::new(board, pieces, viewpoints);
        for family in builder.choose_families() {
            builder.add_family(&family);
        }
        let layout = builder.layout;
        if layout.rows > MAX_ROWS {
            return Err(LearnFault(format!("{} rows of weights: expected at most {MAX_ROWS}", layout.rows)));
        }
        Ok(layout)
    }

    /// A layout without patterns, for rules that have none: its nets read inputs alone.
    #[must_use]
    pub fn without_patterns(cells: usize, viewpoints: Viewpoints) -> PatternLayout {
        let view = PatternView { patterns_of_cell: vec![Vec::new(); cells], ..PatternView::default() };
        let (views, pieces, rows_of) = (vec![view; viewpoints.sides], Vec::new(), Vec::new());
        let board = BoardGeometry { cells, ..BoardGeometry::default() };
        PatternLayout { board, viewpoints, pieces, rows: 1, patterns: 0, rows_of, views, classes: 0 }
    }

    /// Whether the second side shares the weights of the first.
    #[must_use]
    pub fn shares_sides(&self) -> bool {
        self.board.symmetries.iter().any(|symmetry| symmetry.exchange)
    }

    /// A hash of the layout. A net fits one layout only.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let views: Vec<_> =
            self.views.iter().map(|view| (&view.row_starts, &view.patterns_of_cell, &view.digits)).collect();
        BuildFold::default().hash_one((&self.rows_of, views, self.rows))
    }

    /// The index of a piece among `pieces`; of an unknown kind, that of another kind of its owner.
    pub(crate) fn piece_index(&self, change: &PieceChange) -> usize {
        let is_piece = |&(owner, kind): &(u8, u8)| (owner, kind) == (change.owner, change.kind);
        let place = self.pieces.iter().position(is_piece);
        place.or_else(|| self.pieces.iter().position(|&(owner, _)| owner == change.owner)).unwrap_or(0)
    }

    /// The row of an entry of `rows_of`: the start of a pattern's class plus the pattern's code.
    #[inline]
    pub(crate) fn row(&self, entry: u32) -> u32 {
        self.rows_of[entry as usize]
    }
}

struct LayoutBuilder {
    layout: PatternLayout,
    /// The number of different contents of a cell (the base of codes).
    contents: usize,
}

/// The start of each class's rows, by side (0 where both share it) and canonical tokens.
type Classes = BTreeMap<(usize, Vec<u32>), u32>;

impl LayoutBuilder {
    fn new(board: BoardGeometry, pieces: Vec<(u8, u8)>, viewpoints: Viewpoints) -> Self {
        let sides = viewpoints.sides;
        let all = (0..sides).flat_map(|side| digits(&pieces, side, sides));
        let contents = all.max().map_or(2, |most| most as usize + 1);
        let view = |side: usize| {
            let touches = vec![Vec::new(); board.cells];
            PatternView { row_starts: Vec::new(), patterns_of_cell: touches, digits: digits(&pieces, side, sides) }
        };
        let views = (0..sides).map(view).collect();
        let (rows_of, rows) = (Vec::new(), 1);
        let layout = PatternLayout { board, viewpoints, pieces, rows, patterns: 0, rows_of, views, classes: 0 };
        LayoutBuilder { layout, contents }
    }

    /// The largest neighbourhoods with the least weight sharing that the limits allow; lines where the rules count
    /// them, and where cells have too many contents for any neighbourhood.
    fn choose_families(&self) -> Vec<PatternFamily> {
        let board = &self.layout.board;
        let all: Vec<usize> = (0..board.steps.len()).collect();
        let sides: Vec<usize> = all.iter().copied().filter(|&direction| board.sides[direction]).collect();
        let mut families = Vec::new();
        let place = |directions: &[usize]| neighbourhoods(board, directions, WeightSharing::ByPlace);
        let by_place = [place(&all), place(&sides), triples(board), place(&[])];
        let fitting = by_place.into_iter().enumerate().find(|(_, family)| self.fits(family));
        let number = fitting.as_ref().map_or(CELLS_ALONE, |&(number, _)| number);
        if number > 0 {
            let by_shape =
                [all.as_slice(), &sides].map(|directions| neighbourhoods(board, directions, WeightSharing::ByShape));
            let neighbourhood = by_shape.into_iter().find(|family| self.largest_code_count(family) <= MAX_CODES);
            let needs_lines = number >= CELLS_ALONE && board.line_length <= 2;
            families.extend(neighbourhood.or_else(|| needs_lines.then(|| self.short_lines())));
        }
        families.extend(fitting.map(|(_, family)| family));
        if board.line_length > 2 {
            families.push(lines(board, self.line_length(3, board.line_length + 1)));
            families.extend(Some(placed_lines(board, board.line_length)).filter(|family| self.fits(family)));
        }
        families
    }

    /// Lines of three cells, or of two, where cells have too many contents for neighbourhoods.
    fn short_lines(&self) -> PatternFamily {
        lines(&self.layout.board, self.line_length(2, 3))
    }

    /// The greatest length of lines in a range that the limit allows; the least where it allows none.
    fn line_length(&self, least: usize, most: usize) -> usize {
        let codes = |length: usize| self.contents.saturating_pow(length as u32);
        (least..=most).rev().find(|&length| codes(length) <= MAX_LINE_CODES).unwrap_or(least)
    }

    fn largest_code_count(&self, family: &PatternFamily) -> usize {
        let codes = |cells: usize| self.contents.saturating_pow(cells as u32);
        family.members.iter().map(|member| codes(member.len())).max().unwrap_or(0)
    }

    /// Whether a family fits the limits, with one table per class.
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
        for side in 0..self.layout.viewpoints.sides {
            let shares_sides = family.exchange.is_some();
            for (number, member) in family.members.iter().enumerate() {
                let (order, places) = family.canonical(member, side > 0);
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

    /// Adds the rows of a new class; returns their start.
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

/// The digit of each piece from the perspective of a side (from 0): own kinds, the other sides', neutral.
fn digits(pieces: &[(u8, u8)], side: usize, sides: usize) -> Vec<u32> {
    let relation = |owner: u8| match usize::from(owner) {
        0 => sides,
        owner => (owner - 1 + sides - side) % sides,
    };
    // All sides use the same digits for the same kinds, even if only one may have them.
    let mut contents: Vec<(usize, u8)> = Vec::new();
    for &(owner, kind) in pieces {
        match owner {
            0 => contents.push((sides, kind)),
            _ => contents.extend((0..sides).map(|relation| (relation, kind))),
        }
    }
    contents.sort_unstable();
    contents.dedup();
    let digit =
        |&(owner, kind): &(u8, u8)| contents.binary_search(&(relation(owner), kind)).map_or(0, |at| at as u32 + 1);
    pieces.iter().map(digit).collect()
}
