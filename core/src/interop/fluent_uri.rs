//! Conversions from and to `fluent_uri::Uri`.

use fluent_uri::Uri;

use super::ConversionError;
use super::lossless::lossless;
use crate::diagnostics::error::Error;
use crate::text::prelude::*;
use crate::url::{DefaultParser, OwnedUrl, Url};

/// Fails if the text is no URI of RFC 3986, which every URL of strict mode should be.
impl<D> TryFrom<Url<'_, D>> for Uri<String> {
    type Error = ConversionError;

    fn try_from(url: Url<'_, D>) -> Result<Self, ConversionError> {
        let read = Uri::parse(url.as_str().to_owned());
        lossless("fluent-uri", &url.as_any(), read.map_err(|(error, _)| error))
    }
}

/// As for a [`Url`].
impl<D> TryFrom<&OwnedUrl<D>> for Uri<String> {
    type Error = ConversionError;

    fn try_from(url: &OwnedUrl<D>) -> Result<Self, ConversionError> {
        url.as_url().try_into()
    }
}

/// Reads the text with the parser of `D`.
impl<D: DefaultParser> TryFrom<&Uri<String>> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(url: &Uri<String>) -> Result<Self, Error> {
        url.as_str().parse()
    }
}
