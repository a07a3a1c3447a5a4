//! The columns that `anyurl.batch` is called with: Arrow data, or a list.

use std::sync::Arc;

use arrow_array::builder::LargeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, LargeBinaryArray, new_empty_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;

/// The texts of a call, in at least one chunk.
pub(crate) fn chunks(column: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let py = column.py();
    if column.hasattr("__arrow_c_stream__")? || column.hasattr("__arrow_c_array__")? {
        let reader = column.extract::<AnyArray>()?.into_reader()?;
        let read = || {
            let of_type = reader.field().data_type().clone();
            let mut chunks = reader.map(|chunk| checked(&chunk?)).collect::<Result<Vec<_>, _>>()?;
            if chunks.is_empty() {
                chunks.push(checked(&new_empty_array(&of_type))?);
            }
            Ok(chunks)
        };
        return py.detach(read).map_err(|error: ArrowError| arrow_error(&error));
    }
    let rows = if let Ok(list) = column.cast::<PyList>() {
        list.to_tuple()
    } else if let Ok(tuple) = column.cast::<PyTuple>() {
        tuple.clone()
    } else {
        let given = column.get_type().name()?;
        let hint = match given.to_str() {
            Ok("Expr") => "; in Polars, `expression.map_batches(batch.host)`",
            Ok("ndarray" | "Index") => "; write `column.tolist()`",
            _ => "",
        };
        let message = format!("a column is a list, a tuple, or Arrow data (pyarrow, Polars, …), not {given}{hint}");
        return Err(PyTypeError::new_err(message));
    };
    Ok(vec![Arc::new(texts(&rows)?)])
}

pub(crate) fn arrow_error(error: &ArrowError) -> PyErr {
    let message = error.to_string();
    PyTypeError::new_err(message.trim_start_matches("Invalid argument error: ").to_owned())
}

/// A chunk whose texts are checked row by row: producers of Arrow data do not all check their UTF-8. Dictionaries become
/// columns.
fn checked(chunk: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    Ok(match chunk.data_type() {
        DataType::Utf8 => Arc::new(BinaryArray::from(chunk.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Arc::new(LargeBinaryArray::from(chunk.as_string::<i64>().clone())),
        DataType::Utf8View => Arc::new(chunk.as_string_view().clone().to_binary_view()),
        DataType::Null => arrow_cast::cast(chunk, &DataType::Binary)?,
        DataType::Dictionary(_, _) => {
            let dictionary = chunk.as_any_dictionary();
            let values = checked(dictionary.values())?;
            let plain = dictionary.with_values(values);
            let value_type = plain.as_any_dictionary().values().data_type().clone();
            arrow_cast::cast(&plain, &value_type)?
        }
        _ => Arc::clone(chunk),
    })
}

/// The rows of a list. A `str` with a surrogate, which is no character, becomes bytes that are not UTF-8.
fn texts(rows: &Bound<'_, PyTuple>) -> PyResult<LargeBinaryArray> {
    const LENGTH: usize = 48;
    let mut texts = LargeBinaryBuilder::with_capacity(rows.len(), rows.len() * LENGTH);
    for (n, row) in rows.iter_borrowed().enumerate() {
        if let Ok(text) = row.cast::<PyString>() {
            match text.to_str() {
                Ok(text) => texts.append_value(text),
                Err(_) => texts.append_value(
                    text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast::<PyBytes>()?.as_bytes(),
                ),
            }
        } else if row.is_none() {
            texts.append_null();
        } else if let Ok(bytes) = row.cast::<PyBytes>() {
            texts.append_value(bytes.as_bytes());
        } else {
            let given = row.get_type().name()?;
            return Err(PyTypeError::new_err(format!("row {n} is {given}, not str, bytes or None")));
        }
    }
    Ok(texts.finish())
}
