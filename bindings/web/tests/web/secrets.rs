//! A marker in each secret of the schemes, one of which a registry file declares: a page shows none.

use anyurl::compare::whatwg::WhatwgUrl;
use anyurl::declared::format::{ParsedFile, RegistryFile};
use anyurl::declared::layers::{Resolved, Stack};
use anyurl_core::internal::scheme_of;
use anyurl_core::{Options, Registry};
use anyurl_registry_tools::resolved_file;
use anyurl_web::{Answer, Report, Rulebooks};
use serde_json::Value;

use crate::page;

/// What makes a URL invalid in most schemes; nothing first.
const ENDS: [&str; 5] = ["", " ", "%", "\u{1}", "~"];

struct Row {
    scheme: String,
    url: String,
    marker: String,
}

fn rows() -> Vec<Row> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let marker = text("marker").to_ascii_lowercase();
        Row { scheme: text("scheme"), url: text("url"), marker }
    };
    include_str!("../../../../testdata/marked_urls.jsonl").lines().map(row).collect()
}

fn resolved() -> Resolved {
    let ours = include_str!("../../../../cli/tests/data/secret.toml");
    let files = [("registry.toml", anyurl::REGISTRY_FILE), ("secret.toml", ours)];
    let file = |(name, text)| RegistryFile::from_text(name, text).and_then(ParsedFile::load).unwrap();
    let stack = files.map(file).into_iter().fold(Stack::new(), Stack::push);
    stack.resolve(anyurl::registry(), None).unwrap()
}

/// A page that has loaded the scheme of a text, as the tester does.
fn page(resolved: &Resolved, scheme: &str) -> Registry {
    page::page(resolved_file(resolved, scheme_of(scheme)))
}

/// What a page shows of a text, and the corrected text, which it puts into its field.
fn shown(page: &Registry, text: &str, options: Options) -> (Value, Option<String>) {
    let mut value = serde_json::to_value(Report::new(page, text, options)).unwrap();
    let repaired = value.as_object_mut().unwrap().remove("repaired");
    (value, repaired.and_then(|repaired| repaired.as_str().map(str::to_owned)))
}

/// What a page shows of a comparison. The questions to its browser are exact.
fn compared(page: &Registry, text: &str) -> String {
    let rulebooks = Rulebooks::default();
    loop {
        match rulebooks.compare(page, text) {
            Answer::Ask(asked) => {
                rulebooks.tell(WhatwgUrl::parse(&asked).map(|url| url.href().to_owned()).unwrap_or_default());
            }
            Answer::Compared(compared) => return serde_json::to_string(&compared).unwrap(),
        }
    }
}

#[test]
fn a_page_shows_no_marker() {
    let (rows, resolved) = (rows(), resolved());
    let (mut valid, mut invalid, mut repaired) = (0, 0, 0);
    for Row { scheme, url, marker } in &rows {
        let page = page(&resolved, scheme);
        for end in ENDS {
            let text = format!("{url}{end}");
            let (found, fixed) = shown(&page, &text, Options::new());
            let all = format!("{found} {}", compared(&page, &text));
            assert!(!all.to_ascii_lowercase().contains(marker), "{text}: {all}");
            let is_valid = found["outcome"] == "valid";
            assert!(
                !end.is_empty() || is_valid && found["text"].as_str().unwrap().contains("***"),
                "{text}: {found:#}"
            );
            (valid, invalid) = if is_valid { (valid + 1, invalid) } else { (valid, invalid + 1) };
            if let Some(fixed) = fixed {
                assert!(fixed.to_ascii_lowercase().contains(marker), "{text}: {fixed}");
                repaired += 1;
            }
        }
    }
    let count = rows.len();
    assert!(count > 50 && valid >= count && invalid > count && repaired > 10, "{valid} {invalid} {repaired}");
}

/// Components are at their places in the text that is shown.
#[test]
fn places_are_in_what_is_shown() {
    let (found, _) = shown(&page::page([]), "ftp://joe:s\u{1F511}@h.example/a", Options::new().lenient());
    let text: Vec<u16> = found["text"].as_str().unwrap().encode_utf16().collect();
    assert_eq!(found["text"], "ftp://joe:***@h.example/a");
    for component in found["components"].as_array().unwrap() {
        let place = |n: usize| usize::try_from(component["place"][n].as_u64().unwrap()).unwrap();
        assert_eq!(String::from_utf16(&text[place(0)..place(1)]).unwrap(), component["text"], "{component}");
    }
}

#[test]
fn a_correction_is_exact_and_its_button_is_not() {
    let (found, repaired) = shown(&page::page([]), "ftp://joe:s3cret@h/~", Options::new());
    assert_eq!(repaired.as_deref(), Some("ftp://joe:s3cret@h/%7E"));
    assert_eq!(found["repaired_shown"], "ftp://joe:***@h/%7E");
    assert_eq!(found["text"], "ftp://joe:***@h/~");
    assert_eq!(found["place"], serde_json::json!([16, 17]));
}
