//! The engine as the Python module `lusory._engine`. Nothing here may panic: a panic passes `except Exception`. Should
//! the engine itself ever panic, which is a fault, Python gets a RuntimeError (calls.rs).

mod alphabeta;
mod calls;
mod census;
mod engine;
mod events;
mod knowledge;
mod learn;
mod measures;
mod parts;
mod playouts;
mod search;
mod secrets;
mod solve;
mod state;
mod stream;
mod turns;

/// The module as Python sees it.
#[pyo3::pymodule]
mod _engine {
    /// Which CPUs this library was built for: any, or those of the level x86-64-v3.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const level: &str = if cfg!(target_feature = "avx2") { "v3" } else { "plain" };

    #[pymodule_export]
    use super::alphabeta::{PyAlphaBeta, features, tune};
    #[pymodule_export]
    use super::census::PyCensus;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::knowledge::PyKnowledge;
    #[pymodule_export]
    use super::learn::{PyLearner, PyNet};
    #[pymodule_export]
    use super::search::PySearch;
    #[pymodule_export]
    use super::secrets::PySecretSolver;
    #[pymodule_export]
    use super::solve::PySolver;
    #[pymodule_export]
    use super::state::PyState;
    #[pymodule_export]
    use super::stream::stream;
}
