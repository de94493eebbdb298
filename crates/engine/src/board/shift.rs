//! Shifts a bitboard: moves all cells of a set by one constant distance.

use crate::bits::Bits;

/// Up or down by a number of places.
///
/// In one word both shifts are computed and joined, to avoid a branch: either one of the two is by 63, and what is left
/// of it lies where no such step arrives; or places are numbered modulo their count, and the second shift carries what
/// leaves on one side back in on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardShift {
    kind: Kind,
    up: u32,
    down: u32,
}

/// How sets of several words move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Up,
    Down,
    FarUp,
    FarDown,
}

impl BoardShift {
    pub(super) fn of(offset: i32, modulus: Option<u32>) -> Self {
        if let Some(m) = modulus {
            let up = offset.rem_euclid(m as i32) as u32;
            return BoardShift { kind: Kind::Up, up, down: m - up };
        }
        let by = offset.unsigned_abs();
        match (offset >= 0, by < 64) {
            (true, true) => BoardShift { kind: Kind::Up, up: by, down: 63 },
            (true, false) => BoardShift { kind: Kind::FarUp, up: by, down: 63 },
            (false, true) => BoardShift { kind: Kind::Down, up: 63, down: by },
            (false, false) => BoardShift { kind: Kind::FarDown, up: 63, down: by },
        }
    }

    /// Moves a set. The caller masks out what lands where no step leads.
    #[inline(always)]
    pub(super) fn apply<const W: usize>(self, set: Bits<W>) -> Bits<W> {
        if W == 1 {
            let (up, down) = (self.up & 63, self.down & 63);
            return Bits(std::array::from_fn(|w| set.0[w] << up | set.0[w] >> down));
        }
        match self.kind {
            Kind::Up => set.up(self.up & 63),
            Kind::Down => set.down(self.down & 63),
            Kind::FarUp => set.far_up(self.up),
            Kind::FarDown => set.far_down(self.down),
        }
    }
}
