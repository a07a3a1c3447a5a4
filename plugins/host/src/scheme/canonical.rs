//! The canonical form: the general rules, and the plugin's edits of their result.
//!
//! The edited text is the canonical form if
//!
//! 1. the scheme accepts it, with the same options;
//! 2. user, password, host and port are those of the general form, byte by byte: a plugin edits only its own components;
//! 3. neither the general rules nor the plugin's edits change it further.
//!
//! Anything else violates the contract: the general form becomes the canonical form, and [`PluginScheme::violation`] reports the
//! violation. Either way, a canonical form is its own canonical form.

use anyurl_core::authors::{Cursor, Spans, UrlRef, authority, canonical, escape};
use anyurl_core::{Options, Slot, Span};
use anyurl_plugin::abi;

use super::check::{self, SpanBuffer};
use super::plugin_url::PluginUrl;
use super::{PluginScheme, parse};
use crate::violation::Violation;

/// The largest number of edits, in addition to one for each byte of the URL.
const MAX_EDITS: usize = 4096;

/// The largest total length of replacements in bytes, in addition to twice the length of the URL.
const MAX_TEXT: usize = 1 << 20;

/// Writes the canonical form.
pub(super) fn write(scheme: &PluginScheme, url: &UrlRef<'_>, to: &mut String) {
    let mut general = String::with_capacity(url.text().len());
    canonical::general(url, &mut general);
    let has_edits = scheme.functions.has_canonicalize();
    if !has_edits && general.ends_with(&url.text()[url.scheme_span().end()..]) {
        // Only the case of the scheme's name can differ.
        to.push_str(&general);
        return;
    }
    let Some(form) = Form::parse(scheme, url, general).filter(|form| form.is_general_form_of(url)) else {
        // The general rules decode an escape that this scheme accepts only as an escape.
        to.push_str(&as_written(url));
        return;
    };
    let edited = if has_edits { edit_until_stable(scheme, url, &form) } else { Ok(None) };
    let edited = edited.unwrap_or_else(|violation| {
        // Only the first violation is kept.
        let _ = scheme.violation.set(violation);
        None
    });
    to.push_str(&edited.unwrap_or(form).text);
}

/// Returns the text as written, except for the case of the scheme's name.
fn as_written(url: &UrlRef<'_>) -> String {
    let end = url.span(Slot::FRAGMENT).unwrap_or(url.schemepart()).end();
    let rest = Span::new(url.scheme_span().end(), end);
    url.scheme().to_ascii_lowercase() + rest.of(url.text())
}

/// A text that the scheme accepts.
struct Form {
    text: String,
    schemepart: Span,
    spans: Spans,
}

impl Form {
    /// Parses another text of `url`, with the same scheme name.
    fn parse(scheme: &PluginScheme, url: &UrlRef<'_>, text: String) -> Option<Self> {
        let start = url.scheme().len() + 1;
        let has_fragment = url.span(Slot::FRAGMENT).is_some();
        // Neither the general rules nor an edit add a `#` before the fragment.
        let hash = if has_fragment { text.find('#')? } else { text.len() };
        let schemepart = Span::new(start, hash);
        let mut at = Cursor::new(&text, schemepart, url.options().mode, None);
        parse::parse(scheme, &mut at).ok()?;
        let mut spans = *at.spans();
        if has_fragment {
            spans.set(Slot::FRAGMENT, Span::new(hash + 1, text.len()));
        }
        Some(Self { text, schemepart, spans })
    }

    fn to_url<'f>(&'f self, url: &UrlRef<'f>) -> UrlRef<'f> {
        url.with_text(&self.text, self.schemepart, &self.spans)
    }

    /// Returns whether login, host and port are equivalent to those of `url`, and the general rules change nothing.
    fn is_general_form_of(&self, url: &UrlRef<'_>) -> bool {
        let form = self.to_url(url);
        let decoded = |url: &UrlRef<'_>, slot| url.get(slot).map(|text| escape::decode(text).into_owned());
        let login = [Slot::USER, Slot::PASSWORD];
        let [own_host, host] = [&form, url].map(|url| url.get(Slot::HOST).map(canonical::internet_host));
        let port = |url: &UrlRef<'_>| {
            let port = url.get(Slot::PORT).and_then(authority::port_number);
            port.or(url.registration().default_port)
        };
        login.into_iter().all(|slot| decoded(&form, slot) == decoded(url, slot))
            && own_host == host
            && port(&form) == port(url)
            && self.is_general(url)
    }

    /// Returns whether the general rules change nothing.
    fn is_general(&self, url: &UrlRef<'_>) -> bool {
        let mut general = String::with_capacity(self.text.len());
        canonical::general(&self.to_url(url), &mut general);
        general == self.text
    }

    /// Returns whether login, host and port have the same text in both.
    fn has_same_authority(&self, other: &Self) -> bool {
        let text = |form: &Self, slot| form.spans.get(slot).map(|span| span.of(&form.text).to_owned());
        let common = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT];
        common.into_iter().all(|slot| text(self, slot) == text(other, slot))
    }
}

/// Edits the general form; `None` if the plugin does not change it. Fails if a second round of edits would change the
/// result.
fn edit_until_stable(scheme: &PluginScheme, url: &UrlRef<'_>, general: &Form) -> Result<Option<Form>, Violation> {
    let Some(form) = edit(scheme, url, general)? else {
        return Ok(None);
    };
    let is_valid = form.has_same_authority(general) && form.is_general(url);
    let is_stable = is_valid && edit(scheme, url, &form)?.is_none();
    if is_stable { Ok(Some(form)) } else { Err(Violation::Canonical) }
}

/// Applies the plugin's edits once; `None` if they change nothing.
fn edit(scheme: &PluginScheme, url: &UrlRef<'_>, form: &Form) -> Result<Option<Form>, Violation> {
    let text = Edits::request(scheme, url.options(), form)?.apply(&form.text);
    if text == form.text {
        return Ok(None);
    }
    let parse = |text| Form::parse(scheme, url, text).ok_or(Violation::Canonical);
    let raw = parse(text)?;
    let mut text = String::with_capacity(raw.text.len());
    canonical::general(&raw.to_url(url), &mut text);
    if text == form.text {
        return Ok(None);
    }
    parse(text).map(Some)
}

/// The edits of a plugin.
#[derive(Default)]
struct Edits {
    /// The replaced spans, each with the length of its replacement.
    spans: Vec<(Span, usize)>,
    /// The concatenated replacements.
    text: String,
    has_invalid: bool,
}

impl Edits {
    /// Calls the plugin's `canonicalize` for a text that it accepts.
    fn request(scheme: &PluginScheme, options: Options, form: &Form) -> Result<Self, Violation> {
        let registration = &scheme.registration;
        let (name_len, grammar) = (registration.name.len(), registration.grammar);
        let url = PluginUrl::new(name_len, form.schemepart, options.is_lenient(), grammar, |span| span.of(&form.text));
        let url = url.ok_or(Violation::Failed)?;
        let mut buffer = SpanBuffer::new();
        let answer = check::parse(scheme, url.text(), options.mode, &mut buffer)?;
        let mut edits = Self::default();
        let mut push = |start, end, text: String| edits.push(&url, start, end, &text);
        let answer = scheme.functions.canonicalize(url.text().text, answer.spans, &mut push);
        if let Some(violation) = answer.and_then(|answer| answer.stopped) {
            return Err(violation);
        }
        match answer.map(|answer| answer.status) {
            None | Some(abi::F_UNSUPPORTED) => Ok(Self::default()),
            Some(abi::OK) if edits.are_valid(form) => Ok(edits),
            Some(abi::OK | abi::F_HOST) => Err(Violation::Edit),
            Some(abi::F_PANIC) => Err(Violation::Panic),
            Some(abi::F_NOMEM | abi::F_ARGUMENT) => Err(Violation::Failed),
            Some(_) => Err(Violation::Status),
        }
    }

    /// Adds an edit of the plugin's text. An invalid edit invalidates all of them.
    fn push(&mut self, url: &PluginUrl<'_>, start: u32, end: u32, text: &str) -> bool {
        let is_inside = url.text().contains(start, end);
        let len = url.text().text.len();
        let is_text = |byte: u8| byte.is_ascii_graphic() && byte != b'#';
        let fits = self.spans.len() < MAX_EDITS + len && self.text.len() + text.len() <= MAX_TEXT + 2 * len;
        self.has_invalid |= !is_inside || !fits || !text.bytes().all(is_text);
        if !self.has_invalid {
            self.spans.push((url.original_span(start as usize, end as usize), text.len()));
            self.text.push_str(text);
        }
        !self.has_invalid
    }

    /// Returns whether all edits are valid and in order, and do not touch host and port.
    fn are_valid(&self, form: &Form) -> bool {
        let is_ordered = |pair: &[(Span, usize)]| pair[0].0.end() <= pair[1].0.start();
        let host = form.spans.get(Slot::HOST);
        let port = form.spans.get(Slot::PORT).or(host);
        let is_outside = |(span, _): &(Span, usize)| match (host, port) {
            (Some(host), Some(port)) => span.end() <= host.start() || span.start() >= port.end(),
            _ => true,
        };
        !self.has_invalid && self.spans.windows(2).all(is_ordered) && self.spans.iter().all(is_outside)
    }

    /// Returns `text` with the edits applied.
    fn apply(&self, text: &str) -> String {
        let mut edited = String::with_capacity(text.len() + self.text.len());
        let (mut at, mut replacements) = (0, self.text.as_str());
        for (span, len) in &self.spans {
            let (replacement, rest) = replacements.split_at(*len);
            edited.push_str(&text[at..span.start()]);
            edited.push_str(replacement);
            (at, replacements) = (span.end(), rest);
        }
        edited + &text[at..]
    }
}
