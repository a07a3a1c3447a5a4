//! Arrow data in capsules of Python (the Arrow `PyCapsule` interface): what other libraries give, and what they take.

#![allow(unsafe_code, reason = "the C data interface of Arrow")]

use std::ffi::{CStr, c_char, c_int};
use std::ptr::{self, NonNull};
use std::vec;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, FieldRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::errors::arrow_error;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// What the C interface calls an argument that is not valid.
const EINVAL: c_int = 22;

/// Arrow data that another library gives, which Python's lock is not needed to read.
pub(crate) struct Given {
    pub(crate) of_type: DataType,
    pub(crate) chunks: Box<dyn Iterator<Item = Result<ArrayData, ArrowError>> + Send>,
}

/// The data of an object that has a method of the interface.
pub(crate) fn read(column: &Bound<'_, PyAny>) -> PyResult<Option<Given>> {
    if column.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
            column.call_method0("__arrow_c_array__")?.extract()?;
        let of_type = data_type(&schema)?;
        // SAFETY: a capsule of this name holds such an array, and the type is that of the capsule beside it.
        let array = unsafe { FFI_ArrowArray::from_raw(content(&array, ARRAY)?.as_ptr()) };
        let chunk = imported(array, of_type.clone())?;
        return Ok(Some(Given { of_type, chunks: Box::new([Ok(chunk)].into_iter()) }));
    }
    if !column.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let capsule = column.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    // SAFETY: a capsule of this name holds such a stream.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(content(&capsule, STREAM)?.as_ptr()) };
    let reader = Reader::new(stream).map_err(|error| arrow_error(&error))?;
    Ok(Some(Given { of_type: reader.of_type.clone(), chunks: Box::new(reader) }))
}

/// The type that a capsule with a schema describes.
pub(crate) fn data_type(capsule: &Bound<'_, PyCapsule>) -> PyResult<DataType> {
    // SAFETY: a capsule of this name holds such a schema, and lives as long as this reference.
    let schema: &FFI_ArrowSchema = unsafe { content(capsule, SCHEMA)?.as_ref() };
    DataType::try_from(schema).map_err(|error| arrow_error(&error))
}

/// What a capsule of a name holds.
fn content<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

fn imported(array: FFI_ArrowArray, of_type: DataType) -> PyResult<ArrayData> {
    if array.is_released() {
        return Err(PyValueError::new_err("the Arrow data was read before"));
    }
    // SAFETY: the library that exported the array describes it by this type.
    unsafe { from_ffi_and_data_type(array, of_type) }.map_err(|error| arrow_error(&error))
}

/// Reads the chunks of a stream.
struct Reader {
    stream: FFI_ArrowArrayStream,
    of_type: DataType,
}

impl Reader {
    fn new(mut stream: FFI_ArrowArrayStream) -> Result<Self, ArrowError> {
        let Some(get_schema) = stream.get_schema.filter(|_| stream.release.is_some()) else {
            return Err(ArrowError::CDataInterface("the Arrow data was read before".to_owned()));
        };
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released.
        if unsafe { get_schema(&raw mut stream, &raw mut schema) } != 0 {
            return Err(failure(&mut stream));
        }
        Ok(Self { of_type: DataType::try_from(&schema)?, stream })
    }
}

impl Iterator for Reader {
    type Item = Result<ArrayData, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let get_next = self.stream.get_next?;
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released.
        if unsafe { get_next(&raw mut self.stream, &raw mut array) } != 0 {
            return Some(Err(failure(&mut self.stream)));
        }
        // SAFETY: all arrays of a stream have the type of its schema.
        (!array.is_released()).then(|| unsafe { from_ffi_and_data_type(array, self.of_type.clone()) })
    }
}

/// The last error of a stream.
fn failure(stream: &mut FFI_ArrowArrayStream) -> ArrowError {
    // SAFETY: the stream is not released.
    let message = stream.get_last_error.map_or(ptr::null(), |get| unsafe { get(&raw mut *stream) });
    ArrowError::CDataInterface(if message.is_null() {
        "the Arrow data cannot be read".to_owned()
    } else {
        // SAFETY: the message is a C string until the next call.
        unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
    })
}

/// A column of one chunk, for readers.
pub(crate) fn array<'py>(py: Python<'py>, field: &FieldRef, chunk: &ArrayData) -> PyResult<Bound<'py, PyTuple>> {
    let schema = FFI_ArrowSchema::try_from(field).map_err(|error| arrow_error(&error))?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(chunk), ARRAY)?;
    PyTuple::new(py, [schema, array])
}

/// A column, for readers.
pub(crate) fn stream(py: Python<'_>, field: FieldRef, chunks: Vec<ArrayData>) -> PyResult<Bound<'_, PyCapsule>> {
    let left = Box::new(Left { field, chunks: chunks.into_iter() });
    let stream = FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(left).cast(),
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// What a reader of a stream has not read, which is the private data of the stream.
struct Left {
    field: FieldRef,
    chunks: vec::IntoIter<ArrayData>,
}

/// # Safety
/// The stream is one of [`stream`] that is not released, and `out` has room for a schema.
unsafe extern "C" fn get_schema(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowSchema) -> c_int {
    // SAFETY: as above.
    let left = unsafe { &*(*stream).private_data.cast::<Left>() };
    let Ok(schema) = FFI_ArrowSchema::try_from(&left.field) else { return EINVAL };
    // SAFETY: as above.
    unsafe { out.write(schema) };
    0
}

/// # Safety
/// The stream is one of [`stream`] that is not released, and `out` has room for an array.
unsafe extern "C" fn get_next(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: as above.
    let left = unsafe { &mut *(*stream).private_data.cast::<Left>() };
    let array = left.chunks.next().map_or_else(FFI_ArrowArray::empty, |chunk| FFI_ArrowArray::new(&chunk));
    // SAFETY: as above.
    unsafe { out.write(array) };
    0
}

unsafe extern "C" fn get_last_error(_: *mut FFI_ArrowArrayStream) -> *const c_char {
    ptr::null()
}

/// # Safety
/// The stream is one of [`stream`] that is not released.
unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: as above.
    let stream = unsafe { &mut *stream };
    // SAFETY: the data is what `stream` made, and nothing uses it after this.
    drop(unsafe { Box::from_raw(stream.private_data.cast::<Left>()) });
    stream.release = None;
}
