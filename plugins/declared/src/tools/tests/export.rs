use csv::Reader;

use super::{beside, builtins, layer, no_rooms, scheme, shipped};
use crate::format::Keyword as _;
use crate::tools::{Format, export};

#[test]
fn the_shipped_registry_is_iana_s_table() {
    let Some((layer, _)) = shipped() else { return };
    let Some(table) = beside("../../testdata/uri-schemes-full.csv") else {
        return;
    };
    let written = export(&layer, &builtins(), Format::IanaCsv).unwrap();
    for (line, expected) in written.lines().zip(table.lines()) {
        assert_eq!(line, expected);
    }
    assert!(written == table, "byte for byte");
    assert_eq!(Reader::from_reader(table.as_bytes()).records().count(), 430);
}

#[test]
fn a_name_that_iana_has_out_of_order() {
    let row = |name: &str, iana: &str| {
        format!("[[scheme]]\nname = \"{name}\"\nstatus = \"provisional\"\ndescription = \"d\"\n{iana}\n")
    };
    let entries = [row("caip", "iana = { after = \"cap\" }"), row("cal", ""), row("cap", ""), row("cast", "")];
    let written = export(&layer(&entries.concat()), &no_rooms(), Format::IanaCsv).unwrap();
    let names = written.lines().skip(1).map(|line| line.split(',').next().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["cal", "cap", "caip", "cast"]);
}

#[test]
fn every_form_of_one_scheme() {
    let text = scheme("com.example.thing", "1.2.0", "thing = \"com.example.thing:\" 1*ALPHA");
    let layer = layer(&text);
    let written = |format| export(&layer, &no_rooms(), format).unwrap();

    let json: serde_json::Value = serde_json::from_str(&written(Format::Json)).unwrap();
    let scheme = &json["schemes"][0];
    assert_eq!(scheme["name"], "com.example.thing");
    assert_eq!(scheme["version"], "1.2.0");
    assert_eq!(scheme["origin"], "com.example");
    assert_eq!(scheme["access"]["locates"], "name");

    let markdown = written(Format::Markdown);
    let row = "| `com.example.thing` | provisional | things for a test |  |  | com.example |";
    assert_eq!(markdown.lines().last(), Some(row));

    let form = written(Format::Rfc7595);
    let expected = "\
Scheme name: com.example.thing
Status: Provisional
Applications/protocols that use this scheme name: tests
Contact: schemes@example.com
Change controller: Example
Scheme syntax: thing = \"com.example.thing:\" 1*ALPHA
Scheme semantics: There is none: a name is compared with another, and that is all. names of things in tests
Encoding considerations: ASCII
Security considerations: A URL of it can do nothing to anybody.
";
    assert_eq!(form, expected);
    // Nobody handles what cannot be accessed.
    assert_eq!(written(Format::XSchemeHandler), "MimeType=\n");
}

#[test]
fn every_form_of_the_shipped_registry() {
    let Some((layer, _)) = shipped() else { return };
    for format in Format::ALL {
        let written = export(&layer, &builtins(), *format).unwrap();
        assert!(written.contains("ldap"), "{format:?}");
        assert!(written.contains("prospero"), "{format:?}");
    }
    let forms = export(&layer, &builtins(), Format::Rfc7595).unwrap();
    let form = |name: &str| {
        let start = format!("Scheme name: {name}\n");
        forms.split("\n----\n\n").find(|form| form.starts_with(&start)).unwrap()
    };
    assert!(form("acd").contains("References: Michael Hedenus\n"));
    assert!(form("ldap").contains("RFC 4516"));
    let handled = export(&layer, &builtins(), Format::XSchemeHandler).unwrap();
    assert!(handled.starts_with("MimeType=x-scheme-handler/"));
    assert_eq!(handled.lines().count(), 1);
}
