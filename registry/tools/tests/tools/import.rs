use super::{SHIPPED, builtins, no_builtins, read, shipped};
use anyurl_declared::format::{Facet, RegistryFile};
use anyurl_registry_tools::{IanaColumn, ImportError, ImportRefusal, ImportReport, import};

/// The copy that the shipped registry was made from.
const XML: &str = include_str!("../../../../testdata/uri-schemes-2026-08-13.xml");

const TEXT: &str = r#"schema = 1

[registry]
id = "public"
kind = "public"
title = "IANA"
version = "2026.1.1"
serial = 20260101
contact = ["a@example.com"]
change_controller = "Example"

[registry.source]
updated = 2026-01-01 # by hand

# About the first.
[[scheme]]
name = "acr"
status = "provisional" # so far
description = "a rule"
reference = [{ rfc = 1 }]

[[scheme]]
name = "fax"
status = "historical"
description = "fax"
"#;

fn record(name: &str, status: &str, description: &str, more: &str) -> String {
    format!(
        "<record date=\"2020-02-03\"><value>{name}</value><description>{description}</description>\
         <status>{status}</status><cri>7</cri><well-known>-</well-known>{more}<notes/></record>"
    )
}

fn xml(date: &str, records: &str) -> String {
    format!(
        "<?xml version='1.0'?><registry xmlns='http://www.iana.org/assignments' id='uri-schemes'>\
         <updated>{date}</updated><registry id='uri-schemes-1'>{records}</registry></registry>"
    )
}

fn read_import(date: &str, records: &str) -> ImportReport {
    import(&xml(date, records), &read("public.toml", TEXT), &no_builtins()).unwrap()
}

fn both() -> String {
    record("acr", "Permanent", "a rule", "<xref type='rfc' data='rfc2'/><xref type='person' data='A_B'/>")
        + &record("fax", "Historical", "fax", "")
}

#[test]
fn importing_the_source_of_the_shipped_registry_changes_nothing() {
    let import = import(XML, &shipped(), &builtins()).unwrap();
    let changed: Vec<_> = import.changed.iter().map(|row| (&row.name, &row.cells)).collect();
    assert!(changed.is_empty(), "{changed:?}");
    assert!(import.is_empty() && import.added.is_empty() && import.findings.is_empty());
    assert!(import.own_descriptions.is_empty(), "{:?}", import.own_descriptions);
    // Only the source changes.
    let differ = SHIPPED.lines().zip(import.text().unwrap().lines()).filter(|(one, other)| one != other);
    let differ: Vec<_> = differ.map(|(_, other)| other.trim()).collect();
    assert_eq!(differ, ["via = \"anyurl registry import\""]);
}

#[test]
fn removed_entries_are_restored() {
    let (layer, text) = (shipped(), SHIPPED);
    // The import restores two removed entries.
    let start = text.find("[[scheme]]\nname = \"acd\"").unwrap();
    let end = text.find("[[scheme]]\nname = \"adiumxtra\"").unwrap();
    let without = read("registry.toml", &(text[..start].to_owned() + &text[end..]));
    let added = import(XML, &without, &builtins()).unwrap();
    let names: Vec<_> = added.added.iter().map(anyurl_registry_tools::IanaRow::key).collect();
    assert_eq!(names, ["acd", "acr"]);
    let again = import(XML, &read("registry.toml", added.text().unwrap()), &builtins()).unwrap();
    assert!(again.is_empty(), "{again}");
    let facts = |layer: &RegistryFile| {
        let entry = layer.schemes().find(|entry| entry.key() == "acr").unwrap();
        entry.canonical(Facet::Metadata).unwrap()
    };
    assert_eq!(facts(&read("r.toml", added.text().unwrap())), facts(&layer));
}

#[test]
fn changes_are_written_in_place() {
    let import = read_import("2026-02-01", &both());
    let shown = "2026-01-01 -> 2026-02-01\n~ acr\n    status: \"Provisional\" -> \"Permanent\"\n    \
                 reference: \"[RFC1]\" -> \"[RFC2][A_B]\"\n    cri: \"\" -> \"7\"\n    date: \"\" -> \"2020-02-03\"\n\
                 ~ fax\n    cri: \"\" -> \"7\"\n    date: \"\" -> \"2020-02-03\"\n";
    assert_eq!(import.to_string(), shown);
    let ids: Vec<_> = import.findings.iter().map(anyurl_declared::format::Finding::id).collect();
    assert_eq!(ids, ["SR708"]);
    let text = import.text().unwrap();
    for line in [
        "version = \"2026.2.1\"",
        "serial = 20260201",
        "updated = 2026-02-01 # by hand",
        "# About the first.",
        "status = \"permanent\" # so far",
        "reference = [{ rfc = 2 }, { person = \"A B\" }]",
        "iana = { cri = 7, registered = 2020-02-03 }",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in\n{text}");
    }
    assert!(self::import(&xml("2026-02-01", &both()), &read("p.toml", text), &no_builtins()).unwrap().is_empty());
}

/// A name that IANA lacks neither vanishes nor is exported; when IANA lists it, it gets IANA's facts.
#[test]
fn unlisted_names() {
    let entry = "\n[[scheme]]\nname = \"s3\"\nstatus = \"provisional\"\ndescription = \"objects\"\niana = false\n";
    let layer = read("public.toml", &format!("{TEXT}{entry}"));
    let rows = anyurl_registry_tools::iana_rows(&layer, &no_builtins());
    assert!(rows.iter().map(anyurl_registry_tools::IanaRow::key).eq(["acr", "fax"]));

    let without = import(&xml("2026-02-01", &both()), &layer, &no_builtins()).unwrap();
    assert!(without.vanished.is_empty() && without.text().unwrap().contains("iana = false"));

    let listed = both() + &record("s3", "Permanent", "objects", "");
    let with = import(&xml("2026-02-01", &listed), &layer, &no_builtins()).unwrap();
    assert!(with.added.is_empty());
    let text = with.text().unwrap();
    assert!(text.contains("name = \"s3\"\nstatus = \"permanent\""), "{text}");
    assert!(text.contains("iana = { cri = 7, registered = 2020-02-03 }") && !text.contains("iana = false"), "{text}");
    assert!(self::import(&xml("2026-02-01", &listed), &read("p.toml", text), &no_builtins()).unwrap().is_empty());
}

#[test]
fn refused_imports_can_be_accepted() {
    let older = read_import("2025-12-31", &both());
    let (date, since) = ("2025-12-31".parse().unwrap(), "2026-01-01".parse().unwrap());
    assert_eq!(older.text(), Err(ImportRefusal::Older { date, since }));
    assert!(older.accepted().contains("serial = 20251231"));

    let one = record("acr", "Provisional", "a rule", "<xref type='rfc' data='rfc1'/>");
    let gone = read_import("2026-02-01", &one);
    let names = vec!["fax".to_owned()];
    assert_eq!(gone.text(), Err(ImportRefusal::Vanished { names }));
    let text = gone.accepted();
    assert!(!text.contains("[[scheme]]\nname = \"fax\""));
    assert!(text.contains("[[tombstone]]\nname = \"fax\"\nremoved = 2026-02-01\n"));
    assert_eq!(gone.to_json()["vanished"][0], "fax");
}

#[test]
fn cells_are_parsed_as_in_the_table() {
    let mixed = "x\n   (see <xref type='uri' data='https://e.example/'>reviewer notes</xref>)  ";
    let records = both()
        + &record("Big (OBSOLETE)", "Permanent", mixed, "<xref type='uri' data='https://d.example/'/><file>p/b</file>");
    let import = read_import("2026-02-01", &records);
    let row = &import.added[0];
    let expected = [
        (IanaColumn::Scheme, "Big"),
        (IanaColumn::Description, "x (see [reviewer notes])"),
        (IanaColumn::Reference, "[https://d.example/]"),
        (IanaColumn::Notes, "OBSOLETE"),
        (IanaColumn::Template, "p/b"),
        (IanaColumn::Date, "2020-02-03"),
    ];
    for (column, cell) in expected {
        assert_eq!(row.get(column), cell);
    }
    let text = import.text().unwrap();
    assert!(text.contains("name = \"big\"\n") && text.contains("name = \"Big\", notes = \"OBSOLETE\""), "{text}");
}

#[test]
fn other_documents_are_rejected() {
    let layer = read("public.toml", TEXT);
    let entities = "<!DOCTYPE r [<!ENTITY a 'aaaa'>]><registry id='uri-schemes'>&a;</registry>";
    for text in ["", "<a", entities] {
        let error = import(text, &layer, &no_builtins()).unwrap_err();
        assert!(matches!(error, ImportError::NoXml(_)), "{error}");
    }
    let empty = xml("2026-02-01", "");
    let undated = xml("soon", &both());
    for text in ["<registry id='ports'/>", &empty, &undated] {
        let error = import(text, &layer, &no_builtins()).unwrap_err();
        assert!(matches!(error, ImportError::OtherDocument(_)), "{error}");
    }
}

#[test]
fn the_layer_keeps_its_descriptions() {
    let records = both().replace("fax</description>", "Fax</description>");
    let import = read_import("2026-02-01", &records);
    assert!(import.to_string().ends_with("= fax: \"fax\", not \"Fax\"\n"), "{import}");
    assert!(import.text().unwrap().contains("description = \"fax\""));
    let beside = TEXT.replace("description = \"fax\"", "description = \"pictures\"\niana = { description = \"fax\" }");
    let import = self::import(&xml("2026-02-01", &records), &read("p.toml", &beside), &no_builtins()).unwrap();
    assert!(import.own_descriptions.is_empty());
    let text = import.text().unwrap();
    assert!(text.contains("\"pictures\"\niana = { description = \"Fax\""), "{text}");
}

#[test]
fn private_names_do_not_vanish() {
    let text = TEXT.to_owned() + "\n[[scheme]]\nname = \"x-own\"\nstatus = \"experimental\"\ndescription = \"o\"\n";
    let import = self::import(&xml("2026-02-01", &both()), &read("p.toml", &text), &no_builtins()).unwrap();
    assert!(import.vanished.is_empty() && import.text().is_ok());
}
