//! The plies on offer in a lane, with their ids.

use crate::bank::Bank;
use crate::draw::GroupMember;
use crate::ply_ids;
use crate::vector::Vector;

/// A ply on offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OfferedPly {
    pub id: u32,
    pub member: GroupMember,
    /// Whether it is a chance ply.
    pub chance: bool,
}

impl<V: Vector, const W: usize, const C: usize> Bank<V, W, C> {
    /// Replaces the list with what a body offers in a lane, by groups; one more than `most` at the most.
    pub fn list_offered(&self, body: usize, lane: usize, most: usize, list: &mut Vec<OfferedPly>) {
        list.clear();
        let program = &self.program;
        for (group, offer) in program.offers[body].iter().enumerate() {
            for w in 0..W as u32 {
                let mut bits = self.word((offer.group + w) as usize, lane);
                while bits != 0 && list.len() <= most {
                    let place = 64 * w + bits.trailing_zeros();
                    let id = ply_ids::id(program, offer, place, |row| self.word(row, lane));
                    list.push(OfferedPly { id, member: GroupMember { group, place }, chance: offer.chance });
                    bits &= bits - 1;
                }
            }
        }
    }
}
