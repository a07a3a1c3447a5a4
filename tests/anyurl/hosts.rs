//! Every host of a URL, whatever component it is in, and what depends on it: warnings, the policy, canonical forms.

use std::net::Ipv4Addr;

use anyurl::{Host, Policy, Registry, Verdict};

/// The hosts of a URL as written, each with the port to connect to.
fn hosts(registry: &Registry, text: &str) -> Vec<String> {
    let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let hosts = url.hosts().inspect(|one| {
        assert_eq!(one.span().of(text), one.as_str(), "{text}");
        assert_eq!(one.port_span().and_then(|port| port.of(text).parse().ok()), one.port(), "{text}");
    });
    hosts.map(|one| one.effective_port().map_or(one.as_str().to_owned(), |port| format!("{one}:{port}"))).collect()
}

#[test]
fn every_host_has_its_port() {
    let registry = anyurl::registry();
    let rows: &[(&str, &[&str])] = &[
        ("https://h.example/", &["h.example:443"]),
        ("https://[::1]:8080/", &["[::1]:8080"]),
        ("mailto:joe@h.example", &[]),
        ("file:///etc/motd", &[]),
        ("x-foo://h", &["h"]),
        ("https://a,b:25/", &["a,b:25"]),
        ("x-foo://a,b:25/", &["a,b:25"]),
        ("x-foo:a//b", &[]),
        ("x-foo:/a", &[]),
    ];
    for (text, expect) in rows {
        assert_eq!(hosts(registry, text), *expect, "{text}");
    }
    assert_eq!(hosts(&crate::rfc1738().clone(), "x-foo://a:25,c/"), ["a:25", "c"]);
}

#[cfg(feature = "declared")]
#[test]
fn hosts_of_lists_and_inner_urls() {
    let registry = anyurl::registry();
    let rows: &[(&str, &[&str])] = &[
        ("postgres://a,b:5433/d", &["a:5432", "b:5433"]),
        ("postgresql://u:p@[::1],b%5B/d", &["[::1]:5432", "b%5B:5432"]),
        ("postgres://%2Ftmp/d", &[]),
        ("postgres://a:1,%2Ftmp:2,c/d", &["a:1", "c:5432"]),
        ("postgres://:5432,b/d", &["b:5432"]),
        ("mongodb://u:p@a,b/", &["a:27017", "b:27017"]),
        ("kafka://a,b:1/t", &["a:9092", "b:1"]),
        ("docker://h.example:5000/a", &["h.example:5000"]),
        ("docker://alpine", &[]),
        ("s3://bucket/key", &[]),
        ("jdbc:postgresql://a:1,b/d?user=x", &["a:1", "b:5432"]),
        ("jdbc:mysql://a,b:1/d", &["a:3306", "b:1"]),
        ("jdbc:sqlserver://h:1433;user=sa", &["h:1433"]),
        ("jdbc:oracle:thin:@//h:1521/orcl", &["h:1521"]),
        ("jdbc:postgresql:db", &[]),
        ("jdbc:sqlite:/a//b", &[]),
        ("mysql://a,b:1/d", &["a,b:1"]),
        ("view-source:https://h/", &["h:443"]),
        ("view-source:https://a,b:25/", &["a,b:25"]),
        ("view-source:jdbc:postgresql://h/", &["h:5432"]),
        ("view-source:s3://bucket/key", &[]),
    ];
    for (text, expect) in rows {
        assert_eq!(hosts(registry, text), *expect, "{text}");
    }
    // Of a URL in a URL in a URL, only the first few are read.
    let nested = format!("{}https://h/", "view-source:jdbc:".repeat(1000));
    assert_eq!(hosts(registry, &nested), <[&str; 0]>::default());
}

#[cfg(feature = "declared")]
#[test]
fn a_second_host_does_not_escape_the_policy() {
    let registry = anyurl::registry();
    let (reserved, other) = (&["nondefault-port", "reserved-port"][..], &["nondefault-port"][..]);
    for (text, expect, verdict) in [
        ("postgres://a:25/d", reserved, Verdict::Deny),
        ("postgres://a:25,b/d", reserved, Verdict::Deny),
        ("postgres://b,a:25/d", reserved, Verdict::Deny),
        ("mongodb://a,b:25/d", reserved, Verdict::Deny),
        ("kafka://a:25,b/t", reserved, Verdict::Deny),
        ("jdbc:postgresql://h:25/d", reserved, Verdict::Deny),
        ("view-source:https://h:25/", reserved, Verdict::Deny),
        ("docker://h:25/a", &["reserved-port"][..], Verdict::Deny),
        ("x-unk://a:25/", &["reserved-port", "unregistered-scheme"], Verdict::Deny),
        ("x-unk://a:1024/", &["unregistered-scheme"], Verdict::Allow),
        ("postgres://a,b:5433/d", other, Verdict::Ask),
        ("postgres://a:5432,b/d", &[], Verdict::Allow),
        ("postgres://127.0.0.1:5433,localhost:5434/d", &[], Verdict::Ask),
        ("postgres://a,0x7f.1/d", &["host-differs"], Verdict::Deny),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(url.warning_ids().eq(expect.iter().copied()), "{text}: {:?}", url.warnings());
        assert_eq!(Policy::new().judge(&url).verdict(), verdict, "{text}");
    }
    let text = "postgres://a,b:25/d";
    let warnings = registry.parse(text).unwrap().warnings();
    assert!(warnings.iter().all(|warning| warning.span().of(text) == "25"), "{warnings:?}");
}

#[cfg(feature = "declared")]
#[test]
fn canonical_hosts_of_lists() {
    let registry = anyurl::registry();
    for (text, expect) in [
        ("postgres://a:5432,B/d", "postgresql://a,b/d"),
        ("postgres://[0:0::1]:05432,ex%61mple.COM:05433/d", "postgresql://[::1],example.com:5433/d"),
        ("postgres://a:,b/d", "postgresql://a,b/d"),
        ("postgres://:5432,a/d", "postgresql://:5432,a/d"),
        ("postgres://A,%2fTmp:5432/d", "postgresql://a,%2FTmp:5432/d"),
        ("mongodb://A:27017,b:27018/", "mongodb://a,b:27018/"),
        ("kafka://A:9092,b/t", "kafka://a,b/t"),
        ("docker://H.Example:5000/a", "docker://h.example:5000/a"),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(url.to_canonical(), expect, "{text}");
        assert!(url.is_equivalent(&registry.parse(expect).unwrap()), "{text}");
    }
    let differ = ["postgres://a:5432,b/d", "postgres://a,b:5433/d", "postgres://b,a/d"];
    let keys: std::collections::BTreeSet<_> =
        differ.map(|text| registry.parse(text).unwrap().canonical_key().as_str().to_owned()).into();
    assert_eq!(keys.len(), differ.len());
}

/// Browsers read a host with commas as one name.
#[test]
fn a_comma_makes_no_number_of_a_host() {
    let registry = anyurl::registry();
    for (text, differs) in [
        ("https://h,23/", false),
        ("telnet://h,23/", false),
        ("https://1.,h?q", false),
        ("https://u@h,10000/", false),
        ("https://0x7f.1/", true),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(url.warning_ids().any(|id| id == "host-differs"), differs, "{text}");
    }
}

#[test]
fn hosts_are_compared_by_meaning() {
    let parse = Host::parse;
    for (one, other) in
        [("Example.com", "eXample.COM"), ("ex%61mple.com", "example.com"), ("127.0.0.%31", "127.0.0.1"), ("%2f", "%2F")]
    {
        assert_eq!(parse(one), parse(other), "{one}");
        let set = std::collections::HashSet::from([parse(one)]);
        assert!(set.contains(&parse(other)), "{one}");
        assert!(parse(one) <= parse(other) && parse(one) >= parse(other), "{one}");
    }
    for (one, other) in [("a", "b"), ("127.0.0.1", "[::1]"), ("127.0.0.1", "127.0.0.2"), ("a", "127.0.0.1")] {
        assert_ne!(parse(one), parse(other), "{one}");
    }
    assert!(matches!(parse("%31.2.3.4"), Host::Ipv4(ip) if ip == Ipv4Addr::new(1, 2, 3, 4)));
    assert!(matches!(parse("255.255.255.2555"), Host::Opaque(_)));
}

#[test]
fn hosts_with_ports_are_compared_by_meaning() {
    let registry = anyurl::registry();
    for (one, other, same) in [
        ("https://h.example/a", "https://u@H.example:443/b", true),
        ("https://h.example:80/", "http://h.example/", true),
        ("https://h.example/", "http://h.example/", false),
        ("https://h.example/", "https://g.example/", false),
    ] {
        let [one, other] = [one, other].map(|text| registry.parse(text).unwrap());
        assert_eq!(one.hosts().eq(other.hosts()), same, "{one} {other}");
    }
}

#[cfg(feature = "declared")]
#[test]
fn a_url_contains_no_url_of_its_own_scheme() {
    let registry = anyurl::registry();
    for text in ["view-source:view-source:http://h", "view-source:VIEW-source:http://h", "jdbc:JDBC:a"] {
        let error = registry.parse(text).unwrap_err();
        assert_eq!(error.requirement().id(), "same-scheme", "{text}");
    }
}
