//! The information tree of one player: a node for each sequence of his observations, with the plies available there.

use lusory_play::PlyPrior;
use lusory_play::hash::BuildFold;
use std::collections::HashMap;

/// The root: the player's knowledge at the start of the search.
pub(super) const ROOT: u32 = 0;

/// An edge: a ply of the tree's player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct InformationEdge {
    pub id: u32,
    /// The number of simulations through it.
    pub visits: u32,
    /// The number of simulations through the node in which it was legal.
    pub available: u32,
    /// The sum of its priors over samples.
    pub prior_sum: f32,
    /// The mean value of the simulations through it, for the player.
    pub mean: f64,
    /// The number of simulations through the node in which he made it, here or later (AMAF).
    pub amaf_visits: u32,
    /// The sum of their values for him.
    pub amaf_sum: f32,
}

impl InformationEdge {
    fn new(id: u32) -> Self {
        InformationEdge { id, visits: 0, available: 0, prior_sum: 0.0, mean: 0.0, amaf_visits: 0, amaf_sum: 0.0 }
    }

    pub fn add_simulation(&mut self, value: f64) {
        self.visits += 1;
        self.mean += (value - self.mean) / f64::from(self.visits);
    }
}

/// A node: a sequence of observations of the player, with his plies there, ascending by id.
#[derive(Clone, Debug, Default)]
pub(super) struct InformationSet {
    pub visits: u32,
    pub edges: Vec<InformationEdge>,
}

/// A tree of information sets; see the module.
#[derive(Clone, Debug)]
pub(super) struct InformationTree {
    nodes: Vec<InformationSet>,
    /// The child of a node after an observation.
    links: HashMap<(u32, u64), u32, BuildFold>,
    edges: usize,
    memory: usize,
    /// Whether the memory limit has stopped the growth of the tree.
    pub is_full: bool,
}

impl InformationTree {
    /// A tree of at most about `memory` bytes.
    pub fn new(memory: usize) -> Self {
        InformationTree {
            nodes: vec![InformationSet::default()],
            links: HashMap::default(),
            edges: 0,
            memory,
            is_full: false,
        }
    }

    /// An empty tree with the same memory limit.
    pub fn new_empty(&self) -> Self {
        InformationTree::new(self.memory)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The approximate memory it takes, in bytes. Lists and tables grow by doubling.
    pub fn bytes(&self) -> usize {
        let link = size_of::<((u32, u64), u32)>() + 1;
        2 * (self.nodes.len() * size_of::<InformationSet>()
            + self.edges * size_of::<InformationEdge>()
            + self.links.len() * link)
    }

    pub fn node(&self, number: u32) -> &InformationSet {
        &self.nodes[number as usize]
    }

    pub fn node_mut(&mut self, number: u32) -> &mut InformationSet {
        &mut self.nodes[number as usize]
    }

    /// The child after an observation, added if missing; none where memory is full.
    pub fn follow(&mut self, from: u32, observation: u64) -> Option<u32> {
        if let Some(&number) = self.links.get(&(from, observation)) {
            return Some(number);
        }
        if self.bytes() >= self.memory {
            self.is_full = true;
            return None;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(InformationSet::default());
        self.links.insert((from, observation), number);
        Some(number)
    }

    /// Descends by the observations and keeps only that subtree. `false`, without any change, where no simulation made
    /// these observations.
    pub fn retain_subtree(&mut self, observations: &[u64]) -> bool {
        let Some(root) =
            observations.iter().try_fold(ROOT, |node, &observation| self.links.get(&(node, observation)).copied())
        else {
            return false;
        };
        // Nodes have larger numbers than their parents.
        let mut links: Vec<((u32, u64), u32)> = self.links.drain().collect();
        links.sort_unstable_by_key(|&(_, child)| child);
        let mut subtree = InformationTree::new(self.memory);
        let mut numbers: HashMap<u32, u32, BuildFold> = [(root, ROOT)].into_iter().collect();
        subtree.nodes[ROOT as usize] = std::mem::take(&mut self.nodes[root as usize]);
        for ((from, observation), child) in links {
            let Some(&parent) = numbers.get(&from) else { continue };
            let number = subtree.nodes.len() as u32;
            subtree.nodes.push(std::mem::take(&mut self.nodes[child as usize]));
            subtree.links.insert((parent, observation), number);
            numbers.insert(child, number);
        }
        subtree.edges = subtree.nodes.iter().map(|node| node.edges.len()).sum();
        *self = subtree;
        true
    }

    /// Adds the plies legal in the sampled state to a node, with their priors. Both lists ascend; a ply may have
    /// several priors, which are added.
    pub fn add_legal(&mut self, number: u32, ids: &[u32], priors: &[PlyPrior]) {
        let edges = &mut self.nodes[number as usize].edges;
        let before = edges.len();
        let mut place = 0;
        let mut hints = priors.iter().peekable();
        for &id in ids {
            while edges.get(place).is_some_and(|edge| edge.id < id) {
                place += 1;
            }
            if edges.get(place).is_none_or(|edge| edge.id != id) {
                edges.insert(place, InformationEdge::new(id));
            }
            edges[place].available += 1;
            while let Some(hint) = hints.next_if(|hint| hint.id <= id) {
                edges[place].prior_sum += if hint.id == id { hint.probability } else { 0.0 };
            }
        }
        self.edges += edges.len() - before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_kept_in_order_and_counted_where_they_were_legal() {
        let mut grove = InformationTree::new(1 << 20);
        [&[3, 7][..], &[1, 3, 9], &[7]]
            .into_iter()
            .for_each(|ids| grove.add_legal(ROOT, ids, &[PlyPrior { id: 3, probability: 0.5 }]));
        let edges: Vec<(u32, u32)> = grove.node(ROOT).edges.iter().map(|edge| (edge.id, edge.available)).collect();
        assert_eq!(edges, [(1, 1), (3, 2), (7, 2), (9, 1)]);
    }

    #[test]
    fn what_is_below_an_observation_is_kept_as_it_was() {
        let mut grove = InformationTree::new(1 << 20);
        let (left_node, other) = (grove.follow(ROOT, 5).unwrap(), grove.follow(ROOT, 6).unwrap());
        let (below, _) = (grove.follow(other, 7).unwrap(), grove.follow(left_node, 7).unwrap());
        let last = grove.follow(below, 8).unwrap();
        grove.add_legal(below, &[3, 4], &[]);
        grove.node_mut(last).visits = 9;
        assert!(!grove.retain_subtree(&[6, 5]) && grove.len() == 6, "that never happened");
        assert!(grove.retain_subtree(&[6, 7]));
        assert_eq!((grove.len(), grove.edges, grove.node(ROOT).edges.len()), (2, 2, 2));
        let last = grove.follow(ROOT, 8).unwrap();
        assert_eq!((grove.len(), grove.node(last).visits), (2, 9));
    }

    #[test]
    fn equal_observations_lead_to_one_node() {
        let mut grove = InformationTree::new(1 << 20);
        let child = grove.follow(ROOT, 5).unwrap();
        assert_eq!((grove.follow(ROOT, 5), grove.follow(ROOT, 6), grove.follow(child, 5)), (Some(1), Some(2), Some(3)));
        let mut small = InformationTree::new(1000);
        while small.follow(ROOT, small.len() as u64).is_some() {}
        assert!(small.is_full && small.bytes() <= 1200 && small.follow(ROOT, 1) == Some(1));
    }
}
