//! Values of components, as Python passes them.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The bytes of a value: a text, its UTF-8 or any other bytes, or a number.
pub(crate) fn bytes_of<'v>(value: &'v Bound<'_, PyAny>) -> PyResult<Cow<'v, [u8]>> {
    if let Ok(text) = value.cast::<PyString>() {
        Ok(Cow::Borrowed(text.to_str()?.as_bytes()))
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        Ok(Cow::Borrowed(bytes.as_bytes()))
    } else if value.is_instance_of::<pyo3::types::PyInt>() || value.is_instance_of::<pyo3::types::PyFloat>() {
        Ok(Cow::Owned(value.str()?.to_str()?.as_bytes().to_vec()))
    } else {
        let given = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("a value is a str, bytes or a number, not {given}")))
    }
}
