//! The warnings of Section 6, with severity and span, and the policy that judges them.

use anyurl::{Options, Policy, SchemeMapError, Severity, Verdict};

/// `id severity start..end` of every warning.
fn warnings(text: &str, options: Options) -> Vec<String> {
    let url =
        crate::rfc1738().parser().options(options).parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let warning = |warning: anyurl::Warning| {
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
        // The example of RFC 3986 §7.6, and others that a person reads as a host.
        ("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", &["misleading-user danger 6..41"]),
        ("ftp://good.com%3A443@h/", &["misleading-user danger 6..20"]),
        ("ftp://good.com%2Flogin@h/", &["misleading-user danger 6..22"]),
        ("ftp://good.com%20@h/", &["misleading-user danger 6..17"]),
        ("ftp://good.com%40x@h/", &["misleading-user danger 6..18"]),
        ("ftp://good.com%E2%88%95x@h/", &["misleading-user danger 6..24"]),
        ("ftp://https%3A%2F%2Fgood.com@h/", &["misleading-user danger 6..28"]),
        ("ftp://b%C3%BCcher.example@h/", &["misleading-user danger 6..25"]),
        ("ftp://good.xn--p1ai@h/", &["misleading-user danger 6..19"]),
        ("ftp://good.com.@h/", &["misleading-user danger 6..15"]),
        ("ftp://good%E3%80%82com@h/", &["misleading-user danger 6..22"]),
        ("ftp://good%252ecom@h/", &["misleading-user danger 6..18"]),
        ("ftp://joe%40good.com%2F@h/", &["misleading-user danger 6..23"]),
        ("ftp://https:%2f%2fgood.com@h/", &["password-in-url caution 12..26", "misleading-user danger 12..26"]),
        ("ftp://:good.com@h/", &["password-in-url caution 7..15", "misleading-user danger 7..15"]),
        ("ftp://joe:good.com%2Fx@h/", &["password-in-url caution 10..22", "misleading-user danger 10..22"]),
        ("ftp://joe:good.com@h/", &["password-in-url caution 10..18"]),
        ("ftp://127.0.0.1@h/", &["misleading-user danger 6..15"]),
        ("ftp://%5B%3A%3A1%5D@h/", &["misleading-user danger 6..19"]),
        ("ftp://LOCALHOST@h/", &["misleading-user danger 6..15"]),
        ("ftp://joe@h/", &[]),
        ("ftp://joe.x@h/", &[]),
        ("ftp://joe_x&y.com@h/", &[]),
        ("ftp://joe%20doe.com@h/", &[]),
        ("ftp://1.2.3@h/", &[]),
        ("ftp://joe%40host.dom@h/", &[]),
        ("ftp://joe.doe%40host.dom@h/", &[]),
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
        assert_eq!(warnings(text, Options::new().rfc1738()), *expect, "{text}");
    }
}

#[test]
fn local_ports_matter_only_before_access() {
    let options = Options::new();
    for (text, is_shown) in [
        ("http://h.example:8080/", true),
        ("http://h.example:49151/", true),
        ("http://h.example:49152/", false),
        ("http://localhost:3000/", false),
        ("http://api.LOCALHOST.:3000/", false),
        ("http://localhost.example:3000/", true),
        ("http://mylocalhost:3000/", true),
        ("http://127.0.0.1:3000/", false),
        ("http://10.1.2.3:3000/", false),
        ("http://172.31.0.1:3000/", false),
        ("http://172.32.0.1:3000/", true),
        ("http://192.168.1.1:3000/", false),
        ("http://169.254.1.1:3000/", false),
        ("http://8.8.8.8:3000/", true),
        ("http://[::1]:3000/", false),
        ("http://[fd00::1]:3000/", false),
        ("http://[fe80::1]:3000/", false),
        ("http://[2001:db8::1]:3000/", true),
        ("http://localhost:25/", true),
    ] {
        let url = crate::rfc1738().parser().options(options).parse(text).unwrap();
        let is_port = |id: &str| id == "nondefault-port";
        assert_eq!(url.warning_ids().any(is_port), is_shown, "{text}");
        assert_eq!(url.access_warnings().iter().filter(|warning| is_port(warning.id())).count(), 1, "{text}");
    }
}

/// A deviation that lenient mode accepts is also a warning, so that a policy can judge it.
#[test]
fn deviations_are_notes() {
    let warnings = warnings("http://u:p@h/", Options::new().rfc1738().lenient());
    assert!(warnings.iter().any(|warning| warning.starts_with("A-09 note")), "{warnings:?}");
}

#[test]
fn a_policy_decides() {
    let judge = |policy: &Policy, text: &str| policy.judge(&crate::rfc1738().parse(text).unwrap()).verdict();
    let policy = Policy::new();
    for (text, verdict) in [
        ("http://h/", Verdict::Allow),
        ("x-foo:a", Verdict::Allow),
        ("http://h:8080/", Verdict::Ask),
        ("http://h:25/", Verdict::Deny),
        ("ftp://h/%0D", Verdict::Deny),
    ] {
        assert_eq!(judge(&policy, text), verdict, "{text}");
    }
    let policy = policy_of_warnings().unwrap();
    for (text, verdict) in [
        ("ftp://h:2121/", Verdict::Deny),
        ("gopher://h:7070/", Verdict::Allow),
        ("gopher://h:25/", Verdict::Deny),
        ("http://h:8080/", Verdict::Allow),
    ] {
        assert_eq!(judge(&policy, text), verdict, "{text}");
    }
}

fn policy_of_warnings() -> Result<Policy, SchemeMapError> {
    Policy::new()
        .warning("nondefault-port", Verdict::Deny)
        .warnings_of("GOPHER", Verdict::Allow)?
        .warning_of("gopher", "reserved-port", Verdict::Deny)?
        .warning_of("http", "nondefault-port", Verdict::Deny)?
        .warning_of("http", "nondefault-port", Verdict::Allow)
}

/// A denied scheme is denied, with or without warnings, and whatever the policy says about its warnings.
#[test]
fn a_policy_decides_on_schemes() {
    let policy = Policy::new()
        .scheme("TELNET", Verdict::Deny)
        .and_then(|policy| policy.warnings_of("telnet", Verdict::Allow))
        .and_then(|policy| policy.scheme("ftp", Verdict::Ask))
        .and_then(|policy| policy.scheme("http", Verdict::Allow))
        .unwrap();
    let closed = policy.clone().other_schemes(Verdict::Deny);
    let schemes = closed.schemes().bind(crate::rfc1738());
    for (text, verdict, when_closed) in [
        ("telnet://h/", Verdict::Deny, Verdict::Deny),
        ("Telnet://u:p@h/", Verdict::Deny, Verdict::Deny),
        ("ftp://h/a", Verdict::Ask, Verdict::Ask),
        ("ftp://h:22/a", Verdict::Deny, Verdict::Deny),
        ("http://h/", Verdict::Allow, Verdict::Allow),
        // To allow a scheme does not allow everything about it.
        ("http://h:25/", Verdict::Deny, Verdict::Deny),
        ("gopher://h/", Verdict::Allow, Verdict::Deny),
        ("x-foo:a", Verdict::Allow, Verdict::Deny),
    ] {
        let url = crate::rfc1738().parse(text).unwrap();
        assert_eq!(policy.judge(&url).verdict(), verdict, "{text}");
        assert_eq!(closed.judge(&url).verdict(), when_closed, "{text}");
        assert_eq!(schemes.get(&url), Some(&closed.judge(&url).scheme()), "{text}");
    }
    let shown = policy.judge(&crate::rfc1738().parse("telnet://h/").unwrap()).to_string();
    assert_eq!(shown, "deny: the policy denies the scheme `telnet`");
    assert!(Policy::new().scheme("telnet:", Verdict::Deny).is_err(), "a typo does not allow what it should deny");
}

#[test]
fn a_verdict_lists_its_reasons() {
    let url = crate::rfc1738().parse("ftp://u:p@h:22/").unwrap();
    let judgement = Policy::new().judge(&url);
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

#[test]
fn urls_of_deprecated_schemes_have_a_warning() {
    use anyurl::AddToml as _;

    let text = "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"E\"\nversion = \"1.0.0\"\n\
        serial = 1\ncontact = [\"a@example.com\"]\nchange_controller = \"E\"\nclaims = [\"x-*\"]\n\
        [[scheme]]\nname = \"x-old\"\nstatus = \"experimental\"\ndescription = \"old\"\n\
        deprecated = { since = \"1.1.0\", reason = \"it is old\", replacement = \"x-new\", remove_after = 2030-01-01 }\n\
        syntax = { grammar = \"rfc1738\", form = [\"x-old:<name+>\"] }\n\
        access = { kind = \"none\", locates = \"name\", name_properties = \"-\", operations = [], algorithm = \"-\" }\n";
    let registry = crate::rfc1738().to_builder().add_toml("org.toml", text).expect("it is valid").build();
    let notice = "`x-old` is deprecated since 1.1.0: it is old; use `x-new`; to be removed after 2030-01-01";
    let url = registry.parse("X-Old:a").expect("it is valid");
    let found: Vec<_> = url.warnings().iter().map(|one| (one.message().into_owned(), one.span())).collect();
    assert_eq!(found, [(notice.to_owned(), anyurl::Span::new(0, 5))]);
    assert!(url.entry().is_deprecated() && url.warning_ids().eq(["deprecated-scheme"]));
    assert!(registry.parser().check("x-old:a").expect("it is valid").warning_ids().eq(["deprecated-scheme"]));
    assert!(registry.parse("ftp://h/").expect("it is valid").warnings().is_empty());
    // Batches count it.
    let counts = registry.parser().check("x-new:a").expect("it is generic");
    assert!(counts.warning_ids().eq(["unregistered-scheme"]));
}
