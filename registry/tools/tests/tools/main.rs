//! The tools on small registry files and on the shipped registry.

use anyurl_core::{Layer, Registry};

use anyurl_declared::format::RegistryFile;
use anyurl_testkit::registry_file;

mod diff;
mod export;
mod harmless;
mod import;
mod merge;
mod promote;
mod relocate;
mod rules;

/// The shipped registry.
const SHIPPED: &str = include_str!("../../../../registry.toml");

/// Returns the registry file of an organization with some entries.
fn file(entries: &str) -> String {
    registry_file("organization", "com.example", "*", entries)
}

/// Returns an organization's layer with some entries.
fn layer(entries: &str) -> RegistryFile {
    let text = file(&format!("\n{}", entries.trim_start_matches('\n')));
    let reading = RegistryFile::from_text("org.toml", text).unwrap();
    assert!(!reading.findings().is_fatal(), "{}", reading.findings());
    reading.layer().clone()
}

/// Reads a layer, whatever its findings.
fn read(name: &str, text: &str) -> RegistryFile {
    RegistryFile::from_text(name, text).unwrap().layer().clone()
}

/// Returns a complete `[[scheme]]` with a grammar.
fn scheme(name: &str, version: &str, rules: &str) -> String {
    let start = rules.split(' ').next().unwrap_or_default();
    format!(
        r#"[[scheme]]
name = "{name}"
version = "{version}"
status = "provisional"
description = "things for a test"
applications = ["tests"]
contact = ["schemes@example.com"]
change_controller = "Example"
security = "A URL of this scheme is only a name."
encoding = "ASCII"

  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "{start}"
  abnf = '''
{rules}
'''

  [scheme.access]
  kind = "none"
  locates = "name"
  name_properties = "names of things in tests"
  operations = []
  algorithm = "None: names are only compared."

  [[scheme.example]]
  url = "{name}:a"
  accept = true

  [[scheme.example]]
  url = "{name}:%"
  accept = false
  why = "no hexadecimal digits"
"#
    )
}

fn no_builtins() -> Registry {
    Registry::builder().build()
}

fn builtins() -> Registry {
    let schemes = anyurl_schemes::RFC1738.iter().chain(&anyurl_schemes::WEB);
    let schemes: Vec<_> = schemes.copied().collect();
    let builder = Registry::builder();
    let submissions = anyurl_schemes::submissions(&schemes);
    builder.add_submissions(Layer::Builtin, submissions).unwrap().build()
}

fn shipped() -> RegistryFile {
    read("registry.toml", SHIPPED)
}
