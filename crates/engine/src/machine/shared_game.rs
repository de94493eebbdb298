//! Implements `Machine`: a compiled game behind a handle without width.

use super::position::EnginePosition;
use super::{Dump, Machine, PlayoutMethod, Position, SharedGame};
use crate::history::PlyHistory;
use crate::playouts::LaneProvider;
use std::sync::Arc;

/// A compiled game, shared by its positions.
pub(super) struct EngineMachine<const W: usize>(pub Arc<SharedGame<W>>);

impl<const W: usize> Machine for EngineMachine<W> {
    fn start(&self) -> Arc<dyn Position> {
        Arc::new(EnginePosition { shared: self.0.clone(), state: self.0.game.start(), past: PlyHistory::default() })
    }

    fn load(&self, dump: &Dump) -> Option<Arc<dyn Position>> {
        let (state, past) = dump.load(&self.0.game.plan)?;
        Some(Arc::new(EnginePosition { shared: self.0.clone(), state, past }))
    }

    fn width(&self) -> usize {
        W
    }

    fn set_lane_provider(&self, provider: LaneProvider) {
        // Whoever comes first stays: all make the same of a program.
        let _ = self.0.lane_provider.set(provider);
    }

    fn playout_method(&self) -> PlayoutMethod {
        match (self.0.kernel(), self.0.lanes()) {
            (Some(_), _) => PlayoutMethod::Kernel,
            (None, Some(lanes)) => PlayoutMethod::Program { observed: lanes.observes() },
            (None, None) => PlayoutMethod::General,
        }
    }
}
