//! `parse`, `is_valid` and `Url`.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use anyurl::authors::escape;
use anyurl::components::value::{ComponentValue, Value};
use anyurl::{AnyOwnedUrl, Environment, Options};
use anyurl_core::internal::similar_names;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use super::url_error::url_error;
use super::{Registry, registry_of};
use crate::errors::{characters, data, join_error, masked, not_utf8, plan_error};
use crate::options::{arguments, options};
use crate::plan::Plan;

/// A parsed URL. It does not change.
///
/// All parts are as written, with their escapes. ``None`` is a part that is not there: the query of ``http://h/?`` is
/// the empty text, and that of ``http://h/`` is ``None``.
///
/// Two URLs are equal if their texts are; ``same`` compares them by the rules of the scheme.
#[pyclass(frozen, module = "anyurl")]
pub(crate) struct Url {
    pub(super) url: AnyOwnedUrl,
    /// The registry it was parsed with, if that is not the one of anyurl.
    pub(super) registry: Option<Py<Registry>>,
}

/// Parses a URL, with the schemes of anyurl or of a registry.
///
/// With ``lenient``, common deviations from the syntax are accepted: they are in ``Url.warnings``.
/// ``profile="rfc1738"`` reads the ten schemes of RFC 1738 by that document.
///
/// Raises ``UrlError``, which says where the text is wrong, and why.
#[pyfunction]
#[pyo3(signature = (text, *, lenient=false, profile=None, registry=None))]
pub(crate) fn parse(
    text: Text<'_>,
    lenient: bool,
    profile: Option<&str>,
    registry: Option<Py<Registry>>,
) -> PyResult<Url> {
    parse_in(&text, registry, options(lenient, profile)?)
}

/// Whether a text is a valid URL: faster than ``parse``.
#[pyfunction]
#[pyo3(signature = (text, *, lenient=false, profile=None, registry=None))]
pub(crate) fn is_valid(
    text: Text<'_>,
    lenient: bool,
    profile: Option<&str>,
    registry: Option<Py<Registry>>,
) -> PyResult<bool> {
    Ok(is_valid_in(&text, registry_of(registry.as_ref()), options(lenient, profile)?))
}

pub(crate) fn is_valid_in(text: &Text<'_>, registry: &anyurl::Registry, how: Options) -> bool {
    text.unchecked().is_ok_and(|text| registry.parser().options(how).check(text).is_ok())
}

pub(crate) fn parse_in(text: &Text<'_>, registry: Option<Py<Registry>>, how: Options) -> PyResult<Url> {
    parse_str(text.text()?, registry, how)
}

fn parse_str(text: &str, registry: Option<Py<Registry>>, how: Options) -> PyResult<Url> {
    match registry_of(registry.as_ref()).parser().options(how).parse_owned(text) {
        Ok(url) => Ok(Url { url, registry }),
        Err(error) => Err(Python::attach(|py| url_error(py, text, error, registry.as_ref(), how))),
    }
}

impl Url {
    pub(crate) fn new(url: AnyOwnedUrl, registry: Option<Py<Registry>>) -> Self {
        Self { url, registry }
    }

    pub(crate) fn as_owned(&self) -> &AnyOwnedUrl {
        &self.url
    }

    pub(super) fn registry(&self, py: Python<'_>) -> Option<Py<Registry>> {
        self.registry.as_ref().map(|registry| registry.clone_ref(py))
    }

    /// A component that the scheme has, if it is there.
    fn component(&self, name: &str) -> PyResult<Option<ComponentValue<'_>>> {
        let found = self.url.component(name).filter(|component| component.span().is_some());
        let known = || self.url.registration().components.iter().map(|one| one.name.as_ref());
        if found.is_some() || known().any(|known| known == name) {
            return Ok(found);
        }
        let all: Vec<_> = known().collect();
        let near = match similar_names(name, known()).first() {
            Some(near) => format!("did you mean {near:?}?"),
            None if all.is_empty() => "it has none (`[[scheme.syntax.component]]` lists them)".to_owned(),
            None => format!("it has {}", all.join(", ")),
        };
        let name = masked(self.url.registry(), name);
        Err(PyKeyError::new_err(format!("{} has no component {name:?}: {near}", self.url.scheme())))
    }
}

#[pymethods]
impl Url {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("scheme", "host", "path");

    #[new]
    #[pyo3(signature = (text, *, lenient=false, profile=None, registry=None))]
    fn py_new(text: Text<'_>, lenient: bool, profile: Option<&str>, registry: Option<Py<Registry>>) -> PyResult<Self> {
        parse(text, lenient, profile, registry)
    }

    /// The name of the scheme, in lower case.
    #[getter]
    fn scheme(&self) -> std::borrow::Cow<'_, str> {
        self.url.scheme()
    }

    /// The user name.
    #[getter]
    fn user(&self) -> Option<&str> {
        self.url.user()
    }

    /// The password. ``repr``, ``masked`` and error messages hide it.
    #[getter]
    fn password(&self) -> Option<&str> {
        self.url.password()
    }

    /// The host, as written.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.url.host()
    }

    /// The port that is written.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.url.port()
    }

    /// The port that is written, or else the default port of the scheme.
    #[getter]
    fn effective_port(&self) -> Option<u16> {
        self.url.effective_port()
    }

    /// The path, of whatever components the scheme calls so.
    #[getter]
    fn path(&self) -> &str {
        self.url.path()
    }

    /// The parts of the path between slashes, or ``None`` if the scheme has no such path.
    #[getter]
    fn path_segments(&self) -> Option<Vec<&str>> {
        self.url.path_segments().map(|segments| segments.collect())
    }

    /// The query, without its ``?``.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.url.query()
    }

    /// The names and values in the query, without their escapes; a ``+`` stays, and bytes that are not UTF-8 become U+FFFD.
    #[getter]
    fn query_pairs(&self) -> Vec<(String, String)> {
        self.url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }

    /// The fragment, without its ``#``.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.url.fragment()
    }

    /// The URL with ``***`` in place of its secrets, for logs and messages. ``str(url)`` and all parts are exact.
    #[getter]
    fn masked(&self) -> String {
        self.url.as_url().masked().to_string()
    }

    /// The canonical form: the same text for all URLs that the scheme calls equivalent.
    #[getter]
    fn canonical(&self) -> String {
        self.url.to_canonical()
    }

    /// Whether it was parsed leniently.
    #[getter]
    fn lenient(&self) -> bool {
        self.url.options().is_lenient()
    }

    /// The profile that it was parsed with.
    #[getter]
    fn profile(&self) -> &'static str {
        arguments(self.url.options()).1
    }

    /// Whether the registry has the scheme; a URL of another scheme has the parts of the generic syntax.
    #[getter]
    fn is_registered(&self) -> bool {
        self.url.is_known()
    }

    /// Deviations that lenient mode accepted, and risks such as a password.
    #[getter]
    fn warnings(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let text = self.url.as_url().text();
        let warning =
            |one: &anyurl::Warning| data(py, "Warning", (one.id(), one.message(), characters(text, one.span())));
        self.url.warnings().iter().map(warning).collect()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Option<&str>> {
        Ok(self.component(name)?.map(|component| component.text()))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.component(name).is_ok_and(|component| component.is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.components(py)?.try_iter()?.into_any())
    }

    /// The names of the components that are there, so that ``dict(url)`` is ``url.components()``.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.components(py)?.keys())
    }

    /// All components that are there, in the order of the scheme; those that contain others, too.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for component in self.url.components().filter(|component| component.span().is_some()) {
            all.set_item(component.name(), component.text())?;
        }
        Ok(all)
    }

    /// The value of a component: a list of texts, a list of names and values, ``True`` for a flag, or a text; a port or
    /// another number is an ``int``, or a ``float`` if it has a fraction.
    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(component) = self.component(name)? else { return Ok(None) };
        let value = match component.value() {
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => number.into_bound_py_any(py),
                (_, Some(number), _) => number.into_bound_py_any(py),
                (.., Some(number)) => number.into_bound_py_any(py),
                _ => number.as_str().into_bound_py_any(py),
            },
            Value::True => true.into_bound_py_any(py),
            Value::List(list) => list.into_bound_py_any(py),
            Value::Fields(fields) => fields.into_bound_py_any(py),
            Value::Text(text) => text.into_bound_py_any(py),
            _ => component.text().into_bound_py_any(py),
        };
        value.map(Some)
    }

    /// A component without its escapes.
    fn decoded(&self, name: &str) -> PyResult<Option<Vec<u8>>> {
        Ok(self.component(name)?.map(|component| escape::decode(component.text()).into_owned()))
    }

    /// The URL that a reference means at this one, such as ``../a``. Raises ``JoinError``.
    fn join(&self, py: Python<'_>, reference: Text<'_>) -> PyResult<Self> {
        let joined = self.url.join(reference.text()?).map_err(|error| join_error(py, &error))?;
        Ok(Self { url: joined, registry: self.registry(py) })
    }

    /// Whether two URLs are equivalent by the rules of the scheme. A text is parsed as this URL was.
    fn same(&self, py: Python<'_>, other: Text<'_>) -> PyResult<bool> {
        match other {
            Text::Url(other) => Ok(self.url.is_equivalent(&other.get().url.as_url())),
            text => {
                let other = parse_in(&text, self.registry(py), self.url.options())?;
                Ok(self.url.is_equivalent(&other.url.as_url()))
            }
        }
    }

    /// The steps that access the URL. Nothing is sent. Raises ``PlanError`` if there are none.
    #[pyo3(signature = (*, email=None, password=None, news_server=None, own_name=None, answers=None))]
    fn plan(
        &self,
        py: Python<'_>,
        email: Option<&str>,
        password: Option<&str>,
        news_server: Option<&str>,
        own_name: Option<&str>,
        answers: Option<Vec<String>>,
    ) -> PyResult<Plan> {
        let mut environment = Environment::new();
        if let Some(email) = email {
            environment = environment.email(email);
        }
        if let Some(password) = password {
            environment = environment.password(password);
        }
        if let Some(server) = news_server {
            let (host, port) = host_and_port(server)?;
            environment = environment.news_server(host, port);
        }
        if let Some(name) = own_name {
            environment = environment.own_name(name);
        }
        if let Some(answers) = answers {
            environment = environment.answers(answers);
        }
        let plan = self.url.plan(&environment).map_err(|error| plan_error(py, &error))?;
        Ok(Plan::new(plan))
    }

    fn __str__(&self) -> &str {
        self.url.as_str()
    }

    fn __repr__(&self) -> String {
        format!("<anyurl.Url {:?}>", self.url.as_url().masked())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.url == other.url
    }

    fn __lt__(&self, other: &Self) -> bool {
        self.url < other.url
    }

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(self.url.as_str())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parsed)> {
        let again = py.import("anyurl._pickle")?.getattr("parse")?;
        let (lenient, profile) = arguments(self.url.options());
        Ok((again, (self.url.as_url().text().to_owned(), self.registry(py), lenient, profile)))
    }
}

/// A text, its UTF-8, or a URL.
pub(crate) enum Text<'py> {
    Str(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
    Url(Bound<'py, Url>),
}

impl<'py> FromPyObject<'_, 'py> for Text<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            Ok(Self::Str(text.to_owned()))
        } else if let Ok(url) = given.cast::<Url>() {
            Ok(Self::Url(url.to_owned()))
        } else if let Ok(bytes) = given.cast::<PyBytes>() {
            Ok(Self::Bytes(bytes.to_owned()))
        } else {
            let given = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("a URL is a str, bytes or anyurl.Url, not {given}")))
        }
    }
}

impl Text<'_> {
    /// The text. Raises `UrlError` for a surrogate, which is no character, and for bytes that are not UTF-8.
    pub(crate) fn text(&self) -> PyResult<&str> {
        self.unchecked().or_else(|()| Err(self.not_utf8()?))
    }

    /// The text, without saying what is wrong.
    pub(crate) fn unchecked(&self) -> Result<&str, ()> {
        match self {
            Self::Str(text) => text.to_str().map_err(|_| ()),
            Self::Bytes(bytes) => std::str::from_utf8(bytes.as_bytes()).map_err(|_| ()),
            Self::Url(url) => Ok(url.get().as_owned().as_str()),
        }
    }

    fn not_utf8(&self) -> PyResult<PyErr> {
        let text = match self {
            Self::Bytes(bytes) => {
                bytes.call_method1("decode", ("utf-8", "surrogateescape"))?.cast_into::<PyString>()?
            }
            Self::Str(text) => text.clone(),
            Self::Url(url) => url.str()?,
        };
        let error = text.to_str().err().map(|error| error.into_value(text.py()));
        let place = error.map(|error| error.getattr(text.py(), "start")?.extract(text.py())).transpose();
        Ok(not_utf8(&text, place.ok().flatten().unwrap_or(0)))
    }
}

/// What a URL is pickled as: text, registry, and options.
type Parsed = (String, Option<Py<Registry>>, bool, &'static str);

/// `HOST` or `HOST:PORT`, for news.
fn host_and_port(server: &str) -> PyResult<(&str, u16)> {
    const NNTP: u16 = 119;
    let Some((host, port)) = server.rsplit_once(':') else { return Ok((server, NNTP)) };
    let wrong = |_| {
        let server = masked(anyurl::registry(), server);
        PyValueError::new_err(format!("news_server is \"HOST:PORT\", not {server:?}"))
    };
    let port = port.parse().map_err(wrong)?;
    Ok((host, port))
}
