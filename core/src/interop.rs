//! Other crates: serde and miette, and the URL types of `url`, `http` and `fluent-uri`; each behind a feature of its name.
//!
//! A conversion keeps the text byte for byte, or fails with a [`ConversionError`]: those crates normalise what they
//! read, or know no such URL.

use crate::text::prelude::*;

#[cfg(feature = "fluent-uri")]
mod fluent_uri;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "miette")]
mod miette;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde;
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
    use crate::diagnostics::secrets::Secrets;
    use crate::text::prelude::*;
    use crate::url::Url;

    /// Returns what another crate read, if it writes the same text.
    pub(super) fn lossless<T: Display, E: Display>(
        package: &'static str,
        url: &Url<'_>,
        read: Result<T, E>,
    ) -> Result<T, ConversionError> {
        match read.map(|read| (read.to_string(), read)) {
            Ok((written, read)) if written == url.as_str() => Ok(read),
            Ok((written, _)) => {
                let text = Secrets::new().mask(&written);
                Err(ConversionError::Changed { package, text: without_secrets(url, &text) })
            }
            // Another crate can repeat what it rejects.
            Err(error) => Err(ConversionError::Rejected { package, reason: without_secrets(url, &error.to_string()) }),
        }
    }

    /// A text of another crate with the secrets of the URL masked.
    fn without_secrets(url: &Url<'_>, text: &str) -> String {
        url.redaction().mask_words(url.text(), text)
    }
}

#[cfg(all(test, any(feature = "fluent-uri", feature = "http", feature = "serde", feature = "url")))]
mod tests;
