//! Whole turns for Python: all outcomes of a turn, the best turn.

use crate::calls::{call_long, call_short, no_progress};
use lusory_engine::machine::{BestTurn, BestTurnRequest, Position};
use lusory_engine::turns::{Gain, TurnMethod};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;

/// A gain: margin and result.
pub type GainTuple = (i64, i8);

/// The number of plies tried before a thread is started, which takes as long as a few hundred plies.
const MAX_PLIES_WITHOUT_THREAD: u64 = 1 << 13;

/// All outcomes (ids of plies, gain), and whether the list is complete.
pub type TurnOutcomesTuple = (Vec<(Vec<u32>, GainTuple)>, bool);
/// A turn (ids of plies), its gain, and whether the search was exhaustive.
pub type BestTurnTuple = (Vec<u32>, GainTuple, bool);

/// All outcomes of the turn that begins or continues at a position.
pub fn turns(py: Python<'_>, position: &dyn Position, most: u64) -> PyResult<TurnOutcomesTuple> {
    let outcomes = call_long(py, |stop| position.turns(most, stop), no_progress)?;
    Ok(outcomes.map_or_else(
        |_| (Vec::new(), false),
        |outcomes| {
            (outcomes.turns.into_iter().map(|(plies, gain)| (plies, gain_tuple(gain))).collect(), outcomes.complete)
        },
    ))
}

/// The turn with the largest gain, by a search method: greedy, reply or tries:N.
pub fn best(py: Python<'_>, position: &dyn Position, way: &str, seed: u64, most: u64) -> PyResult<BestTurnTuple> {
    let request = BestTurnRequest { method: parse_method(way)?, seed, most };
    let quick = if request.method == TurnMethod::Reply { None } else { best_within_limit(py, position, request)? };
    let best = match quick {
        Some(best) => Ok(best),
        None => call_long(py, |stop| position.best_turn(request, stop), no_progress)?,
    };
    Ok(best.map_or_else(|_| (Vec::new(), (0, 0), false), |best| (best.plies, gain_tuple(best.value), best.complete)))
}

/// The best turn, if few plies suffice for an exhaustive search.
fn best_within_limit(py: Python<'_>, position: &dyn Position, request: BestTurnRequest) -> PyResult<Option<BestTurn>> {
    let limited = BestTurnRequest { most: request.most.min(MAX_PLIES_WITHOUT_THREAD), ..request };
    let best_turn = py.detach(|| call_short(|| position.best_turn(limited, &AtomicBool::new(false))))?;
    Ok(best_turn.ok().filter(|best| best.complete))
}

fn parse_method(way: &str) -> PyResult<TurnMethod> {
    match way.split_once(':').unwrap_or((way, "")) {
        ("greedy", "") => Ok(TurnMethod::Greedy),
        ("reply", "") => Ok(TurnMethod::Reply),
        ("tries", number) if number.parse::<u32>().is_ok_and(|number| number > 0) => {
            Ok(TurnMethod::Tries(number.parse().unwrap_or_default()))
        }
        _ => Err(PyValueError::new_err(format!("{way}: expected greedy, reply or tries:N"))),
    }
}

fn gain_tuple(gain: Gain) -> GainTuple {
    (gain.margin, gain.result)
}
