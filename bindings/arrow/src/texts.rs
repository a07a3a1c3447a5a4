//! [`Texts`]: the rows of a column of texts or bytes.

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ByteView;
use arrow_schema::{ArrowError, DataType};

/// How many bytes of a large buffer one block begins with. A block continues for as many again, so that each slice of at
/// most this length is in one block; its offsets fit into the signed 32 bits that some readers use.
const BLOCK: usize = 1 << 30;

/// The longest slice that [`Texts::place`] finds.
pub(crate) const LONGEST: usize = BLOCK;

/// A column of texts or bytes.
pub(crate) enum Texts<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
}

/// The error for a column of another type.
pub fn wrong_type(other: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!(
        "a column of URLs is Utf8, LargeUtf8, Utf8View, Binary, LargeBinary or BinaryView, not {other}: cast it"
    ))
}

/// The content of a row.
#[derive(Clone, Copy)]
pub(crate) enum Row<'a> {
    Text(&'a str),
    /// Bytes that are not UTF-8, and the offset of the first invalid one.
    Bytes(&'a [u8], usize),
}

/// Where a slice is: in which block, and from which offset on.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) block: u32,
    pub(crate) offset: u32,
}

impl<'a> Texts<'a> {
    /// The rows of a column.
    pub(crate) fn new(column: &'a dyn Array) -> Result<Self, ArrowError> {
        match column.data_type() {
            DataType::Utf8 => Ok(Self::Utf8(column.as_string())),
            DataType::LargeUtf8 => Ok(Self::LargeUtf8(column.as_string())),
            DataType::Utf8View => Ok(Self::Utf8View(column.as_string_view())),
            DataType::Binary => Ok(Self::Binary(column.as_binary())),
            DataType::LargeBinary => Ok(Self::LargeBinary(column.as_binary())),
            DataType::BinaryView => Ok(Self::BinaryView(column.as_binary_view())),
            other => Err(wrong_type(other)),
        }
    }

    fn array(&self) -> &'a dyn Array {
        match self {
            Self::Utf8(array) => *array,
            Self::LargeUtf8(array) => *array,
            Self::Utf8View(array) => *array,
            Self::Binary(array) => *array,
            Self::LargeBinary(array) => *array,
            Self::BinaryView(array) => *array,
        }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.array().len()
    }

    /// Which rows are NULL.
    pub(crate) fn nulls(&self) -> Option<&'a NullBuffer> {
        self.array().nulls()
    }

    /// The content of a row; `None` if it is NULL.
    #[inline]
    pub(crate) fn row(&self, n: usize) -> Option<Row<'a>> {
        if self.nulls().is_some_and(|nulls| nulls.is_null(n)) {
            return None;
        }
        Some(match self {
            Self::Utf8(array) => Row::Text(array.value(n)),
            Self::LargeUtf8(array) => Row::Text(array.value(n)),
            Self::Utf8View(array) => Row::Text(array.value(n)),
            Self::Binary(array) => Row::from_bytes(array.value(n)),
            Self::LargeBinary(array) => Row::from_bytes(array.value(n)),
            Self::BinaryView(array) => Row::from_bytes(array.value(n)),
        })
    }

    /// The buffers that have the rows, as views refer to them.
    pub(crate) fn blocks(&self) -> Vec<Buffer> {
        match self {
            Self::Utf8(array) => vec![array.values().clone()],
            Self::Binary(array) => vec![array.values().clone()],
            Self::LargeUtf8(array) => parts(array.values()),
            Self::LargeBinary(array) => parts(array.values()),
            Self::Utf8View(array) => array.data_buffers().to_vec(),
            Self::BinaryView(array) => array.data_buffers().to_vec(),
        }
    }

    /// Where the slice of a row is that begins `start` bytes after the row, and has at most [`BLOCK`] bytes; `None` if the
    /// row is in no block, because a view holds it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "offsets in a block have 31 bits")]
    pub(crate) fn place(&self, n: usize, start: usize) -> Option<Place> {
        let large = |offset: i64| {
            let offset = usize::try_from(offset).unwrap_or_default() + start;
            Place { block: (offset / BLOCK) as u32, offset: (offset % BLOCK) as u32 }
        };
        let small = |offset: i32| Place { block: 0, offset: offset.cast_unsigned() + start as u32 };
        match self {
            Self::Utf8(array) => Some(small(array.value_offsets()[n])),
            Self::Binary(array) => Some(small(array.value_offsets()[n])),
            Self::LargeUtf8(array) => Some(large(array.value_offsets()[n])),
            Self::LargeBinary(array) => Some(large(array.value_offsets()[n])),
            Self::Utf8View(array) => in_view(array.views()[n], start),
            Self::BinaryView(array) => in_view(array.views()[n], start),
        }
    }
}

impl<'a> Row<'a> {
    #[inline]
    fn from_bytes(bytes: &'a [u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Bytes(bytes, error.valid_up_to()),
        }
    }
}

/// A large buffer as blocks that overlap.
fn parts(values: &Buffer) -> Vec<Buffer> {
    let starts = (0..values.len()).step_by(BLOCK);
    starts.map(|start| values.slice_with_length(start, (values.len() - start).min(2 * BLOCK - 1))).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a row of a view has fewer than 2^32 bytes")]
fn in_view(view: u128, start: usize) -> Option<Place> {
    let view = ByteView::from(view);
    let is_inline = view.length as usize <= MAX_INLINE;
    (!is_inline).then(|| Place { block: view.buffer_index, offset: view.offset + start as u32 })
}

/// The longest text that a view holds itself.
pub(crate) const MAX_INLINE: usize = arrow_data::MAX_INLINE_VIEW_LEN as usize;
