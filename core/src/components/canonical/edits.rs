//! What the rules change besides escapes: host, port, authority, path, and characters that do not count.
//!
//! A part that is canonical as written has no edit, so that most URLs have none.

use std::borrow::Cow;

use super::Writer;
use super::host::{host, without_zeros};
use crate::syntax::authority;
use crate::syntax::dot_segments::{first_dot_segment, remove_dot_segments};
use crate::text::span::{Slot, Span};

/// A span, and the text that replaces it.
pub(super) type Edit<'e> = (Span, Cow<'e, str>);

impl<'u> Writer<'_, 'u> {
    /// The edits of the scheme and those of authority and path, sorted.
    pub(super) fn all_edits<'e>(self, edits: &[(Span, &'e str)]) -> Vec<Edit<'e>>
    where
        'u: 'e,
    {
        let changed = edits.iter().filter(|(span, text)| !(self.is_plain(*span) && *text == span.of(self.url.text())));
        let mut all: Vec<_> = changed.map(|(span, text)| (*span, Cow::Borrowed(*text))).collect();
        if let Some(span) = self.url.span(Slot::HOST) {
            let host = self.host(span).filter(|_| !edits.iter().any(|(edit, _)| *edit == span));
            push(host, &mut all);
            push(self.port(span), &mut all);
        }
        all.extend(self.significant(edits));
        push(self.missing_authority(), &mut all);
        push(self.path().filter(|(path, _)| !edits.iter().any(|(edit, _)| overlap(*edit, *path))), &mut all);
        all.sort_by_key(|(span, _): &Edit<'_>| (span.start(), span.end()));
        all
    }

    /// The edits that remove characters that do not count from components without an edit of their own.
    fn significant<'e>(self, edits: &[(Span, &str)]) -> impl Iterator<Item = Edit<'e>> {
        let components = self.url.registration().components.iter().filter(|one| !one.insignificant.is_empty());
        let components = components.filter_map(move |one| Some((self.url.span(one.slot)?, &one.insignificant)));
        let components = components.filter(|(span, _)| !edits.iter().any(|(edit, _)| edit == span));
        components
            .map(move |(span, skipped)| (span, self.text_of(span).replace(|one| skipped.contains(one), "").into()))
    }

    /// The edit that writes the canonical host; empty for the local one.
    fn host(self, span: Span) -> Option<Edit<'u>> {
        let written = span.of(self.url.text());
        let host = host(self.url, span);
        let host = if host == *self.rules.local_host { "".into() } else { host };
        let is_written = self.is_plain(span) && host == written;
        (!is_written).then_some((span, host))
    }

    /// The edit that writes an empty authority before an absolute path, if the local host means the same.
    fn missing_authority<'e>(self) -> Option<Edit<'e>> {
        let part = self.url.schemepart();
        let text = part.of(self.url.text());
        let is_missing = !self.rules.local_host.is_empty() && text.starts_with('/') && !text.starts_with("//");
        is_missing.then(|| (Span::at(part.start()), "//".into()))
    }

    /// The edit that writes `:port` without leading zeros, and removes it if it is empty, or the default and not kept.
    fn port<'e>(self, host: Span) -> Option<Edit<'e>> {
        let (url, colon) = (self.url, host.end());
        let number = url.span(Slot::PORT);
        // A declared scheme may have its port anywhere: a port that does not follow the host stays as it is.
        if number.is_some_and(|number| url.text().get(colon..number.start()) != Some(":")) {
            return None;
        }
        let Some(number) = number else {
            return url.has_empty_port(colon).then(|| (Span::new(colon, colon + 1), "".into()));
        };
        let digits = number.of(url.text());
        // The generic syntax of RFC 3986 does not limit a port.
        let Some(value) = authority::port_number(digits) else {
            return Some((number, without_zeros(digits).to_owned().into()));
        };
        if self.omits_port(value) {
            return Some((Span::new(colon, number.end()), "".into()));
        }
        let is_written = self.is_plain(number) && without_zeros(digits) == digits;
        (!is_written).then(|| (number, value.to_string().into()))
    }

    /// Whether a port is the default, and need not be written.
    fn omits_port(self, port: u16) -> bool {
        let registration = self.url.registration();
        let is_default = Some(port) == registration.default_port && !self.rules.keeps_default_port;
        is_default && is_port_optional(&registration.template)
    }

    /// The edit that writes what an empty path stands for, or removes the dot segments of another one. A path that
    /// begins with no slash is not changed, and one that would become an authority gets a `/.` before it.
    fn path<'e>(self) -> Option<Edit<'e>>
    where
        'u: 'e,
    {
        let empty_path = &self.rules.empty_path;
        if empty_path.is_empty() && !self.rules.removes_dot_segments {
            return None;
        }
        let schemepart = self.url.schemepart();
        let has_authority = schemepart.of(self.url.text()).starts_with("//");
        let start = if has_authority { self.url.hostport_end()? } else { schemepart.start() };
        let span = Span::new(start, self.path_end(start));
        let path = span.of(self.url.text());
        if has_authority && matches!(path, "" | "/") {
            let is_other = !empty_path.is_empty() && path != empty_path;
            return is_other.then(|| (span, empty_path.to_string().into()));
        }
        // Some schemes of RFC 1738 have no slash between the authority and a `?`.
        if has_authority && path.starts_with('?') && !empty_path.is_empty() {
            return Some((Span::at(start), "/".into()));
        }
        if !self.rules.removes_dot_segments || !path.starts_with('/') {
            return None;
        }
        let without = without_dot_segments(&self.text_of(span), has_authority)?;
        Some((span, without.into()))
    }

    /// The end of a path that begins at `start`: the query, or the end of the schemepart.
    fn path_end(self, start: usize) -> usize {
        let end = self.url.schemepart().end();
        let question = memchr::memchr(b'?', &self.url.text().as_bytes()[start..end]);
        question.filter(|_| self.url.registration().has_query()).map_or(end, |len| start + len)
    }
}

/// An absolute path without its dot segments; `None` if it has none.
fn without_dot_segments(path: &str, has_authority: bool) -> Option<String> {
    first_dot_segment(path)?;
    let mut without = String::with_capacity(path.len());
    remove_dot_segments("", path, &mut without);
    if !has_authority && without.starts_with("//") {
        without.insert_str(0, "/.");
    }
    Some(without)
}

/// Adds an edit, if there is one: rarely.
fn push<'e>(edit: Option<Edit<'e>>, to: &mut Vec<Edit<'e>>) {
    if let Some(edit) = edit {
        to.push(edit);
    }
}

/// Whether two edits cannot both be made.
fn overlap(one: Span, other: Span) -> bool {
    one.start() < other.end() && other.start() < one.end()
}

/// Whether a template has the port in an optional group, or does not have it.
fn is_port_optional(template: &str) -> bool {
    !template.contains(":{port}") || template.contains("[:{port}]")
}
