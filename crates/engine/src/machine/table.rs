//! Implements `Machine`: a compiled game behind a handle without width.

use super::held::Held;
use super::{Dump, Machine, Position, Table};
use crate::history::Past;
use std::sync::Arc;

/// A game, shared by its positions.
pub(super) struct Shared<const W: usize>(pub Arc<Table<W>>);

impl<const W: usize> Machine for Shared<W> {
    fn start(&self) -> Arc<dyn Position> {
        Arc::new(Held { table: self.0.clone(), state: self.0.game.start(), past: Past::default() })
    }

    fn load(&self, dump: &Dump) -> Option<Arc<dyn Position>> {
        let (state, past) = dump.load(&self.0.game.plan)?;
        Some(Arc::new(Held { table: self.0.clone(), state, past }))
    }

    fn width(&self) -> usize {
        W
    }
}
