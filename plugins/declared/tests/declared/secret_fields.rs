//! Fields that a registry file declares as secrets.

use anyurl_core::{Environment, Registry, Step};
use anyurl_declared::AddToml;
use anyurl_testkit::registry_file;

const SCHEME: &str = r#"
[[scheme]]
name = "com.example.db"
status = "private"
description = "a database"
  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "db"
  imports = ["rfc3986"]
  abnf = """
db      = "com.example.db://" server [ "?" options ]
server  = 1*unreserved
options = *( pchar / "/" / "?" )
"""
  component = [
    { name = "host", rule = "server", type = "host" },
    { name = "options", rule = "options", type = "fields", separator = "&", secret = ["pin", "Key"] },
  ]
  [scheme.access]
  kind = "gateway"
  gateway = "web"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Ask the gateway of the company for the database."

[[gateway]]
id = "web"
for = ["com.example.db"]
mode = "url"
template = "http://gw.example/?u={url}"
operations = ["get"]
strip = []
contact = ["urls@example.com"]
"#;

fn registry() -> Registry {
    let file = registry_file("organization", "com.example", "com.example.*", SCHEME);
    let builder = Registry::builder().add(anyurl_schemes::http::HTTP).unwrap();
    builder.add_toml("db.toml", file).unwrap_or_else(|error| panic!("{error}")).build()
}

/// URL, masked URL, masked component.
const ROWS: [(&str, &str, &str); 4] = [
    ("com.example.db://h?pin=1&a=2", "com.example.db://h?pin=***&a=2", "pin=***&a=2"),
    ("com.example.db://h?a=2&PIN=1&key=3", "com.example.db://h?a=2&PIN=***&key=***", "a=2&PIN=***&key=***"),
    (
        "com.example.db://h?p%69n=1&pin&password=x",
        "com.example.db://h?p%69n=***&pin&password=***",
        "p%69n=***&pin&password=***",
    ),
    ("com.example.db://h?pinned=1", "com.example.db://h?pinned=1", "pinned=1"),
];

#[test]
fn secret_fields_are_masked() {
    let registry = registry();
    for (text, masked, options) in ROWS {
        let url = registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(url.masked().to_string(), masked);
        assert_eq!(url.component("options").unwrap().masked().to_string(), options);
    }
}

#[test]
fn no_gateway_gets_a_secret_field() {
    let registry = registry();
    let url = registry.parse("com.example.db://h?pin=SECRET&a=2").unwrap();
    let plan = url.plan(&Environment::new()).unwrap();
    let [Step::Gateway { url }] = plan.steps() else { panic!("{plan:?}") };
    let sent = String::from_utf8(url.bytes().unwrap()).unwrap();
    assert!(sent.contains("a%3D2") && !sent.contains("SECRET"), "{sent}");
}
