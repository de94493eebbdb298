//! In place of `native_ticks` where Cranelift is left out (the feature `native`): every lane is interpreted.

use crate::bank::{Bank, TicksPlayed};
use crate::draw::GroupMember;
use crate::vector::One;

impl<const W: usize> Bank<One, W, 1> {
    pub fn tick_native(&mut self, _: usize, _: Option<Option<GroupMember>>) -> bool {
        false
    }

    pub fn run_native(
        &mut self,
        _: usize,
        _: u64,
        _: Option<Option<GroupMember>>,
        _: impl FnMut(usize, &[u64], (usize, u64)),
    ) -> Option<TicksPlayed> {
        None
    }
}
