//! Merges the trees of all threads into the report: best ply, its value, principal variation.

use super::node::{Edge, NONE};
use super::tree::{ROOT, Tree};
use super::tree_search::TreeSearch;
use crate::report::{PlyReport, Report, wilson_interval};
use lusory_play::SIDES;
use lusory_play::Values;

/// The report of all trees together; nothing without trees.
pub(super) fn report(searches: &[TreeSearch]) -> Option<Report> {
    let first = searches.first()?;
    let (to_move, edges) = (first.tree.node(ROOT).player, merge_plies(searches));
    let best = if to_move < 0 { None } else { best_edge(&edges) };
    let sum_over_threads = |count: fn(&TreeSearch) -> u64| searches.iter().map(count).sum::<u64>();
    let (visits, values) = root_values(searches);
    let best = best.map(|place| edges[place]);
    let mean = best.and_then(|edge| edge.value()).unwrap_or(0.5);
    let proven = best.is_some_and(|edge| edge.is_exact());
    Some(Report {
        to_move,
        best: best.map(|edge| edge.id),
        principal_variation: best.map_or_else(Vec::new, |edge| principal_variation(searches, edge.id)),
        values,
        solved: searches.iter().any(TreeSearch::is_proven),
        value: mean,
        interval: best.map_or((0.0, 1.0), |edge| clamped_interval(&edge, mean)),
        proven,
        visits,
        simulations: sum_over_threads(|search| search.statistics.simulations),
        cut_playouts: sum_over_threads(|search| search.statistics.cut_playouts),
        nodes: searches.iter().map(|search| search.tree.len()).sum(),
        bytes: searches.iter().map(|search| search.tree.bytes()).sum(),
        is_full: searches.iter().any(|search| search.tree.is_full),
        plies: ply_reports(&edges),
    })
}

/// The plies of the root, with the statistics of all trees and the bounds that any of them has proven.
fn merge_plies(searches: &[TreeSearch]) -> Vec<Edge> {
    let mut all: Vec<Edge> = searches.first().map_or_else(Vec::new, |search| search.tree.edges(ROOT).collect());
    for search in searches.iter().skip(1) {
        for (edge, other_edge) in all.iter_mut().zip(search.tree.edges(ROOT)) {
            let visits = edge.visits.saturating_add(other_edge.visits);
            edge.mean += (other_edge.mean - edge.mean) * f64::from(other_edge.visits) / f64::from(visits.max(1));
            edge.visits = visits;
            edge.amaf_visits = edge.amaf_visits.saturating_add(other_edge.amaf_visits);
            edge.amaf_sum += other_edge.amaf_sum;
            (edge.low, edge.high) = (edge.low.max(other_edge.low), edge.high.min(other_edge.high));
        }
    }
    all
}

/// The number of visits and the values of the root.
fn root_values(searches: &[TreeSearch]) -> (u64, Values) {
    let (mut visits, mut means) = (0u64, [0.0; SIDES]);
    for root in searches.iter().map(|search| search.tree.node(ROOT)) {
        if let Some(proof) = root.proof() {
            return (searches.iter().map(|search| u64::from(search.tree.node(ROOT).visits)).sum(), proof);
        }
        visits += u64::from(root.visits);
        let share = f64::from(root.visits) / visits.max(1) as f64;
        means.iter_mut().zip(root.values()).for_each(|(mean, root_value)| *mean += (root_value - *mean) * share);
    }
    (visits, means)
}

/// The best ply: the most visited one whose upper bound exceeds the best proven value, if its mean exceeds that value;
/// else the ply with the best proven value.
pub(super) fn best_edge(edges: &[Edge]) -> Option<usize> {
    let indices = || (0..edges.len()).rev(); // ties go to the last, which has the lowest id
    let proven_best = indices().max_by(|&a, &other| {
        let worth = |place: usize| (edges[place].low, edges[place].high, edges[place].visits as f32);
        worth(a).partial_cmp(&worth(other)).unwrap_or(std::cmp::Ordering::Equal)
    })?;
    let low = edges[proven_best].low;
    let open = indices().filter(|&place| edges[place].high > low);
    let most_visited = open.max_by_key(|&place| (edges[place].visits, edges[place].amaf_visits));
    let beats_proven = |place: &usize| low <= 0.0 || edges[*place].value().is_some_and(|value| value > f64::from(low));
    Some(most_visited.filter(beats_proven).unwrap_or(proven_best))
}

/// The principal variation after a ply, from the tree with the most visits of it.
fn principal_variation(searches: &[TreeSearch], id: u32) -> Vec<u32> {
    let mut variation = vec![id];
    let child = |search: &TreeSearch| search.child(id).map(|child| (search.tree.node(child).visits, child));
    let most =
        searches.iter().filter_map(|search| Some((child(search)?, search))).max_by_key(|&((visits, _), _)| visits);
    if let Some(((_, node), search)) = most {
        extend_variation(&search.tree, node, &mut variation);
    }
    variation
}

fn extend_variation(tree: &Tree, mut node: u32, variation: &mut Vec<u32>) {
    while let Some(edge) = best_edge_of_node(tree, node) {
        if tree.node(node).player < 0 || (edge.visits == 0 && !edge.is_exact()) {
            return;
        }
        variation.push(edge.id);
        if edge.child == NONE {
            return;
        }
        node = edge.child;
    }
}

fn best_edge_of_node(tree: &Tree, node: u32) -> Option<Edge> {
    let edges: Vec<Edge> = tree.edges(node).collect();
    best_edge(&edges).map(|place| edges[place])
}

/// The interval of a ply's value, clamped to its proven bounds.
fn clamped_interval(edge: &Edge, mean: f64) -> (f64, f64) {
    let ((low, high), (least, most)) =
        (wilson_interval(mean, u64::from(edge.visits)), (f64::from(edge.low), f64::from(edge.high)));
    (low.max(least).min(most), high.min(most).max(least))
}

fn ply_reports(edges: &[Edge]) -> Vec<PlyReport> {
    let report_of = |edge: &Edge| {
        let (visits, value) = (u64::from(edge.visits), edge.value());
        PlyReport { id: edge.id, visits, value, proven: edge.is_exact() }
    };
    let mut all: Vec<PlyReport> = edges.iter().map(report_of).collect();
    all.sort_by_key(|judged| std::cmp::Reverse(judged.visits));
    all
}
