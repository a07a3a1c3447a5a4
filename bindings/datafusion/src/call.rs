//! [`Call`]: the arguments of one call of a function.

use anyurl_arrow::Kernels;
use arrow_array::{Array, ArrayRef};
use datafusion_common::{Result, ScalarValue, exec_err};
use datafusion_expr::ColumnarValue;

use crate::compact::is_view;

/// An argument of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Argument {
    /// A column of URLs, by its name in the documentation.
    Url(&'static str),
    /// A constant: the name of a component.
    Name,
}

/// The arguments of one call, with the functions that it may use.
pub(crate) struct Call<'a> {
    pub(crate) kernels: Kernels<'a>,
    pub(crate) fingerprint: &'a str,
    /// The number of rows; 1 if all arguments are constants.
    pub(crate) rows: usize,
    columns: Vec<ArrayRef>,
    name: Option<&'a str>,
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        kernels: Kernels<'a>,
        fingerprint: &'a str,
        arguments: &[Argument],
        values: &'a [ColumnarValue],
        rows: usize,
    ) -> Result<Self> {
        let mut call = Self { kernels, fingerprint, rows, columns: Vec::new(), name: None };
        for (argument, value) in arguments.iter().zip(values) {
            match argument {
                Argument::Url(_) => call.columns.push(value.to_array_of_size(rows)?),
                Argument::Name => call.name = literal(value)?,
            }
        }
        Ok(call)
    }

    /// The first column.
    pub(crate) fn urls(&self) -> &dyn Array {
        &self.columns[0]
    }

    /// The second column.
    pub(crate) fn others(&self) -> &dyn Array {
        &self.columns[1]
    }

    /// Whether a column holds its texts as views.
    pub(crate) fn has_view(&self) -> bool {
        self.columns.iter().any(|column| is_view(column))
    }

    /// The constant that is a name; `None` if it is NULL.
    pub(crate) fn name(&self) -> Option<&'a str> {
        self.name
    }
}

fn literal(value: &ColumnarValue) -> Result<Option<&str>> {
    match value {
        ColumnarValue::Scalar(value) => Ok(text(value)),
        ColumnarValue::Array(_) => exec_err!("the name of a component is a constant"),
    }
}

/// The text of a constant; `None` if it is NULL.
pub(crate) fn text(value: &ScalarValue) -> Option<&str> {
    value.try_as_str().flatten()
}
