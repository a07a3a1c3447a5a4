//! An [`OwnedUrl`] as a text: reading, writing, comparing.

use alloc::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::OwnedUrl;
use crate::diagnostics::error::Error;
use crate::text::prelude::*;
use crate::url::DefaultParser;

/// Reads the text with the parser of `D`; the inverse of `Display`.
impl<D: DefaultParser> FromStr for OwnedUrl<D> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<D: DefaultParser> TryFrom<&str> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<D: DefaultParser> TryFrom<String> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        D::parser().read_string(text).map_err(|(error, _)| error)
    }
}

/// Writes the URL as written.
impl<D> fmt::Display for OwnedUrl<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<D> AsRef<str> for OwnedUrl<D> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Hash and order are those of the text.
impl<D> Borrow<str> for OwnedUrl<D> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl<D> From<OwnedUrl<D>> for String {
    fn from(url: OwnedUrl<D>) -> Self {
        url.as_str().to_owned()
    }
}

/// Compares the texts as written.
impl<D, E> PartialEq<OwnedUrl<E>> for OwnedUrl<D> {
    fn eq(&self, other: &OwnedUrl<E>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<D> Eq for OwnedUrl<D> {}

impl<D> PartialEq<str> for OwnedUrl<D> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<D> PartialEq<&str> for OwnedUrl<D> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<D> PartialOrd for OwnedUrl<D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares the texts as written.
impl<D> Ord for OwnedUrl<D> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<D> Hash for OwnedUrl<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
