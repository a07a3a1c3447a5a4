//! Expands the format of `--get` for one URL.
//!
//! A URL with several hosts gives a line for each, so that other programs need not divide the list and find the ports.
//!
//! A component is printed decoded, unless that would give something else than the text of one component on one line:
//! a control character, bytes that are not UTF-8, or a delimiter that the URL has as data. Then it is printed as written,
//! so that no URL can forge a line of the output.

use std::borrow::Cow;
use std::iter;

use crate::Url;
use anyurl::authors::{InnerHosts, escape};
use anyurl::{HostPort, PairList};
use anyurl_core::internal::is_visible;

use super::template::{HostForm, Item, Name, Part, Template};
use crate::args::Edits;
use crate::input::reader::InputReader;
use crate::input::rejected::{masked_text, masked_words};
use crate::output::components::{Masked, Value, decoded};
use crate::secrets::mask_message;

/// Why a component is printed as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Obstacle {
    Delimiter,
    NotUtf8,
    Control,
}

impl Obstacle {
    const fn reason(self) -> &'static str {
        match self {
            Self::Delimiter => "an escape in it stands for a delimiter",
            Self::NotUtf8 => "it is not UTF-8 when it is decoded",
            Self::Control => "it has a control character when it is decoded",
        }
    }
}

/// A component as written, and decoded if that is possible.
struct Found<'a> {
    written: Cow<'a, str>,
    decoded: Result<String, Obstacle>,
}

impl<'a> Found<'a> {
    fn new(written: impl Into<Cow<'a, str>>, decoded: impl AsRef<[u8]>) -> Self {
        let text = String::from_utf8(decoded.as_ref().to_vec()).map_err(|_| Obstacle::NotUtf8);
        let decoded =
            text.and_then(|text| if text.chars().all(is_visible) { Ok(text) } else { Err(Obstacle::Control) });
        Self { written: written.into(), decoded }
    }

    /// A text that has no escapes, or that other components divide.
    fn verbatim(written: impl Into<Cow<'a, str>>) -> Self {
        let written = written.into();
        Self { decoded: Ok(without_controls(&written).into_owned()), written }
    }

    fn number(number: u16) -> Self {
        Self::verbatim(number.to_string())
    }

    fn divided(written: impl Into<Cow<'a, str>>) -> Self {
        Self { written: written.into(), decoded: Err(Obstacle::Delimiter) }
    }
}

/// Expands formats for one URL.
pub(super) struct Expander<'u> {
    reader: InputReader,
    url: Masked<'u>,
    /// The text before it was changed.
    input: Cow<'u, str>,
    separator: char,
    /// Whether every part is printed as written.
    is_raw: bool,
    /// Whether hosts are printed in Unicode.
    is_unicode: bool,
}

/// A line, and notes about components that it has as written.
#[derive(Default)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) notes: Vec<String>,
}

/// Hosts that have a line of their own, if the format has the host or the port; for any other URL one line without.
pub(super) fn hosts<'u>(template: &Template, url: Url<'u>) -> impl Iterator<Item = Option<HostPort<'u>>> {
    let is_divided = url.host().is_none() && template.has_host();
    let mut hosts = url.hosts().filter(move |_| is_divided);
    let first = hosts.next();
    iter::once(first).chain(hosts.map(Some))
}

impl<'u> Expander<'u> {
    pub(super) fn new(
        reader: InputReader,
        url: Masked<'u>,
        input: Cow<'u, str>,
        separator: char,
        edits: &Edits,
    ) -> Self {
        Self { reader, url, input, separator, is_raw: edits.urlencode, is_unicode: edits.as_idn }
    }

    /// Expands a format, for one of several hosts if the URL has them.
    ///
    /// # Errors
    /// The message about a `must:` or `strict:` part.
    pub(super) fn expand(&self, template: &Template, host: Option<HostPort<'u>>) -> Result<Line, String> {
        let mut line = Line::default();
        for item in &template.0 {
            match item {
                // The format may itself contain a URL.
                Item::Text(text) => line.text.push_str(&masked_text(text, &self.reader)),
                Item::Part(part) => self.part(part, host, &mut line)?,
            }
        }
        Ok(line)
    }

    fn part(&self, part: &Part, host: Option<HostPort<'u>>, to: &mut Line) -> Result<(), String> {
        let Some(found) = self.find(part, host) else {
            return if part.is_required { Err(format!("the URL has no `{}`", shown_name(part))) } else { Ok(()) };
        };
        match found.decoded {
            Ok(text) if !part.is_raw && !self.is_raw => to.text.push_str(&text),
            Err(obstacle) if part.is_strict => {
                let (name, reason) = (shown_name(part), obstacle.reason());
                return Err(format!("the `{name}` cannot be decoded: {reason}"));
            }
            Err(obstacle) if !part.is_raw && !self.is_raw => {
                let (name, reason) = (shown_name(part), obstacle.reason());
                to.notes.push(format!("the `{name}` is printed with its escapes: {reason}"));
                to.text.push_str(&without_controls(&found.written));
            }
            _ => to.text.push_str(&without_controls(&found.written)),
        }
        Ok(())
    }

    /// Finds a part; `None` if the URL lacks it.
    fn find(&self, part: &Part, host: Option<HostPort<'u>>) -> Option<Found<'u>> {
        let masked = &self.url;
        let url = masked.url;
        match &part.name {
            Name::Url => Some(Found::verbatim(self.whole(part, url))),
            Name::Input => Some(Found::verbatim(self.input.clone())),
            Name::Canonical => Some(Found::verbatim(masked.canonical())),
            Name::Scheme if part.is_raw => Some(Found::verbatim(url.written_scheme())),
            Name::Scheme => Some(Found::verbatim(url.scheme())),
            Name::Path => Some(whole(masked.slice(url.path_span()), b"/")).filter(|path| !path.written.is_empty()),
            Name::Query => url.query_span().map(|span| whole(masked.slice(span), b"&=")),
            Name::Pair(key) => {
                let query = masked.slice(url.query_span()?);
                let pairs = self.pairs(url, &query);
                let value = pairs.values(key).next()?;
                Some(Found::new(value.to_owned(), pairs.decode(value)))
            }
            Name::Pairs(key) => {
                let query = masked.slice(url.query_span()?);
                all_values(&self.pairs(url, &query), key)
            }
            Name::Component(name) => match (&**name, host) {
                ("host", Some(host)) => Some(decodable(masked.slice(host.span()))),
                ("host", None) => self.host(part),
                ("port", Some(host)) if part.has_default_port => host.effective_port().map(Found::number),
                ("port", Some(host)) => host.port().map(Found::number),
                ("port", None) if part.has_default_port => url.effective_port().map(Found::number),
                _ => component(masked, name).or_else(|| self.inner(name)),
            },
        }
    }

    /// A component of the URL that is a component of this one, as in a `jdbc` URL.
    fn inner(&self, name: &str) -> Option<Found<'u>> {
        let outer = self.url.url;
        let mut components = outer.registration().components.iter();
        let inner = components.find(|component| component.hosts == Some(InnerHosts::OfUrl))?;
        // Which fields are secrets, the outer scheme says.
        let text = self.url.slice(outer.component(&inner.name)?.span()?);
        let url = outer.registry().parser().options(outer.options()).parse(&text).ok()?;
        let Found { written, decoded } = component(&Masked::new(url, &self.reader), name)?;
        Some(Found { written: written.into_owned().into(), decoded })
    }

    /// The pairs of a query, or of what is shown of it.
    fn pairs<'q>(&self, url: Url<'_>, query: &'q str) -> PairList<'q> {
        PairList::separated_by(self.separator, query).of_form(url.registration().form_query)
    }

    fn host(&self, part: &Part) -> Option<Found<'u>> {
        let masked = &self.url;
        let written = component(masked, "host")?;
        let url = masked.url;
        let form = match part.host {
            HostForm::Ascii => url.ascii_host(),
            HostForm::Unicode => url.unicode_host(),
            HostForm::AsWritten if self.is_unicode => url.unicode_host(),
            HostForm::AsWritten => None,
        };
        // A host of lenient mode may contain a secret.
        let form = form.filter(|_| !masked.is_redacted() || Some(&*written.written) == url.host());
        Some(match form {
            Some(Cow::Owned(form)) => Found::verbatim(form),
            _ => written,
        })
    }

    /// The URL, with the host and the port in the form of the part.
    fn whole(&self, part: &Part, url: Url<'_>) -> String {
        let mut changed = url.into_owned();
        if part.host == HostForm::Ascii {
            changed = changed.with_ascii_host().unwrap_or(changed);
        }
        // Last, because a change in lenient mode starts from the canonical form, which has no default port.
        if part.has_default_port {
            changed = with_default_port(changed);
        }
        self.line(changed.as_url(), part.host == HostForm::Unicode)
    }

    /// A URL as one line, in Unicode if that is asked for here or for all URLs.
    pub(super) fn line(&self, url: Url<'_>, is_unicode: bool) -> String {
        let before = self.url.before;
        let masked = Masked::changed(url, before, &self.reader);
        let text = if is_unicode || self.is_unicode {
            let unicode = url.to_unicode();
            if masked.is_redacted() {
                masked_words(&masked_text(&unicode, &self.reader), [before.text()], &self.reader)
            } else {
                unicode.into_owned()
            }
        } else {
            masked.text().into_owned()
        };
        without_controls(&text).into_owned()
    }
}

/// All values of a name, with a space between them.
fn all_values(pairs: &PairList<'_>, key: &str) -> Option<Found<'static>> {
    let mut values = pairs.values(key);
    let first = values.next()?;
    let (mut written, mut decoded) = (first.to_owned(), pairs.decode(first));
    for value in values {
        written.push(' ');
        written.push_str(value);
        decoded.push(b' ');
        decoded.extend(pairs.decode(value));
    }
    Some(Found::new(written, decoded))
}

/// The URL with the default port of its scheme, if it has none and can have one.
pub(super) fn with_default_port(url: crate::OwnedUrl) -> crate::OwnedUrl {
    match url.effective_port() {
        Some(port) if url.port().is_none() => url.with_port(port).unwrap_or(url),
        _ => url,
    }
}

fn component<'u>(masked: &Masked<'u>, name: &str) -> Option<Found<'u>> {
    let component = masked.find(name)?;
    Some(match component.value {
        Value::Text(text) => decodable(text),
        Value::Unsplit(text) => Found::divided(text),
        Value::Verbatim(text) => Found::verbatim(text),
        Value::Number(number) => Found::verbatim(number.to_string()),
        Value::True => Found::verbatim("true"),
        Value::List(_) | Value::Fields(_) if component.span.is_none() => return None,
        Value::List(list) => match list.decoded() {
            Some(decoded) => Found::new(list.text().to_owned(), decoded),
            None => Found::divided(list.text().to_owned()),
        },
        Value::Fields(fields) => Found::verbatim(fields.text().to_owned()),
    })
}

/// A path or query, unless an escape in it stands for one of its delimiters.
fn whole<'u>(text: Cow<'u, str>, delimiters: &[u8]) -> Found<'u> {
    if escape::any(&text, |byte| delimiters.contains(&byte)) {
        return Found::divided(text);
    }
    decodable(text)
}

/// A text that can be decoded as a whole.
fn decodable(text: Cow<'_, str>) -> Found<'_> {
    let decoded = decoded(&text).into_owned();
    Found::new(text, decoded)
}

/// A text with escapes in place of what is invisible or ends a line, which lenient mode accepts.
fn without_controls(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_visible) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for char in text.chars() {
        if is_visible(char) {
            escaped.push(char);
        } else {
            let mut buffer = [0; 4];
            for byte in char.encode_utf8(&mut buffer).bytes() {
                escape::push_escape(byte, &mut escaped);
            }
        }
    }
    Cow::Owned(escaped)
}

/// The name of a part in a message, in which a person may have written anything.
fn shown_name(part: &Part) -> String {
    mask_message(&part.text).into_owned()
}
