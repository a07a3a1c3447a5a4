//! The columns that `anyurl.batch` is called with: Arrow data, or a list.

use std::sync::Arc;

use anyurl_arrow::wrong_type;
use arrow_array::builder::LargeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_buffer::{ArrowNativeType, NullBufferBuilder, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::capsules::{self, Given};
use crate::errors::arrow_error;

/// The texts of a call, in at least one chunk.
pub(crate) fn chunks(column: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let py = column.py();
    if let Some(Given { of_type, chunks }) = capsules::read(column)? {
        let read = || {
            let mut chunks = chunks.map(|chunk| texts(chunk?)).collect::<Result<Vec<_>, _>>()?;
            if chunks.is_empty() {
                chunks.push(texts(ArrayData::new_empty(&of_type))?);
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
    Ok(vec![Arc::new(list(&rows)?)])
}

/// A chunk as bytes, whose texts are checked row by row: producers of Arrow data do not all check their UTF-8.
/// Dictionaries become columns.
pub(crate) fn texts(chunk: ArrayData) -> Result<ArrayRef, ArrowError> {
    Ok(match chunk.data_type() {
        DataType::Utf8 => Arc::new(BinaryArray::from(StringArray::from(chunk))),
        DataType::LargeUtf8 => Arc::new(LargeBinaryArray::from(LargeStringArray::from(chunk))),
        DataType::Utf8View => Arc::new(StringViewArray::from(chunk).to_binary_view()),
        DataType::Binary => Arc::new(BinaryArray::from(chunk)),
        DataType::LargeBinary => Arc::new(LargeBinaryArray::from(chunk)),
        DataType::BinaryView => Arc::new(BinaryViewArray::from(chunk)),
        DataType::Null => Arc::new(BinaryViewArray::new_null(chunk.len())),
        DataType::Dictionary(keys, _) => {
            let values = views(&texts(chunk.child_data()[0].clone())?);
            Arc::new(match &**keys {
                DataType::Int8 => plain::<Int8Type>(&chunk, &values),
                DataType::Int16 => plain::<Int16Type>(&chunk, &values),
                DataType::Int32 => plain::<Int32Type>(&chunk, &values),
                DataType::Int64 => plain::<Int64Type>(&chunk, &values),
                DataType::UInt8 => plain::<UInt8Type>(&chunk, &values),
                DataType::UInt16 => plain::<UInt16Type>(&chunk, &values),
                DataType::UInt32 => plain::<UInt32Type>(&chunk, &values),
                _ => plain::<UInt64Type>(&chunk, &values),
            }?)
        }
        other => return Err(wrong_type(other)),
    })
}

fn views(bytes: &dyn Array) -> BinaryViewArray {
    match bytes.data_type() {
        DataType::Binary => bytes.as_binary::<i32>().into(),
        DataType::LargeBinary => bytes.as_binary::<i64>().into(),
        _ => bytes.as_binary_view().clone(),
    }
}

/// The rows of a dictionary, which are those of its values that its keys name.
fn plain<K: ArrowDictionaryKeyType>(rows: &ArrayData, values: &BinaryViewArray) -> Result<BinaryViewArray, ArrowError> {
    let keys = ScalarBuffer::<K::Native>::new(rows.buffers()[0].clone(), rows.offset(), rows.len());
    let mut nulls = NullBufferBuilder::new(rows.len());
    let mut views = Vec::with_capacity(rows.len());
    for (n, key) in keys.iter().enumerate() {
        let key = (!rows.is_null(n)).then(|| key.as_usize());
        if key.is_some_and(|key| key >= values.len()) {
            return Err(ArrowError::InvalidArgumentError(format!("row {n} has a key that its dictionary has not")));
        }
        let value = key.filter(|key| values.is_valid(*key));
        nulls.append(value.is_some());
        views.push(value.map_or(0, |value| values.views()[value]));
    }
    BinaryViewArray::try_new(views.into(), values.data_buffers().to_vec(), nulls.finish())
}

/// The rows of a list. A `str` with a surrogate, which is no character, becomes bytes that are not UTF-8.
fn list(rows: &Bound<'_, PyTuple>) -> PyResult<LargeBinaryArray> {
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
