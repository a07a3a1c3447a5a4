//! Mistakes that people make often: the help says what they meant.

use std::collections::BTreeSet;

use anyurl::Options;

#[test]
fn the_help_says_what_was_meant() {
    let registry = anyurl::registry();
    for (text, help, repaired) in [
        ("git@github.com:o/r.git", "scp", Some("ssh://git@github.com/o/r.git")),
        ("git@h:/o", "scp", Some("ssh://git@h/o")),
        ("joe@h:o", "scp", Some("ssh://joe@h/~/o")),
        ("@h:a", "only these characters", None),
        ("ssh://git@github.com:o/r.git", "begins with `/`", Some("ssh://git@github.com/o/r.git")),
        ("x-ssh://git@h:~o/r.git", "begins with `/`", Some("x-ssh://git@h/~o/r.git")),
        ("https://h:o/r.git", "in digits", None),
        ("http://[fe80::1%25eth0]:80/", "RFC 9844", Some("http://[fe80::1]:80/")),
        ("http://[fe80::1%eth0]/", "RFC 9844", Some("http://[fe80::1]/")),
        ("mqtt://[fe80::1%25eth0]/", "RFC 9844", Some("mqtt://[fe80::1]/")),
        ("ftp://user:pa/ss@h/x", "write `%2F`", None),
        ("https://u:p?w@h/", "in digits, or encode a `:` that belongs to a user name, or write `%3F`", None),
        ("https://login:pswd#x@h/", "write `%23`", None),
        ("file://C:/x", "drive", Some("file:///C:/x")),
        ("FILE://c|/x", "drive", Some("FILE:///c:/x")),
        ("mailto:joe", "add an `@` and the domain", None),
        ("s3://ab/k", "in these characters", None),
        ("mysql://a:25,b/d", "write one host: a URL of mysql has no list of hosts", None),
        ("https://u:p@a:1,b:2/", "write one host", None),
        ("postgres://a:1,b:x/d", "in digits", None),
        ("postgres://u:p@ss@h/d", "write it as `%40`", Some("postgres://u:p%40ss@h/d")),
        ("nfs://u:p@h/a", "omit everything up to and including the `@`", Some("nfs://h/a")),
        ("redis://h:abc/1", "in digits", None),
        ("smtps://h:abc", "in digits", None),
        ("irc://2001:db8::1/c", "in brackets", Some("irc://[2001:db8::1]/c")),
        (
            "otpauth:/totp/a?secret=JBSWY3DPEHPK3PXP",
            "write a second slash",
            Some("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"),
        ),
        // The slash may begin a path.
        ("hdfs:/user/joe", "before a host, or before the slash of a path", None),
        ("redis:/h/1", "before a host", None),
        ("redis:h:6379", "write `//`", Some("redis://h:6379")),
        ("sqlite:/a.db", "write `//`", None),
        ("sqlite:a.db", "write `//` after the colon", None),
        ("imap://u:p@h/", "omit the `:` and the password", Some("imap://u@h/")),
        ("jdbc:postgresql://u:p@h/d", "omit the `:` and the password", None),
        ("adl://h.example:80/a", "omit the `:`", Some("adl://h.example/a")),
        // An `@` that is data ends no login.
        ("docker://alpine:3.19@sha256:abc", "not both", None),
        ("abfs://a.b@h.dfs.core.windows.net/x", "compare the URL", None),
        (r"https:\\h\a?\", "in place of each backslash", None),
        (r"redis:\\h\1", "in place of each backslash", Some("redis://h/1")),
        ("git:///h/a", "name the host", None),
        ("ftp://u@:21/x", "name the host", None),
        ("adl://h.example/a%zz", "write `%25`", Some("adl://h.example/a%25zz")),
    ] {
        let error = registry.parse(text).expect_err(text);
        let explanation = registry.explain(text, Options::new(), &error);
        assert!(explanation.help.contains(help), "{text}: {error}, {}", explanation.help);
        assert_eq!(explanation.repaired.as_deref(), repaired, "{text}: {}", explanation.help);
        assert!(explanation.expected.is_none_or(|expected| expected.len() < 200), "{text}");
    }
}

/// Schemes in which one of these mistakes is not known as such: a path, a query or the URL of a driver may begin there, too.
const OTHERS: [&str; 12] = [
    "clickhouse",
    "dns",
    "file",
    "git+file",
    "ipfs",
    "jdbc",
    "jdbc:mysql",
    "jdbc:postgresql",
    "jdbc:sqlserver",
    "maps",
    "msteams",
    "news",
];

/// A frequent mistake in the authority has its own error in every scheme with a host, in code or as data.
#[test]
fn every_scheme_names_mistakes_in_the_authority() {
    type Change = fn(&str, &str, &str) -> String;
    const CHANGES: [Change; 5] = [
        |scheme, host, rest| format!("{scheme}:{host}{rest}"),
        |scheme, host, rest| format!("{scheme}:/{host}{rest}"),
        |scheme, host, rest| format!("{scheme}:\\\\{host}{rest}"),
        |scheme, host, rest| format!("{scheme}://u:p@ss@{host}{rest}"),
        |scheme, host, rest| format!("{scheme}://{host}:abc{rest}"),
    ];
    let (registry, mut tried, mut others) = (anyurl::registry(), 0, BTreeSet::new());
    for entry in registry.entries() {
        let mut examples = entry.registration().examples.iter().filter_map(|one| registry.parse(&one.url).ok());
        let with_host = examples.find_map(|url| {
            let host = url.host().filter(|host| !host.is_empty())?.to_owned();
            Some((url, host))
        });
        let Some((url, host)) = with_host else { continue };
        let Some((scheme, rest)) = url.as_str().split_once(&format!("://{host}")) else { continue };
        let rest = rest.trim_start_matches(|letter: char| letter == ':' || letter.is_ascii_digit());
        for change in CHANGES {
            let Err(error) = registry.parse(&change(scheme, &host, rest)) else { continue };
            tried += 1;
            if error.requirement().id() == "grammar" {
                others.insert(entry.name());
            }
        }
    }
    assert!(tried > 400, "{tried}");
    assert_eq!(Vec::from_iter(others), OTHERS);
}

/// A grammar that does not match names the scheme whose examples help.
#[test]
fn the_help_names_the_scheme() {
    let text = "telnet://h/x";
    let error = anyurl::parse(text).unwrap_err();
    assert!(error.requirement().help().contains("the examples of telnet"), "{}", error.requirement().help());
}

#[test]
fn a_host_and_a_port_are_no_scheme() {
    for (text, question) in
        [("localhost:8080", "http://localhost:8080/"), ("db.example:5432/x", "http://db.example:5432/`")]
    {
        let url = anyurl::parse(text).unwrap();
        let warnings = url.warnings();
        assert!(warnings.iter().any(|warning| warning.to_string().contains(question)), "{text}: {warnings:?}");
    }
    let url = anyurl::parse("x-name:8080a").unwrap();
    assert!(!url.warnings().iter().any(|warning| warning.to_string().contains("http://")));
}
