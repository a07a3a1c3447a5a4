//! A conversion keeps the text or fails with the reason, and no error repeats a password.

use std::sync::LazyLock;

use crate::registry::Registry;
use crate::url::{DefaultParser, OwnedUrl, Parser};

#[cfg(any(feature = "fluent-uri", feature = "http", feature = "url"))]
mod conversions;
#[cfg(feature = "serde")]
mod serde;

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builder().build());

#[derive(Debug)]
enum Strict {}

impl DefaultParser for Strict {
    fn parser() -> Parser<'static> {
        REGISTRY.parser()
    }
}

#[derive(Debug)]
enum Lenient {}

impl DefaultParser for Lenient {
    fn parser() -> Parser<'static> {
        REGISTRY.parser().lenient()
    }
}

/// Parses a text that must be valid.
fn url<D: DefaultParser>(text: &str) -> OwnedUrl<D> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
