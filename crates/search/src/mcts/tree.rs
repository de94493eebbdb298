//! The tree as an arena of nodes with a memory limit. A node's edges follow it directly, since long searches are bound
//! by memory latency; they are stored in blocks of four as structures of arrays, for SIMD.
//!
//! ```text
//!   rows   [ root | a1 b2 c3 d4 | e5 - - - | state | b2 | a1 c3 d4 e5 | state | ... ]      a node's number is that of
//! ```                                                                                     its first row
//! A node's state is there where the search has a `StateCursor`.

use super::node::{Edge, LANES, NONE, PlyBlock, TreeNode};
use bytemuck::{cast_slice, cast_slice_mut, must_cast, must_cast_mut, must_cast_ref, must_cast_slice_mut};
use lusory_play::Candidate;
use std::mem::offset_of;

/// The node of the root position.
pub const ROOT: u32 = 0;

type Row = [u64; 2];

/// How many rows a node takes.
const NODE_ROWS: usize = size_of::<TreeNode>() / size_of::<Row>();
/// How many rows a block of four plies takes.
const BLOCK_ROWS: usize = size_of::<PlyBlock>() / size_of::<Row>();

/// An arena of nodes and their edges; see the module.
#[derive(Clone, Debug)]
pub struct Tree {
    rows: Vec<Row>,
    nodes: usize,
    /// The memory limit in bytes.
    memory: usize,
    /// How many words the state of a node has.
    state_words: usize,
    /// Whether the node has been reached.
    pub is_full: bool,
}

impl Tree {
    /// An empty tree of at most `memory` bytes, whose nodes have states of `state_words` words.
    #[must_use]
    pub fn new(memory: usize, state_words: usize) -> Self {
        Tree { rows: Vec::new(), nodes: 0, memory, state_words, is_full: false }
    }

    /// The state of a node.
    #[must_use]
    pub fn state(&self, number: u32) -> &[u64] {
        let at = number as usize + node_rows(self.node(number).count);
        &cast_slice(&self.rows[at..at + self.state_rows()])[..self.state_words]
    }

    /// The state of a node, mutable.
    pub fn state_mut(&mut self, number: u32) -> &mut [u64] {
        let (at, rows) = (number as usize + node_rows(self.node(number).count), self.state_rows());
        &mut cast_slice_mut(&mut self.rows[at..at + rows])[..self.state_words]
    }

    /// Rows of a state.
    fn state_rows(&self) -> usize {
        (self.state_words * size_of::<u64>()).div_ceil(size_of::<Row>())
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes
    }

    /// Whether the tree has no nodes.
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
        must_cast_ref(self.rows[number as usize..].first_chunk::<NODE_ROWS>().expect("a node is whole"))
    }

    /// A node, mutable.
    #[inline]
    pub fn node_mut(&mut self, number: u32) -> &mut TreeNode {
        must_cast_mut(self.rows[number as usize..].first_chunk_mut::<NODE_ROWS>().expect("a node is whole"))
    }

    /// A node and its plies, ascending by id.
    #[must_use]
    #[inline]
    pub fn at(&self, number: u32) -> (&TreeNode, &[PlyBlock]) {
        let (head, plies) = self.rows[number as usize..].split_first_chunk::<NODE_ROWS>().expect("a node is whole");
        let node: &TreeNode = must_cast_ref(head);
        (node, cast_slice(&plies[..BLOCK_ROWS * block_count(node.count)]))
    }

    /// A node and its plies, mutable.
    #[inline]
    pub fn at_mut(&mut self, number: u32) -> (&mut TreeNode, &mut [PlyBlock]) {
        let (head, plies) = self.rows[number as usize..].split_first_chunk_mut::<NODE_ROWS>().expect("a node is whole");
        let node: &mut TreeNode = must_cast_mut(head);
        let length = BLOCK_ROWS * block_count(node.count);
        (node, cast_slice_mut(&mut plies[..length]))
    }

    /// The block that holds a ply of a node, and the ply's lane in it.
    #[must_use]
    #[inline]
    pub fn block(&self, number: u32, edge: usize) -> (&PlyBlock, usize) {
        (&self.at(number).1[edge / LANES], edge % LANES)
    }

    /// `block`, mutable.
    #[inline]
    pub fn block_mut(&mut self, number: u32, edge: usize) -> (&mut PlyBlock, usize) {
        (&mut self.at_mut(number).1[edge / LANES], edge % LANES)
    }

    /// The node after a ply, or `NONE`.
    #[must_use]
    #[inline]
    pub fn child(&self, number: u32, edge: usize) -> u32 {
        let (block, lane) = self.block(number, edge);
        block.children[lane]
    }

    /// The statistics of the plies of a node.
    pub fn edges(&self, number: u32) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator {
        let (node, blocks) = self.at(number);
        (0..node.count as usize).map(|place| blocks[place / LANES].edge(place % LANES))
    }

    /// The index of a ply, by its id.
    #[must_use]
    pub fn find(&self, number: u32, id: u32) -> Option<usize> {
        let (node, fours) = self.at(number);
        let block = fours.partition_point(|four| four.ids[LANES - 1] < id);
        let edge = block * LANES + fours.get(block)?.ids.iter().position(|&other| other == id)?;
        (edge < node.count as usize).then_some(edge)
    }

    /// Adds a node with plies in ascending order of ids; nothing where memory is full. The first node always fits.
    pub fn add(&mut self, player: i8, plies: &[Candidate]) -> Option<u32> {
        let node = TreeNode::new(player, plies.len());
        if !self.reserve(node_rows(node.count) + self.state_rows()) {
            self.is_full = true;
            return None;
        }
        let number = self.rows.len() as u32;
        let head: [Row; NODE_ROWS] = must_cast(node);
        self.rows.extend_from_slice(&head);
        for plies in plies.chunks(LANES) {
            let body: [Row; BLOCK_ROWS] = must_cast(PlyBlock::new(plies, node.perspective()));
            self.rows.extend_from_slice(&body);
        }
        self.rows.resize(self.rows.len() + self.state_rows(), Row::default());
        self.nodes += 1;
        Some(number)
    }

    /// Reserves memory for more rows, by doubling up to the limit; the first node always fits.
    fn reserve(&mut self, additional: usize) -> bool {
        let (len, capacity) = (self.rows.len(), self.rows.capacity());
        if capacity - len >= additional {
            return true;
        }
        let max_rows = (self.memory / size_of::<Row>()).min(NONE as usize / LANES); // words have numbers below `NONE`, too
        let max_rows = if len == 0 { max_rows.max(additional) } else { max_rows };
        let new_capacity = (len + additional).max(len * 2).max(64).min(max_rows);
        new_capacity >= len + additional && self.rows.try_reserve_exact(new_capacity - len).is_ok()
    }

    /// Keeps only the subtree of a node, which becomes the root: sliding compaction by pointer reversal (Jonkers 1979).
    /// Children come after their parents, so one pass slides all nodes down in order. Until a retained node is moved,
    /// its `count` holds the position of the link to it, and the link holds the count.
    pub fn retain_subtree(&mut self, root: u32) {
        let (mut old, mut end) = (root as usize, 0);
        self.nodes = 0;
        while old < self.rows.len() {
            let is_kept = old == root as usize || self.restore_link(old as u32, end as u32);
            let length = node_rows(self.node(old as u32).count) + self.state_rows();
            if is_kept {
                self.rows.copy_within(old..old + length, end);
                self.reverse_links(end as u32);
                self.nodes += 1;
                end += length;
            }
            old += length;
        }
        self.rows.truncate(end);
        self.is_full = false;
    }

    /// Reverses the links to the children of a retained node.
    fn reverse_links(&mut self, number: u32) {
        for place in 0..self.node(number).count as usize {
            let child = self.child(number, place);
            if child != NONE {
                let (node, cell) = (self.node_mut(child), link_word(number, place));
                let count = std::mem::replace(&mut node.count, cell as u32);
                node.is_retained = 1;
                self.words()[cell] = count;
            }
        }
    }

    /// Restores the count of a retained node and points the link to its new number; returns whether it is retained.
    fn restore_link(&mut self, old: u32, new: u32) -> bool {
        let (is_kept, cell) = (self.node(old).is_retained != 0, self.node(old).count as usize);
        if is_kept {
            let count = std::mem::replace(&mut self.words()[cell], new);
            let node = self.node_mut(old);
            (node.count, node.is_retained) = (count, 0);
        }
        is_kept
    }

    fn words(&mut self) -> &mut [u32] {
        must_cast_slice_mut(&mut self.rows)
    }

    /// Removes all nodes; those to come have states of `state_words` words.
    pub fn forget(&mut self, state_words: usize) {
        self.clear();
        self.state_words = state_words;
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.nodes = 0;
        self.is_full = false;
    }
}

/// The number of blocks of `count` plies.
#[inline]
fn block_count(count: u32) -> usize {
    (count as usize).div_ceil(LANES)
}

/// Rows of a node and its plies.
fn node_rows(count: u32) -> usize {
    NODE_ROWS + BLOCK_ROWS * block_count(count)
}

/// The index of the word that links a ply to its node.
fn link_word(number: u32, edge: usize) -> usize {
    let row = number as usize + NODE_ROWS + edge / LANES * BLOCK_ROWS;
    row * size_of::<Row>() / size_of::<u32>() + offset_of!(PlyBlock, children) / size_of::<u32>() + edge % LANES
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_play::stream::Stream;
    use std::num::NonZeroU64;

    fn plies(ids: &[u32]) -> Vec<Candidate> {
        ids.iter().map(|&id| Candidate { id, number: 0, final_halves: None }).collect()
    }

    #[test]
    fn a_tree_never_takes_more_than_it_may() {
        for memory in [0, 1000, 10_000, 100_000, 10_000_000] {
            let mut tree = Tree::new(memory, 0);
            assert!(tree.add(0, &plies(&[1, 2, 3])).is_some(), "the root finds room");
            let first = tree.bytes();
            while tree.add(1, &plies(&[4, 5, 6, 7])).is_some() {}
            assert!(tree.is_full && tree.bytes() <= memory.max(first), "{} of {memory}", tree.bytes());
            assert!(tree.bytes() + node_rows(4) * size_of::<Row>() > memory, "{} of {memory}", tree.bytes());
        }
    }

    #[test]
    fn plies_that_end_the_game_are_seen_with_the_eyes_of_who_makes_them() {
        let mut tree = Tree::new(1 << 16, 0);
        let ends: Vec<Candidate> =
            (0..=2).map(|halves| Candidate { final_halves: Some(halves), ..plies(&[9])[0] }).collect();
        for (player, values) in [(0, [0.0, 0.5, 1.0]), (1, [1.0, 0.5, 0.0])] {
            let node = tree.add(player, &ends).unwrap();
            assert!(tree.edges(node).map(|edge| (edge.low, edge.high)).eq(values.map(|value| (value, value))));
        }
    }

    #[test]
    fn a_ply_is_found_by_its_id() {
        let mut tree = Tree::new(1 << 16, 0);
        let ids = [3, 4, 9, 20, 21, 30];
        let node = tree.add(0, &plies(&ids)).unwrap();
        for id in (0..40).chain([u32::MAX]) {
            assert_eq!(tree.find(node, id), ids.iter().position(|&other| other == id), "{id}");
        }
    }

    /// A random tree of so many nodes with up to nine plies each.
    fn random_tree(nodes: usize, stream: &mut Stream) -> (Tree, Vec<u32>) {
        let (mut tree, mut numbers) = (Tree::new(1 << 20, 3), Vec::new());
        let mut below = |bound: usize| stream.below(NonZeroU64::new(bound as u64).unwrap()) as usize;
        while numbers.len() < nodes {
            let count = below(10);
            let number = tree.add(below(2) as i8, &plies(&(0..count as u32).collect::<Vec<_>>())).unwrap();
            tree.node_mut(number).visits = number;
            tree.state_mut(number).fill(u64::from(number));
            let parents: Vec<u32> = numbers.clone();
            numbers.push(number);
            let free =
                |&parent: &u32| tree.edges(parent).position(|edge| edge.child == NONE).map(|place| (parent, place));
            let places: Vec<(u32, usize)> = parents.iter().filter_map(free).collect();
            if !places.is_empty() {
                let (parent, place) = places[below(places.len())];
                let (four, lane) = tree.block_mut(parent, place);
                (four.children[lane], four.visits[lane]) = (number, number);
            }
        }
        (tree, numbers)
    }

    /// The subtree of a node as text.
    fn describe(tree: &Tree, number: u32) -> String {
        let node = tree.node(number);
        let edge = |edge: Edge| match edge.child {
            NONE => format!("{} ", edge.id),
            child => format!("{}x{}{} ", edge.id, edge.visits, describe(tree, child)),
        };
        let edges: String = tree.edges(number).map(edge).collect();
        format!("({} {} {} {:?}: {edges})", node.player, node.visits, node.is_retained, tree.state(number))
    }

    #[test]
    fn what_is_below_a_node_is_kept_as_it_was() {
        let mut stream = Stream::new(1, 1);
        for nodes in [1, 2, 5, 20, 60, 200] {
            let (tree, numbers) = random_tree(nodes, &mut stream);
            for &root in &numbers {
                let (mut smaller, expected) = (tree.clone(), describe(&tree, root));
                smaller.retain_subtree(root);
                assert_eq!(describe(&smaller, ROOT), expected);
                assert_eq!(smaller.len(), expected.matches('(').count());
                let child = smaller.edges(ROOT).map(|edge| edge.child).find(|&child| child != NONE);
                if let Some(child) = child {
                    let expected = describe(&smaller, child);
                    smaller.retain_subtree(child);
                    assert_eq!(describe(&smaller, ROOT), expected, "once more");
                }
            }
        }
    }
}
