//! The tree: an arena of nodes with their edges, which only grows, up to a memory limit. A node's edges follow it directly,
//! since long searches are bound by memory latency; they are stored as structures of arrays of four, for SIMD.
//!
//! ```text
//!   rows   [ root | a1 b2 c3 d4 | e5 - - - | b2 | a1 c3 d4 e5 | ... ]      a node's number is that of its first row
//! ```

use super::node::{Edge, Four, LANES, NONE, TreeNode};
use bytemuck::{cast_slice, cast_slice_mut, must_cast, must_cast_mut, must_cast_ref, must_cast_slice_mut};
use lusory_play::Candidate;
use std::mem::offset_of;

/// The node of the root position.
pub const ROOT: u32 = 0;

type Row = [u64; 2];

/// How many rows a node takes.
const HEAD: usize = size_of::<TreeNode>() / size_of::<Row>();
/// How many rows a block of four plies takes.
const BODY: usize = size_of::<Four>() / size_of::<Row>();

/// See the module.
#[derive(Clone, Debug)]
pub struct Tree {
    rows: Vec<Row>,
    nodes: usize,
    /// The most bytes it may take.
    memory: usize,
    /// Has it reached that bound?
    pub full: bool,
}

impl Tree {
    /// An empty tree of at most `memory` bytes.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        Tree { rows: Vec::new(), nodes: 0, memory, full: false }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes
    }

    /// Has it no nodes?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
    }

    /// A node, by its number.
    #[must_use]
    #[inline]
    pub fn node(&self, number: u32) -> &TreeNode {
        must_cast_ref(self.rows[number as usize..].first_chunk::<HEAD>().expect("a node is whole"))
    }

    /// A node, mutable.
    #[inline]
    pub fn node_mut(&mut self, number: u32) -> &mut TreeNode {
        must_cast_mut(self.rows[number as usize..].first_chunk_mut::<HEAD>().expect("a node is whole"))
    }

    /// A node and its plies, by id.
    #[must_use]
    #[inline]
    pub fn at(&self, number: u32) -> (&TreeNode, &[Four]) {
        let (head, plies) = self.rows[number as usize..].split_first_chunk::<HEAD>().expect("a node is whole");
        let node: &TreeNode = must_cast_ref(head);
        (node, cast_slice(&plies[..BODY * fours(node.count)]))
    }

    /// The same, to be changed.
    #[inline]
    pub fn at_mut(&mut self, number: u32) -> (&mut TreeNode, &mut [Four]) {
        let (head, plies) = self.rows[number as usize..].split_first_chunk_mut::<HEAD>().expect("a node is whole");
        let node: &mut TreeNode = must_cast_mut(head);
        let length = BODY * fours(node.count);
        (node, cast_slice_mut(&mut plies[..length]))
    }

    /// The block that holds a ply of a node, and the ply's lane in it.
    #[must_use]
    #[inline]
    pub fn four(&self, number: u32, place: usize) -> (&Four, usize) {
        (&self.at(number).1[place / LANES], place % LANES)
    }

    /// The same, to be changed.
    #[inline]
    pub fn four_mut(&mut self, number: u32, place: usize) -> (&mut Four, usize) {
        (&mut self.at_mut(number).1[place / LANES], place % LANES)
    }

    /// The node after a ply, or `NONE`.
    #[must_use]
    #[inline]
    pub fn child(&self, number: u32, place: usize) -> u32 {
        let (four, lane) = self.four(number, place);
        four.children[lane]
    }

    /// The statistics of the plies of a node.
    pub fn edges(&self, number: u32) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator {
        let (node, fours) = self.at(number);
        (0..node.count as usize).map(|place| fours[place / LANES].edge(place % LANES))
    }

    /// The index of a ply, by its id.
    #[must_use]
    pub fn find(&self, number: u32, id: u32) -> Option<usize> {
        let (node, fours) = self.at(number);
        let four = fours.partition_point(|four| four.ids[LANES - 1] < id);
        let place = four * LANES + fours.get(four)?.ids.iter().position(|&other| other == id)?;
        (place < node.count as usize).then_some(place)
    }

    /// Adds a node with plies in ascending order of ids; nothing where memory is full. The first node always fits.
    pub fn add(&mut self, player: i8, plies: &[Candidate]) -> Option<u32> {
        let node = TreeNode::new(player, plies.len());
        if !self.make_room(length(node.count)) {
            self.full = true;
            return None;
        }
        let number = self.rows.len() as u32;
        let head: [Row; HEAD] = must_cast(node);
        self.rows.extend_from_slice(&head);
        for plies in plies.chunks(LANES) {
            let body: [Row; BODY] = must_cast(Four::new(plies, node.viewer()));
            self.rows.extend_from_slice(&body);
        }
        self.nodes += 1;
        Some(number)
    }

    /// Reserves memory for more rows, by doubling up to the limit; the first node always fits.
    fn make_room(&mut self, more: usize) -> bool {
        let (len, capacity) = (self.rows.len(), self.rows.capacity());
        if capacity - len >= more {
            return true;
        }
        let most = (self.memory / size_of::<Row>()).min(NONE as usize / LANES); // words have numbers below `NONE`, too
        let most = if len == 0 { most.max(more) } else { most };
        let wanted = (len + more).max(len * 2).max(64).min(most);
        wanted >= len + more && self.rows.try_reserve_exact(wanted - len).is_ok()
    }

    /// Keeps only the subtree of a node, which becomes the root: sliding compaction by threading (Jonkers 1979). Nodes come
    /// after their parents, so all slide down in order. The link to a node that is kept is reversed meanwhile: the node's
    /// count field holds the position of the link, and the link holds the count, until the node is moved.
    pub fn keep_below(&mut self, root: u32) {
        let (mut old, mut end) = (root as usize, 0);
        self.nodes = 0;
        while old < self.rows.len() {
            let is_kept = old == root as usize || self.turn_back(old as u32, end as u32);
            let length = length(self.node(old as u32).count);
            if is_kept {
                self.rows.copy_within(old..old + length, end);
                self.turn_children(end as u32);
                self.nodes += 1;
                end += length;
            }
            old += length;
        }
        self.rows.truncate(end);
        self.full = false;
    }

    /// Reverses the links to the children of a node that is kept.
    fn turn_children(&mut self, number: u32) {
        for place in 0..self.node(number).count as usize {
            let child = self.child(number, place);
            if child != NONE {
                let (node, cell) = (self.node_mut(child), cell(number, place));
                let count = std::mem::replace(&mut node.count, cell as u32);
                node.kept = 1;
                self.words()[cell] = count;
            }
        }
    }

    /// Restores the count of a node that is kept and updates the link to its new number; is it kept?
    fn turn_back(&mut self, old: u32, new: u32) -> bool {
        let (is_kept, cell) = (self.node(old).kept != 0, self.node(old).count as usize);
        if is_kept {
            let count = std::mem::replace(&mut self.words()[cell], new);
            let node = self.node_mut(old);
            (node.count, node.kept) = (count, 0);
        }
        is_kept
    }

    fn words(&mut self) -> &mut [u32] {
        must_cast_slice_mut(&mut self.rows)
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.nodes = 0;
        self.full = false;
    }
}

/// How many blocks of four so many plies take.
#[inline]
fn fours(count: u32) -> usize {
    (count as usize).div_ceil(LANES)
}

/// Rows of a node and its plies.
fn length(count: u32) -> usize {
    HEAD + BODY * fours(count)
}

/// The index of the word that links a ply to its node.
fn cell(number: u32, place: usize) -> usize {
    let four = number as usize + HEAD + place / LANES * BODY;
    four * size_of::<Row>() / size_of::<u32>() + offset_of!(Four, children) / size_of::<u32>() + place % LANES
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_play::stream::Stream;
    use std::num::NonZeroU64;

    fn plies(ids: &[u32]) -> Vec<Candidate> {
        ids.iter().map(|&id| Candidate { id, number: 0, ends: None }).collect()
    }

    #[test]
    fn a_tree_never_takes_more_than_it_may() {
        for memory in [0, 1000, 10_000, 100_000, 10_000_000] {
            let mut tree = Tree::new(memory);
            assert!(tree.add(0, &plies(&[1, 2, 3])).is_some(), "the root finds room");
            let first = tree.bytes();
            while tree.add(1, &plies(&[4, 5, 6, 7])).is_some() {}
            assert!(tree.full && tree.bytes() <= memory.max(first), "{} of {memory}", tree.bytes());
            assert!(tree.bytes() + length(4) * size_of::<Row>() > memory, "{} of {memory}", tree.bytes());
        }
    }

    #[test]
    fn plies_that_end_the_game_are_seen_with_the_eyes_of_who_makes_them() {
        let mut tree = Tree::new(1 << 16);
        let ends: Vec<Candidate> = (0..=2).map(|halves| Candidate { ends: Some(halves), ..plies(&[9])[0] }).collect();
        for (player, values) in [(0, [0.0, 0.5, 1.0]), (1, [1.0, 0.5, 0.0])] {
            let node = tree.add(player, &ends).unwrap();
            assert!(tree.edges(node).map(|edge| (edge.low, edge.high)).eq(values.map(|value| (value, value))));
        }
    }

    #[test]
    fn a_ply_is_found_by_its_id() {
        let mut tree = Tree::new(1 << 16);
        let ids = [3, 4, 9, 20, 21, 30];
        let node = tree.add(0, &plies(&ids)).unwrap();
        for id in (0..40).chain([u32::MAX]) {
            assert_eq!(tree.find(node, id), ids.iter().position(|&other| other == id), "{id}");
        }
    }

    /// A random tree of so many nodes with up to nine plies each.
    fn grown(nodes: usize, stream: &mut Stream) -> (Tree, Vec<u32>) {
        let (mut tree, mut numbers) = (Tree::new(1 << 20), Vec::new());
        let mut below = |most: usize| stream.below(NonZeroU64::new(most as u64).unwrap()) as usize;
        while numbers.len() < nodes {
            let count = below(10);
            let number = tree.add(below(2) as i8, &plies(&(0..count as u32).collect::<Vec<_>>())).unwrap();
            tree.node_mut(number).visits = number;
            let parents: Vec<u32> = numbers.clone();
            numbers.push(number);
            let free =
                |&parent: &u32| tree.edges(parent).position(|edge| edge.child == NONE).map(|place| (parent, place));
            let places: Vec<(u32, usize)> = parents.iter().filter_map(free).collect();
            if !places.is_empty() {
                let (parent, place) = places[below(places.len())];
                let (four, lane) = tree.four_mut(parent, place);
                (four.children[lane], four.visits[lane]) = (number, number);
            }
        }
        (tree, numbers)
    }

    /// The subtree of a node as text.
    fn described(tree: &Tree, number: u32) -> String {
        let node = tree.node(number);
        let edge = |edge: Edge| match edge.child {
            NONE => format!("{} ", edge.id),
            child => format!("{}x{}{} ", edge.id, edge.visits, described(tree, child)),
        };
        let edges: String = tree.edges(number).map(edge).collect();
        format!("({} {} {}: {edges})", node.player, node.visits, node.kept)
    }

    #[test]
    fn what_is_below_a_node_is_kept_as_it_was() {
        let mut stream = Stream::new(1, 1);
        for nodes in [1, 2, 5, 20, 60, 200] {
            let (tree, numbers) = grown(nodes, &mut stream);
            for &root in &numbers {
                let (mut less, expected) = (tree.clone(), described(&tree, root));
                less.keep_below(root);
                assert_eq!(described(&less, ROOT), expected);
                assert_eq!(less.len(), expected.matches('(').count());
                let child = less.edges(ROOT).map(|edge| edge.child).find(|&child| child != NONE);
                if let Some(child) = child {
                    let expected = described(&less, child);
                    less.keep_below(child);
                    assert_eq!(described(&less, ROOT), expected, "once more");
                }
            }
        }
    }
}
