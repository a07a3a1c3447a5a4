//! The plans of declared schemes: the content of a URL stays data (requirements D 27).

use anyurl_core::{Environment, Options, Plan, PlanError, Registry, Step};
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::Stack;
use anyurl_testkit::registry_file;

const ENTRY: &str = r#"
[[scheme]]
name = "x-thing"
status = "experimental"
description = "A thing in a box"
applications = ["this test"]
contact = ["test@example.com"]
change_controller = "The test"
security = "Nothing is secret."
expires = 2099-12-31
port = { default = 7070, transport = ["tcp"] }
syntax = { grammar = "rfc1738", form = ["x-thing://<host>[:<port>]/<box>"] }
access = { kind = "steps", locates = "data-object", operations = ["get"], default = "get", algorithm = "Connect, send GET and the box, read to the end.", steps = [{ connect = "{host}:{port}" }, { send = "GET {box}\r\n" }, { receive = "until-close" }] }
example = [{ url = "x-thing://h/b", accept = true }]
"#;

fn file() -> String {
    registry_file("organization", "test", "x-*", ENTRY)
}

fn registry() -> Registry {
    let layer = RegistryFile::from_text("test.toml", file()).unwrap().load().unwrap();
    let resolved = Stack::new().push(layer).resolve(anyurl::rfc1738(), None);
    resolved.unwrap_or_else(|found| panic!("{found}")).registry().clone()
}

#[test]
fn every_byte_in_a_component() {
    let registry = registry();
    for byte in 0..=u8::MAX {
        let text = format!("x-thing://h/a%{byte:02X}b");
        let url = registry.parser().parse(&text).unwrap();
        let plan = url.plan(&Environment::new()).and_then(|plan| plan.wire());
        if matches!(byte, 0 | b'\r' | b'\n' | b' ' | b'\t') {
            let error = plan.unwrap_err();
            assert_eq!(error.kind().as_str(), "unsafe-octets", "{text}: {error}");
            assert_eq!(error.span().map(|span| span.of(&text)), Some(&text[13..16]), "{text}");
        } else {
            assert_eq!(plan.unwrap(), [b"GET a", &[byte][..], b"b\r\n"].concat(), "{text}");
        }
    }
}

/// `rest_of_line` allows spaces and TABs only in the component that ends its line.
#[test]
fn the_rest_of_a_line() {
    let step = "{ send = \"GET {box}\\r\\n\" }";
    let registry = |steps: &str| {
        let text = file().replace(step, steps);
        assert_ne!(text, file());
        let layer = RegistryFile::from_text("test.toml", text.as_str()).unwrap().load();
        Stack::new()
            .push(layer.map_err(|found| found.to_string())?)
            .resolve(anyurl::rfc1738(), None)
            .map(|resolved| resolved.registry().clone())
            .map_err(|found| found.to_string())
    };
    let wire = |steps: &str, text: &str| {
        let registry = registry(steps).unwrap();
        let url = registry.parser().parse(text).unwrap();
        let plan = url.plan(&Environment::new())?;
        plan.wire()
    };
    let last = r#"{ send = "GET {host} {box}\r\n", rest_of_line = true }"#;
    for (byte, sent) in [("%20", " "), ("%09", "\t")] {
        let text = format!("x-thing://h/a{byte}b");
        assert_eq!(wire(last, &text).unwrap(), format!("GET h a{sent}b\r\n").as_bytes());
        for guarded in [
            r#"{ send = "GET {box} {host}\r\n", rest_of_line = true }"#,
            r#"{ send = "GET {box} {box}\r\n", rest_of_line = true }"#,
            r#"{ send = "GET {box}\r\n", rest_of_line = false }"#,
        ] {
            let error = wire(guarded, &text).unwrap_err();
            assert_eq!(error.kind().as_str(), "unsafe-octets", "{guarded}: {error}");
        }
    }
    assert_eq!(wire(last, "x-thing://h/a%0D").unwrap_err().kind().as_str(), "unsafe-octets");
    for wrong in [
        r#"{ send = "GET {box} HTTP/1.0\r\n", rest_of_line = true }"#,
        r#"{ send = "LIST\r\n", rest_of_line = true }"#,
        r#"{ receive = "reply", rest_of_line = true }"#,
        r#"{ send = "GET {box}\r\n", rest_of_line = "yes" }"#,
    ] {
        let refused = registry(wrong).and_then(|registry| {
            registry.parse("x-thing://h/a").map(|url| url.to_string()).map_err(|error| error.to_string())
        });
        let refused = refused.unwrap_err();
        assert!(refused.contains("rest_of_line"), "{wrong}: {refused:?}");
    }
}

/// A reply belongs to all requests before it, so it is skipped only with all of them.
#[test]
fn replies_belong_to_the_requests_before_them() {
    const A: &str = r#"{ send = "A {box}\r\n" }"#;
    const B: &str = r#"{ send = "B {search}\r\n" }"#;
    const LINE: &str = r#"{ receive = "line" }"#;
    const CLOSE: &str = r#"{ receive = "until-close" }"#;
    let rows: [(&[&str], &str, &str); 7] = [
        (&[A, B, CLOSE], "A B <", "A <"),
        (&[B, A, CLOSE], "B A <", "A <"),
        (&[A, LINE, B, CLOSE], "A < B <", "A <"),
        (&[LINE, A, LINE, B, LINE, CLOSE], "< A < B < <", "< A <"),
        (&[B, LINE, A, CLOSE], "B < A <", "A <"),
        (&[B, B, LINE], "B B <", ""),
        (&[LINE, B, A, LINE], "< B A <", "< A <"),
    ];
    for (steps, with, without) in rows {
        let text = file().replace(r#"/<box>"]"#, r#"/<box>[?<search>]"]"#);
        let text = text.replace(&format!("{{ send = \"GET {{box}}\\r\\n\" }}, {CLOSE}"), &steps.join(", "));
        assert!(text.contains(steps[0]), "{text}");
        let layer = RegistryFile::from_text("test.toml", text).unwrap().load().unwrap();
        let resolved = Stack::new().push(layer).resolve(anyurl::rfc1738(), None).unwrap();
        for (url, expect) in [("x-thing://h/b?s", with), ("x-thing://h/b", without)] {
            let plan = resolved.registry().parse(url).unwrap().plan(&Environment::new()).unwrap();
            let steps: Vec<_> = plan.steps().iter().filter_map(short).collect();
            assert_eq!(steps.join(" "), expect, "{steps:?} {url}");
        }
    }
}

/// The first letter of what a step sends; `<` for a reply.
fn short(step: &Step) -> Option<String> {
    match step {
        Step::Receive(_) => Some("<".to_owned()),
        Step::Send(line) => Some(line.to_string()[..1].to_owned()),
        _ => None,
    }
}

/// URLs that newer versions with built-in access plan like the built-in schemes.
const AS_BUILT_IN: [&str; 14] = [
    "ftp://h",
    "ftp://h/a/b;type=D",
    "ftp://u:p@h:2121/%2Fetc//motd",
    "ftp://h/a%0D%0AQUIT",
    "file:///etc/motd",
    "file://localhost/a//b",
    "file:///",
    "file://other.example/a",
    "file:///a%2Fb",
    "mailto:a@h",
    "mailto:a%2Bb@h",
    "news:comp.text",
    "news:a%25b@h",
    "news:a%3Eb@h",
];

/// URLs that only the newer versions accept, and what their plans send.
const AS_NOW: [(&str, &str); 9] = [
    ("ftp://[2001:db8::1]/~a/b;type=d", "USER anonymous\r\nPASS e@h\r\nCWD ~a\r\nNLST b\r\n"),
    ("news://s:1190/", "LIST\r\n"),
    ("news://s/comp.text", "GROUP comp.text\r\n"),
    ("news:*", "LIST\r\n"),
    ("news:", "LIST\r\n"),
    ("news:a.th%3Fse.*", "LIST ACTIVE a.th?se.*\r\n"),
    ("file:/etc/motd", ""),
    ("mailto:a@h,b@h?subject=c", ""),
    ("mailto:?to=a@h", ""),
];

fn plan(registry: &Registry, text: &str, options: Options) -> Result<Plan, PlanError> {
    let environment = Environment::new().email("e@h").news_server("n", 119);
    let url = registry.parser().options(options).parse(text).unwrap();
    assert_eq!(url.registration().version.major, if options == Options::new() { 2 } else { 1 }, "{text}");
    url.plan(&environment)
}

/// The shipped registry, and the same file as a layer.
fn with_public_layer() -> [Registry; 2] {
    let layer = RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE);
    let layer = layer.unwrap().load().unwrap();
    let resolved = Stack::new().push(layer).resolve(anyurl::rfc1738(), None);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    [anyurl::registry().clone(), resolved.registry().clone()]
}

#[test]
fn builtin_access_uses_the_built_in_scheme() {
    let now = Options::new();
    for registry in with_public_layer() {
        for text in AS_BUILT_IN {
            let shown = |plan: Result<Plan, PlanError>| match plan {
                Ok(plan) => format!("{plan:?}"),
                Err(error) => format!("{error} {:?}", error.span()),
            };
            let (builtin, declared) = (plan(&registry, text, now.rfc1738()), plan(&registry, text, now));
            assert_eq!(shown(declared), shown(builtin), "{text}");
        }
        for (text, sent) in AS_NOW {
            let plan = plan(&registry, text, now).unwrap();
            assert!(!plan.steps().is_empty(), "{text}");
            assert_eq!(String::from_utf8(plan.wire().unwrap()).unwrap(), sent, "{text}");
        }
    }
}

#[test]
fn builtin_access_refuses_components_unknown_to_the_built_in_scheme() {
    let text = "news://u:p@s/comp.text";
    let error = plan(anyurl::registry(), text, Options::new()).unwrap_err();
    assert_eq!(error.kind().as_str(), "no-access-method");
    assert_eq!(error.span().map(|span| span.of(text)), Some("u"));
    assert!(error.to_string().contains("the user of `news`"), "{error}");
}
