//! No output contains a secret (RFC 1738 §6, R-6-4): a known secret is hidden in URLs in many ways, and must not occur in
//! any output of the library nor in URLs for gateways. Conversely, texts without a login stay unchanged.

mod printed;

use std::fmt::Write as _;

use crate::Url;
use anyurl::authors::escape;
use anyurl::declared::format::RegistryFile;
use anyurl::declared::layers::Stack;
use anyurl::gateway::{Expansion, Gateway, Gateways};
use anyurl::reference::ReferenceRules;
use anyurl::{Options, Secrets};
use anyurl_testkit::registry_file;
use proptest::prelude::*;
use proptest::sample::select;

use printed::{SECRET, printed, tells};

/// The spellings of a delimiter.
fn spelling(delimiter: char) -> impl Strategy<Value = String> {
    let byte = u8::try_from(delimiter).expect("US-ASCII");
    let wide = char::from_u32(u32::from(byte) + 0xFEE0).expect("a full-width form");
    let escaped = |text: &str, times: usize| {
        let mut once = String::new();
        text.bytes().for_each(|byte| escape::push_escape(byte, &mut once));
        (1..times).fold(once, |text, _| text.replace('%', "%25"))
    };
    let mut forms = vec![
        delimiter.to_string(),
        format!("%{byte:02x}"),
        escaped(&delimiter.to_string(), 1),
        escaped(&delimiter.to_string(), 2),
        escaped(&delimiter.to_string(), 3),
        // An escape with an escaped digit.
        format!("%{:x}%{:02X}", byte >> 4, b"0123456789ABCDEF"[usize::from(byte & 15)]),
        wide.to_string(),
        escaped(&wide.to_string(), 1),
        escaped(&wide.to_string(), 2),
        // An overlong UTF-8 encoding.
        format!("%{:02X}%{:02X}", 0xC0 | byte >> 6, 0x80 | byte & 0x3F),
    ];
    if delimiter == '/' {
        forms.extend(["\\".to_owned(), "%5C".to_owned(), "\u{FF3C}".to_owned()]);
    }
    // Mostly literal, so that many texts are URLs.
    let plain = forms[0].clone();
    prop_oneof![2 => Just(plain), 3 => select(forms)]
}

/// The secret with other characters, partly encoded.
fn secret(others: &'static str) -> impl Strategy<Value = String> {
    let core = prop::collection::vec(0..3_u8, SECRET.len()).prop_map(|ways| {
        let letters = SECRET.bytes().zip(ways);
        letters.fold(String::new(), |mut text, (byte, way)| {
            let _ = match way {
                0 => write!(text, "%{byte:02X}"),
                _ => write!(text, "{}", char::from(byte)),
            };
            text
        })
    });
    (Just("[a-z]"), core, others)
        .prop_flat_map(move |(first, core, after)| (first, others, Just(core), Just(after)))
        .prop_map(|(first, before, core, after)| format!("{first}{before}{core}{after}"))
}

/// `user:secret@host`.
fn login(others: &'static str) -> impl Strategy<Value = String> {
    let host = select(vec!["h", "h.dom", "[::1]", "h:80", "h:x", ""]);
    (
        // No scheme begins like this: a scheme in place of a user would be ambiguous.
        "zq[a-z.%-]{0,4}",
        spelling(':'),
        secret(others),
        spelling('@'),
        host,
    )
        .prop_map(|(user, colon, secret, sign, host)| format!("{user}{colon}{secret}{sign}{host}"))
}

/// `//user:secret@host`.
fn authority() -> impl Strategy<Value = String> {
    let others = r#"[a-z0-9.;=&~ $!*'(),+\\"<>|^\[\]-]{0,4}(%2F|%3F)?"#;
    (2..5_usize, login(others)).prop_flat_map(|(count, login)| {
        let slashes = prop::collection::vec(spelling('/'), count);
        slashes.prop_map(move |slashes| format!("{}{login}", slashes.concat()))
    })
}

/// `//user:secret` at the start of a URL.
fn authority_without_host() -> impl Strategy<Value = String> {
    (spelling('/'), spelling('/'), spelling(':'), secret("[a-z.;=~ $!*'(),+-]{0,4}"))
        .prop_map(|(one, two, colon, secret)| format!("{one}{two}user{colon}{secret}"))
}

/// A text with the secret, perhaps a URL.
fn hidden() -> impl Strategy<Value = String> {
    let schemes = select(vec![
        "ftp",
        "http",
        "https",
        "HTTP",
        "telnet",
        "wais",
        "gopher",
        "prospero",
        "news",
        "x-foo",
        "htpp",
        "url:ftp",
        " ftp",
        "<URL:ftp",
        "view-source:http",
        "redis",
        "sftp",
        "ws",
    ]);
    let outer = select(vec![
        "",
        "http://h/",
        "http://h/a/",
        "http://h/?u=",
        "http://h/?v=1&u=",
        "http://h/?",
        "http://h/#",
        "https://h/?u=",
        "ftp://h/",
        "ftp://h/a;b=",
        "wais://h/db?",
        "gopher://h/7",
        "x-foo:",
        "x-foo://h/?u=",
        "x-foo:a/",
        "mailto:a@h?b=",
        "prospero://h/n;u=",
        "file:///a/",
        "news:",
        "data:,",
        "jar:",
    ]);
    let end = select(vec!["", "/", "/a", "~", "/~", " ", "?q", "#f", "/x@y", "&v=1"]);
    let authorities = prop_oneof![6 => authority(), 1 => authority_without_host()];
    let with_scheme = (outer.clone(), schemes, spelling(':'), authorities)
        .prop_map(|(outer, scheme, colon, authority)| format!("{outer}{scheme}{colon}{authority}"));
    let without_scheme = (outer, authority()).prop_map(|(outer, authority)| format!("{outer}{authority}"));
    // A login without slashes.
    let places = select(vec![
        "http://h/?u=",
        "http://h/?",
        "http://h/#",
        "http://h/?a=b&u=",
        "x-foo:",
        "x-foo:/",
        "http:",
        "ftp:/",
        "ftp:",
        "ftp:/\\",
        "https://h/?a#",
        "http://h/a/ftp:",
        "http://h/?u=ftp:",
        "dir/",
    ]);
    let bare = (places, login("[a-z0-9.;=~ $!*'(),+-]{0,4}")).prop_map(|(place, login)| format!("{place}{login}"));
    let text = prop_oneof![4 => with_scheme, 2 => without_scheme, 2 => bare];
    (text, end).prop_map(|(text, end)| format!("{text}{end}"))
}

fn options() -> [Options; 4] {
    let strict = Options::new().rfc1738();
    [
        strict,
        strict.lenient(),
        strict.profile(anyurl::Profile::Current),
        strict.lenient().profile(anyurl::Profile::Current),
    ]
}

/// A reference that is resolved at a URL.
fn resolved(text: &str, options: Options) -> String {
    let url = crate::rfc1738().parser().options(options).parse(text);
    let rules = [ReferenceRules::Draft1993, ReferenceRules::Rfc3986];
    rules.map(|rules| format!("{:?}", url.as_ref().map(|url| url.resolve("x", rules).ok()).ok())).concat()
}

/// The URLs that gateways receive.
fn sent(gateways: &Gateways, url: &Url<'_>) -> String {
    match gateways.locate(url) {
        Ok(anyurl) => anyurl.map(|anyurl| anyurl.as_str().to_owned()).unwrap_or_default(),
        Err(error) => format!("{error} {error:?}"),
    }
}

/// Gateways for the schemes of these texts: with the complete URL, and with the largest component.
fn gateways() -> [Gateways; 2] {
    let facts = Gateway::new("facts", Expansion::Url, "coap://gw/?{url}", ["data", "jar", "view-source"]);
    let all = [
        ("schemepart", &["x-foo", "htpp", "url", "user", "dir"][..]),
        ("path", &["http", "https", "ws", "file"]),
        ("url_path", &["ftp"]),
        ("selector", &["gopher"]),
        ("search", &["wais"]),
        ("hsoname", &["prospero"]),
    ];
    let gateway = |mode, template: &str, (id, schemes): &(&str, &[&'static str])| {
        let template = template.replace("ID", id);
        Gateway::new(id, mode, &template, schemes.iter().copied())
    };
    let whole = all.iter().map(|one| gateway(Expansion::Url, "coap://gw/?{url}", one));
    let parts = all.iter().map(|one| gateway(Expansion::Parts, "coap://gw/?{ID}", one));
    let build = |gateways: Vec<Gateway>| {
        let gateways = Gateways::new(crate::rfc1738(), gateways);
        gateways.unwrap_or_else(|error| panic!("{error}"))
    };
    [build(whole.chain([facts]).collect()), build(parts.collect())]
}

/// The secrets of valid URLs: logins, fields, and what a scheme declares.
#[test]
fn urls_are_masked() {
    for (text, shown) in [
        ("ftp://joe:pass@h/a;type=i", "ftp://joe:***@h/a;type=i"),
        ("ftp://joe@h/", "ftp://***@h/"),
        ("https://ghp_x@h/?page=1", "https://***@h/?page=1"),
        ("https://h/?a=1&token=x&b=2", "https://h/?a=1&token=***&b=2"),
        ("https://h/?a%26token=x", "https://h/?a%26token=x"),
        ("https://h/?%74oken=a%26b", "https://h/?%74oken=***"),
        ("https://h/?u=ftp%3A%2F%2Fu:p@g%2F", "https://h/?u=ftp%3A%2F%2Fu:***@g%2F"),
        ("https://h/a;token=x", "https://h/a;token=***"),
        ("https://h/#access_token=x&state=1", "https://h/#access_token=***&state=1"),
        ("http://h/?sig=x", "http://h/?sig=***"),
        ("mailto:joe@h.dom", "mailto:joe@h.dom"),
        ("x-foo://u:p@h/?token=x", "x-foo://u:***@h/?token=***"),
        ("jdbc:postgresql://h/x?password=y", "jdbc:postgresql://h/x?password=***"),
    ] {
        let url = crate::rfc1738().parse(text).unwrap();
        assert_eq!(url.masked().to_string(), shown, "{text}");
        assert_eq!(format!("{:?}", url.masked()), format!("{shown:?}"));
        let none = Secrets::new().without_default_fields().lone_user(false);
        assert!(url.secrets(&none).len() <= url.secrets(&Secrets::new()).len());
        for part in url.components().filter(|part| part.span().is_some()) {
            let whole = part.span().unwrap();
            let hidden = url.secrets(&Secrets::new()).into_iter().any(|span| span == whole);
            assert_eq!(part.masked().to_string() == "***", hidden, "{} of {text}", part.name());
        }
    }
    // Spans count the whitespace that lenient mode accepts.
    let url = crate::rfc1738().parser().lenient().parse(" http://h/?token=x ").unwrap();
    assert_eq!((url.masked().to_string(), url.masked().spans()[0].range()), ("http://h/?token=***".to_owned(), 17..18));
}

/// The text of a key does not say what is a secret in it: the URL does.
#[test]
fn keys_are_masked() {
    for (text, shown) in [
        ("telnet://user:a@b?c@h/", "telnet:***"),
        ("mails:alice@", "mails:***"),
        ("ftp://h#x@h/?u=ftp%3A%2F%2Fu:p%40h", "ftp:***"),
        ("http://h/?b=c@d", "http://h/?b=c@d"),
        ("mailto:joe@h", "mailto:joe@h"),
        ("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", "otpauth:***"),
    ] {
        let url = crate::rfc1738().parser().lenient().parse(text).unwrap();
        assert_eq!(format!("{:?}", url.canonical_key()), format!("CanonicalKey({shown:?})"), "{text}");
    }
}

/// A part that keeps the text of its URL shows only itself.
#[test]
fn hosts_are_shown_without_their_url() {
    let url = anyurl::parse("postgres://joe:S3CRET@h:1,i/d").unwrap();
    let shown = format!("{:?}", url.hosts().collect::<Vec<_>>());
    assert!(shown.contains("\"i\"") && !tells(&shown), "{shown}");
}

/// `Debug` of a report hides what the report hides, also if it shows passwords.
#[test]
fn reports_are_masked() {
    let text = "{mailt-o:S3CRET@h";
    let error = crate::rfc1738().parse(text).unwrap_err();
    let report = anyurl::Report::new(crate::rfc1738(), text, Options::new().rfc1738(), &error);
    assert!(!tells(&format!("{report} {report:?}")), "{report:?}");
    let report = report.with_password();
    assert!(tells(&report.to_string()) && !tells(&format!("{report:?}")), "{report:?}");
}

/// What looks like a password in a text that is no URL stays hidden when the text is repaired.
#[test]
fn repaired_texts_are_masked() {
    for (text, shown) in [
        ("ftp://user:;a=S3CRET", "ftp://user***"),
        ("ftp://u:S3C~RET@h/a b", "ftp://u:***@h/a%20b"),
        // The user and the password are omitted.
        ("http://u:S3CRET@h/", "http://h/"),
    ] {
        let error = crate::rfc1738().parse(text).unwrap_err();
        let report = anyurl::Report::new(crate::rfc1738(), text, Options::new().rfc1738(), &error);
        assert_eq!(report.repaired().as_deref(), Some(shown), "{text}");
        assert!(!tells(&format!("{report} {report:?}")), "{report:?}");
    }
}

/// A component that a registry file declares as secret is one everywhere.
#[test]
fn declared_secrets_are_masked() {
    let scheme = r#"[[scheme]]
name = "com.example.box"
status = "private"
description = "boxes"
  [scheme.syntax]
  grammar = "rfc1738"
  form = ["com.example.box://<host>/<box>/<code>"]
  component = [{ name = "code", rule = "code", sensitive = true }]
  [scheme.access]
  kind = "handler"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Open the box."
"#;
    let file = registry_file("organization", "com.example", "com.example.*", scheme);
    let file = RegistryFile::from_text("org.toml", file.as_str()).unwrap().load().unwrap();
    let resolved = Stack::new().push(file).resolve(anyurl::rfc1738(), None).unwrap();
    let url = resolved.registry().parse("com.example.box://h/7/S3CRET").unwrap();
    assert_eq!(url.masked().to_string(), "com.example.box://h/7/***");
    assert_eq!(url.component("code").unwrap().masked().to_string(), "***");
    assert_eq!(url.redaction().apply(url.as_str()), "com.example.box://h/7/***");
    assert!(!format!("{url:?}").contains(SECRET));
    let bytes = b"see com.example.box://h/7/S3CRET\xFF.";
    let shown = resolved.registry().guess_secrets_in_bytes(bytes).apply_to_bytes(bytes);
    assert_eq!(shown, b"see com.example.box://h/7/***");
}

proptest! {
    #![proptest_config(crate::property(1738))]

    #[test]
    fn printed_text_contains_no_secret(text in hidden()) {
        for options in options() {
            let printed = printed(crate::rfc1738(), &text, options) + &resolved(&text, options);
            prop_assert!(!tells(&printed), "{text:?} with {options:?}:\n{printed}");
        }
    }

    /// Masking is idempotent.
    #[test]
    fn masking_twice_is_masking_once(text in hidden()) {
        let registry = crate::rfc1738();
        let once = registry.guess_secrets(&text).apply(&text).into_owned();
        let twice = registry.guess_secrets(&once).apply(&once).into_owned();
        prop_assert_eq!(once, twice, "{}", text);
    }

    /// Masked messages that quote a text, or its secret in any form, contain no secret.
    #[test]
    fn messages_contain_no_secret(text in hidden(), form in secret("[a-z]{0,0}")) {
        let registry = crate::rfc1738();
        let form = &form[1..];
        let words = format!("cannot read '{text}' (user:{form}): {} is wrong", text.to_ascii_lowercase());
        let about = format!("x://u:{SECRET}@h/");
        let shown = registry.mask_words(&words, [&*text, &about]);
        prop_assert!(!tells(&shown) && !tells(&shown.to_ascii_uppercase()), "{text:?}: {shown}");
    }

    /// Invalid UTF-8 is masked like text.
    #[test]
    fn masked_bytes_contain_no_secret(text in hidden()) {
        let bytes = [text.as_bytes(), b"\xFF"].concat();
        let masked = crate::rfc1738().guess_secrets_in_bytes(&bytes).apply_to_bytes(&bytes);
        let shown = String::from_utf8_lossy(&masked);
        prop_assert!(!tells(&shown), "{text:?}: {shown}");
    }
}

/// Gateways receive no URL and no component with a secret.
#[test]
fn no_gateway_sees_a_secret() {
    let gateways = gateways();
    proptest!(crate::property(1738), |(text in hidden())| {
        for options in options() {
            if let Ok(url) = crate::rfc1738().parser().options(options).parse(&text) {
                for gateways in &gateways {
                    let sent = sent(gateways, &url);
                    prop_assert!(!tells(&sent), "{text:?} with {options:?}: {sent}");
                }
            }
        }
    });
}

/// Each byte is examined a bounded number of times; with quadratic work these texts would take hours.
#[test]
fn long_texts_come_to_an_end() {
    for piece in [
        "a:b@",
        "%25",
        "//////",
        ":::::",
        "%3A%40",
        "%",
        "\u{FF20}",
        "://a:b",
        "=a:",
        "%%%%3A",
        "/a:b",
        "[",
        "\u{EF}%EF",
    ] {
        let text = format!("http://h/?{}", piece.repeat(crate::cases(60_000, 400_000)));
        for secrets in [Secrets::new(), Secrets::of(crate::rfc1738())] {
            assert!(!secrets.mask(&text).is_empty());
        }
    }
}

/// The conformance cases without a password after `//` are shown unchanged, whether they are URLs or not.
#[test]
fn text_without_a_login_is_unchanged_by_masking() {
    let cases = include_str!("../../testdata/spec_cases.jsonl");
    let texts = cases.lines().filter_map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(case["input"].as_str()?.to_owned())
    });
    let has_login = |text: &str| {
        let authority = text.split_once("//").map_or("", |(_, rest)| rest);
        let authority = authority.split('/').next().unwrap_or_default();
        authority.split_once(':').is_some_and(|(_, rest)| rest.contains('@'))
    };
    let mut count = 0;
    for text in texts.filter(|text| !has_login(text)) {
        count += 1;
        for options in options() {
            let secrets = Secrets::of(crate::rfc1738()).lone_user(false);
            let shown = match crate::rfc1738().parser().options(options).parse(&text) {
                Ok(url) if url.secrets(&secrets).is_empty() => text.clone(),
                Ok(url) => url.masked_with(&secrets).to_string(),
                Err(_) => secrets.mask(&text).into_owned(),
            };
            assert_eq!(shown, text, "{options:?}");
        }
    }
    assert!(count > 150, "{count}");
}
