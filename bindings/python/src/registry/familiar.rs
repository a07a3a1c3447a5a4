//! The parts of a `Url` that other packages name, file paths, and what pydantic asks for.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::Registry;
use super::change::build_in;
use super::url::Url;
use crate::errors::data;

#[pymethods]
impl Url {
    /// The user name, as ``user``.
    #[getter]
    fn username(&self) -> Option<&str> {
        self.url.user()
    }

    /// The host as ``urllib.parse`` names and returns it: in lower case, an IPv6 address without its brackets.
    #[getter]
    fn hostname(&self) -> Option<String> {
        let host = self.url.host()?;
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        Some(host.to_ascii_lowercase())
    }

    /// All between ``//`` and the path, as written: the ``netloc`` of ``urllib.parse``.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.url.authority()
    }

    /// Scheme, host and port as browsers compare them; ``None`` if the scheme has no such origin.
    #[getter]
    fn origin(&self) -> Option<String> {
        self.url.origin().map(|origin| origin.to_string())
    }

    /// All hosts with their ports: several in the URLs of some databases.
    #[getter]
    fn hosts(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let host = |one: anyurl::HostPort<'_>| data(py, "HostPort", (one.as_str(), one.port(), one.effective_port()));
        self.url.hosts().map(host).collect()
    }

    /// The URL of an absolute path of this system. Raises ``ValueError`` if it has none.
    #[classmethod]
    fn from_file_path(_class: &Bound<'_, PyType>, path: std::path::PathBuf) -> PyResult<Self> {
        let url = anyurl::from_file_path(path).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self::new(url.into(), None))
    }

    /// The path of a file URL on this system. Raises ``ValueError`` if it has none.
    fn to_file_path(&self) -> PyResult<std::path::PathBuf> {
        anyurl::to_file_path(&self.url).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        class: &Bound<'py, PyType>,
        _source: Bound<'py, PyAny>,
        _handler: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("anyurl._pydantic")?.call_method1("schema", (class.py().None(),))
    }
}

#[pymethods]
impl Registry {
    /// Builds a URL, as ``anyurl.build``.
    #[pyo3(signature = (scheme, /, **parts))]
    fn build(slf: Bound<'_, Self>, scheme: &str, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Url> {
        build_in(slf.py(), Some(slf.clone().unbind()), scheme, parts)
    }

    /// A registry with the layers of installed packages, and these texts above them. A package names the text or the file
    /// of its layer in an entry point of the group ``anyurl.registries``; their order is that of their names.
    ///
    /// Raises ``RegistryError``.
    #[classmethod]
    #[pyo3(signature = (*texts, group="anyurl.registries"))]
    fn from_entry_points<'py>(
        class: &Bound<'py, PyType>,
        texts: Bound<'py, PyTuple>,
        group: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("anyurl._packages")?.call_method1("registry", (class, group, texts))
    }

    /// ``Annotated[Url, registry]`` is a URL that pydantic reads with this registry.
    fn __get_pydantic_core_schema__<'py>(
        slf: Bound<'py, Self>,
        _source: Bound<'py, PyAny>,
        _handler: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("anyurl._pydantic")?.call_method1("schema", (&slf,))
    }
}
