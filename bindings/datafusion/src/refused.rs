//! [`Refused`]: a function that cannot run here, and says why.

use arrow_schema::DataType;
use datafusion_common::{Result, exec_err};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};

use crate::codec_error::CodecError;

/// A function that fails when it runs.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Refused {
    name: String,
    reason: String,
    signature: Signature,
}

impl Refused {
    pub(crate) fn new(name: &str, error: &CodecError) -> Self {
        let signature = Signature::variadic_any(Volatility::Immutable);
        Self { name: name.to_owned(), reason: error.to_string(), signature }
    }
}

impl ScalarUDFImpl for Refused {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("{}: {}", self.name, self.reason)
    }

    fn invoke_with_args(&self, _: ScalarFunctionArgs) -> Result<ColumnarValue> {
        exec_err!("{}: {}", self.name, self.reason)
    }
}
