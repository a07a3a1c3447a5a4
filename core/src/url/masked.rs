//! The secrets of a URL, and its text without them.

use crate::diagnostics::redact::search::merge;
use crate::diagnostics::redact::{Accepted, Masked, Redaction};
use crate::diagnostics::secrets::{Search, Secrets};
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::{CanonicalKey, Url};

impl<'a> Url<'a> {
    /// The spans of the secrets in [`Url::text`], in ascending order and not overlapping. Allocates only if there is one.
    ///
    /// Fields are split before their names are decoded, and names are compared decoded: `?%74oken=…` is a token,
    /// `?a%26token=…` is a field `a&token`.
    ///
    /// ```
    /// use anyurl_core::{Registry, Secrets};
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:pass@h/?%74oken=s3cret&page=1")?;
    /// let spans = url.secrets(&Secrets::new());
    /// assert_eq!(spans.iter().map(|span| span.of(url.text())).collect::<Vec<_>>(), ["pass", "s3cret"]);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn secrets(&self, secrets: &Secrets) -> Vec<Span> {
        self.found_by(secrets.search(Some(self.registry())))
    }

    /// The secrets that a search finds.
    pub(crate) fn found_by(&self, search: Search<'_>) -> Vec<Span> {
        let mut found = Vec::new();
        search.accepted(self.as_accepted(), &mut |span| found.push(span));
        found.extend(self.declared_secrets());
        if found.is_empty() {
            return found;
        }
        let end = self.url_span().end();
        found.retain(|span| span.start() <= end);
        merge(&mut found);
        // Lenient mode accepts whitespace after the URL, which is no part of a secret.
        if let Some(last) = found.last_mut() {
            *last = Span::new(last.start(), last.end().min(end));
        }
        found
    }

    /// The URL as written, with `***` for its secrets: those of [`Registry::secrets`](crate::Registry::secrets).
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:pass@h/?token=s3cret")?;
    /// assert_eq!(format!("opened {}", url.masked()), "opened x-foo://joe:***@h/?token=***");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn masked(&self) -> Masked<'a> {
        Masked::new(self.text(), self.url_span(), self.found_by(self.registry().search()))
    }

    /// The URL as written, with `***` for some secrets.
    pub fn masked_with(&self, secrets: &Secrets) -> Masked<'a> {
        Masked::new(self.text(), self.url_span(), self.secrets(secrets))
    }

    /// The components and fields that the scheme declares as secret.
    pub(crate) fn declared_secrets(&self) -> impl Iterator<Item = Span> {
        let components = self.registration().components.iter();
        let components = components.filter(|component| component.is_secret());
        components.filter_map(|component| self.span(component.slot)).chain(self.as_url_ref().secret_fields())
    }

    /// The URL as the search for secrets gets it.
    pub(crate) fn as_accepted(&self) -> Accepted<'a> {
        Accepted {
            text: self.text(),
            schemepart: self.as_url_ref().schemepart(),
            host: self.span(Slot::HOST),
            user: self.span(Slot::USER),
            password: self.span(Slot::PASSWORD),
            is_generic: self.is_generic(),
        }
    }
}

/// The secrets of a URL that a change has made from another: its own, and what the scheme and the host before the change
/// say of the text, because a change makes no secret public.
pub fn redaction_after(url: &Url<'_>, before: &Url<'_>) -> Redaction {
    let own = url.redaction();
    let [new_host, old_host] = [url, before].map(|url| url.span(Slot::HOST).map(|span| span.of(url.text())));
    if new_host == old_host && url.scheme() == before.scheme() {
        return own;
    }
    // The text as it would be with that scheme and host.
    let (new, old) = (Span::new(0, url.scheme_span().end()), Span::new(0, before.written_scheme().len()));
    let mut text = format!("{}{}", before.written_scheme(), &url.text()[new.end()..]);
    let host = url.span(Slot::HOST).zip(old_host).map(|(span, host)| {
        let moved = span.after_edit(new, old.len());
        text.replace_range(moved.range(), host);
        (Span::new(moved.start(), moved.start() + host.len()), span.len())
    });
    let parsed = before.registry().parser().options(before.options()).parse(&text).map(|url| url.redaction());
    let secrets = parsed.unwrap_or_else(|_| before.registry().guess_secrets(&text));
    let in_url = |secret: Span| host.map_or(secret, |(at, len)| secret.after_edit(at, len)).after_edit(old, new.len());
    Redaction::new(own.spans().chain(secrets.spans().map(in_url)).collect())
}

impl CanonicalKey {
    /// The canonical text, with `***` for possible secrets.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let key = registry.parse("X-FOO://joe:pass@h/?sig=s3cret")?.canonical_key();
    /// assert_eq!(key.masked().to_string(), "x-foo://joe:***@h/?sig=***");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn masked(&self) -> Masked<'_> {
        let text = self.as_str();
        Masked::new(text, Span::new(0, text.len()), Secrets::new().guess(text))
    }
}
