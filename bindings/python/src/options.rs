//! `lenient` and `profile`: how a URL is read.

use anyurl::Options;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::masked;

/// The options of a call: strict and by the current documents, unless it says otherwise.
pub(crate) fn options(lenient: bool, profile: Option<&str>) -> PyResult<Options> {
    let options = if lenient { Options::new().lenient() } else { Options::new() };
    match profile {
        None | Some("current") => Ok(options),
        Some("rfc1738") => Ok(options.rfc1738()),
        Some(other) => {
            let other = masked(anyurl::registry(), other);
            Err(PyValueError::new_err(format!("profile is \"current\" or \"rfc1738\", not {other:?}")))
        }
    }
}

/// The arguments from which [`options`] makes these options.
pub(crate) fn arguments(options: Options) -> (bool, &'static str) {
    (options.is_lenient(), options.profile.as_str())
}
