//! Removes from a URL what no gateway receives: credentials, the fragment, and the configured components.

use super::Gateway;
use anyurl_core::authors::Component;
use anyurl_core::{Error, Secrets, Slot, Span, Url};

impl Gateway {
    /// Returns whether a component is never sent.
    pub(super) fn strips(&self, component: &Component) -> bool {
        component.slot == Slot::USER
            || component.slot == Slot::PASSWORD
            || component.sensitive
            || self.strip.iter().any(|name| *name == component.name)
    }
}

/// A URL as written, with its scheme in lower case and without the stripped components.
pub(super) struct Stripped {
    pub(super) text: String,
    /// What remains of the secrets of the whole URL, as spans of `text`.
    ///
    /// They are not searched for in `text`: without its login, `//joe@h:x` looks as if `x` were a password, and without
    /// its fragment, `//joe:secret#@h` has no login at all.
    secrets: Vec<Span>,
}

impl Stripped {
    pub(super) fn new(url: &Url<'_>, gateway: &Gateway) -> Self {
        let parts = url.as_url_ref();
        let mut stripped = Self { text: parts.scheme().to_ascii_lowercase() + ":", secrets: Vec::new() };
        let mut at = parts.schemepart().start();
        for cut in cuts(url, gateway) {
            stripped.keep(url, at, cut.start());
            at = cut.end().max(at);
        }
        stripped.keep(url, at, parts.schemepart().end());
        stripped
    }

    /// Appends a part of the URL, unless it is empty.
    fn keep(&mut self, url: &Url<'_>, start: usize, end: usize) {
        if start >= end {
            return;
        }
        let here = self.text.len();
        let moved = |at: usize| here + at.clamp(start, end) - start;
        // A gateway gets the fields and paths that are secrets by their names: they belong to the request.
        let credentials = url.secrets(&Secrets::new().without_default_fields().lone_user(false));
        let kept = credentials.into_iter().filter(|secret| secret.overlaps(Span::new(start, end)));
        self.secrets.extend(kept.map(|secret| Span::new(moved(secret.start()), moved(secret.end()))));
        self.text.push_str(&url.text()[start..end]);
    }

    /// Returns whether a part of a secret remains in a span of the text.
    pub(super) fn has_secret_in(&self, span: Span) -> bool {
        self.secrets.iter().any(|secret| secret.overlaps(span))
    }
}

/// Parses the stripped URL by the same registration and options.
pub(super) fn parse_again<'a>(url: &'a Url<'_>, text: &'a str) -> Result<Url<'a>, Error> {
    if url.is_generic() {
        return url.registry().parser().options(url.options()).parse(text);
    }
    url.registry().parser().options(url.options()).entry(url.entry()).parse(text)
}

/// Returns the spans of the stripped components with their delimiters, in ascending order.
fn cuts(url: &Url<'_>, gateway: &Gateway) -> Vec<Span> {
    let part = url.as_url_ref().schemepart();
    let inside = |span: &Span| part.start() <= span.start() && span.end() <= part.end();
    let components = url.registration().components.iter();
    let mut cuts: Vec<Span> = components
        .filter(|component| gateway.strips(component))
        .filter_map(|component| cut(url, component))
        .chain(url.as_url_ref().secret_fields())
        .chain(unparsed_login(url))
        .filter(inside)
        .collect();
    cuts.sort_unstable();
    cuts
}

/// Returns the span to remove for a component: `user`, `user@`, `:password@`, `:port`, or the component alone.
fn cut(url: &Url<'_>, component: &Component) -> Option<Span> {
    let span = url.span(component.slot)?;
    let (before, after) = (&url.text()[..span.start()], &url.text()[span.end()..]);
    let slot = component.slot;
    let colon = (slot == Slot::PASSWORD || slot == Slot::PORT) && before.ends_with(':');
    let at_sign = (slot == Slot::PASSWORD || slot == Slot::USER) && after.starts_with('@');
    Some(Span::new(span.start() - usize::from(colon), span.end() + usize::from(at_sign)))
}

/// Returns the span of a possible login in a URL of an unregistered scheme whose authority does not follow the common
/// Internet syntax: `joe:secret@` in `x-foo://joe:secret@ho_st/`.
fn unparsed_login(url: &Url<'_>) -> Option<Span> {
    if !url.is_generic() || url.host().is_some() {
        return None;
    }
    let rest = url.schemepart().strip_prefix("//")?;
    let start = url.as_url_ref().schemepart().start() + 2;
    let authority = &rest[..rest.find(['/', '?']).unwrap_or(rest.len())];
    let at_sign = authority.rfind('@')?;
    Some(Span::new(start, start + at_sign + 1))
}
