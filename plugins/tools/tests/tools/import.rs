use super::{SHIPPED, builtins, no_builtins, read, shipped};
use locator_declared::format::RegistryFile;
use locator_registry_tools::{Column, Import, ImportError, Refusal, import};

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

fn read_import(date: &str, records: &str) -> Import {
    import(&xml(date, records), &read("public.toml", TEXT), &no_builtins()).unwrap()
}

fn both() -> String {
    record("acr", "Permanent", "a rule", "<xref type='rfc' data='rfc2'/><xref type='person' data='A_B'/>")
        + &record("fax", "Historical", "fax", "")
}

#[test]
fn the_copy_that_the_shipped_registry_was_made_from() {
    let import = import(XML, &shipped(), &builtins()).unwrap();
    let changed: Vec<_> = import.changed.iter().map(|row| (&row.name, &row.cells)).collect();
    assert!(changed.is_empty(), "{changed:?}");
    assert!(import.is_empty() && import.added.is_empty() && import.findings.is_empty());
    assert!(import.described.is_empty(), "{:?}", import.described);
    // Nothing but its source is another.
    let differ = SHIPPED.lines().zip(import.text().unwrap().lines()).filter(|(one, other)| one != other);
    let differ: Vec<_> = differ.map(|(_, other)| other.trim()).collect();
    assert_eq!(differ, ["via = \"locator registry import\""]);
}

#[test]
fn a_name_that_comes_and_one_that_goes() {
    let (layer, text) = (shipped(), SHIPPED);
    // Without the entries of two names, they are new; what the import writes of them is what stood there.
    let start = text.find("[[scheme]]\nname = \"acd\"").unwrap();
    let end = text.find("[[scheme]]\nname = \"adiumxtra\"").unwrap();
    let without = read("registry.toml", &(text[..start].to_owned() + &text[end..]));
    let added = import(XML, &without, &builtins()).unwrap();
    let names: Vec<_> = added.added.iter().map(locator_registry_tools::Row::key).collect();
    assert_eq!(names, ["acd", "acr"]);
    let again = import(XML, &read("registry.toml", added.text().unwrap()), &builtins()).unwrap();
    assert!(again.is_empty(), "{again}");
    let facts = |layer: &RegistryFile| {
        let entry = layer.schemes().find(|entry| entry.key() == "acr").unwrap();
        entry.facets.metadata.clone().unwrap()
    };
    assert_eq!(facts(&read("r.toml", added.text().unwrap())), facts(&layer));
}

#[test]
fn what_changed_is_written_where_it_stood() {
    let import = read_import("2026-02-01", &both());
    let shown = "2026-01-01 -> 2026-02-01\n~ acr\n    status: \"Provisional\" -> \"Permanent\"\n    \
                 reference: \"[RFC1]\" -> \"[RFC2][A_B]\"\n    cri: \"\" -> \"7\"\n    date: \"\" -> \"2020-02-03\"\n\
                 ~ fax\n    cri: \"\" -> \"7\"\n    date: \"\" -> \"2020-02-03\"\n";
    assert_eq!(import.to_string(), shown);
    let ids: Vec<_> = import.findings.iter().map(locator_declared::format::Finding::id).collect();
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

#[test]
fn what_is_refused_can_be_accepted() {
    let older = read_import("2025-12-31", &both());
    let (date, since) = ("2025-12-31".parse().unwrap(), "2026-01-01".parse().unwrap());
    assert_eq!(older.text(), Err(Refusal::Older { date, since }));
    assert!(older.accepted().contains("serial = 20251231"));

    let one = record("acr", "Provisional", "a rule", "<xref type='rfc' data='rfc1'/>");
    let gone = read_import("2026-02-01", &one);
    let names = vec!["fax".to_owned()];
    assert_eq!(gone.text(), Err(Refusal::Vanished { names }));
    let text = gone.accepted();
    assert!(!text.contains("[[scheme]]\nname = \"fax\""));
    assert!(text.contains("[[tombstone]]\nname = \"fax\"\nremoved = 2026-02-01\n"));
    assert_eq!(gone.to_json()["vanished"][0], "fax");
}

#[test]
fn cells_are_read_as_the_table_has_them() {
    let mixed = "x\n   (see <xref type='uri' data='https://e.example/'>reviewer notes</xref>)  ";
    let records = both()
        + &record("Big (OBSOLETE)", "Permanent", mixed, "<xref type='uri' data='https://d.example/'/><file>p/b</file>");
    let import = read_import("2026-02-01", &records);
    let row = &import.added[0];
    let expected = [
        (Column::Scheme, "Big"),
        (Column::Description, "x (see [reviewer notes])"),
        (Column::Reference, "[https://d.example/]"),
        (Column::Notes, "OBSOLETE"),
        (Column::Template, "p/b"),
        (Column::Date, "2020-02-03"),
    ];
    for (column, cell) in expected {
        assert_eq!(row.get(column), cell);
    }
    let text = import.text().unwrap();
    assert!(text.contains("name = \"big\"\n") && text.contains("name = \"Big\", notes = \"OBSOLETE\""), "{text}");
}

#[test]
fn other_documents() {
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
        assert!(matches!(error, ImportError::Another(_)), "{error}");
    }
}

#[test]
fn descriptions_are_the_layer_s_own() {
    let records = both().replace("fax</description>", "Fax</description>");
    let import = read_import("2026-02-01", &records);
    assert!(import.to_string().ends_with("= fax: \"fax\", and not \"Fax\"\n"), "{import}");
    assert!(import.text().unwrap().contains("description = \"fax\""));
    let beside = TEXT.replace("description = \"fax\"", "description = \"pictures\"\niana = { description = \"fax\" }");
    let import = self::import(&xml("2026-02-01", &records), &read("p.toml", &beside), &no_builtins()).unwrap();
    assert!(import.described.is_empty());
    let text = import.text().unwrap();
    assert!(text.contains("\"pictures\"\niana = { description = \"Fax\""), "{text}");
}

#[test]
fn private_names_are_not_missed() {
    let text = TEXT.to_owned() + "\n[[scheme]]\nname = \"x-own\"\nstatus = \"experimental\"\ndescription = \"o\"\n";
    let import = self::import(&xml("2026-02-01", &both()), &read("p.toml", &text), &no_builtins()).unwrap();
    assert!(import.vanished.is_empty() && import.text().is_ok());
}
