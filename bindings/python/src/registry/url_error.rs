//! `UrlError`, which asks the registry for what it tells.

use anyurl::{Error, OptionNames, Options, Report};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::{Registry, registry_of};
use crate::errors::{characters, exception};
use crate::options::{arguments, options};

const OPTION_NAMES: OptionNames =
    OptionNames { lenient: "`lenient=True`", current: "`profile=\"current\"`", rfc1738: "`profile=\"rfc1738\"`" };

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
    let report = Report::new(all, text, how, &error).with_option_names(OPTION_NAMES);
    let explanation = report.explanation();
    told.set_item("help", &explanation.help)?;
    told.set_item("repaired", report.repaired())?;
    told.set_item("repaired_exact", &explanation.repaired)?;
    told.set_item("report", report.to_string().trim_end())?;
    told.set_item("expected", &explanation.expected)?;
    told.set_item("accepted_by", PyTuple::new(py, explanation.accepted_by().collect::<Vec<_>>())?)?;
    Ok(told)
}
