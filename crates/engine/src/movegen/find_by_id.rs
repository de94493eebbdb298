//! Looks up a legal ply by its id in the groups, without listing all plies.

use super::ids::{first_id, id as id_of, subsets};
use super::{GroupForm, Ply, PlyGroup, PlySink, generate_with_end};
use crate::bits::Bits;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;

/// A sink that stops at the ply with a given id.
#[derive(Clone, Copy, Debug)]
pub struct FindById<'p, const W: usize> {
    plan: &'p Plan<W>,
    id: u32,
    /// The first ply with the id.
    pub found: Option<Ply<W>>,
}

impl<'p, const W: usize> FindById<'p, W> {
    /// A search for this id.
    #[must_use]
    pub fn new(plan: &'p Plan<W>, id: u32) -> Self {
        FindById { plan, id, found: None }
    }
}

impl<const W: usize> PlySink<W> for FindById<'_, W> {
    #[inline]
    fn receive(&mut self, group: PlyGroup<W>) -> bool {
        self.found = group.find(self.plan, self.id);
        self.found.is_none()
    }
}

/// The legal ply of an agenda with this id, including ending the turn.
#[must_use]
pub fn find<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16, id: u32) -> Option<Ply<W>> {
    let mut sink = FindById::new(evaluator.plan, id);
    generate_with_end(evaluator, agenda, &mut sink);
    sink.found
}

impl<const W: usize> PlyGroup<W> {
    /// The ply of the group with this id.
    #[must_use]
    pub fn find(&self, plan: &Plan<W>, id: u32) -> Option<Ply<W>> {
        let node = (self.shape != GroupForm::End).then_some(self.node);
        let number = id.checked_sub(first_id(plan, node)?)?;
        let ply = if self.shape == GroupForm::Subsets {
            Ply { shown: shown(plan, number)?, ..Ply::without_cells(node, self.rest) }
        } else {
            self.ply(&plan.board, self.member(plan, number)?)
        };
        let on_offer = ply.shown.within(self.set) && id_of(plan, &ply) == id;
        on_offer.then_some(ply)
    }

    /// The only member of the set that can have this offset in its block.
    fn member(&self, plan: &Plan<W>, number: u32) -> Option<u32> {
        let (board, cells) = (&plan.board, plan.board.count);
        let cell = match self.shape {
            GroupForm::Way { .. } | GroupForm::Jump(_) => number / cells,
            GroupForm::Cell | GroupForm::Secret(_) | GroupForm::From(_) => number % cells,
            _ => return self.set.first(),
        };
        let place = *board.place.get(cell as usize)? as u32;
        self.set.has(place).then_some(place)
    }
}

/// The cells of an answer, by its offset in the block.
fn shown<const W: usize>(plan: &Plan<W>, number: u32) -> Option<Bits<W>> {
    if number == 0 {
        return Some(Bits::EMPTY);
    }
    let mut left = u64::from(number);
    for region in &plan.rules.announced {
        if left <= subsets(region) {
            let revealed = region.iter().enumerate().filter(|&(i, _)| left.checked_shr(i as u32).unwrap_or(0) & 1 != 0);
            return revealed.map(|(_, &cell)| plan.board.place.get(cell as usize).map(|&p| p as u32)).collect();
        }
        left -= subsets(region);
    }
    None
}
