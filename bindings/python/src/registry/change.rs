//! `build`, `Url.replace` and the methods `with_…`: other URLs from parts.

use anyurl::authors::{Registration, Role};
use anyurl::{AnyOwnedUrl, AnyUrlBuilder as UrlBuilder, PairList};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyMapping, PyString, PyTuple};

use super::url::{Text, Url};
use super::{Registry, registry_of};
use crate::errors::{build_error, join_error};
use crate::values::bytes_of;

/// Builds a URL of a scheme from its components, unescaped: each is escaped as it needs. ``path_segments`` is a list, and
/// ``query`` can be a mapping or a list of pairs. ``None`` is a part that is not there.
///
/// Raises ``BuildError``.
#[pyfunction]
#[pyo3(signature = (scheme, /, **parts))]
pub(crate) fn build(py: Python<'_>, scheme: &str, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Url> {
    build_in(py, None, scheme, parts)
}

pub(super) fn build_in(
    py: Python<'_>,
    registry: Option<Py<Registry>>,
    scheme: &str,
    parts: Option<&Bound<'_, PyDict>>,
) -> PyResult<Url> {
    let all = registry_of(registry.as_ref());
    let builder = all.build(scheme).map_err(|error| build_error(py, &error))?;
    let registration = all.get(scheme, all.options().profile).map(|entry| entry.registration());
    let url = Changes::new(registration, parts)?.apply(py, builder)?;
    Ok(Url::new(url, registry))
}

/// What is set by the builder, and what is written into the URL that it returns.
struct Changes<'py> {
    scheme: Option<String>,
    components: Vec<(String, Option<Role>, Bound<'py, PyAny>)>,
    path: Option<Bound<'py, PyAny>>,
    query: Option<Bound<'py, PyAny>>,
    segments: Option<Bound<'py, PyAny>>,
}

impl<'py> Changes<'py> {
    fn new(registration: Option<&Registration>, parts: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut all = Self { scheme: None, components: Vec::new(), path: None, query: None, segments: None };
        for (name, value) in parts.into_iter().flatten() {
            let name: String = name.extract()?;
            let role = registration.and_then(|registration| {
                registration.components.iter().find(|component| component.name == name).map(|component| component.role)
            });
            // The path and the query of most schemes are one text; those of others are in components of other names.
            let is_text = registration.is_some() && !matches!(role, None | Some(Role::Whole | Role::Text));
            match name.as_str() {
                "path_segments" if role.is_none() => all.segments = Some(value),
                "path" if !is_text => all.path = Some(value),
                "query" if !is_text => all.query = Some(value),
                "scheme" if role.is_none() => all.scheme = Some(value.extract()?),
                _ => all.components.push((name, role, value)),
            }
        }
        Ok(all)
    }

    fn apply(self, py: Python<'_>, mut builder: UrlBuilder) -> PyResult<AnyOwnedUrl> {
        let wrong = |error| build_error(py, &error);
        for (name, role, value) in &self.components {
            builder = set(builder, name, *role, value)?;
        }
        // Some schemes have no URL without a path.
        let first = builder.clone().build();
        let mut url = match (&self.path, first) {
            (_, Ok(url)) => url,
            (Some(path), Err(_)) if !path.is_none() => builder.set("path", bytes_of(path)?).build().map_err(wrong)?,
            (_, Err(error)) => return Err(wrong(error)),
        };
        if let Some(scheme) = self.scheme {
            url = url.with_scheme(&scheme).map_err(wrong)?;
        }
        if let Some(path) = self.path {
            let path = if path.is_none() { Vec::new() } else { bytes_of(&path)?.into_owned() };
            url = url.with_path(path).map_err(wrong)?;
        }
        if let Some(segments) = self.segments {
            let segments = segments.try_iter()?.map(|one| Ok(bytes_of(&one?)?.into_owned()));
            url = url.with_path_segments(segments.collect::<PyResult<Vec<_>>>()?).map_err(wrong)?;
        }
        match self.query {
            None => Ok(url),
            Some(query) if query.is_none() => url.without_query().map_err(wrong),
            Some(query) if query.is_instance_of::<PyString>() || query.is_instance_of::<PyBytes>() => {
                url.with_query(bytes_of(&query)?).map_err(wrong)
            }
            Some(query) => match pairs(&query)? {
                pairs if pairs.is_empty() => url.without_query().map_err(wrong),
                pairs => with_pairs(&url, PairList::new(""), &pairs).map_err(wrong),
            },
        }
    }
}

/// Sets a component to a value.
fn set(builder: UrlBuilder, name: &str, role: Option<Role>, value: &Bound<'_, PyAny>) -> PyResult<UrlBuilder> {
    if value.is_none() {
        return Ok(builder.without(name));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { builder.flag(name) } else { builder.without(name) });
    }
    match role {
        Some(Role::Fields(_)) if !value.is_instance_of::<PyString>() => Ok(pairs(value)?
            .iter()
            .fold(builder.without(name), |builder, (field, value)| builder.push_field(name, field, value.as_deref()))),
        Some(Role::List(_)) if !value.is_instance_of::<PyString>() => {
            value.try_iter()?.try_fold(builder.without(name), |builder, one| Ok(builder.push(name, bytes_of(&one?)?)))
        }
        // With their delimiters.
        Some(Role::Fields(_) | Role::List(_)) => Ok(builder.set_raw(name, value.extract()?)),
        _ => Ok(builder.set(name, bytes_of(value)?)),
    }
}

type Pair = (Vec<u8>, Option<Vec<u8>>);

/// The pairs of a mapping or of a list of pairs; a value that is a list gives a pair for each of its elements.
fn pairs(given: &Bound<'_, PyAny>) -> PyResult<Vec<Pair>> {
    let items = match given.cast::<PyMapping>() {
        Ok(mapping) => mapping.items()?.into_any(),
        Err(_) => given.clone(),
    };
    let mut all = Vec::new();
    for item in items.try_iter()? {
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract().map_err(|_| {
            PyTypeError::new_err("a query is a str, a mapping, or a list of pairs of a name and a value")
        })?;
        let name = bytes_of(&name)?.into_owned();
        if value.is_none() {
            all.push((name, None));
        } else if value.is_instance_of::<pyo3::types::PyList>() || value.is_instance_of::<PyTuple>() {
            for one in value.try_iter()? {
                all.push((name.clone(), Some(bytes_of(&one?)?.into_owned())));
            }
        } else {
            all.push((name, Some(bytes_of(&value)?.into_owned())));
        }
    }
    Ok(all)
}

fn with_pairs(url: &AnyOwnedUrl, mut list: PairList<'_>, pairs: &[Pair]) -> Result<AnyOwnedUrl, anyurl::BuildError> {
    for (name, value) in pairs {
        list.push(name, value.as_deref());
    }
    url.with_pairs(&list)
}

impl Url {
    fn derived(&self, py: Python<'_>, url: Result<AnyOwnedUrl, anyurl::BuildError>) -> PyResult<Self> {
        Ok(Self::new(url.map_err(|error| build_error(py, &error))?, self.registry(py)))
    }

    /// `replace` of one part.
    fn with_part(&self, value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let parts = PyDict::new(value.py());
        parts.set_item(name, value)?;
        self.replace(value.py(), Some(&parts))
    }
}

#[pymethods]
impl Url {
    /// This URL with other parts, as in ``build``; ``None`` removes a part. ``copy.replace`` does the same.
    ///
    /// Raises ``BuildError``.
    #[pyo3(signature = (**parts))]
    fn replace(&self, py: Python<'_>, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let registration = self.url.is_known().then(|| self.url.registration());
        let url = Changes::new(registration, parts)?.apply(py, self.url.to_builder())?;
        Ok(Self::new(url, self.registry(py)))
    }

    #[pyo3(signature = (**parts))]
    fn __replace__(&self, py: Python<'_>, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        self.replace(py, parts)
    }

    /// This URL with another scheme, read by the rules of that scheme.
    fn with_scheme(&self, py: Python<'_>, scheme: &str) -> PyResult<Self> {
        self.derived(py, self.url.with_scheme(scheme))
    }

    /// This URL with another user name; ``None`` removes it.
    fn with_user(&self, user: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&user, "user")
    }

    /// This URL with another password; ``None`` removes it.
    fn with_password(&self, password: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&password, "password")
    }

    /// This URL with another host.
    fn with_host(&self, host: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&host, "host")
    }

    /// This URL with another port; ``None`` removes it.
    fn with_port(&self, port: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&port, "port")
    }

    /// This URL with another path, unescaped: its slashes divide it.
    fn with_path(&self, path: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&path, "path")
    }

    /// This URL with a path of these segments, unescaped: a slash in one is escaped.
    fn with_path_segments(&self, segments: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&segments, "path_segments")
    }

    /// This URL with another query: a text, or a mapping or list of pairs, unescaped. ``None`` removes it.
    fn with_query(&self, query: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&query, "query")
    }

    /// This URL with these pairs in its query: in place of those of the same names, and otherwise at its end. ``url %
    /// pairs`` is the same.
    fn update_query(&self, py: Python<'_>, pairs: Bound<'_, PyAny>) -> PyResult<Self> {
        let pairs = self::pairs(&pairs)?;
        let mut list = PairList::new(self.url.query().unwrap_or_default());
        let names: Vec<&Vec<u8>> = pairs.iter().map(|(name, _)| name).collect();
        // The first pair of a name keeps its place.
        for (n, (name, value)) in pairs.iter().enumerate() {
            if names[..n].contains(&name) || !list.set(name, value.as_deref()) {
                list.push(name, value.as_deref());
            }
        }
        self.derived(py, self.url.with_pairs(&list))
    }

    /// This URL with these pairs at the end of its query.
    fn extend_query(&self, py: Python<'_>, pairs: Bound<'_, PyAny>) -> PyResult<Self> {
        let list = PairList::new(self.url.query().unwrap_or_default());
        self.derived(py, with_pairs(&self.url, list, &self::pairs(&pairs)?))
    }

    /// This URL with another fragment, unescaped; ``None`` removes it.
    fn with_fragment(&self, fragment: Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_part(&fragment, "fragment")
    }

    /// This URL with paths at the end of its own, unescaped: slashes divide them. ``url / path`` is the same for one.
    #[pyo3(signature = (*paths))]
    fn joinpath(&self, py: Python<'_>, paths: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut url = self.url.clone();
        for path in &paths {
            url = url.with_appended_path(bytes_of(path)?).map_err(|error| build_error(py, &error))?;
        }
        Ok(Self::new(url, self.registry(py)))
    }

    fn __truediv__(&self, py: Python<'_>, path: Bound<'_, PyAny>) -> PyResult<Self> {
        self.joinpath(py, vec![path])
    }

    fn __mod__(&self, py: Python<'_>, pairs: Bound<'_, PyAny>) -> PyResult<Self> {
        self.update_query(py, pairs)
    }

    /// The shortest reference from this URL to another, such as ``../a``; ``None`` if only the whole URL leads there.
    fn relativize(&self, py: Python<'_>, other: Text<'_>) -> PyResult<Option<String>> {
        let parsed = match &other {
            Text::Url(url) => url.get().url.clone(),
            text => self.url.join(text.text()?).map_err(|error| join_error(py, &error))?,
        };
        Ok(self.url.as_url().relativize(&parsed).map(|reference| reference.to_string()))
    }
}
