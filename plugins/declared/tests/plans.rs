//! The plans of declared schemes: what a URL holds stays data (requirements D 27).

use locator_core::{Environment, Options, Registry};
use locator_declared::format::Layer;
use locator_declared::layers::Stack;

const FILE: &str = r#"
schema = 1

[registry]
id = "test"
kind = "organization"
title = "A test"
version = "1.0.0"
serial = 1
contact = ["test@example.com"]
change_controller = "The test"
claims = ["x-*"]

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

fn registry() -> Registry {
    let layer = Layer::of_text("test.toml", FILE).unwrap().load().unwrap();
    let resolved = Stack::new().push(layer).resolve(locator::rfc1738(), None);
    resolved
        .unwrap_or_else(|found| panic!("{found}"))
        .registry()
        .clone()
}

#[test]
fn every_octet_in_a_component() {
    let registry = registry();
    for octet in 0..=u8::MAX {
        let text = format!("x-thing://h/a%{octet:02X}b");
        let url = registry.parse_with(&text, Options::new()).unwrap();
        let plan = url.plan(&Environment::new()).and_then(|plan| plan.wire());
        if matches!(octet, 0 | b'\r' | b'\n') {
            let error = plan.unwrap_err();
            assert_eq!(error.kind(), "unsafe-octets", "{text}: {error}");
            assert_eq!(
                error.span().map(|span| span.of(&text)),
                Some(&text[13..16]),
                "{text}"
            );
        } else {
            assert_eq!(
                plan.unwrap(),
                [b"GET a", &[octet][..], b"b\r\n"].concat(),
                "{text}"
            );
        }
    }
}
