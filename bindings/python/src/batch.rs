//! The functions of `anyurl.batch`.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyurl::authors::Registration;
use anyurl_arrow::Kernels;
use anyurl_core::internal::similar_names;
use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::column::Column;
use crate::conversions::joined;
use crate::errors::{arrow_error, masked};
use crate::inputs::{chunks, texts};
use crate::options::options;
use crate::registry::{Registry, registry_of};

/// A function of one column; some have a name as their argument.
type Function = fn(&Kernels<'_>, &dyn Array, &str) -> Result<ArrayRef, ArrowError>;

/// The functions by name.
const FUNCTIONS: [(&str, Function); 21] = [
    ("valid", |kernels, urls, _| Ok(Arc::new(kernels.valid(urls)?))),
    ("scheme", |kernels, urls, _| Ok(Arc::new(kernels.scheme(urls)?))),
    ("user", |kernels, urls, _| Ok(Arc::new(kernels.user(urls)?))),
    ("host", |kernels, urls, _| Ok(Arc::new(kernels.host(urls)?))),
    ("port", |kernels, urls, _| Ok(Arc::new(kernels.port(urls)?))),
    ("effective_port", |kernels, urls, _| Ok(Arc::new(kernels.effective_port(urls)?))),
    ("hosts", |kernels, urls, _| Ok(Arc::new(kernels.hosts(urls)?))),
    ("masked", |kernels, urls, _| Ok(Arc::new(kernels.masked(urls)?))),
    ("path", |kernels, urls, _| Ok(Arc::new(kernels.path(urls)?))),
    ("query", |kernels, urls, _| Ok(Arc::new(kernels.query(urls)?))),
    ("fragment", |kernels, urls, _| Ok(Arc::new(kernels.fragment(urls)?))),
    ("part", |kernels, urls, name| Ok(Arc::new(kernels.part(urls, name)?))),
    ("components", |kernels, urls, _| Ok(Arc::new(kernels.components(urls)?))),
    ("parse", |kernels, urls, _| Ok(Arc::new(kernels.parse(urls)?))),
    ("canonical", |kernels, urls, _| Ok(Arc::new(kernels.canonical(urls)?))),
    ("error", |kernels, urls, _| Ok(Arc::new(kernels.error(urls)?))),
    ("error_id", |kernels, urls, _| Ok(Arc::new(kernels.error_id(urls)?))),
    ("warnings", |kernels, urls, _| Ok(Arc::new(kernels.warnings(urls)?))),
    ("verdict", |kernels, urls, _| Ok(Arc::new(kernels.verdict(urls)?))),
    ("consensus_host", |kernels, urls, _| Ok(Arc::new(kernels.consensus_host(urls)?))),
    ("consensus_error", |kernels, urls, _| Ok(Arc::new(kernels.consensus_error(urls)?))),
];

/// Calls a function by its name.
#[pyfunction]
#[pyo3(signature = (function, urls, name, registry, lenient, profile))]
pub(crate) fn map_column(
    py: Python<'_>,
    function: &str,
    urls: &Bound<'_, PyAny>,
    name: &str,
    registry: Option<Py<Registry>>,
    lenient: bool,
    profile: Option<&str>,
) -> PyResult<Column> {
    let how = options(lenient, profile)?;
    let known = FUNCTIONS.iter().find(|(known, _)| *known == function);
    let (_, kernel) = known.ok_or_else(|| PyValueError::new_err(format!("there is no function {function:?}")))?;
    let urls = chunks(urls)?;
    let registry = registry_of(registry.as_ref());
    let results = py.detach(|| {
        let kernels = Kernels::new(registry.parser().options(how));
        urls.iter().map(|chunk| kernel(&kernels, chunk, name)).collect::<Result<_, _>>()
    });
    let results: Vec<ArrayRef> = results.map_err(|error| arrow_error(&error))?;
    // A name that no scheme has gives a column of NULL only.
    if function == "part" && results.iter().all(|chunk| chunk.null_count() == chunk.len()) {
        check_component(py, registry, name)?;
    }
    Ok(Column::new(results))
}

/// Rejects a name that no scheme of a registry has for a component.
fn check_component(py: Python<'_>, registry: &anyurl::Registry, name: &str) -> PyResult<()> {
    let known: BTreeSet<_> = py.detach(|| {
        let generic = [anyurl::Options::new(), anyurl::Options::new().rfc1738()];
        let generic = generic.map(|how| registry.parser().options(how).parse("x-unregistered:").ok());
        let generic = generic.into_iter().flatten().flat_map(|url| components(url.entry().registration()));
        generic.chain(registry.entries().flat_map(|entry| components(entry.registration()))).collect()
    });
    if known.contains(name) {
        return Ok(());
    }
    let hint = match similar_names(name, known.iter().map(String::as_str)).first() {
        Some(near) => format!("did you mean {near:?}?"),
        None => "`Registry.scheme(name).components` are those of a scheme".to_owned(),
    };
    let name = masked(registry, name);
    Err(PyValueError::new_err(format!("no scheme of the registry has a component {name:?}: {hint}")))
}

fn components(registration: &Registration) -> impl Iterator<Item = String> {
    registration.components.iter().map(|component| component.name.to_string())
}

/// Compares two columns.
#[pyfunction]
#[pyo3(signature = (urls, others, registry, lenient, profile))]
pub(crate) fn same_columns(
    py: Python<'_>,
    urls: &Bound<'_, PyAny>,
    others: &Bound<'_, PyAny>,
    registry: Option<Py<Registry>>,
    lenient: bool,
    profile: Option<&str>,
) -> PyResult<Column> {
    let how = options(lenient, profile)?;
    let (urls, others) = (chunks(urls)?, chunks(others)?);
    let registry = registry_of(registry.as_ref());
    let result = py.detach(|| {
        let kernels = Kernels::new(registry.parser().options(how));
        kernels.same(&texts(joined(&urls)?)?, &texts(joined(&others)?)?)
    });
    let result: ArrayRef = Arc::new(result.map_err(|error| arrow_error(&error))?);
    Ok(Column::new(vec![result]))
}
