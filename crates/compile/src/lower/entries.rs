//! Entries: compute the registers that no `StateSlot` holds (offered plies, groups linked with regions) from those that
//! one does, so that a program can begin with any state of the engine.

use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::program::Instruction;
use lusory_engine::rule::{Cells, Side};

impl Lowering<'_> {
    /// An entry for each body. Made after the bodies, which say what is kept.
    pub(super) fn entries(&mut self) -> Lowered<Vec<Vec<Instruction>>> {
        let count = if self.enter { self.offered.len() } else { 0 };
        (0..count).map(|number| self.entry(number)).collect()
    }

    fn entry(&mut self, number: usize) -> Lowered<Vec<Instruction>> {
        let mut stores = self.offers_here(number)?;
        stores.extend(self.linked_here()?);
        stores.extend(self.ending_cells_here()?);
        stores.extend(self.unclean_here()?);
        self.b.store(&stores);
        Ok(self.b.take())
    }

    /// What the side to move may play.
    fn offers_here(&mut self, number: usize) -> Lowered<Vec<(Value, Value)>> {
        if self.turn.is_none() {
            let groups = self.offer_once(&self.start(number).next_turn(number), self.first_agenda(), None)?;
            return Ok(self.groups[number].iter().copied().zip(groups.iter().map(|group| group.set)).collect());
        }
        let stage = self.stages[number];
        if stage.awaited.is_some() {
            let target = self.target();
            let answers = self.answers(&self.start(stage.side), stage, target)?;
            return self.on_offer(&vec![(number, answers)]);
        }
        let (groups, _) = self.options(&self.start(stage.side), stage.agenda, None)?;
        self.on_offer(&groups.into_iter().map(|group| (number, group)).collect())
    }

    /// What is linked with regions (`growth`), from the pieces alone.
    fn linked_here(&mut self) -> Lowered<Vec<(Value, Value)>> {
        let descriptions: Vec<_> = self.linked.iter().map(|linked| linked.description()).collect();
        let mut stores: Vec<(Value, Value)> = Vec::new();
        for (side, links, regions, register) in descriptions {
            if stores.iter().any(|(other, _)| *other == register) {
                continue;
            }
            let mut within = self.cells(&self.start(side), &Cells::Of(Side::Own))?;
            for region in regions {
                let touching = self.b.and(within, region);
                within = self.b.flood(touching, within, links.clone());
            }
            stores.push((register, within));
        }
        Ok(stores)
    }
}
