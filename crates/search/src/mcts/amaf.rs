//! All-moves-as-first (AMAF) statistics for RAVE and GRAVE (Gelly and Silver 2011, Cazenave 2015): a simulation updates, at
//! every node on its path, all plies that the same player makes later in it, as if they had been made there.

use super::node::{LANES, PlyBlock, TreeNode};
use lusory_play::SIDES;
use lusory_play::{PlayedPly, Values};

/// The largest recorded id is below this.
const MAX_ID: u32 = 1 << 22;
/// The number of simulations at which AMAF sums stop growing: beyond it they would lose precision.
const MAX_AMAF_VISITS: u32 = 1 << 23;

/// The set of plies, by player and id, made from some point of a simulation on.
#[derive(Clone, Debug)]
pub(crate) struct AmafSet {
    /// By id and player: the generation of the last insertion. Clearing the set takes a new generation.
    marks: Vec<u32>,
    players: usize,
    /// The generation of the current set.
    generation: u32,
}

impl AmafSet {
    /// An empty set for games of `players` players.
    pub fn new(players: usize) -> Self {
        AmafSet { marks: Vec::new(), players, generation: 0 }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.marks.clear();
            self.generation = 1;
        }
    }

    /// Inserts a ply; chance plies are ignored.
    #[inline]
    pub fn insert(&mut self, ply: PlayedPly) {
        let Ok(player) = usize::try_from(ply.player) else { return };
        let index = ply.id as usize * self.players + player;
        match self.marks.get_mut(index) {
            Some(mark) => *mark = self.generation,
            None => self.grow_and_insert(ply.id, index),
        }
    }

    /// Inserts a ply whose id is larger than all before, at `index`.
    #[cold]
    fn grow_and_insert(&mut self, id: u32, index: usize) {
        if id < MAX_ID {
            self.marks.resize((id as usize + 1) * self.players.max(1), 0);
            let generation = self.generation;
            self.marks.get_mut(index).into_iter().for_each(|mark| *mark = generation);
        }
    }

    /// The membership test for a player's plies, by id.
    #[inline]
    pub fn contains(&self, player: usize) -> impl Fn(u32) -> bool {
        let (marks, generation, players) = (self.marks.as_slice(), self.generation, self.players);
        move |id| marks.get(id as usize * players + player).copied().unwrap_or(0) == generation
    }

    /// Adds a simulation's value to the AMAF statistics of a node: to those of its plies that are in the set.
    #[inline]
    pub(super) fn update_node(&self, node: &TreeNode, plies: &mut [PlyBlock], values: &Values) {
        if let Ok(player) = usize::try_from(node.player) {
            let (contains, value) = (self.contains(player), values[player % SIDES] as f32);
            plies.iter_mut().for_each(|four| four.add_amaf(&contains, value));
        }
    }
}

impl PlyBlock {
    /// Adds a simulation's value to the plies of the block for which `contains` holds.
    #[inline]
    fn add_amaf(&mut self, contains: impl Fn(u32) -> bool, value: f32) {
        // Branch-free: membership is unpredictable.
        let increments = self.ids.map(|id| u32::from(contains(id)));
        for (lane, increment) in increments.into_iter().enumerate() {
            let increment = increment & u32::from(self.amaf_visits[lane] < MAX_AMAF_VISITS);
            self.amaf_visits[lane] += increment;
            self.amaf_sums[lane] += value * increment as f32;
        }
    }

    /// The AMAF statistics of the block.
    #[inline]
    pub(super) fn amaf(&self) -> AmafStatistics {
        (self.amaf_visits, self.amaf_sums)
    }
}

/// The AMAF statistics of a block: visits and sums of values.
pub(super) type AmafStatistics = ([u32; LANES], [f32; LANES]);

/// The AMAF statistics that the plies of `blocks` have in `source_blocks`, of another node; both ascend by id.
pub(super) fn amaf_of_shared_plies<'a>(
    amaf: &'a mut Vec<AmafStatistics>,
    blocks: &[PlyBlock],
    source_blocks: &'a [PlyBlock],
) -> &'a [AmafStatistics] {
    amaf.clear();
    let is_aligned = blocks.len() == source_blocks.len()
        && blocks.iter().zip(source_blocks).all(|(block, other)| block.ids == other.ids);
    if is_aligned {
        amaf.extend(source_blocks.iter().map(PlyBlock::amaf));
        return amaf;
    }
    let mut source = source_blocks.iter().flat_map(|four| (0..LANES).map(move |lane| (four, lane))).peekable();
    amaf.extend(blocks.iter().map(|four| {
        let mut statistics = AmafStatistics::default();
        for (lane, &id) in four.ids.iter().enumerate() {
            while source.next_if(|&(other, lane)| other.ids[lane] < id).is_some() {}
            if let Some((other, place)) = source.next_if(|&(other, lane)| other.ids[lane] == id) {
                (statistics.0[lane], statistics.1[lane]) = (other.amaf_visits[place], other.amaf_sums[place]);
            }
        }
        statistics
    }));
    amaf
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_play::Candidate;

    #[test]
    fn plies_are_noted_by_player_and_forgotten_with_the_simulation() {
        let mut amaf = AmafSet::new(2);
        amaf.clear();
        [(0, 5), (1, 7), (-1, 9), (0, u32::MAX)]
            .into_iter()
            .for_each(|(player, id)| amaf.insert(PlayedPly { player, id }));
        let has = |amaf: &AmafSet, id, player| amaf.contains(player)(id);
        assert!(has(&amaf, 5, 0) && has(&amaf, 7, 1));
        assert!(!has(&amaf, 5, 1) && !has(&amaf, 9, 0) && !has(&amaf, u32::MAX, 0));
        amaf.clear();
        assert!(!has(&amaf, 5, 0));
    }

    fn fours(ids: &[u32]) -> Vec<PlyBlock> {
        let plies: Vec<Candidate> = ids.iter().map(|&id| Candidate { id, number: 0, final_halves: None }).collect();
        let mut fours: Vec<PlyBlock> = plies.chunks(LANES).map(|plies| PlyBlock::new(plies, 0)).collect();
        for four in &mut fours {
            four.amaf_visits = four.ids.map(|id| id.wrapping_mul(10));
            four.amaf_sums = four.ids.map(|id| id as f32);
        }
        fours
    }

    #[test]
    fn what_another_node_knows_stands_beside_the_plies_it_shares() {
        let ids = [2, 3, 5, 8, 9];
        for other_ids in [&[1, 2, 4, 5, 6, 7, 8, 11, 12][..], &[2, 3, 5, 8, 9], &[9], &[10], &[]] {
            let (mut amaf, own_entries) = (vec![([1; LANES], [1.0; LANES])], fours(other_ids));
            let shared = amaf_of_shared_plies(&mut amaf, &fours(&ids), &own_entries);
            let entries = shared.iter().flat_map(|(visits, sums)| visits.iter().copied().zip(sums.iter().copied()));
            let expected = ids.map(|id| if other_ids.contains(&id) { (id * 10, id as f32) } else { (0, 0.0) });
            assert!(entries.take(5).eq(expected), "{other_ids:?}");
        }
    }

    #[test]
    fn no_ply_learns_for_ever_from_those_made_later() {
        let mut four = fours(&[1, 2, 3])[0];
        (four.amaf_visits, four.amaf_sums) = ([5, MAX_AMAF_VISITS, 7, 0], [2.0; LANES]);
        four.add_amaf(|id| id != 3, 0.5);
        assert_eq!(four.amaf_visits[..3], [6, MAX_AMAF_VISITS, 7]);
        assert_eq!(four.amaf_sums[..3], [2.5, 2.0, 2.0]);
    }
}
