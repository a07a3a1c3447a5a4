//! Extraction of URLs from text: the cases of `testdata/context_cases.jsonl`, the references of the RFCs, and properties.

mod laws;
mod prose;
mod terminals;

use anyurl::extract::{Extractor, MAX_FALSE_STARTS, MAX_URL_LEN, Margins, Match, extract, fold, wrap};
use anyurl::{Entry, Options, Secrets};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};

use laws::{assert_chunks_do_not_matter, assert_matches_are_quoted, assert_places_lead_back, full, range, squeezed};

const CASES: &str = include_str!("../../testdata/context_cases.jsonl");
const REFERENCES: &str = include_str!("../../testdata/wrapped_references.csv");

const STRICT: Options = Options::new().rfc1738();
const LENIENT: Options = Options::new().rfc1738().lenient();

fn find(text: &(impl AsRef<[u8]> + ?Sized), options: Options) -> Vec<Match> {
    extract(crate::rfc1738(), text, options)
}

/// A match as a line: URL, fragment, and ` !` if it is invalid.
fn line(found: &Match) -> String {
    let suffix = if found.is_valid() { "" } else { " !" };
    format!("{}{suffix}", found.as_str())
}

#[test]
fn cases() {
    let cases = CASES.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut failures = Vec::new();
    let mut ran = 0;
    for case in cases.filter(|case: &Json| case["kind"] == "extract") {
        ran += 1;
        let options = match case["mode"].as_str() {
            Some("lenient") => LENIENT,
            _ => STRICT,
        };
        let found = find(case["input"].as_str().unwrap(), options);
        let is: Json = found.iter().map(|found| as_case(found, &case)).collect();
        if is != case["urls"] {
            failures.push(format!("{}: {is}, should be {}", case["id"], case["urls"]));
        }
    }
    assert!(failures.is_empty(), "of {ran}:\n{}", failures.join("\n"));
    assert!(ran >= 42, "only {ran} cases");
}

/// A match in the format of the cases, with alternatives if it has any.
fn as_case(found: &Match, case: &Json) -> Json {
    let text = case["input"].as_str().unwrap_or_default();
    let (start, end) = (range(found).start, range(found).end);
    assert_eq!(squeezed(&text[start..end]), full(found), "{}", case["id"]);
    let mut is = json!({"url": found.url_text(), "fragment": found.fragment(), "valid": found.is_valid()});
    if !found.alternatives().is_empty() {
        is["alternatives"] = found
            .alternatives()
            .iter()
            .map(|other| json!({"url": other.url_text(), "fragment": other.fragment()}))
            .collect();
    }
    is
}

/// The references in the two documents that define the wrapper, 30 each.
#[test]
fn references_of_the_documents() {
    let mut reader = csv::Reader::from_reader(REFERENCES.as_bytes());
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    for name in ["rfc1738", "draft-ietf-uri-url-07"] {
        let urls: Vec<_> = rows
            .iter()
            .filter(|row| &row[0] == name)
            .map(|row| if row[2].is_empty() { row[1].to_owned() } else { format!("{}#{}", &row[1], &row[2]) })
            .collect();
        assert_eq!(urls.len(), 30, "{name}");
        let items: Vec<_> = urls.iter().map(|url| format!("Reference,\n   <URL:{url}>.\n")).collect();
        let text = items.concat();
        assert_eq!(lines(&find(&text, STRICT)), urls, "{name}");
    }
}

fn lines(found: &[Match]) -> Vec<String> {
    found.iter().map(line).collect()
}

#[rustfmt::skip]
const ROWS: &[(&str, &[&str], &[&str])] = &[
    // Text; matches in strict mode; matches in lenient mode. ` !` marks invalid ones.
    ("<URL:http://h/~joe>",                 &["http://h/~joe !"],  &["http://h/~joe"]),
    ("<URL:http://h/a#b#c>",                &["http://h/a#b#c"],   &["http://h/a#b#c"]),
    ("<URL:#x>",                            &["#x !"],             &["#x !"]),
    ("<URL:>, <URL: >",                     &[],                   &[]),
    ("<URL:url:x>",                         &["url:x"],            &["url:x"]),
    ("<URL:foo<URL:http://h/>",             &["http://h/"],        &["http://h/"]),
    ("<<URL:http://h/>>",                   &["http://h/"],        &["http://h/"]),
    ("<URL:http://h/",                      &[],                   &["http://h/"]),
    // The prefix in any case, with whitespace, without brackets, before the bracket.
    ("<Url:http://h/a>",                    &[],                   &["http://h/a"]),
    ("< URL:http://h/a >",                  &[],                   &["http://h/a"]),
    ("<url:foo>",                           &[],                   &["foo !"]),
    ("URL:http://h/a.",                     &[],                   &["http://h/a"]),
    ("url: http://h/a",                     &[],                   &["http://h/a"]),
    ("URL:x-foo:a",                         &[],                   &[]),
    ("URL:news:junk",                       &[],                   &["news:junk"]),
    ("curl:news:junk",                      &[],                   &[]),
    ("URL=<ftp://h/a\n  b>",                &[],                   &["ftp://h/ab"]),
    ("(URL=<foo>)",                         &[],                   &["foo !"]),
    ("CURL=<foo>",                          &[],                   &[]),
    // Brackets without a prefix.
    ("<http://h/a>",                        &[],                   &["http://h/a"]),
    ("<http://h/\n  a>",                    &[],                   &["http://h/a"]),
    ("<ht\ntp://h/>",                       &[],                   &["http://h/"]),
    ("<http://h:a/>",                       &[],                   &["http://h:a/ !"]),
    ("<nfs://h/a>",                         &[],                   &["nfs://h/a"]),
    ("<x-foo:a>",                           &[],                   &["x-foo:a"]),
    ("<mailto:joe@host.dom>",               &[],                   &["mailto:joe@host.dom"]),
    ("<news:alt.x>, <news:*>",              &[],                   &["news:alt.x", "news:*"]),
    ("<http://h/ see there>",               &[],                   &["http://h/"]),
    ("<see http://h/a>",                    &[],                   &["http://h/a"]),
    ("1 < http://h/a and b > 2",            &[],                   &["http://h/a"]),
    ("Joe <joe@host.dom> <a:b@c.d>",        &[],                   &[]),
    ("<xs:element name=\"x\"/><b:c>",       &[],                   &[]),
    ("<news:title>x</news:title>",          &[],                   &[]),
    ("<news:publication_date>2008",         &[],                   &[]),
    ("<http:conduit name=\"http://h/\">",   &[],                   &["http://h/"]),
    ("<a href=\"http://h/a\">b</a>",        &[],                   &["http://h/a"]),
    // Running text.
    ("See http://h/a, or (ftp://h/b).",     &[],                   &["http://h/a", "ftp://h/b"]),
    ("http://h/a(b) (http://h/a(b))",       &[],                   &["http://h/a(b)", "http://h/a(b)"]),
    ("[a](http://h/a)[b](http://h/b)",      &[],                   &["http://h/a", "http://h/b"]),
    ("http://h/a#b, http://h/c#",           &[],                   &["http://h/a#b", "http://h/c#"]),
    ("'http://h/a'; \"http://h/b\"!?",      &[],                   &["http://h/a", "http://h/b"]),
    ("“http://h/a”“http://h/b”",            &[],                   &["http://h/a", "http://h/b"]),
    ("请看http://h/a，谢谢",                &[],                   &["http://h/a"]),
    ("_http://h/a_ a_http://h/b",           &[],                   &["http://h/a"]),
    ("**http://h/b**, _http://h/u_.",       &[],                   &["http://h/b", "http://h/u"]),
    ("~~http://h/~~ *[http://h/](x)*",      &[],                   &["http://h/", "http://h/"]),
    ("**http://h/x.** _**http://h/y**_",    &[],                   &["http://h/x", "http://h/y"]),
    ("https://h/x/*/y/ http://h/~u/",       &[],                   &["https://h/x/*/y/", "http://h/~u/"]),
    ("http://h/a_b_c, http://h/foo_",       &[],                   &["http://h/a_b_c", "http://h/foo_"]),
    ("http://h/a_b_ http://h/a~, http://h/a*", &[],                &["http://h/a_b_", "http://h/a~", "http://h/a*"]),
    ("_http://h/a_b_, ~~http://h/a~~",      &[],                   &["http://h/a_b", "http://h/a"]),
    ("**See http://h/a**, _see http://h_",  &[],                   &["http://h/a", "http://h"]),
    // Tables of Markdown.
    ("|http://h/a|http://h/b|",             &[],                   &["http://h/a", "http://h/b"]),
    ("|http://h|b| http://h/a |",           &[],                   &["http://h", "http://h/a"]),
    ("http://h/a|b",                        &[],                   &["http://h/a|b"]),
    // Links with a text: Slack, wikis, and BBCode.
    ("<http://h/a|the page>, <http://h|h>", &[],                   &["http://h/a", "http://h"]),
    ("<mailto:a@b.c|a@b.c> <http://h/a|http://i/b>", &[],          &["mailto:a@b.c", "http://h/a", "http://i/b"]),
    ("[[http://h/a|page]] {{http://h/b?200|c d}}", &[],            &["http://h/a", "http://h/b?200"]),
    ("<URL:http://h/a|b> (http://h/a|b)",   &["http://h/a|b !"],   &["http://h/a|b", "http://h/a|b"]),
    ("<file:///C|/a> [file:///C|/a]",       &[],                   &["file:///C|/a", "file:///C|/a"]),
    ("[url]http://h/a[/url] [b]http://h[/b]", &[],                 &["http://h/a", "http://h"]),
    ("[url=http://h/a][img]http://i/b[/img]", &[],                 &["http://h/a", "http://i/b"]),
    ("http://h/?a[b]=1 http://h/[/a",       &[],                   &["http://h/?a[b]=1", "http://h/[/a"]),
    // What a host or a port cannot contain.
    ("a,http://h:8080,200 http://1.2.3.4:92;b", &[],               &["http://h:8080", "http://1.2.3.4:92"]),
    ("http://h:3000请 https://h[1]. http://h{a}", &[],              &["http://h:3000", "https://h", "http://h"]),
    ("mailto:a@b.c[d] http://u:12[x@h/ http://h[.]c", &[],         &["mailto:a@b.c", "http://u:12[x@h/"]),
    // Quotation marks, rows of tables, and links of AsciiDoc.
    ("['http://h/a','http://h/b'] 'http://h/c'|d", &[],            &["http://h/a", "http://h/b", "http://h/c"]),
    ("|http://h/a|b| http://h/c[d] http://h/e[f g]", &[],          &["http://h/a", "http://h/c", "http://h/e"]),
    ("http://h/p'tits/ http://h/?a[]=1 http://h/[id]", &[],        &["http://h/p'tits/", "http://h/?a[]=1", "http://h/[id]"]),
    // References of HTML, and other scripts.
    ("&lt;http://h/a&gt; http://h/?a&amp;b http://h&nbsp;c", &[],  &["http://h/a", "http://h/?a&amp;b", "http://h"]),
    ("\u{2066}http://h/a\u{2069} http://h/b؟ http://h/c।", &[],    &["http://h/a", "http://h/b", "http://h/c"]),
    ("end.http://h/a x.news:alt.x",         &[],                   &["http://h/a"]),
    // Lists.
    ("http://1.2.3.4:1,http://h:2,http://i", &[],                  &["http://1.2.3.4:1", "http://h:2", "http://i"]),
    ("a=http://h:1;http://i:2",             &[],                   &["http://h:1", "http://i:2"]),
    ("http://h,http://i/a,http://j/",       &[],                   &["http://h", "http://i/a,http://j/"]),
    ("any:(tcp://h:1,tcp://i:2)?a=b",       &[],                   &["tcp://h:1", "tcp://i:2"]),
    ("http://h/1,2;3 http://h/?a,http://i", &[],                   &["http://h/1,2;3", "http://h/?a,http://i"]),
    ("mailto:a@b.c,http://h/;news:alt.x",   &[],                   &["mailto:a@b.c", "http://h/;news:alt.x"]),
    ("redis://h/0,redis://i/1;http://j/a,http://k/", &[], &["redis://h/0", "redis://i/1", "http://j/a", "http://k/"]),
    ("kafka://h:1,i:2/a data:,http://h",    &[],                   &["kafka://h:1,i:2/a", "data:,http://h"]),
    // String literals.
    (r#""http:\/\/h\/a?b=\/" http:\u002f\u002Fh\/c"#, &[],         &["http://h/a?b=/", "http://h/c"]),
    (r#"{"a":"GET http://h/a\n"}"#,         &[],                   &["http://h/a"]),
    (r#""a \"http://h/a\" http://h/b\t1""#, &[],                   &["http://h/a", "http://h/b"]),
    (r"http://h/a.b\r\n\r\nEh http://h\n", &[],                   &["http://h/a.b", "http://h"]),
    (r"http://h/a\nhttp://h/b\\nc",        &[],                   &["http://h/a", "http://h/b"]),
    (r"a\tmailto:a@b.c, \news:alt.x",      &[],                   &["mailto:a@b.c"]),
    (r"(http://h/a\u003e) http://h/a\",    &[],                   &["http://h/a", "http://h/a"]),
    (r"http://h/?a\u0026b http://h/a\/b",  &[],                   &[r"http://h/?a\u0026b", r"http://h/a\/b"]),
    (r"file:///C:\new\text file:///a\n",   &[],                   &[r"file:///C:\new\text", "file:///a"]),
    ("http://h/…and http://h/...and",       &[],                   &["http://h/", "http://h/...and"]),
    ("http://h/a&amp;b",                    &[],                   &["http://h/a&amp;b"]),
    ("http://[::1]:8080/ ftp://[::1]/",     &[],                   &["http://[::1]:8080/ !", "ftp://[::1]/ !"]),
    ("sip:a@b.c, <sips:b@x.org>, turn:h:1", &[],                   &["sip:a@b.c", "sips:b@x.org", "turn:h:1"]),
    ("xmpp:a@b.c dns:x.org?type=A",         &[],                   &["xmpp:a@b.c", "dns:x.org?type=A"]),
    ("dns:creator, turn:page5 <sip:x/>",    &[],                   &[]),
    ("about:blank, about:us",               &[],                   &["about:blank"]),
    ("?u=http://h/a",                       &[],                   &["http://h/a"]),
    ("xhttp://h/a dict+http://h/b",         &[],                   &[]),
    ("...HTTP://h/a...",                    &[],                   &["HTTP://h/a"]),
    ("nfs://h/a x-foo:a foo:b",             &[],                   &["nfs://h/a"]),
    ("http://[ http://h:a/ http://h/",      &[],                   &["http://h/"]),
    ("http:http://h/a",                     &[],                   &["http://h/a"]),
    ("http://h/\u{a0}x",                    &[],                   &["http://h/"]),
    ("mailto:joe@host.dom, mailto: joe",    &[],                   &["mailto:joe@host.dom"]),
    ("news: the rest, breaking news:today", &[],                   &[]),
    ("news:well-known, news:it's",          &[],                   &[]),
    ("news:alt.x. news:a@b.c; news:*!",     &[],                   &["news:alt.x", "news:a@b.c", "news:*"]),
    ("the http: scheme, http://, file:///", &[],                   &[]),
    ("file:x, file:/p, a profile:/p",       &[],                   &["file:/p"]),
    ("défile:/p",                           &[],                   &[]),
    ("at 10:30 c:/d",                       &[],                   &[]),
];

#[test]
fn table() {
    let mut failures = Vec::new();
    for (text, strict, lenient) in ROWS {
        for (options, expect) in [(STRICT, strict), (LENIENT, lenient)] {
            let is = lines(&find(text, options));
            if is != *expect {
                failures.push(format!("{text:?}: {is:?}, should be {expect:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The error has offsets in the URL, the match in the stream.
#[test]
fn reasons_and_places() {
    let text = "a <URL:http://h/\n ~b#c > d";
    let found = &find(text, STRICT)[0];
    assert_eq!(&text[range(found)], "http://h/\n ~b#c");
    let error = found.error().unwrap();
    assert_eq!((error.requirement().id(), error.span().range()), ("A-42", 9..10));
    // Invalid UTF-8.
    let found = &find(b"<URL:http://h/\xE9>", LENIENT)[0];
    assert_eq!(line(found), "http://h/\u{FFFD} !");
    assert_eq!(lines(&find(b"http://h/a\xE9http://h/b", LENIENT)), ["http://h/a", "http://h/b"]);
}

/// The profile chooses what is valid: `~` in http 2.0.0 and in https.
#[test]
fn matches_are_parsed_with_the_options_of_the_caller() {
    let text = "<URL:http://h/~a> <URL:https://h/~a#b>";
    assert_eq!(lines(&find(text, STRICT)), ["http://h/~a !", "https://h/~a#b"]);
    assert_eq!(lines(&find(text, STRICT.profile(anyurl::Profile::Current))), ["http://h/~a", "https://h/~a#b"]);
    assert!(extract(anyurl::rfc1738(), "https://h/", LENIENT).is_empty());
}

/// Text longer than [`LONGEST`] is neither a wrapped nor a bare URL.
#[test]
fn the_longest() {
    for (opening, closing, options) in [("<URL:", ">", STRICT), ("<http:", ">", LENIENT), ("http:", " ", LENIENT)] {
        let inner = opening.trim_start_matches('<').len();
        for (len, expect) in [(MAX_URL_LEN, 2), (MAX_URL_LEN + 1, 1)] {
            let scheme = if options.is_lenient() { "" } else { "http:" };
            let rest = len - inner - scheme.len() - "//h/".len();
            let text = format!("{opening}{scheme}//h/{}{closing}<URL:ftp://h/>", "a".repeat(rest));
            let found = find(&text, options);
            assert_eq!(found.len(), expect, "{opening:?} {len} {options:?}");
            assert_eq!(found.last().unwrap().url_text(), "ftp://h/");
        }
    }
}

/// A name that is not registered, such as a part of a time of day, begins a run only before two slashes.
#[test]
fn a_run_begins_at_a_name_with_slashes() {
    let text = format!("at 10:30:{}x-foo://h/a ", "(".repeat(MAX_URL_LEN));
    let mut extractor = Extractor::new(crate::rfc1738(), LENIENT).suspects(true);
    let found: Vec<_> = extractor.feed(text.as_bytes()).collect();
    assert_eq!(lines(&found), ["x-foo://h/a"]);
    assert_chunks_do_not_matter(text.as_bytes(), &[6, MAX_URL_LEN], LENIENT, true);
}

/// Matches that the caller does not take are neither lost nor moved.
#[test]
fn matches_that_are_not_taken_are_returned_later() {
    let mut extractor = Extractor::new(crate::rfc1738(), STRICT);
    drop(extractor.feed(b"<URL:news:a.b> <URL:news:"));
    assert_eq!(extractor.feed(b"c.d> <URL:news:*>").next().map(|found| found.to_string()), Some("news:a.b".into()));
    assert_eq!(extractor.position(), 42);
    let left: Vec<_> = extractor.finish().map(|found| (found.to_string(), found.span())).collect();
    assert_eq!(left, [("news:c.d".into(), 20..28), ("news:*".into(), 35..41)]);
}

/// What `suspects` finds: every `name://…` in running text, in either mode.
#[rustfmt::skip]
const SUSPECTS: &[(&str, &[&str])] = &[
    ("foo://h:1,foo://h:2 redis://h/0,redis://i/1", &["foo://h:1", "foo://h:2", "redis://h/0", "redis://i/1"]),
    ("postgres://u:p@h/db, mongodb+srv://u:p@h/.", &["postgres://u:p@h/db", "mongodb+srv://u:p@h/"]),
    ("http://h:99999/x",                           &["http://h:99999/x !"]),
    ("(http://h:99999/x)",                         &["http://h:99999/x !"]),
    ("https://u:p@exa^mple.com/",                  &["https://u:p@exa^mple.com/ !"]),
    ("https://u:p/w@h/",                           &["https://u:p/w@h/ !"]),
    ("https://app/cb#access_token=x.",             &["https://app/cb#access_token=x"]),
    ("jdbc:postgresql://h/x",                      &["postgresql://h/x"]),
    ("http:,http:,http:,http:,http:,http:,http:,http:,http:,http:,http://h/", &["http://h/"]),
    ("a_http://h/b xhttp://h/",                    &["http://h/b", "xhttp://h/"]),
    ("the http:// scheme, https:///, ://h",        &[]),
    ("at 10:30: note://x",                         &["note://x"]),
    ("[a](x://h/a)[b](x://h/b)",                   &["x://h/a", "x://h/b"]),
    ("<http://h:99999/ x",                         &["http://h:99999/ !"]),
    ("<URL:ftp://h/a> ftp://h/b",                  &["ftp://h/a", "ftp://h/b"]),
    ("URL=<foo>",                                  &[]),
];

#[test]
fn suspects() {
    for (text, expect) in SUSPECTS {
        let mut extractor = Extractor::new(crate::rfc1738(), STRICT).suspects(true);
        let mut found: Vec<_> = extractor.feed(text.as_bytes()).collect();
        found.extend(extractor.finish());
        assert_eq!(lines(&found), *expect, "{text}");
    }
    // Lenient mode finds what it finds without suspects, too.
    let text = "mailto:joe@h http://h:99999/ news:alt.x foo://h/~";
    let mut extractor = Extractor::new(crate::rfc1738(), LENIENT).suspects(true);
    let mut found: Vec<_> = extractor.feed(text.as_bytes()).collect();
    found.extend(extractor.finish());
    assert_eq!(lines(&found), ["mailto:joe@h", "http://h:99999/ !", "news:alt.x", "foo://h/~"]);
}

/// Secrets are found in URL and fragment, valid or not, and have a place in the stream.
#[test]
fn secrets_have_places() {
    let text = "<URL:http://h/\n  ?a=b&to\n  ken=s1#sig=s2> <URL:http://h:99999/?token=s3>";
    let found = find(text, STRICT.profile(anyurl::Profile::Current));
    let places = |found: &Match| {
        let spans = found.secrets(&Secrets::new());
        let ranges: Vec<_> = spans.into_iter().flat_map(|span| found.places(span).collect::<Vec<_>>()).collect();
        ranges
    };
    let texts = found.iter().flat_map(places).map(|range| {
        let [start, end] = [range.start, range.end].map(|offset| usize::try_from(offset).unwrap());
        &text[start..end]
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["s1", "s2", "s3"]);
}

/// Texts that repeat what a careless extractor looks at again and again.
fn hostile(piece: &str, len: usize) -> Vec<u8> {
    piece.bytes().cycle().take(len).collect()
}

/// However hostile a text, the bytes that are looked at are a bounded multiple of its length.
#[test]
fn extraction_takes_linear_time() {
    // Every try at a bare URL looks five times: where it ends, what is punctuation, whether it begins a list, and the
    // reading in either profile.
    let most = 6 + 5 * u64::try_from(MAX_FALSE_STARTS).unwrap();
    let pieces = [
        "<",
        ">",
        "<>",
        "<URL:",
        "<URL:a>",
        "URL=<",
        "<URL:-\n",
        "<URL:a-\n-\nb-\n>",
        "a",
        "http",
        "http:",
        "news:",
        "http://",
        "news:a.",
        "mailto:a@",
        "http://h/",
        "http://h/“",
        "http://h/)",
        "http://h:x/",
        ":",
        "(",
        "<http://h ",
        "http://h/(",
        ".",
        "URL:",
        "\u{e9}",
        "-\n",
        "\\",
        "\\u00",
        ",a",
        "[/a",
        "http://h,",
        "redis://h/a,",
        "mailto:a@b;http://",
        "http://h:1,",
        "http://h/a[b",
        "https:\\/\\/h\\/|",
    ];
    let around = [("", ""), ("<URL:", ">"), ("http://h/", " "), ("<http://", ">"), ("news:", "")];
    for (n, piece) in pieces.into_iter().enumerate() {
        // Of the pairs, a sample has every piece and everything around one.
        for (prefix, suffix) in around.into_iter().cycle().skip(n).take(crate::cases(1, around.len())) {
            for (options, suspects) in [(STRICT, false), (LENIENT, false), (STRICT, true), (LENIENT, true)] {
                let len = 3 * MAX_URL_LEN / 2;
                // A piece shorter than the limit, so that it is read, and one that is longer.
                for inner in [MAX_URL_LEN - 100, len] {
                    let text = [prefix.as_bytes(), &hostile(piece, inner), suffix.as_bytes()].concat();
                    let mut extractor = Extractor::new(crate::rfc1738(), options).suspects(suspects);
                    extractor.feed(&text).for_each(drop);
                    // `finish` reads what is open; the bracket makes it do so now.
                    extractor.feed(b"<>").for_each(drop);
                    let (looks, bytes) = (extractor.bytes_scanned(), extractor.position());
                    assert!(looks <= most * bytes, "{prefix}{piece}… {options:?}: {looks} looks at {bytes} bytes");
                }
            }
        }
    }
}

/// Texts of pieces that reach every state of the machine.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => select(vec!["<URL:", "<url:", "URL:", "URL=<", "<", ">", ">", " ", "\n", "-\r\n  ", "#"]),
        4 => select(vec!["http://h/", "http:", "ftp://a:b@c/", "news:", "mailto:", "x-foo:", "//", "alt.x", "joe@h"]),
        2 => select(vec![".", ",", "(", ")", "“", "’", "é", "_", "-", "%20", "\"", "\0"]),
        1 => select(vec!["a", "B", "7", "abc", "7:", "x://"]),
        1 => select(vec!["|", ";", "[", "**", "\\n", "\\", "\\\"", "\x1B[1m", "\x1B(B", "\x1B]8;;", "\x1B\\", "\x07", "\u{9B}m", "\x1B"]),
    ];
    let bytes = prop_oneof![9 => piece.prop_map(|piece| piece.as_bytes().to_vec()), 1 => any::<u8>().prop_map(|byte| vec![byte])];
    prop::collection::vec(bytes, 0..24).prop_map(|pieces| pieces.concat())
}

fn options() -> impl Strategy<Value = Options> {
    select(vec![STRICT, LENIENT, STRICT.profile(anyurl::Profile::Current), LENIENT.profile(anyurl::Profile::Current)])
}

/// Examples of the built-in schemes, and URLs that are hard to fold.
fn url() -> impl Strategy<Value = String> {
    let examples: Vec<String> = crate::rfc1738()
        .entries()
        .map(Entry::registration)
        .flat_map(|scheme| scheme.examples.iter().map(|example| example.url.to_string()))
        .filter(|url| crate::rfc1738().parse(url).is_ok())
        .collect();
    prop_oneof![select(examples), "http://h/([a-z]{1,4}|-{1,3}|%[0-9A-F]{2}|/){0,30}",]
}

proptest! {
    #![proptest_config(crate::property(1738))]

    #[test]
    fn chunks_do_not_affect_matches(
        text in text(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        options in options(),
        suspects in any::<bool>(),
    ) {
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.sort_unstable();
        assert_chunks_do_not_matter(&text, &cuts, options, suspects);
    }

    #[test]
    fn places_lead_back_to_the_stream(text in text(), options in options(), suspects in any::<bool>()) {
        assert_places_lead_back(&text, options, suspects);
    }

    #[test]
    fn matches_are_quoted_from_the_text(text in text(), options in options()) {
        assert_matches_are_quoted(&text, options);
    }

    /// Lenient mode finds every wrapper that strict mode finds.
    #[test]
    fn lenient_finds_what_strict_does(text in text()) {
        let lenient = find(&text, LENIENT);
        for found in find(&text, STRICT) {
            prop_assert!(lenient.iter().any(|other| other.span() == found.span() && other.as_str() == found.as_str()), "{}", found);
        }
    }

    /// A URL survives wrapping and folding, without ambiguous hyphens.
    #[test]
    fn folded_urls_come_back(
        url in url(),
        fragment in prop::option::of("([a-z <>é-]|%4[0-9A-F]){0,6}"),
        width in 0_usize..80,
        column in 0_usize..80,
        indent in 0_usize..20,
    ) {
        let parsed = crate::rfc1738().parse(&url).unwrap();
        let wrapped = wrap(&parsed, fragment.as_deref());
        let folded = fold(&wrapped, Margins::new(width).column(column).indent(indent));
        let found = find(&folded, STRICT);
        prop_assert_eq!(found.len(), 1, "{:?}", folded);
        // Some examples have a fragment.
        prop_assert_eq!(Some(found[0].url_text()), url.split('#').next());
        prop_assert!(found[0].is_valid() && found[0].alternatives().is_empty(), "{:?}", folded);
        prop_assert_eq!(found[0].fragment().is_some(), fragment.is_some() || url.contains('#'));
        prop_assert_eq!(format!("<URL:{}>", full(&found[0])), &*wrapped);
        // R-A-5, and no line is longer than necessary.
        for line in folded.lines().rev().skip(1) {
            prop_assert!(!line.ends_with('-'), "{:?}", folded);
            let escape = line.rfind('%').map_or(usize::MAX, |at| line.len() - at);
            prop_assert!(escape > 2, "{:?}", folded);
        }
        if width > indent + 20 && !wrapped.contains("--") {
            prop_assert!(folded.lines().skip(1).all(|line| line.chars().count() <= width), "{:?}", folded);
        }
    }

    /// A password appears neither in `Debug` and `Display` nor in the error.
    #[test]
    fn passwords_never_show(
        scheme in select(vec!["ftp", "http", "telnet", "x-foo"]),
        secret in "(SECRET[a-zA-Z0-9.;=&~/-]{0,4}){1,2}",
        rest in "(/[a-z~]{0,6}|:80/?|:x|_|)",
        blank in select(vec!["", "\n", "-\n"]),
        options in options(),
    ) {
        for (opening, closing) in [("<URL:", ">"), ("<", ">"), ("", "")] {
            let text = format!("{opening}{scheme}://u:{blank}{secret}@h{rest}{closing}");
            for found in find(&text, options) {
                let error = found.error().map(ToString::to_string);
                let others: Vec<_> = found.alternatives().iter().map(ToString::to_string).collect();
                let shown = format!("{found} {found:?} {error:?} {others:?}");
                prop_assert!(!shown.contains("SECRET"), "{shown}");
            }
        }
    }
}
