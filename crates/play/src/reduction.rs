//! State reduction for solvers: symmetric positions, and positions that differ only in what the rules never read, share
//! a key and so a value.

/// A symmetry of a game: a permutation of its board that may also exchange the two sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The image of each cell.
    pub cells: Vec<u16>,
    /// The image of each direction.
    pub directions: Vec<u8>,
    /// Whether the two sides are exchanged as well.
    pub exchange: bool,
}

/// Which part of a pair of counters (one per side) affects the rest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelevantNumbers {
    /// Both counters.
    #[default]
    Both,
    /// Only their difference.
    Margin,
    /// Neither.
    Neither,
}

/// Which positions of a game have the same value. The default identifies no two positions.
///
/// The caller guarantees that it is sound: a symmetry that the rules do not have gives wrong results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reduction {
    /// Symmetries without the identity. Together with it they must form a group.
    pub symmetries: Vec<Symmetry>,
    /// The numbers of captured pieces.
    pub captured: RelevantNumbers,
    /// The scores.
    pub scores: RelevantNumbers,
    /// Whether positions that differ only in who plays which side are identified. Values are then those of the side to
    /// move.
    pub any_seats: bool,
}

/// The key of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PositionKey {
    /// Equal for positions of equal value (up to collisions of 128-bit hashes).
    pub key: u128,
    /// The player whose value the positions with this key share; another position with the key may name the other
    /// player.
    pub player: u8,
}
