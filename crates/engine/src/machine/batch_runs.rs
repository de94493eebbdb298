//! Batch runs from a position: random games, and a census.

use super::SharedGame;
use crate::census::{Census, CensusFault, CensusRow};
use crate::playouts::PlayoutOptions;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A batch of random games (see `playouts::PlayoutTask`).
#[derive(Clone, Debug)]
pub struct PlayoutBatch {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Their seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The limit of plies, after which a game is cut off.
    pub limit: u32,
    /// What to count.
    pub want: PlayoutOptions,
}

/// A running census, row by row.
pub trait CensusRows: Send {
    /// The next row; none after the last, nor after a fault.
    ///
    /// # Errors
    /// A `CensusFault` says why the row cannot be counted.
    fn row(&mut self, stop: &AtomicBool) -> Result<Option<CensusRow>, CensusFault>;
}

pub(super) struct CensusRun<const W: usize> {
    pub shared: Arc<SharedGame<W>>,
    pub census: Census<W>,
}

impl<const W: usize> CensusRows for CensusRun<W> {
    fn row(&mut self, stop: &AtomicBool) -> Result<Option<CensusRow>, CensusFault> {
        self.census.row(&self.shared.game, stop)
    }
}
