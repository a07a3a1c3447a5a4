//! The exceptions, which are defined in `locator/_errors.py`.

use locator::{Error, Options, Report, Span};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::options::{arguments, options};
use crate::registry::{Registry, registry_of};

/// A class of a module of the package.
fn class<'py>(py: Python<'py>, module: &'static str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(py, module)?.getattr(name)
}

/// An object of a class of `locator._data`.
pub(crate) fn data<'py>(py: Python<'py>, name: &str, values: impl PyCallArgs<'py>) -> PyResult<Py<PyAny>> {
    Ok(class(py, "locator._data", name)?.call1(values)?.unbind())
}

/// An exception of `locator._errors`.
pub(crate) fn exception<'py>(py: Python<'py>, name: &str, values: impl PyCallArgs<'py>) -> PyErr {
    let raised = class(py, "locator._errors", name).and_then(|class| class.call1(values));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// `UrlError`
pub(crate) fn url_error(
    py: Python<'_>,
    text: &str,
    error: Error,
    registry: Option<&Py<Registry>>,
    how: Options,
) -> PyErr {
    let redaction = registry_of(registry).guess_secrets(text);
    let message = error.clone().masked(&redaction).to_string();
    let place = characters(text, error.span());
    let (lenient, profile) = arguments(how);
    let arguments = (
        message,
        text,
        error.kind().as_str(),
        error.rule(),
        error.component(),
        place,
        error.requirement().section(),
        error.requirement().id(),
        registry.map(|registry| registry.clone_ref(py)),
        lenient,
        profile,
    );
    exception(py, "UrlError", arguments)
}

/// `UrlError`, for a text with a surrogate, which is not a character.
pub(crate) fn not_utf8(text: &Bound<'_, PyString>, at: usize) -> PyErr {
    let py = text.py();
    let error = Error::not_utf8(Span::new(at, at + 1));
    let (kind, rule, component) = (error.kind().as_str(), error.rule(), error.component());
    let (section, id) = (error.requirement().section(), error.requirement().id());
    let what = (error.to_string(), text, kind, rule, component, (at, at + 1), section, id, py.None(), false, "rfc1738");
    exception(py, "UrlError", what)
}

/// `JoinError`
pub(crate) fn join_error(py: Python<'_>, error: &impl ToString) -> PyErr {
    exception(py, "JoinError", (error.to_string(),))
}

/// `PlanError`, with its kind.
pub(crate) fn plan_error(py: Python<'_>, error: &locator::PlanError) -> PyErr {
    exception(py, "PlanError", (error.to_string(), error.kind()))
}

/// `ConsensusError`, with its kind.
pub(crate) fn consensus_error(py: Python<'_>, error: &locator::compare::ConsensusError) -> PyErr {
    exception(py, "ConsensusError", (error.to_string(), error.kind().as_str()))
}

/// A message without the secrets of URLs that it repeats: an argument in the wrong place, or an example of a registry file.
pub(crate) fn masked(registry: &locator::Registry, message: &str) -> String {
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

/// What a `UrlError` tells when it is asked: `help`, `repaired`, `repaired_exact`, `report`, `expected` and `accepted_by`.
#[pyfunction]
#[pyo3(signature = (text, registry, lenient, profile))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    registry: Option<Py<Registry>>,
    lenient: bool,
    profile: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let how = options(lenient, Some(profile))?;
    let all = registry_of(registry.as_ref());
    let told = PyDict::new(py);
    let Ok(text) = text.to_str() else { return Ok(told) };
    let Err(error) = all.parser().options(how).parse(text) else { return Ok(told) };
    let report = Report::new(all, text, how, &error);
    let explanation = report.explanation();
    told.set_item("help", &explanation.help)?;
    told.set_item("repaired", report.repaired())?;
    told.set_item("repaired_exact", &explanation.repaired)?;
    told.set_item("report", report.to_string().trim_end())?;
    told.set_item("expected", &explanation.expected)?;
    let accepts = [("lenient", explanation.lenient_accepts), ("current", explanation.current_accepts)];
    let accepts = accepts.into_iter().filter_map(|(option, accepts)| accepts.then_some(option));
    told.set_item("accepted_by", PyTuple::new(py, accepts.collect::<Vec<_>>())?)?;
    Ok(told)
}
