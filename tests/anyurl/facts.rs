//! Compares status, description and port of the built-in schemes with IANA's registry.

use anyurl::authors::Registration;
use anyurl::{Entry, Layer};
use csv::{Reader, StringRecord};

const SCHEMES: &str = include_str!("../../testdata/uri-schemes-full.csv");
const REGISTRY: &str = include_str!("../../registry.toml");
const PORTS: &str = include_str!("../../testdata/default-ports.csv");
const TRAPS: &str = include_str!("../../testdata/port-name-traps.csv");

fn rows(text: &str) -> Vec<StringRecord> {
    Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

fn builtins() -> impl Iterator<Item = &'static Registration> {
    let entries = anyurl::registry().entries();
    let builtins = entries.filter(|entry| entry.layer() == Layer::Builtin);
    builtins.map(Entry::registration)
}

fn all() -> impl Iterator<Item = &'static Registration> {
    anyurl::registry().entries().map(Entry::registration)
}

#[test]
fn status_and_description() {
    let rows = rows(SCHEMES);
    for scheme in builtins() {
        let row = rows.iter().find(|row| row[0] == *scheme.name).expect("IANA knows every built-in scheme");
        assert_eq!(scheme.status.as_str(), row[1].to_ascii_lowercase(), "status of {}", scheme.name);
        assert_eq!(scheme.description, row[2], "description of {}", scheme.name);
    }
}

/// RFC 1738 gives news no port: the port in the table is for URLs that name a server, which later documents added.
const WITHOUT_HOST: [&str; 1] = ["news"];

#[test]
fn default_ports() {
    let rows = rows(PORTS);
    let is_unlisted = |scheme: &Registration| {
        if scheme.name.contains(':') {
            // IANA's table has no subschemes.
            return true;
        }
        let entry = format!("[[scheme]]\nname = \"{}\"\n", scheme.name);
        let (_, entry) = REGISTRY.split_once(&entry).unwrap_or_default();
        entry.split("[[scheme]]").next().is_some_and(|entry| entry.contains("\niana = false\n"))
    };
    for scheme in all().filter(|scheme| !WITHOUT_HOST.contains(&&*scheme.name) && !is_unlisted(scheme)) {
        let port = rows.iter().find(|row| row[0] == *scheme.name).map(|row| row[1].parse().unwrap());
        assert_eq!(scheme.default_port, port, "default port of {}", scheme.name);
    }
}

/// Services with the same name as a scheme have other ports.
#[test]
fn traps() {
    let traps = rows(TRAPS);
    for scheme in builtins() {
        if let Some(trap) = traps.iter().find(|row| row[0] == *scheme.name) {
            assert_ne!(scheme.default_port.map(|port| port.to_string()).as_deref(), Some(&trap[1]), "{}", scheme.name);
        }
    }
}

/// Requirements C: which schemes are hierarchical (R-2.3-2), and which designate a data object (R-3.5-5, R-3.8-4).
#[test]
fn hierarchy_and_data_objects() {
    for (name, hierarchical, data_object) in [
        ("ftp", true, true),
        ("http", true, true),
        ("gopher", false, true),
        ("mailto", false, false),
        ("news", false, true),
        ("nntp", false, true),
        ("telnet", false, false),
        ("wais", false, true),
        ("file", true, true),
        ("prospero", false, true),
    ] {
        let scheme = builtins().find(|scheme| scheme.name == name).unwrap();
        assert_eq!((scheme.hierarchical, scheme.data_object), (hierarchical, data_object), "{name}");
    }
}
