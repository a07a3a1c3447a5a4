//! Deviations in lenient mode: components, warnings, and the canonical form, which corrects them.

use anyurl::Options;

/// Text, ids of its warnings in order, relevant components, canonical form.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

#[rustfmt::skip]
const ROWS: [Row; 33] = [
    ("ftp://h/a;TYPE=D",           &["A-05"],                   "name=a typecode=D",                 "ftp://h/a;type=d"),
    ("ftp://h/a;b",                &["A-17"],                   "name=a;b",                          "ftp://h/a;b"),
    ("ftp://a@b:c:d@h/",           &["A-30", "A-30", "password-in-url"], "user=a@b password=c:d host=h", "ftp://a%40b:c%3Ad@h/"),
    ("http://h/a?b?c/d",           &["A-07", "A-07"],           "path=a searchpart=b?c/d",           "http://h/a?b?c/d"),
    ("http://h?x",                 &["A-08"],                   "path= searchpart=x",                "http://h/?x"),
    ("http://u:p@h/",              &["A-09", "password-in-url"], "user=u password=p host=h",         "http://u:p@h/"),
    ("http://good.dom?x@evil.dom", &["A-08"],           "host=good.dom",                     "http://good.dom/?x@evil.dom"),
    ("gopher://h/%09q",            &["A-11"],                   "type=1 selector= search=q",         "gopher://h/1%09q"),
    ("gopher://h/0a%0Db",          &["A-12"],                   "selector=a%0Db",                    "gopher://h/0a%0Db"),
    ("wais://h/d/t/p/q;r",         &["A-21"],                   "wtype=t wpath=p/q;r",               "wais://h/d/t/p/q;r"),
    ("file:/p",                    &["A-22"],                   "host= path=p",                      "file:///p"),
    ("file://h",                   &["A-22"],                   "host=h path=",                      "file://h/"),
    ("file:///c|/a;b",             &["A-42", "A-22"],           "path=c|/a;b",                       "file:///c%7C/a;b"),
    ("http://h:/a",                &["A-24"],                   "host=h path=a",                     "http://h/a"),
    ("http://256.1.1.1/",          &["A-25", "host-differs"],   "host=256.1.1.1",                    "http://256.1.1.1/"),
    ("http://H.dom./",             &["A-26"],                   "host=H.dom.",                       "http://h.dom/"),
    ("http://a_b/",                &["A-27"],                   "host=a_b",                          "http://a_b/"),
    ("http://%41.dom/",            &["A-28"],                   "host=%41.dom",                      "http://a.dom/"),
    ("http://h/50%",               &["A-31"],                   "path=50%",                          "http://h/50%25"),
    ("http://h:%38%30/",           &["A-32", "A-32"],           "port=%38%30",                       "http://h/"),
    ("nntp://h/%61/%31",           &["A-32", "A-32"],           "group=%61 article_number=%31",      "nntp://h/a/1"),
    ("news:2600.x",                &["A-33"],                   "group=2600.x",                      "news:2600.x"),
    ("news:comp.*",                &["A-33"],                   "group=comp.*",                      "news:comp.*"),
    ("news:%3Ca@b%3E",             &["A-34", "A-34"],           "message_id=a@b",                    "news:a@b"),
    ("news://h:119/g",             &["A-34", "reserved-port"],  "host=h port=119 group=g",           "news://h:119/g"),
    ("nntp://h/g/",                &["A-35"],                   "group=g",                           "nntp://h/g"),
    ("telnet://h/x/y",             &["A-36"],                   "host=h",                            "telnet://h/"),
    ("mailto:a@h?subject=x",       &["A-37"],                   "addr_spec=a@h headers=subject=x",   "mailto:a@h?subject=x"),
    ("mailto:a@h,b@h",             &["A-37"],                   "addr_spec=a@h,b@h",                 "mailto:a@h,b@h"),
    ("prospero://h/n%00v;a=b=c;",  &["A-38", "A-38", "A-38"],   "hsoname=n fields=;a=b=c OBJECT-VERSION=v", "prospero://h/n%00v;a=b=c"),
    ("http://h/a#f",               &["A-40"],                   "path=a fragment=f",                 "http://h/a#f"),
    ("http://h/\u{e9} ~",          &["A-43", "A-43", "A-42"],   "path=\u{e9} ~",                     "http://h/%C3%A9%20%7E"),
    (" \thttp://h/\n",             &["A-44", "A-44"],           "host=h",                            "http://h/"),
];

#[test]
fn deviations() {
    let mut failures = Vec::new();
    for (text, ids, components, canonical) in ROWS {
        let url = match crate::rfc1738().parser().lenient().parse(text) {
            Ok(url) => url,
            Err(error) => {
                failures.push(format!("{text:?} is rejected: {error}"));
                continue;
            }
        };
        let warnings = url.warnings();
        let warnings: Vec<_> = warnings.iter().map(anyurl::Warning::id).collect();
        if warnings != ids {
            failures.push(format!("{text:?} has the warnings {warnings:?}, should have {ids:?}"));
        }
        // A path may contain a space here, so a component ends where the next name begins.
        for part in url.components() {
            let pair = format!("{}={}", part.name(), part.text());
            if components.contains(&format!("{}=", part.name())) && !components.contains(&pair) {
                failures.push(format!("{text:?}: {pair} differs from {components:?}"));
            }
        }
        let named = components.split(' ').filter_map(|part| part.split_once('='));
        for (name, _) in named {
            if url.component(name).is_none() {
                failures.push(format!("{text:?} has no {name}"));
            }
        }
        if url.to_canonical() != canonical {
            failures
                .push(format!("{text:?} has the canonical form {:?}, should have {canonical:?}", url.to_canonical()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A canonical form is its own canonical form, even if only lenient mode accepts it.
#[test]
fn canonical_forms_are_stable() {
    for (text, ..) in ROWS {
        let canonical = crate::rfc1738().parser().lenient().parse(text).unwrap().to_canonical();
        let again = crate::rfc1738().parser().lenient().parse(&canonical).unwrap().to_canonical();
        assert_eq!(again, canonical, "{text:?}");
    }
}

/// A-39: `x-` alone is parsed with the generic syntax.
#[test]
fn an_empty_experiment_parses() {
    assert!(crate::rfc1738().parse("x-:a").unwrap().is_generic());
    assert_eq!(crate::rfc1738().parse("X-:a").unwrap().to_canonical(), "x-:a");
}

/// `mailto: joe@host.dom` is prose: no declared scheme accepts a space after the colon.
#[test]
fn a_space_after_the_colon_is_rejected() {
    let registry = crate::rfc1738();
    let options = Options::new().lenient();
    let mut checked = 0;
    for name in registry.names() {
        let Some(entry) = registry.get(name, options.profile) else {
            continue;
        };
        if entry.implementation() != anyurl::Implementation::Declared {
            continue;
        }
        for example in entry.registration().examples.iter() {
            if example.url.ends_with(':') {
                continue;
            }
            let text = example.url.replacen(':', ": ", 1);
            assert!(crate::rfc1738().parser().options(options).parse(&text).is_err(), "{text}");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// No byte is read often: in quadratic time, this test would take minutes. Found by a long run.
#[test]
fn long_texts_come_to_an_end() {
    for prefix in ["ldap://h/", "sip:a@h;x=", "data:,", "amqp://h/"] {
        for piece in ["|", "a ", "\u{e9}", "%", "@", "~", "%41", "a@", "%zz"] {
            let text = format!("{prefix}{}", piece.repeat(crate::cases(1 << 17, 1 << 20) / piece.len()));
            // Some are valid.
            if let Ok(url) = crate::rfc1738().parser().lenient().parse(&text) {
                assert_eq!(url.text().len(), text.len());
            }
        }
    }
}

/// Characters of two bytes at every place, also where a limit that counts bytes is within one, and dot segments. Found by
/// fuzzing.
#[test]
fn what_is_inserted_keeps_the_properties() {
    let registry = anyurl::registry();
    let parsers = [registry.parser(), registry.parser().lenient()];
    let characters = "\u{e9}".repeat(40);
    let inserted = [characters.clone(), ["x", &characters].concat(), "/../x".to_owned()];
    let mut count = 0_usize;
    for example in registry.entries().flat_map(|entry| entry.registration().examples.iter()) {
        let url = &*example.url;
        for at in (0..=url.len()).filter(|at| url.is_char_boundary(*at)) {
            for inserted in &inserted {
                let text = [&url[..at], inserted, &url[at..]].concat();
                for error in parsers.iter().filter_map(|parser| parser.parse(&text).err()) {
                    assert!(text.get(error.span().range()).is_some(), "{text}");
                }
                count += 1;
                if count.is_multiple_of(crate::step(97)) {
                    anyurl_testkit::check_properties(registry, &text).unwrap_or_else(|failure| panic!("{failure}"));
                }
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

/// Forms that people meet daily, with the warning and the canonical form. Strict mode refuses them.
const DAILY: &[(&str, &str, &str)] = &[
    ("tel:911", "local-number", "tel:911"),
    ("tel:555-1234;ext=1", "local-number", "tel:5551234;ext=1"),
    ("sms:12345", "local-number", "sms:12345"),
    ("sms:?body=hi", "no-recipient", "sms:?body=hi"),
    ("data:image/svg+xml;utf8,%3Csvg/%3E", "bare-parameter", "data:image/svg+xml;utf8,%3Csvg/%3E"),
    ("cid:image001.png", "no-domain", "cid:image001.png"),
    (
        "ipfs://QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR/a",
        "cid-v0",
        "ipfs://QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR/a",
    ),
    ("postgresql://h/db?", "no-option", "postgresql://h/db"),
    ("postgresql://h/db?a=b&", "no-option", "postgresql://h/db?a=b"),
    ("mongodb://h/?", "no-option", "mongodb://h/"),
    ("mysql://h/db?", "no-option", "mysql://h/db"),
    ("s3://My_Bucket/k", "legacy-bucket", "s3://My_Bucket/k"),
    ("git+ssh://git@github.com/npm/cli#semver:^5.0", "A-42", "git+ssh://git@github.com/npm/cli#semver:%5E5.0"),
    ("ssh://git@github.com:org/repo.git", "scp-like", "ssh://git@github.com/org/repo.git"),
    ("git+ssh://git@github.com:org/repo.git", "scp-like", "git+ssh://git@github.com/org/repo.git"),
];

#[test]
fn forms_that_people_meet_daily() {
    let parser = anyurl::registry().parser().lenient();
    for (text, id, canonical) in DAILY {
        assert!(anyurl::parse(text).is_err(), "{text}");
        let url = parser.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(url.warnings().iter().any(|warning| warning.id() == *id), "{text}: {:?}", url.warnings());
        assert_eq!(url.to_canonical(), *canonical);
        let is_denied = anyurl::Policy::new().judge(&url).verdict() == anyurl::Verdict::Deny;
        assert_eq!(is_denied, *id == "scp-like", "{text}");
    }
    // No lenient form moves a host.
    for text in ["ssh://a@h:b@evil.example/", "ssh://h:x:y/", "ssh://h:22x/", "ssh://h:@evil.example/"] {
        let host = parser.parse(text).ok().and_then(|url| url.component("host").map(|host| host.text().to_owned()));
        assert!(host.as_deref() != Some("h"), "{text}");
    }
}

/// An error names a rule and a component of the document, and never the rule of what lenient mode tolerates.
#[test]
#[cfg(feature = "declared")]
fn errors_do_not_blame_deviations() {
    use crate::schemes_page::{list, text};

    let parser = anyurl::registry().parser().lenient();
    let error = parser.parse("pkg:///npm").unwrap_err();
    assert_eq!((error.component(), error.rule()), ("namespace", "purl"));
    let mut count = 0;
    for scheme in crate::shipped_schemes() {
        let Some(syntax) = scheme.get("syntax").and_then(toml::Value::as_table) else { continue };
        let rules = list(syntax, "deviation").filter(|one| !one.contains_key("strict")).map(|one| text(one, "rule"));
        let rules: Vec<_> = rules.filter(|rule| !rule.is_empty()).collect();
        let examples = list(&scheme, "example").map(|example| text(example, "url")).filter(|_| !rules.is_empty());
        for url in examples {
            for end in (0..=url.len()).filter(|end| url.is_char_boundary(*end)) {
                for tail in ["", " ", "^", "%"] {
                    let url = format!("{}{tail}", &url[..end]);
                    let Err(error) = parser.parse(&url) else { continue };
                    assert!(!rules.contains(&error.rule()), "{url}: {error}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 1000, "{count}");
}
