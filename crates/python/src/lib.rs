//! The Python module `lusory._engine`: thin classes over the engine, searches, solvers and nets. Code here must not panic,
//! since `except Exception` does not catch a panic; calls.rs turns one of the engine into a RuntimeError.

mod alphabeta;
mod batch;
mod calls;
mod census;
mod engine;
mod form;
mod knowledge;
mod measures;
mod nets;
mod playouts;
mod search;
mod secret_solver;
mod solver;
mod solver_rules;
mod state;
mod stream;
mod turns;

/// The module as Python sees it.
#[pyo3::pymodule]
mod _engine {
    /// The CPUs this library was built for: any x86-64 ("plain"), or the level x86-64-v3 ("v3").
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const level: &str = if cfg!(target_feature = "avx2") { "v3" } else { "plain" };

    #[pymodule_export]
    use super::alphabeta::{PyAlphaBeta, features, tune};
    #[pymodule_export]
    use super::batch::PyBatch;
    #[pymodule_export]
    use super::census::PyCensus;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::knowledge::PyKnowledge;
    #[pymodule_export]
    use super::nets::{PyLearner, PyNet};
    #[pymodule_export]
    use super::search::PySearch;
    #[pymodule_export]
    use super::secret_solver::PySecretSolver;
    #[pymodule_export]
    use super::solver::PySolver;
    #[pymodule_export]
    use super::state::PyState;
    #[pymodule_export]
    use super::stream::stream;
}
