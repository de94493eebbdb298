//! One player's knowledge, detached from the position: it holds nothing that is hidden from him.

use super::position::EnginePosition;
use super::{Position, SharedGame};
use crate::hash::BuildFold;
use crate::hidden::{InformationState, Sampler, StateWithHistory};
use crate::stream::Stream;
use std::any::Any;
use std::hash::BuildHasher;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// A player's knowledge: the whole position in games of perfect information, otherwise his information state.
pub trait PlayerKnowledge: Send + Sync {
    /// The player whose knowledge it is.
    fn viewer(&self) -> u8;
    /// Samples a position consistent with it (see `hidden::sample`); none where none was found within the budget, or
    /// before it was stopped. `likely`: assumes that others play to win (see `hidden::Sampler::sample_likely`).
    fn sample(&self, stream: &mut Stream, likely: bool, stop: &AtomicBool) -> Option<Arc<dyn Position>>;
    /// The player's observations since `earlier`: for each ply the number that a walker gives for it (see
    /// `Walker::play_observed`). None unless `earlier` is the same player's, earlier in the same game with secrets.
    fn observations_since(&self, earlier: &dyn PlayerKnowledge) -> Option<Vec<u64>>;
    /// Whether this is the same knowledge of the same game.
    fn same(&self, other: &dyn PlayerKnowledge) -> bool;
    /// Equal for equal knowledge.
    fn hash(&self) -> u64;
    /// For `same`: downcast to the concrete type.
    fn as_any(&self) -> &dyn Any;
}

/// Knowledge of a game on boards of at most 64 * W places.
pub(super) struct EngineKnowledge<const W: usize> {
    shared: Arc<SharedGame<W>>,
    viewer: u8,
    content: KnowledgeContent<W>,
}

enum KnowledgeContent<const W: usize> {
    Everything(Box<StateWithHistory<W>>),
    Observed(Box<(InformationState<W>, OnceLock<Sampler<W>>)>),
}

impl<const W: usize> EngineKnowledge<W> {
    /// What the viewer knows of a position.
    pub fn of(position: &EnginePosition<W>, viewer: u8) -> Self {
        let (table, state, past) = (position.shared.clone(), &position.state, &position.past);
        let open = !table.game.plan.rules.hidden || state.result.is_some();
        let content = if open {
            KnowledgeContent::Everything(Box::new((state.clone(), past.clone())))
        } else {
            let information = InformationState::new(&table.game, state, past, Some(viewer));
            KnowledgeContent::Observed(Box::new((information, OnceLock::new())))
        };
        EngineKnowledge { shared: table, viewer, content }
    }
}

impl<const W: usize> PlayerKnowledge for EngineKnowledge<W> {
    fn viewer(&self) -> u8 {
        self.viewer
    }

    fn sample(&self, stream: &mut Stream, likely: bool, stop: &AtomicBool) -> Option<Arc<dyn Position>> {
        let game = &self.shared.game;
        let (state, past) = match &self.content {
            KnowledgeContent::Everything(whole) => whole.as_ref().clone(),
            KnowledgeContent::Observed(both) => {
                let (information, sampler) = both.as_ref();
                let sampler = sampler.get_or_init(|| Sampler::new(game, information.clone()));
                match likely {
                    true => sampler.sample_likely(game, stream, stop)?,
                    false => sampler.sample(game, stream, stop)?,
                }
            }
        };
        Some(Arc::new(EnginePosition { shared: self.shared.clone(), state, past }))
    }

    fn observations_since(&self, earlier: &dyn PlayerKnowledge) -> Option<Vec<u64>> {
        let earlier = earlier.as_any().downcast_ref::<Self>()?;
        let (KnowledgeContent::Observed(mine), KnowledgeContent::Observed(before)) = (&self.content, &earlier.content)
        else {
            return None;
        };
        let (mine, before) = (&mine.0.past, &before.0.past);
        let goes_on = self.shared.is(&earlier.shared) && self.viewer == earlier.viewer && mine.starts_with(before);
        goes_on.then(|| {
            mine[before.len()..].iter().map(|observation| BuildFold::default().hash_one(observation)).collect()
        })
    }

    fn same(&self, other: &dyn PlayerKnowledge) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        self.shared.is(&other.shared)
            && self.viewer == other.viewer
            && match (&self.content, &other.content) {
                (KnowledgeContent::Everything(mine), KnowledgeContent::Everything(theirs)) => mine == theirs,
                (KnowledgeContent::Observed(mine), KnowledgeContent::Observed(theirs)) => mine.0 == theirs.0,
                _ => false,
            }
    }

    fn hash(&self) -> u64 {
        let plies = match &self.content {
            KnowledgeContent::Everything(whole) => whole.1.len(),
            KnowledgeContent::Observed(both) => both.0.past.len(),
        };
        plies as u64 * 8 + u64::from(self.viewer)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
