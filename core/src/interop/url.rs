//! Conversions from and to `url::Url`.

use url::Url as WhatwgUrl;

use super::ConversionError;
use super::lossless::lossless;
use crate::diagnostics::error::Error;
use crate::url::{DefaultParser, OwnedUrl, Url};

/// Fails if the WHATWG URL standard changes the text, as it does with `http://h` and upper case in hosts.
impl<D> TryFrom<Url<'_, D>> for WhatwgUrl {
    type Error = ConversionError;

    fn try_from(url: Url<'_, D>) -> Result<Self, ConversionError> {
        lossless("url", &url.as_any(), WhatwgUrl::parse(url.as_str()))
    }
}

/// As for a [`Url`].
impl<D> TryFrom<&OwnedUrl<D>> for WhatwgUrl {
    type Error = ConversionError;

    fn try_from(url: &OwnedUrl<D>) -> Result<Self, ConversionError> {
        url.as_url().try_into()
    }
}

/// Reads the text with the parser of `D`.
impl<D: DefaultParser> TryFrom<&WhatwgUrl> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(url: &WhatwgUrl) -> Result<Self, Error> {
        url.as_str().parse()
    }
}
