//! The getters of every scheme: a table of what each gives, the parts as pieces of the text, and the `url` crate as an
//! independent implementation.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use anyurl::{AnyUrl, OwnedUrl, Registry};
use proptest::prelude::*;

/// The URLs of the table, at least one of each built-in scheme. `current` are read in that profile.
const CURRENT: &[&str] = &[
    "ftp://u:p@h.dom:2121/a/b;type=i",
    "http://h.dom",
    "http://H.dom:80/a/b%2Fc?q=1&r=a%26b",
    "gopher://h.dom/11/a?b",
    "mailto:joe@h.dom",
    "news:comp.lang.c",
    "nntp://h.dom/comp.lang.c/12",
    "telnet://u:p@h.dom:23/",
    "wais://h.dom/db?q",
    "file:///etc/motd",
    "prospero://h.dom/a//b;v=1",
    "https://u@[::1]:8443/a?q#top",
    "https://192.0.2.1",
    "ws://h.dom/chat?x",
    "wss://h.dom:443/",
    "urn:isbn:0451450523",
    "x-foo://u@h.dom:70/a/b?c",
    "x-foo:a/b?c",
    "http://h.dom/~a?q=1#top",
    "mailto:joe@h.dom?subject=hi",
    "tel:+1-201-555-0123",
    "x-foo://u@[::1]:70/~a?b",
];

const RFC1738: &[&str] = &[
    "ftp://u:p@h.dom:2121/a/b;type=i",
    "ftp://h.dom/a?b",
    "http://h.dom",
    "http://H.dom:80/a/b%2Fc?q=1&r=a%26b",
    "gopher://h.dom/11/a?b",
    "mailto:joe@h.dom",
    "nntp://h.dom/comp.lang.c/12",
    "telnet://u:p@h.dom:23/",
    "wais://h.dom/db?q",
    "file:///etc/motd",
    "file://h.dom/a?b",
    "prospero://h.dom/a//b;v=1",
    "x-foo://u@h.dom:70/a/b?c",
    "x-foo:a/b?c",
];

/// A row of the table in `docs/getters.md`.
fn row(url: &AnyUrl<'_>) -> String {
    let text = |text: Option<&str>| text.map_or("–".to_owned(), |text| format!("`{text}`"));
    let segments = url.path_segments().map(|segments| format!("`{:?}`", segments.collect::<Vec<_>>()));
    let host = url.host_parsed().map(|host| format!("`{host:?}`"));
    let origin = url.origin().map(|origin| format!("`{origin}`"));
    let port = url.effective_port().map(|port| format!("`{port}`"));
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let mut row = String::new();
    write!(
        row,
        "| `{url}` | {} | {} | {} | {} | {} | {} | {} | {} |",
        text(url.host()),
        or_none(host),
        or_none(port),
        text(Some(url.path())).replace("``", "empty"),
        or_none(segments),
        text(url.query()),
        text(url.fragment()),
        or_none(origin)
    )
    .unwrap();
    row
}

fn rows(registry: &Registry, urls: &[&str]) -> String {
    let row = |text: &&str| row(&registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))) + "\n";
    urls.iter().map(row).collect()
}

/// The page has what the getters give. `SNAPSHOTS=overwrite` writes it again.
#[test]
fn the_table_of_the_page() {
    const HEAD: &str = "| URL | `host` | `host_parsed` | `effective_port` | `path` | `path_segments` | `query` | `fragment` | `origin` |\n|---|---|---|---|---|---|---|---|---|\n";

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/getters.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (first, second) = (rows(anyurl::registry(), CURRENT), rows(crate::rfc1738(), RFC1738));
    let tables = format!("{HEAD}{first}\nIn the profile `rfc1738`:\n\n{HEAD}{second}");
    let start = page.find("| URL |").unwrap_or(page.len());
    let new = format!("{}{tables}", &page[..start]);
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(path, new).unwrap();
    } else {
        assert_eq!(page, new, "run the tests with SNAPSHOTS=overwrite");
    }
}

fn examples() -> impl Iterator<Item = &'static str> {
    let entries = crate::rfc1738().entries();
    entries.flat_map(|entry| entry.registration().examples.iter().map(|example| &*example.url))
}

/// Path, query and fragment are the end of every URL, and edits of each give the URL that was asked for.
fn check_parts(url: &AnyUrl<'_>) -> Result<(), TestCaseError> {
    let mut end = url.path().to_owned();
    end.extend(url.query().into_iter().flat_map(|query| ["?", query]));
    end.extend(url.fragment().into_iter().flat_map(|fragment| ["#", fragment]));
    prop_assert!(url.as_str().ends_with(&end), "{url} does not end with {end}");
    let before = &url.as_str()[url.scheme_span().len() + 1..url.as_str().len() - end.len()];
    prop_assert!(before.is_empty() || before.starts_with("//") && !before[2..].contains('/'), "{url}: {before}");
    if before.is_empty() {
        prop_assert!(!url.path().starts_with("//"), "{url}");
    } else {
        prop_assert!(url.path().is_empty() || url.path().starts_with('/'), "{url}");
    }
    if let Some(segments) = url.path_segments() {
        let joined: String = segments.flat_map(|segment| ["/", segment]).collect();
        prop_assert_eq!(joined, url.path());
    }
    if let Some(query) = url.query() {
        let again = url.with_raw_query(query);
        prop_assert!(again.as_ref().is_ok_and(|again| again == url.as_str()), "{url}: {again:?}");
    }
    Ok(())
}

#[test]
fn parts_of_all_examples() {
    let mut count = 0;
    for text in examples() {
        for registry in [crate::rfc1738(), anyurl::registry()] {
            if let Ok(url) = registry.parse(text) {
                check_parts(&url).unwrap_or_else(|error| panic!("{text}: {error}"));
                count += 1;
            }
        }
    }
    assert!(count > 400, "{count}");
}

/// Texts as they occur in a URL of the web, with what the `url` crate keeps as it is.
fn web_text() -> impl Strategy<Value = String> {
    let host = prop_oneof!["[a-z]{1,5}\\.[a-z]{2,3}", Just("[::1]".to_owned()), Just("192.0.2.7".to_owned())];
    let path = "(/[a-z0-9%.~+;=-]{0,5}){1,3}";
    let query = "(\\?[a-z0-9&=+%;:@/]{0,12})?";
    (
        prop_oneof![Just("http"), Just("https"), Just("ws"), Just("wss"), Just("ftp")],
        host,
        "(:[1-9][0-9]{1,3})?",
        path,
        query,
        "(#[a-z]{0,4})?",
    )
        .prop_map(|(scheme, host, port, path, query, fragment)| {
            format!("{scheme}://{host}{port}{path}{query}{fragment}")
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(u32::try_from(crate::cases(2_000, 50_000)).unwrap()))]

    /// The `url` crate gives the same parts of the URLs that it does not change.
    #[test]
    fn the_url_crate_agrees(text in web_text()) {
        let (Ok(own), Ok(other)) = (anyurl::registry().parse(&text), url::Url::parse(&text)) else { return Ok(()) };
        if other.as_str() != text {
            return Ok(());
        }
        check_parts(&own)?;
        prop_assert_eq!(own.path(), other.path());
        prop_assert_eq!(own.fragment(), other.fragment());
        prop_assert_eq!(own.host(), other.host_str());
        prop_assert_eq!(own.effective_port(), other.port_or_known_default());
        prop_assert_eq!(own.path_segments().map(Vec::from_iter), other.path_segments().map(Vec::from_iter));
        prop_assert_eq!(own.origin().unwrap().to_string(), other.origin().ascii_serialization());
        // RFC 1738 has no query in ftp.
        if other.scheme() != "ftp" {
            prop_assert_eq!(own.query(), other.query());
        }
        // Any query is that of a form there.
        if own.registration().form_query {
            let (ours, theirs) = (own.query_pairs(), other.query_pairs());
            prop_assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
        }
    }

    /// Segments and pairs are escaped once: what is read back is what was set.
    #[test]
    fn segments_and_pairs_survive(
        segments in prop::collection::vec("[ -~é]{0,6}", 1..4),
        pairs in prop::collection::vec(("[ -~é]{1,6}", "[ -~é]{0,6}"), 1..4),
        base in prop_oneof![Just("https://u@h.dom:1/a?b#c"), Just("http://h.dom"), Just("x-foo://h/a"), Just("ws://h.dom/")],
    ) {
        prop_assume!(segments.iter().all(|segment| segment != "." && segment != ".."));
        let url: OwnedUrl = base.parse().unwrap();
        let edited = url.with_path_segments(&segments).and_then(|url| url.with_query_pairs(pairs.clone()));
        let edited = edited.unwrap_or_else(|error| panic!("{base} {segments:?} {pairs:?}: {error}"));
        let decode = |text: &str| String::from_utf8(anyurl::authors::escape::decode(text).into_owned()).unwrap();
        prop_assert_eq!(edited.path_segments().unwrap().map(decode).collect::<Vec<_>>(), segments);
        let read: Vec<_> =
            edited.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
        prop_assert_eq!(&read, &pairs);
        prop_assert_eq!((edited.host(), edited.user(), edited.fragment()), (url.host(), url.user(), url.fragment()));
    }
}

#[test]
fn edits_that_cannot_be() {
    let gopher: OwnedUrl = "gopher://h/11/a".parse().unwrap();
    let error = gopher.with_query_pairs([("a", "b")]).unwrap_err();
    assert!(error.to_string().starts_with("`gopher` URLs have no query"), "{error}");
    let https: OwnedUrl = "https://h/a".parse().unwrap();
    for (outcome, component) in [
        (https.with_path_segments(["a", ".."]), "path"),
        (https.with_raw_path("a"), "path"),
        (https.with_raw_path("/a?b"), "path"),
        (https.with_raw_query("a#b"), "query"),
        (https.with_raw_query("a b"), "query"),
        (https.with_raw("path", "/%zz"), "path"),
    ] {
        assert_eq!(outcome.unwrap_err().component(), component);
    }
    // After an authority, two slashes are a path (RFC 3986 §3.3).
    assert_eq!(https.with_raw_path("//x@y/").unwrap(), "https://h//x@y/");
}

#[test]
fn addresses_as_hosts() {
    let url: OwnedUrl = "https://h/a".parse().unwrap();
    let url = url.with_ip_host("::1".parse().unwrap()).unwrap();
    assert_eq!(url, "https://[::1]/a");
    assert_eq!(url.with_ip_host("192.0.2.1".parse().unwrap()).unwrap(), "https://192.0.2.1/a");
    assert_eq!(url.with_raw("query", "a%20b").unwrap(), "https://[::1]/a?a%20b");
}

/// Text, order and hash are those of `str`, and the same for owned and borrowed URLs.
#[test]
fn owned_urls_are_texts() {
    let texts = ["http://h/b", "HTTP://h/a", "gopher://h/", "http://h:80/b"];
    let urls: Vec<OwnedUrl> = texts.iter().map(|text| text.parse().unwrap()).collect();
    let set: HashSet<OwnedUrl> = urls.iter().cloned().collect();
    let ordered: BTreeSet<OwnedUrl> = urls.iter().cloned().collect();
    let mut sorted = texts;
    sorted.sort_unstable();
    assert!(ordered.iter().map(OwnedUrl::as_str).eq(sorted));
    for (text, url) in texts.iter().zip(&urls) {
        assert!(set.contains(*text) && ordered.contains(*text));
        assert_eq!((url.to_string(), url.as_ref()), ((*text).to_owned(), *text));
        assert_eq!(url.to_string().parse::<OwnedUrl>().as_ref(), Ok(url));
        assert_eq!(OwnedUrl::try_from(*text), OwnedUrl::try_from((*text).to_owned()));
    }
    assert!(urls[0] != urls[3] && urls[0].is_equivalent(&urls[3].as_url()));
    let by_text = crate::rfc1738().parse("HTTP://h/b").unwrap();
    assert!(by_text != urls[0].as_url() && by_text.is_equivalent(&urls[0].as_url()));
}

/// A parser has the options of its registry, and each can be changed.
#[test]
fn parsers() {
    let registry = anyurl::registry();
    assert!(registry.parse("http://h/~a#b").is_ok() && registry.parser().parse("http://h/~a#b").is_ok());
    assert!(registry.parser().profile(anyurl::Profile::Rfc1738).parse("http://h/~a").is_err());
    assert!(registry.parser().lenient().parse("http://h/a b").is_ok());
    assert!(registry.parser().lenient().strict().parse("http://h/a b").is_err());
    assert!(registry.build("http").unwrap().host("h").fragment("x").build().is_ok());
    let lenient = registry.with_options(anyurl::Options::new().rfc1738().lenient());
    assert!(lenient.parse("http://h/a b").is_ok() && registry.parse("http://h/a b").is_err());
}

#[test]
fn paths_of_windows_get_a_hint() {
    for text in [r"C:\dir\f", "c:/dir"] {
        let registry = crate::rfc1738();
        let hint = match registry.parse(text) {
            Err(error) => anyurl::Report::new(registry, text, anyurl::Options::new().rfc1738(), &error).to_string(),
            Ok(url) => url.warnings()[0].to_string(),
        };
        assert!(hint.contains("file:///C:/dir"), "{hint}");
    }
}
