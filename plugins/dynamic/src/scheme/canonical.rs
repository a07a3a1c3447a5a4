//! The canonical form: the general rules, and what the plugin says goes beyond them.
//!
//! The plugin is asked for its edits of the general form, and what they make is read again before it is believed. It is
//! the canonical form if
//!
//! 1. its scheme reads it, with the same options;
//! 2. user, password, host and port are those of the general form, byte by byte: a plugin edits its own components;
//! 3. it is its own canonical form: by the general rules, and by the edits that the plugin has for it.
//!
//! Anything else breaks the contract: the general form is the canonical one then, and [`Dynamic::violation`] says so.
//! Because all begins with the general form, a canonical form is its own canonical form either way.

use locator_core::{
    Cursor, Options, Slot, Span, Spans, UrlRef, components::canonical, syntax::authority, syntax::escape,
};
use locator_plugin::abi;

use super::Dynamic;
use super::check::{self, Buffer};
use super::parse;
use super::text::Given;
use crate::violation::Violation;

/// Beside one edit for each byte of the URL, a plugin has this many.
const MOST: usize = 4096;

/// Beside twice the length of the URL, all texts of a plugin's edits together have this many bytes.
const LONGEST: usize = 1 << 20;

/// Writes the canonical form.
pub(super) fn write(scheme: &Dynamic, url: &UrlRef<'_>, to: &mut String) {
    let mut general = String::with_capacity(url.text().len());
    canonical::general(url, &mut general);
    let asks = scheme.functions.has_canonicalize();
    if !asks && general.ends_with(&url.text()[url.scheme_span().end()..]) {
        // Only the case of the scheme's name can differ.
        to.push_str(&general);
        return;
    }
    let Some(form) = Form::read(scheme, url, general).filter(|form| form.is_of(url)) else {
        // The general rules decode what this scheme reads only as an escape.
        to.push_str(&as_written(url));
        return;
    };
    let edited = if asks { edited(scheme, url, &form) } else { Ok(None) };
    let edited = edited.unwrap_or_else(|violation| {
        // Only the first is kept.
        let _ = scheme.broken.set(violation);
        None
    });
    to.push_str(&edited.unwrap_or(form).text);
}

/// The text as it stands, but for the case of the scheme's name.
fn as_written(url: &UrlRef<'_>) -> String {
    let end = url.span(Slot::FRAGMENT).unwrap_or(url.schemepart()).end();
    let rest = Span::new(url.scheme_span().end(), end);
    url.scheme().to_ascii_lowercase() + rest.of(url.text())
}

/// A text that the scheme has read.
struct Form {
    text: String,
    schemepart: Span,
    spans: Spans,
}

impl Form {
    /// Reads a text that is to be another one of `url`: the scheme's name is the same.
    fn read(scheme: &Dynamic, url: &UrlRef<'_>, text: String) -> Option<Self> {
        let start = url.scheme().len() + 1;
        let has_fragment = url.span(Slot::FRAGMENT).is_some();
        // Neither the general rules nor an edit write a `#` before that of a fragment.
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

    fn parts<'f>(&'f self, url: &UrlRef<'f>) -> UrlRef<'f> {
        url.with_text(&self.text, self.schemepart, &self.spans)
    }

    /// Whether this is a general form of a URL: its own one too, with the same login, host and port.
    fn is_of(&self, url: &UrlRef<'_>) -> bool {
        let form = self.parts(url);
        let decoded = |url: &UrlRef<'_>, slot| url.get(slot).map(|text| escape::decode(text).into_owned());
        let login = [Slot::USER, Slot::PASSWORD];
        let host = |url: &UrlRef<'_>| url.get(Slot::HOST).map(canonical::internet_host);
        let port = |url: &UrlRef<'_>| {
            let port = url.get(Slot::PORT).and_then(authority::port_number);
            port.or(url.registration().default_port)
        };
        login.into_iter().all(|slot| decoded(&form, slot) == decoded(url, slot))
            && host(&form) == host(url)
            && port(&form) == port(url)
            && self.is_general(url)
    }

    /// Whether the general rules leave it as it is.
    fn is_general(&self, url: &UrlRef<'_>) -> bool {
        let mut again = String::with_capacity(self.text.len());
        canonical::general(&self.parts(url), &mut again);
        again == self.text
    }

    /// Whether login, host and port are the same in both.
    fn has_place_of(&self, other: &Self) -> bool {
        let text = |form: &Self, slot| form.spans.get(slot).map(|span| span.of(&form.text).to_owned());
        let common = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT];
        common.into_iter().all(|slot| text(self, slot) == text(other, slot))
    }
}

/// What the plugin makes of the general form; `None` where it leaves it as it is.
fn edited(scheme: &Dynamic, url: &UrlRef<'_>, general: &Form) -> Result<Option<Form>, Violation> {
    let Some(form) = step(scheme, url, general)? else {
        return Ok(None);
    };
    let is_form = form.has_place_of(general) && form.is_general(url);
    let is_last = is_form && step(scheme, url, &form)?.is_none();
    if is_last { Ok(Some(form)) } else { Err(Violation::Canonical) }
}

/// Makes the plugin's edits once; `None` where they change nothing.
fn step(scheme: &Dynamic, url: &UrlRef<'_>, form: &Form) -> Result<Option<Form>, Violation> {
    let text = Edits::of(scheme, url.options(), form)?.made(&form.text);
    if text == form.text {
        return Ok(None);
    }
    let read = |text| Form::read(scheme, url, text).ok_or(Violation::Canonical);
    let raw = read(text)?;
    let mut text = String::with_capacity(raw.text.len());
    canonical::general(&raw.parts(url), &mut text);
    if text == form.text {
        return Ok(None);
    }
    read(text).map(Some)
}

/// What a plugin puts in the place of which bytes.
#[derive(Default)]
struct Edits {
    /// Each with the length of its text.
    spans: Vec<(Span, usize)>,
    /// All texts, one after the other.
    text: String,
    is_refused: bool,
}

impl Edits {
    /// Asks a plugin for its edits of a text that it has read.
    fn of(scheme: &Dynamic, options: Options, form: &Form) -> Result<Self, Violation> {
        let registration = &scheme.registration;
        let given =
            Given::new(registration.name.len(), form.schemepart, options.is_lenient(), registration.grammar, |span| {
                span.of(&form.text)
            });
        let given = given.ok_or(Violation::Failed)?;
        let mut buffer = Buffer::new();
        let found = check::read(scheme, &given, options.mode, &mut buffer, &mut [])?;
        let mut edits = Self::default();
        let mut take = |start, end, text: String| edits.take(&given, start, end, &text);
        let functions = &scheme.functions;
        let answer = functions.canonicalize(&given.url, found.spans, &mut take);
        match answer.map(|answer| answer.status) {
            None | Some(abi::F_UNSUPPORTED) => Ok(Self::default()),
            Some(abi::OK) if edits.are_apart(form) => Ok(edits),
            Some(abi::OK | abi::F_HOST) => Err(Violation::Edit),
            Some(abi::F_PANIC) => Err(Violation::Panic),
            Some(abi::F_NOMEM | abi::F_ARGUMENT) => Err(Violation::Failed),
            Some(_) => Err(Violation::Status),
        }
    }

    /// Takes an edit of what the plugin was given. One that is refused makes all of them void.
    fn take(&mut self, given: &Given<'_>, start: u32, end: u32, text: &str) -> bool {
        let (start, end) = (start as usize, end as usize);
        let len = given.url.len();
        let is_inside = given.begin <= start && start <= end && end <= len;
        let is_text = |byte: u8| byte.is_ascii_graphic() && byte != b'#';
        let has_room = self.spans.len() < MOST + len && self.text.len() + text.len() <= LONGEST + 2 * len;
        self.is_refused |= !is_inside || !has_room || !text.bytes().all(is_text);
        if !self.is_refused {
            self.spans.push((given.back(start, end), text.len()));
            self.text.push_str(text);
        }
        !self.is_refused
    }

    /// Whether edits run forward, and keep away from host and port, which the general rules write.
    fn are_apart(&self, form: &Form) -> bool {
        let forward = |pair: &[(Span, usize)]| pair[0].0.end() <= pair[1].0.start();
        let host = form.spans.get(Slot::HOST);
        let port = form.spans.get(Slot::PORT).or(host);
        let keeps_away = |(span, _): &(Span, usize)| match (host, port) {
            (Some(host), Some(port)) => span.end() <= host.start() || span.start() >= port.end(),
            _ => true,
        };
        !self.is_refused && self.spans.windows(2).all(forward) && self.spans.iter().all(keeps_away)
    }

    /// The text with these edits.
    fn made(&self, of: &str) -> String {
        let mut made = String::with_capacity(of.len() + self.text.len());
        let (mut at, mut texts) = (0, self.text.as_str());
        for (span, len) in &self.spans {
            let (text, rest) = texts.split_at(*len);
            made.push_str(&of[at..span.start()]);
            made.push_str(text);
            (at, texts) = (span.end(), rest);
        }
        made + &of[at..]
    }
}
