//! The local variables of functions, which fuel does not count.

use crate::PluginErrorKind;
use wasmparser::{BinaryReaderError, FunctionBody, Parser, Payload};

/// The largest number of local variables of a function, without its parameters: compilers write a few dozen.
///
/// A call sets all of them to zero, and uses one unit of fuel. With 30,000 a module ran 400 times as long as one whose
/// instructions are all short.
const MAX_LOCALS: u64 = 256;

/// Refuses a module with a function of too many local variables, which are declared as runs of one type.
pub(crate) fn check(bytes: &[u8]) -> Result<(), PluginErrorKind> {
    let invalid = |error: BinaryReaderError| PluginErrorKind::Invalid(error.to_string());
    let mut function = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        if let Payload::CodeSectionEntry(body) = payload.map_err(invalid)? {
            let locals = number(&body).map_err(invalid)?;
            if locals > MAX_LOCALS {
                return Err(PluginErrorKind::Locals { function, locals, limit: MAX_LOCALS });
            }
            function += 1;
        }
    }
    Ok(())
}

fn number(body: &FunctionBody<'_>) -> Result<u64, BinaryReaderError> {
    let mut runs = body.get_locals_reader()?.into_iter();
    runs.try_fold(0, |sum, run| Ok(sum + u64::from(run?.0)))
}
