//! Whole turns for Python: every outcome, the best turn.

use crate::calls::{long, quietly, short};
use lusory_engine::machine::{BestTurn, BestTurnRequest, Position};
use lusory_engine::turns::{Gain, TurnMethod};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;

/// What is counted, and how the game ended.
pub type Brought = (i64, i8);

/// So many plies are tried before a thread is begun for the rest of them, which takes as long as some hundred.
const AT_ONCE: u64 = 1 << 13;

/// Every outcome, and are these all.
pub type TurnOutcomes = (Vec<(Vec<u32>, Brought)>, bool);
/// A turn, what it brings, and was everything looked at.
pub type Chosen = (Vec<u32>, Brought, bool);

/// Every outcome as (ids of plies, what it brings), and are these all.
pub fn turns(py: Python<'_>, position: &dyn Position, most: u64) -> PyResult<TurnOutcomes> {
    let found = long(py, |stop| position.turns(most, stop), quietly)?;
    Ok(found.map_or_else(
        |_| (Vec::new(), false),
        |found| (found.turns.into_iter().map(|(plies, gain)| (plies, brought(gain))).collect(), found.complete),
    ))
}

/// The best turn as (ids of plies, what it brings, was everything looked at).
pub fn best(py: Python<'_>, position: &dyn Position, way: &str, seed: u64, most: u64) -> PyResult<Chosen> {
    let wanted = BestTurnRequest { way: read(way)?, seed, most };
    let soon = if wanted.way == TurnMethod::Reply { None } else { at_once(py, position, wanted)? };
    let found = match soon {
        Some(best) => Ok(best),
        None => long(py, |stop| position.best_turn(wanted, stop), quietly)?,
    };
    Ok(found.map_or_else(|_| (Vec::new(), (0, 0), false), |best| (best.plies, brought(best.value), best.complete)))
}

/// The best turn, where few plies are enough to find it.
fn at_once(py: Python<'_>, position: &dyn Position, wanted: BestTurnRequest) -> PyResult<Option<BestTurn>> {
    let few = BestTurnRequest { most: wanted.most.min(AT_ONCE), ..wanted };
    let found = py.detach(|| short(|| position.best_turn(few, &AtomicBool::new(false))))?;
    Ok(found.ok().filter(|best| best.complete))
}

fn read(way: &str) -> PyResult<TurnMethod> {
    match way.split_once(':').unwrap_or((way, "")) {
        ("greedy", "") => Ok(TurnMethod::Greedy),
        ("reply", "") => Ok(TurnMethod::Reply),
        ("tries", many) if many.parse::<u32>().is_ok_and(|many| many > 0) => {
            Ok(TurnMethod::Tries(many.parse().unwrap_or_default()))
        }
        _ => Err(PyValueError::new_err(format!("{way}: expected greedy, reply or tries:N"))),
    }
}

fn brought(gain: Gain) -> Brought {
    (gain.margin, gain.result)
}
