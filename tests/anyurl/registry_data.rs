//! Compares the shipped registry with IANA's table: together with the built-in schemes it has exactly the same data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use anyurl::authors::Registration;
use anyurl::{Entry, Layer};
use csv::{Reader, StringRecord};
use toml::{Table, Value};

const REGISTRY: &str = include_str!("../../registry.toml");
const SCHEMES: &str = include_str!("../../testdata/uri-schemes-full.csv");
const PORTS: &str = include_str!("../../testdata/default-ports.csv");
const TRAPS: &str = include_str!("../../testdata/port-name-traps.csv");

/// Reserved by RFC 1738 §4.
const RESERVED: [&str; 7] = ["afs", "cid", "mailserver", "mid", "nfs", "tn3270", "z39.50"];

/// The minimum length of an access algorithm (SR210).
const ALGORITHM: usize = 40;

/// The number of slots for components of a scheme's own.
const OWN_COMPONENTS: usize = 7;

static DOCUMENT: LazyLock<Table> = LazyLock::new(|| REGISTRY.parse().expect("it is TOML"));

fn list(of: &Table, key: &str) -> Vec<Table> {
    let items = of.get(key).and_then(Value::as_array);
    items.into_iter().flatten().map(|item| item.as_table().expect("a table").clone()).collect()
}

fn schemes() -> Vec<Table> {
    crate::shipped_schemes()
}

/// The schemes that are not in IANA's table.
fn unlisted() -> BTreeSet<String> {
    let is_unlisted = |one: &&Table| one.get("iana") == Some(&Value::Boolean(false)) || name(one).contains(':');
    schemes().iter().filter(is_unlisted).map(|scheme| name(scheme).to_owned()).collect()
}

/// The schemes with a grammar.
fn declared() -> Vec<Table> {
    let mut schemes = schemes();
    schemes.retain(|scheme| scheme.contains_key("syntax"));
    schemes
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).map(|value| value.as_str().expect("a text"))
}

fn name(of: &Table) -> &str {
    text(of, "name").expect("every entry has a name")
}

fn inner(table: &Table, key: &str) -> Table {
    table.get(key).and_then(Value::as_table).cloned().unwrap_or_default()
}

/// A text, number or date in the format of the CSV; empty if absent.
fn cell(table: &Table, key: &str) -> String {
    match table.get(key) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn rows(text: &str) -> Vec<StringRecord> {
    Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

/// The built-in schemes by name, in their first version.
fn builtins() -> BTreeMap<&'static str, &'static Registration> {
    let mut builtins = BTreeMap::new();
    let entries = anyurl::registry().entries();
    let entries = entries.filter(|entry| entry.layer() == Layer::Builtin);
    for scheme in entries.map(Entry::registration) {
        builtins.entry(&*scheme.name).or_insert(scheme);
    }
    builtins
}

/// `reference` in the format of IANA's column, which has no sections.
fn references(entry: &Table) -> String {
    list(entry, "reference")
        .iter()
        .map(|reference| match reference.get("rfc") {
            Some(number) => format!("[RFC{number}]"),
            None => match text(reference, "person") {
                Some(person) => format!("[{}]", person.replace(' ', "_")),
                None => format!("[{}]", text(reference, "title").or(text(reference, "url")).unwrap()),
            },
        })
        .collect()
}

#[test]
fn names() {
    let builtins = builtins();
    let mut seen = BTreeSet::new();
    for scheme in schemes() {
        let name = name(&scheme).to_owned();
        let major = text(&scheme, "version").unwrap_or("1.0.0").split('.').next();
        assert!(!builtins.contains_key(name.as_str()) || major != Some("1"), "{name} version 1 is built in");
        assert!(seen.insert(name.clone()), "{name} occurs twice");
    }
    for scheme in list(&DOCUMENT, "builtin") {
        let name = name(&scheme).to_owned();
        assert!(builtins.contains_key(name.as_str()), "{name} is not built in");
        assert!(seen.insert(name.clone()), "{name} has an entry of its own");
    }
    let missing: Vec<_> = builtins.keys().filter(|name| !seen.contains(**name)).collect();
    assert!(missing.is_empty(), "no IANA data for {missing:?}");

    let iana: BTreeSet<_> = rows(SCHEMES).iter().map(|row| row[0].to_ascii_lowercase()).collect();
    assert_eq!(iana.len(), 430);
    let unlisted = unlisted();
    assert!(unlisted.len() >= 10 && unlisted.is_disjoint(&iana), "{unlisted:?}");
    seen.retain(|name| !unlisted.contains(name));
    assert_eq!(seen, iana);
}

/// All columns of all rows, as `registry export --format iana-csv` writes them.
#[test]
fn columns() {
    let builtins = builtins();
    let mut entries = schemes();
    entries.extend(list(&DOCUMENT, "builtin"));
    let by_name: BTreeMap<_, _> = entries.iter().map(|entry| (name(entry), entry)).collect();

    for row in rows(SCHEMES) {
        let lower = row[0].to_ascii_lowercase();
        let entry = by_name[lower.as_str()];
        let scheme = builtins.get(lower.as_str());
        let iana = inner(entry, "iana");
        let said = |key: &str, otherwise: String| match iana.get(key) {
            Some(value) => value.as_str().expect("a text").to_owned(),
            None => otherwise,
        };
        let status = text(entry, "status").unwrap_or_else(|| scheme.unwrap().status.as_str());
        let description = text(entry, "description").unwrap_or_else(|| &*scheme.unwrap().description);
        let columns = [
            said("name", lower.clone()),
            status.to_owned(),
            said("description", description.to_owned()),
            said("reference", references(entry)),
            cell(&iana, "notes"),
            cell(&iana, "template"),
            said("well_known", "-".to_owned()),
            cell(&iana, "cri"),
            cell(&iana, "registered"),
            cell(&iana, "updated"),
        ];
        let mut expected: Vec<_> = row.iter().map(str::to_owned).collect();
        expected[1].make_ascii_lowercase();
        assert_eq!(columns[..], expected, "{lower}");
    }
}

#[test]
fn ports() {
    let builtins = builtins();
    let mut facts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for row in rows(PORTS) {
        let fact = facts.entry(row[0].to_owned()).or_default();
        row[1].clone_into(&mut fact.0);
        fact.1.push(row[2].to_owned());
    }
    assert_eq!(facts.len(), 89);
    let unlisted = unlisted();
    for scheme in schemes().into_iter().filter(|scheme| !unlisted.contains(name(scheme))) {
        let port = inner(&scheme, "port");
        let Some((number, transports)) = facts.remove(name(&scheme)) else {
            assert!(port.is_empty(), "unexpected port of {}", name(&scheme));
            continue;
        };
        assert_eq!(cell(&port, "default"), number, "{}", name(&scheme));
        let said = port["transport"].as_array().unwrap().iter();
        assert!(said.map(|one| one.as_str().unwrap()).eq(&transports), "{}", name(&scheme));
        assert!(!cell(&port, "source").is_empty(), "{}", name(&scheme));
    }
    for (name, (number, _)) in facts {
        let port = builtins.get(name.as_str()).and_then(|scheme| scheme.default_port);
        assert_eq!(port.map(|port| port.to_string()), Some(number), "{name}");
    }
}

/// Services with the name of a scheme.
#[test]
fn traps() {
    let builtins = builtins();
    let traps = rows(TRAPS);
    assert_eq!(traps.len(), 14);
    for trap in traps {
        let (name_of_both, service, scheme_port) = (&trap[0], &trap[1], &trap[3]);
        let entry = schemes().into_iter().find(|scheme| name(scheme) == name_of_both);
        let port = match entry {
            Some(scheme) => cell(&inner(&scheme, "port"), "default"),
            None => builtins[name_of_both].default_port.map_or_else(String::new, |port| port.to_string()),
        };
        assert_ne!(port, service, "{name_of_both}");
        assert_eq!(port, scheme_port.replace("none", ""), "{name_of_both}");
    }
}

#[test]
fn reserved_names() {
    let mut reserved = schemes();
    reserved.retain(|scheme| text(scheme, "rfc1738") == Some("reserved"));
    assert!(reserved.iter().map(name).eq(RESERVED));
    assert!(schemes().iter().all(|scheme| text(scheme, "rfc1738") != Some("defined")));
}

#[test]
fn it_is_formatted() {
    let tidy = anyurl_declared::format::format_toml("registry.toml", REGISTRY);
    assert!(tidy.is_ok_and(|tidy| tidy == REGISTRY), "`anyurl registry fmt registry.toml` would change it");
}

#[test]
fn order_and_shape() {
    for key in ["scheme", "builtin"] {
        for pair in list(&DOCUMENT, key).windows(2) {
            assert!(name(&pair[0]) < name(&pair[1]), "{} is out of order", name(&pair[1]));
        }
    }
    assert!(REGISTRY.is_ascii() && REGISTRY.ends_with('\n') && !REGISTRY.contains(['\r', '\t']));
    for (number, line) in (1..).zip(REGISTRY.lines()) {
        assert!(line.len() <= 120, "registry.toml:{number} is too long");
        assert!(!line.ends_with(' '), "registry.toml:{number} ends with a space");
    }
}

#[test]
fn head() {
    let registry = inner(&DOCUMENT, "registry");
    let source = inner(&registry, "source");
    assert_eq!(DOCUMENT["schema"].as_integer(), Some(1));
    assert_eq!(text(&registry, "id"), Some("public"));
    assert_eq!(text(&registry, "kind"), Some("public"));
    assert_eq!(cell(&source, "updated"), "2026-08-13");
    assert_eq!(cell(&registry, "serial"), cell(&source, "updated").replace('-', ""));
    let sha256 = text(&source, "sha256").unwrap();
    assert!(sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // Only higher layers have gateways, masks and overrides.
    for key in ["gateway", "mask", "override", "policy"] {
        assert!(!DOCUMENT.contains_key(key), "{key} in the public layer");
    }
}

#[test]
fn declared_schemes_are_complete() {
    let declared = declared();
    assert!(declared.len() >= 70);
    for scheme in &declared {
        let name = name(scheme);
        let access = inner(scheme, "access");
        let examples = list(scheme, "example");
        for accept in [true, false] {
            assert!(
                examples.iter().any(|example| example["accept"].as_bool() == Some(accept)),
                "{name} has no example with accept = {accept}"
            );
        }
        assert!(text(&access, "algorithm").unwrap().len() >= ALGORITHM, "{name}");
        assert!(matches!(text(&access, "kind"), Some("builtin" | "steps" | "handler" | "none")), "{name}");
        let is_name = text(&access, "locates") == Some("name");
        assert_eq!(is_name, access.contains_key("name_properties"), "{name}");
        let operations = access["operations"].as_array().unwrap();
        assert_eq!(operations.is_empty(), !access.contains_key("default"), "{name}");
        assert!(operations.is_empty() || operations.contains(&access["default"]), "{name}");
        for key in ["security", "encoding", "change_controller"] {
            assert!(text(scheme, key).is_some_and(|text| !text.is_empty()), "{name}: {key}");
        }
        for key in ["applications", "contact", "reference"] {
            assert!(scheme[key].as_array().is_some_and(|list| !list.is_empty()), "{name}: {key}");
        }
        assert_ne!(text(scheme, "description"), Some(name));
    }
    // A fact has no keys of a declared scheme.
    for fact in schemes().iter().filter(|scheme| !scheme.contains_key("syntax")) {
        for key in ["access", "example", "version"] {
            assert!(!fact.contains_key(key), "{}: {key}", name(fact));
        }
    }
}

/// Each scheme has examples, of which each names the section that decides.
#[test]
fn examples_are_complete() {
    for scheme in declared() {
        let name = name(&scheme);
        let examples = list(&scheme, "example");
        let rejects = examples.iter().filter(|example| example["accept"].as_bool() == Some(false));
        let rejects: Vec<_> = rejects.collect();
        assert!(examples.len() > rejects.len(), "{name} has no example");
        assert!(rejects.len() >= 5, "{name} has {} rejects", rejects.len());
        assert!(rejects.iter().all(|reject| text(reject, "why").is_some_and(|why| !why.is_empty())), "{name}");
        let urls: BTreeSet<_> = examples.iter().filter_map(|example| text(example, "url")).collect();
        assert_eq!(urls.len(), examples.len(), "{name} has an example twice");
        for example in &examples {
            let section = text(example, "section").unwrap_or_default();
            assert!(section.len() > 3, "{:?} names no section", text(example, "url"));
        }
    }
}

#[test]
fn components_of_examples_are_declared() {
    for scheme in declared() {
        let name = name(&scheme);
        let syntax = inner(&scheme, "syntax");
        let mut known: BTreeSet<_> =
            list(&syntax, "component").iter().map(|component| text(component, "name").unwrap().to_owned()).collect();
        let own = known.iter().filter(|known| !["user", "password", "host", "port"].contains(&known.as_str()));
        assert!(own.count() <= OWN_COMPONENTS, "{name}");
        if text(&syntax, "grammar") == Some("rfc1738") {
            known.extend(["host".to_owned(), "port".to_owned()]);
        }
        for example in list(&scheme, "example") {
            let url = text(&example, "url").unwrap();
            let (scheme, _) = url.split_once(':').expect("a URL");
            let is_member = name.strip_suffix('*').is_some_and(|family| scheme.starts_with(family));
            assert!(Some(scheme) == name.split(':').next() || is_member, "{url}");
            for component in inner(&example, "components").keys() {
                assert!(known.contains(component), "{url}: {component}");
            }
        }
    }
}
