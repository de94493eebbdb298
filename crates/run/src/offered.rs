//! The plies on offer in a lane, with their ids.

use crate::bank::Bank;
use crate::draw::GroupMember;
use crate::ply_ids;
use crate::vector::Vector;
use lusory_compile::program::Offer;

/// A ply on offer: its id, group and place in one word, which is sorted by the id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct OfferedPly(u64);

impl OfferedPly {
    fn new(id: u32, group: usize, place: u32) -> Self {
        OfferedPly(u64::from(id) << 32 | (group as u64) << 16 | u64::from(place))
    }

    pub fn id(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn member(self) -> GroupMember {
        GroupMember { group: (self.0 >> 16 & 0xffff) as usize, place: self.0 as u32 & 0xffff }
    }

    /// Whether it is a chance ply, of what its body offers.
    pub fn is_chance(self, offers: &[Offer]) -> bool {
        offers[self.member().group].chance
    }
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
                    list.push(OfferedPly::new(id, group, place));
                    bits &= bits - 1;
                }
            }
        }
    }
}
