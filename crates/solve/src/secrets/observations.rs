//! Keys of information states: each player's observations along a history, hashed.

use lusory_play::{SIDES, Walker};

/// The key of a player's information state: two 64-bit hashes, so that a collision is negligible for any number of
/// histories that fits in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InformationKey(pub(super) [u64; 2]);

impl InformationKey {
    fn fold(&mut self, observed: u64) {
        let [a, b] = &mut self.0;
        *a = (a.rotate_left(23) ^ observed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *b = (b.rotate_left(31) ^ observed.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
            ^ *b >> 29;
    }
}

/// A walker that keeps each player's information key.
pub struct ObservingWalker<'w> {
    /// The walker; play its plies with `play`.
    pub walker: &'w mut dyn Walker,
    keys: [InformationKey; 2],
    root_keys: [InformationKey; 2],
}

impl<'w> ObservingWalker<'w> {
    /// Starts at the root of a walker.
    pub fn new(at: &'w mut dyn Walker) -> Self {
        Self::from(at, Default::default())
    }

    /// Starts at the root of a walker that was reached with these keys.
    pub fn from(at: &'w mut dyn Walker, keys: [InformationKey; 2]) -> Self {
        at.rewind();
        ObservingWalker { walker: at, keys, root_keys: keys }
    }

    /// The keys of both players.
    #[must_use]
    pub fn keys(&self) -> [InformationKey; 2] {
        self.keys
    }

    /// Returns to the root.
    pub fn rewind(&mut self) {
        self.walker.rewind();
        self.keys = self.root_keys;
    }

    /// Plays a legal ply.
    pub fn play(&mut self, id: u32) {
        let mut observed = [0; SIDES];
        self.walker.play_observed(id, &mut observed);
        self.keys.iter_mut().zip(observed).for_each(|(key, observed)| key.fold(observed));
    }

    /// The key of a player's information state.
    #[must_use]
    pub fn key(&self, player: usize) -> InformationKey {
        self.keys[player & 1]
    }
}
