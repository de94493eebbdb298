//! Checkpoints of games with chance plies. That of a search whose positions do not repeat:
//!
//! ```text
//!   "lusorye1"   4 numbers: what was solved   count   as many positions, 5 numbers each (see `KnownValues::rows`)
//! ```
//!
//! Where they repeat, the list of positions with their values; rows have their length before them:
//!
//! ```text
//!   "lusoryc1"   4 numbers: what was solved   1 while the list grows, else 0
//!   half of the key of each position, how they were reached   rows, only while the list grows
//!   256 * plies + mover of each position                       a row
//!   node << 32 | weight of each ply                            a row
//!   round   step   sweeps   at least   at most
//!   values, replies                                            rows
//! ```

use crate::chance_graph::{ChanceEdge, ChanceGraph, ListGrowth};
use crate::endless_chance::{EndlessValues, SweepPart};
use crate::exploration::Origins;
use crate::key_index::KeyIndex;
use crate::known_values::KnownValues;
use crate::number_file::{NumberReader, NumberWriter, damaged};
use crate::solver::{ChanceSearches, EndlessSearch, Solver};
use crate::value_bounds::ValueBounds;
use lusory_play::StartPosition;
use std::io::{self, BufRead, Write};

impl<W: Write> NumberWriter<W> {
    /// Writes what is known of positions that do not repeat; returns how many they are.
    pub fn known_values(&mut self, known: &KnownValues) -> io::Result<u64> {
        self.put(known.len() as u64)?;
        known.rows().flatten().try_for_each(|number| self.put(number))?;
        Ok(known.len() as u64)
    }

    /// Writes what is known where positions repeat; returns how many there are.
    pub fn endless_chance(&mut self, chance: &ChanceSearches) -> io::Result<u64> {
        let Some(EndlessSearch { growth, graph, values }) = &chance.endless else { return Ok(0) };
        self.put(u64::from(growth.is_some()))?;
        if let Some(ListGrowth { numbers, origins }) = growth {
            self.row(numbers.checks().iter().copied())?;
            self.put(origins.numbers().count() as u64)?;
            origins.numbers().try_for_each(|number| self.put(number))?;
        }
        self.chance_graph(graph)?;
        self.endless_values(values)?;
        Ok(graph.len() as u64)
    }

    fn chance_graph(&mut self, graph: &ChanceGraph) -> io::Result<()> {
        let position = |number| (graph.edges_of(number).len() as u64) << 8 | u64::from(graph.mover(number) as u8);
        self.row((0..graph.len()).map(position))?;
        self.row((0..graph.edge_count()).map(|number| {
            let ChanceEdge { node, weight } = graph.edge(number);
            u64::from(node) << 32 | u64::from(weight)
        }))
    }

    fn endless_values(&mut self, values: &EndlessValues) -> io::Result<()> {
        let step = match values.step {
            SweepPart::Values => 0,
            SweepPart::Replies(player) => player as u64 + 1,
        };
        let found = [values.found.least, values.found.most].map(f64::to_bits);
        let numbers = [values.round as u64, step, values.sweeps as u64, found[0], found[1]];
        numbers.into_iter().try_for_each(|number| self.put(number))?;
        self.row(values.values.iter().map(|value| value.to_bits()))?;
        self.row(values.replies.iter().map(|value| value.to_bits()))
    }
}

impl<R: BufRead> NumberReader<R> {
    /// Reads what is known of positions that do not repeat.
    pub fn known_values<P: StartPosition + ?Sized>(&mut self, solver: &mut Solver<P>) -> io::Result<u64> {
        let count = self.take()?;
        for _ in 0..count {
            let row = [self.take()?, self.take()?, self.take()?, self.take()?, self.take()?];
            solver.chance_mut().known.restore(row);
        }
        Ok(count)
    }

    /// Reads what is known where positions repeat.
    pub fn endless_chance<P: StartPosition + ?Sized>(&mut self, solver: &mut Solver<P>) -> io::Result<u64> {
        let growth = match self.take()? {
            0 => None,
            _ => {
                let numbers = KeyIndex::of_checks(self.row()?);
                let origins = Origins::from_numbers(self.row()?.into_iter()).ok_or_else(damaged)?;
                Some(ListGrowth { numbers, origins })
            }
        };
        let (graph, values) = (self.chance_graph()?, self.endless_values()?);
        let count = graph.len() as u64;
        solver.chance_mut().endless = Some(EndlessSearch { growth, graph, values });
        Ok(count)
    }

    fn chance_graph(&mut self) -> io::Result<ChanceGraph> {
        let positions = self.row()?;
        let edges = self.row()?;
        let (mut graph, mut rest) = (ChanceGraph::default(), &edges[..]);
        for position in positions {
            let (own, others) = rest.split_at_checked((position >> 8) as usize).ok_or_else(damaged)?;
            rest = others;
            let edge = |&number: &u64| ChanceEdge { node: (number >> 32) as u32, weight: number as u32 };
            graph.push(position as u8 as i8, &own.iter().map(edge).collect::<Vec<_>>());
        }
        Ok(graph)
    }

    fn endless_values(&mut self) -> io::Result<EndlessValues> {
        let round = self.take()? as usize;
        let step = match self.take()? {
            0 => SweepPart::Values,
            player => SweepPart::Replies((player - 1) as i8),
        };
        let sweeps = self.take()? as usize;
        let found = ValueBounds { least: f64::from_bits(self.take()?), most: f64::from_bits(self.take()?) };
        let mut row = || -> io::Result<Vec<f64>> { Ok(self.row()?.into_iter().map(f64::from_bits).collect()) };
        let (values, replies) = (row()?, row()?);
        Ok(EndlessValues { round, step, sweeps, values, replies, found })
    }
}
