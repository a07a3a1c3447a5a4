//! The extension module of the Python package `anyurl`. The package documents what Python sees.

#![deny(unsafe_code)]
// Python's objects are passed by value, and its functions return results.
#![allow(clippy::needless_pass_by_value)]

mod batch;
mod capsules;
mod column;
mod command;
mod compare;
mod conversions;
mod errors;
mod inputs;
mod options;
mod plan;
mod policy;
mod registry;
mod scheme_map;
mod search;
mod values;

use pyo3::prelude::*;

/// What `anyurl` and `anyurl.batch` import.
#[pymodule(gil_used = false)]
mod _anyurl {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use crate::batch::{map_column, same_columns};
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::compare::{compare, consensus_host};
    #[pymodule_export]
    use crate::plan::Plan;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::registry::Registry;
    #[pymodule_export]
    use crate::registry::change::build;
    #[pymodule_export]
    use crate::registry::url::{Url, is_valid, parse};
    #[pymodule_export]
    use crate::registry::url_error::explain;
    #[pymodule_export]
    use crate::scheme_map::SchemeMap;
    #[pymodule_export]
    use crate::search::{extract, scrub};
}
