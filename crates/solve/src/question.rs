//! Yes/no questions about the value of a position, and why one stays unanswered.

use lusory_play::{PositionKey, Values};

/// "Does this player get at least so many half points, within so many plies?": 2 for a win, 1 for a draw or a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueQuestion {
    /// The player, 0 or 1.
    pub player: u8,
    /// Half points, 1 or 2.
    pub halves: u8,
    /// The game must be over after so many plies; none: at any time.
    pub within: Option<u32>,
    /// What the second side gets added in the end, where a lead decides the game; none: as the rules say.
    pub handicap: Option<i32>,
}

impl ValueQuestion {
    /// A question without a limit of plies.
    #[must_use]
    pub fn new(player: u8, halves: u8) -> Self {
        ValueQuestion { player, halves, within: None, handicap: None }
    }

    /// Whether the answer is "yes" for a finished game with these values.
    #[must_use]
    pub fn holds(self, values: &Values) -> bool {
        let value = values.get(usize::from(self.player)).copied().unwrap_or(0.0);
        value * 2.0 >= f64::from(self.halves)
    }

    /// The key of an answer: the same for positions that differ only by an exchange of the players.
    #[must_use]
    pub fn key(self, position: PositionKey) -> u128 {
        let tag = u128::from(self.halves) << 1 | u128::from(position.player == self.player);
        position.key ^ tag.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    /// The key of an answer after so many plies of the search: the limit that is left belongs to it.
    #[must_use]
    pub fn key_after(self, position: PositionKey, plies: usize) -> u128 {
        let plies_left = self.within.map_or(0, |within| u128::from(within).saturating_sub(plies as u128) + 1);
        self.key(position) ^ plies_left.wrapping_mul(0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7)
    }

    /// Whether the limit of plies is reached.
    #[must_use]
    pub fn is_late(self, plies: usize) -> bool {
        self.within.is_some_and(|within| plies >= within as usize)
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanswered {
    /// It was stopped, or its limit of positions was reached. It can be resumed.
    Stopped,
    /// A position repeats: the game has cycles.
    Repetition,
    /// A chance ply is next.
    Chance,
    /// The memory limit was reached.
    Memory,
    /// The file of a table cannot be written or read.
    Disk,
    /// A line reached `MAX_DEPTH` plies without an end.
    Deep,
    /// This method cannot decide it.
    Undecided,
}

/// The maximum depth of a search, in plies. States that hold their history grow with it.
pub const MAX_DEPTH: usize = 2000;
