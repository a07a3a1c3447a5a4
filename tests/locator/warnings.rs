//! The warnings of Section 6, with severity and span, and the policy that judges them.

use locator::policy::{Verdict, WarningPolicy};
use locator::{Options, Severity};

/// `id severity start..end` of every warning.
fn warnings(text: &str, options: Options) -> Vec<String> {
    let url =
        locator::registry().parser().options(options).parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let warning = |warning: locator::Warning| {
        assert!(!warning.message().is_empty());
        format!("{} {} {:?}", warning.id(), warning.severity().as_str(), warning.span())
    };
    url.access_warnings().into_iter().map(warning).collect()
}

#[test]
fn section_6() {
    let rows: &[(&str, &[&str])] = &[
        ("ftp://h/a", &[]),
        ("ftp://h:21/a", &[]),
        ("ftp://h:2121/a", &["nondefault-port caution 8..12"]),
        ("gopher://h:25/0HELO%20x", &["nondefault-port caution 11..13", "reserved-port danger 11..13"]),
        ("ftp://u:p@h/", &["password-in-url caution 8..9"]),
        ("ftp://www.bank.com@h/", &["misleading-user danger 6..18"]),
        ("ftp://www%2Ebank%2ecom@h/", &["misleading-user danger 6..22"]),
        ("ftp://joe@h/", &[]),
        ("ftp://joe.x@h/", &[]),
        ("ftp://joe%40host.dom@h/", &[]),
        ("ftp://h/a%0D%0ADELE%20b", &["encoded-delimiter danger 9..12"]),
        ("ftp://h/a/b%00", &["encoded-delimiter danger 11..14"]),
        ("news:a%3E@h", &["encoded-delimiter danger 6..9"]),
        ("http://h/a%0aHost:x?b%0d", &["encoded-delimiter caution 10..13", "encoded-delimiter caution 21..24"]),
        ("http://h/%20", &[]),
        ("gopher://h/0s%00", &[]),
        ("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0A", &[]),
        ("wais://h/d/t/%00", &[]),
        ("wais://h/d/t/%25%00", &[]),
        ("gopher://h/0s%25%00", &[]),
        ("file://h.dom/a%00", &["encoded-delimiter danger 14..17"]),
        ("htpp://h/", &["unregistered-scheme note 0..4"]),
    ];
    for (text, expect) in rows {
        assert_eq!(warnings(text, Options::new()), *expect, "{text}");
    }
}

/// A deviation that lenient mode accepts is also a warning, so that a policy can judge it.
#[test]
fn deviations_are_notes() {
    let warnings = warnings("http://u:p@h/", Options::new().lenient());
    assert!(warnings.iter().any(|warning| warning.starts_with("A-09 note")), "{warnings:?}");
}

#[test]
fn a_policy_decides() {
    let judge = |policy: &WarningPolicy, text: &str| policy.judge(&locator::parse(text).unwrap()).verdict();
    let policy = WarningPolicy::new();
    for (text, verdict) in [
        ("http://h/", Verdict::Allow),
        ("x-foo:a", Verdict::Allow),
        ("http://h:8080/", Verdict::Ask),
        ("http://h:25/", Verdict::Deny),
        ("ftp://h/%0D", Verdict::Deny),
    ] {
        assert_eq!(judge(&policy, text), verdict, "{text}");
    }
    let policy = WarningPolicy::new()
        .id("nondefault-port", Verdict::Deny)
        .scheme("GOPHER", Verdict::Allow)
        .scheme_and_id("gopher", "reserved-port", Verdict::Deny)
        .scheme_and_id("http", "nondefault-port", Verdict::Deny)
        .scheme_and_id("http", "nondefault-port", Verdict::Allow);
    for (text, verdict) in [
        ("ftp://h:2121/", Verdict::Deny),
        ("gopher://h:7070/", Verdict::Allow),
        ("gopher://h:25/", Verdict::Deny),
        ("http://h:8080/", Verdict::Allow),
    ] {
        assert_eq!(judge(&policy, text), verdict, "{text}");
    }
}

#[test]
fn a_verdict_lists_its_reasons() {
    let url = locator::parse("ftp://u:p@h:22/").unwrap();
    let judgement = WarningPolicy::new().judge(&url);
    let grounds: Vec<_> =
        judgement.reasons().iter().map(|(verdict, warning)| (*verdict, warning.id(), warning.severity())).collect();
    assert_eq!(
        grounds,
        [
            (Verdict::Ask, "nondefault-port", Severity::Caution),
            (Verdict::Deny, "reserved-port", Severity::Danger),
            (Verdict::Ask, "password-in-url", Severity::Caution),
        ]
    );
    let text = judgement.to_string();
    assert!(text.starts_with("deny: ask: port 22") && text.contains("[password-in-url]"), "{text}");
}
