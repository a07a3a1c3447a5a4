//! What the rules change besides escapes: host, port, authority, path, and characters that do not count.
//!
//! A part that is canonical as written has no edit, so that most URLs have none.

use alloc::borrow::Cow;

use super::Writer;
use super::host::{host, without_zeros};
use crate::registration::{Grammar, InnerHosts};
use crate::syntax::authority;
use crate::syntax::dot_segments::{first_dot_segment, keep_path, remove_dot_segments};
use crate::syntax::host::is_path;
use crate::text::order;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};

/// A span, and the text that replaces it.
pub(super) type Edit<'e> = (Span, Cow<'e, str>);

impl<'u> Writer<'_, 'u> {
    /// The edits of the scheme and those of authority and path, sorted.
    pub(super) fn all_edits<'e>(self, edits: &[(Span, &'e str)]) -> Vec<Edit<'e>>
    where
        'u: 'e,
    {
        let mut all = Vec::new();
        let is_free = |span: Span| !edits.iter().any(|edit| overlap(*edit, span));
        for (span, text) in edits {
            if !(self.is_plain(*span) && *text == span.of(self.url.text())) {
                all.push((*span, Cow::Borrowed(*text)));
            }
        }
        if let Some(span) = self.url.span(Slot::HOST) {
            push(self.host(span).filter(|(host, _)| is_free(*host)), &mut all);
            push(self.port(span).filter(|(port, _)| is_free(*port)), &mut all);
        }
        self.components(edits, &mut all);
        if self.url.options().is_lenient() {
            self.login(edits, &mut all);
        }
        push(self.missing_authority(), &mut all);
        push(self.path().filter(|(path, _)| is_free(*path)), &mut all);
        order::sort_by(&mut all, |(one, _): &Edit<'_>, (other, _)| one.cmp(other));
        all
    }

    /// The edits of components without an edit of their own: those that write the canonical hosts and ports of lists, or
    /// remove characters that do not count.
    fn components(self, edits: &[(Span, &str)], to: &mut Vec<Edit<'_>>) {
        for component in &*self.url.registration().components {
            let is_list = component.hosts == Some(InnerHosts::List);
            if !is_list && component.insignificant.is_empty() {
                continue;
            }
            let span = self.url.span(component.slot);
            let Some(span) = span.filter(|span| !edits.iter().any(|edit| overlap(*edit, *span))) else { continue };
            let text = if is_list {
                self.host_list(span)
            } else {
                self.text_of(span).replace(|one| component.insignificant.contains(one), "")
            };
            to.push((span, text.into()));
        }
    }

    /// The edits that encode the delimiters that only lenient mode takes as data in a login.
    fn login(self, edits: &[(Span, &str)], to: &mut Vec<Edit<'_>>) {
        let in_password: &[char] = match self.url.registration().grammar {
            Grammar::Rfc1738 => &['@', ':'],
            Grammar::Rfc3986 => &['@'],
        };
        for (slot, data) in [(Slot::USER, &['@'][..]), (Slot::PASSWORD, in_password)] {
            let written = self.url.span(slot).filter(|span| span.of(self.url.text()).contains(data));
            let Some(span) = written.filter(|span| !edits.iter().any(|edit| overlap(*edit, *span))) else { continue };
            let text = self.text_of(span).replace('@', "%40");
            let text = if data.contains(&':') { text.replace(':', "%3A") } else { text };
            to.push((span, text.into()));
        }
    }

    /// The canonical hosts and ports of a list.
    fn host_list(self, list: Span) -> String {
        let mut start = list.start();
        let hosts = list.of(self.url.text()).split(',').map(|one| {
            let span = Span::new(start, start + one.len());
            start = span.end() + 1;
            self.host_port(span)
        });
        hosts.collect::<Vec<_>>().join(",")
    }

    /// A canonical host of a list, with its port if that is not the default. Without a host, the port stays, because a
    /// list has no empty element. The name of a socket is a path, in which case counts.
    fn host_port(self, span: Span) -> String {
        let (name, port) = authority::split_port(span.of(self.url.text()));
        let name_span = Span::new(span.start(), span.start() + name.len());
        let host = if is_path(name) { self.text_of(name_span) } else { host(self.url, name_span) };
        match port.and_then(authority::port_number) {
            Some(port) if name.is_empty() || is_path(name) || !self.omits_port(port) => format!("{host}:{port}"),
            _ => host.into_owned(),
        }
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
    if !has_authority {
        keep_path(0, &mut without);
    }
    Some(without)
}

/// Adds an edit, if there is one: rarely.
fn push<'e>(edit: Option<Edit<'e>>, to: &mut Vec<Edit<'e>>) {
    if let Some(edit) = edit {
        to.push(edit);
    }
}

/// Whether an edit of a scheme takes the place of that of a span: it changes a part of it, or inserts at its place.
fn overlap((edit, text): (Span, &str), span: Span) -> bool {
    edit.overlaps(span) || edit == span && !(edit.is_empty() && text.is_empty())
}

/// Whether a template has the port in an optional group, or does not have it.
fn is_port_optional(template: &str) -> bool {
    !template.contains(":{port}") || template.contains("[:{port}]")
}

#[cfg(test)]
mod tests {
    use super::super::{CanonicalRules, EscapeRule, write_by};
    use super::overlap;
    use crate::components::url_ref::UrlRef;
    use crate::registration::{Component, Registration};
    use crate::registry::Registry;
    use crate::syntax::options::Options;
    use crate::text::prelude::*;
    use crate::text::span::{Slot, Span};

    /// The canonical form of a URL of the generic syntax, with its registration changed.
    fn canonical(
        rules: &CanonicalRules,
        text: &str,
        change: impl Fn(&mut Registration),
        edits: impl Fn(&UrlRef<'_>) -> Vec<(Span, &'static str)>,
    ) -> String {
        let registry = Registry::builder().build();
        let url = registry.parser().options(Options::new()).parse(text).unwrap();
        let mut registration = url.registration().clone();
        change(&mut registration);
        let url = UrlRef { registration: &registration, ..url.as_url_ref() };
        let mut written = String::new();
        write_by(rules, &url, &edits(&url), &mut written);
        written
    }

    fn by(rules: &CanonicalRules, text: &str) -> String {
        canonical(rules, text, |registration| registration.default_port = Some(80), |_| Vec::new())
    }

    #[test]
    fn ports() {
        let kept = CanonicalRules::GENERAL.keep_default_port(true);
        for (text, general, with_default) in [
            ("x-a://H:80/a", "x-a://h/a", "x-a://h:80/a"),
            ("x-a://h:00080", "x-a://h", "x-a://h:80"),
            ("x-a://h:081/%61", "x-a://h:81/a", "x-a://h:81/a"),
            ("x-a://%68:81/", "x-a://h:81/", "x-a://h:81/"),
            ("x-a://%68:80/", "x-a://h/", "x-a://h:80/"),
            ("x-a://h:/a", "x-a://h/a", "x-a://h/a"),
            ("x-a://h:", "x-a://h", "x-a://h"),
            ("x-a://h:?q", "x-a://h?q", "x-a://h?q"),
            ("x-a://h:0/", "x-a://h:0/", "x-a://h:0/"),
            ("x-a://h:0099999/", "x-a://h:99999/", "x-a://h:99999/"),
            ("x-a://u:80@h/:80", "x-a://u:80@h/:80", "x-a://u:80@h/:80"),
        ] {
            assert_eq!(by(&CanonicalRules::GENERAL, text), general, "{text}");
            assert_eq!(by(&kept, text), with_default, "{text}");
        }
    }

    #[test]
    fn a_port_that_the_template_requires_stays() {
        for (template, written) in [
            ("", "x-a://h/"),
            ("x-a://{host}/", "x-a://h/"),
            ("x-a://{host}[:{port}]/", "x-a://h/"),
            ("x-a://{host}:{port}/", "x-a://h:80/"),
        ] {
            let change = |registration: &mut Registration| {
                registration.default_port = Some(80);
                registration.template = template.into();
            };
            assert_eq!(canonical(&CanonicalRules::GENERAL, "x-a://h:080/", change, |_| Vec::new()), written);
        }
    }

    /// A declared scheme may have its port anywhere.
    #[test]
    fn a_port_elsewhere_stays() {
        let registry = Registry::builder().build();
        let url = registry.parser().parse("x-a://h/080").unwrap();
        let mut spans = *url.as_url_ref().spans;
        spans.set(Slot::PORT, Span::new(8, 11));
        let url = UrlRef { spans: &spans, ..url.as_url_ref() };
        let mut written = String::new();
        write_by(&CanonicalRules::GENERAL, &url, &[], &mut written);
        assert_eq!(written, "x-a://h/080");
    }

    #[test]
    fn paths() {
        let one = CanonicalRules::GENERAL.empty_path("/1");
        for (text, slash, uri, first) in [
            ("x-a://h", "x-a://h/", "x-a://h", "x-a://h/1"),
            ("x-a://h/", "x-a://h/", "x-a://h/", "x-a://h/1"),
            ("x-a://h:80/", "x-a://h/", "x-a://h/", "x-a://h/1"),
            ("x-a://h/1", "x-a://h/1", "x-a://h/1", "x-a://h/1"),
            ("x-a://h/2", "x-a://h/2", "x-a://h/2", "x-a://h/2"),
            ("x-a://h?q", "x-a://h/?q", "x-a://h?q", "x-a://h/1?q"),
            ("x-a://h/?q", "x-a://h/?q", "x-a://h/?q", "x-a://h/1?q"),
            ("x-a://h/a/../b", "x-a://h/a/../b", "x-a://h/b", "x-a://h/a/../b"),
            ("x-a://h/a/..//b", "x-a://h/a/..//b", "x-a://h//b", "x-a://h/a/..//b"),
            ("x-a://h/a/%2e%2E/b", "x-a://h/a/../b", "x-a://h/b", "x-a://h/a/../b"),
            ("x-a://h/a?b/../c", "x-a://h/a?b/../c", "x-a://h/a?b/../c", "x-a://h/a?b/../c"),
            ("x-a:/a/../b", "x-a:/a/../b", "x-a:/b", "x-a:/a/../b"),
            ("x-a:/a/..//b", "x-a:/a/..//b", "x-a:/.//b", "x-a:/a/..//b"),
            ("x-a:a/../b", "x-a:a/../b", "x-a:a/../b", "x-a:a/../b"),
            ("x-a:/", "x-a:/", "x-a:/", "x-a:/"),
            ("x-a:", "x-a:", "x-a:", "x-a:"),
        ] {
            assert_eq!(by(&CanonicalRules::SLASH, text), slash, "{text}");
            assert_eq!(by(&CanonicalRules::URI, text), uri, "{text}");
            assert_eq!(by(&one, text), first, "{text}");
        }
    }

    /// In some schemes a `?` is data.
    #[test]
    fn a_path_without_a_query() {
        let template =
            |template: &'static str| move |registration: &mut Registration| registration.template = template.into();
        for (form, slash, uri) in [
            ("x-a://{host}/{path}", "x-a://h/?q", "x-a://h/c"),
            ("x-a://{host}/{path}?{query}", "x-a://h/?q", "x-a://h/a?b/../../c"),
        ] {
            assert_eq!(canonical(&CanonicalRules::SLASH, "x-a://h?q", template(form), |_| Vec::new()), slash);
            assert_eq!(canonical(&CanonicalRules::URI, "x-a://h/a?b/../../c", template(form), |_| Vec::new()), uri);
        }
    }

    #[test]
    fn the_local_host() {
        let local = CanonicalRules::GENERAL.local_host("localhost");
        for (text, written) in [
            ("x-a://LocalHost/a", "x-a:///a"),
            ("x-a:///a", "x-a:///a"),
            ("x-a:/a", "x-a:///a"),
            ("x-a:a", "x-a:a"),
            ("x-a://h/a", "x-a://h/a"),
        ] {
            assert_eq!(by(&local, text), written, "{text}");
        }
        assert_eq!(by(&CanonicalRules::GENERAL, "x-a:/a"), "x-a:/a");
    }

    #[test]
    fn escapes() {
        for (rule, written) in [
            (EscapeRule::Decode, "x-a:a~%2F"),
            (EscapeRule::Case, "x-a:%61%7E%2F"),
            (EscapeRule::Keep, "x-a:%61%7e%2f"),
        ] {
            assert_eq!(by(&CanonicalRules::GENERAL.escapes(rule), "X-A:%61%7e%2f"), written);
        }
    }

    /// The edits of a scheme are made in place of those of the rules.
    #[test]
    fn edits_of_a_scheme() {
        let host = |text| move |url: &UrlRef<'_>| vec![(url.span(Slot::HOST).unwrap(), text)];
        let rest =
            |text| move |url: &UrlRef<'_>| vec![(Span::new(url.hostport_end().unwrap(), url.text().len()), text)];
        let written = |text, edits: &dyn Fn(&UrlRef<'_>) -> Vec<(Span, &'static str)>| {
            canonical(&CanonicalRules::URI_SLASH, text, |registration| registration.default_port = Some(80), edits)
        };
        assert_eq!(written("x-a://H:080/%61", &host("I")), "x-a://I/a");
        assert_eq!(written("x-a://h/a", &host("h")), "x-a://h/a");
        assert_eq!(written("x-a://%68/a", &host("%68")), "x-a://%68/a");
        assert_eq!(written("x-a://H/a/../b", &rest("/c/../d")), "x-a://h/c/../d");
        assert_eq!(written("x-a://H/a/../b", &rest("/a/../b")), "x-a://h/a/../b");
        assert_eq!(written("x-a://H", &rest("/x")), "x-a://h/x");
    }

    #[test]
    fn edits_that_overlap() {
        for (one, other, expect) in [
            ((3, 5), (4, 6), true),
            ((3, 5), (5, 7), false),
            ((3, 5), (6, 7), false),
            ((3, 9), (4, 6), true),
            ((3, 3), (3, 3), true),
            ((3, 3), (3, 5), false),
            ((5, 5), (3, 5), false),
        ] {
            let [one, other] = [one, other].map(|(start, end)| Span::new(start, end));
            assert_eq!((overlap((one, "x"), other), overlap((other, "x"), one)), (expect, expect), "{one:?} {other:?}");
        }
        let at = Span::at(3);
        assert!(!overlap((at, ""), at), "an edit that inserts nothing, as of an empty host");
        assert!(overlap((Span::new(3, 4), ""), Span::new(3, 4)), "an edit that removes");
    }

    #[test]
    fn characters_that_do_not_count() {
        let registry = Registry::builder().build();
        let url = registry.parser().parse("x-a:1-2%2D3#4-5").unwrap();
        let mut spans = *url.as_url_ref().spans;
        spans.set(Slot::own(0), Span::new(4, 11));
        let mut registration = url.registration().clone();
        let mut component = Component::text("number", Slot::own(0));
        component.insignificant = "-.".into();
        registration.components = vec![component, Component::text("other", Slot::own(1))].into();
        let url = UrlRef { registration: &registration, spans: &spans, ..url.as_url_ref() };
        for (edits, expect) in [(vec![], "x-a:123#4-5"), (vec![(Span::new(4, 11), "9-9")], "x-a:9-9#4-5")] {
            let mut written = String::new();
            write_by(&CanonicalRules::GENERAL, &url, &edits, &mut written);
            assert_eq!(written, expect);
        }
    }
}
