//! Whole turns for a search: enumerates every outcome of a turn once, and descends into one.

use super::explorer::EngineExplorer;
use super::{GainVisitor, OutcomeVisitor, TurnEdge, TurnOutcome, Values, WholeTurns};
use crate::features::Features;
use crate::game::Game;
use crate::hash::BuildFold;
use crate::kernels::TurnEnd;
use crate::movegen::{Ply, id};
use crate::plan::Plan;
use crate::rule::{Effect, Phase};
use crate::state::State;
use crate::turns::{Gain, GainEvaluator, Halt, TurnEnumeration};
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::atomic::AtomicBool;

/// The outcomes of a turn found at one level, in reusable buffers.
pub(super) struct OutcomeList<const W: usize> {
    all: Vec<(State<W>, Vec<Ply<W>>)>,
    count: usize,
    keys: HashSet<u64, BuildFold>,
}

impl<const W: usize> Default for OutcomeList<W> {
    fn default() -> Self {
        OutcomeList { all: Vec::new(), count: 0, keys: HashSet::default() }
    }
}

impl<const W: usize> OutcomeList<W> {
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.keys.clear();
    }

    fn push(&mut self, state: &State<W>, plies: &[Ply<W>]) {
        match self.all.get_mut(self.count) {
            Some((slot, path)) => {
                slot.clone_from(state);
                path.clear();
                path.extend_from_slice(plies);
            }
            None => self.all.push((state.clone(), plies.to_vec())),
        }
        self.count += 1;
    }

    fn get(&self, number: u32) -> Option<&(State<W>, Vec<Ply<W>>)> {
        self.all.get(..self.count)?.get(number as usize)
    }
}

struct VisitedOutcome<'s, const W: usize> {
    game: &'s Game<W>,
    features: &'s Features<W>,
    state: &'s State<W>,
    path: &'s [Ply<W>],
}

impl<const W: usize> TurnOutcome for VisitedOutcome<'_, W> {
    fn values(&self) -> Option<Values> {
        self.state.result.as_ref().map(|outcome| outcome.values)
    }

    fn write_features(&self, out: &mut [f32]) {
        self.features.write(&self.game.plan, self.state, out);
    }

    fn plies(&self, ids: &mut Vec<u32>) {
        ids.clear();
        ids.extend(self.path.iter().map(|ply| id(&self.game.plan, ply)));
    }
}

/// Whether a turn may go on after a ply.
pub(super) fn has_long_turns<const W: usize>(plan: &Plan<W>) -> bool {
    let again = |effects: &[Phase<Effect>]| effects.iter().any(|effect| effect.has(&Effect::gives_turn));
    let after = |node: &crate::rule::Node| node.atomic().is_some_and(|atomic| again(&atomic.then));
    plan.rules.agendas.links.iter().any(|link| link.rest != 0)
        || again(&plan.rules.effects)
        || plan.rules.nodes.iter().any(after)
}

impl<const W: usize> WholeTurns for EngineExplorer<W> {
    fn has_long_turns(&self) -> bool {
        self.long_turns
    }

    fn outcomes(&mut self, most: u64, stop: &AtomicBool, edges: &mut Vec<TurnEdge>) -> bool {
        edges.clear();
        let table = self.shared.clone();
        let (game, mut ends) = (&table.game, std::mem::take(&mut self.here_mut().outcomes));
        ends.clear();
        let mut walk = TurnEnumeration::with_buffers(game, most, stop, std::mem::take(&mut self.buffers));
        let from = &self.here().state;
        let gauge = GainEvaluator::new(game, from);
        let ended = walk.turns(from, &mut |after, plies| {
            let key = BuildFold::default().hash_one(after);
            if ends.keys.insert(key) {
                edges.push(TurnEdge { index: ends.count as u32, gain: gauge.gain(game, after), key });
                ends.push(after, plies);
            }
            Ok(())
        });
        let complete = ended.is_ok() && walk.complete;
        self.buffers = walk.into_buffers();
        self.here_mut().outcomes = ends;
        complete
    }

    fn play_outcome(&mut self, number: u32) -> bool {
        self.ensure_next_level();
        let (above, below) = self.levels.split_at_mut(self.depth + 1);
        let (Some(above), Some(next)) = (above.last(), below.first_mut()) else { return false };
        let Some((state, _)) = above.outcomes.get(number) else { return false };
        next.reset(state);
        self.depth += 1;
        true
    }

    fn outcome_plies(&self, number: u32, ids: &mut Vec<u32>) {
        ids.clear();
        let plan = &self.shared.game.plan;
        let outcome = self.here().outcomes.get(number);
        ids.extend(outcome.iter().flat_map(|(_, plies)| plies.iter().map(|ply| id(plan, ply))));
    }

    fn visit_outcomes(&mut self, most: u64, stop: &AtomicBool, see: OutcomeVisitor<'_>) -> bool {
        let (game, features) = (&self.shared.game, &self.features);
        let mut walk = TurnEnumeration::with_buffers(game, most, stop, std::mem::take(&mut self.buffers));
        let state = &self.levels[self.depth].state;
        let ended = walk.turns(state, &mut |state, path| {
            if see(&VisitedOutcome { game, features, state, path }) { Ok(()) } else { Err(Halt::Enough) }
        });
        let complete = ended.is_ok() && walk.complete;
        self.buffers = walk.into_buffers();
        complete
    }

    fn visit_gains(&mut self, most: u64, stop: &AtomicBool, see: GainVisitor<'_>) -> bool {
        let (game, state) = (&self.shared.game, &self.levels[self.depth].state);
        let gauge = GainEvaluator::new(game, state);
        if let Some(kernel) = self.shared.kernel().filter(|_| gauge.counts_captures()) {
            let show = &mut |end: &TurnEnd<'_>| {
                let result = end.halves.map_or(0, |halves| halves.min(2) as i8 - 1);
                see(Gain { margin: i64::from(end.taken), result }, end.plies, (end.key)());
            };
            if let Some(ended) = kernel.turns(state, most, stop, show) {
                return ended == Ok(true);
            }
        }
        let mut walk = TurnEnumeration::with_buffers(game, most, stop, std::mem::take(&mut self.buffers));
        let mut ids = Vec::new();
        let ended = walk.turns(state, &mut |after, plies| {
            ids.clear();
            ids.extend(plies.iter().map(|ply| id(&game.plan, ply)));
            see(gauge.gain(game, after), &ids, BuildFold::default().hash_one(after));
            Ok(())
        });
        let complete = ended.is_ok() && walk.complete;
        self.buffers = walk.into_buffers();
        complete
    }

    fn visit_turn(&mut self, plies: &[u32], see: OutcomeVisitor<'_>) -> bool {
        let stop = AtomicBool::new(false);
        let (game, features) = (&self.shared.game, &self.features);
        let mut walk = TurnEnumeration::with_buffers(game, u64::MAX, &stop, std::mem::take(&mut self.buffers));
        let end = walk.replay(&self.levels[self.depth].state, plies).ok().flatten();
        let path = &[];
        let is_finished = end.map(|state| see(&VisitedOutcome { game, features, state, path })).is_some();
        self.buffers = walk.into_buffers();
        is_finished
    }

    fn play_turn(&mut self, plies: &[u32]) -> bool {
        self.ensure_next_level();
        let (stop, table) = (AtomicBool::new(false), self.shared.clone());
        let mut walk = TurnEnumeration::with_buffers(&table.game, u64::MAX, &stop, std::mem::take(&mut self.buffers));
        let (above, below) = self.levels.split_at_mut(self.depth + 1);
        let (Some(above), Some(next)) = (above.last(), below.first_mut()) else { return false };
        let is_finished = walk.replay(&above.state, plies).ok().flatten().map(|state| next.reset(state)).is_some();
        self.buffers = walk.into_buffers();
        self.depth += usize::from(is_finished);
        is_finished
    }
}
