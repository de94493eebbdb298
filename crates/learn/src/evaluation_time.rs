//! Measures what an evaluation takes in a search: the positions after each ply of a position are visited with and without
//! being evaluated.

use crate::model::Model;
use crate::net_evaluator::NetEvaluator;
use lusory_play::{Evaluate, Explorer, StartPosition};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The times of one visit of all positions after a ply, the least of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationTimes {
    /// The positions in which the game goes on.
    pub positions: u32,
    /// Plies played and undone.
    pub visited: Duration,
    /// The same, each evaluated.
    pub evaluated: Duration,
}

/// Visits the positions after each ply of a position `rounds` times in each way.
#[must_use]
pub fn evaluation_times(start: &(impl StartPosition + ?Sized), model: Arc<Model>, rounds: usize) -> EvaluationTimes {
    let (mut evaluator, mut ids) = (NetEvaluator::new(model), Vec::new());
    let mut at = start.explorer();
    evaluator.set_root(at.as_ref());
    at.legal(&mut ids);
    ids.retain(|&id| goes_on(at.as_mut(), id));
    let mut times = EvaluationTimes { positions: ids.len() as u32, visited: Duration::MAX, evaluated: Duration::MAX };
    for _ in 0..rounds {
        times.visited = times.visited.min(timed(|| visit(at.as_mut(), &ids, |_| 0.0)));
        let evaluate = |at: &dyn Explorer| {
            evaluator.push(at);
            let value = evaluator.evaluate(at);
            evaluator.pop();
            value
        };
        times.evaluated = times.evaluated.min(timed(|| visit(at.as_mut(), &ids, evaluate)));
    }
    times
}

fn goes_on(at: &mut dyn Explorer, id: u32) -> bool {
    let is_played = at.play(id);
    let goes_on = is_played && at.values().is_none();
    if is_played {
        at.undo();
    }
    goes_on
}

fn visit(at: &mut dyn Explorer, ids: &[u32], mut evaluate: impl FnMut(&dyn Explorer) -> f32) {
    for &id in ids {
        if at.play(id) {
            black_box(evaluate(at));
            at.undo();
        }
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}
