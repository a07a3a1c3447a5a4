//! What of a URL no gateway sees: credentials, the fragment, and what the configuration names.

use super::Gateway;
use crate::diagnostics::error::Error;
use crate::registration::Component;
use crate::text::span::{Slot, Span};
use crate::url::Url;

/// The URL as it was written, with its scheme in lower case, and without what the gateway strips.
pub(super) fn stripped(url: &Url<'_>, gateway: &Gateway) -> String {
    let parts = url.as_url_ref();
    let mut text = parts.scheme().to_ascii_lowercase();
    text.push(':');
    let mut at = parts.schemepart().start();
    for cut in cuts(url, gateway) {
        text.push_str(&url.text()[at..cut.start().max(at)]);
        at = cut.end().max(at);
    }
    text.push_str(&url.text()[at..parts.schemepart().end()]);
    text
}

/// Reads the stripped URL by the same registration in the same way.
pub(super) fn read_again<'a>(url: &'a Url<'_>, text: &'a str) -> Result<Url<'a>, Error> {
    if url.is_generic() {
        return url.registry().parse_with(text, url.options());
    }
    url.registry().parse_as(text, url.entry(), url.options())
}

/// Whether stripping takes every secret of the URL out. Without its login, `//joe@h:x` looks like one: that the port is none
/// is then nothing new.
pub(super) fn takes_all_secrets(url: &Url<'_>, gateway: &Gateway) -> bool {
    let cuts = cuts(url, gateway);
    let is_cut = |secret: Span| {
        let holds = |cut: &Span| cut.start() <= secret.start() && secret.end() <= cut.end();
        cuts.iter().any(holds)
    };
    url.redaction().secrets().all(is_cut)
}

/// Where the components stand that are stripped, with the delimiters that stand for nothing without them; rising.
fn cuts(url: &Url<'_>, gateway: &Gateway) -> Vec<Span> {
    let part = url.as_url_ref().schemepart();
    let inside = |span: &Span| part.start() <= span.start() && span.end() <= part.end();
    let components = url.registration().components.iter();
    let mut cuts: Vec<Span> = components
        .filter(|component| gateway.strips(component))
        .filter_map(|component| cut(url, component))
        .chain(unread_login(url))
        .filter(inside)
        .collect();
    cuts.sort_unstable();
    cuts
}

/// `user`, `user@`, `:password@`, `:port` and whatever another component holds.
fn cut(url: &Url<'_>, component: &Component) -> Option<Span> {
    let span = url.span(component.slot)?;
    let (before, behind) = (&url.text()[..span.start()], &url.text()[span.end()..]);
    let slot = component.slot;
    let colon = (slot == Slot::PASSWORD || slot == Slot::PORT) && before.ends_with(':');
    let sign = (slot == Slot::PASSWORD || slot == Slot::USER) && behind.starts_with('@');
    Some(Span::new(span.start() - usize::from(colon), span.end() + usize::from(sign)))
}

/// What stands in the place of a login where nothing is known about the scheme, and the rest of the text has not the common
/// Internet syntax: `joe:secret@` of `x-foo://joe:secret@ho_st/`.
fn unread_login(url: &Url<'_>) -> Option<Span> {
    if !url.is_generic() || url.host().is_some() {
        return None;
    }
    let rest = url.schemepart().strip_prefix("//")?;
    let start = url.as_url_ref().schemepart().start() + 2;
    let authority = &rest[..rest.find(['/', '?']).unwrap_or(rest.len())];
    let sign = authority.rfind('@')?;
    Some(Span::new(start, start + sign + 1))
}
