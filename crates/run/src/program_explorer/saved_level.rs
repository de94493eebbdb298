//! A position on the way of an explorer by a program.

use crate::draw::GroupMember;
use crate::offered::OfferedPly;

/// See the module.
#[derive(Clone, Default, Debug)]
pub(super) struct SavedLevel {
    /// The rows of its state, and the body that plays next.
    pub words: Vec<u64>,
    pub body: usize,
    /// What is on offer, by ids; a face of a die once for each part of its weight.
    pub listed: Vec<OfferedPly>,
    pub is_listed: bool,
    /// The number in `listed` after that of the ply played last: most callers try plies in order.
    pub next: usize,
}

impl SavedLevel {
    /// The ply with this id, of those listed.
    pub fn find(&mut self, id: u32) -> Option<GroupMember> {
        let number = match self.listed.get(self.next) {
            Some(ply) if ply.id() == id => self.next,
            _ => self.listed.binary_search_by_key(&id, |ply| ply.id()).ok()?,
        };
        self.next = number + 1;
        self.listed.get(number).map(|ply| ply.member())
    }
}
