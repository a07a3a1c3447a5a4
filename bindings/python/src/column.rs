//! `Column`: a result, as Arrow data or as a list.

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString, PyTuple};

use crate::capsules;
use crate::conversions::{convert, joined};
use crate::errors::arrow_error;

/// A column of Arrow data: ``pyarrow.array(column)``, ``polars.Series(column)`` and others read it without a copy.
#[pyclass(frozen, module = "anyurl.batch")]
pub(crate) struct Column {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

impl Column {
    /// A column of chunks of one type, of which there is at least one.
    pub(crate) fn new(chunks: Vec<ArrayRef>) -> Self {
        let field = Field::new("", chunks[0].data_type().clone(), true);
        Self { chunks, field: field.into() }
    }

    /// The same in another type.
    fn converted(&self, to: &DataType) -> Result<Self, ArrowError> {
        self.chunks.iter().map(|chunk| convert(chunk, to)).collect::<Result<_, _>>().map(Self::new)
    }

    /// The same in the type that a reader asks for, or in its own if it cannot have that: a request is a hint.
    fn requested(&self, schema: Option<&Bound<'_, PyCapsule>>) -> PyResult<Self> {
        let own = || Self { chunks: self.chunks.clone(), field: self.field.clone() };
        let Some(schema) = schema else { return Ok(own()) };
        let wanted = capsules::data_type(schema)?;
        if convert(&self.chunks[0].slice(0, 0), &wanted).is_err() {
            return Ok(own());
        }
        self.converted(&wanted).map_err(|error| arrow_error(&error))
    }
}

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let column = self.requested(requested_schema.as_ref())?;
        capsules::stream(py, column.field, column.chunks.iter().map(|chunk| chunk.to_data()).collect())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let column = self.requested(requested_schema.as_ref())?;
        let whole = joined(&column.chunks).map_err(|error| arrow_error(&error))?;
        capsules::array(py, &column.field, &whole)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// The rows, as a list.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            for n in 0..chunk.len() {
                list.append(object(py, chunk, n)?)?;
            }
        }
        Ok(list)
    }

    /// The same with texts in place of views of texts, which fewer functions of pyarrow take; with 64-bit offsets or not.
    fn without_views(&self, py: Python<'_>, large: bool) -> PyResult<Self> {
        let of_type = plain(self.field.data_type(), if large { &DataType::LargeUtf8 } else { &DataType::Utf8 });
        py.detach(|| self.converted(&of_type)).map_err(|error| arrow_error(&error))
    }

    fn __repr__(&self) -> String {
        format!("<anyurl.batch.Column of {} {}>", self.__len__(), self.field.data_type())
    }
}

/// A type with `text` in place of views of texts.
fn plain(of_type: &DataType, text: &DataType) -> DataType {
    let field = |field: &FieldRef| -> FieldRef {
        let of_type = plain(field.data_type(), text);
        Field::clone(field).with_data_type(of_type).into()
    };
    match of_type {
        DataType::Utf8View => text.clone(),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(field).collect()),
        DataType::Map(entries, sorted) => DataType::Map(field(entries), *sorted),
        DataType::List(item) => DataType::List(field(item)),
        other => other.clone(),
    }
}

/// A row, as an object of Python.
fn object<'py>(py: Python<'py>, column: &dyn Array, n: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(n) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data_type() {
        DataType::Utf8View => PyString::new(py, column.as_string_view().value(n)).into_any(),
        DataType::Boolean => column.as_boolean().value(n).into_pyobject(py)?.to_owned().into_any(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(n).into_pyobject(py)?.into_any(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(n).into_pyobject(py)?.into_any(),
        DataType::Struct(fields) => {
            let map = PyDict::new(py);
            for (field, values) in fields.iter().zip(column.as_struct().columns()) {
                map.set_item(field.name(), object(py, values, n)?)?;
            }
            map.into_any()
        }
        DataType::Map(..) => {
            let entries = column.as_map().value(n);
            let map = PyDict::new(py);
            for n in 0..entries.len() {
                map.set_item(object(py, entries.column(0), n)?, object(py, entries.column(1), n)?)?;
            }
            map.into_any()
        }
        DataType::List(_) => {
            let values = column.as_list::<i32>().value(n);
            let list = PyList::empty(py);
            for n in 0..values.len() {
                list.append(object(py, &values, n)?)?;
            }
            list.into_any()
        }
        other => return Err(PyTypeError::new_err(format!("a column of {other} has no list"))),
    })
}
