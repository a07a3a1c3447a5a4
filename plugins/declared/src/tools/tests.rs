//! The tools on small texts, and on the shipped registry where it is there.

use locator_core::Registry;
use locator_core::registry::Layer;

use crate::format::RegistryFile;

mod diff;
mod export;
mod import;
mod merge;
mod promote;
pub(crate) mod rules;

const HEADER: &str = "schema = 1\n\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"Example\"\n\
version = \"1.0.0\"\nserial = 1\ncontact = [\"a@example.com\"]\nchange_controller = \"Example\"\nclaims = [\"*\"]\n";

/// The shipped registry.
const SHIPPED: &str = "../../registry.toml";

/// A layer of these entries.
fn layer(entries: &str) -> RegistryFile {
    let text = format!("{HEADER}\n{}", entries.trim_start_matches('\n'));
    let reading = RegistryFile::from_text("org.toml", text).unwrap();
    assert!(!reading.findings().is_fatal(), "{}", reading.findings());
    reading.layer().clone()
}

/// A layer, and be there findings against it.
fn read(name: &str, text: &str) -> RegistryFile {
    RegistryFile::from_text(name, text).unwrap().layer().clone()
}

/// A scheme with a grammar, in full.
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
security = "A URL of it can do nothing to anybody."
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
  algorithm = "There is none: a name is compared with another, and that is all."

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

fn no_rooms() -> Registry {
    Registry::builder().build()
}

fn builtins() -> Registry {
    let schemes = locator_schemes::RFC1738.iter().chain(&locator_schemes::WEB);
    let schemes: Vec<_> = schemes.copied().collect();
    let builder = Registry::builder();
    let submissions = locator_schemes::submissions(&schemes);
    builder.add_submissions(Layer::Builtin, submissions).unwrap().build()
}

/// The shipped registry and its text; none where the crate stands alone.
fn shipped() -> Option<(RegistryFile, String)> {
    beside(SHIPPED).map(|text| (read("registry.toml", &text), text))
}

/// A file beside the crate, or a visible skip.
fn beside(path: &str) -> Option<String> {
    use std::io::Write as _;
    let full = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let read = std::fs::read_to_string(full);
    if read.is_err() {
        let _ = writeln!(std::io::stderr(), "skipped: there is no {path}");
    }
    read.ok()
}
