//! `Registry`, and what it tells of its schemes, layers and findings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyurl::Entry;
use anyurl::declared::format::{self, Findings, LintOptions, ParsedFile, RegistryFile, RegistryFileError};
use anyurl::declared::{PortableRegistry, PortableRegistryError};
use anyurl_declared::format::Keyword as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors::{data, exception, masked};
use crate::options::options;
use url::{Text, Url, is_valid_in, parse_in};

pub(crate) mod change;
mod familiar;
pub(crate) mod url;
pub(crate) mod url_error;

/// Schemes, and the rules by which their URLs are read: those of anyurl, with layers of one's own.
///
/// ``Registry()`` is that of anyurl alone. A registry is pickled as the texts of its layers, with its fingerprint;
/// reading the pickle fails if the other process would read URLs by other rules.
#[pyclass(frozen, module = "anyurl")]
pub(crate) struct Registry {
    portable: PortableRegistry,
}

/// The registry of a call: the one that it names, or that of anyurl.
pub(crate) fn registry_of(registry: Option<&Py<Registry>>) -> &anyurl::Registry {
    match registry {
        Some(registry) => registry.get().registry(),
        None => anyurl::registry(),
    }
}

impl Registry {
    pub(crate) fn registry(&self) -> &anyurl::Registry {
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
    /// The registry of anyurl.
    #[new]
    fn default() -> Self {
        Self { portable: PortableRegistry::default() }
    }

    /// A registry with layers from the texts of registry files, lower ones first. ``names`` are used in messages.
    ///
    /// ``modules=True`` also loads the WebAssembly modules that layers name and allow.
    ///
    /// Raises ``RegistryError``, with what lint finds.
    #[classmethod]
    #[pyo3(signature = (*texts, names=None, modules=false))]
    fn from_toml(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        texts: Vec<String>,
        names: Option<Names>,
        modules: bool,
    ) -> PyResult<Self> {
        if let Some(path) = texts.iter().find(|text| !text.contains(['\n', '=', '['])) {
            let path = masked(anyurl::registry(), path);
            let message = format!("{path:?} is not the text of a registry file: `Registry.from_files` takes paths");
            return Err(PyValueError::new_err(message));
        }
        let mut names = names.map(Names::list).unwrap_or_default();
        names.extend((names.len()..texts.len()).map(|n| format!("<registry {}>", n + 1)));
        let layer = |(name, text): (String, String)| RegistryFile::from_text(&name, text).and_then(ParsedFile::load);
        let layers = || names.into_iter().zip(texts).map(layer).collect::<Result<Vec<_>, _>>();
        Self::load(py, || with(modules, PortableRegistry::new(layers()?)?))
    }

    /// A registry with layers from registry files, lower ones first. ``modules=True`` also loads the WebAssembly modules that
    /// layers name and allow. Raises ``RegistryError``.
    #[classmethod]
    #[pyo3(signature = (*paths, modules=false))]
    fn from_files(_class: &Bound<'_, PyType>, py: Python<'_>, paths: Vec<PathBuf>, modules: bool) -> PyResult<Self> {
        Self::load(py, || with(modules, PortableRegistry::open(paths)?))
    }

    /// The registry that ``to_text`` wrote. Raises ``RegistryError`` if it cannot be the same one here.
    ///
    /// The last eight are kept, so that unpickling many URLs reads the registry once.
    #[classmethod]
    fn from_text(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Py<Self>> {
        if let Some(known) = recent().iter().find(|known| known.text == text) {
            return Ok(known.registry.clone_ref(py));
        }
        let registry = Py::new(py, Self::load(py, || text.parse())?)?;
        let mut recent = recent();
        recent.truncate(RECENT - 1);
        recent.insert(0, Recent { text: text.to_owned(), registry: registry.clone_ref(py) });
        Ok(registry)
    }

    /// The texts of all layers with the fingerprint, for another process.
    fn to_text(&self) -> String {
        self.portable.to_string()
    }

    /// Parses a URL, as ``anyurl.parse``.
    #[pyo3(signature = (text, *, lenient=false, profile=None))]
    fn parse(slf: Bound<'_, Self>, text: Text<'_>, lenient: bool, profile: Option<&str>) -> PyResult<Url> {
        let how = options(lenient, profile)?;
        parse_in(&text, Some(slf.unbind()), how)
    }

    /// Whether a text is a valid URL, as ``anyurl.is_valid``.
    #[pyo3(signature = (text, *, lenient=false, profile=None))]
    fn is_valid(&self, text: Text<'_>, lenient: bool, profile: Option<&str>) -> PyResult<bool> {
        Ok(is_valid_in(&text, self.registry(), options(lenient, profile)?))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.registry().versions(name).next().is_some()
    }

    /// The names of all schemes, sorted.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.registry().names().collect()
    }

    /// The scheme with a name or alias, which is case-insensitive.
    #[pyo3(signature = (name, *, profile=None))]
    fn scheme(&self, py: Python<'_>, name: &str, profile: Option<&str>) -> PyResult<Option<Py<PyAny>>> {
        let profile = options(false, profile)?.profile;
        self.registry().get(name, profile).map(|entry| scheme(py, entry)).transpose()
    }

    /// The layers that were added, lower ones first.
    #[getter]
    fn layers(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.portable.layers().iter().map(|one| layer(py, one)).collect()
    }

    /// What ``anyurl registry lint`` finds in the layers that were added: errors, too, that do not prevent loading, such
    /// as a grammar that cannot be compiled, which refuses all URLs of its scheme.
    fn lint(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let today: String = py.import("datetime")?.getattr("date")?.call_method0("today")?.str()?.extract()?;
        let mut options = LintOptions::default();
        options.today = today.parse().ok();
        findings(py, &py.detach(|| self.portable.lint(options)), self.registry())
    }

    /// The names whose URLs are errors because of a fault in a layer or of a module that cannot be loaded, sorted, each with
    /// the reason. All other names work.
    #[getter]
    fn refused(&self) -> BTreeMap<&str, String> {
        let why = |why: String| masked(self.registry(), &why);
        self.portable.refused().map(|(name, reason)| (name, why(reason.to_string()))).collect()
    }

    /// The warnings of loading the layers, and the faults of names. ``lint`` finds more.
    #[getter]
    fn findings(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        findings(py, self.portable.findings(), self.registry())
    }

    /// A hash of the texts of all layers, and of the version of the package.
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
        format!("<anyurl.Registry:{} {}>", layers.collect::<String>(), self.portable.fingerprint())
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_text")?, (slf.get().to_text(),)))
    }
}

/// `names`: one, or one for each text.
#[derive(FromPyObject)]
enum Names {
    One(String),
    Each(Vec<String>),
}

impl Names {
    fn list(self) -> Vec<String> {
        match self {
            Self::One(name) => vec![name],
            Self::Each(names) => names,
        }
    }
}

/// A registry that was read from a text.
struct Recent {
    text: String,
    registry: Py<Registry>,
}

const RECENT: usize = 8;

/// The last registries that were read from texts: each pickle of a URL has the text of its registry.
fn recent() -> MutexGuard<'static, Vec<Recent>> {
    static RECENT: Mutex<Vec<Recent>> = Mutex::new(Vec::new());
    RECENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The registry, with its modules if they are wanted.
fn with(modules: bool, registry: PortableRegistry) -> Result<PortableRegistry, PortableRegistryError> {
    if modules { registry.with_modules() } else { Ok(registry) }
}

/// `RegistryError`, with what lint finds.
fn registry_error(py: Python<'_>, error: &PortableRegistryError) -> PyErr {
    let all = match error {
        PortableRegistryError::File(RegistryFileError::Refused(all)) => findings(py, all, anyurl::registry()),
        PortableRegistryError::Layers(error) => findings(py, error.findings(), anyurl::registry()),
        _ => Ok(Vec::new()),
    };
    all.map_or_else(
        |error| error,
        |all| exception(py, "RegistryError", (masked(anyurl::registry(), &message(error)), all)),
    )
}

/// The message, with the help of each finding.
fn message(error: &PortableRegistryError) -> String {
    let lines = |all: &Findings| {
        let line = |one: &format::Finding| match one.help() {
            Some(help) => format!("{one}\n  help: {help}"),
            None => one.to_string(),
        };
        all.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    match error {
        PortableRegistryError::File(RegistryFileError::Refused(all)) => lines(all),
        PortableRegistryError::Layers(error) => lines(error.findings()),
        _ => error.to_string().trim_end().to_owned(),
    }
}

fn findings(py: Python<'_>, all: &Findings, registry: &anyurl::Registry) -> PyResult<Vec<Py<PyAny>>> {
    all.iter().map(|one| finding(py, one, registry)).collect()
}

/// `Finding`, without the secrets of the examples that it names.
fn finding(py: Python<'_>, finding: &format::Finding, registry: &anyurl::Registry) -> PyResult<Py<PyAny>> {
    let place = (finding.file(), finding.line(), finding.column());
    let (message, help) = (masked(registry, finding.message()), finding.help().map(|help| masked(registry, help)));
    let what = (finding.id(), finding.level().as_str(), message, help);
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
