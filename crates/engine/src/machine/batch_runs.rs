//! Batch runs from a position: random games, and a census.

use super::SharedGame;
use crate::census::{Census, CensusFault, Row};
use crate::playouts::PlayoutOptions;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which random games to play (see `playouts::Task`).
#[derive(Clone, Debug)]
pub struct Run {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Their seed.
    pub seed: u64,
    /// How many threads may work.
    pub threads: usize,
    /// The limit of plies, after which a game is cut off.
    pub limit: u32,
    /// What is counted.
    pub want: PlayoutOptions,
}

/// A running census, row by row.
pub trait Rows: Send {
    /// The next row; none after the last, nor after a fault.
    ///
    /// # Errors
    /// A `CensusFault` says why the row cannot be counted.
    fn row(&mut self, stop: &AtomicBool) -> Result<Option<Row>, CensusFault>;
}

pub(super) struct Counting<const W: usize> {
    pub table: Arc<SharedGame<W>>,
    pub census: Census<W>,
}

impl<const W: usize> Rows for Counting<W> {
    fn row(&mut self, stop: &AtomicBool) -> Result<Option<Row>, CensusFault> {
        self.census.row(&self.table.game, stop)
    }
}
