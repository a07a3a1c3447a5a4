//! `Registry`, and what it tells of its schemes, layers and findings.

use std::path::PathBuf;

use locator::declared::format::{self, Findings, ParsedFile, RegistryFile, RegistryFileError};
use locator::declared::{PortableRegistry, PortableRegistryError};
use locator::{Entry, Options, Profile};
use locator_declared::format::Keyword as _;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors::{data, exception};
use crate::options::options;
use crate::url::{Url, is_valid_in, parse_in};

/// Schemes, and the rules by which their URLs are read: those of Locator, with layers of one's own.
#[pyclass(frozen, module = "locator")]
pub(crate) struct Registry {
    portable: PortableRegistry,
}

/// The registry of a call: the one that it names, or that of Locator.
pub(crate) fn registry_of(registry: Option<&Py<Registry>>) -> &locator::Registry {
    match registry {
        Some(registry) => registry.get().registry(),
        None => locator::registry(),
    }
}

impl Registry {
    pub(crate) fn registry(&self) -> &locator::Registry {
        self.portable.registry()
    }

    /// A registry that is made without the global interpreter lock.
    fn load(
        py: Python<'_>,
        load: impl FnOnce() -> Result<PortableRegistry, PortableRegistryError> + Send,
    ) -> PyResult<Self> {
        Ok(Self { portable: py.detach(load).map_err(|error| registry_error(py, &error))? })
    }
}

#[pymethods]
impl Registry {
    /// The registry of Locator.
    #[new]
    fn default() -> Self {
        Self { portable: PortableRegistry::default() }
    }

    /// A registry with layers from the texts of registry files, lower ones first.
    #[classmethod]
    #[pyo3(signature = (*texts, names=None))]
    fn from_toml(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        texts: Vec<String>,
        names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let mut names = names.unwrap_or_default();
        names.extend((names.len()..texts.len()).map(|n| format!("<registry {}>", n + 1)));
        let layer = |(name, text): (String, String)| RegistryFile::from_text(&name, text).and_then(ParsedFile::load);
        let layers = || names.into_iter().zip(texts).map(layer).collect::<Result<Vec<_>, _>>();
        Self::load(py, || Ok(PortableRegistry::new(layers()?)?))
    }

    /// A registry with layers from registry files, lower ones first.
    #[classmethod]
    #[pyo3(signature = (*paths))]
    fn from_files(_class: &Bound<'_, PyType>, py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Self> {
        Self::load(py, || PortableRegistry::open(paths))
    }

    /// The registry from the text that `to_text` wrote, perhaps in another process.
    #[classmethod]
    fn from_text(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Self> {
        Self::load(py, || text.parse())
    }

    /// The layers and the fingerprint, as a text for `from_text`.
    fn to_text(&self) -> String {
        self.portable.to_string()
    }

    #[pyo3(signature = (text, *, lenient=false, profile=None))]
    fn parse(
        slf: Bound<'_, Self>,
        text: Bound<'_, pyo3::types::PyString>,
        lenient: bool,
        profile: Option<&str>,
    ) -> PyResult<Url> {
        let how = options(lenient, profile)?;
        parse_in(&text, Some(slf.unbind()), how)
    }

    #[pyo3(signature = (text, *, lenient=false, profile=None))]
    fn is_valid(&self, text: Bound<'_, pyo3::types::PyString>, lenient: bool, profile: Option<&str>) -> PyResult<bool> {
        Ok(is_valid_in(&text, self.registry(), options(lenient, profile)?))
    }

    /// The names of all schemes, sorted.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.registry().names().collect()
    }

    /// The scheme with a name, which is case-insensitive, or alias.
    #[pyo3(signature = (name, *, profile=None))]
    fn scheme(&self, py: Python<'_>, name: &str, profile: Option<&str>) -> PyResult<Option<Py<PyAny>>> {
        let is_rfc1738 = options(false, profile)? == Options::new();
        let profile = if is_rfc1738 { Profile::Rfc1738 } else { Profile::Current };
        self.registry().get(name, profile).map(|entry| scheme(py, entry)).transpose()
    }

    /// The layers that were added, lower ones first.
    #[getter]
    fn layers(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.portable.layers().iter().map(|one| layer(py, one)).collect()
    }

    /// The warnings about the layers.
    #[getter]
    fn findings(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        findings(py, self.portable.findings())
    }

    /// A hash of everything that decides how URLs are read.
    #[getter]
    fn fingerprint(&self) -> String {
        self.portable.fingerprint().to_string()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.portable.fingerprint() == other.portable.fingerprint()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::new().hash_one(self.portable.fingerprint())
    }

    fn __repr__(&self) -> String {
        let layers = self.portable.layers().iter().map(|layer| format!(" {}", layer.header.id.as_str()));
        format!("<locator.Registry:{} {}>", layers.collect::<String>(), self.portable.fingerprint())
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_text")?, (slf.get().to_text(),)))
    }
}

/// `RegistryError`, with what lint finds.
fn registry_error(py: Python<'_>, error: &PortableRegistryError) -> PyErr {
    let all = match error {
        PortableRegistryError::File(RegistryFileError::Refused(all)) => findings(py, all),
        PortableRegistryError::Layers(error) => findings(py, error.findings()),
        _ => Ok(Vec::new()),
    };
    all.map_or_else(|error| error, |all| exception(py, "RegistryError", (error.to_string().trim_end(), all)))
}

fn findings(py: Python<'_>, all: &Findings) -> PyResult<Vec<Py<PyAny>>> {
    all.iter().map(|one| finding(py, one)).collect()
}

/// `Finding`
fn finding(py: Python<'_>, finding: &format::Finding) -> PyResult<Py<PyAny>> {
    let place = (finding.file(), finding.line(), finding.column());
    let what = (finding.id(), finding.level().as_str(), finding.message(), finding.help());
    data(py, "Finding", (what.0, what.1, what.2, what.3, place.0, place.1, place.2, finding.scheme()))
}

/// `Layer`
fn layer(py: Python<'_>, layer: &RegistryFile) -> PyResult<Py<PyAny>> {
    let header = &layer.header;
    let (version, file) = (header.version.to_string(), layer.main().document.name());
    let title = header.title.as_str();
    data(py, "Layer", (header.id.as_str(), header.kind.as_str(), title, version, *header.serial, file))
}

/// `Scheme`
fn scheme(py: Python<'_>, entry: &Entry) -> PyResult<Py<PyAny>> {
    let registration = entry.registration();
    let aliases = entry.aliases().iter().map(|alias| &**alias);
    let components = registration.components.iter().map(|component| component.name.as_ref());
    let examples = registration.examples.iter().map(|example| example.url.as_ref());
    let values = (
        entry.name(),
        registration.version.to_string(),
        registration.status.as_str(),
        registration.description.as_ref(),
        registration.default_port,
        PyTuple::new(py, aliases.collect::<Vec<_>>())?,
        PyTuple::new(py, components.collect::<Vec<_>>())?,
        PyTuple::new(py, examples.collect::<Vec<_>>())?,
        entry.layer().as_str(),
        entry.implementation().as_str(),
        entry.origin().file.as_ref(),
    );
    data(py, "Scheme", values)
}
