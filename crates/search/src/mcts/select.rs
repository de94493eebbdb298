//! Selection: which ply of a node is tried next.

use super::climb::{Climb, Step};
use super::rave::merge;
use super::tree::{Edge, NONE};
use crate::options::Options;
use lusory_engine::machine::Values;
use std::num::NonZeroU64;

impl Climb {
    /// The ply of a node that is tried next: of nature's by lot, of a player's the one that promises most.
    pub(super) fn select(&mut self, node: u32) -> Option<Step> {
        let here = self.tree.node(node);
        let (player, visits, low) = (here.player, here.visits, here.low);
        if player < 0 {
            let id = self.walker.draw(&mut self.stream)?;
            let place = self.tree.edges(node).binary_search_by_key(&id, |edge| edge.id).ok()?;
            return Some(Step { node, place });
        }
        let source = self.source(node, player as usize, visits);
        let edges = self.tree.edges(node);
        let first = self.stream.below(NonZeroU64::new(edges.len() as u64)?) as usize;
        let judge = Judge::new(&self.options, visits);
        let promise = |edge: &Edge, later_visits: u32, later_sum: f32| {
            if edge.high <= low {
                return f64::from(edge.high) - 1.0; // nothing better than what is proven can come of it
            }
            judge.promise(&Seen { visits: edge.visits, mean: edge.mean, later_visits, later_sum })
        };
        let place = if source == node {
            most(edges, first, |edge| promise(edge, edge.later_visits, edge.later_sum))
        } else {
            let mut later = merge(self.tree.edges(source));
            // In the order of ids, so that both lists are gone through once.
            most(edges, 0, |edge| {
                let (visits, sum) = later(edge.id);
                promise(edge, edge.later_visits + visits, edge.later_sum + sum)
            })
        };
        Some(Step { node, place })
    }

    /// The node whose means of later plies serve here: the last one on the way with visits enough.
    fn source(&mut self, node: u32, player: usize, visits: u32) -> u32 {
        let source = &mut self.sources[player];
        if self.options.rave.is_none() || visits >= self.options.reference || *source == NONE {
            *source = node;
        }
        *source
    }
}

/// The place of the ply that promises most; of equals the first from `first` on.
fn most(edges: &[Edge], first: usize, mut promise: impl FnMut(&Edge) -> f64) -> usize {
    let (mut best, mut found) = (f64::NEG_INFINITY, first);
    for place in (first..edges.len()).chain(0..first) {
        let promised = promise(&edges[place]);
        if promised > best {
            (best, found) = (promised, place);
        }
    }
    found
}

/// What simulations said of a ply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub visits: u32,
    pub mean: f32,
    pub later_visits: u32,
    pub later_sum: f32,
}

/// How plies are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<'a> {
    options: &'a Options,
    scale: f64,
}

impl<'a> Judge<'a> {
    /// Of plies that could have been tried so many times.
    pub fn new(options: &'a Options, visits: u32) -> Self {
        Judge { options, scale: options.exploration * f64::from(visits.max(1)).ln().sqrt() }
    }

    /// The mean, mixed with that of simulations in which the ply was made later, and more for what was seldom tried.
    #[inline]
    pub fn promise(&self, seen: &Seen) -> f64 {
        let visits = f64::from(seen.visits);
        let mean = if seen.visits > 0 { f64::from(seen.mean) } else { self.options.first };
        let more = self.scale / (visits + 1.0).sqrt();
        let (Some(bias), true) = (self.options.rave, seen.later_visits > 0) else { return mean + more };
        let later = f64::from(seen.later_visits);
        let weight = later / (later + visits + bias * later * visits);
        (1.0 - weight) * mean + weight * f64::from(seen.later_sum) / later + more
    }
}

/// What a position is worth on the whole to each player.
pub(super) fn means(sums: &Values, visits: u32) -> Values {
    sums.map(|sum| if visits > 0 { sum / f64::from(visits) } else { 0.0 })
}
