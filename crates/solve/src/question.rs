//! Yes/no questions about the value of a position, and why one stays unanswered.

use lusory_play::{PositionKey, Values};

/// "Does this player get at least so many half points?": 2 for a win, 1 for a draw or a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueQuestion {
    /// The player, 0 or 1.
    pub player: u8,
    /// Half points, 1 or 2.
    pub halves: u8,
}

impl ValueQuestion {
    /// Is the answer "yes" for a finished game with these values?
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
    /// A line reached `MAX_DEPTH` plies without an end.
    Deep,
}

/// The maximum depth of a search, in plies. States that hold their history grow with it.
pub const MAX_DEPTH: usize = 2000;
