//! Other crates: serde, and the URL types of `url`, `http` and `fluent-uri`; each behind a feature of its name.
//!
//! A conversion keeps the text byte for byte, or fails with a [`ConversionError`]: those crates normalise what they
//! read, or know no such URL.

#[cfg(feature = "fluent-uri")]
mod fluent_uri;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "url")]
mod url;

/// The reason why a URL has no equal in another crate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// The other crate rejects the text.
    #[error("the crate `{package}` rejects the URL: {reason}")]
    Rejected {
        /// The name of the crate.
        package: &'static str,
        /// Its message.
        reason: String,
    },
    /// The other crate would change the text.
    #[error("the crate `{package}` would change the URL to `{text}`: convert that, or keep the text")]
    Changed {
        /// The name of the crate.
        package: &'static str,
        /// The URL as the other crate writes it, with its secrets masked.
        text: String,
    },
}

#[cfg(any(feature = "fluent-uri", feature = "http", feature = "url"))]
mod lossless {
    use std::fmt::Display;

    use super::ConversionError;
    use crate::diagnostics::redact::Redaction;

    /// Returns what another crate read, if it writes the same text.
    pub(super) fn lossless<T: Display, E: Display>(
        package: &'static str,
        text: &str,
        read: Result<T, E>,
    ) -> Result<T, ConversionError> {
        let read = read.map_err(|error| ConversionError::Rejected { package, reason: error.to_string() })?;
        let written = read.to_string();
        if written == text {
            return Ok(read);
        }
        let text = Redaction::guess(&written).apply(&written).into_owned();
        Err(ConversionError::Changed { package, text })
    }
}
