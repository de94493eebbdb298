//! End components: sets of positions that a player never has to leave, where the other one's plies are fixed. Whatever
//! chance does, all plies in them that are kept stay in them (de Alfaro 1997).

use crate::chance_graph::ChanceGraph;
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// A graph in which one player makes the same ply whenever he comes to a position.
pub struct FixedPlies<'g> {
    /// The graph.
    pub graph: &'g ChanceGraph,
    /// The player whose plies are fixed.
    pub player: i8,
    /// By position: the number of the edge that its mover chooses.
    pub choices: &'g [u32],
}

impl FixedPlies<'_> {
    /// The edges of a position that are left.
    #[must_use]
    pub fn edges_of(&self, position: usize) -> Range<usize> {
        if self.graph.mover(position) == self.player {
            let edge = self.choices[position] as usize;
            edge..edge + 1
        } else {
            self.graph.edges_of(position)
        }
    }

    /// Whether the other player chooses in a position.
    #[must_use]
    pub fn is_free(&self, position: usize) -> bool {
        self.graph.mover(position) == 1 - self.player
    }

    /// By position: the number of the largest end component that it belongs to, which is that of one of its positions;
    /// none outside of them.
    #[must_use]
    pub fn end_components(&self) -> Vec<Option<u32>> {
        let count = self.graph.len();
        let mut kept = Kept { is_inside: vec![true; count], is_left: vec![false; self.graph.edge_count()] };
        loop {
            let components = self.strong_components(&kept);
            if !self.leave(&components, &mut kept) {
                return components.into_iter().map(|component| (component != NONE).then_some(component)).collect();
            }
        }
    }

    /// Drops the plies that leave their component, and positions in which chance or the fixed player leaves it.
    fn leave(&self, components: &[u32], kept: &mut Kept) -> bool {
        let mut has_changed = false;
        for position in (0..self.graph.len()).filter(|&position| components[position] != NONE) {
            let edges = self.edges_of(position);
            let leaves = |edge: usize| self.graph.after(edge).is_none_or(|to| components[to] != components[position]);
            let is_outside = if self.is_free(position) {
                for edge in edges.clone().filter(|&edge| leaves(edge)) {
                    has_changed |= !kept.is_left[edge];
                    kept.is_left[edge] = true;
                }
                edges.clone().all(|edge| kept.is_left[edge])
            } else {
                edges.clone().any(leaves)
            };
            if is_outside {
                (kept.is_inside[position], has_changed) = (false, true);
            }
        }
        has_changed
    }

    /// The strongly connected components of what is kept (Tarjan 1972): by position, a number of one of theirs.
    fn strong_components(&self, kept: &Kept) -> Vec<u32> {
        let mut search = StrongComponents::new(self.graph.len());
        for root in (0..self.graph.len()).filter(|&position| kept.is_inside[position]) {
            if search.order[root] == 0 {
                search.enter(root, self.edges_of(root));
                self.search(kept, &mut search);
            }
        }
        search.component
    }

    fn search(&self, kept: &Kept, search: &mut StrongComponents) {
        while let Some((position, edges)) = search.path.last_mut() {
            let position = *position;
            let Some(edge) = edges.next() else {
                search.go_back(position);
                continue;
            };
            let Some(to) = self.graph.after(edge).filter(|&to| kept.is_inside[to] && !kept.is_left[edge]) else {
                continue;
            };
            if search.order[to] == 0 {
                search.enter(to, self.edges_of(to));
            } else if search.component[to] == NONE {
                search.lowest[position] = search.lowest[position].min(search.order[to]);
            }
        }
    }
}

/// What was not dropped: positions, and edges of the player whose plies are not fixed.
struct Kept {
    is_inside: Vec<bool>,
    is_left: Vec<bool>,
}

/// The state of Tarjan's search.
struct StrongComponents {
    /// By position: the place at which it was entered, from 1.
    order: Vec<u32>,
    lowest: Vec<u32>,
    component: Vec<u32>,
    entered: u32,
    /// Positions without a component yet.
    open: Vec<u32>,
    path: Vec<(usize, Range<usize>)>,
}

impl StrongComponents {
    fn new(count: usize) -> Self {
        StrongComponents {
            order: vec![0; count],
            lowest: vec![0; count],
            component: vec![NONE; count],
            entered: 0,
            open: Vec::new(),
            path: Vec::new(),
        }
    }

    fn enter(&mut self, position: usize, edges: Range<usize>) {
        self.entered += 1;
        (self.order[position], self.lowest[position]) = (self.entered, self.entered);
        self.open.push(position as u32);
        self.path.push((position, edges));
    }

    /// All edges of the last position were followed.
    fn go_back(&mut self, position: usize) {
        self.path.pop();
        if self.lowest[position] == self.order[position] {
            while let Some(member) = self.open.pop() {
                self.component[member as usize] = position as u32;
                if member as usize == position {
                    break;
                }
            }
        }
        if let Some(&(before, _)) = self.path.last() {
            self.lowest[before] = self.lowest[before].min(self.lowest[position]);
        }
    }
}
