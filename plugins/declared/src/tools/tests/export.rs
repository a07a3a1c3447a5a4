use std::collections::BTreeMap;

use csv::{Reader, StringRecord};

use super::{beside, layer, no_rooms, rooms, scheme, shipped};
use crate::format::Word as _;
use crate::tools::{Format, export};

/// IANA describes these in prose, which the registry does not take over.
const DESCRIBED_ANEW: [&str; 3] = ["info", "mt", "tttps"];

fn records(text: &str) -> BTreeMap<String, StringRecord> {
    let mut reader = Reader::from_reader(text.as_bytes());
    let records = reader.records().map(Result::unwrap);
    records.map(|row| (row[0].to_owned(), row)).collect()
}

#[test]
fn the_shipped_registry_is_iana_s_table() {
    let Some((layer, _)) = shipped() else { return };
    let Some(table) = beside("../../testdata/uri-schemes-full.csv") else {
        return;
    };
    let written = export(&layer, &rooms(), Format::IanaCsv).unwrap();
    let mut lines: Vec<_> = written.lines().collect();
    let mut expected: Vec<_> = table.lines().collect();
    assert_eq!(lines[0], expected[0]);
    let own = |line: &&str| {
        DESCRIBED_ANEW
            .iter()
            .any(|name| line.starts_with(&format!("{name},")))
    };
    lines.retain(|line| !own(line));
    expected.retain(|line| !own(line));
    // Byte for byte, but for the order of one name: IANA has `caip` behind `cap`.
    let name = |line: &&str| {
        line.split(',')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    expected[1..].sort_by_key(name);
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(&expected) {
        assert_eq!(line, expected);
    }

    let (mut written, table) = (records(&written), records(&table));
    assert_eq!((written.len(), table.len()), (430, 430));
    for name in DESCRIBED_ANEW {
        let row = written.remove(name).unwrap();
        let cells = |row: &StringRecord| [0, 1, 3, 4, 5, 6, 7, 8, 9].map(|at| row[at].to_owned());
        assert_eq!(cells(&row), cells(&table[name]));
        assert_ne!(row[2], table[name][2]);
    }
}

#[test]
fn every_form_of_one_scheme() {
    let text = scheme(
        "com.example.thing",
        "1.2.0",
        "thing = \"com.example.thing:\" 1*ALPHA",
    );
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
        let written = export(&layer, &rooms(), *format).unwrap();
        assert!(written.contains("ldap"), "{format:?}");
        assert!(written.contains("prospero"), "{format:?}");
    }
    let forms = export(&layer, &rooms(), Format::Rfc7595).unwrap();
    let form = |name: &str| {
        let start = format!("Scheme name: {name}\n");
        forms
            .split("\n----\n\n")
            .find(|form| form.starts_with(&start))
            .unwrap()
    };
    assert!(form("acd").contains("References: Michael Hedenus\n"));
    assert!(form("ldap").contains("RFC 4516"));
    let handled = export(&layer, &rooms(), Format::XSchemeHandler).unwrap();
    assert!(handled.starts_with("MimeType=x-scheme-handler/"));
    assert_eq!(handled.lines().count(), 1);
}
