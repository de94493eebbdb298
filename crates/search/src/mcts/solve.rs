//! MCTS-Solver (Winands et al. 2008) with score bounds (Cazenave and Saffidine 2010): backs up proven bounds of exact
//! values, from the perspective of the player to move. A player gets the value of his best ply; chance nodes take the
//! weighted mean. With three players or more only exact values are backed up, no bounds.

use super::node::Edge;
use super::tree::Tree;
use super::tree_search::TreeSearch;
use lusory_play::SIDES;
use lusory_play::Values;

/// Bounds closer than this count as an exact value.
const EPSILON: f32 = 1e-6;

/// Lower and upper bound.
type Bounds = (f32, f32);

impl TreeSearch {
    /// Propagates the bounds of the last node up the path.
    pub(super) fn back_up_bounds(&mut self) {
        for depth in (0..self.path.len()).rev() {
            let step = self.path[depth];
            let (low, high) = edge_bounds(&self.tree, step.node, step.edge, self.players);
            let (block, lane) = self.tree.block_mut(step.node, step.edge);
            if (block.lows[lane], block.highs[lane]) == (low, high) {
                return;
            }
            (block.lows[lane], block.highs[lane]) = (low, high);
            if !update_bounds(&mut self.tree, step.node, self.players) {
                return;
            }
        }
    }
}

/// The bounds of a ply: those of its child, from the perspective of its player.
fn edge_bounds(tree: &Tree, number: u32, edge: usize, players: usize) -> Bounds {
    let (node, child) = (tree.node(number), tree.node(tree.child(number, edge)));
    match child.proof() {
        Some(values) => (values[node.perspective()] as f32, values[node.perspective()] as f32),
        None if players > 2 => (0.0, 1.0),
        None if child.perspective() == node.perspective() => (child.low, child.high),
        None => (1.0 - child.high, 1.0 - child.low),
    }
}

/// Updates the bounds of a node from its plies; true if anything changed.
pub(super) fn update_bounds(tree: &mut Tree, number: u32, players: usize) -> bool {
    let node = *tree.node(number);
    let (low, high) =
        if node.player < 0 { expected_bounds(tree.edges(number)) } else { maximum_bounds(tree.edges(number)) };
    let proof = if high - low <= EPSILON { proven_values(tree, number, low, players) } else { None };
    let updated = tree.node_mut(number);
    (updated.low, updated.high) = (low, high);
    if let Some(values) = proof {
        updated.prove(values);
    }
    (low, high) != (node.low, node.high) || proof != node.proof()
}

fn maximum_bounds(edges: impl Iterator<Item = Edge>) -> Bounds {
    edges.fold((0.0, 0.0), |(low, high), edge| (edge.low.max(low), edge.high.max(high)))
}

fn expected_bounds(edges: impl Iterator<Item = Edge>) -> Bounds {
    let add = |(total, low, high): (f32, f32, f32), edge: Edge| {
        (total + edge.amaf_sum, low + edge.amaf_sum * edge.low, high + edge.amaf_sum * edge.high)
    };
    let (total, low, high) = edges.fold((0.0, 0.0, 0.0), add);
    if total > 0.0 { (low / total, high / total) } else { (0.0, 1.0) }
}

/// The exact values of all players, given that of the player to move; none where the others' are unknown.
fn proven_values(tree: &Tree, number: u32, value: f32, players: usize) -> Option<Values> {
    let node = tree.node(number);
    if players > 2 {
        // Among plies of equal value for the mover that differ for others, the first is taken.
        let best = || tree.edges(number).find(|edge| edge.is_exact() && edge.low >= value);
        return if node.player < 0 { expected_values(tree, number) } else { tree.node(best()?.child).proof() };
    }
    let (perspective, value) = (node.perspective(), f64::from(value));
    let other = if players == 2 { 1.0 - value } else { 0.0 };
    let of = |player: usize| if player == perspective { value } else { other };
    Some(std::array::from_fn(|player| if player < players { of(player) } else { 0.0 }))
}

fn expected_values(tree: &Tree, number: u32) -> Option<Values> {
    let (mut sums, mut weights) = ([0.0; SIDES], 0.0);
    for edge in tree.edges(number).filter(|edge| edge.amaf_sum > 0.0) {
        let (weight, values) = (f64::from(edge.amaf_sum), tree.node(edge.child).proof()?);
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        weights += weight;
    }
    (weights > 0.0).then(|| sums.map(|sum| sum / weights))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_play::Candidate;

    /// A node whose plies lead to the second player, with these bounds of the first player's value.
    fn concluded(player: i8, plies: &[Bounds]) -> (Bounds, Option<f64>) {
        let mut tree = Tree::new(1 << 16, 0);
        let ply = |id| Candidate { id, number: id, final_halves: None };
        let root = tree.add(player, &(0..plies.len() as u32).map(ply).collect::<Vec<_>>()).unwrap();
        for (place, &(low, high)) in plies.iter().enumerate() {
            let child = tree.add(1, &[]).unwrap();
            let node = tree.node_mut(child);
            (node.low, node.high) = (1.0 - high, 1.0 - low);
            if low == high {
                node.prove([f64::from(low), 1.0 - f64::from(low), 0.0, 0.0]);
            }
            let (four, lane) = tree.block_mut(root, place);
            (four.children[lane], four.amaf_sums[lane]) = (child, 1.0 + place as f32);
            let bounds = edge_bounds(&tree, root, place, 2);
            let (four, lane) = tree.block_mut(root, place);
            (four.lows[lane], four.highs[lane]) = bounds;
        }
        update_bounds(&mut tree, root, 2);
        let node = tree.node(root);
        ((node.low, node.high), node.proof().map(|values| values[0]))
    }

    const OPEN: Bounds = (0.0, 1.0);
    const WON: Bounds = (1.0, 1.0);
    const LOST: Bounds = (0.0, 0.0);
    const DRAWN: Bounds = (0.5, 0.5);

    #[test]
    fn one_win_is_enough_and_a_loss_must_be_known_everywhere() {
        assert_eq!(concluded(0, &[OPEN, WON]), (WON, Some(1.0)));
        assert_eq!(concluded(0, &[OPEN, LOST]), (OPEN, None));
        assert_eq!(concluded(0, &[LOST, LOST]), (LOST, Some(0.0)));
        assert_eq!(concluded(1, &[LOST, OPEN]), (WON, Some(0.0)), "it is the second player's choice");
        assert_eq!(concluded(1, &[WON, OPEN]), (OPEN, None));
    }

    #[test]
    fn bounds_meet() {
        assert_eq!(concluded(0, &[LOST, DRAWN]), (DRAWN, Some(0.5)));
        assert_eq!(concluded(0, &[OPEN, DRAWN]), ((0.5, 1.0), None));
        assert_eq!(concluded(0, &[(0.0, 0.5), DRAWN]), (DRAWN, Some(0.5)), "the other may only be worse");
        assert_eq!(concluded(1, &[DRAWN, (0.5, 1.0)]), (DRAWN, Some(0.5)));
    }

    #[test]
    fn chance_is_neither_kind_nor_unkind() {
        let (bounds, proof) = concluded(-1, &[WON, LOST]);
        assert!((bounds.0 - 1.0 / 3.0).abs() < 1e-6 && (proof.unwrap() - 1.0 / 3.0).abs() < 1e-6, "weights 1 and 2");
        assert_eq!(concluded(-1, &[OPEN, WON]).1, None);
    }
}
