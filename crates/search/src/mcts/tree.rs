//! The tree: nodes and the plies that lead out of them, in two lists that only grow, up to a bound.
//!
//! ```text
//!   nodes   [ root | b2 | c3 | ... ]         edges   [ a1 b2 c3 | a1 c3 | a1 b2 | ... ]
//!              \______________________________________^^^^^^^^      the plies of the root, by id
//! ```

use lusory_engine::machine::{Candidate, Values};
use lusory_engine::state::SIDES;

/// No node.
pub const NONE: u32 = u32::MAX;
/// The node of the position that is searched.
pub const ROOT: u32 = 0;
/// A ply that leads out of a node. Values are those of who makes it; of nature's plies those of the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// Its id.
    pub id: u32,
    /// Its number among the candidates, which helps to find it.
    pub number: u32,
    /// Where it leads, or `NONE`.
    pub child: u32,
    /// How many simulations went through it.
    pub visits: u32,
    /// What they were worth on the average.
    pub mean: f32,
    /// In how many simulations that came through the node it was made, here or later, by the same player.
    pub later_visits: u32,
    /// What these were worth, added up. Of a ply of nature's: its weight.
    pub later_sum: f32,
    /// It is worth this at least: that is proven.
    pub low: f32,
    /// It is worth no more.
    pub high: f32,
}

impl Edge {
    /// A ply that was never tried. What a game of two is worth that ends with it is known at once.
    pub(super) fn new(candidate: &Candidate, viewer: usize) -> Self {
        let halves = |first: u8| if viewer == 0 { first } else { 2 - first.min(2) };
        let exact = candidate.ends.map(|first| f32::from(halves(first)) / 2.0);
        let (id, number) = (candidate.id, candidate.number);
        let (low, high) = (exact.unwrap_or(0.0), exact.unwrap_or(1.0));
        Edge { id, number, child: NONE, visits: 0, mean: 0.0, later_visits: 0, later_sum: 0.0, low, high }
    }

    /// One more simulation went through it.
    pub fn add(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    /// Is its value proven?
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low >= self.high
    }

    /// What it is worth, as far as known.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        let known = self.visits > 0 || self.is_exact();
        known.then(|| f64::from(self.mean.max(self.low).min(self.high)))
    }
}

/// A position that simulations came through.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    /// Where its plies begin.
    pub first: u32,
    /// How many there are.
    pub count: u32,
    /// How many simulations came through.
    pub visits: u32,
    /// It is worth this at least to who is to move (to the first player where nature is): that is proven.
    pub low: f32,
    /// It is worth no more.
    pub high: f32,
    /// Who is to move; -1 is nature.
    pub player: i8,
    /// Is it proven what the position is worth to each player?
    pub is_proven: bool,
    /// If so, that. Else what the simulations were worth, added up, one number a player.
    pub sums: Values,
}

impl Node {
    /// With whose eyes values are looked at here.
    #[must_use]
    pub fn viewer(&self) -> usize {
        usize::try_from(self.player).unwrap_or(0) % SIDES
    }

    /// One more simulation came through.
    pub fn add(&mut self, values: &Values) {
        self.visits += 1;
        if !self.is_proven {
            self.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }

    /// What the position is worth, where that is proven.
    #[must_use]
    pub fn proof(&self) -> Option<Values> {
        self.is_proven.then_some(self.sums)
    }

    /// It is proven what the position is worth.
    pub fn prove(&mut self, values: Values) {
        (self.is_proven, self.sums) = (true, values);
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// It takes no more bytes.
    memory: usize,
    /// Did memory keep it from growing?
    pub full: bool,
}

impl Tree {
    /// An empty tree that takes no more bytes than this.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        Tree { nodes: Vec::new(), edges: Vec::new(), memory, full: false }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there nothing yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge>()
    }

    /// A node, by its number.
    #[must_use]
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    /// The plies that lead out of a node, by id.
    #[must_use]
    pub fn edges(&self, number: u32) -> &[Edge] {
        let node = self.node(number);
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    /// The same, to be changed.
    pub fn edges_mut(&mut self, number: u32) -> &mut [Edge] {
        let Node { first, count, .. } = self.nodes[number as usize];
        &mut self.edges[first as usize..(first + count) as usize]
    }

    /// A node with plies, given by ascending ids; nothing where there is no room. The first one always finds room.
    pub fn add(&mut self, player: i8, plies: &[Candidate]) -> Option<u32> {
        if !self.make_room(plies.len()) {
            self.full = true;
            return None;
        }
        let (number, first) = (self.nodes.len() as u32, self.edges.len() as u32);
        let (sums, count) = ([0.0; SIDES], plies.len() as u32);
        let node = Node { first, count, visits: 0, low: 0.0, high: 1.0, player, is_proven: false, sums };
        self.edges.extend(plies.iter().map(|candidate| Edge::new(candidate, node.viewer())));
        self.nodes.push(node);
        Some(number)
    }

    fn make_room(&mut self, edges: usize) -> bool {
        let bound = if self.nodes.is_empty() { usize::MAX } else { self.memory };
        let others = self.edges.capacity() * size_of::<Edge>();
        if !grow(&mut self.nodes, 1, bound.saturating_sub(others)) {
            return false;
        }
        let others = self.nodes.capacity() * size_of::<Node>();
        grow(&mut self.edges, edges, bound.saturating_sub(others))
    }

    /// Keeps only what is below a node, which becomes the root. Nodes are younger than what they hang from, so all move
    /// down in the order they have.
    pub fn keep_below(&mut self, root: u32) {
        let numbers = self.renumbered(root);
        let mut end = 0;
        for (old, &new) in numbers.iter().enumerate().filter(|&(_, &new)| new != NONE) {
            let node = self.nodes[old];
            let (from, count) = (node.first as usize, node.count as usize);
            self.edges.copy_within(from..from + count, end);
            let children = self.edges[end..end + count].iter_mut().map(|edge| &mut edge.child);
            children.filter(|child| **child != NONE).for_each(|child| *child = numbers[*child as usize]);
            self.nodes[new as usize] = Node { first: end as u32, ..node };
            end += count;
        }
        self.edges.truncate(end);
        self.nodes.truncate(numbers.iter().filter(|&&new| new != NONE).count());
        self.full = false;
    }

    /// The new number of each node: those below `root` in the order they have, the others none.
    fn renumbered(&self, root: u32) -> Vec<u32> {
        let mut numbers = vec![NONE; self.nodes.len()];
        let mut next = 0;
        numbers[root as usize] = ROOT;
        for old in root..self.nodes.len() as u32 {
            if numbers[old as usize] == NONE {
                continue;
            }
            numbers[old as usize] = next;
            next += 1;
            let children = self.edges(old).iter().map(|edge| edge.child);
            children.filter(|&child| child != NONE).for_each(|child| numbers[child as usize] = ROOT);
        }
        numbers
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.full = false;
    }
}

/// Room for so many more; grown by doubling, and never beyond so many bytes.
fn grow<T>(list: &mut Vec<T>, more: usize, bytes: usize) -> bool {
    if list.capacity() - list.len() >= more {
        return true;
    }
    let most = (bytes / size_of::<T>()).min(NONE as usize);
    let wanted = (list.len() + more).max(list.len() * 2).max(64).min(most);
    wanted >= list.len() + more && list.try_reserve_exact(wanted - list.len()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(ids: &[u32]) -> Vec<Candidate> {
        ids.iter().map(|&id| Candidate { id, number: 0, ends: None }).collect()
    }

    #[test]
    fn a_tree_never_takes_more_than_it_may() {
        for memory in [0, 1000, 10_000, 100_000] {
            let mut tree = Tree::new(memory);
            assert!(tree.add(0, &plies(&[1, 2, 3])).is_some(), "the root finds room");
            let first = tree.bytes();
            while tree.add(1, &plies(&[4, 5, 6, 7])).is_some() {}
            assert!(tree.full && tree.bytes() <= memory.max(first), "{} of {memory}", tree.bytes());
            assert!(memory < 100_000 || tree.bytes() > memory / 3, "{} of {memory}", tree.bytes());
        }
    }

    #[test]
    fn plies_that_end_the_game_are_seen_with_the_eyes_of_who_makes_them() {
        let mut tree = Tree::new(1 << 16);
        let ends: Vec<Candidate> = (0..=2).map(|halves| Candidate { ends: Some(halves), ..plies(&[9])[0] }).collect();
        for (player, values) in [(0, [0.0, 0.5, 1.0]), (1, [1.0, 0.5, 0.0])] {
            let node = tree.add(player, &ends).unwrap();
            let bounds = tree.edges(node).iter().map(|edge| (edge.low, edge.high));
            assert!(bounds.eq(values.map(|value| (value, value))));
        }
    }

    #[test]
    fn what_is_below_a_node_is_kept_as_it_was() {
        let mut tree = Tree::new(1 << 20);
        for player in 0..6 {
            tree.add(player, &plies(&[10, 11, 12])).unwrap();
        }
        for (node, place, child) in [(0, 1, 1), (0, 2, 2), (1, 0, 3), (2, 1, 4), (4, 2, 5)] {
            tree.edges_mut(node)[place].child = child;
            tree.edges_mut(node)[place].visits = 7 + child;
        }
        tree.keep_below(ROOT);
        assert_eq!((tree.len(), tree.edges(4)[2].child), (6, 5));
        tree.keep_below(2);
        assert_eq!((tree.len(), tree.node(ROOT).player), (3, 2));
        let one = tree.edges(ROOT)[1];
        assert_eq!((one.visits, tree.node(one.child).player), (11, 4));
        let two = tree.edges(one.child)[2];
        assert_eq!((two.visits, tree.node(two.child).player, tree.edges(two.child).len()), (12, 5, 3));
    }
}
