//! Lowers what groups are to reach, regions linked or a ring, where pieces stay where they were put: one operation for all
//! such goals of a side, which follows the groups ply by ply (`Code::LinkGoals`).

use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::linking::{LinkGoal, Linking};
use crate::ways::forth;
use lusory_engine::evaluate::Viewer;
use lusory_engine::rule::{Cells, Connected, Directions, Ring, Side};

impl Lowering<'_> {
    /// Whether a group of own pieces has reached what a word says. None: the word, the board or the rules are of another kind.
    pub(super) fn link_goal(&mut self, scene: &SideView, word: &Cells) -> Lowered<Option<Value>> {
        if !matches!(scene.viewer, Viewer::All) || !self.pieces_stay() {
            return Ok(None);
        }
        match word {
            Cells::Connected(word) if is_own(&word.of) => self.connected_goal(scene, word),
            Cells::Ring(word) if is_own(&word.of) => self.ring_goal(scene, word),
            _ => Ok(None),
        }
    }

    fn connected_goal(&mut self, scene: &SideView, word: &Connected) -> Lowered<Option<Value>> {
        let regions = self.regions(scene, &word.regions)?;
        let n = word.n.unwrap_or(regions.len().max(1) as u32);
        let constants: Option<Vec<Vec<u64>>> =
            regions.iter().map(|region| self.b.constants.get(region).cloned()).collect();
        let (Some(constants), Some(table)) = (constants, self.linking(scene, &word.ways)?) else { return Ok(None) };
        // Where all regions are to be linked, floods from what is linked so far are as fast.
        if n == 0 || n as usize == regions.len() && n > 1 {
            return Ok(None);
        }
        let linking = &mut self.linkings[table].2;
        // The same region twice counts twice.
        let bits: Option<Vec<u32>> = constants.iter().map(|cells| linking.region(cells)).collect();
        let bits = bits.filter(|bits| bits.iter().enumerate().all(|(nth, bit)| !bits[..nth].contains(bit)));
        let goal = bits.map(|bits| LinkGoal::Regions { regions: bits.into_iter().fold(0, |all, bit| all | bit), n });
        let Some(bit) = goal.and_then(|goal| linking.goal(goal)) else { return Ok(None) };
        self.has_reached(scene, &word.of, table, bit).map(Some)
    }

    fn ring_goal(&mut self, scene: &SideView, word: &Ring) -> Lowered<Option<Value>> {
        let Ok(ways) = self.certain(scene, &word.ways) else { return Ok(None) };
        let (laid, wanted) = (self.laid, ways.iter().fold(0, |all, way| all | 1 << way));
        let is_plain = wanted == laid.sides && laid.sides == laid.every && laid.border.iter().any(|&word| word != 0);
        if !is_plain || !self.lead_back(&ways) {
            return Ok(None);
        }
        let Some(table) = self.linking(scene, &word.ways)? else { return Ok(None) };
        let linking = &mut self.linkings[table].2;
        let goal = linking.single_runs_cut_nothing_off().then(|| linking.goal(LinkGoal::Ring)).flatten();
        let Some(bit) = goal else { return Ok(None) };
        self.has_reached(scene, &word.of, table, bit).map(Some)
    }

    /// The table of the side's pieces, linked along directions that are known beforehand.
    fn linking(&mut self, scene: &SideView, ways: &Directions) -> Lowered<Option<usize>> {
        let Ok(ways) = self.certain(scene, ways) else { return Ok(None) };
        let known = self.linkings.iter().position(|(side, along, _)| *side == scene.side && *along == ways);
        if known.is_some() {
            return Ok(known);
        }
        let steps: Vec<Vec<i16>> = ways.iter().map(|&way| forth(self.laid, way)).collect();
        let Some(linking) = Linking::new(&steps, &self.laid.all, &self.laid.border) else { return Ok(None) };
        self.linkings.push((scene.side, ways, linking));
        Ok(Some(self.linkings.len() - 1))
    }

    fn has_reached(&mut self, scene: &SideView, of: &Cells, table: usize, bit: u32) -> Lowered<Value> {
        let of = self.cells(scene, of)?;
        let reached = self.b.link_goals(of, table as u32);
        let bit = self.b.number(i64::from(bit));
        let reached = self.b.and(reached, bit);
        Ok(self.b.at_least(reached, bit))
    }
}

fn is_own(of: &Cells) -> bool {
    matches!(of, Cells::Of(Side::Own))
}
