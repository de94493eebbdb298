//! Which random games to play.

/// Which games to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneRun {
    /// The number of the first; game `k` draws from stream `k` of the seed.
    pub first: u64,
    /// How many.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many at a time at least: there are interpreters for 1, 8 and 64.
    pub lanes: usize,
    /// After so many plies a game is cut off.
    pub limit: u64,
}
