//! `scrub` and `extract`: secrets and URLs in other texts.

use std::borrow::Cow;
use std::sync::LazyLock;

use anyurl::Secrets;
use anyurl::extract::{Extractor, Match};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString};

use crate::errors::{characters, data};
use crate::options::options;
use crate::registry::url::Url;
use crate::registry::url_error::url_error;
use crate::registry::{Registry, registry_of};

/// What counts as a secret by default.
static SECRETS: LazyLock<Secrets> = LazyLock::new(|| anyurl::registry().secrets());

/// A text with ``***`` in place of the secrets of its URLs; for ``bytes``, bytes. ``fields`` are more names of fields whose
/// values are secrets.
#[pyfunction]
#[pyo3(signature = (text, *, fields=Vec::new(), registry=None))]
pub(crate) fn scrub(
    text: Bound<'_, PyAny>,
    fields: Vec<String>,
    registry: Option<Py<Registry>>,
) -> PyResult<Bound<'_, PyAny>> {
    let py = text.py();
    let own = registry.as_ref().map(|registry| registry.get().registry().secrets());
    let secrets = own.map_or(Cow::Borrowed(&*SECRETS), Cow::Owned);
    let secrets = if fields.is_empty() { secrets } else { Cow::Owned(secrets.into_owned().fields(&fields)) };
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(match anyurl::scrub::scrub(bytes.as_bytes(), &secrets) {
            Cow::Borrowed(_) => text,
            Cow::Owned(shown) => PyBytes::new(py, &shown).into_any(),
        });
    }
    let whole = text.cast::<PyString>().map_err(|_| wrong_type(&text))?;
    // A log must be written, whatever its characters are.
    let Ok(whole) = whole.to_str() else {
        let bytes = whole.call_method1("encode", ("utf-8", "surrogatepass"))?;
        let shown = anyurl::scrub::scrub(bytes.cast::<PyBytes>()?.as_bytes(), &secrets).into_owned();
        return PyBytes::new(py, &shown).call_method1("decode", ("utf-8", "surrogatepass"));
    };
    let shown = anyurl::scrub::scrub_str(whole, &secrets);
    Ok(match shown {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => PyString::new(py, &shown).into_any(),
    })
}

/// The URLs in a text, with their places: in running text, and in ``<URL:…>``. Texts are written by people, so that they are
/// read leniently; ``lenient=False`` finds those in ``<URL:…>`` only.
///
/// ``suspects`` also finds ``name://…`` that is not a valid URL, or of a scheme that the registry does not have.
#[pyfunction]
#[pyo3(signature = (text, *, lenient=true, suspects=false, profile=None, registry=None))]
pub(crate) fn extract<'py>(
    text: Bound<'py, PyAny>,
    lenient: bool,
    suspects: bool,
    profile: Option<&str>,
    registry: Option<Py<Registry>>,
) -> PyResult<Bound<'py, PyIterator>> {
    let py = text.py();
    let how = options(lenient, profile)?;
    let all = registry_of(registry.as_ref());
    let (bytes, whole) = match text.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_str()?;
            (text.as_bytes(), Some(text))
        }
        Err(_) => (text.cast::<PyBytes>().map_err(|_| wrong_type(&text))?.as_bytes(), None),
    };
    let mut extractor = Extractor::new(all, how).suspects(suspects);
    let mut found: Vec<_> = extractor.feed(bytes).collect();
    found.extend(extractor.finish());
    let mut places = Places { text: whole, byte: 0, character: 0 };
    let matches = found.iter().map(|one| {
        let place = (places.of(one.span().start), places.of(one.span().end));
        let url = one.url().ok().map(|url| Url::new(url.into_owned(), registry.as_ref().map(|one| one.clone_ref(py))));
        let error = one.error().map(|error| error_of(py, one, error, registry.as_ref(), how));
        data(py, "Match", (one.as_str(), place, url, one.fragment(), error))
    });
    PyList::new(py, matches.collect::<PyResult<Vec<_>>>()?)?.try_iter()
}

fn error_of(
    py: Python<'_>,
    found: &Match,
    error: &anyurl::Error,
    registry: Option<&Py<Registry>>,
    how: anyurl::Options,
) -> PyErr {
    url_error(py, found.url_text(), error.clone(), registry, how)
}

fn wrong_type(given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!("a text is a str or bytes, not {name}"))
}

/// Places in characters, of ascending places in bytes.
struct Places<'t> {
    /// `None` if they stay those in bytes.
    text: Option<&'t str>,
    byte: usize,
    character: usize,
}

impl Places<'_> {
    fn of(&mut self, byte: u64) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        let Some(text) = self.text else { return byte };
        if byte < self.byte {
            // A match within another one.
            return characters(text, anyurl::Span::new(byte, byte)).0;
        }
        self.character += text[self.byte..byte].chars().count();
        self.byte = byte;
        self.character
    }
}
