//! The exceptions, which are defined in `anyurl/_errors.py`.

use anyurl::{Error, Span};
use arrow_schema::ArrowError;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A class of a module of the package.
fn class<'py>(py: Python<'py>, module: &'static str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(py, module)?.getattr(name)
}

/// An object of a class of `anyurl._data`.
pub(crate) fn data<'py>(py: Python<'py>, name: &str, values: impl PyCallArgs<'py>) -> PyResult<Py<PyAny>> {
    Ok(class(py, "anyurl._data", name)?.call1(values)?.unbind())
}

/// An exception of `anyurl._errors`.
pub(crate) fn exception<'py>(py: Python<'py>, name: &str, values: impl PyCallArgs<'py>) -> PyErr {
    let raised = class(py, "anyurl._errors", name).and_then(|class| class.call1(values));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// `UrlError`, for a text with a surrogate, which is not a character.
pub(crate) fn not_utf8(text: &Bound<'_, PyString>, at: usize) -> PyErr {
    let py = text.py();
    let error = Error::not_utf8(Span::new(at, at + 1));
    let (kind, rule, component) = (error.kind().as_str(), error.rule(), error.component());
    let (section, id) = (error.requirement().section(), error.requirement().id());
    let what = (error.to_string(), text, kind, rule, component, (at, at + 1), section, id, py.None(), false, "current");
    exception(py, "UrlError", what)
}

/// `BuildError`, with the component and the place in its value, which counts bytes.
pub(crate) fn build_error(py: Python<'_>, error: &anyurl::BuildError) -> PyErr {
    exception(py, "BuildError", (error.to_string(), error.component(), error.offset()))
}

/// `JoinError`
pub(crate) fn join_error(py: Python<'_>, error: &impl ToString) -> PyErr {
    exception(py, "JoinError", (error.to_string(),))
}

/// `PlanError`, with its kind.
pub(crate) fn plan_error(py: Python<'_>, error: &anyurl::PlanError) -> PyErr {
    exception(py, "PlanError", (error.to_string(), error.kind().as_str()))
}

/// `ConsensusError`, with its kind.
pub(crate) fn consensus_error(py: Python<'_>, error: &anyurl::compare::ConsensusError) -> PyErr {
    exception(py, "ConsensusError", (error.to_string(), error.kind().as_str()))
}

/// A message without the secrets of URLs that it repeats: an argument in the wrong place, or an example of a registry file.
pub(crate) fn masked(registry: &anyurl::Registry, message: &str) -> String {
    registry.mask_words(message, [])
}

/// A span in characters of a `str`, in place of bytes of its UTF-8.
pub(crate) fn characters(text: &str, span: Span) -> (usize, usize) {
    if text.is_ascii() {
        return (span.start(), span.end());
    }
    let count = |end: usize| text.char_indices().take_while(|(at, _)| *at < end).count();
    (count(span.start()), count(span.end()))
}

/// An error about a column.
pub(crate) fn arrow_error(error: &ArrowError) -> PyErr {
    let message = error.to_string();
    PyTypeError::new_err(message.trim_start_matches("Invalid argument error: ").to_owned())
}
