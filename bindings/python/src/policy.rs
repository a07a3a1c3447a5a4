//! `Policy`: whether a program opens a URL.

use std::collections::BTreeMap;

use anyurl::Verdict;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{characters, data};
use crate::registry::url::{Text, parse_in};
use crate::registry::{Registry, registry_of};

/// Decides whether a program opens a URL: ``"allow"``, ``"ask"`` or ``"deny"``, by its scheme and by what is risky about it.
///
/// ``schemes`` has the verdicts about schemes, and ``other`` is that about all that it does not name. ``warnings`` has those
/// about warnings, by id or by scheme and id; without one, dangers are denied, and cautions ask.
#[pyclass(frozen, module = "anyurl")]
pub(crate) struct Policy {
    policy: anyurl::Policy,
}

/// The id of a warning, of all schemes or of one; all warnings of a scheme.
#[derive(FromPyObject, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Id(String),
    OfScheme(String, Option<String>),
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (schemes=BTreeMap::new(), *, other=None, warnings=BTreeMap::new()))]
    fn new(
        schemes: BTreeMap<String, String>,
        other: Option<&str>,
        warnings: BTreeMap<About, String>,
    ) -> PyResult<Self> {
        let mut policy = anyurl::Policy::new();
        for (name, verdict) in &schemes {
            policy = policy.scheme(name, self::verdict(verdict)?).map_err(wrong)?;
        }
        for (about, verdict) in &warnings {
            let verdict = self::verdict(verdict)?;
            policy = match about {
                About::Id(id) => policy.warning(id, verdict),
                About::OfScheme(scheme, None) => policy.warnings_of(scheme, verdict).map_err(wrong)?,
                About::OfScheme(scheme, Some(id)) => policy.warning_of(scheme, id, verdict).map_err(wrong)?,
            };
        }
        let policy = match other {
            Some(verdict) => policy.other_schemes(self::verdict(verdict)?),
            None => policy,
        };
        Ok(Self { policy })
    }

    /// The verdict about a URL, with its reasons. Raises ``UrlError`` for a text that is not a URL.
    #[pyo3(signature = (url, *, registry=None))]
    fn judge(&self, py: Python<'_>, url: Text<'_>, registry: Option<Py<Registry>>) -> PyResult<Py<PyAny>> {
        if let Text::Url(url) = &url {
            return self.judged(py, url.get().as_owned());
        }
        self.judged(py, parse_in(&url, registry, anyurl::Options::new())?.as_owned())
    }

    /// Whether the verdict about a URL is ``"allow"``; a text that is not a URL is not allowed.
    #[pyo3(signature = (url, *, registry=None))]
    fn allows(&self, url: Text<'_>, registry: Option<Py<Registry>>) -> bool {
        let is_allowed = |url: &anyurl::AnyUrl<'_>| self.policy.judge(url).verdict() == Verdict::Allow;
        match &url {
            Text::Url(url) => is_allowed(&url.get().as_owned().as_url()),
            text => text.unchecked().is_ok_and(|text| {
                registry_of(registry.as_ref()).parser().strict().parse(text).is_ok_and(|url| is_allowed(&url))
            }),
        }
    }

    /// The settings that have no effect, in sentences: a misspelt name does not deny what it should.
    #[pyo3(signature = (*, registry=None))]
    fn unused(&self, registry: Option<Py<Registry>>) -> Vec<String> {
        self.policy.unused(registry_of(registry.as_ref())).iter().map(ToString::to_string).collect()
    }
}

impl Policy {
    fn judged(&self, py: Python<'_>, url: &anyurl::AnyOwnedUrl) -> PyResult<Py<PyAny>> {
        let judgement = self.policy.judge(url);
        let reasons = judgement.reasons().iter().map(|(verdict, warning)| {
            let place = characters(url.as_url().text(), warning.span());
            let warning = data(py, "Warning", (warning.id(), warning.message(), place))?;
            Ok((verdict.as_str(), warning))
        });
        let reasons = PyTuple::new(py, reasons.collect::<PyResult<Vec<_>>>()?)?;
        let (verdict, sentence) = (judgement.verdict().as_str(), judgement.to_string());
        data(py, "Judgement", (verdict, judgement.scheme().as_str(), reasons, sentence))
    }
}

fn verdict(name: &str) -> PyResult<Verdict> {
    name.parse().map_err(|error: anyurl::UnknownName| PyValueError::new_err(error.to_string()))
}

fn wrong(error: anyurl::SchemeMapError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
