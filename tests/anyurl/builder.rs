//! The builder: every component of every scheme returns the bytes it was given, or rejects them.

mod case;
mod data;
mod declared;
mod planned;
mod rebuilt;
mod setters;

use anyurl::authors::{Component, Role};
use anyurl::{BuildError, Entry, Layer, Options, Profile, Registry};
use anyurl_testkit::Rng;
use case::{Case, bytes_of, context, given};

/// Bytes 0 to 255 in every component of every scheme survive building and parsing (R-2.2-4, R-2.2-5, R-2.2-7).
#[test]
fn random_bytes_come_back() {
    let registry = crate::rfc1738();
    let builtins = registry.entries().filter(|entry| entry.layer() == Layer::Builtin);
    let entries: Vec<&Entry> = builtins.collect();
    let mut rng = Rng::new(1738);
    for n in 0..crate::cases(2_000, 100_000) {
        let case = Case::random(&entries, &mut rng);
        let is_http_1 = case.entry.is_some_and(|entry| entry.registration().rfc1738 && entry.name() == "http");
        let begins_with_slash = |path: &Vec<u8>| path.starts_with(b"/");
        let path = case.given.iter().find(|(name, _)| *name == "path").and_then(|(_, bytes)| bytes.first());
        if is_http_1 && path.is_some_and(begins_with_slash) {
            assert!(case.build(registry).is_err(), "case {n}, {case:?}");
            continue;
        }
        let url = case.build(registry).unwrap_or_else(|error| panic!("case {n}, {case:?}: {error}"));
        // Parse the text again.
        let read = case.read(registry, url.as_str());
        let read = read.unwrap_or_else(|error| panic!("case {n}, {}: {error}", url.as_str()));
        for (name, bytes) in &case.given {
            let part = read.component(name).unwrap_or_else(|| panic!("case {n}: {name} in {}", url.as_str()));
            assert_eq!(&bytes_of(&part), bytes, "case {n}: {name} of {}", url.as_str());
        }
    }
}

/// The components that reject some bytes, and the bytes: what the grammar has no escapes for, and what would act as
/// protocol. All others accept every byte.
///
/// `a|b` is a text with the byte at the bar.
const REFUSED: [(&str, &str, &str, &str); 36] = [
    ("ftp", "host", "a|b", "not alnum-."),
    ("ftp", "user", "a|b", "\0\r\n"),
    ("ftp", "password", "a|b", "\0\r\n"),
    ("ftp", "cwd", "a|b", "\0\r\n"),
    ("ftp", "name", "a|b", "\0\r\n"),
    ("ftp", "port", "1|2", "not 0-9"),
    ("ftp", "typecode", "|", "not adiADI"),
    ("http", "host", "a|b", "not alnum-."),
    ("http", "port", "1|2", "not 0-9"),
    ("gopher", "host", "a|b", "not alnum-."),
    ("gopher", "port", "1|2", "not 0-9"),
    ("gopher", "type", "|", "\t\n\r"),
    ("gopher", "selector", "a|b", "\t\n\r"),
    ("gopher", "search", "a|b", "\t\r\n"),
    ("gopher", "gopher_plus_string", "a|b", "\t\r\n"),
    ("mailto", "addr_spec", "a|b@h", "not alnum.!#$%&'*+-/=?^_`{|}~"),
    ("mailto", "addr_spec", "\"a|b\"@h", "not \"\"ascii"),
    ("news", "message_id", "a|b@h", "control"),
    ("news", "group", "a|b", "not alnum-.+_"),
    ("news", "message_id", "a@h|h", "not alnum-.@"),
    ("nntp", "host", "a|b", "not alnum-."),
    ("nntp", "port", "1|2", "not 0-9"),
    ("nntp", "group", "a|b", "not alnum-.+_"),
    ("nntp", "article_number", "1|2", "not 0-9"),
    ("telnet", "host", "a|b", "not alnum-."),
    ("telnet", "user", "a|b", "\0\r\n"),
    ("telnet", "password", "a|b", "\0\r\n"),
    ("telnet", "port", "1|2", "not 0-9"),
    ("wais", "host", "a|b", "not alnum-."),
    ("wais", "port", "1|2", "not 0-9"),
    ("file", "host", "a|b", "not alnum-."),
    ("prospero", "host", "a|b", "not alnum-."),
    ("prospero", "port", "1|2", "not 0-9"),
    ("prospero", "hsoname", "a|b", "\0\r\n"),
    ("prospero", "fields", "a|b", "\0\r\n"),
    ("file", "segments", "a|b", "\0"),
];

/// The bytes of the last column.
fn refused(says: &str, byte: u8) -> bool {
    let alnum = byte.is_ascii_alphanumeric();
    match says.strip_prefix("not ") {
        None if says == "control" => byte.is_ascii_control(),
        None => says.as_bytes().contains(&byte),
        Some("0-9") => !byte.is_ascii_digit(),
        // Allowed in a quoted-string of RFC 822, but NUL ends a line for many programs.
        Some("\"\"ascii") => !byte.is_ascii() || matches!(byte, 0 | b'"' | b'\r' | b'\n'),
        Some(set) => match set.strip_prefix("alnum") {
            Some(punctuation) => !alnum && !punctuation.as_bytes().contains(&byte),
            None => !set.as_bytes().contains(&byte),
        },
    }
}

/// Each component rejects exactly these bytes.
#[test]
fn each_component_refuses_its_bytes() {
    let builtins = crate::rfc1738().entries();
    for entry in builtins.filter(|entry| entry.layer() == Layer::Builtin) {
        let name = entry.name();
        let web = entry.registration().version.major > 1 || ["https", "ws", "wss"].contains(&name);
        let all = entry.registration().components.iter();
        for component in all.filter(|one| buildable(one)) {
            let key = (name, &*component.name);
            let mut rows: Vec<_> =
                REFUSED.iter().filter(|row| !web && (row.0, row.1) == key).map(|row| (row.2, row.3)).collect();
            if web {
                rows.extend((key.1 == "port").then_some(("1|2", "not 0-9")));
                // A host is looked up, although RFC 3986 allows every byte in it, escaped.
                let is_looked_up = key.1 == "host" && entry.registration().default_port.is_some();
                rows.extend(is_looked_up.then_some(("a|b", "not alnum-._")));
            }
            if rows.is_empty() {
                rows.push((context(entry, component), ""));
            }
            for (context, says) in rows {
                check_bytes(entry, component, context, says);
            }
        }
    }
}

fn buildable(component: &Component) -> bool {
    !component.lenient && !matches!(component.role, Role::Whole | Role::Flag)
}

fn check_bytes(entry: &Entry, component: &Component, context: &str, says: &str) {
    let (before, after) = context.split_once('|').unwrap();
    for byte in 0..=255 {
        let value = [before.as_bytes(), &[byte], after.as_bytes()].concat();
        let case = Case::around(entry, component, value.clone());
        let what = format!("{entry:?} {} {:?}", component.name, value.escape_ascii().to_string());
        match case.build(crate::rfc1738()) {
            Ok(url) => {
                assert!(!refused(says, byte), "{what} is built: {}", url.as_str());
                let read = case.read(crate::rfc1738(), url.as_str()).unwrap();
                let part = read.component(&component.name).unwrap();
                assert_eq!(bytes_of(&part), case.given.last().unwrap().1, "{what}");
            }
            Err(error) => {
                assert!(refused(says, byte), "{what} is refused: {error}");
                assert_eq!(error.component(), component.name, "{what}: {error}");
                let place = error.offset();
                let near = before.len()..value.len();
                assert!(place.is_none_or(|place| place == 0 || near.contains(&place)), "{what}: {error}");
            }
        }
    }
}

fn built(scheme: &str, components: &str) -> Result<String, BuildError> {
    built_with(scheme, components, Options::new().rfc1738())
}

fn built_with(scheme: &str, components: &str, options: Options) -> Result<String, BuildError> {
    let builder = crate::rfc1738().build_with(scheme, options)?;
    let url = given(builder, components).build()?;
    Ok(url.as_str().to_owned())
}

/// Scheme, components, and the URL.
#[rustfmt::skip]
const EXAMPLES: [(&str, &str, &str); 23] = [
    ("ftp", "host=h", "ftp://h"),
    ("FTP", "host=h cwd=/a cwd= cwd=b;c name=d?:@&=", "ftp://h/%2Fa//b%3Bc/d?:@&="),
    ("ftp", "host=h user=a@b:c/d password=", "ftp://a%40b%3Ac%2Fd:@h"),
    ("ftp", "host=h password=p", "ftp://:p@h"),
    ("ftp", "host=h typecode=D", "ftp://h/;type=D"),
    ("http", "host=h port=8080 path=a/b;c?d searchpart=/?x", "http://h:8080/a/b;c%3Fd?%2F%3Fx"),
    ("http", "host=h searchpart=", "http://h/?"),
    ("http", "host=h path=~\"<>#%{}|\\^[]`", "http://h/%7E%22%3C%3E%23%25%7B%7D%7C%5C%5E%5B%5D%60"),
    ("gopher", "host=h search=a+b", "gopher://h/1%09a+b"),
    ("gopher", "host=h type=0 gopher_plus_string=+", "gopher://h/0%09%09+"),
    ("mailto", "addr_spec=joe%remote@gw", "mailto:joe%25remote@gw"),
    ("news", "group=comp.lang.c++", "news:comp.lang.c++"),
    ("news", "message_id=a@b@h", "news:a%40b@h"),
    ("news", "wildcard", "news:*"),
    ("nntp", "host=h group=a article_number=007", "nntp://h/a/007"),
    ("telnet", "host=h user=u", "telnet://u@h/"),
    ("wais", "host=h database=d/e search=q;r", "wais://h/d%2Fe?q;r"),
    ("wais", "host=h database=d wpath=1=2;3", "wais://h/d//1%3D2%3B3"),
    ("file", "segments=c: segments=a/b", "file:///c:/a%2Fb"),
    ("file", "host=localhost", "file://localhost/"),
    ("prospero", "host=h hsoname=/a;b ;c=d ;e;f=g=h", "prospero://h//a%3Bb;c=d;e%3Bf=g%3Dh"),
    ("x-foo", "schemepart=a?b#c", "x-foo:a?b%23c"),
    ("x-foo", "host=h url-path=a/b", "x-foo://h/a/b"),
];

/// The escapes in each component.
#[test]
fn examples() {
    let current = Options::new();
    for (scheme, components, url) in EXAMPLES {
        assert_eq!(built(scheme, components).as_deref(), Ok(url), "{scheme} {components}");
    }
    for (scheme, components, url) in [
        ("http", "host=h path=/~joe/[ query=a/b?c# fragment=f", "http://h/~joe/%5B?a/b?c%23#f"),
        ("https", "host=::1 port=8443", "https://[::1]:8443"),
        ("https", "host=[v1.a:b] user=a:b password=a:b@", "https://a%3Ab:a:b%40@[v1.a:b]"),
        ("wss", "host=h.example path=/m\u{fc}nchen", "wss://h.example/m%C3%BCnchen"),
        ("ftp", "host=h fragment=", "ftp://h#"),
    ] {
        let is = built_with(scheme, components, current);
        assert_eq!(is.as_deref(), Ok(url), "{scheme} {components}");
    }
}

/// R-3.4-14: the answers to a form are written as in the RFC and parsed as the answers.
#[test]
fn form_answers() {
    use anyurl::schemes::gopher::{GopherUrl, Plus};
    let block = "+\t1\r\n+-1\r\nyes\r\nJoe B\r\n.\r\n";
    let builder = crate::rfc1738().build("gopher").unwrap().host("h").set("selector", "s");
    let url = builder.set("type", "0").set("gopher_plus_string", block).build().unwrap();
    let text = "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0AJoe%20B%0D%0A.%0D%0A";
    assert_eq!(url.as_str(), text);
    let view: GopherUrl<'_> = url.as_url().view().unwrap();
    assert!(matches!(view.plus(), Some(Plus::FormData(_))));
}

/// Scheme, components, the component of the error, and the message.
#[rustfmt::skip]
const ERRORS: [(&str, &str, &str, &str); 36] = [
    ("ftp", "host=a_b", "host", "(offset 1): unexpected `_` in the host"),
    ("ftp", "host=h/x", "host", "(offset 1): decoded, it has a character other than letters"),
    ("ftp", "host=h:80", "host", "(offset 1): decoded, it has a character other than letters"),
    ("ftp", "host=h port=1@b", "port", "(offset 1): the URL would be parsed into other components"),
    ("ftp", "name=a", "host", "missing host"),
    ("ftp", "host=h user=a\r\nb", "user", "(offset 1): the byte 0D is not allowed in a command line, even if it is encoded"),
    ("ftp", "host=h password=a\nb", "password", "(offset 1): a byte is not allowed in a command line, even if it is encoded"),
    ("ftp", "host=h port=65536", "port", "a port is at most 65535"),
    ("ftp", "host=h typecode=x", "typecode", "write `a` for text"),
    ("ftp", "host=h nam=a", "nam", "did you mean `name`? the components are `user`, `password`, `host`"),
    ("ftp", "host=h url-path=a", "url-path", "consists of `cwd`, `name` and `typecode`"),
    ("file", "path=a/b", "path", "consists of `segments`: set these components instead"),
    ("ftp", "host=h =cwd=a", "cwd", "`push`"),
    ("prospero", "host=h =fields=a", "fields", "`field`"),
    ("news", "=wildcard=*", "wildcard", "`flag`"),
    ("ftp", "host=h ;a=b", "fields", "`ftp` URLs have no component"),
    ("ftp", "host=h fragment=f", "fragment", "profile `current`"),
    ("http", "host=h user=u", "user", "only lenient mode"),
    ("gopher", "host=h type=12", "type", "(offset 1)"),
    ("gopher", "host=h type= selector=a", "type", "the URL would be parsed into other components"),
    ("gopher", "host=h type= search=a", "type", "type not allowed"),
    ("gopher", "host=h search=a\tb", "search", "(offset 1)"),
    ("mailto", "addr_spec=a", "addr_spec", "missing addr_spec"),
    ("news", "", "group", "missing group"),
    ("news", "message_id=a", "message_id", "the URL would be parsed into other components"),
    ("news", "message_id=", "message_id", "invalid value for the `message_id`"),
    ("news", "group=a message_id=b@h", "message_id", "`group` and `message_id` cannot be used together"),
    ("news", "group=*", "group", "the URL would be parsed into other components"),
    ("nntp", "host=h", "group", "missing group"),
    ("nntp", "host=h group=a/1", "group", "(offset 1)"),
    ("wais", "host=h search=q wtype=t", "wtype", "cannot be used together"),
    ("x-foo", "schemepart=a host=h", "host", "cannot be used together"),
    ("x-foo", "host=a_b", "host", "the URL would be parsed into other components"),
    ("htpp", "host=h path=a", "path", "did you mean `http`"),
    ("foo bar", "", "scheme", "`foo bar` is not a scheme name"),
    ("", "", "scheme", "is not a scheme name"),
];

/// Errors name the component, the problem and the fix.
#[test]
fn errors_name_the_component() {
    for (scheme, components, component, says) in ERRORS {
        let error = built(scheme, components).unwrap_err();
        let message = error.to_string();
        assert_eq!(error.component(), component, "{scheme} {components}: {message}");
        assert!(message.contains(says), "{scheme} {components}: {message}");
        assert!(!message.ends_with('.') && !message.contains('\n'), "{message}");
    }
    let web = |components| built_with("https", components, Options::new().rfc1738()).unwrap_err();
    assert_eq!(web("host=h path=a").component(), "path");
    assert_eq!(web("path=/a").component(), "host");
    assert_eq!(web("host=[::1::2]").component(), "host");
    assert_eq!(built("wss", "host=h fragment=f").unwrap_err().component(), "fragment");
}

/// No error and no `Debug` shows a password (R-6-4).
#[test]
fn passwords_never_show() {
    let builder = || crate::rfc1738().build("ftp").unwrap().user("u").password("SECRET~").host("h");
    let errors = [
        builder().host("a b").build().unwrap_err(),
        builder().set("typecode", "SE").build().unwrap_err(),
        builder().push("password", "SECRET").build().unwrap_err(),
    ];
    let scheme = crate::rfc1738().build("ftp://u:SECRET@h/").unwrap_err();
    assert!(!format!("{scheme} {scheme:?}").contains("SECRET"), "{scheme}");
    let url = builder().build().unwrap();
    let shown = format!("{:?} {:?} {errors:?} {url:?} {}", builder(), url.to_builder(), errors[0]);
    assert!(shown.contains("password") && !shown.contains("SECRET"), "{shown}");
}

/// The profile selects the version, as for parsing; callers can also select one.
#[test]
fn profiles_and_versions() {
    let path = |options| built_with("http", "host=h path=/a", options);
    // The slash before the path is not a part of it in RFC 1738.
    assert!(path(Options::new().rfc1738()).unwrap_err().to_string().contains("omit its first `/`"));
    assert_eq!(path(Options::new()).as_deref(), Ok("http://h/a"));
    let registry = crate::rfc1738();
    let http = registry.get("http", Profile::Current).unwrap();
    let url = registry.build_as(http, Options::new().rfc1738()).unwrap().host("h").build().unwrap();
    assert_eq!(url.as_url().registration().version.major, 2);
    let other = Registry::builder().build();
    assert!(other.build_as(http, Options::new().rfc1738()).is_err());
}

/// A component that every URL of a scheme has, and that was never set, is missing; one that may be empty is written so.
#[test]
fn components_that_were_never_set() {
    use anyurl::AddToml;

    let body = |form: &str| {
        anyurl_testkit::registry_file(
            "user",
            "com.example",
            "x-art",
            &format!(
                r#"[[scheme]]
name = "x-art"
version = "1.0.0"
status = "experimental"
description = "artifacts"
change_controller = "Example"
contact = ["schemes@example.com"]
syntax = {{ grammar = "rfc1738", form = ["{form}"] }}
access = {{ kind = "none", locates = "name", operations = [], algorithm = "Ask.", name_properties = "artifacts" }}
"#
            ),
        )
    };
    let registry = |form: &str| {
        let text = body(form);
        anyurl::Registry::builder().add_toml("org.toml", text).unwrap_or_else(|error| panic!("{error}")).build()
    };
    let art = registry("x-art://<host>/<repo+>/<name+>[?<version>]");
    for (set, missing) in
        [(vec!["host", "repo"], "name"), (vec!["host", "name"], "repo"), (vec!["repo", "name"], "host")]
    {
        let builder = set.iter().fold(art.build("x-art").unwrap(), |builder, name| builder.set(name, "a"));
        let error = builder.build().unwrap_err();
        assert_eq!(error.to_string(), format!("missing {missing}: set it, because every URL of the scheme has one"));
        assert!(matches!(error, anyurl::BuildError::Missing { component, .. } if component == missing));
    }
    let empty = art.build("x-art").unwrap().host("h").set("repo", "r").set("name", "").build();
    assert!(matches!(empty, Err(anyurl::BuildError::Rejected { .. })), "{empty:?}");
    let url = registry("x-art://<host>/<repo>/<name>").build("x-art").unwrap().host("h").set("repo", "r").build();
    assert_eq!(url.unwrap(), "x-art://h/r/");
}

/// A host that no program can look up is refused, with the offset of the character, in every scheme with a port.
#[test]
fn what_is_no_host_is_refused() {
    let registry = anyurl::registry();
    for (host, offset) in [
        ("evil.com/path", Some(8)),
        ("a@b", Some(1)),
        ("h:80", Some(1)),
        ("ex ample", Some(2)),
        ("h\n", Some(1)),
        ("h%2Fx", Some(1)),
        ("a..b", None),
        ("127.1", None),
        ("256.0.0.1", None),
    ] {
        let error = registry.build("https").unwrap().host(host).build().unwrap_err();
        assert_eq!((error.component(), error.offset()), ("host", offset), "{host}: {error}");
        let url = registry.parse("https://h.example/").unwrap();
        assert_eq!(url.with_host(host).unwrap_err(), error, "{host}");
    }
    for (host, expect) in
        [("::1", "https://[::1]"), ("H_1.example.", "https://H_1.example."), ("192.0.2.1", "https://192.0.2.1")]
    {
        assert_eq!(registry.build("https").unwrap().host(host).build().unwrap().as_str(), expect);
    }
    // Nothing says that the host of another scheme is looked up.
    assert_eq!(registry.build("x+unix").unwrap().host("/run/x").build().unwrap().as_str(), "x+unix://%2Frun%2Fx");
    let name = registry.build("https").unwrap().host("b\u{fc}cher.example").build();
    if cfg!(feature = "idna") {
        assert_eq!(name.unwrap().as_str(), "https://xn--bcher-kva.example");
    } else {
        assert!(name.unwrap_err().to_string().contains("feature `idna`"));
    }
}

/// Without a default port a host is looked up if steps connect to it, if a port may follow it, or if it is a service.
#[cfg(feature = "declared")]
#[test]
fn hosts_that_are_looked_up_without_a_default_port() {
    use anyurl::AddToml;

    let is_checked = |registry: &Registry, scheme: &str| {
        let error = registry.build(scheme).unwrap().host("evil.com/path").build().err();
        matches!(error, Some(BuildError::NoHost { offset: Some(8), .. }))
    };
    let current = anyurl::registry();
    assert_eq!(
        ["mongodb+srv", "dns", "ni", "http+unix", "ipfs"].map(|name| is_checked(current, name)),
        [true, true, true, false, false]
    );
    let with = |access: &str| {
        let body = r#"[[scheme]]
name = "x-art"
version = "1.0.0"
status = "experimental"
description = "artifacts"
change_controller = "Example"
contact = ["schemes@example.com"]
syntax = { grammar = "rfc1738", form = ["x-art://<host>/<name>"] }
"#;
        let text = anyurl_testkit::registry_file("user", "com.example", "x-art", &format!("{body}access = {access}\n"));
        anyurl::Registry::builder().add_toml("org.toml", text).unwrap_or_else(|error| panic!("{error}")).build()
    };
    let steps = r#"{ kind = "steps", locates = "data-object", operations = ["get"], default = "get", algorithm = "Ask.", steps = [{ connect = "{host}:7070" }, { send = "{name}\r\n" }] }"#;
    let none =
        r#"{ kind = "none", locates = "name", operations = [], algorithm = "Ask.", name_properties = "artifacts" }"#;
    assert_eq!([steps, none].map(|access| is_checked(&with(access), "x-art")), [true, false]);
}

/// The hosts of a list are checked one by one.
#[cfg(feature = "declared")]
#[test]
fn what_is_no_host_of_a_list_is_refused() {
    let registry = anyurl::registry();
    let builder = || registry.build("postgres").unwrap().push("hosts", "a:1");
    assert_eq!(builder().push("hosts", "[::1]:2").build().unwrap().as_str(), "postgres://a:1,[::1]:2");
    for host in ["a@b", "a b", "h/x"] {
        let error = builder().push("hosts", host).build().unwrap_err();
        assert_eq!((error.component(), error.offset()), ("hosts", Some(1)), "{host}: {error}");
    }
    assert!(builder().push("hosts", "").build().is_err());
}
