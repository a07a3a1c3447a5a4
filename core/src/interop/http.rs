//! Conversions from and to `http::Uri`.

use http::Uri;

use super::ConversionError;
use super::lossless::lossless;
use crate::diagnostics::error::Error;
use crate::url::{DefaultParser, OwnedUrl, Url};

/// Fails if `http` reads no such URL, or drops a part of it, as it does with fragments.
impl TryFrom<Url<'_>> for Uri {
    type Error = ConversionError;

    fn try_from(url: Url<'_>) -> Result<Self, ConversionError> {
        lossless("http", url.as_str(), url.as_str().parse::<Uri>())
    }
}

/// As for a [`Url`].
impl<D> TryFrom<&OwnedUrl<D>> for Uri {
    type Error = ConversionError;

    fn try_from(url: &OwnedUrl<D>) -> Result<Self, ConversionError> {
        url.as_url().try_into()
    }
}

/// Reads the text with the parser of `D`.
impl<D: DefaultParser> TryFrom<&Uri> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(url: &Uri) -> Result<Self, Error> {
        url.to_string().parse()
    }
}
