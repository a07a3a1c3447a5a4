//! Conversions from and to `http::Uri`.

use http::Uri;

use super::ConversionError;
use super::lossless::lossless;
use crate::diagnostics::error::Error;
use crate::text::prelude::*;
use crate::url::{DefaultParser, OwnedUrl, Url};

/// Fails if `http` reads no such URL, or drops a part of it, as it does with fragments.
impl<D> TryFrom<Url<'_, D>> for Uri {
    type Error = ConversionError;

    fn try_from(url: Url<'_, D>) -> Result<Self, ConversionError> {
        let read = url.as_str().parse::<Uri>().map_err(|error| error.to_string());
        lossless("http", &url.as_any(), read.and_then(with_scheme))
    }
}

/// `http` reads `tel:80` as host and port, the target of a CONNECT request (RFC 9112 §3.2.3).
fn with_scheme(uri: Uri) -> Result<Uri, String> {
    if uri.scheme().is_some() { Ok(uri) } else { Err("it has no host".to_owned()) }
}

/// As for a [`Url`].
impl<D> TryFrom<&OwnedUrl<D>> for Uri {
    type Error = ConversionError;

    fn try_from(url: &OwnedUrl<D>) -> Result<Self, ConversionError> {
        url.as_url().try_into()
    }
}

/// Reads the text with the parser of `D`. Request targets without a scheme, such as `/path` and `h:80`, are no URLs.
impl<D: DefaultParser> TryFrom<&Uri> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(url: &Uri) -> Result<Self, Error> {
        match url.authority() {
            // The name of the host is not a scheme, and the parser says that one is missing.
            Some(authority) if url.scheme().is_none() => format!("//{authority}").parse(),
            _ => url.to_string().parse(),
        }
    }
}
