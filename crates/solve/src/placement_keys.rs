//! Keys of positions that are nothing but their pieces and the cells of some of the last plies, in games where every ply
//! places one piece that stays. Whatever else the engine's state remembers, such as a last ply too far back to be read any
//! more, does not tell positions apart here.
//!
//! A key is the least of one hash for each symmetry: sums of random numbers, which a ply changes by one number each.

use lusory_play::random_numbers::random_number;
use lusory_play::{Explorer, PieceChange, PositionKey, Symmetry};

/// Owners of pieces: nobody, and the two sides.
const OWNERS: usize = 3;
/// The most last plies of a side that count.
pub const MOST_RECENT: usize = 4;

/// What a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacementState {
    /// How many cells the board has.
    pub cells: usize,
    /// How many kinds of pieces there are.
    pub kinds: usize,
    /// How many last plies count: of the side to move, of the other one; at most `MOST_RECENT`.
    pub recent: [usize; 2],
}

/// See the module.
#[derive(Clone, Debug)]
pub struct PlacementKeys {
    cells: usize,
    kinds: usize,
    recent: [usize; 2],
    variants: usize,
    /// By plane and cell, for each variant: a plane for each owner and kind, then one for each last ply that counts.
    numbers: Vec<u128>,
    /// For each position on the path and each variant: the sum of its pieces.
    sums: Vec<u128>,
    /// The side of each ply on the path and its cell.
    plies: Vec<(u8, u16)>,
    /// How many pieces there are at the start.
    first_pieces: usize,
    changes: Vec<PieceChange>,
}

impl PlacementKeys {
    /// For an explorer at the start of a game.
    #[must_use]
    pub fn new(at: &dyn Explorer, symmetries: &[Symmetry], state: PlacementState) -> Self {
        let PlacementState { cells, kinds, recent } = state;
        // Where the sides are exchanged, the other one would be to move with as many pieces: such positions do not occur.
        let symmetries: Vec<&Symmetry> = symmetries.iter().filter(|symmetry| !symmetry.exchange).collect();
        let variants = symmetries.len() + 1;
        let planes = OWNERS * kinds + 2 * MOST_RECENT;
        let mut numbers = Vec::with_capacity(planes * cells * variants);
        for plane in 0..planes {
            for cell in 0..cells {
                numbers.push(random(plane * cells + cell));
                let image = |symmetry: &&Symmetry| symmetry.cells.get(cell).map_or(cell, |&to| usize::from(to));
                numbers.extend(symmetries.iter().map(|symmetry| random(plane * cells + image(symmetry))));
            }
        }
        let (sums, plies, changes) = (vec![0; variants], Vec::new(), Vec::new());
        let mut pieces = Vec::new();
        at.pieces(&mut pieces);
        let first_pieces = pieces.len();
        let mut keys = PlacementKeys { cells, kinds, recent, variants, numbers, sums, plies, first_pieces, changes };
        pieces.iter().for_each(|&piece| keys.add_piece(piece));
        keys
    }

    fn row(&self, plane: usize, cell: u16) -> &[u128] {
        let from = (plane * self.cells + usize::from(cell)) * self.variants;
        self.numbers.get(from..from + self.variants).unwrap_or(&[])
    }

    /// Adds a piece to the sums of the last position.
    fn add_piece(&mut self, piece: PieceChange) {
        let plane = usize::from(piece.owner) * self.kinds + usize::from(piece.kind);
        let from = (plane * self.cells + usize::from(piece.cell)) * self.variants;
        let row = self.numbers.get(from..from + self.variants).unwrap_or(&[]);
        let last = self.sums.len() - self.variants;
        self.sums[last..].iter_mut().zip(row).for_each(|(sum, number)| *sum = sum.wrapping_add(*number));
    }

    /// Follows a ply of a side (0: chance), which the explorer has just played.
    pub fn push(&mut self, at: &dyn Explorer, side: u8) {
        self.sums.extend_from_within(self.sums.len() - self.variants..);
        let mut changes = std::mem::take(&mut self.changes);
        at.changes(&mut changes);
        let mut placed = changes.iter().filter(|change| change.added);
        self.plies.push((side, placed.next().map_or(0, |piece| piece.cell)));
        changes.iter().for_each(|&piece| self.add_piece(piece));
        self.changes = changes;
    }

    /// Goes back before the last ply.
    pub fn pop(&mut self) {
        self.plies.pop();
        self.sums.truncate(self.sums.len() - self.variants);
    }

    /// How many cells are empty.
    #[must_use]
    pub fn empty_cells(&self) -> usize {
        self.cells.saturating_sub(self.first_pieces + self.plies.len())
    }

    /// The key of the explorer's position.
    #[must_use]
    pub fn key(&self, at: &dyn Explorer) -> PositionKey {
        let mover = at.side();
        let (mut rows, mut count) = ([&[][..]; 2 * MOST_RECENT], 0);
        for (number, side) in [mover, 3 - mover].into_iter().enumerate() {
            let of_side =
                self.plies.iter().rev().filter(|(by, _)| *by == side).take(self.recent[number].min(MOST_RECENT));
            for (back, &(_, cell)) in of_side.enumerate() {
                rows[count] = self.row(OWNERS * self.kinds + number * MOST_RECENT + back, cell);
                count += 1;
            }
        }
        let sums = self.sums.get(self.sums.len() - self.variants..).unwrap_or(&[]);
        let key = |variant: usize| {
            let numbers = rows[..count].iter().map(|row| row.get(variant).copied().unwrap_or(0));
            numbers.fold(sums.get(variant).copied().unwrap_or(0), u128::wrapping_add)
        };
        let least = (0..self.variants).map(key).min().unwrap_or(0);
        PositionKey { key: least.wrapping_add(random(usize::from(mover) << 40)), player: at.player_of(mover) }
    }
}

fn random(index: usize) -> u128 {
    random_number(index, [0x2545_f491_4f6c_dd1d, 0x9e6c_63d0_876a_68de])
}
