//! `parse`, `is_valid` and `Url`.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use locator::components::value::{ComponentValue, Value};
use locator::plan::Environment;
use locator::syntax::escape;
use locator::text::did_you_mean::similar_names;
use locator::{Options, OwnedUrl};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::{characters, data, join_error, not_utf8, plan_error, url_error};
use crate::options::{arguments, options};
use crate::plan::Plan;
use crate::registry::{Registry, registry_of};

/// A parsed URL.
#[pyclass(frozen, module = "locator")]
pub(crate) struct Url {
    url: OwnedUrl,
    /// The registry it was parsed with, if that is not the one of Locator.
    registry: Option<Py<Registry>>,
}

/// Parses a URL.
#[pyfunction]
#[pyo3(signature = (text, *, lenient=false, profile=None))]
pub(crate) fn parse(text: Bound<'_, PyString>, lenient: bool, profile: Option<&str>) -> PyResult<Url> {
    parse_in(&text, None, options(lenient, profile)?)
}

/// Whether a text is a valid URL.
#[pyfunction]
#[pyo3(signature = (text, *, lenient=false, profile=None))]
pub(crate) fn is_valid(text: Bound<'_, PyString>, lenient: bool, profile: Option<&str>) -> PyResult<bool> {
    Ok(is_valid_in(&text, locator::registry(), options(lenient, profile)?))
}

pub(crate) fn is_valid_in(text: &Bound<'_, PyString>, registry: &locator::Registry, how: Options) -> bool {
    text.to_str().is_ok_and(|text| registry.parser().options(how).check(text).is_ok())
}

pub(crate) fn parse_in(text: &Bound<'_, PyString>, registry: Option<Py<Registry>>, how: Options) -> PyResult<Url> {
    match text.to_str() {
        Ok(text) => parse_str(text, registry, how),
        Err(error) => {
            let at = error.value(text.py()).getattr("start").and_then(|start| start.extract()).unwrap_or(0);
            Err(not_utf8(text, at))
        }
    }
}

fn parse_str(text: &str, registry: Option<Py<Registry>>, how: Options) -> PyResult<Url> {
    match registry_of(registry.as_ref()).parser().options(how).parse_owned(text) {
        Ok(url) => Ok(Url { url: url.with_default(), registry }),
        Err(error) => Err(Python::attach(|py| url_error(py, text, error, registry.as_ref(), how))),
    }
}

impl Url {
    fn registry(&self, py: Python<'_>) -> Option<Py<Registry>> {
        self.registry.as_ref().map(|registry| registry.clone_ref(py))
    }

    /// A component that the scheme has, if it is there.
    fn component(&self, name: &str) -> PyResult<Option<ComponentValue<'_>>> {
        let found = self.url.component(name).filter(|component| component.span().is_some());
        let known = || self.url.registration().components.iter().map(|one| one.name.as_ref());
        if found.is_some() || known().any(|known| known == name) {
            return Ok(found);
        }
        let near = match similar_names(name, known()).first() {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("it has {}", known().collect::<Vec<_>>().join(", ")),
        };
        Err(PyKeyError::new_err(format!("{} has no component {name:?}: {near}", self.url.scheme())))
    }
}

#[pymethods]
impl Url {
    #[getter]
    fn scheme(&self) -> std::borrow::Cow<'_, str> {
        self.url.scheme()
    }

    #[getter]
    fn user(&self) -> Option<&str> {
        self.url.user()
    }

    #[getter]
    fn password(&self) -> Option<&str> {
        self.url.password()
    }

    #[getter]
    fn host(&self) -> Option<&str> {
        self.url.host()
    }

    #[getter]
    fn port(&self) -> Option<u16> {
        self.url.port()
    }

    #[getter]
    fn effective_port(&self) -> Option<u16> {
        self.url.effective_port()
    }

    #[getter]
    fn path(&self) -> &str {
        self.url.path()
    }

    #[getter]
    fn path_segments(&self) -> Option<Vec<&str>> {
        self.url.path_segments().map(|segments| segments.collect())
    }

    #[getter]
    fn query(&self) -> Option<&str> {
        self.url.query()
    }

    #[getter]
    fn query_pairs(&self) -> Vec<(String, String)> {
        self.url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }

    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.url.fragment()
    }

    #[getter]
    fn canonical(&self) -> String {
        self.url.to_canonical()
    }

    #[getter]
    fn lenient(&self) -> bool {
        self.url.options().is_lenient()
    }

    #[getter]
    fn profile(&self) -> &'static str {
        arguments(self.url.options()).1
    }

    #[getter]
    fn is_registered(&self) -> bool {
        self.url.is_known()
    }

    #[getter]
    fn warnings(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let text = self.url.as_url().text();
        let warning =
            |one: &locator::Warning| data(py, "Warning", (one.id(), one.message(), characters(text, one.span())));
        self.url.warnings().iter().map(warning).collect()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Option<&str>> {
        Ok(self.component(name)?.map(|component| component.text()))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.component(name).is_ok_and(|component| component.is_some())
    }

    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for component in self.url.components().filter(|component| component.span().is_some()) {
            all.set_item(component.name(), component.text())?;
        }
        Ok(all)
    }

    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(component) = self.component(name)? else { return Ok(None) };
        let value = match component.value() {
            Value::Number(number) => number.into_bound_py_any(py),
            Value::True => true.into_bound_py_any(py),
            Value::List(list) => list.into_bound_py_any(py),
            Value::Fields(fields) => fields.into_bound_py_any(py),
            Value::Text(text) => text.into_bound_py_any(py),
            _ => component.text().into_bound_py_any(py),
        };
        value.map(Some)
    }

    fn decoded(&self, name: &str) -> PyResult<Option<Vec<u8>>> {
        Ok(self.component(name)?.map(|component| escape::decode(component.text()).into_owned()))
    }

    fn join(&self, py: Python<'_>, reference: &str) -> PyResult<Self> {
        let joined = self.url.join(reference).map_err(|error| join_error(py, &error))?;
        Ok(Self { url: joined, registry: self.registry(py) })
    }

    fn same(&self, other: &Self) -> bool {
        self.url.is_equivalent(&other.url.as_url())
    }

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
        format!("<locator.Url {:?}>", self.url.as_url().masked().to_string())
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
        let again = py.import("locator._pickle")?.getattr("parse")?;
        let (lenient, profile) = arguments(self.url.options());
        Ok((again, (self.url.as_url().text().to_owned(), self.registry(py), lenient, profile)))
    }
}

/// What a URL is pickled as: text, registry, and options.
type Parsed = (String, Option<Py<Registry>>, bool, &'static str);

/// `HOST` or `HOST:PORT`, for news.
fn host_and_port(server: &str) -> PyResult<(&str, u16)> {
    const NNTP: u16 = 119;
    let Some((host, port)) = server.rsplit_once(':') else { return Ok((server, NNTP)) };
    let port =
        port.parse().map_err(|_| PyValueError::new_err(format!("news_server is \"HOST:PORT\", not {server:?}")))?;
    Ok((host, port))
}
