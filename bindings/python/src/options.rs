//! `lenient` and `profile`: how a URL is read.

use anyurl::Options;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::masked;

/// The options of a call: strict and by RFC 1738, unless it says otherwise.
pub(crate) fn options(lenient: bool, profile: Option<&str>) -> PyResult<Options> {
    let options = if lenient { Options::new().lenient() } else { Options::new() };
    match profile {
        None | Some("rfc1738") => Ok(options),
        Some("current") => Ok(options.current()),
        Some(other) => {
            let other = masked(anyurl::registry(), other);
            Err(PyValueError::new_err(format!("profile is \"rfc1738\" or \"current\", not {other:?}")))
        }
    }
}

/// The arguments from which [`options`] makes these options.
pub(crate) fn arguments(options: Options) -> (bool, &'static str) {
    let profile = if options == options.current() { "current" } else { "rfc1738" };
    (options.is_lenient(), profile)
}
