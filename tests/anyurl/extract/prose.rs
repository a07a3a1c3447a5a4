//! Examples of every scheme in prose, and prose in which no URL is.

use super::{LENIENT, find, full, lines};

/// Examples that are not found completely in prose: the reason, and the match.
#[rustfmt::skip]
const NOT_IN_PROSE: &[(&str, &str, Option<&str>)] = &[
    ("about:",               "names the scheme",                 None),
    ("mailto:",              "names the scheme",                 None),
    ("file:///",             "names the scheme",                 None),
    ("redis://",             "names the scheme",                 None),
    ("rediss://",            "names the scheme",                 None),
    ("amqp://",              "names the scheme",                 None),
    ("amqps://",             "names the scheme",                 None),
    ("bitcoin:",             "names the scheme",                 None),
    ("news:",                "names the scheme",                 None),
    ("postgres://",          "names the scheme",                 None),
    ("bigquery://",          "names the scheme",                 None),
    ("clickhouse:",          "names the scheme",                 None),
    ("fd://",                "names the scheme",                 None),
    ("javascript:",          "names the scheme",                 None),
    ("ldapi://",             "names the scheme",                 None),
    ("ldapi:///",            "names the scheme",                 None),
    ("smb://",               "names the scheme",                 None),
    ("sqlite://",            "names the scheme",                 None),
    ("tcp://",               "names the scheme",                 None),
    ("sqlite:///:memory:",   "ends with punctuation",            Some("sqlite:///:memory")),
    ("postgresql://",        "names the scheme",                 None),
    ("bitcoin:?",            "ends with punctuation", None),
    ("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?", "ends with punctuation", Some("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT")),
    ("http://h/?",           "ends with punctuation", Some("http://h/")),
    ("ldap://ldap.example.net/?",  "ends with punctuation", Some("ldap://ldap.example.net/")),
    ("ldaps://ldap.example.net/?", "ends with punctuation", Some("ldaps://ldap.example.net/")),
    ("dict://dict.org/d:shortcake:", "ends with punctuation", Some("dict://dict.org/d:shortcake")),
    ("dict://dict.org/d:shortcake:wordnet:", "ends with punctuation", Some("dict://dict.org/d:shortcake:wordnet")),
    ("dict://dict.org/m:sun:::", "ends with punctuation", Some("dict://dict.org/m:sun")),
    ("tag:example.org,2002:", "ends with punctuation", None),
    ("dbfs:/",               "names the scheme", None),
    ("skype:",               "names the scheme", None),
    ("intent:#Intent;action=android.settings.SETTINGS;end", "begins with punctuation", None),
    ("jdbc:duckdb:",         "ends with punctuation", None),
    ("wifi:S:Caf%C3%A9%3Bguests;H:true;P:a:b?c/d;;", "ends with punctuation", Some("wifi:S:Caf%C3%A9%3Bguests;H:true;P:a:b?c/d")),
    ("wifi:T:WPA;S:MyNet;P:MyPassword;;", "ends with punctuation", Some("wifi:T:WPA;S:MyNet;P:MyPassword")),
    ("mvn:g/a/[1.0,2.0)",    "has brackets that end it", None),
    ("jdbc:sqlserver://localhost;encrypt=true;databaseName=AdventureWorks;integratedSecurity=true;",
        "ends with punctuation",
        Some("jdbc:sqlserver://localhost;encrypt=true;databaseName=AdventureWorks;integratedSecurity=true")),
    (r"jdbc:sqlserver://localhost\instance1;user=a;password={p;w}}d}", "has braces that end it",
        Some(r"jdbc:sqlserver://localhost\instance1;user=a;password={p;w}")),
    ("file://vms.host.edu/disk$user/a:b@c&d=e?", "ends with punctuation", Some("file://vms.host.edu/disk$user/a:b@c&d=e")),
];

/// Every example of every scheme is found in prose, in both profiles, if it is valid in the profile.
#[test]
fn every_registered_scheme_is_found() {
    let registry = crate::rfc1738();
    let profiles = [LENIENT, LENIENT.profile(anyurl::Profile::Current)];
    let urls: std::collections::BTreeSet<String> = registry
        .names()
        .flat_map(|name| profiles.map(|options| registry.get(name, options.profile)))
        .flatten()
        .flat_map(|entry| entry.registration().examples.iter().map(|example| example.url.to_string()))
        .collect();
    assert!(urls.len() > 150, "{}", urls.len());
    let mut failures = Vec::new();
    for (url, options) in urls.iter().flat_map(|url| profiles.map(|options| (url, options))) {
        if crate::rfc1738().parser().options(options).parse(url).is_err() {
            continue;
        }
        let found = find(&format!("It is {url} that we mean, and not x:y."), options);
        let lines: Vec<_> = found.iter().map(full).collect();
        let exception = NOT_IN_PROSE.iter().find(|(text, ..)| text == url);
        let expect = exception.map_or(Some(&**url), |(_, _, found)| *found);
        if lines != Vec::from_iter(expect) {
            failures.push(format!("{url:?} {options:?}: {lines:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Words with a colon in prose, programs and logs are not URLs, although many are names of schemes.
#[test]
fn words_before_a_colon_are_not_urls() {
    let words = "note: something, e.g.: this, Re:foo Re: foo, C:\\x C:/x, 10:30, std::vec, localhost:8080, about: us, \
        data: the rest, data:none, info: done, [info]:ok, tag: v1, mid:point, cid:none, go: there, go:build, \
        example: this, example:foo, view-source: it, message: hello, time:out, content:none, query: x, query:x, \
        session:open, service: up, turn:left, turn: right, sip:coffee, dns:server, news:today, urn:ashes, tel: no, \
        geo:graphy, im:possible, pop: star, jar:lid, git:hub, file:name, file: a/b.txt, http: 80, ni:hao, \
        ssh:key, ldap:server, data-type:x, magnet:ic, sms: hi, cap: 5, resource: a/b, help: -h, icon:a, feed:back, \
        key:value, {\"data\":1, \"tag\":\"a.b\", \"id\":\"x\"}, a?b:c, T::of(x), fn f(data:&str, info:Info<'_>)";
    for options in [LENIENT, LENIENT.profile(anyurl::Profile::Current)] {
        assert_eq!(lines(&find(words, options)), [""; 0], "{options:?}");
    }
}
