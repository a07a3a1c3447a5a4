//! Finds and hides passwords, which are shown only on request (RFC 1738 §6, R-6-4).

use alloc::borrow::Cow;

use crate::text::prelude::*;
use crate::text::span::Span;

pub(crate) mod declared;
mod encoded;
pub(crate) mod fields;
mod find;
mod fold;
mod known_login;
mod login;
mod masked;
mod needles;
mod paths;
mod placeholder;
mod plain;
mod port;
pub(crate) mod quoted;
pub(crate) mod search;
mod words;

use find::TextKind;
use fold::Fold;
pub(crate) use fold::look_alike;
pub use masked::Masked;
pub(crate) use words::mask_each;

/// The text that replaces a password.
pub const MASK: &str = "***";

/// The secrets that [`Secrets`](crate::Secrets) have found in a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Redaction {
    /// In ascending order, not empty, not overlapping.
    secrets: Vec<Span>,
}

/// A parsed URL, with the spans of its login.
#[derive(Clone, Copy)]
pub(crate) struct Accepted<'t> {
    pub(crate) text: &'t str,
    pub(crate) schemepart: Span,
    pub(crate) host: Option<Span>,
    pub(crate) user: Option<Span>,
    pub(crate) password: Option<Span>,
    /// Whether the URL was parsed with the generic syntax.
    pub(crate) is_generic: bool,
}

impl Accepted<'_> {
    /// The kind of text, and where its search begins.
    fn search(&self) -> (TextKind, usize) {
        let has_host = self.host.is_some();
        if self.is_generic { (TextKind::Whole, 0) } else { (TextKind::Accepted { has_host }, self.schemepart.start()) }
    }

    /// The password, and a part of the user that may be one.
    pub(crate) fn own_secrets(&self) -> impl Iterator<Item = Span> {
        let encoded = self.user.and_then(|user| encoded_login(self.text.as_bytes(), user));
        self.password.into_iter().chain(encoded)
    }
}

impl Redaction {
    /// Nothing is hidden.
    pub const NONE: Self = Self { secrets: Vec::new() };

    /// Hides these spans, which may overlap.
    pub(crate) fn new(mut secrets: Vec<Span>) -> Self {
        search::merge(&mut secrets);
        Self { secrets }
    }

    /// The redaction of the text after `edit` has been replaced by `len` bytes. What is removed is no longer hidden.
    pub(crate) fn after_edit(&self, edit: Span, len: usize) -> Self {
        let removes = |secret: &Span| len == 0 && edit.start() <= secret.start() && secret.end() <= edit.end();
        let kept = self.spans().filter(|secret| !removes(secret));
        Self::new(kept.map(|secret| secret.after_edit(edit, len)).collect())
    }

    /// Whether nothing is hidden.
    pub fn is_none(&self) -> bool {
        self.secrets.is_empty()
    }

    /// The first secret that overlaps a span.
    pub fn hidden_in(&self, span: Span) -> Option<Span> {
        self.spans().find(|secret| secret.overlaps(span))
    }

    /// The text with its secrets masked.
    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.slice(text, Span::new(0, text.len()))
    }

    /// A part of the text with the secrets in it masked.
    ///
    /// # Panics
    /// If the ends of the span are not on character boundaries.
    pub fn slice<'t>(&self, text: &'t str, span: Span) -> Cow<'t, str> {
        if self.hidden_in(span).is_none() {
            return Cow::Borrowed(span.of(text));
        }
        let shown = String::from_utf8(self.slice_bytes(text.as_bytes(), span));
        Cow::Owned(shown.expect("spans and secrets are on character boundaries"))
    }

    /// [`Redaction::apply`] for bytes that may not be UTF-8.
    pub fn apply_to_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        self.slice_bytes(bytes, Span::new(0, bytes.len()))
    }

    /// [`Redaction::slice`] for bytes that may not be UTF-8.
    pub fn slice_bytes(&self, bytes: &[u8], span: Span) -> Vec<u8> {
        let mut shown = Vec::with_capacity(span.len());
        let mut at = span.start();
        for secret in self.spans().filter(|secret| secret.overlaps(span)) {
            shown.extend_from_slice(&bytes[at..secret.start().max(at)]);
            shown.extend_from_slice(MASK.as_bytes());
            at = secret.end().min(span.end());
        }
        shown.extend_from_slice(&bytes[at..span.end()]);
        shown
    }

    /// The spans of the hidden secrets, in ascending order.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let spans: Vec<_> = registry.guess_secrets("http://u:pass@h/").spans().collect();
    /// assert_eq!(spans[0].range(), 9..13);
    /// ```
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.secrets.iter().copied()
    }
}

/// The part after an encoded colon in a user name, which may be a password.
fn encoded_login(text: &[u8], user: Span) -> Option<Span> {
    let mut tokens = Fold::new(&text[..user.end()], user.start(), false);
    let colon = tokens.find(|token| token.byte == b':')?;
    Some(Span::new(colon.end, user.end()))
}

#[cfg(test)]
mod tests;
