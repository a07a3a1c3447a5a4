//! `compare` and `consensus_host`: what other rulebooks read in a text.

use anyurl::compare::{Comparer, Difference, Part, PartReading, Parts, Reading};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{characters, consensus_error, data};
use crate::registry::url::Text;
use crate::registry::{Registry, registry_of};

/// What RFC 1738, RFC 3986, the URL Standard of browsers, and the split of RFC 3986 Appendix B read in a text, and where
/// they differ. The text may be relative to ``base``.
///
/// A rulebook that rejects the text says so: nothing is raised, but for a surrogate, which is no character (``UrlError``).
#[pyfunction]
#[pyo3(signature = (text, base=None, *, registry=None))]
pub(crate) fn compare(
    py: Python<'_>,
    text: Text<'_>,
    base: Option<Text<'_>>,
    registry: Option<Py<Registry>>,
) -> PyResult<Py<PyAny>> {
    let text = text.text()?;
    let comparer = Comparer::new(registry_of(registry.as_ref()));
    let comparer = match &base {
        Some(base) => comparer.base(base.text()?),
        None => comparer,
    };
    let comparison = comparer.compare(text);
    let readings = PyDict::new(py);
    for (rulebook, read) in comparison.readings() {
        readings.set_item(rulebook.id(), reading(py, text, read)?)?;
    }
    let differences = comparison.differences().iter().map(|one| difference(py, one)).collect::<PyResult<Vec<_>>>()?;
    let verdict = comparison.verdict();
    let values = (verdict.as_str(), verdict.severity().as_str(), readings, PyTuple::new(py, differences)?);
    data(py, "Comparison", values)
}

/// The host of a URL, with its port and scheme, if all rulebooks name the same ones: decoded, in lower case, in its ASCII
/// form. A guard before a request, which does not see redirects, and not where a name leads.
///
/// Raises ``ConsensusError``, which says why there is none.
#[pyfunction]
#[pyo3(signature = (text, *, registry=None))]
pub(crate) fn consensus_host(py: Python<'_>, text: Text<'_>, registry: Option<Py<Registry>>) -> PyResult<Py<PyAny>> {
    let comparer = Comparer::new(registry_of(registry.as_ref()));
    let found = comparer.consensus_host(text.text()?).map_err(|error| consensus_error(py, &error))?;
    data(py, "ConsensusHost", (found.host(), found.port(), found.scheme()))
}

/// `{"status": …}`, with the keys of `anyurl compare --json`; a span counts characters.
fn reading<'py>(py: Python<'py>, text: &str, reading: &Reading) -> PyResult<Bound<'py, PyDict>> {
    let map = PyDict::new(py);
    match reading {
        Reading::Accepted(parts) => {
            map.set_item("status", "accepted")?;
            set_parts(&map, parts)?;
        }
        Reading::Rejected(rejection) => {
            map.set_item("status", "rejected")?;
            map.set_item("message", rejection.message())?;
            map.set_item("section", rejection.section())?;
            map.set_item("span", rejection.span().map(|span| characters(text, span)))?;
        }
        _ => map.set_item("status", "not-covered")?,
    }
    Ok(map)
}

/// All components, with `None` for those that are absent; a port is a number.
fn set_parts(map: &Bound<'_, PyDict>, parts: &Parts) -> PyResult<()> {
    for part in Part::ALL {
        let text = parts.get(part);
        match text.filter(|_| part == Part::Port).and_then(|port| port.parse::<u64>().ok()) {
            Some(port) => map.set_item(part.id(), port)?,
            None => map.set_item(part.id(), text)?,
        }
    }
    Ok(())
}

/// `Difference`
fn difference(py: Python<'_>, difference: &Difference) -> PyResult<Py<PyAny>> {
    let one = |reading: &PartReading| {
        data(py, "PartReading", (reading.rulebook().id(), reading.value(), reading.rule(), reading.section()))
    };
    let readings = difference.readings().iter().map(one).collect::<PyResult<Vec<_>>>()?;
    data(py, "Difference", (difference.part().id(), PyTuple::new(py, readings)?, difference.to_string()))
}
