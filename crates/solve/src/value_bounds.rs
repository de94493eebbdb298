//! Bounds of what a position is worth.

/// The least and the most that a position is worth to a player, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueBounds {
    /// At least.
    pub least: f64,
    /// At most.
    pub most: f64,
}

impl ValueBounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = ValueBounds { least: 0.0, most: 1.0 };

    /// Of a value that is known.
    pub(crate) fn exact(value: f64) -> Self {
        ValueBounds { least: value, most: value }
    }

    /// The same for a player, 0 or 1: as it is, or for the other one.
    pub(crate) fn of(self, player: u8) -> Self {
        if player == 0 { self } else { ValueBounds { least: 1.0 - self.most, most: 1.0 - self.least } }
    }

    /// The common part of two bounds.
    pub(crate) fn within(self, other: Self) -> Self {
        let most = self.most.min(other.most);
        // 1 - (1 - x) need not be x: bounds that have met may cross by the last digit.
        ValueBounds { least: self.least.max(other.least).min(most), most }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.least >= self.most
    }

    /// Whether nothing more has to be known for a window.
    pub(crate) fn settles(self, window: Self) -> bool {
        self.is_exact() || self.most <= window.least || self.least >= window.most
    }
}
