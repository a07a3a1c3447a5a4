//! Examples and rejects of a registration: documentation, tests and seeds for mutations.

use alloc::borrow::Cow;

use super::Text;
use crate::diagnostics::error::ErrorKind;

/// A URL with its components as written; all others are absent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The URL.
    pub url: Text,
    /// `name=text` of each component, separated by spaces, which no URL holds; empty if they are not to be compared.
    pub components: Text,
    /// The canonical form, if it is stated.
    pub canonical: Option<Text>,
    /// All bytes that its plan sends, if they are stated.
    pub wire: Option<Cow<'static, [u8]>>,
}

impl Example {
    /// Creates an example at run time; [`example`] is for tables.
    pub fn new(url: impl Into<Text>, components: impl Into<Text>) -> Self {
        Self { url: url.into(), components: components.into(), canonical: None, wire: None }
    }

    /// States the canonical form, which the conformance kit compares.
    ///
    /// ```
    /// use anyurl_core::authors::{example, Example};
    ///
    /// const EXAMPLES: &[Example] = &[
    ///     example("x-job://H/7", "host=H id=7").canonical("x-job://h/7").wire(b"GET 7\r\n"),
    /// ];
    /// assert_eq!(EXAMPLES[0].canonical.as_deref(), Some("x-job://h/7"));
    /// ```
    ///
    /// # Panics
    /// If the example was created at run time: set the field instead.
    #[must_use]
    pub const fn canonical(self, canonical: &'static str) -> Self {
        let Parts { url, components, wire, .. } = self.into_parts();
        Self::from_parts(Parts { url, components, canonical: Some(canonical), wire })
    }

    /// States all bytes that the plan sends, in their order, which the conformance kit compares.
    ///
    /// # Panics
    /// As [`Example::canonical`].
    #[must_use]
    pub const fn wire(self, wire: &'static [u8]) -> Self {
        let Parts { url, components, canonical, .. } = self.into_parts();
        Self::from_parts(Parts { url, components, canonical, wire: Some(wire) })
    }

    const fn into_parts(self) -> Parts {
        let canonical = match &self.canonical {
            Some(canonical) => Some(borrowed(canonical)),
            None => None,
        };
        let wire = match &self.wire {
            Some(Cow::Borrowed(wire)) => Some(*wire),
            Some(Cow::Owned(_)) => panic!("an example of a table borrows its bytes"),
            None => None,
        };
        let parts = Parts { url: borrowed(&self.url), components: borrowed(&self.components), canonical, wire };
        // A `const fn` cannot drop a value, and this one owns nothing.
        core::mem::forget(self);
        parts
    }

    const fn from_parts(Parts { url, components, canonical, wire }: Parts) -> Self {
        Self {
            url: Text::Borrowed(url),
            components: Text::Borrowed(components),
            canonical: match canonical {
                Some(canonical) => Some(Text::Borrowed(canonical)),
                None => None,
            },
            wire: match wire {
                Some(wire) => Some(Cow::Borrowed(wire)),
                None => None,
            },
        }
    }

    /// Returns the names and texts of the components.
    ///
    /// ```
    /// use anyurl_core::authors::example;
    ///
    /// let example = example("http://h/?a=b", "host=h path= searchpart=a=b");
    /// assert!(example.components().eq([("host", "h"), ("path", ""), ("searchpart", "a=b")]));
    /// ```
    pub fn components(&self) -> impl Iterator<Item = (&str, &str)> {
        self.components.split(' ').filter_map(|part| part.split_once('='))
    }
}

/// The fields of an [`Example`] of a table, which a `const fn` can copy.
struct Parts {
    url: &'static str,
    components: &'static str,
    canonical: Option<&'static str>,
    wire: Option<&'static [u8]>,
}

const fn borrowed(text: &Text) -> &'static str {
    match text {
        Text::Borrowed(text) => text,
        Text::Owned(_) => panic!("an example of a table borrows its texts"),
    }
}

/// A text that the scheme rejects in strict mode.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reject {
    /// The text.
    pub url: Text,
    /// The kind of error; without one, any error is expected.
    pub kind: Option<ErrorKind>,
    /// The rule that does not match.
    pub rule: Text,
    /// The span of the error: bytes `start..end` of the text.
    pub span: (usize, usize),
}

impl Reject {
    /// Creates a reject at run time, with any error; [`reject`] is for tables.
    pub fn new(url: impl Into<Text>) -> Self {
        Self { url: url.into(), kind: None, rule: Text::Borrowed(""), span: (0, 0) }
    }

    /// Expects an error of this kind, by this rule, at this span.
    #[must_use]
    pub fn with_error(self, kind: ErrorKind, rule: impl Into<Text>, span: (usize, usize)) -> Self {
        Self { kind: Some(kind), rule: rule.into(), span, ..self }
    }
}

/// Creates an example, for tables: `example("nntp://h/a/1", "host=h group=a article_number=1")`.
pub const fn example(url: &'static str, components: &'static str) -> Example {
    Example::from_parts(Parts { url, components, canonical: None, wire: None })
}

/// Creates a reject, for tables: `reject("nntp://h/", ErrorKind::Missing, "group", (9, 9))`.
pub const fn reject(url: &'static str, kind: ErrorKind, rule: &'static str, span: (usize, usize)) -> Reject {
    Reject { url: Text::Borrowed(url), kind: Some(kind), rule: Text::Borrowed(rule), span }
}
