//! Selection: which ply of a node is tried next.

use super::climb::{Climb, Step};
use super::rave::merge;
use super::tree::{Edge, NONE};
use crate::options::Options;
use lusory_engine::machine::Values;
use std::num::NonZeroU64;
use std::sync::OnceLock;

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
                return edge.high - 1.0; // nothing better than what is proven can come of it
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
fn most(edges: &[Edge], first: usize, mut promise: impl FnMut(&Edge) -> f32) -> usize {
    let (mut best, mut found) = (f32::NEG_INFINITY, first);
    let (before, after) = edges.split_at(first.min(edges.len()));
    for (start, part) in [(first, after), (0, before)] {
        for (place, edge) in (start..).zip(part) {
            let promised = promise(edge);
            if promised > best {
                (best, found) = (promised, place);
            }
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
pub(crate) struct Judge {
    roots: &'static Roots,
    first: f32,
    bias: f32,
    scale: f32,
}

impl Judge {
    /// Of plies that could have been tried so many times.
    pub fn new(options: &Options, visits: u32) -> Self {
        let (roots, bias) = (Roots::get(), options.rave.unwrap_or(0.0) as f32);
        Judge { roots, bias, first: options.first as f32, scale: options.exploration as f32 * roots.of_ln(visits) }
    }

    /// The mean, mixed with that of simulations in which the ply was made later, and more for what was seldom tried. Where
    /// no simulation tells of later plies there is nothing to mix with.
    #[inline]
    pub fn promise(&self, seen: &Seen) -> f32 {
        let (visits, later) = (seen.visits as f32, seen.later_visits as f32);
        let mean = if seen.visits > 0 { seen.mean } else { self.first };
        // weight * later mean + (1 - weight) * mean, the weight being later / all
        let all = later + visits + self.bias * later * visits;
        mean + (seen.later_sum - later * mean) / all.max(1.0) + self.scale * self.roots.seldom(seen.visits)
    }
}

/// Roots that are asked for again and again, of small numbers.
#[derive(Debug)]
struct Roots {
    of_ln: [f32; SMALL],
    seldom: [f32; SMALL],
}

const SMALL: usize = 1 << 12;

impl Roots {
    fn get() -> &'static Self {
        static ROOTS: OnceLock<Roots> = OnceLock::new();
        ROOTS.get_or_init(|| Roots {
            of_ln: std::array::from_fn(|visits| of_ln(visits as u32)),
            seldom: std::array::from_fn(|visits| seldom(visits as u32)),
        })
    }

    fn of_ln(&self, visits: u32) -> f32 {
        self.of_ln.get(visits as usize).copied().unwrap_or_else(|| of_ln(visits))
    }

    #[inline]
    fn seldom(&self, visits: u32) -> f32 {
        self.seldom.get(visits as usize).copied().unwrap_or_else(|| seldom(visits))
    }
}

fn of_ln(visits: u32) -> f32 {
    (visits.max(1) as f32).ln().sqrt()
}

fn seldom(visits: u32) -> f32 {
    (visits as f32 + 1.0).sqrt().recip()
}

/// What a position is worth on the whole to each player.
pub(super) fn means(sums: &Values, visits: u32) -> Values {
    sums.map(|sum| if visits > 0 { sum / f64::from(visits) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_engine::machine::Candidate;

    #[test]
    fn a_ply_is_judged_as_the_formula_says() {
        let options = Options { exploration: 0.5, rave: Some(0.01), first: 1.25, ..Options::default() };
        for visits in [0u32, 1, 7, 5000] {
            for (later_visits, later_sum) in [(0, 0.0), (3, 2.0), (900, 450.0)] {
                let seen = Seen { visits, mean: 0.25, later_visits, later_sum };
                let (v, later) = (f64::from(visits), f64::from(later_visits));
                let mean = if visits > 0 { 0.25 } else { 1.25 };
                let weight = if later > 0.0 { later / (later + v + 0.01 * later * v) } else { 0.0 };
                let mixed = (1.0 - weight) * mean + weight * f64::from(later_sum) / later.max(1.0);
                for all in [1u32, 100, 100_000] {
                    let expected = mixed + 0.5 * f64::from(all).ln().sqrt() / (v + 1.0).sqrt();
                    let found = f64::from(Judge::new(&options, all).promise(&seen));
                    assert!((found - expected).abs() < 1e-5, "{found} {expected} {seen:?}");
                }
            }
        }
    }

    #[test]
    fn of_equals_the_first_from_somewhere_on_is_taken() {
        let edges = vec![Edge::new(&Candidate { id: 0, number: 0, ends: None }, 0); 5];
        assert!((0..5).all(|first| most(&edges, first, |_| 0.5) == first));
        assert_eq!(most(&[], 0, |_| 0.5), 0);
    }
}
