//! The canonical form: one text for all ways to write the same URL (requirements C). It defines equality.
//!
//! It changes only what has no meaning under RFC 1738: scheme and host become lower case, address groups and ports lose
//! leading zeros, the default port is omitted, escapes of unreserved characters are decoded and all others become upper
//! case. The seven reserved characters are never decoded, nothing is collapsed or reordered, and user and path keep
//! their case.

mod edits;
mod host;
mod recode;

use alloc::borrow::Cow;
use core::net::Ipv6Addr;

pub use crate::components::canonical_rules::{CanonicalRules, EscapeRule};
use crate::components::url_ref::{UrlRef, Writing};
use crate::registration::Registration;
use crate::syntax::escape;
use crate::syntax::options::Options;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span, Spans};
pub use host::internet_host;
pub(crate) use recode::as_written;
pub use recode::unreserved;
use recode::{plain_end, recode};

/// Writes the canonical form by the general rules, which also fix what lenient mode tolerates.
pub fn general(url: &UrlRef<'_>, to: &mut String) {
    write(url, &[], to);
}

/// [`general`], with some spans replaced by other text. The spans must lie in the schemepart and not overlap.
pub fn write(url: &UrlRef<'_>, edits: &[(Span, &str)], to: &mut String) {
    write_by(&CanonicalRules::GENERAL, url, edits, to);
}

/// [`write()`], by other rules than the general ones.
pub fn write_by(rules: &CanonicalRules, url: &UrlRef<'_>, edits: &[(Span, &str)], to: &mut String) {
    write_keeping(rules, url, edits, &[], to);
}

/// [`write_by`], which keeps the escapes at the ascending offsets `kept`, whose characters the grammar rejects; not in a
/// host.
pub fn write_keeping(
    rules: &CanonicalRules,
    url: &UrlRef<'_>,
    edits: &[(Span, &str)],
    kept: &[usize],
    to: &mut String,
) {
    (url.writing.write)(rules, url, edits, kept, to);
}

/// Writes the canonical form of a URL of which only the generic syntax is known: only scheme and escapes change.
pub fn escapes(url: &UrlRef<'_>, to: &mut String) {
    (url.writing.escapes)(url, to);
}

/// The text of a span as [`write_keeping`] writes it without edits.
pub fn text_of<'u>(rules: &CanonicalRules, url: &UrlRef<'u>, span: Span, kept: &[usize]) -> Cow<'u, str> {
    (url.writing.text_of)(rules, url, span, kept)
}

/// The canonical host of a URL, to which a client connects.
pub(crate) fn host_of<'u>(url: &UrlRef<'u>) -> Option<Cow<'u, str>> {
    (url.writing.host_of)(url)
}

/// For URLs whose canonical form may be written.
pub(crate) static WRITING: Writing = Writing {
    write: |rules, url, edits, kept, to| Writer::new(rules, url, kept).write(edits, to),
    escapes: |url, to| {
        let writer = Writer::new(&CanonicalRules::GENERAL, url, &[]);
        writer.around(to, |to| writer.characters(url.schemepart(), to));
    },
    text_of: |rules, url, span, kept| Writer::new(rules, url, kept).text_of(span),
    host_of: |url| url.span(Slot::HOST).map(|span| host::host(url, span)),
};

// Here because it names `WRITING`.
impl<'a> UrlRef<'a> {
    /// The reference for a text that a scheme has just parsed. The schemepart begins after the scheme name and its colon,
    /// at the start of the text.
    ///
    /// ```
    /// use anyurl_core::authors::{Registration, Status};
    /// use anyurl_core::{Options, Slot, Span};
    /// use anyurl_core::authors::{Spans, UrlRef};
    ///
    /// let echo = Registration::new("x-echo", anyurl_core::semver::Version::new(1, 0, 0), Status::Experimental);
    /// let mut spans = Spans::NONE;
    /// spans.set(Slot::own(0), Span::new(7, 9));
    /// let url = UrlRef::new("x-echo:hi", Span::new(7, 9), &spans, (&echo, Options::new()));
    /// assert_eq!((url.scheme(), url.get(Slot::own(0))), ("x-echo", Some("hi")));
    /// ```
    pub const fn new(
        text: &'a str,
        schemepart: Span,
        spans: &'a Spans,
        (registration, options): (&'a Registration, Options),
    ) -> Self {
        let scheme = Span::new(0, schemepart.start() - 1);
        Self { text, spans, scheme, schemepart, registration, options, writing: &WRITING }
    }
}

/// The URL as written, with its scheme in lower case: for URLs of which nothing else may be changed.
pub(crate) fn minimal(url: &UrlRef<'_>) -> String {
    let mut text = url.scheme().to_ascii_lowercase();
    let fragment = url.span(Slot::FRAGMENT);
    let end = fragment.map_or(url.schemepart().end(), Span::end);
    text.push_str(&url.text()[url.scheme_span().end()..end]);
    text
}

/// Writes a URL by the rules of its scheme.
#[derive(Clone, Copy)]
struct Writer<'w, 'u> {
    rules: &'w CanonicalRules,
    url: &'w UrlRef<'u>,
    /// The offsets of escapes that are not decoded.
    kept: &'w [usize],
    /// The offset before which all characters are written as they are.
    plain_end: usize,
}

impl<'w, 'u> Writer<'w, 'u> {
    fn new(rules: &'w CanonicalRules, url: &'w UrlRef<'u>, kept: &'w [usize]) -> Self {
        let plain_end = plain_end(url.text(), url.schemepart().start(), url.registration());
        Self { rules, url, kept, plain_end }
    }

    /// Writes the URL with the edits of the scheme and those of the rules.
    fn write(self, edits: &[(Span, &str)], to: &mut String) {
        let edits = self.all_edits(edits);
        if edits.is_empty() {
            if let Some(text) = self.as_written() {
                return to.push_str(text);
            }
        }
        self.around(to, |to| {
            let part = self.url.schemepart();
            let mut at = part.start();
            for (span, text) in edits {
                self.characters(Span::new(at, span.start()), to);
                to.push_str(&text);
                at = span.end();
            }
            self.characters(Span::new(at, part.end()), to);
        });
    }

    /// The URL, if scheme, characters and fragment are written as they are.
    fn as_written(self) -> Option<&'u str> {
        let fragment = self.url.span(Slot::FRAGMENT);
        let end = fragment.map_or(self.url.schemepart().end(), Span::end);
        let is_lower = !self.url.scheme().bytes().any(|byte| byte.is_ascii_uppercase());
        let has_hash = fragment.is_some_and(|fragment| fragment.of(self.url.text()).contains('#'));
        (self.plain_end >= end && is_lower && !has_hash).then(|| &self.url.text()[self.url.scheme_span().start()..end])
    }

    /// Writes the scheme in lower case, calls `schemepart`, and writes the fragment.
    fn around(self, to: &mut String, schemepart: impl FnOnce(&mut String)) {
        let start = to.len();
        to.push_str(self.url.scheme());
        to[start..].make_ascii_lowercase();
        to.push(':');
        schemepart(to);
        if let Some(fragment) = self.url.span(Slot::FRAGMENT) {
            to.push('#');
            let start = to.len();
            self.characters(fragment, to);
            // Only lenient mode has a `#` in it (A-40).
            if to[start..].contains('#') {
                let encoded = to[start..].replace('#', "%23");
                to.truncate(start);
                to.push_str(&encoded);
            }
        }
    }

    /// Whether all characters of a span are written as they are.
    fn is_plain(self, span: Span) -> bool {
        span.end() <= self.plain_end
    }

    /// The text of a span without edits.
    fn text_of(self, span: Span) -> Cow<'u, str> {
        if self.is_plain(span) {
            return span.of(self.url.text()).into();
        }
        let mut text = String::with_capacity(span.len());
        self.characters(span, &mut text);
        text.into()
    }

    /// The number of bytes at an offset of a span that are written as they are although they are unsafe: what strict mode
    /// reads is data, and an address in brackets may be anywhere in a declared scheme.
    fn kept_len(self, span: Span, offset: usize) -> usize {
        let text = self.url.text();
        let rest = &text[span.start() + offset..span.end()];
        if !self.url.options().is_lenient() {
            return rest.chars().next().map_or(0, char::len_utf8);
        }
        let inside = rest.strip_prefix('[').filter(|_| text[..span.start() + offset].ends_with(['/', '@', ',']));
        let address = inside.and_then(|inside| inside.split(']').next());
        let address = address.filter(|address| address.parse::<Ipv6Addr>().is_ok());
        address.map_or(0, |address| (address.len() + "[]".len()).min(rest.len()))
    }

    /// Writes a span with escapes by the rules, and characters that must be encoded encoded.
    fn characters(self, span: Span, to: &mut String) {
        let text = span.of(self.url.text());
        // Where an escape is data, it means something else than its character.
        if self.is_plain(span) || self.rules.escapes == EscapeRule::Keep {
            return to.push_str(text);
        }
        let registration = self.url.registration();
        let kept_len = |offset: usize| self.kept_len(span, offset);
        recode(text, registration, to, &kept_len, |offset, (_, byte), to| {
            let is_kept = self.kept.binary_search(&(span.start() + offset)).is_ok();
            match self.rules.escapes {
                EscapeRule::Decode if !is_kept => escape::encode(&[byte], unreserved(registration), to),
                _ => escape::push_escape(byte, to),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::registration::Status;
    use crate::registry::{Fact, Layer, Origin, Registry};
    use crate::syntax::options::Options;
    use crate::url::Url;

    const PIECES: [&str; 40] = [
        "a",
        "B",
        "h.dom",
        "H.Dom",
        "h.",
        "localhost",
        "01.2.3.004",
        "[::1]",
        "[0:0::A]",
        "%41",
        "%2f",
        "%7e",
        "%",
        "~",
        "|",
        " ",
        "\u{e9}",
        "_",
        "!",
        ";",
        ":",
        ":80",
        ":080",
        ":81",
        ":0",
        ":99999",
        "@",
        "/",
        "/",
        "//",
        "/.",
        "/..",
        "/./",
        "/../",
        "..",
        "/%2e%2E/",
        "?",
        "?a=b&c",
        "#",
        "#f%41",
    ];

    /// A registry in which URLs of `x-web` have the generic syntax and a default port.
    fn registry() -> Registry {
        let mut fact = Fact::new("x-web", Status::Experimental);
        fact.default_port = Some(80);
        let origin = Origin::from_crate("lab", "1", "registry.toml", 1);
        Registry::builder().add_fact(fact, Layer::Public, origin).unwrap().build()
    }

    fn all_rules() -> Vec<CanonicalRules> {
        let shipped = [CanonicalRules::GENERAL, CanonicalRules::SLASH, CanonicalRules::URI, CanonicalRules::URI_SLASH];
        let changed = shipped.clone().into_iter().flat_map(|rules| {
            let local = rules.clone().local_host("localhost").empty_path("/1");
            let kept = rules.clone().escapes(EscapeRule::Keep).keep_default_port(true);
            [local, kept, rules.escapes(EscapeRule::Case)]
        });
        shipped.clone().into_iter().chain(changed).collect()
    }

    /// Edits that a scheme may make: none, of the host, of everything after the authority; with another text or the same.
    fn all_edits<'u>(url: &Url<'u>) -> Vec<Vec<(Span, &'u str)>> {
        let parts = url.as_url_ref();
        let rest = parts.hostport_end().map(|start| Span::new(start, parts.schemepart().end()));
        let spans = [url.span(Slot::HOST), rest].into_iter().flatten();
        let edits = spans.flat_map(|span| ["", "/", "i", span.of(url.text())].map(|text| vec![(span, text)]));
        core::iter::once(Vec::new()).chain(edits).collect()
    }

    /// What is known to be plain is written as by a writer that looks at every character.
    fn check(text: &str, registry: &Registry) {
        let strict = Options::new();
        for options in [strict, strict.rfc1738(), strict.lenient(), strict.rfc1738().lenient()] {
            let Ok(url) = registry.parser().options(options).parse(text) else { continue };
            for (rules, edits) in
                all_rules().iter().flat_map(|rules| all_edits(&url).into_iter().map(move |e| (rules, e)))
            {
                let parts = url.as_url_ref();
                let writer = Writer::new(rules, &parts, &[]);
                let [mut fast, mut careful] = [String::new(), String::new()];
                writer.write(&edits, &mut fast);
                Writer { plain_end: 0, ..writer }.write(&edits, &mut careful);
                assert_eq!(fast, careful, "{text:?} {rules:?} {edits:?} {options:?}");
            }
        }
    }

    /// A host is written as its canonical form says, even where it has characters that are encoded elsewhere.
    #[test]
    fn hosts_in_brackets_are_not_encoded() {
        let registry = registry();
        for (text, canonical) in [
            ("x-web://[::1]/", "x-web://[::1]/"),
            ("x-web://[::1]:80/a", "x-web://[::1]/a"),
            ("x-web://[::1]:081/%41", "x-web://[::1]:81/A"),
            ("x-web://[0:0::A]/a/../b", "x-web://[::a]/b"),
        ] {
            let url = registry.parser().parse(text).unwrap();
            let mut written = String::new();
            write_by(&CanonicalRules::URI, &url.as_url_ref(), &[], &mut written);
            assert_eq!(written, canonical, "{text}");
        }
    }

    /// What is plain is neither searched nor copied.
    #[test]
    fn plain_text_is_borrowed() {
        let registry = registry();
        for (text, plain_until, is_written) in [
            ("x-other:abc", 11, true),
            ("X-Other:abc", 11, false),
            ("x-other:abc%41", 11, false),
            ("x-other:a#b", 11, true),
        ] {
            let url = registry.parser().parse(text).unwrap();
            let parts = url.as_url_ref();
            let writer = Writer::new(&CanonicalRules::GENERAL, &parts, &[]);
            assert_eq!((writer.plain_end, writer.as_written()), (plain_until, is_written.then_some(text)));
            assert!(writer.is_plain(Span::new(8, 11)) && !writer.is_plain(Span::new(8, 12)), "{text}");
            assert!(matches!(writer.text_of(Span::new(8, 9)), Cow::Borrowed("a")));
        }
    }

    #[test]
    fn escapes_that_are_kept() {
        let registry = registry();
        let url = registry.parser().parse("X-Other:%41%62%3c#%7a").unwrap();
        let parts = url.as_url_ref();
        for (kept, written) in [
            (&[][..], "x-other:Ab%3C#z"),
            (&[8], "x-other:%41b%3C#z"),
            (&[11, 18], "x-other:A%62%3C#%7A"),
            (&[8, 11, 14], "x-other:%41%62%3C#z"),
        ] {
            let mut text = String::new();
            write_keeping(&CanonicalRules::GENERAL, &parts, &[], kept, &mut text);
            assert_eq!(text, written);
        }
        assert_eq!(text_of(&CanonicalRules::GENERAL, &parts, Span::new(8, 14), &[11]), "A%62");
        assert_eq!(minimal(&parts), "x-other:%41%62%3c#%7a");
        for write in [general, escapes] {
            let mut text = String::from("|");
            write(&parts, &mut text);
            assert_eq!(text, "|x-other:Ab%3C#z");
        }
        assert_eq!(minimal(&registry.parse("X-A:%41").unwrap().as_url_ref()), "x-a:%41");
    }

    proptest! {
        #[test]
        fn plain_text_is_copied(name in select(vec!["x-web:", "X-Web://", "x-other://"]), pieces in vec(select(PIECES.to_vec()), 0..7)) {
            check(&(name.to_owned() + &pieces.concat()), &registry());
        }

        /// With a root dot the whole name is read.
        #[test]
        fn names_that_are_kept(name in "[a-zA-Z0-9._%-]{0,6}[a-z0-9]") {
            // An escape may be the root dot.
            prop_assume!(!escape::decode(&name).ends_with(b"."));
            let absolute = name.clone() + ".";
            prop_assert_eq!(internet_host(&name), internet_host(&absolute));
        }
    }
}
