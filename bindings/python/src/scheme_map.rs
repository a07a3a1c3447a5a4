//! `SchemeMap`: a program's own values by scheme.

use std::collections::BTreeMap;

use anyurl::Bound as BoundMap;
use anyurl::semver::VersionReq;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::registry::url::{Text, parse_in};
use crate::registry::{Registry, registry_of};

/// Values of a program by the scheme of a URL, such as the functions that open it.
///
/// A key is the name of a scheme, or a name with the versions that it is for: ``("http", "^2")``. ``default`` is for all
/// others, and ``aliases`` are more names of a key.
#[pyclass(frozen, generic, module = "anyurl")]
pub(crate) struct SchemeMap {
    map: BoundMap<Py<PyAny>>,
    has_default: bool,
}

/// A name, and the versions that it is for.
#[derive(FromPyObject)]
enum Key {
    Name(String),
    Versions(String, String),
}

#[pymethods]
impl SchemeMap {
    #[new]
    #[pyo3(signature = (values, *, default=None, aliases=BTreeMap::new()))]
    fn new(values: Bound<'_, PyDict>, default: Option<Py<PyAny>>, aliases: BTreeMap<String, String>) -> PyResult<Self> {
        let mut map = anyurl::SchemeMap::new();
        let wrong = |error: anyurl::SchemeMapError| PyValueError::new_err(error.to_string());
        for (key, value) in values {
            let (name, versions) = match key.extract()? {
                Key::Name(name) => (name, VersionReq::STAR),
                Key::Versions(name, versions) => (
                    name,
                    versions.parse().map_err(|_| {
                        PyValueError::new_err(format!("{versions:?} are no versions: write them as in \"^2\""))
                    })?,
                ),
            };
            map.insert(&name, versions, value.unbind()).map_err(wrong)?;
        }
        for (alias, of) in &aliases {
            map.alias(alias, of).map_err(wrong)?;
        }
        let has_default = default.is_some();
        if let Some(value) = default {
            map.set_default(value);
        }
        Ok(Self { map: map.bind(anyurl::registry()), has_default })
    }

    /// The value for a URL, or else ``default``. Raises ``UrlError`` for a text that is not a URL.
    #[pyo3(signature = (url, default=None, *, registry=None))]
    fn get(
        &self,
        py: Python<'_>,
        url: Text<'_>,
        default: Option<Py<PyAny>>,
        registry: Option<Py<Registry>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let found = match &url {
            Text::Url(url) => self.map.get(url.get().as_owned()).map(|value| value.clone_ref(py)),
            text => {
                let url = parse_in(text, registry, anyurl::Options::new())?;
                self.map.get(url.as_owned()).map(|value| value.clone_ref(py))
            }
        };
        Ok(found.or(default))
    }

    fn __getitem__(&self, py: Python<'_>, url: Text<'_>) -> PyResult<Py<PyAny>> {
        let scheme = url.text()?.split(':').next().unwrap_or_default().to_owned();
        let found = self.get(py, url, None, None)?;
        found.ok_or_else(|| {
            let near = self.map.map().similar_names(&scheme);
            let hint = near.first().map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
            let known = self.map.map().names().collect::<Vec<_>>().join(", ");
            PyKeyError::new_err(format!("no value for the scheme {scheme:?}, only for {known}{hint}"))
        })
    }

    fn __contains__(&self, py: Python<'_>, url: Text<'_>) -> bool {
        self.get(py, url, None, None).is_ok_and(|found| found.is_some())
    }

    /// The names and aliases that have a value, sorted.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.map.map().names().collect()
    }

    /// The keys that have no effect, in sentences: those of no scheme and of no version that the registry has.
    #[pyo3(signature = (*, registry=None))]
    fn unused(&self, registry: Option<Py<Registry>>) -> Vec<String> {
        self.map.map().unused(registry_of(registry.as_ref())).iter().map(ToString::to_string).collect()
    }

    fn __repr__(&self) -> String {
        let default = if self.has_default { ", and a default" } else { "" };
        format!("<anyurl.SchemeMap of {}{default}>", self.names().join(", "))
    }
}
