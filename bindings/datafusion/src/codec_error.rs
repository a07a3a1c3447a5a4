//! [`CodecError`]: why a function cannot be read.

use anyurl::declared::PortableRegistryError;
use datafusion_common::DataFusionError;

/// A function cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CodecError {
    /// The bytes were cut short, or changed.
    #[error("the bytes of a function of anyurl-datafusion are damaged")]
    Malformed,
    /// It was written by another version of this crate, or by one with other features.
    #[error("anyurl-datafusion has no function `{0}` here: install the same version on each machine")]
    Function(String),
    /// The registry of the query is not the one that its fingerprint names.
    #[error("the registry of the query has the fingerprint {found}, and not {sent}")]
    Fingerprint {
        /// That in the plan.
        sent: String,
        /// That of the registry in the plan.
        found: String,
    },
    /// The registry of the query cannot be loaded here.
    #[error("the registry of the query cannot be loaded here: {0}")]
    Registry(#[from] PortableRegistryError),
}

impl From<CodecError> for DataFusionError {
    fn from(error: CodecError) -> Self {
        Self::External(Box::new(error))
    }
}
