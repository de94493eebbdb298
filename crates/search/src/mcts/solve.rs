//! Proofs (MCTS-Solver, Winands and others 2008), with values by player: a player with a ply that wins takes it; where all
//! plies are known the best one counts; nature's count by weight.

use super::climb::Climb;
use super::tree::{Edge, Node, Tree, UNKNOWN};
use lusory_engine::machine::Values;
use lusory_engine::state::SIDES;

/// No value is greater.
const WHOLE: f32 = 1.0;

impl Climb {
    /// The end of the way is proven: all that follows from it for the nodes on the way.
    pub(super) fn solve(&mut self, mut proven: u32) {
        for depth in (0..self.path.len()).rev() {
            let step = self.path[depth];
            let Some(values) = self.tree.node(proven).proof else { return };
            let player = self.tree.node(step.node).player;
            let exact = usize::try_from(player).map_or(0.0, |player| values[player & 3] as f32);
            self.tree.edges_mut(step.node)[step.place].exact = exact;
            let Some(values) = follows(&self.tree, step.node, step.place) else { return };
            self.tree.node_mut(step.node).proof = Some(values);
            proven = step.node;
        }
    }
}

/// What a node is worth, now that one of its plies is known; nothing where that is still open.
fn follows(tree: &Tree, number: u32, place: usize) -> Option<Values> {
    let (node, edges) = (tree.node(number), tree.edges(number));
    if node.player >= 0 && edges[place].exact >= WHOLE {
        return tree.node(edges[place].child).proof;
    }
    if edges.iter().any(|edge| edge.exact == UNKNOWN) {
        return None;
    }
    if node.player < 0 { weighed(tree, edges) } else { best(tree, node, edges) }
}

fn best(tree: &Tree, node: &Node, edges: &[Edge]) -> Option<Values> {
    debug_assert!(node.player >= 0);
    let most = edges.iter().max_by(|one, other| one.exact.total_cmp(&other.exact))?;
    tree.node(most.child).proof
}

fn weighed(tree: &Tree, edges: &[Edge]) -> Option<Values> {
    let (mut sums, mut weights) = ([0.0; SIDES], 0.0);
    for edge in edges {
        let (weight, values) = (f64::from(edge.later_sum), tree.node(edge.child).proof?);
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        weights += weight;
    }
    (weights > 0.0).then(|| sums.map(|sum| sum / weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(player: i8, values: &[Option<f64>]) -> Tree {
        let mut tree = Tree::new(1 << 16);
        let ids: Vec<u32> = (0..values.len() as u32).collect();
        let root = tree.add(player, &ids).unwrap();
        for (place, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let child = tree.add(1, &[]).unwrap();
            tree.node_mut(child).proof = Some([*value, 1.0 - value, 0.0, 0.0]);
            let edge = &mut tree.edges_mut(root)[place];
            let mine = if player == 1 { 1.0 - value } else { *value };
            (edge.child, edge.exact, edge.later_sum) = (child, mine as f32, 1.0 + place as f32);
        }
        tree
    }

    fn first(player: i8, values: &[Option<f64>], place: usize) -> Option<f64> {
        follows(&tree(player, values), 0, place).map(|values| values[0])
    }

    #[test]
    fn one_win_is_enough_and_a_loss_must_be_known_everywhere() {
        assert_eq!(first(0, &[None, Some(1.0)], 1), Some(1.0));
        assert_eq!(first(0, &[None, Some(0.0)], 1), None);
        assert_eq!(first(0, &[Some(0.0), Some(0.0)], 1), Some(0.0));
        assert_eq!(first(1, &[Some(0.0), None], 0), Some(0.0), "it is the second player's choice");
        assert_eq!(first(1, &[Some(1.0), None], 0), None);
    }

    #[test]
    fn the_best_of_all_counts() {
        assert_eq!(first(0, &[Some(0.0), Some(0.5)], 0), Some(0.5));
        assert_eq!(first(1, &[Some(0.5), Some(1.0)], 0), Some(0.5));
        assert_eq!(first(0, &[None, Some(0.5)], 1), None);
    }

    #[test]
    fn nature_is_neither_kind_nor_unkind() {
        assert_eq!(first(-1, &[Some(1.0), Some(0.0)], 0), Some(1.0 / 3.0), "weights 1 and 2");
        assert_eq!(first(-1, &[Some(1.0), None], 0), None);
    }
}
