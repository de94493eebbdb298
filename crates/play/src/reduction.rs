//! Keys of positions for solvers: equal keys, equal value. Symmetric positions, and those that differ in nothing the rules
//! read, share a key.

/// A symmetry of a game: of its board, and of its two sides where `exchange` is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The image of each cell.
    pub cells: Vec<u16>,
    /// The image of each direction.
    pub ways: Vec<u8>,
    /// Are the two sides exchanged as well?
    pub exchange: bool,
}

/// What of a number for each side affects the rest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kept {
    /// Both numbers.
    #[default]
    Both,
    /// Only their difference.
    Margin,
    /// Neither.
    Neither,
}

/// Which positions of a game have the same value. The default takes no two positions for equal.
///
/// The caller vouches for it: a symmetry that the rules do not have gives wrong results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reduction {
    /// Symmetries, without the identity. They must form a group with it.
    pub symmetries: Vec<Symmetry>,
    /// The numbers of captured pieces.
    pub captured: Kept,
    /// The scores.
    pub scores: Kept,
    /// Are positions alike that differ in who plays which side? A value is then that of the side to move.
    pub any_seats: bool,
}

/// The key of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PositionKey {
    /// Equal for positions of equal value (up to collisions of 128-bit hashes).
    pub key: u128,
    /// The player from whose point of view the value is the same; another position may name the other player.
    pub player: u8,
}
