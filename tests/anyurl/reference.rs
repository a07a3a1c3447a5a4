//! Relative references: the partial forms of the draft of 1993 (A.18, A-49), and RFC 3986 §5.

mod laws;

use anyurl::reference::{Reference, ReferenceError, ReferenceRules, RelativeRef};
use anyurl::{Mode, Options};
use proptest::prelude::*;
use serde_json::Value as Json;

use laws::assert_resolves;

const CASES: &str = include_str!("../../testdata/context_cases.jsonl");
const ROWS: &str = include_str!("../../testdata/references.tsv");

/// Resolves at a base that is parsed in lenient mode.
fn resolve(base: &str, partial: &str, rules: ReferenceRules) -> Result<Reference, ReferenceError> {
    let base = crate::rfc1738().parser().lenient().parse(base);
    base.unwrap_or_else(|error| panic!("{error}")).resolve(partial, rules)
}

/// The result, or the error message.
fn shown(base: &str, partial: &str, rules: ReferenceRules) -> String {
    match resolve(base, partial, rules) {
        Ok(reference) => reference.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

/// Checks the rows of a test in `testdata/references.tsv`.
fn check(test: &str) {
    let (_, rows) = ROWS.split_once(&format!("[{test}]\n")).expect("a section for each test");
    for row in rows.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with('#')) {
        let [rules, base, reference, expect] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row:?}");
        };
        let rules = if rules == "Url6" { ReferenceRules::Draft1993 } else { ReferenceRules::Rfc3986 };
        assert_eq!(shown(base, reference, rules), expect, "{reference:?} at {base}");
    }
}

/// All `partial` cases of the conformance set, by both rules.
#[test]
fn cases() {
    let cases = CASES.lines().map(|line| serde_json::from_str::<Json>(line).expect("a case is JSON"));
    let mut ran = 0;
    for case in cases.filter(|case| case["kind"] == "partial") {
        let text = |key: &str| case[key].as_str();
        let (base, partial) = (text("base").unwrap(), text("partial").unwrap());
        let url6 = text("absolute").unwrap();
        let rfc3986 = text("rfc3986").unwrap_or(url6);
        for (rules, expect) in [(ReferenceRules::Draft1993, url6), (ReferenceRules::Rfc3986, rfc3986)] {
            let reference = shown(base, partial, rules);
            assert_eq!(reference, expect, "{}: {rules:?}", case["id"]);
        }
        ran += 1;
    }
    assert!(ran >= 10, "{ran} cases");
}

/// R-P-3 to R-P-6 and A-49.
#[test]
fn the_draft_taken_literally() {
    check("the_draft_taken_literally");
}

/// Unusual bases.
#[test]
fn bases_of_the_draft() {
    check("bases_of_the_draft");
}

/// R-P-8: bare names in news and in WAIS.
#[test]
fn names_within_news_and_wais() {
    check("names_within_news_and_wais");
}

/// R-P-9: without a hierarchy, only the object itself and full forms have a meaning.
#[test]
fn schemes_without_hierarchy_resolve_only_full_forms() {
    for base in ["gopher://h/1a/b", "prospero://h/a/b", "nntp://h/a.b/1", "mailto:a@b", "telnet://h/"] {
        let refused = resolve(base, "x", ReferenceRules::Draft1993).unwrap_err();
        let scheme = base.split(':').next().unwrap().to_owned();
        assert_eq!(refused, ReferenceError::NotHierarchical { scheme });
        assert!(refused.to_string().contains("RFC 1738 §2.3"), "{refused}");
        assert_eq!(shown(base, "", ReferenceRules::Draft1993), base);
        assert_eq!(shown(base, "#f", ReferenceRules::Draft1993), format!("{base}#f"));
        assert_eq!(shown(base, "ftp://k/", ReferenceRules::Draft1993), "ftp://k/");
    }
    let unknown = resolve("X-Foo://h/a", "x", ReferenceRules::Draft1993).unwrap_err();
    assert_eq!(unknown, ReferenceError::Unregistered { scheme: "x-foo".to_owned() });
}

/// RFC 3986 §5.4.1.
#[test]
fn the_normal_examples() {
    check("the_normal_examples");
}

/// RFC 3986 §5.4.2, strict.
#[test]
fn the_abnormal_examples() {
    check("the_abnormal_examples");
}

/// Cases without an example in the document.
#[test]
fn beyond_the_examples() {
    check("beyond_the_examples");
}

#[test]
fn refusals_say_how_to_fix() {
    for rules in [ReferenceRules::Draft1993, ReferenceRules::Rfc3986] {
        for (partial, end) in [("a_b:c", 3), (":c", 0), ("%41:c", 3)] {
            let error = resolve("http://h/a", partial, rules).unwrap_err();
            assert!(error.to_string().contains("`./`"), "{error}");
            let ReferenceError::Scheme { span } = error else {
                panic!("{partial}: {error:?}");
            };
            assert_eq!(span.range(), 0..end, "{partial}");
        }
    }
    // A path must not become a host.
    let path = |rules| resolve("file:/a/b", "..//k/x", rules);
    assert_eq!(path(ReferenceRules::Draft1993).unwrap_err(), ReferenceError::PathAsHost);
    assert_eq!(path(ReferenceRules::Rfc3986).unwrap().as_str(), "file:/.//k/x");
    // In the draft, a colon in a search makes a full form; not so in RFC 3986.
    assert!(resolve("http://h/a", "x?a:b", ReferenceRules::Draft1993).is_err());
    for (base, partial) in [("ftp://a?b@h/c", "d"), ("sip:a?b@h", "?x=y"), ("sip:a?b@h", "c")] {
        let error = resolve(base, partial, ReferenceRules::Rfc3986).unwrap_err();
        assert_eq!(error, ReferenceError::Login, "{partial:?} at {base}");
    }
}

/// RFC 3986 splits a base by its text alone: a host without `//` is part of the path, and stays.
#[test]
fn a_host_without_slashes_is_kept() {
    check("a_host_without_slashes_is_kept");
}

/// All examples of the registrations, in each mode and profile.
fn bases() -> impl Iterator<Item = crate::Url<'static>> {
    let registry = crate::rfc1738();
    let entries: Vec<_> = registry
        .names()
        .flat_map(|name| [Options::new().rfc1738(), Options::new()].map(|options| (name, options)))
        .filter_map(|(name, options)| Some((registry.get(name, options.profile)?, options)))
        .collect();
    let examples = entries.into_iter().flat_map(|(entry, options)| {
        let urls = entry.registration().examples.iter();
        urls.map(move |example| (example.url.to_string(), options))
    });
    examples.flat_map(|(url, options)| {
        let url: &str = Box::leak(url.into_boxed_str());
        [options, options.lenient()]
            .into_iter()
            .filter_map(move |options| crate::rfc1738().parser().options(options).parse(url).ok())
    })
}

/// A reference that keeps the host changes nothing before its query, for any scheme and position of the host.
#[test]
fn every_base_can_be_resolved_at() {
    let mut bases_with_host = 0;
    for base in bases() {
        let (scheme, part) = (base.scheme(), base.schemepart());
        let whole = format!("{scheme}:{part}");
        let resolve = |partial| base.resolve(partial, ReferenceRules::Rfc3986).map(|one| one.to_string());
        assert_eq!(resolve(""), Ok(whole.clone()));
        assert_eq!(resolve("#x"), Ok(format!("{whole}#x")));
        assert_eq!(resolve("x-foo:a"), Ok("x-foo:a".to_owned()));
        let host_end = base.host().map(|host| base.span(anyurl::Slot::HOST).unwrap().start() + host.len());
        let is_before_host = base.text().find('?').is_some_and(|at| host_end.is_some_and(|end| at < end));
        let expect = if is_before_host {
            Err(ReferenceError::Login)
        } else {
            Ok(format!("{}?q=1", whole.split('?').next().unwrap()))
        };
        assert_eq!(resolve("?q=1"), expect, "{base:?}");
        bases_with_host += usize::from(base.host().is_some());
    }
    assert!(bases_with_host > 200, "{bases_with_host}");
}

/// The parser accepts a reference that is reported as valid, under the same options, with its fragment if one is allowed.
#[test]
fn valid_references_can_be_parsed() {
    let fragments =
        ["#a b", r"#frag\ment", "#%zz", "#\u{e9}", "#a#b", "#<x>", "#a", "#", "#%41?/:@", "#a ", "#\u{7f}", "#\""];
    let paths = ["", "x", "../x", "//k/y", "?q", "/a b", "http://h/", "ws://h/"];
    let (mut valid, mut invalid) = (0, 0);
    for base in bases() {
        for (path, fragment) in paths.iter().flat_map(|path| fragments.map(|one| (path, one))) {
            let Ok(reference) = base.resolve(&format!("{path}{fragment}"), base.reference_rules()) else {
                continue;
            };
            let options = base.options();
            let checked = reference.check(crate::rfc1738().parser().options(options));
            let url = crate::rfc1738().parser().options(options).parse(reference.url());
            let whole = crate::rfc1738().parser().options(options).parse(reference.as_str());
            if checked.is_ok() {
                valid += 1;
                let grammar = url.as_ref().unwrap().registration().grammar;
                let is_apart = options == Options::new().rfc1738() && grammar == anyurl::authors::Grammar::Rfc1738;
                assert!(is_apart || whole.is_ok(), "{reference:?} {options:?}: {whole:?}");
                // The fragment is valid by itself.
                let after_other = format!("x-foo:a#{}", reference.fragment().unwrap_or_default());
                let read =
                    crate::rfc1738().parser().profile(anyurl::Profile::Current).mode(options.mode).parse(&after_other);
                assert!(read.is_ok(), "{reference:?} {options:?}: {read:?}");
            } else {
                invalid += 1;
                assert!(url.is_err() || whole.is_err(), "{reference:?} {options:?}: {checked:?}");
            }
        }
    }
    assert!(valid > 1000 && invalid > 1000, "{valid} {invalid}");
}

/// A `#` that is data of the scheme begins no fragment, so the URL keeps what follows it.
#[cfg(feature = "declared")]
#[test]
fn data_after_a_hash_is_no_fragment() {
    let base = crate::rfc1738().parse("http://a/b").unwrap();
    for (partial, fragment) in [("irc://irc.undernet.org/#worldchat", None), ("http://h/#a", Some("a"))] {
        let reference = base.resolve(partial, ReferenceRules::Rfc3986).unwrap();
        assert_eq!(reference.fragment(), fragment, "{partial}");
        assert_eq!(reference.url().len(), partial.len() - fragment.map_or(0, |one| one.len() + 1), "{partial}");
    }
}

/// The error of a fragment has a span in the text of URL and fragment.
#[test]
fn errors_of_a_fragment_have_a_span() {
    let base = crate::rfc1738().parse("http://a/b").unwrap();
    for (partial, place) in [
        ("#a b", Some(12)),
        ("#frag\\ment", Some(15)),
        ("#%zz", Some(11)),
        ("#\u{e9}", Some(11)),
        ("#a#b", Some(12)),
        ("#<x>", Some(11)),
        ("#a%20b", None),
    ] {
        for options in [Options::new().rfc1738(), Options::new()] {
            let base = crate::rfc1738().parser().options(options).parse(base.text()).unwrap();
            let reference = base.resolve(partial, ReferenceRules::Rfc3986).unwrap();
            let error = reference.check(crate::rfc1738().parser().options(options)).err();
            assert_eq!(error.map(|error| error.span().start()), place, "{partial:?} {options:?}");
        }
    }
}

#[test]
fn the_document_of_the_base_chooses_the_rules() {
    let strict = Options::new().rfc1738();
    for (base, options, rules) in [
        ("http://h/a/b", strict, ReferenceRules::Draft1993),
        ("ftp://h/a/b", strict.lenient(), ReferenceRules::Draft1993),
        ("x-foo:a", strict, ReferenceRules::Draft1993),
        ("https://h/a/b", strict, ReferenceRules::Rfc3986),
        ("ws://h/", strict, ReferenceRules::Rfc3986),
        ("sip:a@h", strict.lenient(), ReferenceRules::Rfc3986),
        ("http://h/a/b", strict.profile(anyurl::Profile::Current), ReferenceRules::Rfc3986),
        ("wais://h/a", strict.profile(anyurl::Profile::Current), ReferenceRules::Rfc3986),
        ("x-foo:a", strict.profile(anyurl::Profile::Current), ReferenceRules::Rfc3986),
    ] {
        assert_eq!(crate::rfc1738().parser().options(options).parse(base).unwrap().reference_rules(), rules, "{base}");
    }
}

/// Any registry can parse the URL; its fragment is not part of it (R-P-2).
#[test]
fn the_result_is_read_by_a_registry() {
    let base = anyurl::rfc1738().parse("http://h/a/b").unwrap();
    let reference = base.resolve("../~c#top", ReferenceRules::Draft1993).unwrap();
    assert_eq!(reference.url(), "http://h/~c");
    assert_eq!(reference.fragment(), Some("top"));
    assert!(reference.parse(anyurl::rfc1738().parser()).is_err());
    let current = Options::new();
    let url = reference.parse(crate::rfc1738().parser().options(current)).unwrap();
    assert_eq!((url.fragment(), url.mode()), (None, Mode::Strict));
}

#[test]
fn a_password_of_the_base_is_not_shown() {
    let reference = resolve("ftp://u:SECRET@h/a", "b#f", ReferenceRules::Rfc3986).unwrap();
    assert_eq!(format!("{reference:?}"), "Reference(\"ftp://u:***@h/b#f\")");
    for error in [
        resolve("telnet://u:SECRET@h/", "x", ReferenceRules::Draft1993).unwrap_err(),
        resolve("ftp://u?:SECRET@h/", "x", ReferenceRules::Rfc3986).unwrap_err(),
        resolve("http://h/", "_u:SECRET@h", ReferenceRules::Draft1993).unwrap_err(),
    ] {
        assert!(!format!("{error:?} {error}").contains("SECRET"), "{error:?}");
    }
}

/// The pseudocode of RFC 3986 §5.2, implemented literally.
mod pseudocode {
    #[derive(Clone, Default)]
    struct UrlRef {
        scheme: Option<String>,
        authority: Option<String>,
        path: String,
        query: Option<String>,
        fragment: Option<String>,
    }

    /// Appendix B.
    fn parts(mut text: &str) -> UrlRef {
        let mut parts = UrlRef::default();
        if let Some((rest, fragment)) = text.split_once('#') {
            parts.fragment = Some(fragment.to_owned());
            text = rest;
        }
        if let Some((rest, query)) = text.split_once('?') {
            parts.query = Some(query.to_owned());
            text = rest;
        }
        if let Some((scheme, rest)) = text.split_once(':')
            && !scheme.contains('/')
        {
            parts.scheme = Some(scheme.to_ascii_lowercase());
            text = rest;
        }
        if let Some(rest) = text.strip_prefix("//") {
            let end = rest.find('/').unwrap_or(rest.len());
            parts.authority = Some(rest[..end].to_owned());
            text = &rest[end..];
        }
        text.clone_into(&mut parts.path);
        parts
    }

    /// §5.2.4.
    fn remove_dot_segments(path: &str) -> String {
        let (mut input, mut output) = (path.to_owned(), String::new());
        let up = |output: &mut String| output.truncate(output.rfind('/').unwrap_or(0));
        while !input.is_empty() {
            if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
                input = rest.to_owned();
            } else if let Some(rest) = input.strip_prefix("/./") {
                input = format!("/{rest}");
            } else if input == "/." {
                input = String::from("/");
            } else if let Some(rest) = input.strip_prefix("/../") {
                input = format!("/{rest}");
                up(&mut output);
            } else if input == "/.." {
                input = String::from("/");
                up(&mut output);
            } else if input == "." || input == ".." {
                input.clear();
            } else {
                let end = input[1..].find('/').map_or(input.len(), |end| end + 1);
                output.push_str(&input[..end]);
                input = input[end..].to_owned();
            }
        }
        output
    }

    /// §5.2.2, §5.2.3 and §5.3.
    pub(super) fn resolve(base: &str, reference: &str) -> String {
        let (base, r) = (parts(base), parts(reference));
        let mut t = UrlRef::default();
        if r.scheme.is_some() {
            t.path = remove_dot_segments(&r.path);
            (t.scheme, t.authority, t.query) = (r.scheme, r.authority, r.query);
        } else {
            if r.authority.is_some() {
                t.path = remove_dot_segments(&r.path);
                (t.authority, t.query) = (r.authority, r.query);
            } else {
                if r.path.is_empty() {
                    t.path = base.path;
                    t.query = r.query.or(base.query);
                } else {
                    if r.path.starts_with('/') {
                        t.path = remove_dot_segments(&r.path);
                    } else if base.authority.is_some() && base.path.is_empty() {
                        t.path = remove_dot_segments(&format!("/{}", r.path));
                    } else {
                        let end = base.path.rfind('/').map_or(0, |slash| slash + 1);
                        let merged = format!("{}{}", &base.path[..end], r.path);
                        t.path = remove_dot_segments(&merged);
                    }
                    t.query = r.query;
                }
                t.authority = base.authority;
            }
            t.scheme = base.scheme;
        }
        t.fragment = r.fragment;
        let mut result = t.scheme.map_or(String::new(), |scheme| scheme + ":");
        // The pseudocode leaves a path that would be read as a host; a `/.` before it is the same path.
        result += match t.authority {
            Some(_) => "//",
            None if t.path.starts_with("//") => "/.",
            None => "",
        };
        result += t.authority.as_deref().unwrap_or_default();
        result += &t.path;
        result += &t.query.map_or(String::new(), |query| format!("?{query}"));
        result += &t.fragment.map_or(String::new(), |one| format!("#{one}"));
        result
    }
}

/// Paths with dot segments.
fn path() -> impl Strategy<Value = String> {
    let element = prop_oneof![
        3 => Just(String::new()),
        3 => Just(".".to_owned()),
        4 => Just("..".to_owned()),
        4 => "[a-c;=&]{1,2}",
        1 => "[.]{0,2}[a.]{1,2}|%2[EF]",
    ];
    prop::collection::vec(element, 0..8).prop_map(|elements| elements.join("/"))
}

/// References of allowed characters, without scheme and host.
fn relative() -> impl Strategy<Value = String> {
    (path(), "(|[?][a-c:@]{0,3})", "(|#[a-c/?]{0,3})").prop_map(|(path, search, fragment)| {
        let path = path.replace("//", "/x/");
        format!("{path}{search}{fragment}")
    })
}

fn base() -> impl Strategy<Value = String> {
    let common = prop::sample::select(vec![
        "http://h",
        "https://u@h:1",
        "ftp://u:p@h",
        "file://",
        "x-foo://h",
        "x-foo:",
        "gopher://h",
        "wais://h",
        "news:",
        "mailto:",
        "X-Y:",
    ]);
    (common, path(), "(|[?][a/.]{0,5})", "(|#[a/.]{0,5})").prop_map(|(common, path, search, fragment)| {
        let slash = if common.ends_with(':') { "" } else { "/" };
        format!("{common}{slash}{path}{search}{fragment}")
    })
}

proptest! {
    #![proptest_config(crate::property(1993))]

    /// Nothing panics, and errors have messages.
    #[test]
    fn resolving_never_panics(
        base in prop_oneof![base(), any::<String>().prop_map(|text| format!("x-foo:{text}")), any::<String>().prop_map(|text| format!("ftp://h/{text}"))],
        partial in prop_oneof![relative(), path(), any::<String>(), "[:/?#.a]{0,8}"],
    ) {
        let Ok(base) = crate::rfc1738().parser().lenient().parse(&base) else {
            return Ok(());
        };
        assert_resolves(&base, &partial);
    }

    /// What leads from one URL to another leads there.
    #[test]
    fn relativize_is_the_inverse_of_resolve(base in base(), text in base(), partial in path(), fragment in "(#[a:/?]{0,3})?") {
        let parser = anyurl::registry().parser().lenient();
        let joined = format!("{}/{partial}{fragment}", text.trim_end_matches('/'));
        for target in [text, joined] {
            let (Ok(base), Ok(target)) = (parser.parse(&base), parser.parse(&target)) else { continue };
            if let Some(relative) = base.relativize(&target) {
                let found = relative.resolve(&base).unwrap();
                let goal = format!("{}{}", target.scheme(), &target.as_str()[target.scheme_span().len()..]);
                prop_assert_eq!(found.as_str(), goal, "{} at {}", relative, base);
                prop_assert_eq!(relative.as_str().parse::<RelativeRef>(), Ok(relative));
            } else {
                // In a selector of gopher a `?` is data, and in a reference it ends the path.
                let has_dots = target.as_str().split(['/', '?', '#']).any(|segment| segment == "." || segment == "..");
                let is_elsewhere = base.scheme() != target.scheme() || base.host().is_some() && target.host().is_none();
                // A relative path cannot be reached from an absolute one, nor an empty one.
                let is_rootless = target.authority().is_none() && !target.path().starts_with('/');
                prop_assert!(has_dots || is_elsewhere || is_rootless, "{} at {}", target, base);
            }
        }
    }

    /// The result equals that of the pseudocode.
    #[test]
    fn rfc3986_resolves_strictly(base in base(), partial in prop_oneof![relative(), path(), "[:/?#.a]{0,8}"]) {
        let Ok(url) = crate::rfc1738().parser().lenient().parse(&base) else {
            return Ok(());
        };
        let expect = pseudocode::resolve(&base, &partial);
        match url.resolve(&partial, ReferenceRules::Rfc3986) {
            Ok(reference) => prop_assert_eq!(reference.as_str(), expect),
            Err(ReferenceError::Scheme { span }) => prop_assert!(partial[span.end()..].starts_with(':')),
            Err(error) => prop_assert!(false, "{base:?} {partial:?}: {error}"),
        }
    }

    /// Allowed characters at a hierarchical base give a URL that is valid in strict mode.
    #[test]
    fn allowed_characters_give_a_url(base in "http://h(:80)?(/[a-c;:@&=]{0,2}){0,4}", partial in relative()) {
        let base = crate::rfc1738().parse(&base).unwrap();
        for rules in [ReferenceRules::Draft1993, ReferenceRules::Rfc3986] {
            match base.resolve(&partial, rules) {
                // `?x` at `http://h` gives `http://h?x` by RFC 3986, which is not a URL of RFC 1738 (A-08).
                Ok(reference) if reference.url().starts_with("http://h?") => {}
                Ok(reference) if reference.url().starts_with("http://h:80?") => {}
                Ok(reference) => {
                    let url = reference.parse(crate::rfc1738().parser());
                    prop_assert!(url.is_ok(), "{reference}: {url:?}");
                }
                Err(error) => {
                    let full = partial.find(':') < partial.find('/').or(Some(usize::MAX));
                    prop_assert!(full && matches!(error, ReferenceError::Scheme { .. }), "{partial}: {error}");
                }
            }
        }
    }

    /// A result is a full form, and resolving it again does not change it.
    #[test]
    fn a_result_is_a_full_form(base in base(), partial in relative()) {
        let Ok(base) = crate::rfc1738().parser().lenient().parse(&base) else {
            return Ok(());
        };
        if let Ok(once) = base.resolve(&partial, ReferenceRules::Draft1993) {
            prop_assert_eq!(base.resolve(once.as_str(), ReferenceRules::Draft1993), Ok(once));
        }
    }
}
