//! `[registry.defaults]`: entries have what they do not state themselves.

use crate::format::schema::TableSchema;
use crate::format::table::Table as _;
use crate::format::tables::DEFAULTS;
use crate::format::*;
use crate::scheme_lint;

const HEAD: &str = "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"team\"\ntitle = \"t\"\nversion = \"1.0.0\"\nserial = 1\ncontact = [\"head@example.com\"]\nchange_controller = \"the head\"\nclaims = [\"com.example.*\"]\ninclude = [\"s/*.toml\"]\n";

/// A value of each key of the defaults, and another one.
const VALUES: &[(&str, &str, &str)] = &[
    ("status", "\"experimental\"", "\"provisional\""),
    ("description", "\"A thing\"", "\"Another thing\""),
    ("applications", "[\"ours\"]", "[\"theirs\"]"),
    ("owner", "\"@example/a\"", "\"@example/b\""),
    ("contact", "[\"a@example.com\"]", "[\"b@example.com\"]"),
    ("change_controller", "\"a\"", "\"b\""),
    ("security", "\"Nothing is secret in a thing.\"", "\"All is secret.\""),
    ("encoding", "\"UTF-8\"", "\"US-ASCII\""),
    ("interoperability", "\"none\"", "\"some\""),
    ("expires", "2099-01-01", "2098-01-01"),
    ("syntax", "{ grammar = \"rfc3986\" }", "{ grammar = \"opaque\" }"),
    (
        "access",
        "{ kind = \"handler\", locates = \"data-object\", operations = [], algorithm = \"Give the URL to the program, which asks the server for it.\" }",
        "{ kind = \"none\", locates = \"name\", operations = [], algorithm = \"None: nothing is to be accessed at all.\", name_properties = \"The things are in a list.\" }",
    ),
];

/// Three lines are a scheme.
const THREE: &str = "[[scheme]]\nname = \"com.example.thing\"\nsyntax.form = [\"com.example.thing://<host>/<id>\"]\nexample = [{ url = \"com.example.thing://h/1\", accept = true }, { url = \"com.example.thing:1\", accept = false }]\n";

fn defaults(lines: &[String]) -> String {
    format!("[registry.defaults]\n{}", lines.concat())
}

fn all(which: impl Fn(&(&str, &str, &str)) -> String) -> Vec<String> {
    VALUES.iter().map(which).collect()
}

fn read(main: &str, included: &str) -> ParsedFile {
    let texts = [("x.toml", format!("{HEAD}{main}")), ("s/com.example.thing.toml", included.to_owned())];
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    RegistryFile::read(&MemoryFolder::new(texts), "", "x.toml").unwrap()
}

fn lint(file: &ParsedFile) -> Vec<String> {
    let findings = file.lint_with(LintOptions::default(), &[CHECKS, scheme_lint::CHECKS].concat());
    findings.iter().map(|one| format!("{}: {}", one.id(), one.message())).collect()
}

fn entry<'f>(file: &'f ParsedFile, name: &str) -> &'f SchemeEntry {
    assert!(file.findings().is_empty(), "{}", file.findings());
    file.layer().schemes().find(|entry| *entry.name == name).unwrap()
}

/// A value is the same whether it is inherited or written, wherever the entry is: hashes, exports and lint cannot tell.
#[test]
fn an_inherited_value_is_one_that_is_written() {
    let name = "com.example.thing";
    // Alone, and with the value that an entry states in place of the default.
    let written = |(key, value, _): &(&str, &str, &str)| match *key {
        // A dotted key and a table of one name exclude each other.
        "syntax" => "syntax.grammar = \"rfc3986\"\n".to_owned(),
        key => format!("{key} = {value}\n"),
    };
    let in_full = THREE.to_owned() + &all(written).concat();
    let expected = read(&in_full, "");
    let inherited = defaults(&all(|(key, value, _)| format!("{key} = {value}\n")));
    let others = defaults(&all(|(key, _, other)| format!("{key} = {other}\n")));
    for (what, file) in [
        ("in one file", read(&(inherited.clone() + THREE), "")),
        ("in an included file", read(&inherited, &format!("schema = 1\n{THREE}"))),
        ("written over a default", read(&(others + &in_full), "")),
    ] {
        let (found, expected) = (entry(&file, name), entry(&expected, name));
        assert_eq!(found.facets.whole(), expected.facets.whole(), "{what}");
        assert_eq!(found.metadata, expected.metadata, "{what}");
        assert_eq!((&found.status, &found.description), (&expected.status, &expected.description), "{what}");
        for facet in [Facet::Syntax, Facet::Access, Facet::Port, Facet::Metadata] {
            assert_eq!(found.hash(facet), expected.hash(facet), "{what}");
        }
        let changed = ChangedEntries::between(read(&inherited, "").layer(), file.layer());
        assert!(changed.has(&found.finding("SR201", found.name.span, "m")), "{what}");
    }
    assert_eq!(lint(&read(&(inherited.replace("experimental", "private") + THREE), "")), [""; 0]);
}

/// Contact and change controller are those of the header, where the defaults have none; without defaults, they are not.
#[test]
fn people_of_the_header() {
    let file = read(
        &("[registry.defaults]\nstatus = \"private\"\ndescription = \"d\"\nsyntax.grammar = \"rfc3986\"\n".to_owned()
            + THREE),
        "",
    );
    let metadata = &entry(&file, "com.example.thing").metadata;
    assert_eq!(metadata.contact[0].as_str(), "head@example.com");
    assert_eq!(metadata.change_controller.as_ref().unwrap().as_str(), "the head");
    assert!(lint(&read(THREE, "")).iter().any(|line| line.starts_with("SR009")));
}

/// An entry without a syntax takes no access, and one that is no experiment no end.
#[test]
fn what_does_not_fit_is_not_taken() {
    let inherited = defaults(&all(|(key, value, _)| format!("{key} = {value}\n")));
    let text = format!("{inherited}[[scheme]]\nname = \"com.example.old\"\nstatus = \"reserved\"\n");
    let file = read(&text, "");
    let found = entry(&file, "com.example.old");
    assert!(found.is_bare() && found.metadata.expires.is_none() && found.metadata.owner.is_some(), "{found:?}");
}

/// `like` comes first, and the defaults fill the rest.
#[test]
fn an_entry_that_is_like_another_one() {
    let inherited = defaults(&all(|(key, value, _)| format!("{key} = {value}\n")));
    let twin = "[[scheme]]\nname = \"com.example.twin\"\nlike = \"com.example.thing\"\n";
    let own = THREE.to_owned() + "owner = \"@example/own\"\n";
    for file in [
        read(&[&*inherited, &*own, twin].concat(), ""),
        read(&[&*inherited, &*own].concat(), &format!("schema = 1\n{twin}")),
        read(&[&*inherited, twin].concat(), &format!("schema = 1\n{own}")),
    ] {
        let found = entry(&file, "com.example.twin");
        assert_eq!(found.metadata.owner.as_ref().unwrap().as_str(), "@example/own");
        assert_eq!(found.syntax.as_ref().unwrap().form[0].as_str(), "com.example.twin://<host>/<id>");
        assert_eq!(*found.description, "A thing");
    }
}

/// A fault of a default is found once, at its place, and no entry lacks the value for that.
#[test]
fn faults_are_found_once() {
    let many = THREE.to_owned() + &THREE.replace("thing", "other");
    for (line, id) in [
        ("status = \"privat\"\n", "SR202"),
        ("descripton = \"d\"\n", "SR001"),
        ("access = { kind = \"handler\" }\n", "SR009"),
        ("owner = \"TODO: who\"\n", "SR207"),
    ] {
        let usual = "status = \"private\"\ndescription = \"d\"\nsyntax.grammar = \"rfc3986\"\n";
        let key = line.split_once(" =").unwrap().0;
        let usual: String = usual.split_inclusive('\n').filter(|one| !one.starts_with(key)).collect();
        for file in [
            read(&format!("[registry.defaults]\n{usual}{line}{many}"), ""),
            read(
                &format!("[registry.defaults]\n{usual}{line}{}", THREE.replace("thing", "other")),
                &format!("schema = 1\n{THREE}"),
            ),
        ] {
            let findings = file.lint(LintOptions::default());
            let at: Vec<_> = findings.iter().filter(|one| one.id() == id).map(|one| (one.file(), one.line())).collect();
            let expected = if id == "SR009" { 3 } else { 1 };
            assert!(!at.is_empty() && at.len() <= expected && at.iter().all(|one| one.0 == "x.toml"), "{line} {at:?}");
        }
    }
}

/// Each key of the defaults is one of a scheme, with the same type; the table above has them all.
#[test]
fn the_defaults_have_keys_of_schemes() {
    let scheme: &TableSchema = SchemeEntry::SCHEMA;
    for key in DEFAULTS.keys() {
        let own = scheme.key(key.name).unwrap_or_else(|| panic!("{}", key.name));
        if key.name != "syntax" {
            match (key.value.table(), own.value.table()) {
                (Some(one), Some(other)) => assert!(std::ptr::eq(one, other), "{}", key.name),
                _ => assert_eq!(format!("{:?}", key.value), format!("{:?}", own.value), "{}", key.name),
            }
            assert_eq!(key.rule, own.rule, "{}", key.name);
        }
        assert!(VALUES.iter().any(|(name, ..)| *name == key.name), "{}", key.name);
    }
}
