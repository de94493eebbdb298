//! Implements `Machine`: a compiled game behind a handle without width.

use super::position::EnginePosition;
use super::{Dump, Machine, Position, SharedGame};
use crate::history::Past;
use std::sync::Arc;

/// A game, shared by its positions.
pub(super) struct GameHandle<const W: usize>(pub Arc<SharedGame<W>>);

impl<const W: usize> Machine for GameHandle<W> {
    fn start(&self) -> Arc<dyn Position> {
        Arc::new(EnginePosition { table: self.0.clone(), state: self.0.game.start(), past: Past::default() })
    }

    fn load(&self, dump: &Dump) -> Option<Arc<dyn Position>> {
        let (state, past) = dump.load(&self.0.game.plan)?;
        Some(Arc::new(EnginePosition { table: self.0.clone(), state, past }))
    }

    fn width(&self) -> usize {
        W
    }
}
