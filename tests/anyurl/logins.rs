//! Authorities that end within a password, parts that a command takes for options, and what a `#` is.

use anyurl::{Policy, Verdict};
use proptest::prelude::*;

/// The rule is the page of `core/src/url/warnings/login_cut.rs`: a reserved port before an `@` with a host.
#[test]
fn a_login_that_is_cut_is_warned_of() {
    let registry = anyurl::registry();
    for (text, is_cut) in [
        ("ftp://user:12/ss@h/x", true),
        ("https://u:12?x@h/", true),
        ("https://u:12#x@h/", true),
        ("https://u:12/a/b@h.example:8080", true),
        ("https://u:0/p@192.0.2.1", true),
        ("x-unk://u:12/p@h", true),
        ("https://h/@user", false),
        ("https://h/?m=a@b", false),
        ("https://h:/a@b", false),
        ("https://h:8080/@x", false),
        ("https://h:443/a@b", false),
        ("https://h:1024/a@b", false),
        ("http://h:80/?m=a@b", false),
        ("https://h:81/react@18.2/umd", false),
        ("https://h:81/a@", false),
        ("https://h:81/a", false),
        ("https://a:12@h/", false),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(url.warning_ids().any(|id| id == "login-cut"), is_cut, "{text}");
        assert!(!is_cut || Policy::new().judge(&url).verdict() == Verdict::Deny, "{text}");
    }
}

#[cfg(feature = "declared")]
#[test]
fn a_number_sign_never_hides_the_host_of_a_database() {
    let registry = anyurl::registry();
    for text in [
        "postgresql://u:12#pw@h/db",
        "postgres://u:p#1@h/d",
        "redis://u:p#1@h/0",
        "rediss://:#1@h/0",
        "mysql://u:p#1@h/d",
        "mongodb://u:12#pw@h/db",
        "mongodb+srv://u:12#pw@h.example/db",
        "amqp://u:12#pw@h/v",
        "amqps://u:12#pw@h/v",
        "kafka://u:12#pw@h/t",
    ] {
        for parser in [registry.parser(), registry.parser().lenient()] {
            let error = parser.parse(text).unwrap_err();
            assert_eq!(error.span().of(text), "#", "{text}");
            assert_eq!(error.requirement().help(), "write `%23` for the `#` in the password", "{text}");
        }
    }
    assert!(registry.parse("postgresql://h:5432/db?application_name=a@b").unwrap().warnings().is_empty());
}

#[cfg(feature = "declared")]
#[test]
fn a_scheme_says_what_a_number_sign_is() {
    let registry = anyurl::registry();
    for (text, component, value) in [
        ("irc://irc.undernet.org/#worldchat", "target", "#worldchat"),
        ("ircs://h/##c,ischannel", "target", "##c"),
        ("s3://bucket/a#b", "key", "a#b"),
        ("s3://bucket/a?b#c", "query", "b#c"),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(url.component(component).map(|one| one.text()), Some(value), "{text}");
        assert_eq!((url.fragment(), &*url.to_canonical()), (None, text));
    }
    let url = registry.build("s3").unwrap().set("bucket", "bucket").set("key", "a#b").build().unwrap();
    assert_eq!(url.as_str(), "s3://bucket/a#b");
    for text in ["nfs://h/a#f", "postgresql://h/db#f", "redis://h/0#"] {
        assert_eq!(registry.parse(text).unwrap_err().requirement().id(), "A-40", "{text}");
        assert!(registry.parser().lenient().parse(text).is_ok(), "{text}");
    }
}

#[cfg(feature = "declared")]
#[test]
fn options_are_warned_of() {
    let registry = anyurl::registry();
    for (text, part) in [
        ("ssh://-oProxyCommand=x/", "-oProxyCommand=x"),
        ("ssh://-u@h/", "-u"),
        ("ssh://%2du@h/", "%2du"),
        ("git://-host/x", "-host"),
        ("git://h//-x", "//-x"),
        ("git+ssh://-u@h/x", "-u"),
        ("telnet://-h/", "-h"),
        ("sftp://h/-x", "/-x"),
        ("rsync://h/%2De/x", "/%2De/x"),
        ("svn+ssh://-h/x", "-h"),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let warnings = url.warnings();
        let found = warnings.iter().find(|warning| warning.id() == "option-like");
        assert_eq!(found.map(|warning| warning.span().of(text)), Some(part), "{text}");
        assert_eq!(Policy::new().judge(&url).verdict(), Verdict::Deny, "{text}");
        assert_eq!(url.warning_ids().filter(|id| *id == "option-like").count(), 1, "{text}");
    }
    for text in ["ssh://u@h/a-b", "git://h/a/-x", "https://-u@h/-x", "sftp://h/"] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(url.warning_ids().all(|id| id != "option-like"), "{text}");
    }
    assert!(anyurl::parse("telnet://-u@h/").unwrap().warning_ids().any(|id| id == "option-like"));
}

/// `file:` names the host between two slashes and the third; `..` and `~` are names of no host.
#[cfg(feature = "declared")]
#[test]
fn paths_in_place_of_a_host_are_warned_of() {
    let registry = anyurl::registry();
    for (text, host) in [
        ("file://../x", ".."),
        ("file://./x", "."),
        ("file://.hidden/x", ".hidden"),
        ("file://~/x", "~"),
        ("file://~joe/x", "~joe"),
        ("file://$HOME/x", "$HOME"),
        ("file://home%2Fjoe/x", "home%2Fjoe"),
        ("file://C%3A/x", "C%3A"),
    ] {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(url.warning_ids().eq(["path-as-host"]), "{text}: {:?}", url.warnings());
        assert_eq!(url.warnings()[0].span().of(text), host, "{text}");
        assert_eq!(Policy::new().judge(&url).verdict(), Verdict::Deny, "{text}");
    }
    // A host that cannot be found is a name nevertheless; only files have paths that are mistaken for one.
    for text in
        ["file:///../x", "file://h/~/x", "file://C/x", "file://b%C3%BCcher/x", "file:/x", "x-foo://~/x", "ni://~/a;b"]
    {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(url.warning_ids().all(|id| id != "path-as-host"), "{text}");
    }
}

proptest! {
    #![proptest_config(crate::property(43))]

    /// A usual port, or no `@`, never has the warning; a reserved port before `@` and a host always has it.
    #[test]
    fn only_reserved_ports_cut_a_login(port in 0_u16.., path in "[a-z0-9/.]{0,8}", host in prop::option::of("[a-z]{1,8}")) {
        let registry = anyurl::registry();
        let rest = host.as_ref().map_or(String::new(), |host| format!("@{host}"));
        let text = format!("https://u:{port}/{path}{rest}");
        let url = registry.parse(&text).unwrap();
        let expect = port < 1024 && port != 443 && host.is_some();
        prop_assert_eq!(url.warning_ids().any(|id| id == "login-cut"), expect, "{}", text);
    }
}
