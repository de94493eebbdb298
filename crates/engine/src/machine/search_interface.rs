//! Implements the search interface of `lusory_play` for positions and knowledge of this engine.

use super::{Explorer, PlayerKnowledge, Position, StartPosition, Walker};
use crate::stream::Stream;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl StartPosition for dyn Position + '_ {
    fn walker(&self) -> Box<dyn Walker> {
        Position::walker(self)
    }

    fn explorer(&self) -> Box<dyn Explorer> {
        Position::explorer(self)
    }

    fn turn_explorer(&self) -> Box<dyn Explorer> {
        Position::turn_explorer(self)
    }

    fn after(&self, id: u32) -> Option<Arc<Self>> {
        self.play(id).map(|(position, _)| position)
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn as_any(&self) -> &dyn Any {
        Position::as_any(self)
    }
}

impl lusory_play::Knowledge for dyn PlayerKnowledge + '_ {
    fn viewer(&self) -> u8 {
        PlayerKnowledge::viewer(self)
    }

    fn sample(
        &self,
        stream: &mut Stream,
        likely: bool,
        stop: &AtomicBool,
        walker: &mut Option<Box<dyn Walker>>,
    ) -> bool {
        let Some(position) = PlayerKnowledge::sample(self, stream, likely, stop) else { return false };
        match walker {
            Some(walker) => walker.reset(Position::as_any(position.as_ref())),
            None => {
                *walker = Some(Position::walker(position.as_ref()));
                true
            }
        }
    }

    fn observations_since(&self, earlier: &Self) -> Option<Vec<u64>> {
        PlayerKnowledge::observations_since(self, earlier)
    }
}
