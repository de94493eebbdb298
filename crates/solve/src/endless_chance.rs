//! Expected values of games with chance plies in which positions can repeat. Play without end is a draw.
//!
//! Values are first found as if every ply ended the game in a draw with a small probability: then each sweep over all
//! positions brings them closer to the truth. The plies that are best by these values make a strategy of each player.
//! What a strategy gets is then computed against every play of the opponent, for whom staying in an end component for ever
//! is one more choice, worth a draw; without these the game ends with certainty, and values grow from 0 to what they
//! are. So both bounds hold, however the strategies were found; where they do not meet, the probability is lowered.

use crate::chance_graph::ChanceGraph;
use crate::end_components::FixedPlies;
use crate::value_bounds::ValueBounds;
use std::sync::atomic::{AtomicBool, Ordering};

/// The probabilities with which a ply ends the game.
const DRAWN: [f64; 4] = [1e-2, 1e-4, 1e-6, 1e-8];
/// Values that change by less in a sweep are final.
const EXACT: f64 = 1e-13;
/// Bounds that are so close need no better strategies.
const CLOSE: f64 = 1e-9;
/// Sweeps for one probability, at most.
const SWEEPS: usize = 100_000;

/// What is known of a graph's values. It can be stopped and saved at any time, and goes on from there.
#[derive(Clone, PartialEq, Debug)]
pub struct EndlessValues {
    /// The number of the probability in `DRAWN`.
    pub round: usize,
    /// What is being computed with it.
    pub step: SweepPart,
    /// How many sweeps the step has taken so far.
    pub sweeps: usize,
    /// By position: the value for the first player.
    pub values: Vec<f64>,
    /// By position: the value against the best replies, while these are computed.
    pub replies: Vec<f64>,
    /// Of the start, so far.
    pub found: ValueBounds,
}

/// What is computed with a probability: values, then the best replies to the choices of each player that are best by them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SweepPart {
    /// As if every ply could end the game.
    Values,
    /// To the choices of a player, 0 or 1.
    Replies(i8),
}

impl Default for EndlessValues {
    fn default() -> Self {
        let (values, replies, found) = (Vec::new(), Vec::new(), ValueBounds::UNKNOWN);
        EndlessValues { round: 0, step: SweepPart::Values, sweeps: 0, values, replies, found }
    }
}

impl EndlessValues {
    /// Bounds of the value of a graph's start for the first player, as close as it gets.
    pub fn bounds(&mut self, graph: &ChanceGraph, stop: &AtomicBool) -> ValueBounds {
        self.values.resize(graph.len(), 0.5);
        while let Some(&drawn) = DRAWN.get(self.round).filter(|_| self.found.most - self.found.least >= CLOSE) {
            let is_complete = match self.step {
                SweepPart::Values => sweep_until(stop, &mut self.sweeps, || approach(graph, &mut self.values, drawn)),
                SweepPart::Replies(player) => self.reply(graph, player, stop),
            };
            if !is_complete {
                break;
            }
            self.begin_next_step();
        }
        self.found
    }

    fn begin_next_step(&mut self) {
        self.step = match self.step {
            SweepPart::Values => SweepPart::Replies(0),
            SweepPart::Replies(0) => SweepPart::Replies(1),
            SweepPart::Replies(_) => SweepPart::Values,
        };
        self.round += usize::from(self.step == SweepPart::Values);
        self.sweeps = 0;
        self.replies.clear();
    }

    /// Improves what a player gets at the start by the choices that are best by the values, against the best reply. Returns
    /// whether that is complete.
    fn reply(&mut self, graph: &ChanceGraph, player: i8, stop: &AtomicBool) -> bool {
        self.replies.resize(graph.len(), 0.0);
        let choices = choices(graph, &self.values);
        let fixed = FixedPlies { graph, player, choices: &choices };
        let mut replies = BestReplies { components: fixed.end_components(), values: &mut self.replies, fixed };
        let is_complete = sweep_until(stop, &mut self.sweeps, || replies.sweep());
        let least = replies.value(0);
        let bounds = ValueBounds { least, most: 1.0 };
        self.found = self.found.within(bounds.of(player as u8));
        is_complete
    }
}

/// Sweeps until values no longer change; returns whether that was reached.
fn sweep_until(stop: &AtomicBool, sweeps: &mut usize, mut sweep: impl FnMut() -> f64) -> bool {
    while *sweeps < SWEEPS {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        *sweeps += 1;
        if sweep() < EXACT {
            break;
        }
    }
    true
}

/// The value for the first player of what comes after an edge.
fn value_after(graph: &ChanceGraph, edge: usize, values: &[f64]) -> f64 {
    graph.after(edge).map_or_else(|| graph.final_value(edge), |position| values[position])
}

/// The mean over outcomes of chance.
fn mean(graph: &ChanceGraph, edges: std::ops::Range<usize>, value: impl Fn(usize) -> f64) -> f64 {
    let (sum, total) = edges.fold((0.0, 0.0), |(sum, total), edge| {
        let weight = f64::from(graph.edge(edge).weight);
        (sum + weight * value(edge), total + weight)
    });
    sum / total
}

/// A sweep over all positions; returns the greatest change.
fn approach(graph: &ChanceGraph, values: &mut [f64], drawn: f64) -> f64 {
    let mut greatest: f64 = 0.0;
    for position in (0..graph.len()).rev() {
        let edges = graph.edges_of(position);
        let after = |edge| value_after(graph, edge, values);
        let value = match graph.mover(position) {
            0 => edges.map(after).fold(0.0, f64::max),
            1 => edges.map(after).fold(1.0, f64::min),
            _ => mean(graph, edges, after),
        };
        let value = (1.0 - drawn) * value + drawn / 2.0;
        greatest = greatest.max((value - values[position]).abs());
        values[position] = value;
    }
    greatest
}

/// By position: the edge that is best for who moves.
fn choices(graph: &ChanceGraph, values: &[f64]) -> Vec<u32> {
    let best = |position: usize| {
        let sign = if graph.mover(position) == 1 { -1.0 } else { 1.0 };
        let rank = |edge: &usize| sign * value_after(graph, *edge, values);
        graph.edges_of(position).max_by(|a, b| rank(a).total_cmp(&rank(b))).unwrap_or_default() as u32
    };
    (0..graph.len()).map(best).collect()
}

/// The values of the player whose plies are fixed, against all plies of the other one, from below.
struct BestReplies<'g> {
    fixed: FixedPlies<'g>,
    components: Vec<Option<u32>>,
    /// By position; of an end component, by its number.
    values: &'g mut [f64],
}

impl BestReplies<'_> {
    fn value(&self, position: usize) -> f64 {
        self.values[self.components[position].map_or(position, |component| component as usize)]
    }

    /// The value after an edge.
    fn after(&self, edge: usize) -> f64 {
        match self.fixed.graph.after(edge) {
            Some(position) => self.value(position),
            None => {
                let first = self.fixed.graph.final_value(edge);
                if self.fixed.player == 0 { first } else { 1.0 - first }
            }
        }
    }

    /// The least value after the plies of a position that lead out of its end component.
    fn least_outside(&self, position: usize) -> f64 {
        let component = self.components[position];
        let leaves = |edge: &usize| {
            let to = self.fixed.graph.after(*edge);
            component.is_none() || to.is_none_or(|to| self.components[to] != component)
        };
        self.fixed.edges_of(position).filter(leaves).map(|edge| self.after(edge)).fold(1.0, f64::min)
    }

    /// A sweep over all positions; returns the greatest change.
    fn sweep(&mut self) -> f64 {
        let graph = self.fixed.graph;
        let (mut greatest, mut of_components) = (0.0, vec![0.5; graph.len()]);
        for position in (0..graph.len()).rev() {
            match self.components[position] {
                Some(component) => {
                    let least = &mut of_components[component as usize];
                    *least = f64::min(*least, self.least_outside(position));
                }
                None => {
                    let value = if graph.mover(position) < 0 {
                        mean(graph, graph.edges_of(position), |edge| self.after(edge))
                    } else {
                        self.least_outside(position)
                    };
                    greatest = f64::max(greatest, value - self.values[position]);
                    self.values[position] = value;
                }
            }
        }
        for (position, &value) in of_components.iter().enumerate() {
            if self.components[position] == Some(position as u32) {
                greatest = f64::max(greatest, value - self.values[position]);
                self.values[position] = value;
            }
        }
        greatest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance_graph::ChanceEdge;

    /// Nodes: `L`, `D` and `W` end the game for the first player, digits are positions. A player's is 0 or 1, chance's -1.
    fn value(positions: &[(i8, &str)]) -> (f64, f64) {
        let mut graph = ChanceGraph::default();
        for (mover, nodes) in positions {
            let node = |sign: char| "LDW".find(sign).map_or_else(|| sign.to_digit(10).unwrap() + 3, |at| at as u32);
            let edges: Vec<ChanceEdge> = nodes.chars().map(|sign| ChanceEdge { node: node(sign), weight: 1 }).collect();
            graph.push(*mover, &edges);
        }
        let found = EndlessValues::default().bounds(&graph, &AtomicBool::new(false));
        (found.least, found.most)
    }

    fn assert_value(positions: &[(i8, &str)], expected: f64) {
        let (least, most) = value(positions);
        assert!((least - expected).abs() < 1e-8 && (most - expected).abs() < 1e-8, "{positions:?}: {least} to {most}");
    }

    #[test]
    fn who_may_try_again_until_chance_favours_him_wins_and_who_may_not_has_even_chances() {
        assert_value(&[(0, "1"), (-1, "0W")], 1.0);
        assert_value(&[(-1, "LW0")], 0.5);
        assert_value(&[(1, "1"), (-1, "LWW")], 2.0 / 3.0);
        // Each tries in turn: who begins has 1/2 + 1/4 of the rest, and so on.
        assert_value(&[(-1, "W1"), (-1, "L0")], 2.0 / 3.0);
    }

    #[test]
    fn play_without_end_is_a_draw_for_who_can_keep_it_up() {
        // Either player goes round for ever rather than lose.
        assert_value(&[(0, "1L"), (1, "0W")], 0.5);
        assert_value(&[(0, "1W"), (1, "0W")], 1.0);
        assert_value(&[(0, "1L"), (1, "0L")], 0.0);
        // Second prefers the draw to a gamble at 3/4, and the gamble at 1/4 to the draw.
        assert_value(&[(0, "1L"), (1, "02"), (-1, "LWWW")], 0.5);
        assert_value(&[(0, "1L"), (1, "02"), (-1, "LLLW")], 0.25);
        // A ply that stays where it is.
        assert_value(&[(0, "0L")], 0.5);
        assert_value(&[(0, "01"), (-1, "LWW")], 2.0 / 3.0);
        assert_value(&[(0, "")], 0.5);
    }

    #[test]
    fn a_position_where_chance_leads_out_is_in_no_end_component() {
        // First may go round through chance, which ends it at some time: lost.
        assert_value(&[(0, "1"), (-1, "0L")], 0.0);
        // First goes round between 0 and 1 for ever, instead of trying 2.
        assert_value(&[(0, "12"), (0, "0"), (-1, "0L")], 0.5);
        // Second keeps First in 0 and 1 only by passing chance, which lets First win at some time.
        assert_value(&[(0, "1"), (1, "2L"), (-1, "0W")], 0.0);
        assert_value(&[(0, "1"), (1, "2"), (-1, "0W")], 1.0);
    }
}
